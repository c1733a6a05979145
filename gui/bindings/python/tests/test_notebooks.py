"""The notebooks run from their first cell to their last."""

import runpy
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
ALL = sorted(NOTEBOOKS.glob("*.py"))


def test_there_are_five():
    assert [path.name[0] for path in ALL] == ["1", "2", "3", "4", "5"]


def waits_less_than_under_fcfs(names):
    waits = names["results"].summary()["mean_wait"]
    assert len(waits) == 3 and (waits[1:] < waits[0]).all()


def and_what_if_was_answered(names):
    waits_less_than_under_fcfs(names)
    assert "order=ShortestEstimate" in str(names["answer"]) and len(names["answer"].table) > 2


def has_values_and_a_figure(names):
    assert "ADaSA" in names["said"] and names["values"] and "<svg" in names["figure"]


def has_slowdowns(names):
    assert len(names["learnt"]) == 30 and (names["learnt"] >= 1).all()


CHECKS = {
    "1_first_minutes": waits_less_than_under_fcfs,
    "2_a_month_of_your_cluster": and_what_if_was_answered,
    "3_your_own_policy": waits_less_than_under_fcfs,
    "4_a_figure_of_a_paper": has_values_and_a_figure,
    "5_an_agent": has_slowdowns,
}


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_notebook_runs(path, capfd):
    if path.stem == "5_an_agent":
        pytest.importorskip("gymnasium")
    names = runpy.run_path(str(path))
    assert capfd.readouterr().out.strip()
    CHECKS[path.stem](names)
