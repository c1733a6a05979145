"""Every block of the page about Python runs, in their order."""

from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[3] / "guide" / "python.md"


def blocks():
    """The blocks of Python on the page, each with the number of its first line."""
    lines, found, first = PAGE.read_text().splitlines(), [], None
    for number, line in enumerate(lines, 1):
        if first is None and line == "```python":
            first = number + 1
        elif first is not None and line == "```":
            found.append((first, "\n".join(lines[first - 1 : number - 1])))
            first = None
    return found


def test_the_page_runs(tmp_path, monkeypatch):
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    pytest.importorskip("gymnasium")
    pytest.importorskip("matplotlib").use("Agg")
    # What the page writes goes there.
    monkeypatch.chdir(tmp_path)
    names, ran = {}, 0
    for first, text in blocks():
        exec(compile("\n" * (first - 1) + text, str(PAGE), "exec"), names)
        ran += 1
    assert ran >= 5
    run = names["run"]
    assert run.metrics["mean_wait"] < names["results"]["FCFS"].metrics["mean_wait"]
