"""Sessions: simulations that stop wherever a waiting job could start."""

from __future__ import annotations

import operator
import os
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from .results import Run
from .runs import read


class Session:
    """A simulation in which the caller chooses who starts.

        session = cosched.Session("(machine: Cluster(nodes: 4), …)")
        while session.until_choice():
            queue = session.queue
            session.start(queue["fits"].argmax())
        run = session.finish()
    """

    def __init__(self, source: str | os.PathLike[str] | _native.Scenario, **parameters: Any):
        self._native = _native.Session(read(source, **parameters))

    def __repr__(self) -> str:
        return repr(self._native)

    def until_choice(self, window: int | None = None) -> bool:
        """Go on to the next instant at which one of the first `window` waiting jobs (all, if None)
        could start, which may be the present one; return whether there is one. If there is none,
        all jobs have ended, or nothing will happen that could let the others start.
        """
        return self._native.until_choice(window)

    @property
    def queue(self) -> npt.NDArray[np.void]:
        """The waiting jobs at this choice: `row` (in `Run.jobs`), `nodes`, `waited` and
        `estimate` in seconds, `fits`.
        """
        return self._native.queue

    @property
    def now(self) -> float:
        """The present instant, in seconds."""
        return self._native.now

    @property
    def nodes(self) -> int:
        """Number of nodes of the machine."""
        return self._native.nodes

    @property
    def free_nodes(self) -> int:
        """Nodes in service that no job has."""
        return self._native.free_nodes

    @property
    def has_equal_nodes(self) -> bool:
        """Whether all nodes are equal, always in service, and no job's in part."""
        return self._native.has_equal_nodes

    def until_waiting(self, window: int | None = None) -> bool:
        """Go on to the next instant at which a job waits, whether it fits or not, which may be the
        present one; return whether there is one. Then `queue` has the first `window` jobs (all, if
        None).
        """
        return self._native.until_waiting(window)

    def choose(self, index: int, backfill: bool = False) -> bool:
        """Make the job in row `index` of the queue its head, and go on until it fits: there it
        starts. Until then nobody else does, but with `backfill` those that would end by their
        estimates before the instant at which the head was to start by the estimates of the running
        jobs when it was chosen (as in RLScheduler: Zhang and others, SC 2020). Return whether it
        has started: False if nothing more happens that would let it.
        """
        return self._native.choose(operator.index(index), backfill)

    def start(self, index: int) -> None:
        """Start the job in row `index` of the queue, which must fit."""
        self._native.start(operator.index(index))

    def skip(self) -> None:
        """Let no more jobs start at this instant."""
        self._native.skip()

    def waited(self) -> float:
        """Seconds that all jobs together have waited since this was asked last."""
        return self._native.waited()

    def reset(self) -> None:
        """Begin again."""
        self._native.reset()

    def snapshot(self) -> _native.Snapshot:
        """The present state."""
        return self._native.snapshot()

    def restore(self, state: _native.Snapshot) -> None:
        """Go to a state of this session."""
        self._native.restore(state)

    def finish(self, label: str = "Chosen") -> Run:
        """The whole run as it was chosen; an error if jobs still wait."""
        return Run(self._native.finish(label))
