//! How well a simulation meets the log that it is of.

use super::{Question, mean};
use crate::record::Run;
use crate::scenario::{PolicyName, Workload};

/// Beyond so large a part of what was recorded, a simulation does not fit.
const FITS: f64 = 0.25;

/// How well the simulation meets the log.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The simulated run.
    pub run: usize,
    /// That of the log itself, if it is among them.
    pub as_recorded: Option<usize>,
    /// The mean wait of the log, in seconds.
    pub recorded: f64,
    /// That of the same jobs in the run, in seconds.
    pub simulated: f64,
    /// The size of the machine in words, where it was guessed from what was ever busy at once.
    pub guessed: Option<String>,
}

impl Fit {
    /// How far the simulation is from the log, as a share of what the log has.
    pub fn miss(&self) -> f64 {
        if self.recorded > 0.0 {
            (self.simulated - self.recorded).abs() / self.recorded
        } else if self.simulated > 0.0 {
            f64::INFINITY
        } else {
            0.0
        }
    }

    /// Whether that is little enough to say that it fits.
    pub fn is_good(&self) -> bool {
        self.miss() <= FITS
    }
}

/// That of the run `simulated`, over those of `jobs` of which the log says when they started;
/// nothing if that are fewer than half of them, or if the run is none of a log as it is.
pub(super) fn of(question: &Question<'_>, simulated: usize, jobs: &[u32]) -> Option<Fit> {
    let (_, run) = question.runs[simulated];
    let experiment = &run.experiment;
    let is_as_it_is = match &experiment.scenario.workload {
        Workload::Swf(log) => log.load.is_none(),
        Workload::Table(table) => table.load.is_none(),
        _ => false,
    };
    if !is_as_it_is || run.policy == PolicyName::Recorded {
        return None;
    }
    let mut all = question.runs.iter();
    let as_recorded = all.position(|(_, run)| run.policy == PolicyName::Recorded);
    let known = jobs.iter().map(|job| *job as usize).filter(|&job| {
        let label = experiment.labels.get(job);
        label.is_some_and(|label| label.recorded_wait.is_some()) && !run.outcomes[job].refused
    });
    let known: Vec<usize> = known.collect();
    if known.len() * 2 < jobs.len() || known.is_empty() {
        return None;
    }
    // As the run has it if there is one, so that nothing has two values.
    let recorded = |job: usize| match as_recorded {
        Some(place) => question.runs[place].1.wait(job).seconds(),
        None => {
            let wait = experiment.labels[job].recorded_wait;
            wait.unwrap_or_default().seconds()
        }
    };
    Some(Fit {
        run: simulated,
        as_recorded,
        recorded: mean(known.iter().map(|&job| recorded(job)))?,
        simulated: mean(known.iter().map(|&job| run.wait(job).seconds()))?,
        guessed: guessed(run),
    })
}

/// The machine in words, if nobody has said how large it is: accounting does not.
fn guessed(run: &Run) -> Option<String> {
    let scenario = &run.experiment.scenario;
    let is_table = matches!(scenario.workload, Workload::Table(_));
    let nodes = scenario.machine.nodes()?;
    (is_table && nodes.count().is_none()).then(|| run.experiment.machine_in_words())
}
