//! Bounds on the length of a run under policies that time-share the machine, checked beforehand.

use cosched_core::{Duration, JobSpec, Time};

use crate::base::problem::Problem;
use crate::record::Experiment;
use crate::record::choice::Choice;

/// The last instant of a run: half of what can be counted.
pub(crate) const LAST: Time = Time(u64::MAX / 2);

/// Largest number of quanta, or slices, that are simulated.
const MOST_TURNS: u128 = 100_000_000;

/// Checks that no job of `experiment` alone takes longer under `choice` than can be counted, nor
/// more quanta or slices than can be simulated. What jobs lose to one another is not included:
/// [`super::stall::StallDetector`] detects that.
///
/// # Errors
/// A job does.
pub(crate) fn check(experiment: &Experiment, choice: &Choice) -> Result<(), Problem> {
    if choice.policy.has_quanta() {
        return check_quanta(experiment, choice);
    }
    if choice.policy.shares_nodes() {
        check_slices(experiment, choice)
    } else {
        Ok(())
    }
}

/// The work of `job`, in nanoseconds.
fn work(job: &JobSpec, choice: &Choice) -> u64 {
    if choice.parameters.kill_at_estimate {
        job.runtime.min(job.estimate).0
    } else {
        job.runtime.0
    }
}

fn check_quanta(experiment: &Experiment, choice: &Choice) -> Result<(), Problem> {
    let parameters = &choice.parameters.coscheduling;
    let quantum = parameters.core_quantum().0.max(1);
    for (index, job) in experiment.jobs.iter().enumerate() {
        let quanta = u128::from(work(job, choice) / quantum);
        if quanta > MOST_TURNS {
            return Err(too_many(index, quanta, "quanta", parameters.core_quantum()));
        }
    }
    Ok(())
}

fn check_slices(experiment: &Experiment, choice: &Choice) -> Result<(), Problem> {
    let requested = &choice.parameters.slicing;
    // Invalid slices are reported elsewhere.
    let Ok(slicing) = requested.to_core() else {
        return Ok(());
    };
    let (slices, classes) = (&slicing.slices, experiment.classes(&choice.parameters));
    let interval = slices.interval();
    for (index, (job, class)) in experiment.jobs.iter().zip(classes).enumerate() {
        let own = if requested.fill_slices {
            interval
        } else {
            slices.share_of(class)
        };
        // A class without a slice is reported elsewhere.
        let Some(intervals) = work(job, choice).checked_div(own.0) else {
            continue;
        };
        let turns = u128::from(intervals) * slices.slices().len() as u128;
        if turns > MOST_TURNS {
            return Err(too_many(index, turns, "slices", interval));
        }
        let end = u128::from(job.submit.0) + u128::from(intervals) * u128::from(interval.0);
        if end > u128::from(LAST.0) {
            return Err(too_long(index, intervals, interval));
        }
    }
    Ok(())
}

fn too_many(index: usize, turns: u128, what: &str, length: Duration) -> Problem {
    let of = match what {
        "slices" => "intervals",
        _ => what,
    };
    Problem::input(format!(
        "the job in place {} takes {turns} {what} even if it is alone; at most {MOST_TURNS} are simulated: lengthen the {of} of {length} s",
        index + 1
    ))
}

fn too_long(index: usize, intervals: u64, interval: Duration) -> Problem {
    Problem::input(format!(
        "the job in place {} takes {intervals} intervals of {interval} s even if it is alone, longer than the 292 years that are simulated: lengthen the slice of its class or shorten the others",
        index + 1
    ))
}
