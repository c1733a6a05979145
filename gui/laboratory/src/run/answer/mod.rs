//! Answer of a comparison: the mean wait, how each run changes it and whether that is significant,
//! who loses, which job waited longest and why, and how well a log is matched.
//!
//! [`answer`] computes it, [`Answer::lines`] puts it in words, each number with its source.

mod first;
mod fit;
mod lines;
mod losers;
#[cfg(test)]
mod tests;
mod why;

use crate::metrics::select::Scope;
use crate::metrics::select::paired::{Measure, PairedSummary, Pairs};
use crate::record::Run;
use crate::record::unit::Unit;
use crate::scenario::PolicyName;

pub use fit::Fit;
pub use lines::{Line, Part, Target, Tone};
pub use losers::Loser;
pub use why::WaitSummary;

/// Runs of the same jobs, and the jobs that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The runs with their names.
    pub runs: &'a [(&'a str, &'a Run)],
    /// Index of the run that the others are compared with.
    pub baseline: usize,
    /// Selects the jobs, by the baseline's outcomes.
    pub scope: &'a Scope,
}

/// Quantity that is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The mean wait.
    Wait,
    /// The time until all jobs are done, on servers, where no job waits.
    Makespan,
}

/// Answer of a comparison. Runs are indices into [`Question::runs`], jobs into the workload.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// Names of the runs.
    pub names: Vec<String>,
    /// Number of selected jobs; `None` if all are.
    pub selected: Option<usize>,
    /// Unit of the sizes of jobs.
    pub unit: Unit,
    /// The quantity compared.
    pub quantity: Quantity,
    /// Its value for each run, in seconds; `None` where none of the jobs ran.
    pub values: Vec<Option<f64>>,
    /// The run the others are compared with.
    pub baseline: usize,
    /// The run that the rest describes and that changes are against: the baseline, or where that is
    /// the log itself, the simulated run closest to real machines, as the error of a simulation is
    /// no effect of a policy.
    pub simulated: usize,
    /// Changes under the other runs.
    pub changes: Vec<Change>,
    /// How well the simulation matches the log, if there is one.
    pub fit: Option<Fit>,
    /// The group that loses most, if one loses significantly.
    pub loser: Option<Loser>,
    /// The job that waits longest in the simulated run, if one waits.
    pub longest: Option<Longest>,
}

/// Change under a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The run.
    pub run: usize,
    /// The change, as a share of the simulated run's value; `None` where that is 0.
    pub share: Option<f64>,
    /// Its significance.
    pub verdict: Verdict,
}

/// Significance of a change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// No job's value differs.
    Same,
    /// Significant: the 95 % confidence interval excludes 0.
    Sure([f64; 2]),
    /// Not significant: the interval includes 0.
    NotSignificant([f64; 2]),
    /// Too few jobs for an interval.
    TooShort,
    /// A makespan is of one schedule as a whole: there is no sample to draw an interval from.
    OneSchedule,
}

/// The job that waits longest.
#[derive(Clone, PartialEq, Debug)]
pub struct Longest {
    /// The job.
    pub job: usize,
    /// Its number.
    pub number: u64,
    /// How long it waits, in seconds.
    pub wait: f64,
    /// Why it waits, once [`Answer::explain`] has found it.
    pub why: Option<WaitSummary>,
}

