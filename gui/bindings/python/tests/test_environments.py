"""Environments for agents: what choosing in them comes to, seeds, masks, refusals."""

import copy
import pickle

import numpy as np
import pytest

import cosched

gymnasium = pytest.importorskip("gymnasium")

NAME = "cosched.environments:cosched/Queue-v1"
MONTH = """(machine: Cluster(nodes: 32), seed: 3, policies: [Fcfs],
    workload: Lublin(jobs: 300, load: 1.0, estimates: UpTo(4)))"""


def episode(env, choose, seed=None):
    """Observations, rewards and the run of an episode."""
    observation, info = env.reset(seed=seed)
    seen, rewards, is_over = [observation], [], False
    while not is_over:
        observation, reward, is_over, _, info = env.step(choose(observation, info))
        seen.append(observation)
        rewards.append(reward)
    run = env.unwrapped.run
    assert info["metrics"] == run.metrics and not info["action_mask"].any()
    return seen, rewards, run


def first(observation, info):
    return 0


def shortest(observation, info):
    return int(np.where(info["action_mask"], observation[:, 1], 2).argmin())


def test_the_first_each_time_is_fcfs():
    seen, rewards, chosen = episode(gymnasium.make(NAME, scenario=MONTH), first)
    run = cosched.run(MONTH, "fcfs")[0]
    assert chosen.jobs["started"].tolist() == run.jobs["started"].tolist()
    assert rewards[-1] == -run.metrics["mean_bounded_slowdown"]
    assert not any(rewards[:-1]) and len(rewards) == 300
    assert not seen[-1].any()


def test_backfilling_and_rewards():
    plain = episode(gymnasium.make(NAME, scenario=MONTH, reward="wait"), shortest)
    filled = gymnasium.make(NAME, scenario=MONTH, reward="wait", backfill=True)
    filled = episode(filled, shortest)
    assert filled[1][-1] == -filled[2].jobs["wait"].mean()
    # Jobs that are backfilled are not chosen.
    assert len(filled[1]) < len(plain[1]) == 300
    assert filled[1][-1] > plain[1][-1]
    used = episode(gymnasium.make(NAME, scenario=MONTH, reward="utilisation"), first)
    assert used[1][-1] == used[2].metrics["utilisation"]


def test_parts_are_jobs_that_follow_each_other_and_seeds_repeat():
    env = gymnasium.make(NAME, scenario=MONTH, jobs=40, window=16)
    assert env.unwrapped.run is None
    parts = [episode(env, first, seed) for seed in (1, 2, 1)]
    same = [np.array_equal(one, other) for one, other in zip(parts[0][0], parts[2][0])]
    assert all(same) and parts[0][1] == parts[2][1]
    assert parts[0][1] != parts[1][1]
    whole = cosched.jobs(MONTH).to_numpy()
    steps, runtimes = np.diff(whole["submitted"].astype("i8")), whole["runtime"].astype("i8")
    for _, _, run in parts:
        jobs = run.jobs
        part = np.round(np.diff(jobs["submitted"]) * 1e9).astype("i8")
        found = [
            at for at in range(261) if np.allclose(steps[at : at + 39], part, rtol=0, atol=1000)
        ]
        assert len(found) == 1
        spans = np.round((jobs["ended"] - jobs["started"]) * 1e9)
        assert np.allclose(spans, runtimes[found[0] : found[0] + 40], rtol=0, atol=1000)


def test_observations_by_hand():
    text = """(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 3600, nodes: 3), (submit: 0, runtime: 1200, nodes: 2)]))"""
    env = gymnasium.make(NAME, scenario=text, window=3, render_mode="ansi")
    observation, info = env.reset()
    rows = [[0, 0.5, 0.75, 1, 1, 1], [0, 0.25, 0.5, 1, 1, 1], [0] * 6]
    assert observation.tolist() == rows and info["action_mask"].tolist() == [True, True, False]
    assert env.render().splitlines()[2] == "   1: 2 nodes for 1200.0 s, fits"
    # A row without a job stands for the first.
    observation, *_ = env.step(2)
    assert observation.tolist() == [[0, 0.25, 0.5, 0, 0.25, 1], [0] * 6, [0] * 6]
    assert env.render().splitlines()[0] == "0.0 s: 1 of 4 nodes are free"
    assert env.step(0)[2]
    with pytest.raises(RuntimeError, match="call `reset` first"):
        env.unwrapped.step(0)


