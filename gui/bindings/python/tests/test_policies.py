"""Policies in Python decide as those in Rust do, and their mistakes are told."""

import signal
from pathlib import Path

import numpy as np
import pytest

import cosched

TRACES = Path(__file__).resolve().parents[5] / "shared" / "traces"
MODEL = (
    "(machine: Cluster(nodes: 64), seed: {seed}, policies: [Easy], "
    "workload: Lublin(jobs: 600, load: 1.0, estimates: UpTo(5)))"
)
SMALL = """(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
    (submit: 0, runtime: 10, nodes: 3), (submit: 1, runtime: 5, nodes: 4), (submit: 2, runtime: 3, nodes: 1),
]))"""


class Fcfs(cosched.Policy):
    def schedule(self, state):
        for job in state.queue:
            if job["nodes"] > state.free_nodes:
                return
            state.start(job["row"])


class Easy(cosched.Policy):
    """Aggressive backfilling: one reservation, for the head of the queue."""

    name = "EASY in Python"

    def schedule(self, state):
        queue, free = state.queue, state.free_nodes
        nodes = queue["nodes"].tolist()
        head = 0
        while head < len(nodes) and nodes[head] <= free:
            state.start(queue["row"][head])
            free -= nodes[head]
            head += 1
        if head == len(nodes) or free == 0:
            return
        # When the head can start by the estimates, and what is left over then.
        running = state.running
        order = np.argsort(running["ends"], kind="stable")
        ends, given = running["ends"][order], free + np.cumsum(running["nodes"][order])
        first = np.argmax(given >= nodes[head])
        shadow = ends[first]
        extra = int(given[np.searchsorted(ends, shadow, side="right") - 1]) - nodes[head]
        fits = np.nonzero(queue["nodes"] <= free)[0]
        for index in fits[fits > head].tolist():
            if nodes[index] > free:
                continue
            if queue["ends"][index] > shadow:
                if nodes[index] > extra:
                    continue
                extra -= nodes[index]
            state.start(queue["row"][index], "it does not delay the head")
            free -= nodes[index]


@pytest.mark.parametrize("seed", range(1, 6))
def test_fcfs_and_easy_are_ours_byte_for_byte(seed):
    runs = cosched.run(MODEL.format(seed=seed), ["fcfs", Fcfs, "easy", Easy, Easy()])
    assert runs[0].jobs_csv() == runs[1].jobs_csv()
    assert runs[2].jobs_csv() == runs[3].jobs_csv() == runs[4].jobs_csv()
    assert runs[0].jobs_csv() != runs[2].jobs_csv()
    labels = [run.label for run in runs]
    assert labels == ["FCFS", "Fcfs", "EASY", "EASY in Python", "EASY in Python 2"]


def test_easy_is_ours_on_a_real_log():
    path = next(TRACES.rglob("KTH-SP2*.swf.gz"), None)
    if path is None:
        pytest.skip("no KTH-SP2 beside the checkout")
    ours, theirs = cosched.run(path, ["easy", Easy])
    assert ours.jobs_csv() == theirs.jobs_csv()


def test_the_story_has_the_words_of_the_policy():
    run = cosched.run(SMALL, Easy)[0]
    assert run.jobs["started"].tolist() == [0, 10, 2]
    assert "it does not delay the head" in str(run.explain(3))


class Wakes:
    """Any class with the method will do."""

    def __init__(self):
        self.calls = 0

    def schedule(self, state):
        self.calls += 1
        if state.now < 100:
            state.wake(100)
            return
        for job in state.queue:
            if job["fits"] and job["nodes"] <= state.free_nodes:
                state.start(job["row"])


def test_a_policy_can_ask_to_be_called():
    policy = Wakes()
    run = cosched.run(SMALL, policy)[0]
    assert run.jobs["started"].tolist() == [100, 110, 100]
    assert policy.calls == 0, "each run has a copy"


def broken(schedule):
    return type("Broken", (), {"schedule": schedule})


def test_what_a_policy_raises_is_raised():
    def divides(self, state):
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        cosched.run(SMALL, broken(divides))
    # And nothing is left of it.
    assert cosched.run(SMALL, Fcfs)[0].jobs["started"].tolist() == [0, 10, 15]
    with pytest.raises(NotImplementedError, match="has no method `schedule"):
        cosched.run(SMALL, cosched.Policy)


@pytest.mark.parametrize(
    "schedule, sentence",
    [
        (lambda self, state: state.start(1), "the job in row 1 does not wait"),
        (lambda self, state: [state.start(0), state.start(0)] and None, "the job in row 0 does not wait"),
        (lambda self, state: [state.start(job) for job in state.queue["row"]] and None, "does not fit now, when"),
        (lambda self, state: state.wake(-5.0), "is not after now"),
        (lambda self, state: state.wake(float("nan")), "is not after now"),
        (lambda self, state: state.wake(state.now), "is not after now"),
        (lambda self, state: state.start(-1), "there is no row -1"),
    ],
)
def test_impossible_decisions_are_refused(schedule, sentence):
    with pytest.raises(cosched.Error, match=sentence):
        cosched.run(SMALL, broken(schedule))


