//! The schedule recorded in a log, as a run like any other.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use crate::program::{cosched, text};
use cosched::base::progress::Progress;
use cosched::record::{Experiment, Run};
use cosched::run::{Choice, choices, simulate};
use cosched::scenario::PolicyName;
use cosched::{export, load};

/// Four nodes. Worked out: 1 runs from 0 to 100 on nodes 0 and 1; 3 starts at 20 + 5 and runs to 55
/// on 2 and 3, though it was estimated at 10 s; 4 is to start at 30, when all four are taken, and
/// can at 55, on node 2, to 75; 2 starts at 10 + 90 and runs to 150 on all; 5 has no recorded wait:
/// it starts as it is submitted, at 300.
const LOG: &str = "; MaxProcs: 4
1 0 0 100 2 -1 -1 2 120 -1 1 1 1 1 1 -1 -1 -1
2 10 90 50 4 -1 -1 4 60 -1 1 2 1 1 1 -1 -1 -1
3 20 5 30 2 -1 -1 2 10 -1 1 3 1 1 1 -1 -1 -1
4 30 0 20 1 -1 -1 1 20 -1 1 3 1 1 1 -1 -1 -1
5 300 -1 20 1 -1 -1 1 20 -1 1 3 1 1 1 -1 -1 -1
";

/// The experiment of the log at `path` as recorded and under EASY.
fn prepared(path: &Path) -> Result<Arc<Experiment>, String> {
    let mut scenario = load::open(path).unwrap();
    scenario.policies = vec![PolicyName::Easy, PolicyName::Recorded];
    let experiment = load::prepare(&scenario, Some(path), &Progress::default());
    experiment
        .map(Arc::new)
        .map_err(|problem| problem.to_string())
}

fn run(experiment: &Arc<Experiment>, choice: &Choice) -> Result<Run, String> {
    let run = simulate(experiment, choice, true, &Progress::default());
    run.map(Option::unwrap)
        .map_err(|problem| problem.to_string())
}

#[test]
fn jobs_start_when_the_log_says_on_the_lowest_nodes_that_are_free() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hand.swf");
    fs::write(&path, LOG).unwrap();
    let experiment = prepared(&path).unwrap();
    let requested = choices(&experiment.scenario);
    // The baseline of comparisons is the first.
    let names: Vec<_> = requested
        .iter()
        .map(|choice| choice.label.as_str())
        .collect();
    assert_eq!(names, ["As recorded", "EASY"]);
    let run = run(&experiment, &requested[0]).unwrap();
    let times = run
        .outcomes
        .iter()
        .map(|one| (one.started.seconds(), one.completed.seconds()));
    let expected = [
        (0.0, 100.0),
        (100.0, 150.0),
        (25.0, 55.0),
        (55.0, 75.0),
        (300.0, 320.0),
    ];
    assert_eq!(times.collect::<Vec<_>>(), expected);
    assert_eq!(export::allocated(&run), ["0-1", "0-3", "2-3", "2", "0"]);
    assert!(run.outcomes.iter().all(|one| !one.killed));
    for remark in [
        "1 job without a recorded wait: as recorded, taken to start when submitted",
        "1 job recorded to start while too few of the 4 nodes were free: as recorded, they and those they hold up start once there are enough",
    ] {
        assert!(
            experiment.remarks.iter().any(|one| one == remark),
            "{remark}"
        );
    }
}

#[test]
fn the_recorded_schedule_is_a_policy_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    write("hand.swf", LOG);
    write(
        "hand.ron",
        "(machine: Cluster(), workload: Swf(path: \"hand.swf\"), policies: [Fcfs, Recorded],
          expect: [(policy: Recorded, started: [0, 100, 25, 55, 300])])",
    );
    write(
        "none.ron",
        "(machine: Cluster(nodes: 4), workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Recorded])",
    );
    write(
        "unknown.swf",
        &LOG.replace(" 90 ", " -1 ")
            .replace(" 5 30", " -1 30")
            .replace(" 0 100", " -1 100")
            .replace(" 0 20", " -1 20"),
    );
    let outcome_of = |arguments: &[&str]| {
        let output = cosched(folder.path(), arguments);
        (
            output.status.code(),
            text(&output.stdout) + &text(&output.stderr),
        )
    };
    let (code, said) = outcome_of(&[
        "run", "--quiet", "--policy", "recorded", "--policy", "easy", "hand.swf",
    ]);
    assert_eq!(code, Some(0), "{said}");
    let rows: Vec<_> = said.lines().skip(1).collect();
    assert!(
        rows[0].starts_with("As recorded") && rows[1].starts_with("EASY"),
        "{said}"
    );
    let (code, said) = outcome_of(&["check", "hand.ron"]);
    assert_eq!(code, Some(0), "{said}");
    for (arguments, sentence) in [
        (
            vec!["run", "none.ron"],
            "As recorded: only a log says when its jobs started",
        ),
        (
            vec!["run", "--policy", "recorded", "unknown.swf"],
            "As recorded: the log says of no job how long it waited",
        ),
        (
            vec!["run", "--policy", "recorded", "--load", "0.5", "hand.swf"],
            "As recorded: nothing is recorded of a load of 0.5",
        ),
        (
            vec!["run", "--stream", "--policy", "recorded", "hand.swf"],
            "As recorded must know the jobs beforehand",
        ),
    ] {
        let (code, said) = outcome_of(&arguments);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
}

/// On the real logs, where present: no job starts sooner than recorded, nor later unless nodes are
/// lacking until a job ends.
#[test]
fn real_logs_run_as_recorded() {
    for name in [
        "KTH-SP2-1996-2.1-cln.swf.gz",
        "LPC-EGEE-2004-1.2-cln.swf.gz",
    ] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../shared/traces")
            .join(name);
        if !path.exists() {
            println!("skipped: {name} is not beside the project");
            continue;
        }
        let experiment = prepared(&path).unwrap();
        let run = run(&experiment, &choices(&experiment.scenario)[0]).unwrap();
        let ends: BTreeMap<_, _> = run.outcomes.iter().map(|one| (one.completed, ())).collect();
        let each = run.outcomes.iter().zip(&experiment.labels).enumerate();
        let mut late = 0;
        for (job, (outcome, label)) in each {
            let recorded = experiment.jobs[job]
                .submit
                .after(label.recorded_wait().unwrap_or_default());
            assert!(outcome.started >= recorded, "{name}: job {job}");
            if outcome.started > recorded {
                late += 1;
                assert!(ends.contains_key(&outcome.started), "{name}: job {job}");
            }
        }
        println!(
            "{name}: {late} of {} jobs start later than recorded",
            run.outcomes.len()
        );
    }
}
