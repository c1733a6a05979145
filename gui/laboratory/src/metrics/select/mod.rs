//! Selections of jobs, and their statistics.

pub mod batches;
pub mod causes;
pub mod change;
pub mod filter;
pub mod groups;
pub mod no_interval;
pub mod paired;
mod ratio;
pub mod statistics;

use cosched_core::{JobSpec, Time};

use crate::record::Run;
use filter::Filter;

/// A selection of jobs: those submitted within a span of time that match a filter.
///
/// Submit times do not depend on the policy, so a span selects the same jobs under every policy.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scope {
    /// Begin and end of the span, the latter excluded; `None` for all submissions.
    pub span: Option<[Time; 2]>,
    /// The filter.
    pub filter: Filter,
}

impl Scope {
    /// Whether it selects all jobs.
    pub fn is_all(&self) -> bool {
        self.span.is_none() && self.filter.is_all()
    }

    /// Returns the scope with another span, in seconds.
    #[must_use]
    pub fn with_span(&self, span: Option<[f64; 2]>) -> Self {
        let time = |seconds: f64| Time((seconds.max(0.0) * 1e9) as u64);
        Self {
            span: span.map(|span| span.map(time)),
            filter: self.filter.clone(),
        }
    }

    /// Returns the scope narrowed by `more`.
    #[must_use]
    pub fn narrowed(&self, more: &Filter) -> Self {
        Self {
            span: self.span,
            filter: self.filter.and(more),
        }
    }

    /// Returns the scope without a span: submissions within it are part of the filter, as in a line
    /// on the command line.
    #[must_use]
    pub fn as_filter(&self) -> Self {
        let Some([from, until]) = self.span else {
            return self.clone();
        };
        let line = format!("submitted >= {from} && submitted < {until}");
        match line.parse::<Filter>() {
            Ok(within) => Self {
                span: None,
                filter: self.filter.and(&within),
            },
            Err(_) => self.clone(),
        }
    }

    /// Returns the indices of the first of `jobs` that is submitted within the span, and after it.
    pub fn of_span(&self, jobs: &[JobSpec]) -> [usize; 2] {
        match self.span {
            // Jobs are in order of submission.
            Some(span) => {
                let [first, end] = span.map(|at| jobs.partition_point(|job| job.submit < at));
                [first, end.max(first)]
            }
            None => [0, jobs.len()],
        }
    }

    /// Returns the indices of the selected jobs of `run`, in order of submission; those of a warm-up
    /// do not count, and never are.
    pub fn jobs(&self, run: &Run) -> Vec<u32> {
        let [first, end] = self.of_span(&run.experiment.jobs);
        let first = first.max(run.experiment.first_counted());
        let all = first as u32..end.max(first) as u32;
        if self.filter.is_all() {
            all.collect()
        } else {
            all.filter(|job| self.filter.selects(run, *job as usize))
                .collect()
        }
    }
}
