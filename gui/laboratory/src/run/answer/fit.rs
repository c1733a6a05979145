//! How well a simulation matches its log.

use super::{Question, mean};
use crate::record::Run;
use crate::run::fit::{LargestPart, MeanFit, is_simulated_log, largest_part, waits};
use crate::scenario::Workload;

/// How well a simulation matches its log.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The simulated run.
    pub run: usize,
    /// The run as recorded, if it is among the runs.
    pub as_recorded: Option<usize>,
    /// Mean wait as the log has it and as simulated, as every verdict on a fit is of.
    pub means: MeanFit,
    /// Mean wait in the run as recorded, in seconds, if that has the same jobs: more than the log's,
    /// where this has jobs start on more nodes than are free.
    pub replayed: Option<f64>,
    /// Whether other jobs ran, whose start the log does not have.
    pub is_of_some: bool,
    /// The machine in words, where its size was guessed from the most nodes ever busy at once.
    pub guessed: Option<String>,
    /// The user or the partition that most of the deviation is of, if it is too large.
    pub largest: Option<LargestPart>,
}

impl Fit {
    /// Whether the run as recorded has the log's mean wait, but for a small share of it.
    pub(super) fn is_replay_near(&self) -> bool {
        const NEAR: f64 = 0.01;
        let recorded = self.means.recorded;
        let apart = self.replayed.map(|replayed| (replayed - recorded).abs());
        apart.is_some_and(|apart| apart <= NEAR * recorded)
    }
}

/// Returns the fit of the run `simulated`, over those of `jobs` whose start is recorded; `None` if
/// those are fewer than half, or if the workload is not a log as recorded.
pub(super) fn of(question: &Question<'_>, simulated: usize, jobs: &[u32]) -> Option<Fit> {
    let (_, run) = question.runs[simulated];
    if !is_simulated_log(run) {
        return None;
    }
    let mut all = question.runs.iter();
    let as_recorded = all.position(|(_, run)| run.policy.replays());
    let known = jobs.iter().map(|job| *job as usize);
    let known: Vec<usize> = known.filter(|&job| waits(run, job).is_some()).collect();
    if known.len() * 2 < jobs.len() {
        return None;
    }
    let means = MeanFit::of(known.iter().filter_map(|&job| waits(run, job)))?;
    let ran = jobs
        .iter()
        .filter(|job| !run.outcomes[**job as usize].refused);
    let is_of_some = known.len() < ran.count();
    let replayed = as_recorded.filter(|_| !is_of_some).and_then(|index| {
        let (_, replayed) = question.runs[index];
        mean(known.iter().map(|&job| replayed.wait(job).seconds()))
    });
    let largest = if means.is_good() {
        None
    } else {
        largest_part(run, jobs)
    };
    Some(Fit {
        run: simulated,
        as_recorded,
        means,
        replayed,
        is_of_some,
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
