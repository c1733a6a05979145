//! Jobs written out in a scenario.

use cosched_core::{Duration, JobSpec, Time};

use super::Draft;
use crate::record::JobLabel;
use crate::scenario::{Job, nanoseconds};

/// The jobs as the engine wants them. Values were checked when they were read.
pub(super) fn jobs(written: &[Job]) -> Draft {
    let label = |index: usize, job: &Job| JobLabel {
        number: job.id.unwrap_or(index as u64 + 1),
        user: None,
        queue: None,
    };
    let spec = |job: &Job| {
        let runtime = Duration(nanoseconds(job.runtime));
        JobSpec {
            submit: Time(nanoseconds(job.submit)),
            runtime,
            estimate: match job.estimate {
                Some(estimate) => Duration(nanoseconds(estimate)),
                None => runtime,
            },
            nodes: job.nodes,
        }
    };
    let jobs = written.iter().enumerate();
    Draft {
        jobs: jobs
            .map(|(index, job)| (spec(job), label(index, job)))
            .collect(),
        ..Draft::default()
    }
}
