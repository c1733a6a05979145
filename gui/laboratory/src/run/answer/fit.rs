//! How well a simulation matches its log.

use super::Question;
use crate::record::Run;
use crate::run::fit::{LargestPart, MeanFit, largest_part};
use crate::scenario::Workload;

/// How well a simulation matches its log.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The simulated run.
    pub run: usize,
    /// The run as recorded, if it is among the runs.
    pub as_recorded: Option<usize>,
    /// Mean wait as recorded and as simulated.
    pub means: MeanFit,
    /// The machine in words, where its size was guessed from the most nodes ever busy at once.
    pub guessed: Option<String>,
    /// The user or the partition that most of the deviation is of, if it is too large.
    pub largest: Option<LargestPart>,
}

/// Returns the fit of the run `simulated`, over those of `jobs` whose start is recorded; `None` if
/// those are fewer than half, or if the workload is not a log as recorded.
pub(super) fn of(question: &Question<'_>, simulated: usize, jobs: &[u32]) -> Option<Fit> {
    let (_, run) = question.runs[simulated];
    let experiment = &run.experiment;
    if !experiment.scenario.workload.is_log_as_it_was() || run.policy.replays() {
        return None;
    }
    let mut all = question.runs.iter();
    let as_recorded = all.position(|(_, run)| run.policy.replays());
    let known = jobs.iter().map(|job| *job as usize).filter(|&job| {
        let label = experiment.labels.get(job);
        label.is_some_and(|label| label.recorded_wait.is_some()) && !run.outcomes[job].refused
    });
    let known: Vec<usize> = known.collect();
    if known.len() * 2 < jobs.len() || known.is_empty() {
        return None;
    }
    // The recorded run goes before the labels, so that no figure has two values.
    let recorded = |job: usize| match as_recorded {
        Some(index) => question.runs[index].1.wait(job).seconds(),
        None => {
            let wait = experiment.labels[job].recorded_wait;
            wait.unwrap_or_default().seconds()
        }
    };
    let pairs = known
        .iter()
        .map(|&job| (recorded(job), run.wait(job).seconds()));
    let means = MeanFit::of(pairs)?;
    let largest = if means.is_good() {
        None
    } else {
        largest_part(run, jobs)
    };
    Some(Fit {
        run: simulated,
        as_recorded,
        means,
        guessed: guessed_machine(run),
        largest,
    })
}

/// The machine in words, if the scenario does not give its size (accounting does not).
fn guessed_machine(run: &Run) -> Option<String> {
    let scenario = &run.experiment.scenario;
    let is_table = matches!(scenario.workload, Workload::Table(_));
    let nodes = scenario.machine.nodes()?;
    (is_table && nodes.count().is_none()).then(|| run.experiment.machine_in_words())
}
