//! Energy and caps on power, from a scenario to the output.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::program::{cosched, text};
use cosched::base::progress::Progress;
use cosched::load::prepare;
use cosched::metrics::values;
use cosched::record::Run;
use cosched::run::{choices, simulate};
use cosched::scenario::{parse, to_ron};

/// The runs of the scenario `text`, which lies in `folder`.
fn runs(folder: &Path, text: &str) -> Vec<Run> {
    let scenario = parse(text, None).unwrap();
    let source = folder.join("x.ron");
    let experiment = prepare(&scenario, Some(&source), &Progress::default());
    let experiment = Arc::new(experiment.unwrap());
    let run = |choice| {
        let run = simulate(&experiment, choice, false, &Progress::default());
        run.unwrap().unwrap()
    };
    choices(&scenario).iter().map(run).collect()
}

/// A machine of 64 nodes on which 300 jobs of a model run under these policies.
fn modelled(power: &str, policies: &str) -> String {
    format!(
        "(machine: Cluster(nodes: 64, memory: 1024, power: ({power})), workload: Lublin(jobs: 300, load: 0.9), policies: [{policies}])"
    )
}

/// Policies whose jobs keep their nodes from start to end, and one that takes them away.
const THREE: &str = "Fcfs, Easy, Conservative";
const FOUR: &str = "Fcfs, Easy, Conservative, ScojoPect";

/// Nodes draw the idle power all the time, and the difference for as long as jobs have them: the
/// energy is a sum over the jobs.
#[test]
fn energy_is_idle_energy_plus_that_of_jobs() {
    let folder = tempfile::tempdir().unwrap();
    for run in runs(folder.path(), &modelled("idle: 95.5, busy: 310.25", THREE)) {
        let spans = run.experiment.jobs.iter().zip(&run.outcomes);
        let node_seconds: f64 = spans
            .map(|(job, outcome)| {
                f64::from(job.nodes) * outcome.completed.since(outcome.started).seconds()
            })
            .sum();
        let idle = 95.5 * 64.0 * run.metrics.makespan().seconds();
        let expected = (idle + (310.25 - 95.5) * node_seconds) / 3.6e6;
        let energy = values(&run).value("energy").unwrap();
        assert!(
            (energy / expected - 1.0).abs() < 1e-9,
            "{energy} {expected}"
        );
    }
}

/// The energy of jobs and idle nodes is the total, also where jobs yield their nodes to others.
#[test]
fn energies_of_jobs_and_idle_nodes_sum_to_the_total() {
    let folder = tempfile::tempdir().unwrap();
    let power = "idle: 95.5, busy: 310.25, cost: [(0, 0.3), (5000, -0.02), (90000, 0.25)]";
    let four = runs(folder.path(), &modelled(power, FOUR));
    assert_eq!(four.len(), 4);
    for run in four {
        let of_jobs = &run.power().unwrap().job_energies;
        let by_jobs: f64 = of_jobs.iter().map(|job| job.energy).sum();
        let of = |name| values(&run).value(name).unwrap();
        let (all, idle) = (of("energy"), of("idle_energy"));
        assert!(((by_jobs + idle) / all - 1.0).abs() < 1e-9, "{}", run.label);
    }
    // With nothing drawn by idle nodes all of the cost is the jobs'.
    let power = power.replace("95.5", "0");
    for run in runs(folder.path(), &modelled(&power, FOUR)) {
        let of_jobs = run.power().unwrap().job_energies.iter();
        let by_jobs: f64 = of_jobs.map(|job| job.cost).sum();
        let cost = values(&run).value("energy_cost").unwrap();
        assert!(
            (by_jobs / cost - 1.0).abs() < 1e-9,
            "{}: {by_jobs} {cost}",
            run.label
        );
    }
}

