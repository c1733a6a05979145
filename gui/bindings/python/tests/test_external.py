"""A policy as a program beside cosched decides as it does in Python."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from test_policies import MODEL, TRACES, Easy

import cosched
from cosched.external import load, serve

TESTS = str(Path(__file__).resolve().parent)
MINE = f"import sys\nsys.path.insert(0, {TESTS!r})\nfrom test_policies import Easy, Fcfs\n"
MAINTAINED = """(machine: Cluster(nodes: 16, outages: (
        maintenance: [(from: 20000, until: 50000, first: 2, count: 9)],
        events: [(at: 60000, first: 0, count: 5, what: Down), (at: 90000, first: 0, count: 5, what: Up)])),
    policies: [Easy], seed: 4, workload: Lublin(jobs: 120, load: 0.8, estimates: UpTo(3)))"""


def command_line(folder, scenario, *arguments):
    """Run a scenario or a log by the command line in `folder`, where the policies are those of `mine`."""
    if isinstance(scenario, str):
        (folder / "scenario.ron").write_text(scenario)
        scenario = "scenario.ron"
    (folder / "mine.py").write_text(MINE)
    command = [sys.executable, "-m", "cosched", "run", str(scenario), *arguments]
    command += ["--quiet", "--out", "out"]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


def external(name):
    return ["--policy", "easy", "--external", f"{sys.executable} -m cosched.external mine:{name}"]


def outcomes(folder):
    """The jobs of each policy in the results of a folder."""
    return [path.read_text() for path in sorted((folder / "out").rglob("jobs.csv"))]


@pytest.mark.parametrize("name", ["Easy", "Fcfs"])
def test_it_decides_as_in_python(tmp_path, name):
    scenario = MODEL.format(seed=3)
    command_line(tmp_path, scenario, *external(name))
    ours = cosched.run(scenario, name.lower())[0].jobs_csv()
    found = outcomes(tmp_path)
    assert len(found) == 2 and ours in found
    if name == "Easy":
        assert found[0] == found[1] == ours


def test_a_real_log_of_5000_jobs(tmp_path):
    path = next(TRACES.rglob("KTH-SP2*.swf.gz"), None)
    if path is None:
        pytest.skip("no KTH-SP2 beside the checkout")
    command_line(tmp_path, path, "--jobs", "5000", *external("Easy"))
    found = outcomes(tmp_path)
    assert len(found) == 2 and found[0] == found[1]


def test_jobs_that_fail_or_run_into_maintenance_wait_again(tmp_path):
    command_line(tmp_path, MAINTAINED, *external("Fcfs"))
    assert len(outcomes(tmp_path)) == 2


def messages(*rest):
    first = {"cosched": 1, "nodes": 4, "kill_at_estimate": True, "maintenance": []}
    empty = {"out_of_service": 0, "ended": [], "returned": [], "refused": [], "submitted": []}
    return [json.dumps(first), *(json.dumps({**empty, **one}) for one in rest)]


def test_what_is_told_and_answered():
    class Mine:
        def schedule(self, state):
            self.seen = state.queue.tolist(), state.running.tolist(), state.free_nodes
            with pytest.raises(ValueError, match="read-only"):
                state.queue["nodes"][0] = 1
            with pytest.raises(ValueError, match="job 2, which asks for 4 nodes, does not fit"):
                state.start(2)
            state.start(state.queue[1], "it is short")
            with pytest.raises(ValueError, match="job 3 does not wait"):
                state.start(3)
            state.wake(300.5)
            with pytest.raises(ValueError, match="not after now"):
                state.wake(120.5)
            print("this is no answer")

    jobs = [
        {"job": 2, "submit": 100.25, "nodes": 4, "estimate": 60, "number": 8, "user": 5, "queue": None},
        {"job": 3, "submit": 120.5, "nodes": 1, "estimate": 0.1},
    ]
    policy, answers = Mine(), io.StringIO()
    serve(policy, messages({"now": 120.5, "free": 3, "submitted": jobs}), answers)
    queue = [
        (2, 4, 100.25, 60.0, 180.5, False, 8, 5, -1, -1),
        (3, 1, 120.5, 0.1, 120.6, True, -1, -1, -1, -1),
    ]
    assert policy.seen == (queue, [], 3)
    start = {"job": 3, "why": "it is short", "passed": 2}
    assert [json.loads(line) for line in answers.getvalue().splitlines()] == [
        {},
        {"start": [start], "wake": 300.5},
    ]


def test_other_words_are_refused():
    with pytest.raises(ValueError, match="not the first line"):
        serve(Easy(), ['{"now": 1}\n'], io.StringIO())
    for name in ("mine", ":Mine", "mine:"):
        with pytest.raises(ValueError, match="names no policy"):
            load(name)
    with pytest.raises(TypeError, match="is no policy"):
        load("json:JSONDecoder")
    called = subprocess.run([sys.executable, "-m", "cosched.external"], capture_output=True)
    assert called.returncode == 2 and b"usage" in called.stderr


def test_a_scenario_may_name_the_program(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    command = json.dumps([sys.executable, "-m", "cosched.external", "mine:Easy"])
    text = f"(machine: Cluster(nodes: 16), policies: [Easy, External(command: {command})], workload: Lublin(jobs: 60, load: 0.8))"
    ours, theirs = cosched.run(text)
    assert theirs.jobs["started"].tolist() == ours.jobs["started"].tolist()
