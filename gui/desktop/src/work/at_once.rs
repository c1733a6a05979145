//! Several policies simulated at once, on all processors, and reported in the order requested.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::message::WorkMessage;
use super::worker::internal_fault;
use crate::shared::runs::Finished;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::base::system::threads;
use laboratory::record::Experiment;
use laboratory::run::{self, Choice};

/// Period at which progress is added up.
const PERIOD: Duration = Duration::from_millis(30);
/// Steps that each run counts for.
const STEPS: f32 = 1000.0;

/// Result of a run; `None` if it was cancelled.
type Outcome = Result<Option<Box<Finished>>, Problem>;

/// Runs to simulate, with their progress.
struct Batch {
    experiment: Arc<Experiment>,
    choices: Vec<Choice>,
    parts: Vec<Progress>,
    begun: AtomicUsize,
}

impl Batch {
    /// Simulates one after another of those that are not begun.
    fn work(&self, finished: &Sender<(usize, Outcome)>) {
        loop {
            let index = self.begun.fetch_add(1, Ordering::Relaxed);
            let Some((choice, part)) = self.choices.get(index).zip(self.parts.get(index)) else {
                return;
            };
            let simulate = || run::simulate(&self.experiment, choice, true, part);
            let run = catch_unwind(AssertUnwindSafe(simulate));
            let run = run.unwrap_or_else(|panic| Err(internal_fault(panic.as_ref())));
            let outcome = run.map(|run| run.map(|run| Box::new(Finished::new(run))));
            // The receiver is gone once a run before it has failed.
            if finished.send((index, outcome)).is_err() {
                return;
            }
        }
    }

    /// Reports the progress of the whole batch, in steps.
    fn report(&self, progress: &Progress) {
        let done: f32 = self.parts.iter().map(Progress::fraction).sum();
        let all = STEPS * self.parts.len() as f32;
        progress.report((STEPS * done) as u64, all as u64);
    }

    /// Returns the names of those that are begun and not finished.
    fn stage(&self, is_finished: impl Fn(usize) -> bool) -> String {
        let begun = self.begun.load(Ordering::Relaxed);
        let running = self.choices.iter().enumerate().take(begun);
        let running = running.filter(|(index, _)| !is_finished(*index));
        let names: Vec<&str> = running.map(|(_, choice)| choice.label.as_str()).collect();
        names.join(", ")
    }
}

/// Simulates all `choices` and reports each when it and all before it are finished.
///
/// # Errors
/// That of the first choice that is no branch and cannot be simulated; those behind it are given
/// up.
pub(crate) fn simulate(
    experiment: &Arc<Experiment>,
    choices: &[Choice],
    progress: &Progress,
    tell: impl Fn(WorkMessage),
) -> Result<(), Problem> {
    let batch = Arc::new(Batch {
        experiment: Arc::clone(experiment),
        choices: choices.to_vec(),
        parts: choices.iter().map(|_| progress.part()).collect(),
        begun: AtomicUsize::new(0),
    });
    let (sender, finished) = channel();
    for _ in 0..threads::background().min(choices.len()) {
        let (shared, sender) = (Arc::clone(&batch), sender.clone());
        if threads::start(move || shared.work(&sender)).is_err() {
            break;
        }
    }
    if Arc::strong_count(&batch) == 1 {
        // There are no threads: one after another, here.
        batch.work(&sender);
    }
    drop(sender);
    let mut outcomes: Vec<Option<Outcome>> = choices.iter().map(|_| None).collect();
    let (mut reported, mut stage) = (0, String::new());
    loop {
        match threads::receive_within(&finished, PERIOD) {
            Ok((index, outcome)) => outcomes[index] = Some(outcome),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                progress.report(1, 1);
                return Ok(());
            }
        }
        let now = batch.stage(|index| index < reported || outcomes[index].is_some());
        if now != stage && !now.is_empty() {
            stage.clone_from(&now);
            tell(WorkMessage::Stage(now));
        }
        batch.report(progress);
        match report_finished(choices, &mut outcomes, reported, &tell) {
            Ok(count) => reported = count,
            Err(problem) => {
                // Their progress stops the others, and no more are begun.
                progress.cancel();
                return Err(problem);
            }
        }
    }
}

/// Reports the finished runs from `reported` on, up to the first missing one; returns how many have
/// been reported.
fn report_finished(
    choices: &[Choice],
    outcomes: &mut [Option<Outcome>],
    mut reported: usize,
    tell: impl Fn(WorkMessage),
) -> Result<usize, Problem> {
    while let Some(outcome) = outcomes.get_mut(reported).and_then(Option::take) {
        match outcome {
            Ok(Some(run)) => tell(WorkMessage::Ran(run)),
            Ok(None) => {}
            Err(problem) if choices[reported].branch.is_some() => {
                tell(WorkMessage::BranchFailed(
                    Box::new(choices[reported].clone()),
                    problem,
                ));
            }
            Err(problem) => return Err(problem),
        }
        reported += 1;
    }
    Ok(reported)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use laboratory::load;
    use laboratory::run::choices;
    use laboratory::scenario::{Scenario, parse};

    fn experiment(scenario: &Scenario) -> Arc<Experiment> {
        Arc::new(load::prepare(scenario, None, &Progress::default()).unwrap())
    }

    /// Returns the digests and names of the runs, in the order in which they were reported.
    fn reported(experiment: &Arc<Experiment>, choices: &[Choice]) -> Vec<(String, u64)> {
        let reported = RefCell::new(Vec::new());
        let progress = Progress::default();
        let result = simulate(experiment, choices, &progress, |message| {
            if let WorkMessage::Ran(finished) = message {
                let run = finished.run();
                reported.borrow_mut().push((run.label.clone(), run.digest));
            }
        });
        result.unwrap();
        assert_eq!(progress.fraction(), 1.0);
        reported.into_inner()
    }

    #[test]
    fn parallel_runs_equal_sequential_ones_in_order() {
        let scenario = parse(
            "(machine: Cluster(nodes: 64), workload: Lublin(jobs: 400, load: 1.1, estimates: UpTo(3)),
              policies: [Conservative, Fcfs, Easy, Gang, Flexible, Kceasy, Adasa, ScojoPect])",
            None,
        );
        let scenario = scenario.unwrap();
        let experiment = experiment(&scenario);
        let choices = choices(&scenario);
        let alone = choices.iter().map(|choice| {
            let run = run::simulate(&experiment, choice, true, &Progress::default());
            let run = run.unwrap().unwrap();
            (run.label.clone(), run.digest)
        });
        let alone: Vec<_> = alone.collect();
        assert_eq!(reported(&experiment, &choices), alone);
        assert!(reported(&experiment, &[]).is_empty());
    }
}
