"""Results of runs: tables, metrics, stories."""

from __future__ import annotations

import datetime
import html
import operator
import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy.typing as npt

from . import _native
from .answers import Answer
from .figures import Figure, instant
from .numbers import Named, whole
from .tables import Table
from .windows import open_window

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes

    from .widget import Window


def _plain(label: str) -> str:
    """`label` however it is written: `easy` is EASY, `scojo-pect` is Scojo-PECT."""
    return "".join(letter for letter in label.lower() if letter not in " -_")


def _span(seconds: float | None) -> str:
    """A span as `datetime` writes it, or nothing."""
    return "" if seconds is None else str(datetime.timedelta(seconds=round(seconds)))


def _changed(value: Any) -> str:
    """A value of a change as command lines write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


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
        return Named(self._native.metrics)

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
        return Named(self._native.jobs)

    @property
    def table(self) -> Table:
        """The jobs for Arrow: the columns of `jobs`, the runtime, and as far as they are known user, group,
        queue and the wait that the log has; instants in the zone of the log where it has a
        clock, else durations since its beginning; refused jobs have no start, end, wait, response.
        """
        return Table(self._native.table())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows of `table`, for libraries."""
        return self.table.__arrow_c_stream__(requested_schema)

    def to_numpy(self) -> dict[str, npt.NDArray[Any]]:
        """The columns of `table` as arrays of numpy: datetime64 and timedelta64."""
        return self.table.to_numpy()

    def to_pandas(self) -> pandas.DataFrame:
        """The jobs as a `pandas.DataFrame`: spans as timedeltas, and instants as dates in the zone of
        the log where it has a clock, else as timedeltas since its beginning.
        """
        return self.table.to_pandas()

    def jobs_csv(self) -> str:
        """The jobs as `cosched run --out` writes them to `jobs.csv`."""
        return self._native.jobs_csv()

    def write(self, folder: str | os.PathLike[str]) -> None:
        """Write what `cosched run --out` writes of a run into a folder."""
        self._native.write(os.path.expanduser(os.fspath(folder)))

    def explain(self, job: int) -> Story:
        """Why the job of this number (as in `jobs["job"]`) started when it did.

        The run is made again for it. A policy in Python that draws at random is to set its seed
        where it is made: else it decides otherwise then. If so for this job's start, that is an
        error; other differences are not seen.
        """
        job = whole("job", job, 0, (1 << 63) - 1)
        return Story(job, self.label, self._native.explain(job))

    def figure(self, colour: str = "wait") -> Figure:
        """The schedule: who ran where and when; `colour` is what colours show: wait, job, user,
        queue, class, nodes, runtime, bounded slowdown or deadline.
        """
        return Figure(_native.Figure.of_schedule(self._native, colour))

    @property
    def fit(self) -> Answer | None:
        """How well it fits the log that it is of: mean and spread of the waits, by partition, user, width
        and recorded wait. None if that does not say when jobs started.
        """
        native = _native.fit(self._native)
        return None if native is None else Answer(native)

    def __reduce__(self) -> tuple[Any, ...]:
        # A run is its scenario: the same one anywhere decides the same.
        return run_again, (self.scenario, self.digest)

    @property
    def scenario(self) -> _native.Scenario:
        """The scenario of this run alone, to be saved, changed or run again."""
        return _native.Scenario.of_run(self._native)

    def open(self, program: str | os.PathLike[str] | None = None) -> subprocess.Popen[bytes]:
        """Open it in the window of the desktop program, which is installed beside this package."""
        return open_window(self.scenario, program)

    def widget(self, height: int = 640) -> Window:
        """The window in this notebook, `height` pixels high, with the scenario of this run alone, which
        the browser simulates again. Needs anywidget, and a package that was built with the page.
        """
        from .widget import Window

        return Window(self.scenario, self._repr_svg_(), whole("height", height, 200, 5_000))

    def whatif(
        self, *, phases: int = 5, changes: Mapping[str, Any] | None = None, **more: Any
    ) -> Answer:
        """What another setting would have done to its jobs, and to whom: see `cosched.whatif`.

        Under Slurm both are simulated `phases` times, each time with other phases of its passes.
        """
        all_changes = {**(changes or {}), **more}
        if not all_changes:
            raise TypeError("a change is wanted, as in whatif(nodes=100)")
        for name, value in all_changes.items():
            if isinstance(value, type) or hasattr(value, "schedule"):
                raise TypeError(f"{name}: a policy in Python is compared by `cosched.run`, and is no change")
        said = [f"{name}={_changed(value)}" for name, value in all_changes.items()]
        phases = whole("phases", phases, 1, 1_000)
        return Answer(_native.whatif(self._native, said, phases))

    def predict(
        self,
        at: float | str | datetime.timedelta | datetime.datetime,
        *,
        draws: int = 200,
        instants: int = 60,
        simulated: bool = False,
    ) -> Answer:
        """When the jobs that wait at an instant will start, by what was known then.

        `at` is in seconds, a span ("5h"), or a date where the log has a clock. What runs and waits
        is the log's, where it says when jobs started, unless `simulated`. The future is drawn
        `draws` times, and intervals are calibrated on earlier predictions at so many `instants`;
        `calibration` says how often such predictions hold.
        """
        said = instant(at, self._native.zone)
        drawn, earlier = whole("draws", draws, 20, 10_000), whole("instants", instants, 2, 10_000)
        return Answer(_native.predict(self._native, said, drawn, earlier, simulated))

    def calibration(
        self, *, draws: int = 200, instants: int = 240, simulated: bool = False
    ) -> Table:
        """How often predicted intervals held at `instants` of the later half of the log, a row for
        each nominal share.
        """
        drawn, judged = whole("draws", draws, 20, 10_000), whole("instants", instants, 2, 10_000)
        return Table(_native.calibration(self._native, drawn, judged, simulated))

    def __repr__(self) -> str:
        return repr(self._native)

    def _repr_svg_(self) -> str:
        return self.figure().svg()


