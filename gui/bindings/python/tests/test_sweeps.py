"""Sweeps: the same runs one by one, in processes, on a cluster, and with workers that die."""

import multiprocessing
import os
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest

import cosched

LOADS, SEEDS, POLICIES = [0.7, 0.9], [1, 2, 5], ["fcfs", "easy"]


def model():
    return cosched.generate(jobs=200, nodes=32, estimates="UpTo(5)")


def swept(**how):
    return cosched.sweep(model(), POLICIES, over={"load": LOADS}, seeds=SEEDS, **how)


def rows(sweep):
    columns = sweep.table.to_numpy()
    return list(zip(*(columns[name].tolist() for name in sorted(columns))))


def test_a_sweep_has_each_run_as_it_is_alone():
    table = swept().table.to_numpy()
    assert len(table["load"]) == len(LOADS) * len(SEEDS) * len(POLICIES)
    for row in range(len(table["load"])):
        load, seed, policy = (table[name][row] for name in ("load", "seed", "policy"))
        alone = cosched.run(model(), policy, load=load, seed=int(seed))[0]
        assert table["mean_wait"][row] == alone.metrics["mean_wait"]
        assert int(table["digest"][row], 16) == alone.digest


def test_the_summary_has_means_and_differences():
    sweep = swept()
    table, summary = sweep.to_pandas(), sweep.summary.to_pandas()
    means = table.groupby(["load", "policy"])["mean_wait"].mean()
    waits = summary[summary["metric"] == "mean_wait"].set_index(["load", "policy"])
    for key, mean in means.items():
        assert waits.loc[key, "mean"] == pytest.approx(mean, abs=1e-3)
    difference = means[0.9, "EASY"] - means[0.9, "FCFS"]
    assert waits.loc[(0.9, "EASY"), "difference"] == pytest.approx(difference, abs=1e-3)
    assert "at load 0.9" in sweep.sentences
    assert "<svg" in sweep._repr_svg_() and "<svg" in sweep.figure("utilisation").svg()
    with pytest.raises(cosched.Error, match="nothing is known of `wiat` here"):
        sweep.figure("wiat")


def test_a_number_of_seeds_begins_with_the_scenarios_own():
    table = cosched.sweep(model(), "easy", seeds=3, seed=11).table.to_numpy()
    assert table["seed"].tolist() == [11, 12, 13]


def test_what_a_scenario_sweeps_is_swept():
    text = """(machine: Cluster(nodes: 32), workload: Lublin(jobs: 200), policies: [Easy],
        sweep: (over: [(load: [0.6, 0.8])]))"""
    assert cosched.sweep(text).table.to_numpy()["load"].tolist() == [0.6, 0.8]
    assert cosched.sweep(text, over={"nodes": [32, 64]}).table.to_numpy()["nodes"].tolist() == [32, 64]


def test_executors_do_the_same():
    alone = rows(swept(workers=1))
    assert rows(swept(workers=3)) == alone
    with ThreadPoolExecutor(2) as threads:
        assert rows(swept(executor=threads)) == alone
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as processes:
        assert rows(swept(executor=processes)) == alone


def test_what_dies_loses_nothing():
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as processes:
        # A worker that ends as a killed one does, before all else.
        processes.submit(os._exit, 1)
        with pytest.warns(RuntimeWarning, match="the executor is broken"):
            found = rows(swept(executor=processes))
    assert found == rows(swept())


def test_workers_of_dask_do_the_same():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as cluster, distributed.Client(cluster) as client:
        assert rows(swept(client=client)) == rows(swept())
        with ThreadPoolExecutor(1) as threads, pytest.raises(TypeError, match="not both"):
            swept(client=client, executor=threads)


def test_workers_of_another_version_are_refused():
    from cosched.sweeps import work_on

    with pytest.raises(cosched.Error, match="this worker has cosched"):
        work_on("0.0.0", ("", ""), 0)


def test_scenarios_can_be_pickled():
    scenario = model()
    again = pickle.loads(pickle.dumps(scenario))
    digests = [cosched.run(one, "easy")[0].digest for one in (scenario, again)]
    assert digests[0] == digests[1]


def test_runs_can_be_pickled(tmp_path):
    results = cosched.run(model(), POLICIES, load=0.8)
    again = pickle.loads(pickle.dumps(results))
    assert [run.label for run in again] == [run.label for run in results]
    for one, other in zip(results, again):
        assert one.jobs_csv() == other.jobs_csv()
    # A log that has changed since makes another run.
    log = tmp_path / "drawn.swf"
    log.write_text(model().swf("before"))
    sent = pickle.dumps(cosched.run(log, "easy")[0])
    log.write_text(cosched.generate(jobs=200, nodes=32, seed=9).swf("after"))
    with pytest.raises(cosched.Error, match="decided otherwise"):
        pickle.loads(sent)


def test_a_model_is_written_as_a_log(tmp_path):
    scenario = cosched.generate(jobs=50, nodes=16, seed=3)
    log = tmp_path / "drawn.swf"
    log.write_text(scenario.swf("a test"))
    drawn, read = cosched.run(scenario, "easy")[0], cosched.run(log, "easy")[0]
    assert read.jobs["started"].tolist() == drawn.jobs["started"].tolist()
    assert "a test" in log.read_text().splitlines()[5]
    with pytest.raises(cosched.Error, match="no model `lubin`; there are lublin, jann"):
        cosched.generate("lubin", jobs=5, nodes=4)
    with pytest.raises(cosched.Error, match="not drawn from a model"):
        cosched.read(log).swf("again")


def test_bad_sweeps_are_refused():
    with pytest.raises(cosched.Error, match="is `load` meant"):
        cosched.sweep(model(), "easy", over={"laod": [1]})
    with pytest.raises(TypeError, match="names of published policies"):
        cosched.sweep(model(), [object()])
    with pytest.raises(cosched.Error):
        cosched.sweep(model(), "easy", over={"load": [-1]})
    with pytest.raises(cosched.Error):
        cosched.sweep(model(), "easy", over={"load": []})
    for wrong in [{"seeds": 0}, {"seeds": -2}, {"workers": -1}, {"workers": 0}]:
        with pytest.raises(cosched.Error, match="is not allowed: a whole number from 1"):
            cosched.sweep(model(), "easy", **wrong)
    for wrong in [{"seeds": "ab"}, {"seeds": 1.5}, {"over": {"load": 0.5}}]:
        with pytest.raises(TypeError, match="a list of values is wanted"):
            cosched.sweep(model(), "easy", **wrong)
    for wrong in [{"jobs": -1}, {"nodes": 0}, {"seed": -1}]:
        with pytest.raises(cosched.Error, match="is not allowed: a whole number from"):
            cosched.generate(**{"jobs": 5, "nodes": 4, **wrong})
    with pytest.raises(TypeError, match="jobs=1.5: a whole number is wanted"):
        cosched.generate(jobs=1.5, nodes=4)


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    sweep = cosched.sweep(model(), "easy", over={"load": numpy.array([0.6, 0.8])}, seeds=numpy.int64(2))
    assert rows(sweep) == rows(cosched.sweep(model(), "easy", over={"load": [0.6, 0.8]}, seeds=2))
