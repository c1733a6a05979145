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
    /// The run that changes are against: the baseline, or where that is the log itself a
    /// simulated one, as what the simulation misses is no policy's doing.
    pub reference: usize,
    /// What the others change.
    pub changes: Vec<Change>,
    /// How well the simulation meets the log, where there is one.
    pub fit: Option<Fit>,
    /// Who loses most, where somebody does for sure.
    pub loser: Option<Loser>,
    /// The job that waits longest in the reference, where one waits.
    pub longest: Option<Longest>,
}

/// What a run changes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The run.
    pub run: usize,
    /// The change, as a share of the reference's; nothing where that is 0.
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
    let reference = reference(question);
    let (_, before) = runs[reference];
    let others = (0..runs.len()).filter(|&run| run != reference && run != question.baseline);
    let changes: Vec<Change> = others
        .filter(|&run| values[run].is_some())
        .map(|run| match quantity {
            Quantity::Wait => {
                let pairs = Pairs::of(Measure::Wait, before, runs[run].1, &jobs);
                Change::of(run, &pairs.summary())
            }
            Quantity::Makespan => Change {
                run,
                share: share(values[reference], values[run]),
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
        reference,
        unit: before.experiment.unit(),
        fit: fit::of(question, reference, &jobs).filter(|_| waits),
        loser: losers::most(question, reference, &changes, &jobs).filter(|_| waits),
        longest: longest(before, &jobs).filter(|_| waits),
        changes,
        values,
    })
}

/// The run that changes are against: the baseline unless it is the log itself, else the one
/// nearest to how machines are run.
fn reference(question: &Question<'_>) -> usize {
    let policy = |run: usize| question.runs[run].1.policy;
    if policy(question.baseline) != PolicyName::Recorded {
        return question.baseline;
    }
    let usual = [PolicyName::Slurm, PolicyName::Easy];
    let all = 0..question.runs.len();
    let simulated = |run: &usize| policy(*run) != PolicyName::Recorded;
    let known = usual
        .iter()
        .find_map(|usual| all.clone().find(|&run| policy(run) == *usual));
    known
        .or_else(|| all.clone().find(simulated))
        .unwrap_or(question.baseline)
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