def run_again(scenario: _native.Scenario, digest: int) -> Run:
    """The run of a scenario that has one; an error if it is not the one with this digest."""
    run = Run(scenario.run([], True)[0])
    if run.digest != digest:
        raise _native.Error(
            f"{run.label}: the run that was sent decided otherwise; the versions of cosched or the files that the scenario names differ"
        )
    return run


def gathered(runs: list[Run]) -> Results:
    """Results of these runs."""
    return Results([run._native for run in runs])


# Events of a job that are shown at its beginning and at its end.
SHOWN = 8


class Story:
    """What happened to a job, and why: pairs of an instant and a sentence in `events`."""

    def __init__(self, job: int, label: str, events: list[tuple[str, str]]):
        self.job = job
        self.label = label
        self.events = events

    def __str__(self) -> str:
        shown = self._shown()
        widest = max((len(at) for at, _ in shown), default=0)
        lines = [f"Job {self.job} under {self.label}"]
        lines += [f"  {at:>{widest}}  {said}" for at, said in shown]
        return "\n".join(lines)

    def _shown(self) -> list[tuple[str, str]]:
        """The events, those in the middle counted if there are many."""
        left = len(self.events) - 2 * SHOWN
        if left <= 1:
            return self.events
        return [*self.events[:SHOWN], ("…", f"{left} more, in `events`"), *self.events[-SHOWN:]]

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(at)}</td><td style='text-align:left'>{html.escape(said)}</td></tr>"
            for at, said in self._shown()
        )
        return f"<table><caption>Job {self.job} under {html.escape(self.label)}</caption>{rows}</table>"


