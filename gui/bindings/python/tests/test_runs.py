"""Runs from Python are those of the command line."""

import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cosched

ROOT = Path(__file__).resolve().parents[4]
TRACES = ROOT.parent / "shared" / "traces"
BY_HAND = sorted((ROOT / "fixtures" / "by_hand").rglob("*.ron"))
SMALL = """(machine: Cluster(nodes: 4), policies: [Fcfs, Easy], workload: Jobs([
    (submit: 0, runtime: 10, nodes: 3), (submit: 1, runtime: 5, nodes: 4), (submit: 2, runtime: 3, nodes: 1),
]))"""
MODEL = "(machine: Cluster(nodes: 64), workload: Lublin(jobs: 400, load: 0.9), policies: [Easy])"


def command_line(*arguments):
    command = [sys.executable, "-m", "cosched", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def program(*lines):
    """Run these lines in an interpreter of their own: status, output, errors."""
    command = [sys.executable, "-c", "\n".join(lines)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return ran.returncode, ran.stdout, ran.stderr


def test_there_are_fixtures():
    assert len(BY_HAND) > 80


@pytest.mark.parametrize("path", BY_HAND, ids=lambda path: path.stem)
def test_jobs_are_those_of_the_command_line_byte_for_byte(path, tmp_path):
    ran = command_line("run", "--quiet", "--out", tmp_path, path)
    try:
        runs = cosched.run(path)
    except cosched.Error as error:
        if "search" in str(error):
            pytest.skip("a search for windows of slots")
        assert ran.returncode != 0, ran.stderr
        assert str(error) in ran.stderr
        return
    assert ran.returncode == 0, ran.stderr
    written = sorted(file.read_text() for file in tmp_path.rglob("jobs.csv"))
    assert written == sorted(run.jobs_csv() for run in runs)


def test_results_are_found_by_name_and_hold_what_they_say():
    results = cosched.run(SMALL)
    assert [run.label for run in results] == ["FCFS", "EASY"]
    easy = results["EASY"]
    assert easy.jobs["started"].tolist() == [0, 10, 2]
    assert easy.jobs["nodes"].tolist() == [3, 4, 1]
    assert results["FCFS"].jobs["wait"].tolist() == [0, 9, 13]
    summary = results.summary()
    assert summary["policy"].tolist() == ["FCFS", "EASY"]
    mean = [name for name in summary if "wait" in name and "mean" in name][0]
    assert summary[mean].tolist() == pytest.approx([22 / 3, 3])
    assert not easy.jobs["killed"].any()
    with pytest.raises(KeyError, match="there are FCFS, EASY"):
        results["conservative"]
    assert results["easy"].label == "EASY" and "fcfs" in results
    lines = repr(results).splitlines()
    assert lines[0].split() == "policy mean wait mean response mean bounded slowdown utilisation".split()
    assert lines[1].split()[:2] == ["FCFS", "0:00:07"]
    assert "<td>EASY</td>" in results._repr_html_()
    assert [run.label for run in cosched.run(SMALL, ["easy", "easy"])] == ["EASY", "EASY 2"]
    assert "started" in str(easy.explain(3))
    with pytest.raises(cosched.Error, match="there is no job 9"):
        easy.explain(9)


def test_parameters_have_the_names_of_scenarios():
    wide = cosched.run(MODEL, "easy", nodes=128)[0]
    assert wide.nodes == 128
    assert cosched.run(MODEL, ["easy"], **{"workload.jobs": 10})[0].jobs["job"].size == 10
    with pytest.raises(cosched.Error, match="`colour`: a scenario has no parameter of that name"):
        cosched.run(MODEL, colour=3)
    with pytest.raises(cosched.Error, match="nodes = -3"):
        cosched.run(MODEL, nodes=-3)
    with pytest.raises(cosched.Error):
        cosched.run(MODEL, load=math.nan)
    with pytest.raises(TypeError, match="cannot be a parameter"):
        cosched.run(MODEL, load=object())
    assert cosched.run(MODEL, nodes=None)[0].nodes == 64
    assert cosched.run(MODEL, nodes=np.int32(80), kill_at_estimate=np.bool_(False))[0].nodes == 80
    upto = cosched.run(MODEL, estimates="UpTo(5)")[0]
    assert upto.digest != cosched.run(MODEL)[0].digest
    for wrong in ([], b"x", 3):
        with pytest.raises(TypeError, match="is no scenario"):
            cosched.run(wrong)
    assert len(cosched.run("// two\n" + SMALL, None)) == 2
    shortest = cosched.run(MODEL, "easy", order="ShortestEstimate")[0]
    assert shortest.digest != cosched.run(MODEL, "easy")[0].digest


def test_problems_say_where_they_are(tmp_path):
    file = tmp_path / "broken.ron"
    file.write_text("(machine: Cluster(nodes: 4),\n workload: Lublin(jobs: tenn), policies: [Easy])")
    with pytest.raises(cosched.Error) as caught:
        cosched.run(file)
    error = caught.value
    assert (Path(error.file), error.line) == (file, 2)
    assert isinstance(error.column, int) and f"{file}:2:{error.column}: " in str(error)
    with pytest.raises(FileNotFoundError, match="none.swf"):
        cosched.run(tmp_path / "none.swf")
    (tmp_path / "table.txt").write_text("no log\n")
    with pytest.raises(cosched.Error, match="table.txt"):
        cosched.run(tmp_path / "table.txt")
    with pytest.raises(cosched.Error, match="there is no policy `esy` .is `easy` meant..; there are fcfs, easy"):
        cosched.run(SMALL, "esy")


def test_without_pandas_only_frames_are_missed(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    run = cosched.run(SMALL)["EASY"]
    assert run.jobs["wait"].sum() == 9
    with pytest.raises(ImportError):
        run.to_pandas()


def test_recorded_is_found_by_its_name_wherever_it_stands():
    path = TRACES / "KTH-SP2-1996-2.1-cln.swf.gz"
    if not path.exists():
        pytest.skip("no KTH-SP2 beside the checkout")
    last = cosched.run(path, ["easy", "recorded"])
    assert last["EASY"].digest == cosched.run(path, "easy")[0].digest
    assert last[1].metrics["mean_wait"] != last[0].metrics["mean_wait"]
    assert [run.label for run in last] == ["EASY", "As recorded"]


def test_frames_have_spans():
    pandas = pytest.importorskip("pandas")
    frame = cosched.run(SMALL)["EASY"].to_pandas()
    assert frame["wait"].dt.total_seconds().tolist() == [0, 9, 0]
    table = cosched.run(SMALL).to_pandas()
    assert table.index.tolist() == ["FCFS", "EASY"]
    assert isinstance(table, pandas.DataFrame)


def test_dates_are_those_of_the_log():
    pandas = pytest.importorskip("pandas")
    path = next(TRACES.rglob("KTH-SP2*.swf.gz"), None)
    if path is None:
        pytest.skip("no KTH-SP2 beside the checkout")
    run = cosched.run(path, "easy", schedule=False)[0]
    frame = run.to_pandas()
    assert str(frame["submitted"].dt.tz) == "Europe/Stockholm"
    # The head of the log: UnixStartTime: 843480031.
    begins = pandas.Timestamp(frame["submitted"].iloc[0]).timestamp()
    assert begins - run.jobs["submitted"][0] == 843480031
    assert len(frame) > 28_000


def test_the_command_line_is_in_the_package(tmp_path):
    assert "cosched" in command_line("--version").stdout
    file = tmp_path / "small.ron"
    file.write_text(SMALL)
    ran = command_line("run", file)
    assert ran.returncode == 0 and "EASY" in ran.stdout
    wrong = command_line("run", tmp_path / "none.ron")
    assert wrong.returncode == 2 and "none.ron" in wrong.stderr
    assert command_line("frobnicate").returncode == 2


def test_ctrl_c_ends_a_long_run():
    program = (
        "import cosched, signal, sys\n"
        # A process that was begun in the background ignores this signal.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "text = '(machine: Cluster(nodes: 64), workload: Lublin(jobs: 2000000, load: 1.5), policies: [Conservative])'\n"
        "print('begun', flush=True)\n"
        "cosched.run(text)\n"
    )
    ran = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert ran.stdout.readline() == "begun\n"
    os.kill(ran.pid, signal.SIGINT)
    _, errors = ran.communicate(timeout=300)
    assert "KeyboardInterrupt" in errors


LONG = "text = '(machine: Cluster(nodes: 64), workload: Lublin(jobs: 300000, load: 0.9))'"


def test_the_interpreter_can_end_in_the_middle_of_a_run():
    status, output, errors = program(
        "import cosched, threading",
        "begun = threading.Event()",
        "class Never:",
        "    def schedule(self, state):",
        "        begun.set()",
        "        if state.waiting > 1_000_000: state.start(0)",
        LONG,
        "threading.Thread(target=lambda: cosched.run(text, Never), daemon=True).start()",
        "begun.wait()",
        "print('ends', flush=True)",
    )
    assert (status, output) == (0, "ends\n"), errors


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_copy_of_the_process_ends_though_a_run_was_at_work():
    status, output, errors = program(
        "import cosched, os, sys, threading, time",
        LONG,
        "threading.Thread(target=lambda: cosched.run(text, 'conservative'), daemon=True).start()",
        "time.sleep(0.2)",
        "child = os.fork()",
        "if child == 0: sys.exit(7)",
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)",
    )
    assert (status, output) == (0, "7\n"), errors


def test_a_policy_that_does_not_end_does_not_keep_the_interpreter():
    _, output, errors = program(
        "import cosched, threading, time",
        "begun = threading.Event()",
        "class Blocks:",
        "    def schedule(self, state):",
        "        begun.set()",
        "        time.sleep(1_000_000)",
        LONG.replace("300000", "300"),
        "threading.Thread(target=lambda: cosched.run(text, Blocks), daemon=True).start()",
        "begun.wait()",
        "print('ends', flush=True)",
    )
    assert output == "ends\n", errors


def test_arrays_cannot_be_written_to():
    jobs = cosched.run(SMALL)[0].jobs
    with pytest.raises(ValueError):
        jobs["started"][0] = 5
    assert isinstance(jobs["started"], np.ndarray)


def test_policies_are_listed():
    names = [name for name, _ in cosched.policies()]
    assert names[:2] == ["fcfs", "easy"]
    assert all(cosched.read(SMALL).run([name], False) for name in ("fcfs", "easy", "conservative"))


@pytest.mark.parametrize(
    ("parameters", "sentence"),
    [
        ({"nodes": "48"}, 'nodes = "48": a number is wanted'),
        ({"seed": 1.5}, "seed = 1.5: a whole number is wanted, not 1.5"),
        ({"seed": -1}, "-1 is too small"),
        ({"order": "shortest_estimate"}, r"there is no `shortest_estimate` \(is `ShortestEstimate` meant\?\); there are"),
        ({"order": "ShortestEstimat"}, r"\(is `ShortestEstimate` meant\?\)"),
        ({"order": "two words"}, "a name is wanted"),
    ],
)
def test_values_that_cannot_be_are_refused_in_plain_words(parameters, sentence):
    with pytest.raises(cosched.Error, match=sentence):
        cosched.read(MODEL, **parameters)


def test_a_scenario_is_shown_by_its_name_and_has_its_text():
    scenario = cosched.read(MODEL)
    assert repr(scenario).startswith("<cosched.Scenario ") and "\n" not in repr(scenario)
    assert str(cosched.read(str(scenario))) == str(scenario)