#[test]
fn a_cap_is_never_exceeded_by_jobs_that_end_at_their_estimates() {
    let folder = tempfile::tempdir().unwrap();
    let power = "idle: 100, busy: 300, cap: [(0, 19200), (20000, 12900), (60000, 19200)]";
    let runs = runs(folder.path(), &modelled(power, THREE));
    assert_eq!(runs.len(), 3);
    for run in runs {
        let of = |name| values(&run).value(name).unwrap();
        assert_eq!(of("above_cap"), 0.0, "{}", run.label);
        assert!(of("peak_power") <= 19.2);
        // (12900 - 6400) / 200 = 32.5 nodes may be busy meanwhile.
        let record = run.power().unwrap();
        for pair in record.busy.windows(2) {
            let [(from, busy), (until, _)] = [pair[0], pair[1]];
            let meanwhile = until.seconds() > 20000.0 && from.seconds() < 60000.0;
            let busy = busy.units;
            assert!(!meanwhile || busy <= 32, "{}: {busy} at {from}", run.label);
        }
    }
}

/// Prices with dates, on a log with a start: 2024-05-01 00:00 UTC.
#[test]
fn prices_of_a_file_may_have_dates() {
    let folder = tempfile::tempdir().unwrap();
    let log = "; UnixStartTime: 1714521600\n; MaxNodes: 1\n1 0 0 3600 1 -1 -1 1 3600 -1 1 1 1 1 1 -1 -1 -1\n";
    fs::write(folder.path().join("log.swf"), log).unwrap();
    let prices = "date,cost\n2024-04-30T23:00:00Z,7\n2024-05-01T02:00:00+02:00,0.5\n2024-05-01T00:30:00Z,1\n";
    fs::write(folder.path().join("prices.csv"), prices).unwrap();
    let scenario = "(machine: Cluster(nodes: 1, power: (idle: 0, busy: 1000, cost: \"prices.csv\")), workload: Swf(path: \"log.swf\"), policies: [Fcfs])";
    // Half an hour at 0.50 and half an hour at 1.00, of a kilowatt.
    let cost = |text: &str| values(&runs(folder.path(), text)[0]).value("energy_cost");
    assert_eq!(cost(scenario), Some(0.75));
    let prices = "unix,cost\n1714521600,0.5\n1714523400,1\n";
    fs::write(folder.path().join("prices.csv"), prices).unwrap();
    assert_eq!(cost(scenario), Some(0.75));
}

#[test]
fn power_is_written_as_it_was_read() {
    for series in ["0.25", "[(0, 0.25), (3600, -0.5)]", "\"prices.csv\""] {
        let text = modelled(
            &format!("idle: 1, busy: 2, cost: {series}, carbon: 3"),
            THREE,
        );
        let scenario = parse(&text, None).unwrap();
        assert_eq!(parse(&to_ron(&scenario), None).unwrap(), scenario);
    }
}

#[test]
fn tables_and_lines_report_power_where_known() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../fixtures/by_hand/power/energy.ron"
    );
    let ran = cosched(folder.path(), &["run", scenario, "--quiet", "--out", "out"]);
    let said = text(&ran.stdout);
    let line = "energy 0.700 kWh, idle energy 0.100 kWh, energy per job 0.350000 kWh, energy cost 0.17, carbon 0.350 kg, peak power 0.600 kW";
    assert!(said.contains(line), "{said}");
    let file = |name: &str| fs::read_to_string(folder.path().join("out/fcfs").join(name)).unwrap();
    assert_eq!(
        file("power.csv"),
        "from,busy_nodes,watts\n0,1,400\n3600,2,600\n5400,0,200\n"
    );
    // Job 1: 300 W for an hour, half of it at 0.20 and half at 0.40; job 2 both nodes, 600 W.
    let jobs = file("jobs.csv");
    let cells = |line: usize| -> Vec<f64> {
        let line = jobs.lines().nth(line).unwrap();
        let cells = line.rsplit(',').take(3);
        cells.map(|cell| cell.parse().unwrap()).collect()
    };
    let near = |cells: Vec<f64>, expected: [f64; 3]| {
        let off = cells
            .iter()
            .zip(expected)
            .map(|(cell, value)| (cell - value).abs());
        assert!(off.fold(0.0, f64::max) < 1e-12, "{cells:?}");
    };
    // Carbon, cost, energy: from the right.
    near(cells(1), [0.15, 0.15 * 0.2 + 0.15 * 0.4, 0.3]);
    near(cells(2), [0.15, 0.15 * 0.4 - 0.15 * 0.1, 0.3]);
}