def test_pictures_show_what_runs_and_what_fits():
    text = """(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 3600, nodes: 3), (submit: 0, runtime: 1200, nodes: 2)]))"""
    env = gymnasium.make(NAME, scenario=text, window=3, render_mode="rgb_array")
    env.reset()
    before = env.render()
    assert before.shape == (400, 640, 3) and before.dtype == np.uint8
    # The ground is the same at the middle of the machine and near its top, until a job has three of four nodes.
    assert (before[200, 100] == before[30, 100]).all()
    env.step(0)
    after = env.render()
    assert (after[200, 100] != after[30, 100]).any()
    # The first row has a job that fits, then one that does not.
    assert (before[30, 380] != after[30, 380]).any()
    assert (after == env.render()).all() and after is not env.render()


def test_words_and_pictures_have_the_rows_of_the_observation():
    text = """(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 300, nodes: 1), (submit: 0, runtime: 200, nodes: 2), (submit: 0, runtime: 100, nodes: 4)]))"""
    env = gymnasium.make(NAME, scenario=text, window=2, observation="rlscheduler", render_mode="ansi")
    env.reset()
    # The shortest and that with the fewest nodes.
    rows = env.render().splitlines()[1:]
    assert rows == ["   0: 4 nodes for 100.0 s, fits", "   1: 1 node for 300.0 s, fits"]


def test_what_an_environment_says_can_be_sent():
    env = gymnasium.make(NAME, scenario=MONTH, jobs=3)
    env.reset(seed=1)
    said = [env.step(0) for _ in range(3)]
    copied = pickle.loads(pickle.dumps(copy.deepcopy(said)))
    assert copied[2][4]["metrics"] == said[2][4]["metrics"] and copied[2][2]


def test_the_checker_passes():
    from gymnasium.utils.env_checker import check_env

    for jobs in (None, 20):
        env = gymnasium.make(NAME, scenario=MONTH, window=8, jobs=jobs, render_mode="rgb_array")
        check_env(env.unwrapped)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"reward": "speed"}, "reward 'speed': bounded_slowdown, wait"),
        ({"window": 0}, "window 0: 1 and more"),
        ({"jobs": 301}, "jobs 301: 1 to 300"),
        ({"jobs": 0}, "jobs 0: 1 to 300"),
        ({"render_mode": "human"}, "'ansi'"),
    ],
)
def test_what_cannot_be_is_refused(arguments, sentence):
    from cosched.environments import QueueEnv

    with pytest.raises(ValueError, match=sentence):
        QueueEnv(MONTH, **arguments)


def test_actions_beyond_the_window_and_heads_of_sessions():
    from cosched.environments import QueueEnv

    env = QueueEnv(MONTH, window=4)
    env.reset()
    for action in (-1, 4, 0.5):
        with pytest.raises(ValueError, match="0 to 3 are allowed"):
            env.step(action)
    session = cosched.Session(MONTH)
    with pytest.raises(cosched.Error, match="0 jobs can be chosen"):
        session.choose(0)
    assert session.until_waiting() and session.free_nodes == session.nodes == 32
    assert session.choose(0) and len(session.queue) == 0


def test_a_head_that_never_fits_ends_the_episode():
    text = """(machine: Cluster(nodes: 4, outages: (events: [(at: 5, first: 0, count: 2, what: Down)])),
        policies: [Fcfs], workload: Jobs([(submit: 0, runtime: 2, nodes: 1), (submit: 9, runtime: 2, nodes: 4)]))"""
    env = gymnasium.make(NAME, scenario=text, window=2)
    env.reset()
    assert not env.step(0)[2]
    with pytest.raises(cosched.Error, match="for ever"):
        env.step(0)
    with pytest.raises(RuntimeError, match="is over"):
        env.step(0)
    with pytest.raises(ValueError, match="always in service"):
        gymnasium.make(NAME, scenario=text, jobs=1)
