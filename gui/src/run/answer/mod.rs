//! What runs of the same jobs come to, as an answer: who waits how long, what each run changes
//! and whether that is sure, who loses, who waited longest and why, and how well a log is met.
//!
//! [`answer`] finds it, [`Answer::lines`] says it in words of which each number knows where it
//! comes from.

mod fit;
mod losers;
#[cfg(test)]
mod tests;
mod why;
mod words;

use crate::metrics::select::Scope;
use crate::metrics::select::paired::{Measure, Paired, Pairs};
use crate::record::Run;
use crate::record::unit::Unit;
use crate::scenario::PolicyName;

pub use fit::Fit;
pub use losers::Loser;
pub use why::Why;
pub use words::{Line, Part, Target, Tone};

/// Runs of the same jobs, and what of them is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The runs with their names, all of the same jobs.
    pub runs: &'a [(&'a str, &'a Run)],
    /// Which of them the others are compared with, by its index.
    pub baseline: usize,
    /// Which jobs are meant: as they are in the baseline.
    pub scope: &'a Scope,
}

/// What of a run is said first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// The mean wait.
    Wait,
    /// How long it takes until all jobs are done: on servers nobody waits.
    Makespan,
}

/// What runs come to. Runs are indices into those that were asked about, jobs into the workload.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// What runs are called.
    pub names: Vec<String>,
    /// How many jobs are selected; nothing if all are meant.
    pub selected: Option<usize>,
    /// What sizes of jobs count.
    pub unit: Unit,
    /// What is said of each run.
    pub quantity: Quantity,
    /// That of each run, in seconds; nothing where none of the jobs ran.
    pub values: Vec<Option<f64>>,
    /// The run the others are compared with.
    pub baseline: usize,
    /// The run that the rest speaks of and changes are against: the baseline, or where that is
    /// the log itself the simulated one that is nearest to how machines are run, as what a
    /// simulation misses is no policy's doing.
    pub simulated: usize,
    /// What the others change.
    pub changes: Vec<Change>,
    /// How well the simulation meets the log, where there is one.
    pub fit: Option<Fit>,
    /// Who loses most, where somebody does for sure.
    pub loser: Option<Loser>,
    /// The job that waits longest in the simulated run, where one waits.
    pub longest: Option<Longest>,
}

/// What a run changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The run.
    pub run: usize,
    /// The change, as a share of the simulated run's; nothing where that is 0.
    pub share: Option<f64>,
    /// How sure it is.
    pub verdict: Verdict,
}

/// How sure a change is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// No job fares otherwise.
    Same,
    /// The change lies there in 95 of 100 cases, and 0 does not.
    Sure([f64; 2]),
    /// It lies there, and 0 does as well.
    NotSignificant([f64; 2]),
    /// These jobs are too few to say.
    TooShort,
    /// It is of one schedule as a whole, of which nothing is drawn.
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
    /// Why, once that has been found out; see [`Answer::explain`].
    pub why: Option<Why>,
}

/// What the runs come to; nothing if there is no such baseline. Why the job that waits longest
/// does so takes a run more, and is found out by [`Answer::explain`].
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
    let simulated = if baseline.policy == PolicyName::Recorded {
        simulated(&policies).unwrap_or(question.baseline)
    } else {
        question.baseline
    };
    // The first line says what the log has.
    let others =
        (0..runs.len()).filter(|&run| run != simulated && policies[run] != PolicyName::Recorded);
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
        loser: losers::most(runs[simulated].1, question, &changes, &jobs).filter(|_| waits),
        longest: longest(runs[simulated].1, &jobs).filter(|_| waits),
        changes,
        values,
    })
}

/// The index of the run that speaks for the simulation beside the log itself: the one nearest to
/// how machines are run, else the first; nothing where none is simulated.
pub fn simulated(policies: &[PolicyName]) -> Option<usize> {
    let of = |wanted: PolicyName| policies.iter().position(|policy| *policy == wanted);
    let mut all = policies.iter();
    let first = all.position(|policy| *policy != PolicyName::Recorded);
    of(PolicyName::Slurm).or(of(PolicyName::Easy)).or(first)
}

/// What is said of `run`; nothing if none of `jobs` ran.
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
    /// That of a comparison job by job.
    fn of(run: usize, paired: &Paired) -> Self {
        Self {
            run,
            share: paired.change,
            verdict: verdict(paired),
        }
    }
}

/// How sure a comparison job by job is.
fn verdict(paired: &Paired) -> Verdict {
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
        number: run.experiment.labels[job].number,
        wait: wait.seconds(),
        why: None,
    })
}