class Results:
    """Runs in their order, by index or by the name of the policy."""

    def __init__(self, runs: Iterable[_native.Run | Run]):
        self._runs = [run if isinstance(run, Run) else Run(run) for run in runs]

    def __add__(self, other: Results) -> Results:
        """The runs of both."""
        if not isinstance(other, Results):
            return NotImplemented
        return Results([*self._runs, *other._runs])

    def __reduce__(self) -> tuple[Any, ...]:
        return gathered, (self._runs,)

    def __len__(self) -> int:
        return len(self._runs)

    def __iter__(self) -> Iterator[Run]:
        return iter(self._runs)

    def __getitem__(self, key: int | str) -> Run:
        if not isinstance(key, str):
            if not isinstance(key, SupportsIndex):
                raise TypeError(f"{key!r} is no run: a name or an index is wanted")
            if not -len(self) <= operator.index(key) < len(self):
                raise IndexError(f"there is no run {key}: there are {len(self)}, counted from 0")
            return self._runs[key]
        for same in (str, _plain):
            for run in self._runs:
                if same(run.label) == same(key):
                    return run
        labels = ", ".join(run.label for run in self._runs)
        raise KeyError(f"there is no run `{key}`; there are {labels}")

    def __contains__(self, key: object) -> bool:
        if isinstance(key, str):
            return any(_plain(run.label) == _plain(key) for run in self._runs)
        return key in self._runs

    def _ipython_key_completions_(self) -> list[str]:
        return [run.label for run in self._runs]

    @property
    def remarks(self) -> list[str]:
        """What was changed or dropped while reading."""
        return self._runs[0].remarks if self._runs else []

    def in_words(self, baseline: str | int = 0) -> str:
        """What came out against the `baseline`, in sentences to take away: the mean wait, how near the
        simulation is to the log where there is one, who changes it and how sure that is, who loses most.
        """
        index = next(at for at, run in enumerate(self._runs) if run is self[baseline])
        return _native.in_words([run._native for run in self._runs], index) or ""

    def _said(self) -> list[str]:
        """What stands below the table."""
        return [*([self.in_words()] if self._runs else []), *self.remarks]

    def _table(self) -> list[list[str]]:
        """The usual metrics in words, a row for each run."""
        rows = [["policy", "mean wait", "mean response", "mean bounded slowdown", "utilisation"]]
        for run in self._runs:
            metrics = run.metrics
            cells = [_span(metrics.get(name)) for name in ("mean_wait", "mean_response")]
            slowdown, used = metrics.get("mean_bounded_slowdown"), metrics.get("utilisation")
            cells.append("" if slowdown is None else f"{slowdown:.2f}")
            cells.append("" if used is None else f"{used:.4f}")
            rows.append([run.label, *cells])
        return rows

    def __repr__(self) -> str:
        rows = self._table()
        widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows
        ]
        return "\n".join([*lines, *self._said()])

    def _repr_html_(self) -> str:
        head, *rows = [[html.escape(cell) for cell in row] for row in self._table()]
        titles = "".join(f"<th>{cell}</th>" for cell in head)
        body = "".join("<tr><td>" + "</td><td>".join(row) + "</td></tr>" for row in rows)
        remarks = "<br>".join(map(html.escape, self._said()))
        return f"<table><tr>{titles}</tr>{body}</table>{remarks}"

    def compare(self, baseline: str | int = 0, *, groups: bool = False) -> Table:
        """The same jobs in the other runs and in the `baseline`, by its name or index.

        A row for each run and each of wait, response (in seconds) and bounded slowdown: `before` is
        the mean in the baseline, `after` in the run, `change` its share, from `low` to `high` in 95
        of 100 cases by the means of eight batches of jobs (`no_interval` says why there is none), and
        how many jobs have less (`lower`), more and the same. With `groups` also by user, account and
        partition.
        """
        first = self[baseline]
        others = [run._native for run in self._runs if run is not first]
        if not others:
            raise _native.Error("there is no other run to compare with the baseline")
        return Table(_native.compare(first._native, others, groups))

    def figure(self, kind: str = "wait") -> Figure:
        """A plot of all runs: how waits are spread, or another of `cosched.figures.kinds()`."""
        if not isinstance(kind, str):
            raise TypeError(f"{kind!r} is no kind of figure: a name of `cosched.figures.kinds()` is wanted")
        return Figure(_native.Figure.of_runs(kind, [run._native for run in self._runs]))

    def plot(self, kind: str = "wait", axes: Axes | None = None) -> Axes:
        """Draw `figure(kind)` with matplotlib on `axes`, or on new ones, and return these."""
        return self.figure(kind).plot(axes)

    def summary(self) -> dict[str, npt.NDArray[Any]]:
        """The metrics, a column each, in the order of the runs; NaN where one is not defined."""
        return self.to_numpy()

    @property
    def table(self) -> Table:
        """The metrics for Arrow, a row for each run; without a value where one is not defined."""
        return Table(_native.summary_table([run._native for run in self._runs]))

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows of `table`, for libraries."""
        return self.table.__arrow_c_stream__(requested_schema)

    def to_numpy(self) -> dict[str, npt.NDArray[Any]]:
        """The columns of `table` as arrays of numpy."""
        return self.table.to_numpy()

    def to_pandas(self) -> pandas.DataFrame:
        """The metrics as a `pandas.DataFrame`, a row for each run."""
        return self.table.to_pandas().set_index("policy")
