"""Environments for agents that learn: `gymnasium.make("cosched.environments:cosched/Queue-v1", …)`, and
`gymnasium.make_vec` for many at once.
"""

from __future__ import annotations

import os
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode

from . import _native
from .results import Run
from .runs import read

Observations = npt.NDArray[np.float32]
Masks = npt.NDArray[np.bool_]


class QueueEnv(gymnasium.Env[Observations, np.int64]):
    """A queue of jobs, of which the agent chooses the next to start, as in RLScheduler (Zhang and
    others, SC 2020): the chosen job starts as soon as it fits, and none passes it, but those that
    are backfilled with `backfill=True`.

    An observation is an array of float32 in [0, 1] with a row for each of the first `window` waiting
    jobs. With `observation="shares"` it has the shape (window, 6): time waited and estimate, each t as
    t / (t + 1 h); nodes, as a share of the machine; 1 if it fits; share of nodes that are free; 1 as
    there is a job. Rows without one are 0. With `observation="rlscheduler"` its shape is (window, 8),
    and its rows are those of RLScheduler's own environment (which has them as one row, `ravel()`): time
    waited, as a share of 12 h; estimate, nodes, memory asked for, user, group and application, each as a
    share of the greatest in the workload (estimates of the longest runtime, nodes of the machine), 1 where
    the log does not have it; whether it fits. Nothing there comes nearer to 0 or 1 than 1e-5, but what is
    0. Rows without a job are 0, 1, 1, 1, 1, 1, 1, 0. If more jobs wait than there are rows, they are the
    shortest and the smallest in turn.

    An action is a row; one without a job stands for the first. `info["action_mask"]` and
    `action_masks()`, bool of the shape (window,), say which rows have jobs.

    An episode is the whole of `scenario`, or `jobs` jobs of it that follow each other, from anywhere,
    on an empty machine of as many equal nodes; `reset(seed=…)` draws the same, and
    `reset(options={"first": row})` begins with the job in that row of `cosched.jobs(scenario)`, counted
    from 0. Its reward comes with its end: `bounded_slowdown` (the mean, with 10 s at least), `wait` and
    `response` (means, in seconds), each negative, or `utilisation`. `info["metrics"]` are then those of
    the run, and `run` of the (unwrapped) environment is the last run that has ended. `render_mode` is `ansi`
    or `rgb_array`. The other arguments are those of `cosched.read`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        scenario: str | os.PathLike[str] | _native.Scenario,
        *,
        window: int = 128,
        jobs: int | None = None,
        reward: str = "bounded_slowdown",
        backfill: bool = False,
        observation: str = "shares",
        render_mode: str | None = None,
        **parameters: Any,
    ):
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"render_mode {render_mode!r}: None, 'ansi' and 'rgb_array' are allowed")
        self.render_mode = render_mode
        source = read(scenario, **parameters)
        episodes = _native.Episodes(source, window, jobs, reward, backfill, observation)
        self._native = _native.Environment(episodes)
        self._shape = (window, episodes.features)
        self._mask = np.zeros(window, np.bool_)
        #: The last run that has ended.
        self.run: Run | None = None
        self.observation_space = gymnasium.spaces.Box(0.0, 1.0, self._shape, np.float32)
        self.action_space = gymnasium.spaces.Discrete(window)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode."""
        is_seeded = seed is not None or self._np_random is None
        super().reset(seed=seed)
        if is_seeded:
            self._native.seed(_drawn(self.np_random))
        rows, self._mask = np.empty(self._shape, np.float32), np.empty(len(self._mask), np.bool_)
        self._native.reset(_first(options), rows, self._mask)
        return rows, {"action_mask": self._mask}

    def step(
        self, action: np.int64
    ) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        """Choose the job in row `action`."""
        native = self._native
        if native.is_over:
            raise RuntimeError("the episode is over: call `reset` first")
        rows, mask = np.empty(self._shape, np.float32), np.empty(self._shape[0], np.bool_)
        reward = native.step(action, rows, mask)
        self._mask = mask
        info: dict[str, Any] = {"action_mask": mask}
        is_over = native.is_over
        if is_over:
            self.run = Run(native.finish())
            info["metrics"] = self.run.metrics
        return rows, reward, is_over, False, info

    def action_masks(self) -> Masks:
        """Whether each row has a job."""
        return self._mask.copy()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The rows in words, or machine and rows as a picture of 640 by 400 pixels: running jobs as long as
        what is left of their estimates and as high as their nodes, waiting ones as long as their estimates.
        """
        if self.render_mode is None:
            return None
        if self.render_mode == "rgb_array":
            return self._native.picture(640, 400)
        now, free, nodes = self._native.state
        lines = [f"{now} s: {free} of {nodes} nodes are free"]
        for index, job in enumerate(self._native.queue):
            fits = "fits" if job["fits"] else "waits"
            width = "1 node" if job["nodes"] == 1 else f"{job['nodes']} nodes"
            lines.append(f"{index:4}: {width} for {job['estimate']} s, {fits}")
        return "\n".join(lines)


class QueueVectorEnv(gymnasium.vector.VectorEnv[Observations, npt.NDArray[np.int64], Any]):
    """Many `QueueEnv` at once, which go on in threads of Rust: `gymnasium.make_vec(…, num_envs=64,
    vectorization_mode="vector_entry_point")`.

    What each does, draws and says is what a single one does with the same arguments and seed. With n
    environments observations have the shape (n, window, 6 or 8), actions, rewards and ends (n,), and
    `infos["action_mask"]` (n, window). An environment whose episode is over begins the next in the step
    after, in which its action is ignored and its reward is 0 (`AutoresetMode.NEXT_STEP`); its metrics
    are not among the infos. Each step makes arrays of its own.

    `threads` is the number of threads: as many as there are processors, if None. The other arguments are
    those of `QueueEnv`, without `render_mode`.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        scenario: str | os.PathLike[str] | _native.Scenario,
        *,
        window: int = 128,
        jobs: int | None = None,
        reward: str = "bounded_slowdown",
        backfill: bool = False,
        observation: str = "shares",
        threads: int | None = None,
        **parameters: Any,
    ):
        source = read(scenario, **parameters)
        episodes = _native.Episodes(source, window, jobs, reward, backfill, observation)
        self._native = _native.Environments(episodes, num_envs, threads)
        self.num_envs = num_envs
        self._shape = (num_envs, window, episodes.features)
        self._is_seeded = False
        batch = gymnasium.vector.utils.batch_space
        self.single_observation_space = gymnasium.spaces.Box(0.0, 1.0, self._shape[1:], np.float32)
        self.single_action_space = gymnasium.spaces.Discrete(window)
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode in each environment: with the seeds `seed`, `seed + 1` and so on, or those of
        a list. `options={"first": row}` is as in `QueueEnv`.
        """
        self._check_open()
        if isinstance(seed, (int, np.integer)):
            seeds: list[int | None] = [int(seed) + index for index in range(self.num_envs)]
        else:
            seeds = [None] * self.num_envs if seed is None else list(seed)
        if len(seeds) != self.num_envs:
            raise ValueError(f"{len(seeds)} seeds for {self.num_envs} environments: one each is wanted")
        drawn = [
            None if one is None and self._is_seeded else _drawn(seeding.np_random(one)[0])
            for one in seeds
        ]
        written = self._arrays()
        self._native.reset(drawn, [True] * self.num_envs, _first(options), written)
        self._is_seeded = True
        return written[0], self._infos(written[1])

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Observations, npt.NDArray[np.float64], Masks, Masks, dict[str, Any]]:
        """Choose the job in row `actions[i]` in environment i."""
        self._check_open()
        if not self._is_seeded:
            raise RuntimeError("no episode has begun: call `reset` first")
        array = np.asarray(actions)
        if not np.issubdtype(array.dtype, np.integer) or array.shape != (self.num_envs,):
            raise ValueError(
                f"actions of type {array.dtype} and shape {array.shape}: whole numbers of shape {(self.num_envs,)} are wanted"
            )
        written = self._arrays()
        self._native.step(np.ascontiguousarray(array, np.int64), written)
        rows, masks, rewards, ends = written
        return rows, rewards, ends, np.zeros(self.num_envs, np.bool_), self._infos(masks)

    def close_extras(self, **kwargs: Any) -> None:
        """Let threads and sessions go."""
        del self._native

    def _check_open(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environments are closed: make others")

    def _arrays(self) -> tuple[Observations, Masks, npt.NDArray[np.float64], Masks]:
        return (
            np.empty(self._shape, np.float32),
            np.empty(self._shape[:2], np.bool_),
            np.empty(self.num_envs, np.float64),
            np.empty(self.num_envs, np.bool_),
        )

    def _infos(self, masks: Masks) -> dict[str, Any]:
        return {"action_mask": masks, "_action_mask": np.ones(self.num_envs, np.bool_)}


def _drawn(random: np.random.Generator) -> int:
    """A seed of episodes."""
    return int(random.integers(2**63))


def _first(options: dict[str, Any] | None) -> int | None:
    """The row that an episode is to begin with."""
    unknown = sorted(set(options or ()) - {"first"})
    if unknown:
        raise ValueError(f"options {', '.join(map(str, unknown))}: 'first' is allowed")
    return None if options is None else options.get("first")


if "cosched/Queue-v1" not in gymnasium.registry:
    gymnasium.register(
        "cosched/Queue-v1",
        entry_point="cosched.environments:QueueEnv",
        vector_entry_point="cosched.environments:QueueVectorEnv",
    )