#[test]
fn impossible_power_is_refused_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("word.csv", "time,cost\n0,1\n3600,dear\n");
    write("hours.csv", "hour,cost\n0,1\n");
    write("dates.csv", "date,cost\n2024-05-01T00:00:00Z,1\n");
    write("back.csv", "time,cost\n60,1\n0,2\n");
    write("wide.csv", "time,cost\n0,1,2\n");
    write("empty.csv", "time,cost\n");
    write("late.csv", "time,cost\n60,1\n");
    let cases = [
        (
            "idle: 2, busy: 1",
            "x.ron: `power`: a busy node draws 1 W and an idle one 2 W; a busy one must draw as much at least",
        ),
        (
            "idle: -1, busy: 1",
            "x.ron:1:43: -1 is not what a node draws in watts: 0 to 100000 is allowed",
        ),
        (
            "idle: 1, busy: 2, cost: [(9, 1), (5, 2)]",
            "x.ron:1:76: a step from 5 s on stands behind one from 9 s on; each must begin later than the one ahead of it",
        ),
        (
            "idle: 1, busy: 2, cost: [(9, 1)]",
            "x.ron: `power`: nothing says what `cost` is at 0 s, when the first job is submitted; the first step must begin by then",
        ),
        (
            "idle: 1, busy: 2, cost: \"none.csv\"",
            "none.csv: cannot be read: no such file or directory",
        ),
        (
            "idle: 1, busy: 2, cost: \"word.csv\"",
            "word.csv:3:1: `dear` is not what a kWh costs: -1000000 to 1000000 is allowed",
        ),
        (
            "idle: 1, busy: 2, cost: \"hours.csv\"",
            "hours.csv:1:1: begins with `hour,cost`; the first line must name two columns, `time`, `unix` or `date` and what it is then, such as `time,cost`",
        ),
        (
            "idle: 1, busy: 2, cost: \"dates.csv\"",
            "dates.csv:2:1: nothing says on which date time zero is, as the workload is no log with its dates; a column `time` in seconds is needed instead",
        ),
        (
            "idle: 1, busy: 2, cost: \"back.csv\"",
            "back.csv:3:1: a row of 0 s stands behind one of 60 s; each must be later than the one ahead of it",
        ),
        (
            "idle: 1, busy: 2, cost: \"wide.csv\"",
            "wide.csv:2:1: has 3 cells; an instant and a number are needed",
        ),
        (
            "idle: 1, busy: 2, cost: \"empty.csv\"",
            "empty.csv:1:1: has no row below its heading; at least one is needed",
        ),
        (
            "idle: 1, busy: 2, cost: \"late.csv\"",
            "x.ron: `power`: nothing says what `cost` is at 0 s, when the first job is submitted; the first step must begin by then",
        ),
        (
            "idle: 10, busy: 20, cap: 30",
            "x.ron: `power`: a cap of 30 W from 0 s on is less than the 40 W that 4 idle nodes draw; it must be as much at least",
        ),
        (
            "idle: 10, busy: 20, cap: 50",
            "x.ron: the job in place 1 asks for 2 nodes; the last cap lets no more than 1 be busy",
        ),
    ];
    for (power, sentence) in cases {
        let scenario = format!(
            "(machine: Cluster(nodes: 4, power: ({power})), workload: Jobs([(submit: 0, runtime: 1, nodes: 2)]), policies: [Easy])"
        );
        refuses(
            folder.path(),
            &scenario,
            &["run", "x.ron", "--quiet"],
            sentence,
        );
    }
    let other = |policy: &str, cap: &str| {
        format!(
            "(machine: Cluster(nodes: 4, memory: 64, power: (idle: 1, busy: 2{cap})), workload: Jobs([(submit: 0, runtime: 1, nodes: 2)]), policies: [{policy}])"
        )
    };
    let run = ["run", "x.ron", "--quiet"];
    refuses(
        folder.path(),
        &other("Gang", ""),
        &run,
        "x.ron: `power`: under Gang jobs take turns on nodes or share them, and what nodes draw is counted only where each job has its own",
    );
    refuses(
        folder.path(),
        &other("ScojoPect", ", cap: 8"),
        &run,
        "x.ron: `power`: Scojo-PECT heeds no cap; FCFS, EASY and Conservative do",
    );
    let model = other("Easy", "").replace(
        "Jobs([(submit: 0, runtime: 1, nodes: 2)])",
        "Lublin(jobs: 5)",
    );
    refuses(
        folder.path(),
        &model,
        &["run", "x.ron", "--stream", "--quiet"],
        "x.ron: --stream: `power` is counted where all jobs are kept; leave it out, or run without --stream",
    );
}