/// Computes the answer; `None` if there is no such baseline. Why a job waits longest takes another
/// run, which [`Answer::explain`] does.
pub fn answer(question: &Question<'_>) -> Option<Answer> {
    let Question { runs, scope, .. } = *question;
    let &(_, baseline) = runs.get(question.baseline)?;
    let jobs = scope.jobs(baseline);
    let quantity = match baseline.placements() {
        Some(_) => Quantity::Makespan,
        None => Quantity::Wait,
    };
    let values: Vec<Option<f64>> = runs
        .iter()
        .map(|(_, run)| value(quantity, run, &jobs))
        .collect();
    let policies: Vec<PolicyName> = runs.iter().map(|(_, run)| run.policy).collect();
    let simulated = if baseline.policy.replays() {
        simulated(&policies).unwrap_or(question.baseline)
    } else {
        question.baseline
    };
    // The first line reports the log's value.
    let others = (0..runs.len()).filter(|&run| run != simulated && !policies[run].replays());
    let changes: Vec<Change> = others
        .filter(|&run| values[run].is_some())
        .map(|run| match quantity {
            Quantity::Wait => {
                let pairs = Pairs::of(Measure::Wait, runs[simulated].1, runs[run].1, &jobs);
                Change::of(run, &pairs.summary())
            }
            Quantity::Makespan => Change {
                run,
                share: share(values[simulated], values[run]),
                verdict: Verdict::OneSchedule,
            },
        })
        .collect();
    let waits = quantity == Quantity::Wait;
    Some(Answer {
        names: runs.iter().map(|(name, _)| (*name).to_owned()).collect(),
        selected: (!scope.is_all()).then_some(jobs.len()),
        quantity,
        baseline: question.baseline,
        simulated,
        unit: runs[simulated].1.experiment.unit(),
        fit: fit::of(question, simulated, &jobs).filter(|_| waits),
        loser: losers::largest_loser(runs[simulated].1, question, &changes, &jobs)
            .filter(|_| waits),
        longest: longest(runs[simulated].1, &jobs).filter(|_| waits),
        changes,
        values,
    })
}

/// Returns the index of the run shown beside the log itself: the one closest to real machines, else
/// the first; `None` where none is simulated.
pub fn simulated(policies: &[PolicyName]) -> Option<usize> {
    let is_simulated = |run: &usize| !policies[*run].replays();
    let simulated = (0..policies.len()).filter(is_simulated);
    // The first of those that are as near.
    simulated.min_by_key(|&run| std::cmp::Reverse(policies[run].likeness()))
}

/// Value of `run`; `None` if none of `jobs` ran.
fn value(quantity: Quantity, run: &Run, jobs: &[u32]) -> Option<f64> {
    let ran = jobs.iter().map(|job| *job as usize);
    let ran = ran.filter(|job| run.outcomes.get(*job).is_some_and(|one| !one.refused));
    match quantity {
        Quantity::Makespan => Some(run.metrics.makespan().seconds()),
        Quantity::Wait => mean(ran.map(|job| run.wait(job).seconds())),
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum) = (0_u32, 0.0);
    for value in values {
        count += 1;
        sum += value;
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// The change from one value to another, as a share of the first.
fn share(before: Option<f64>, after: Option<f64>) -> Option<f64> {
    let before = before.filter(|before| *before > 0.0)?;
    Some((after? - before) / before)
}

impl Change {
    /// The change by a comparison job by job.
    fn of(run: usize, paired: &PairedSummary) -> Self {
        Self {
            run,
            share: paired.change,
            verdict: verdict(paired),
        }
    }
}

/// Significance of a comparison job by job.
fn verdict(paired: &PairedSummary) -> Verdict {
    match paired.interval {
        _ if paired.better + paired.worse == 0 => Verdict::Same,
        Some([low, high]) if low <= 0.0 && 0.0 <= high => Verdict::NotSignificant([low, high]),
        Some(interval) => Verdict::Sure(interval),
        None => Verdict::TooShort,
    }
}

/// The first of `jobs` that waits longest in `run`, if any waits.
fn longest(run: &Run, jobs: &[u32]) -> Option<Longest> {
    let ran = jobs.iter().map(|job| *job as usize);
    let ran = ran.filter(|&job| !run.outcomes[job].refused);
    let waits = ran.map(|job| (run.wait(job), std::cmp::Reverse(job)));
    let (wait, std::cmp::Reverse(job)) = waits.max()?;
    (wait.0 > 0).then(|| Longest {
        job,
        number: run.experiment.labels[job].number(),
        wait: wait.seconds(),
        why: None,
    })
}
