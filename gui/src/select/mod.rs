//! Jobs that are looked at together: which they are, and what they amount to.

pub mod filter;
pub mod groups;
pub mod statistics;

use cosched_core::Time;

use crate::record::Run;
use filter::Filter;

/// Which jobs are meant: those submitted within a span of time, of which a filter is true.
///
/// That a job is submitted is not a policy's doing, so a span means the same jobs under
/// every policy.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Chosen {
    /// From and until when, the latter not included; always if absent.
    pub span: Option<[Time; 2]>,
    /// What else they have to be.
    pub filter: Filter,
}

impl Chosen {
    /// Whether all jobs are meant.
    pub fn is_all(&self) -> bool {
        self.span.is_none() && self.filter.is_all()
    }

    /// The places of the jobs of `run` that are meant, in order of submission.
    pub fn jobs(&self, run: &Run) -> Vec<u32> {
        let jobs = &run.experiment.jobs;
        let [first, end] = match self.span {
            // Jobs are in order of submission.
            Some(span) => span.map(|at| jobs.partition_point(|job| job.submit < at)),
            None => [0, jobs.len()],
        };
        let all = first as u32..end.max(first) as u32;
        match self.filter.is_all() {
            true => all.collect(),
            false => all
                .filter(|job| self.filter.means(run, *job as usize))
                .collect(),
        }
    }
}
