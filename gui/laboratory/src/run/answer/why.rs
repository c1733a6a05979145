//! Why the job that waits longest does so, in brief.

use std::collections::BTreeSet;

use super::Answer;
use crate::base::format;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::Run;
use crate::run::explain::{Explained, explain};

/// Why a job waited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitSummary {
    /// Number of jobs ahead of it when it entered the queue, if known.
    pub ahead: Option<usize>,
    /// Number of jobs behind it that started before it.
    pub passers: usize,
    /// The last job to leave nodes that it got, and its number.
    pub holder: Option<(usize, u64)>,
    /// The last reason to wait, in words, where neither is known.
    pub otherwise: Option<String>,
}

impl Answer {
    /// Finds why the job that waits longest does so, by running `run`, the simulated one, again;
    /// returns whether there was a reason.
    ///
    /// # Errors
    /// Errors of the run, or it cannot be explained.
    pub fn explain(&mut self, run: &Run, progress: &Progress) -> Result<bool, Problem> {
        let Some(longest) = &mut self.longest else {
            return Ok(false);
        };
        let explained = explain(run, longest.job, progress)?;
        longest.why = explained.map(|explained| WaitSummary::of(run, longest.job, &explained));
        Ok(longest.why.is_some())
    }
}

impl WaitSummary {
    fn of(run: &Run, job: usize, explained: &Explained) -> Self {
        let story = &explained.story;
        let passers: BTreeSet<usize> = story.passers.iter().map(|passer| passer.job).collect();
        let holder = story.holders.first().map(|held| held.job);
        let holder = holder.map(|holder| (holder, run.experiment.labels[holder].number()));
        let ahead = story.entries.first().and_then(|entry| entry.ahead.as_ref());
        let is_known = !passers.is_empty() || holder.is_some();
        Self {
            ahead: ahead.map(Vec::len),
            passers: passers.len(),
            holder,
            otherwise: (!is_known)
                .then(|| last_wait(run, job, explained))
                .flatten(),
        }
    }
}

/// The last reason reported before the job's start.
fn last_wait(run: &Run, job: usize, explained: &Explained) -> Option<String> {
    let started = run.outcomes[job].started;
    let before = explained.remarks.iter().rev();
    let mut before = before.filter(|remark| remark.at < started);
    let remark = before.find(|remark| remark.sentence.contains("waits"))?;
    let clock = &run.experiment.clock;
    Some(format::humanize_seconds(&remark.sentence, |at| {
        clock.instant(at)
    }))
}