def test_a_row_of_the_queue_is_a_job_too():
    def takes(self, state):
        for job in state.queue:
            if job["nodes"] <= state.free_nodes:
                state.start(job)

    assert cosched.run(SMALL, broken(takes))[0].jobs["started"].tolist() == [0, 10, 2]


def test_what_schedule_returns_is_not_lost_without_a_word():
    with pytest.raises(TypeError, match="jobs are started by"):
        cosched.run(SMALL, broken(lambda self, state: [0]))


def test_a_story_that_would_be_another_is_refused():
    class Moody:
        calls = 0

        def schedule(self, state):
            Moody.calls += 1
            for job in state.queue:
                if job["nodes"] <= state.free_nodes and (Moody.calls > 3 or job["row"] > 0):
                    state.start(job)

    run = cosched.run(SMALL, Moody)[0]
    with pytest.raises(cosched.Error, match="decided otherwise then"):
        run.explain(1)


def test_signals_are_raised_in_the_policy():
    # A process that was begun in the background ignores this signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupts(self, state):
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the signal was raised nowhere")

    try:
        with pytest.raises(KeyboardInterrupt):
            cosched.run(SMALL, broken(interrupts))
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_exception_says_which_policy_and_when():
    def fails(self, state):
        raise KeyError("x")

    with pytest.raises(KeyError) as caught:
        cosched.run(SMALL, ["easy", broken(fails)])
    notes = getattr(caught.value, "__notes__", ["in the policy Broken, called at 0 s"])
    assert notes == ["in the policy Broken, called at 0 s"]


def test_a_policy_that_starts_nobody_ends_with_a_sentence():
    with pytest.raises(cosched.Error, match="3 of 3 jobs wait for ever"):
        cosched.run(SMALL, broken(lambda self, state: None))


def test_a_state_is_of_no_use_later():
    kept = []

    def keeps(self, state):
        kept.append(state)
        if len(kept) > 1:
            kept[0].free_nodes

    with pytest.raises(cosched.Error, match="of a call of `schedule` that is over"):
        cosched.run(SMALL, broken(keeps))
    with pytest.raises(cosched.Error, match="of a call of `schedule` that is over"):
        kept[-1].start(0)


def test_a_state_is_of_no_use_in_another_run():
    kept = []

    def keeps(self, state):
        kept.append(state)
        Fcfs.schedule(self, state)

    cosched.run(SMALL, broken(keeps))
    for state in kept:
        with pytest.raises(cosched.Error, match="of a call of `schedule` that is over"):
            cosched.run(SMALL, broken(lambda self, _, state=state: state.start(0)))


def test_names_are_texts():
    for name in (5, "", " "):
        with pytest.raises(TypeError, match="a text is allowed"):
            cosched.run(SMALL, type("Named", (), {"schedule": Fcfs.schedule, "name": name}))

    class Broken(Fcfs):
        @property
        def name(self):
            raise KeyError("no name")

    with pytest.raises(KeyError):
        cosched.run(SMALL, Broken())


def test_what_is_no_policy_is_refused():
    for wrong in (3, object(), str):
        with pytest.raises(TypeError, match="is no policy"):
            cosched.run(SMALL, [wrong])


def test_sessions_choose_what_policies_start():
    scenario = MODEL.format(seed=7)
    session = cosched.Session(scenario)
    waited = 0.0
    while session.until_choice():
        fits = session.queue["fits"]
        if fits[0]:
            session.start(0)
        else:
            session.skip()
        waited += session.waited()
    fcfs = cosched.run(scenario, "fcfs")[0]
    chosen = session.finish()
    assert chosen.jobs_csv() == fcfs.jobs_csv()
    with pytest.raises(cosched.Error, match="somebody chose these starts"):
        chosen.explain(1)
    assert waited == pytest.approx(fcfs.jobs["wait"].sum())
    session.reset()
    states = []
    while session.until_choice(8) and len(states) < 50:
        session.start(int(session.queue["fits"].argmax()))
        states.append((session.snapshot(), session.now, session.queue.tolist()))
    for state, now, queue in reversed(states):
        session.restore(state)
        assert (session.now, session.queue.tolist()) == (now, queue)
    other = cosched.Session(scenario)
    with pytest.raises(cosched.Error, match="not of this session's experiment"):
        other.restore(states[0][0])
    with pytest.raises(cosched.Error, match="a window of 0 jobs"):
        session.until_choice(0)
    for wrong in (2.7, "1"):
        with pytest.raises(TypeError):
            session.start(wrong)
    with pytest.raises(cosched.Error, match="choice -1: choices are counted from 0"):
        session.start(-1)
    with pytest.raises(cosched.Error, match="choice 99"):
        session.start(99)
    with pytest.raises(cosched.Error, match="wait for ever"):
        session.finish()
