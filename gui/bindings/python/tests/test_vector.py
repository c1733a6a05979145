"""Vectors of environments: what they do is what single ones do, and what they refuse."""

import numpy as np
import pytest

import cosched

gymnasium = pytest.importorskip("gymnasium")

from cosched.environments import QueueEnv, QueueVectorEnv  # noqa: E402

NAME = "cosched.environments:cosched/Queue-v1"
MONTH = """(machine: Cluster(nodes: 32), seed: 3, policies: [Fcfs],
    workload: Lublin(jobs: 300, load: 1.0, estimates: UpTo(4)))"""


def same_infos(infos, others):
    """Whether they say the same but for metrics, which vectors do not have."""
    names = {name for name in others if name.lstrip("_") != "metrics"}
    return names == set(infos) and all(np.array_equal(infos[one], others[one]) for one in names)


@pytest.mark.parametrize("observation", ["shares", "rlscheduler"])
def test_a_vector_of_64_equals_64_single_ones(observation):
    arguments = {"scenario": MONTH, "jobs": 20, "window": 8, "observation": observation}
    vector = gymnasium.make_vec(
        NAME, num_envs=64, vectorization_mode="vector_entry_point", **arguments
    )
    single = gymnasium.vector.SyncVectorEnv([lambda: QueueEnv(**arguments)] * 64)
    assert vector.metadata["autoreset_mode"] == single.metadata["autoreset_mode"]
    assert vector.observation_space == single.observation_space
    assert vector.action_space == single.action_space
    random, ends = np.random.default_rng(1), 0
    ours, theirs = vector.reset(seed=7), single.reset(seed=7)
    for step in range(100):
        assert np.array_equal(ours[0], theirs[0]) and same_infos(ours[-1], theirs[-1])
        if len(ours) == 5:
            assert all(np.array_equal(one, other) for one, other in zip(ours[1:4], theirs[1:4]))
            ends += ours[2].sum()
        if step == 50:
            ours, theirs = vector.reset(), single.reset()
            continue
        # Also rows without jobs.
        actions = random.integers(8, size=64)
        ours, theirs = vector.step(actions), single.step(actions)
    assert ends > 64
    vector.close()
    single.close()


def test_seeds_repeat_on_any_number_of_threads_and_arrays_are_kept():
    def steps(seed, threads):
        vector = QueueVectorEnv(5, MONTH, jobs=9, window=4, threads=threads)
        seen = [vector.reset(seed=seed)[0]]
        copies = [seen[0].copy()]
        for _ in range(40):
            seen.append(vector.step(np.zeros(5, np.int64))[0])
            copies.append(seen[-1].copy())
        # What was returned before is not written again.
        assert all(map(np.array_equal, seen, copies))
        return np.array(seen)

    first = steps([1, 2, 3, 4, 5], 1)
    assert np.array_equal(first, steps(1, 2))
    assert not np.array_equal(first, steps(2, 2))
    assert np.array_equal(first[:, 1:], steps(2, 3)[:, :-1])


def test_an_episode_may_begin_with_a_row():
    vector = QueueVectorEnv(2, MONTH, jobs=9, window=4)
    rows, _ = vector.reset(options={"first": 17})
    env = QueueEnv(MONTH, jobs=9, window=4)
    alone, _ = env.reset(options={"first": 17})
    assert np.array_equal(rows[0], alone) and np.array_equal(rows[1], alone)
    while not env.step(0)[2]:
        pass
    numbers = cosched.jobs(MONTH).to_numpy()["job"]
    assert env.run.jobs["job"].tolist() == numbers[17:26].tolist()
    for one in (env, vector):
        with pytest.raises(ValueError, match="first 292: episodes begin with the jobs in rows 0 to 291"):
            one.reset(options={"first": 292})
        with pytest.raises(ValueError, match="options last: 'first' is allowed"):
            one.reset(options={"last": 2})


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        (np.zeros(2, np.int64), r"shape \(2,\): whole numbers of shape \(3,\)"),
        (np.zeros(3), "type float64"),
        (["a", "b", "c"], "type <U1"),
        (0, r"shape \(\)"),
        ([0, 4, 0], "action 4: 0 to 3 are allowed"),
        ([0, 0, -1], "action -1: 0 to 3 are allowed"),
    ],
)
def test_wrong_actions_are_refused_and_nothing_goes_on(actions, sentence):
    vector, other = (QueueVectorEnv(3, MONTH, jobs=9, window=4) for _ in range(2))
    vector.reset(seed=1), other.reset(seed=1)
    with pytest.raises(ValueError, match=sentence):
        vector.step(actions)
    assert np.array_equal(vector.step([0, 1, 0])[0], other.step(np.array([0, 1, 0], np.int32))[0])


def test_what_cannot_be_is_refused():
    for arguments, sentence in [
        ({"num_envs": 0}, "0 environments: 1 and more"),
        ({"num_envs": -1}, "num_envs -1: no negative"),
        ({"threads": 0}, "0 threads: 1 and more"),
        ({"observation": "pixels"}, "observation 'pixels': shares, rlscheduler"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            QueueVectorEnv(**{"num_envs": 2, "scenario": MONTH, **arguments})
    vector = QueueVectorEnv(2, MONTH, jobs=9, window=4)
    with pytest.raises(RuntimeError, match="call `reset` first"):
        vector.step([0, 0])
    with pytest.raises(ValueError, match="3 seeds for 2 environments"):
        vector.reset(seed=[1, 2, 3])
    vector.reset()
    vector.close()
    vector.close()
    for call in (vector.reset, lambda: vector.step([0, 0])):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="are closed"):
            call()
