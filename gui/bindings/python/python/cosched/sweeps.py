"""Sweeps: a scenario run over and over with other values, here, in processes or on a cluster."""

from __future__ import annotations

import functools
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, as_completed
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex

from . import _native
from .figures import Figure
from .numbers import whole
from .runs import Source, listed, read, written
from .tables import Table

if TYPE_CHECKING:
    import pandas
    from matplotlib.axes import Axes


class Client(Protocol):
    """A client of Dask's."""

    def get_executor(self) -> Executor: ...


class Sweep:
    """A sweep that is done: a row for each run in `table`, means with intervals in `summary`."""

    def __init__(self, plan: _native.Plan):
        self._plan = plan

    @property
    def table(self) -> Table:
        """A row for each run: the values of the parameters, `policy`, `seed`, the metrics, `digest`."""
        return Table(self._plan.table())

    @property
    def summary(self) -> Table:
        """A row for each point, policy and metric: how many seeds, the mean over them, half of its
        95 % interval, and the difference from the first policy, seed by seed.
        """
        return Table(self._plan.summary())

    @property
    def sentences(self) -> str:
        """What came out of the mean wait, or of the metric that decides how many seeds there are."""
        return self._plan.sentences(self._plan.metric) or ""

    def figure(self, metric: str | None = None) -> Figure:
        """A metric along the first parameter; the mean wait, if no other is named."""
        return Figure(self._plan.figure(metric or self._plan.metric))

    def plot(self, metric: str | None = None, axes: Axes | None = None) -> Axes:
        """Draw `figure(metric)` with matplotlib on `axes`, or on new ones, and return these."""
        return self.figure(metric).plot(axes)

    def __len__(self) -> int:
        return len(self.table)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows of `table`, for libraries."""
        return self.table.__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """The runs as a `pandas.DataFrame`."""
        return self.table.to_pandas()

    def __repr__(self) -> str:
        return self.sentences or f"<cosched.Sweep of {len(self)} runs>"

    def _repr_svg_(self) -> str:
        return self.figure().svg()


def sweep(
    source: Source,
    policies: Iterable[str] | str | None = (),
    *,
    over: Mapping[str, Iterable[Any]] | None = None,
    seeds: SupportsIndex | Sequence[int] | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    client: Client | None = None,
    progress: bool | None = None,
    **parameters: Any,
) -> Sweep:
    """Run a scenario with every combination of values, each with every seed.

    `over` has a list of values for each parameter, by the names that `read` takes. `seeds` is how
    many there are, from the scenario's own on, or a list of them: with several, means have intervals.
    What is not given is as the scenario says, in its part `sweep`.

    The runs are made by `workers` threads, as many as there are processors if absent; or by an
    `executor` of `concurrent.futures`, of mpi4py, of submitit, or by the workers of a Dask `client`, on
    machines with the same cosched that see the same files. What a worker had done stays if it dies;
    if none is left, the rest is done here. `progress` shows a bar of tqdm: if absent, where tqdm is
    installed and somebody looks on. The other arguments are as in `read`; policies are names.
    """
    scenario = read(source, **parameters)
    values = [(name, written(several(name, one))) for name, one in (over or {}).items()]
    count, those = None, None
    if isinstance(seeds, SupportsIndex):
        count = whole("seeds", seeds, 1, 1_000_000)
    elif seeds is not None:
        those = written(several("seeds", seeds))
    threads = os.cpu_count() or 1 if workers is None else whole("workers", workers, 1, 10_000)
    plan = _native.Plan(scenario, listed(policies), values, count, those)
    if client is not None:
        if executor is not None:
            raise TypeError("either `executor` or `client` is allowed, not both")
        executor = client.get_executor()
    plan.check()
    with bar(progress) as report:
        if executor is None:
            plan.work(threads, report)
        else:
            plan = distribute(plan, executor, threads, report)
    return Sweep(plan)


def several(name: str, values: Iterable[Any]) -> list[Any]:
    """The values of a parameter, as a list."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise TypeError(f"{name}={values!r}: a list of values is wanted")
    return list(values)


Report = Callable[[int, int], None]


def distribute(
    plan: _native.Plan, executor: Executor, threads: int, report: Report | None
) -> _native.Plan:
    """`plan` with what its pieces came to, each done by the executor; here, once that is broken."""
    version, task, pieces = _native.version(), plan.task, plan.pieces
    outcomes: list[str] = []
    futures: list[Future[str]] = []
    try:
        futures += [executor.submit(work_on, version, task, piece) for piece in range(pieces)]
        for future in as_completed(futures):
            outcomes.append(future.result())
            if report is not None:
                report(len(outcomes), pieces)
    except BrokenExecutor as broken:
        outcomes = [
            one.result()
            for one in futures
            if one.done() and not one.cancelled() and one.exception() is None
        ]
        warnings.warn(
            f"the executor is broken ({broken}); {len(outcomes)} of {pieces} pieces are done, the others are done here",
            RuntimeWarning,
            stacklevel=3,
        )
    except BaseException:
        for future in futures:
            future.cancel()
        raise
    plan = plan.with_outcomes(outcomes)
    if len(outcomes) < pieces:
        plan.work(threads, report)
    return plan


@functools.lru_cache(maxsize=4)
def planned(text: str, file: str) -> _native.Plan:
    """The plan of a task, of which a worker does several pieces."""
    return _native.Plan.of_task(text, file)


def work_on(version: str, task: tuple[str, Path], piece: int) -> str:
    """Work on one piece of a task of a program of that version; what comes out, as text."""
    if version != _native.version():
        raise _native.Error(
            f"this worker has cosched {_native.version()}, and the sweep is of {version}; only the same version gives the same runs"
        )
    text, file = task
    return planned(text, os.fspath(file)).work_on(piece)


@contextmanager
def bar(wanted: bool | None) -> Iterator[Report | None]:
    """What shows progress while it is entered; nothing if that is not wanted."""
    is_seen = sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
    if wanted is False or (wanted is None and not is_seen):
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        if wanted:
            raise
        yield None
        return
    with tqdm(unit="run") as shown:

        def report(done: int, total: int) -> None:
            shown.total = total
            shown.update(done - shown.n)

        yield report
        if shown.total is not None:
            shown.update(shown.total - shown.n)
