"""Scenarios from dicts and to them, and policies with parameters of their own."""

import math
from pathlib import Path

import numpy as np
import pytest

import cosched

FIXTURES = Path(__file__).parents[4] / "fixtures"
SMALL = """(machine: Cluster(nodes: 4), policies: [Fcfs], workload: Jobs([
    (submit: 0, runtime: 100, nodes: 4, user: "ann"), (submit: 1, runtime: 90, nodes: 4, user: "bob"),
    (submit: 2, runtime: 10, nodes: 4, user: "ann")]),
    variants: [(policy: Easy, label: "Short", parameters: (order: ShortestEstimate))])"""


def test_a_dict_is_a_scenario():
    said = {
        "machine": {"Cluster": {"nodes": 4}},
        "policies": ["Fcfs", "Easy"],
        "workload": {"Jobs": [{"submit": 0, "runtime": 10, "nodes": np.int64(4)}, {"submit": 1, "runtime": 5, "nodes": 1}]},
    }
    assert cosched.run(said)["EASY"].jobs["started"].tolist() == [0, 10]
    assert cosched.run(said, ["easy"], nodes=8)[0].jobs["started"].tolist() == [0, 1]
    with pytest.raises(cosched.Error, match="missing field `workload`"):
        cosched.read({"machine": {"Cluster": {"nodes": 4}}})
    with pytest.raises(cosched.Error, match="unknown variant `Eazy`"):
        cosched.read({**said, "policies": ["Eazy"]})
    with pytest.raises(ValueError, match="not JSON compliant"):
        cosched.read({**said, "seed": math.nan})


def test_a_frame_is_a_list_of_jobs():
    pandas = pytest.importorskip("pandas")
    jobs = pandas.DataFrame({"submit": [0, 1], "runtime": [10, 5], "nodes": [4, 1]})
    said = {"machine": {"Cluster": {"nodes": 4}}, "workload": {"Jobs": jobs}, "policies": ["Fcfs"]}
    assert cosched.run(said)[0].jobs["started"].tolist() == [0, 10]


def scenarios():
    for path in sorted(FIXTURES.rglob("*.ron")):
        try:
            yield path, cosched.read(path)
        except cosched.Error:
            continue  # of several cases, or a search for windows


def test_json_says_the_same():
    found = list(scenarios())
    assert len(found) > 20
    for path, scenario in found:
        assert str(cosched.Scenario.from_json(scenario.json())) == str(scenario), path


def test_a_policy_has_parameters_of_its_own():
    class Idle(cosched.Policy):
        def schedule(self, state):
            for job in state.queue[state.queue["fits"]][:1]:
                state.start(job)

    order = {"order": "ShortestEstimate"}
    results = cosched.run(SMALL, ["easy", ("easy", order), ("easy", order, "mine"), "Short", (Idle, {})])
    assert [run.label for run in results] == ["EASY", "easy (order=ShortestEstimate)", "mine", "Short", "Idle"]
    # Of the two that wait, the shorter one is first, but under plain EASY.
    starts = [run.jobs["started"].tolist() for run in results]
    assert starts[0] == starts[4] == [0, 100, 190] and starts[1] == starts[2] == starts[3] == [0, 110, 100]
    assert cosched.run(SMALL, ("easy", order))[0].jobs["started"].tolist() == starts[1]
    with pytest.raises(cosched.Error, match="no parameters of a policy"):
        cosched.run(SMALL, [("easy", {"nodes": 8})])
    with pytest.raises(TypeError, match="a pair of a policy and a dict"):
        cosched.run(SMALL, [("easy", 3)])
    with pytest.raises(cosched.Error, match="there is no `SJF`"):
        cosched.run(SMALL, [("easy", {"order": "SJF"})])
    with pytest.raises(TypeError, match="names of published policies are allowed"):
        cosched.sweep(SMALL, [("easy", order)], over={"nodes": [4]})


def test_runs_are_put_together():
    both = cosched.run(SMALL, "fcfs") + cosched.run(SMALL, ("easy", {"order": "ShortestEstimate"}, "short"))
    assert [run.label for run in both] == ["FCFS", "short"] and len(both.compare()) > 0
    with pytest.raises(IndexError, match="there are 2"):
        both[2]


def test_a_policy_knows_whose_jobs_they_are():
    class Seen(cosched.Policy):
        seen: list = []

        def schedule(self, state):
            Seen.seen += [(int(job["row"]), int(job["user"]), int(job["number"])) for job in state.queue]
            for job in state.queue[state.queue["fits"]][:1]:
                state.start(job)

    cosched.run(SMALL, Seen)
    known = {row: (user, number) for row, user, number in Seen.seen}
    assert [known[row][1] for row in range(3)] == [1, 2, 3]
    assert known[0][0] == known[2][0] != known[1][0] >= 0
    columns = cosched.run(SMALL)[0].to_numpy()
    assert columns["user"].tolist() == ["ann", "bob", "ann"]
    assert (columns["runtime"] / np.timedelta64(1, "s")).tolist() == [100, 90, 10]
    assert np.isnat(columns["recorded_wait"]).all()


def test_names_of_published_policies_are_theirs():
    class Mine(cosched.Policy):
        name = "EASY"

    with pytest.raises(cosched.Error, match="is the name of a published policy"):
        cosched.run(SMALL, [Mine])
    with pytest.raises(TypeError, match="is `policies` meant"):
        cosched.run(SMALL, polices=["easy"])


def test_long_stories_are_shortened():
    from cosched.results import Story

    events = [(f"{at} s", f"event {at}") for at in range(30)]
    lines = str(Story(2, "EASY", events)).splitlines()
    assert len(lines) == 18 and "14 more, in `events`" in lines[9]
    assert lines[8].endswith("event 7") and lines[10].endswith("event 22") and lines[-1].endswith("event 29")
    assert len(str(Story(2, "EASY", events[:17])).splitlines()) == 18
