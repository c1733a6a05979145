"""Results of runs: tables, metrics, stories."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native

if TYPE_CHECKING:
    import pandas


class Run:
    """A run of one policy."""

    def __init__(self, native: _native.Run):
        self._native = native

    @property
    def label(self) -> str:
        """Name of the policy."""
        return self._native.label

    @property
    def nodes(self) -> int:
        """Number of nodes of the machine."""
        return self._native.nodes

    @property
    def metrics(self) -> dict[str, float]:
        """Values of the metrics, by the names of columns of `summary.csv`; spans in seconds."""
        return self._native.metrics

    @property
    def digest(self) -> int:
        """Digest of all events: equal if and only if two runs decided the same."""
        return self._native.digest

    @property
    def remarks(self) -> list[str]:
        """What was changed or dropped while reading."""
        return self._native.remarks

    @property
    def jobs(self) -> dict[str, npt.NDArray[Any]]:
        """The jobs, a column each: `job` (its number), `submitted`, `started`, `ended`, `nodes`,
        `estimate`, `wait`, `response`, `killed`, `refused`; times in seconds.
        """
        return self._native.jobs

    def to_pandas(self) -> pandas.DataFrame:
        """The jobs as a `pandas.DataFrame`: spans as timedeltas, and instants as dates in UTC where
        the log has a clock, else as timedeltas since its beginning.
        """
        import pandas

        begins = self._native.begins
        columns: dict[str, Any] = dict(self.jobs)
        for name in ("submitted", "started", "ended", "estimate", "wait", "response"):
            columns[name] = pandas.to_timedelta(columns[name], unit="s")
        if begins is not None:
            for name in ("submitted", "started", "ended"):
                columns[name] += pandas.Timestamp(begins, unit="s", tz="UTC")
        return pandas.DataFrame(columns)

    def jobs_csv(self) -> str:
        """The jobs as `cosched run --out` writes them to `jobs.csv`."""
        return self._native.jobs_csv()

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write what `cosched run --out` writes of a run into a folder."""
        self._native.write(os.fspath(folder))

    def explain(self, job: int) -> Story:
        """Why the job of this number started when it did."""
        return Story(job, self.label, self._native.explain(job))

    def __repr__(self) -> str:
        return repr(self._native)


class Story:
    """What happened to a job, and why: pairs of an instant and a sentence."""

    def __init__(self, job: int, label: str, events: list[tuple[str, str]]):
        self.job = job
        self.label = label
        self.events = events

    def __str__(self) -> str:
        widest = max((len(at) for at, _ in self.events), default=0)
        lines = [f"Job {self.job} under {self.label}"]
        lines += [f"  {at:>{widest}}  {said}" for at, said in self.events]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(at)}</td><td style='text-align:left'>{html.escape(said)}</td></tr>"
            for at, said in self.events
        )
        return f"<table><caption>Job {self.job} under {html.escape(self.label)}</caption>{rows}</table>"


class Results:
    """Runs in their order, by index or by the name of the policy."""

    def __init__(self, runs: list[_native.Run]):
        self._runs = [Run(run) for run in runs]

    def __len__(self) -> int:
        return len(self._runs)

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs)

    def __getitem__(self, key: int | str) -> Run:
        if isinstance(key, str):
            for run in self._runs:
                if run.label == key:
                    return run
            labels = ", ".join(run.label for run in self._runs)
            raise KeyError(f"there is no run `{key}`; there are {labels}")
        return self._runs[key]

    def summary(self) -> dict[str, npt.NDArray[Any]]:
        """The metrics, a column each, in the order of the runs; NaN where one is not defined."""
        names = dict.fromkeys(name for run in self._runs for name in run.metrics)
        metrics = [run.metrics for run in self._runs]
        columns = {"policy": np.array([run.label for run in self._runs])}
        for name in names:
            columns[name] = np.array([one.get(name, np.nan) for one in metrics])
        return columns

    def to_pandas(self) -> pandas.DataFrame:
        """The metrics as a `pandas.DataFrame`, a row for each run."""
        import pandas

        return pandas.DataFrame(self.summary()).set_index("policy")
