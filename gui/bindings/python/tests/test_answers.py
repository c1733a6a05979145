"""Answers about runs: comparisons, what-ifs, predictions, figures, the health of a log."""

import csv
import datetime
import xml.etree.ElementTree as xml
from pathlib import Path

import numpy as np
import pytest

import cosched
from cosched._native import command_line

SHARED = Path(__file__).resolve().parents[5] / "shared"
# Waits by hand: under FCFS 0, 9 and 13 s, under EASY 0, 9 and 0 s; everybody at once on 8 nodes.
SMALL = """(machine: Cluster(nodes: 4), policies: [Fcfs, Easy], workload: Jobs([
    (submit: 0, runtime: 10, nodes: 3), (submit: 1, runtime: 5, nodes: 4), (submit: 2, runtime: 3, nodes: 1),
]))"""


def log(name):
    path = next((SHARED / "traces").rglob(name), None)
    if path is None:
        pytest.skip(f"no {name} beside the checkout")
    return path


def test_the_same_jobs_are_compared():
    compared = cosched.run(SMALL).compare("fcfs").to_numpy()
    assert compared["policy"].tolist() == ["EASY"] * 3
    assert compared["measure"].tolist() == ["wait", "response", "bounded slowdown"]
    assert compared["before"][:2] == pytest.approx([22 / 3, 40 / 3])
    assert compared["after"][:2] == pytest.approx([3, 9])
    assert compared["change"][:2] == pytest.approx([9 / 22 - 1, 27 / 40 - 1])
    assert [compared[name][0] for name in ("lower", "higher", "same")] == [1, 0, 2]
    # Three jobs are too few for an interval, and it is said.
    assert np.isnan(compared["low"]).all() and compared["no_interval"][0].startswith("too short")
    # The other way round, and as a function.
    back = cosched.compare(SMALL, ["easy", "fcfs"]).to_numpy()
    assert back["change"][0] == pytest.approx(22 / 9 - 1)
    with pytest.raises(cosched.Error, match="no other run"):
        cosched.compare(SMALL, "easy")


def test_groups_are_compared_as_well():
    table = cosched.run(log("KTH-SP2*.swf.gz"), ["fcfs", "easy"]).compare(groups=True).to_numpy()
    of_users = (table["by"] == "user") & (table["measure"] == "wait")
    everybody = (table["by"] == "everybody") & (table["measure"] == "wait")
    assert table["jobs"][of_users].sum() == table["jobs"][everybody][0] == 28467
    assert of_users.sum() == 214


def test_results_are_said_in_words():
    results = cosched.run(SMALL)
    # The means by hand: 22/3 and 3 s.
    assert "7.33" in results.in_words() and "EASY" in results.in_words()
    assert results.in_words() in str(results)
    assert results.in_words("easy") != results.in_words()
    assert results["EASY"].fit is None


def test_a_simulation_says_how_it_fits_its_log(tmp_path):
    # Recorded waits of 0, 19 and 0 s; by FCFS on one node they are 0, 9 and 8: means 19/3 and 17/3.
    path = tmp_path / "small.swf"
    rows = [(1, 0, 0, 10), (2, 1, 19, 5), (3, 7, 0, 3)]
    path.write_text("; MaxProcs: 1\n" + "".join(
        f"{number} {submit} {wait} {runtime} 1 -1 -1 1 {runtime} -1 1 7 1 -1 1 -1 -1 -1\n"
        for number, submit, wait, runtime in rows
    ))
    fit = cosched.run(path, "fcfs")[0].fit
    row = {name: column[0] for name, column in fit.table.to_numpy().items()}
    assert row["jobs"] == 3
    assert (row["recorded"], row["simulated"]) == pytest.approx((19 / 3, 17 / 3))
    assert len(fit.sentences) == 2 and "<svg" in fit.figure.svg()
    assert cosched.run(path, "recorded")[0].fit is None


def test_what_another_machine_would_have_done():
    answer = cosched.whatif(SMALL, "fcfs", nodes=8)
    row = {name: column[0] for name, column in answer.table.to_numpy().items()}
    assert (row["by"], row["measure"], row["jobs"]) == ("everybody", "wait", 3)
    assert row["before"] == pytest.approx(22 / 3) and row["after"] == 0
    assert "nodes=8" in str(answer)
    assert "<svg" in answer.figure.svg()
    run = cosched.run(SMALL, "fcfs")[0]
    changed = run.whatif(changes={"policy": "easy"}).to_pandas()
    assert changed["after"][0] == pytest.approx(3)
    for refused, said in [({"nodse": 8}, "is `nodes` meant"), ({"nodes": 2}, "no job|wider|nodes")]:
        with pytest.raises(cosched.Error, match=said):
            run.whatif(changes=refused)
    with pytest.raises(TypeError, match="a change is wanted"):
        run.whatif()
    with pytest.raises(cosched.Error, match="one policy is wanted, and here are FCFS, EASY"):
        cosched.whatif(SMALL, nodes=8)


