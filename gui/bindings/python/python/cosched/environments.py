"""Environments for agents that learn: `gymnasium.make("cosched.environments:cosched/Queue-v1", …)`."""

from __future__ import annotations

import os
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from . import _native
from .results import Run
from .runs import jobs as jobs_of
from .runs import read
from .sessions import Session

#: Metrics that an episode may be rewarded by, and whether more of it is better.
REWARDS = {
    "bounded_slowdown": ("mean_bounded_slowdown", False),
    "wait": ("mean_wait", False),
    "response": ("mean_response", False),
    "utilisation": ("utilisation", True),
}
#: Time at which a feature of a span is a half, in seconds.
HALF = 3600.0
#: Columns of an observation.
FEATURES = 6


class QueueEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """A queue of jobs, of which the agent chooses the next to start, as in RLScheduler (Zhang and
    others, SC 2020): the chosen job starts as soon as it fits, and none passes it, but those that
    are backfilled with `backfill=True`.

    An observation has a row for each of the first `window` waiting jobs, of float32 in [0, 1]: time
    waited and estimate, each t as t / (t + 1 h); nodes, as a share of the machine; 1 if it fits; share
    of nodes that are free; 1 as there is a job. Rows without one are 0. An action is a row; one without
    a job stands for the first. `info["action_mask"]` and `action_masks()` say which rows have jobs.

    An episode is the whole of `scenario`, or `jobs` jobs of it that follow each other, from anywhere,
    on an empty machine of as many equal nodes; `reset(seed=…)` draws the same. Its reward comes with
    its end: `bounded_slowdown` (the mean, with 10 s at least), `wait` and `response` (means, in
    seconds), each negative, or `utilisation`. `info["metrics"]` are then those of the run, and `run` of
    the (unwrapped) environment is the last run that has ended. The other arguments are those of
    `cosched.read`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        scenario: str | os.PathLike[str] | _native.Scenario,
        *,
        window: int = 128,
        jobs: int | None = None,
        reward: str = "bounded_slowdown",
        backfill: bool = False,
        render_mode: str | None = None,
        **parameters: Any,
    ):
        if reward not in REWARDS:
            raise ValueError(f"reward {reward!r}: {', '.join(REWARDS)} are allowed")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode {render_mode!r}: None and 'ansi' are allowed")
        if window < 1:
            raise ValueError(f"window {window}: 1 and more are allowed")
        self.window, self.backfill, self.render_mode = window, backfill, render_mode
        self._metric, is_gain = REWARDS[reward]
        self._sign = 1.0 if is_gain else -1.0
        source = read(scenario, **parameters)
        self._session = Session(source)
        self._parts = None if jobs is None else Parts(source, self._session, jobs)
        #: The last run that has ended.
        self.run: Run | None = None
        self._is_over = True
        self._queue = self._session.queue
        self._rows = np.arange(window)
        shape = (window, FEATURES)
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(window)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begin an episode."""
        super().reset(seed=seed)
        if self._parts is None:
            self._session.reset()
        else:
            self._session = Session(self._parts.draw(self.np_random))
        self._is_over = not self._session.until_waiting(self.window)
        self._queue = self._session.queue
        return self._observe(), self._info()

    def step(
        self, action: np.int64
    ) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Choose the job in row `action`."""
        if self._is_over:
            raise RuntimeError("the episode is over: call `reset` first")
        index = int(action)
        if index != action or not 0 <= index < self.window:
            raise ValueError(f"action {action}: 0 to {self.window - 1} are allowed")
        has_started = self._session.choose(index if index < len(self._queue) else 0, self.backfill)
        # A head that nothing will let start ends the episode: the run then says who waits for ever.
        self._is_over = not (has_started and self._session.until_waiting(self.window))
        self._queue = self._session.queue
        info, reward = self._info(), 0.0
        if self._is_over:
            self.run = self._session.finish("Agent")
            info["metrics"] = self.run.metrics
            reward = self._sign * info["metrics"][self._metric]
        return self._observe(), reward, self._is_over, False, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Whether each row has a job."""
        return self._rows < len(self._queue)

    def render(self) -> str | None:
        """The queue in words."""
        if self.render_mode is None:
            return None
        session = self._session
        lines = [f"{session.now} s: {session.free_nodes} of {session.nodes} nodes are free"]
        for index, job in enumerate(self._queue):
            fits = "fits" if job["fits"] else "waits"
            lines.append(f"{index:4}: {job['nodes']} nodes for {job['estimate']} s, {fits}")
        return "\n".join(lines)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _observe(self) -> npt.NDArray[np.float32]:
        rows = np.zeros((self.window, FEATURES), np.float32)
        queue, count, nodes = self._queue, len(self._queue), self._session.nodes
        for column, name in enumerate(("waited", "estimate")):
            span = queue[name]
            rows[:count, column] = span / (span + HALF)
        rows[:count, 2] = queue["nodes"] / nodes
        rows[:count, 3] = queue["fits"]
        rows[:count, 4] = self._session.free_nodes / nodes
        rows[:count, 5] = 1
        return rows


class Parts:
    """The parts of a workload that are episodes: `count` jobs that follow each other, from anywhere."""

    def __init__(self, source: _native.Scenario, session: Session, count: int):
        if not session.has_equal_nodes:
            raise ValueError(
                "episodes of some jobs are of equal nodes that are always in service; without `jobs` the whole is one episode of any machine"
            )
        columns = jobs_of(source).to_numpy()
        total = len(columns["nodes"])
        if not 1 <= count <= total:
            raise ValueError(f"jobs {count}: 1 to {total}, as many as there are, are allowed")
        self._nodes, self._count, self._total = session.nodes, count, total
        self._size = columns["nodes"].tolist()
        self._submitted, self._estimate, self._runtime = (
            columns[name].astype(np.int64).tolist() for name in ("submitted", "estimate", "runtime")
        )

    def draw(self, random: np.random.Generator) -> _native.Scenario:
        """A part from anywhere, as a scenario."""
        first = int(random.integers(self._total - self._count + 1))
        begin = self._submitted[first]
        lines = [
            f"(submit: {_seconds(self._submitted[job] - begin)}, runtime: {_seconds(self._runtime[job])}, "
            f"estimate: {_seconds(self._estimate[job])}, nodes: {self._size[job]})"
            for job in range(first, first + self._count)
        ]
        text = ", ".join(lines)
        return read(
            f"(machine: Cluster(nodes: {self._nodes}), policies: [Fcfs], workload: Jobs([{text}]))"
        )


def _seconds(nanoseconds: int) -> str:
    """Nanoseconds as seconds, exactly."""
    return f"{nanoseconds // 10**9}.{nanoseconds % 10**9:09}"


if "cosched/Queue-v1" not in gymnasium.registry:
    gymnasium.register("cosched/Queue-v1", entry_point="cosched.environments:QueueEnv")
