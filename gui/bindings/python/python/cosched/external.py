"""A policy in Python as a program beside cosched: `python -m cosched.external mine:Mine`.

For scenarios (`policies: [External(command: ["python3", "-m", "cosched.external", "mine:Mine"])]`) and the command
line (`--external`): the class is the one that `cosched.run` takes. What is told to a program is
less, though: which nodes are in maintenance is not, so that a job may fit and not start.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Iterable
from decimal import Decimal
from typing import Any, TextIO

import numpy as np
import numpy.typing as npt

from . import _native
from .policy import Schedules

_WAITING, _RUNNING = _native.row_types()


class ExternalState:
    """What a program is told of machine and queue, as `cosched.State` has it; `row` is the number that the
    program is told. Inside, times are whole nanoseconds.
    """

    def __init__(self, nodes: int):
        self.nodes = nodes
        self.free_nodes = 0
        self._now = 0
        # By its row, each job's submission, nodes and estimate; rows grow with submissions.
        self._jobs: dict[int, tuple[int, int, int]] = {}
        # Number, user, group and queue of each, -1 where they are not known.
        self._known: dict[int, tuple[int, int, int, int]] = {}
        self._waiting: list[int] = []
        self._started: dict[int, int] = {}
        self._starts: list[dict[str, Any]] = []
        self._wake: float | None = None

    def on_message(self, message: dict[str, Any]) -> None:
        """Note what has happened by an instant."""
        self._now, self.free_nodes = _nanoseconds(message["now"]), message["free"]
        self._starts, self._wake = [], None
        for job in message["ended"]:
            del self._jobs[job], self._started[job], self._known[job]
        back = message["returned"] + message["refused"]
        for job in back:
            del self._started[job]
        new = message["submitted"]
        for job in new:
            times = _nanoseconds(job["submit"]), _nanoseconds(job["estimate"])
            self._jobs[job["job"]] = (times[0], job["nodes"], times[1])
            user, queue = (-1 if job.get(name) is None else job[name] for name in ("user", "queue"))
            self._known[job["job"]] = (job.get("number", -1), user, -1, queue)
        self._waiting = sorted([*self._waiting, *back, *(job["job"] for job in new)])

    def answer(self) -> dict[str, Any]:
        """What was decided."""
        wake = {} if self._wake is None else {"wake": self._wake}
        return {"start": self._starts, **wake}

    @property
    def now(self) -> float:
        """The present instant in seconds."""
        return self._now / 1e9

    @property
    def waiting(self) -> int:
        """Number of waiting jobs."""
        return len(self._waiting)

    @property
    def queue(self) -> npt.NDArray[np.void]:
        """The waiting jobs, in order of submission."""
        rows = []
        for job in self._waiting:
            submitted, nodes, estimate = self._jobs[job]
            ends, fits = (self._now + estimate) / 1e9, nodes <= self.free_nodes
            rows.append((job, nodes, submitted / 1e9, estimate / 1e9, ends, fits, *self._known[job]))
        return _read_only(rows, _WAITING)

    @property
    def running(self) -> npt.NDArray[np.void]:
        """The running jobs, in order of start."""
        rows = []
        for job, started in self._started.items():
            _, nodes, estimate = self._jobs[job]
            rows.append((job, nodes, started / 1e9, (started + estimate) / 1e9, *self._known[job]))
        return _read_only(rows, _RUNNING)

    def start(self, job: Any, why: str = "as the policy in Python says") -> None:
        """Start a waiting job that fits."""
        number = int(job["row"] if isinstance(job, np.void) else job)
        if number not in self._waiting:
            raise ValueError(f"job {number} does not wait, so it cannot be started")
        nodes = self._jobs[number][1]
        if nodes > self.free_nodes:
            raise ValueError(
                f"job {number}, which asks for {nodes} nodes, does not fit now, when {self.free_nodes} are free"
            )
        head = self._waiting[0]
        passed = {} if head == number else {"passed": head}
        self._starts.append({"job": number, "why": why, **passed})
        self._waiting.remove(number)
        self._started[number] = self._now
        self.free_nodes -= nodes

    def wake(self, at: float) -> None:
        """Ask to be called at an instant, in seconds."""
        if not at > self.now:
            raise ValueError(f"{at} s is not after now, {self.now} s: an instant is wanted, not a span")
        self._wake = at if self._wake is None else min(at, self._wake)


def serve(policy: Schedules, messages: Iterable[str], answers: TextIO) -> None:
    """Answer each line of `messages` by what `policy` decides."""
    state: ExternalState | None = None
    answer: dict[str, Any] = {}
    for line in messages:
        # Decimals are exact, which floats are not.
        message = json.loads(line, parse_float=Decimal)
        if state is None:
            if message.get("cosched") != 1:
                raise ValueError(f"{line.strip()!r} is not the first line of cosched's messages, version 1")
            state = ExternalState(message["nodes"])
        else:
            state.on_message(message)
            policy.schedule(state)  # type: ignore[arg-type]
            answer = state.answer()
        print(json.dumps(answer), file=answers, flush=True)


def load(name: str) -> Schedules:
    """The policy that `module:Name` names: an object of that class, or that object."""
    module, separator, attribute = name.partition(":")
    if not (module and separator and attribute):
        raise ValueError(f"{name!r} names no policy: module:Class is wanted, as in mine:Mine")
    found = getattr(importlib.import_module(module), attribute)
    policy = found() if isinstance(found, type) else found
    if not isinstance(policy, Schedules):
        raise TypeError(f"{name} is no policy: it has no method `schedule(self, state)`")
    return policy


def main() -> int:
    """Serve the policy that the command line names, on standard input and output."""
    if len(sys.argv) != 2:
        print("usage: python -m cosched.external module:Class", file=sys.stderr)
        return 2
    sys.path.insert(0, os.getcwd())
    # What a policy prints is no answer.
    answers, sys.stdout = sys.stdout, sys.stderr
    serve(load(sys.argv[1]), sys.stdin, answers)
    return 0


def _nanoseconds(seconds: int | Decimal) -> int:
    return int(seconds * 10**9)


def _read_only(rows: list[tuple[Any, ...]], kind: np.dtype[np.void]) -> npt.NDArray[np.void]:
    """The rows as an array that cannot be written to."""
    array = np.array(rows, kind)
    array.flags.writeable = False
    return array


if __name__ == "__main__":
    sys.exit(main())