def test_starts_are_predicted_as_on_the_command_line(tmp_path):
    path, out = log("KTH-SP2*.swf.gz"), tmp_path / "starts.csv"
    arguments = ["predict", str(path), "--policy", "easy", "--at", "60d", "--out", str(out), "--quiet"]
    arguments += ["--draws", "40", "--instants", "6"]
    few = {"draws": 40, "instants": 6}
    assert command_line(["cosched", *arguments]) == 0
    with open(out) as rows:
        theirs = list(csv.DictReader(rows))
    run = cosched.run(path, "easy")[0]
    ours = run.predict("60d", **few).table.to_numpy()
    assert len(theirs) > 10
    # Second 0 of the log, in UTC.
    begin = np.datetime64("1996-09-23T12:00:31")
    for name in theirs[0]:
        texts = [row[name] for row in theirs]
        if name in ("p5", "median", "p95"):
            assert ((ours[name] - begin) / np.timedelta64(1, "s")).tolist() == [float(one) for one in texts], name
        elif name in ("waited", "estimate"):
            assert (ours[name] / np.timedelta64(1, "s")).tolist() == [float(one) for one in texts], name
        else:
            assert texts == [("" if one is None else str(one)) for one in ours[name].tolist()], name
    # The same instant, however it is written; the log's clock began on 23 September 1996.
    same = [60 * 86400, datetime.timedelta(days=60), datetime.datetime(1996, 11, 22, 13, 0, 31)]
    zone = datetime.timezone(datetime.timedelta(hours=1))
    same.append(datetime.datetime(1996, 11, 22, 13, 0, 31, tzinfo=zone))
    same += [np.datetime64("1996-11-22T13:00:31"), np.timedelta64(60, "D")]
    for at in same:
        assert run.predict(at, **few).table.to_numpy()["p95"].tolist() == ours["p95"].tolist(), at


def test_a_prediction_stays_within_what_is_known():
    # The first job has the machine until 10 at the latest; then the second starts.
    text = """(machine: Cluster(nodes: 4), policies: [Easy], workload: Jobs([
        (submit: 0, runtime: 6, estimate: 10, nodes: 4), (submit: 1, runtime: 5, nodes: 4),
    ]))"""
    answer = cosched.predict(text, at=5)
    row = {name: column[0] for name, column in answer.table.to_numpy().items()}
    assert (row["job"], row["waited"]) == (2, np.timedelta64(4, "s"))
    quantiles = [row[name] / np.timedelta64(1, "s") for name in ("p5", "median", "p95")]
    assert 5 <= quantiles[0] <= quantiles[1] <= quantiles[2] <= 10
    held = cosched.run(text)[0].calibration(instants=4).to_numpy()
    assert held["nominal"].tolist() == [0.25, 0.5, 0.75, 0.8, 0.9, 0.95]
    with pytest.raises(cosched.Error, match="no instant"):
        cosched.predict(text, at="tomorrow")
    run = cosched.run(text)[0]
    for wrong in [{"draws": 0}, {"draws": -1}, {"instants": 1}]:
        with pytest.raises(cosched.Error, match="is not allowed: a whole number from"):
            run.predict(5, **wrong)
    with pytest.raises(TypeError, match="None is no instant"):
        run.predict(None)
    with pytest.raises(cosched.Error, match="phases=0 is not allowed"):
        run.whatif(nodes=8, phases=0)
    with pytest.raises(cosched.Error, match="not predicted under this policy"):
        cosched.predict(text, "gang", at=5)


def test_a_log_is_inspected(tmp_path):
    path = tmp_path / "small.swf"
    path.write_text("; MaxProcs: 4\n" + "".join(
        f"{number} {number} 0 {runtime} 1 -1 -1 1 5 -1 1 7 1 -1 1 -1 -1 -1\n"
        for number, runtime in [(1, 5), (2, 5), (3, 0)]
    ))
    health = cosched.inspect(path)
    assert "jobs that ran for no time: 1" in health.sections["What cannot be"]
    assert "3 lines" in str(health) and "<li>" in health._repr_html_()
    with pytest.raises(cosched.Error, match="^no log and no accounting"):
        cosched.inspect(SMALL)


