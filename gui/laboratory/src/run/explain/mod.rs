//! Why a job started when it did: found by running again while watching that job alone.

mod cluster_waits;
mod ends;
pub(in crate::run) mod holders;
pub mod idle;
pub(crate) mod order;
mod parts;
mod passed;
mod plans;
mod remarks;
mod sentences;
pub mod snapshot;
mod start;
pub mod story;
pub mod tables;
mod watch;
mod watches;

use std::sync::Arc;

use cosched_core::Time;
use cosched_core::machine::Candidate;

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;
use crate::record::segments::sink::SegmentSink;
use crate::run::drive;
use crate::scenario::queue::Predictor;
use snapshot::choice_of;
use story::Story;
use watch::Watch;
use watches::Watches;

pub use parts::Part;
pub use sentences::refusal_in_words;

/// An event of a job, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its instant.
    pub at: Time,
    /// The event and its reason.
    pub sentence: String,
    /// Indices of the other jobs it names.
    pub jobs: Vec<usize>,
}

/// Why a job started when and where it did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explained {
    /// Events of the job, in the order of time.
    pub remarks: Vec<Remark>,
    /// The nodes considered for it when it started, best first, where the policy chooses among
    /// them.
    pub considered: Vec<Candidate>,
    /// The decisive facts of its wait and start.
    pub story: Story,
}

/// Explains why the job at index `job` started when it did and why it waited, by running again
/// while watching that job alone; `None` if cancelled.
///
/// # Errors
/// Errors of running the experiment again.
pub fn explain(run: &Run, job: usize, progress: &Progress) -> Result<Option<Explained>, Problem> {
    let found = explain_each(run, &[job], progress)?;
    Ok(found.and_then(|mut found| found.pop()))
}

/// Explains each of `jobs`, which are distinct, in one run.
///
/// # Errors
/// Errors of running the experiment again.
pub fn explain_each(
    run: &Run,
    jobs: &[usize],
    progress: &Progress,
) -> Result<Option<Vec<Explained>>, Problem> {
    check(run)?;
    let choice = choice_of(run);
    let experiment = &*Arc::clone(&run.experiment);
    let mut watches = Watches::new(experiment, &choice, jobs);
    // The segments may have been kept already.
    let kept = !run.segments.is_empty();
    let mut segments = SegmentSink::of(experiment, !kept);
    let mut sink = (&mut watches, &mut segments);
    if !drive(experiment, &choice, progress, &mut sink, |_| ())? {
        return Ok(None);
    }
    let found = segments.finish();
    let segments = if kept { &run.segments } else { &found };
    let explained = |(watch, &job): (Watch<'_>, &usize)| {
        let Watch {
            seen,
            considered,
            mut story,
            ..
        } = watch;
        if let Some(entry) = story.entries.first()
            && run.placements().is_none()
        {
            story.holders = holders::holders_before(segments, job, entry.at, &node_of(run));
        }
        Explained {
            remarks: remarks::remarks(run, job, &seen, &story),
            considered,
            story,
        }
    };
    let watches = watches.watches.into_iter().zip(jobs);
    Ok(Some(watches.map(explained).collect()))
}

/// Checks that the sentences hold for such a run: they speak of estimates.
fn check(run: &Run) -> Result<(), Problem> {
    match run.parameters.predictor {
        Predictor::Estimate => Ok(()),
        _ => Err(Problem::input(
            "a run that plans by predictions cannot be explained yet; runs that plan by estimates can",
        )),
    }
}

/// The node of each row of the segments of `run`: where jobs share nodes, rows are cores.
pub(in crate::run) fn node_of(run: &Run) -> impl Fn(u32) -> u32 {
    let cluster = run.experiment.cluster.as_ref();
    move |row| cluster.map_or(row, |cluster| cluster.layout.node_of_core(row))
}

#[cfg(test)]
mod tests;
