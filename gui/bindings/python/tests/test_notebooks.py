"""The notebooks run from their first cell to their last."""

import runpy
from pathlib import Path

import pytest

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"
ALL = sorted(NOTEBOOKS.glob("*.py"))


def test_there_are_five():
    assert [path.name[0] for path in ALL] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_a_notebook_runs(path, capfd):
    if path.stem.endswith("agent"):
        pytest.importorskip("gymnasium")
    names = runpy.run_path(str(path))
    assert capfd.readouterr().out.strip()
    if "results" in names:
        waits = names["results"].summary()["mean_wait"]
        assert (waits[1:] < waits[0]).all(), "behind FCFS all wait less"
    if "said" in names:
        said = names["said"]
        assert "ADaSA" in said if isinstance(said, str) else said.returncode == 0, said
    if "learnt" in names:
        assert (names["learnt"] >= 1).all()
