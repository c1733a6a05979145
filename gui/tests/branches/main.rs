//! Branches in time against a slow program, and against the same change from the start.

mod digests;
mod draw;
mod oracle;

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::export::allocated;
use cosched::load::prepare;
use cosched::record::{Experiment, Run};
use cosched::run::{choices, simulate};
use cosched::scenario::parse;

use draw::Case;
use oracle::JobOutcome;

/// Number of branches compared.
const BRANCHES: u64 = 500;

/// The experiment of a scenario as text.
fn experiment(text: &str) -> Arc<Experiment> {
    let scenario = parse(text, None).unwrap_or_else(|problem| panic!("{problem}\n{text}"));
    let prepared = prepare(&scenario, None, &Progress::default());
    Arc::new(prepared.unwrap_or_else(|problem| panic!("{problem}\n{text}")))
}

/// Every run of a scenario as text, or why it is impossible.
fn runs(text: &str) -> Vec<Result<Run, String>> {
    let experiment = experiment(text);
    let choices = choices(&experiment.scenario);
    let runs = choices.iter().map(|choice| {
        let run = simulate(&experiment, choice, true, &Progress::default());
        run.map(|run| run.expect("nobody cancelled it"))
            .map_err(|problem| problem.sentence)
    });
    runs.collect()
}

/// Outcome of each job, in whole seconds.
fn outcomes(run: &Run) -> Vec<JobOutcome> {
    let places = allocated(run);
    let whole = |time: cosched_core::Time| {
        assert!(time.0.is_multiple_of(1_000_000_000), "{time}");
        time.0 / 1_000_000_000
    };
    let outcomes = run.outcomes.iter().zip(places);
    outcomes
        .map(|(outcome, nodes)| JobOutcome {
            started: (!outcome.refused).then(|| whole(outcome.started)),
            ended: whole(outcome.completed),
            killed: outcome.killed,
            nodes,
        })
        .collect()
}

/// Every drawn branch equals the result of the slow program, and so does the run it branches from;
/// all starts before the instant are the same in both.
#[test]
fn branches_equal_a_slow_program() {
    let (mut compared, mut refused, mut differing) = (0, 0, 0);
    for number in 0.. {
        if compared == BRANCHES {
            break;
        }
        let case = Case::drawn(number);
        let text = case.text();
        let mut runs = runs(&text);
        let branch = runs.pop().expect("the branch");
        let original = runs
            .remove(0)
            .unwrap_or_else(|why| panic!("{number}: {why}\n{text}"));
        let original = outcomes(&original);
        assert_eq!(
            original,
            case.without_steps().simulate().unwrap(),
            "{number}\n{text}"
        );
        let expected = case.simulate();
        match (branch, expected) {
            (Ok(run), Ok(expected)) => {
                let found = outcomes(&run);
                assert_eq!(found, expected, "{number}\n{text}");
                let first = case.steps[0].at;
                for (before, after) in original.iter().zip(&found) {
                    let began =
                        |fate: &JobOutcome| fate.started.is_some_and(|started| started < first);
                    assert_eq!(began(before), began(after), "{number}\n{text}");
                    if began(before) {
                        assert_eq!(
                            (before.started, &before.nodes),
                            (after.started, &after.nodes),
                            "{number}\n{text}"
                        );
                    }
                }
                compared += 1;
                differing += u64::from(original != found);
            }
            (Err(_), Err(_)) => refused += 1,
            (run, expected) => {
                let run = run.map(|run| outcomes(&run));
                panic!("{number}: {run:?}\nexpected {expected:?}\n{text}")
            }
        }
    }
    println!(
        "{compared} branches compared, {differing} of them differ from the original; {refused} that cannot be"
    );
    // Otherwise little was tested.
    assert!(refused > BRANCHES / 10, "{refused} refused");
    assert!(differing > BRANCHES * 5 / 10, "{differing} differ");
}
