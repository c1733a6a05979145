"""Tables are taken over by other libraries as they are."""

from pathlib import Path

import numpy as np
import pytest

import cosched

TRACES = Path(__file__).resolve().parents[5] / "shared" / "traces"
SMALL = """(machine: Cluster(nodes: 4), policies: [Fcfs, Easy], workload: Jobs([
    (submit: 0, runtime: 10, nodes: 3), (submit: 1, runtime: 5, nodes: 4), (submit: 2, runtime: 3, nodes: 1),
]))"""


def test_arrow_takes_jobs_and_metrics():
    pyarrow = pytest.importorskip("pyarrow")
    results = cosched.run(SMALL)
    jobs = pyarrow.table(results["EASY"])
    assert jobs.column("job").to_pylist() == [1, 2, 3]
    waits = [wait.total_seconds() for wait in jobs.column("wait").to_pylist()]
    assert waits == [0, 9, 0]
    assert jobs.schema.field("started").type == pyarrow.duration("ns")
    metrics = pyarrow.table(results)
    assert metrics.column("policy").to_pylist() == ["FCFS", "EASY"]
    assert metrics.column("mean_wait").to_pylist() == pytest.approx([22 / 3, 3])
    assert pyarrow.schema(results["EASY"].table) == jobs.schema
    # Several takers of one table, and the memory outlives it.
    table = results["FCFS"].table
    first, second = pyarrow.table(table), pyarrow.table(table)
    del table
    assert first.equals(second)


def test_polars_takes_them():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(cosched.run(SMALL)["EASY"])
    assert frame["wait"].dt.total_seconds().to_list() == [0, 9, 0]
    assert polars.DataFrame(cosched.run(SMALL))["policy"].to_list() == ["FCFS", "EASY"]


def test_numpy_needs_nothing_else():
    columns = cosched.run(SMALL)["FCFS"].to_numpy()
    assert columns["wait"].dtype == np.dtype("m8[ns]")
    assert (columns["wait"] / np.timedelta64(1, "s")).tolist() == [0, 9, 13]
    assert cosched.run(SMALL).to_numpy()["policy"].tolist() == ["FCFS", "EASY"]


def test_jobs_of_a_log_are_a_table():
    table = cosched.jobs(SMALL)
    assert list(table.types) == ["job", "submitted", "nodes", "estimate", "runtime", "user", "group", "queue", "recorded_wait"]
    assert len(table) == 3
    assert table.to_numpy()["user"].tolist() == [None, None, None]
    assert table.to_numpy()["nodes"].tolist() == [3, 4, 1]


def test_instants_are_dates_of_the_log():
    pyarrow = pytest.importorskip("pyarrow")
    path = next(TRACES.rglob("KTH-SP2*.swf.gz"), None)
    if path is None:
        pytest.skip("no KTH-SP2 beside the checkout")
    run = cosched.run(path, "easy", schedule=False)[0]
    column = pyarrow.table(run).column("submitted")
    assert column.type == pyarrow.timestamp("ns", tz="Europe/Stockholm")
    # The head of the log: UnixStartTime: 843480031.
    begins = column.cast(pyarrow.int64())[0].as_py() / 1e9 - run.jobs["submitted"][0]
    assert begins == 843480031
    pandas = pytest.importorskip("pandas")
    started = run.to_pandas()["started"]
    since = (started - pandas.Timestamp(843480031, unit="s", tz="UTC")).dt.total_seconds()
    assert str(started.dt.tz) == "Europe/Stockholm"
    assert since.tolist() == run.jobs["started"].tolist()


def test_an_instant_beyond_what_arrow_has_is_refused(tmp_path):
    log = tmp_path / "late.swf"
    # In the year 2300.
    log.write_text("; UnixStartTime: 10413792000\n; MaxProcs: 4\n1 0 0 5 1 -1 -1 1 5 -1 1 1 1 -1 1 -1 -1 -1\n")
    run = cosched.run(log, "fcfs")[0]
    with pytest.raises(cosched.Error, match="beyond the year 2262"):
        run.table