def test_figures_are_shown_written_and_drawn(tmp_path):
    results = cosched.run(SMALL)
    for figure in (results.figure(), results.figure("queue"), results["EASY"].figure()):
        assert xml.fromstring(figure.svg()).tag.endswith("svg")
        figure.save(tmp_path / "it.pdf", size=(120, 80))
        assert (tmp_path / "it.pdf").read_bytes().startswith(b"%PDF")
    assert results["EASY"]._repr_svg_() == results["EASY"].figure().svg()
    # How many wait, by hand: one from 1 on, from 2 to 10 two under FCFS.
    results.figure("queue").save(tmp_path / "queue.csv")
    assert "FCFS" in (tmp_path / "queue.csv").read_text()
    for wrong, said in [
        (lambda: results.figure("wiat"), "there is no figure `wiat`; there are wait"),
        (lambda: results[0].figure("size"), "there is no colour by size"),
        (lambda: results.figure().save(tmp_path / "it.bmp"), "the name must end so"),
        (lambda: results[0].figure().plot(), "a schedule has no curves"),
    ]:
        with pytest.raises(cosched.Error, match=said):
            wrong()
    with pytest.raises(FileNotFoundError):
        results.figure().save(tmp_path / "none" / "it.pdf")
    assert repr(results[0].figure()) == "<cosched.Figure: schedule>"


def test_matplotlib_draws_the_curves():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = cosched.run(SMALL).plot("queue")
    labels = [line.get_label() for line in axes.get_lines()]
    assert labels == ["FCFS", "EASY"]
    at, waiting = axes.get_lines()[0].get_data()
    # Under FCFS the second waits from 1 to 10, the third from 2 to 15.
    assert max(waiting) == 2 and waiting[list(at).index(10.0)] == 1


def test_a_run_is_saved_and_opened(tmp_path):
    run = cosched.run(SMALL, ["fcfs", "easy"])["EASY"]
    saved = cosched.save(run, tmp_path / "again.ron")
    assert saved.read_text() == cosched.save(run.scenario, tmp_path / "same.ron").read_text()
    assert len(cosched.run(cosched.save(SMALL, tmp_path / "text.ron"))) == 2
    again = cosched.run(saved)
    assert [one.label for one in again] == ["EASY"] and again[0].digest == run.digest
    # A log is found from anywhere.
    log = tmp_path / "here" / "small.swf"
    log.parent.mkdir()
    log.write_text("; MaxProcs: 4\n1 1 0 5 1 -1 -1 1 5 -1 1 7 1 -1 1 -1 -1 -1\n")
    saved = cosched.save(cosched.run(log, "easy")[0].scenario, tmp_path / "log.ron")
    assert cosched.run(saved)[0].jobs["nodes"].tolist() == [1]
    # A program in the place of the window copies what it is to open.
    program = tmp_path / "window"
    program.write_text(f'#!/bin/sh\ncp "$1" "{tmp_path}/opened.ron"\n')
    program.chmod(0o755)
    assert run.open(program).wait() == 0
    assert cosched.run(tmp_path / "opened.ron")[0].digest == run.digest
    with pytest.raises(cosched.Error, match="the name must end in .ron"):
        cosched.save(run.scenario, tmp_path / "again.txt")


def test_a_policy_in_python_is_of_no_scenario(monkeypatch):
    class Nothing(cosched.Policy):
        def schedule(self, state):
            for job in state.queue[state.queue["fits"]][:1]:
                state.start(job)

    with pytest.raises(cosched.Error, match="its policy is in Python"):
        cosched.run(SMALL, Nothing)[0].open()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(cosched.Error, match="no `cosched` with a window"):
        cosched.run(SMALL, "easy")[0].open()


def test_measured_decisions_are_validated():
    runs = sorted((SHARED / "slurm" / "runs").glob("*.csv"))
    if not runs:
        pytest.skip("no measured runs beside the checkout")
    found = cosched.validate(runs[0].with_suffix(""))
    assert 0 < found["planned"] <= found["planned_by_slurm"]
    assert found["started"] <= found["started_by_slurm"]


def test_other_jobs_of_a_model_are_said():
    model = cosched.generate(jobs=200, nodes=64, estimates="UpTo(5)")
    answer = cosched.whatif(model, "easy", nodes=48)
    assert "as the model draws others for another machine" in str(answer)
    assert "others for another machine" not in str(cosched.whatif(model, "easy", order="ShortestEstimate"))
    assert "Mean wait:" in str(answer)


def test_names_that_are_not_there_are_refused_with_those_that_are():
    run = cosched.run(SMALL, "easy")[0]
    with pytest.raises(KeyError, match="there is no `mean_wiat`; there are .*mean_wait"):
        run.metrics["mean_wiat"]
    with pytest.raises(KeyError, match="there is no `waits`; there are job, "):
        run.jobs["waits"]
    with pytest.raises(cosched.Error, match="job=-1 is not allowed"):
        run.explain(-1)
    with pytest.raises(TypeError, match="None is no run"):
        cosched.run(SMALL).compare(None)


def test_names_that_are_near_are_said():
    with pytest.raises(cosched.Error, match=r"no policy `esay` \(is `easy` meant\?\)"):
        cosched.run(SMALL, "esay")
    with pytest.raises(cosched.Error, match=r"is `load` meant"):
        cosched.read(SMALL, laod=1)