/// Asserts that the program refuses `scenario` with `sentence`, and nothing else.
fn refuses(folder: &Path, scenario: &str, arguments: &[&str], sentence: &str) {
    fs::write(folder.join("x.ron"), scenario).unwrap();
    let output = cosched(folder, arguments);
    let said = text(&output.stderr);
    assert_eq!(
        said.trim_end(),
        format!("cosched: {sentence}"),
        "{scenario}"
    );
    assert_eq!(output.status.code(), Some(2));
}

/// Kinds of nodes and steps that begin again: each error is one sentence.
#[test]
fn faults_of_kinds_and_repeats_are_one_sentence() {
    let cases = [
        (
            "kinds: [(count: 2, cores: 2, power: (idle: 9, busy: 5))], power: (idle: 1, busy: 2)",
            "a busy node draws 5 W and an idle one 9 W",
        ),
        (
            "kinds: [(count: 2, cores: 2, power: (idle: 1, busy: 5)), (count: 1, cores: 2)]",
            "the kind of nodes in place 2 does not say what they draw, and others do",
        ),
        (
            "kinds: [(count: 2, cores: 2)], power: (idle: 1, busy: 2, cap: 4)",
            "a cap goes with equal nodes that jobs do not share",
        ),
        (
            "nodes: 2, power: (idle: 1, busy: 2, cost: 3, every: Day)",
            "`every` is of the steps of `cost` and `carbon`",
        ),
        (
            "nodes: 2, power: (idle: 1, busy: 2, cost: [(0, 1), (86400, 2)], every: Day)",
            "a step of `cost` begins at 86400 s; where they begin again every day",
        ),
        (
            "nodes: 2, power: (idle: 1, busy: 2, carbon: [(5, 1)], every: Week)",
            "a step of `carbon` begins at 5 s; where they begin again every week, the first begins at 0",
        ),
    ];
    for (machine, sentence) in cases {
        let text = format!(
            "(machine: Cluster({machine}), workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]), policies: [Easy])"
        );
        let scenario = parse(&text, None).unwrap();
        let prepared = prepare(&scenario, None, &Progress::default());
        let problem = prepared.unwrap_err().to_string();
        assert!(problem.contains(sentence), "{problem}");
    }
}

/// Two nodes of 10 W and one of 4 W for 10 s, idle, and a job that adds 20 W on one for all of
/// them: 440 J.
#[test]
fn kinds_with_power_need_none_of_the_machine() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(machine: Cluster(kinds: [(count: 2, cores: 1, power: (idle: 10, busy: 30)), (count: 1, cores: 1, power: (idle: 4, busy: 4))]), workload: Jobs([(submit: 0, runtime: 10, nodes: 1)]), policies: [Easy])";
    let all = runs(folder.path(), text);
    let energy = values(&all[0]).value("energy").unwrap();
    assert!((energy * 3.6e6 - 440.0).abs() < 1e-6, "{energy}");
}
