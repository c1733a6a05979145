//! The jobs of a workload that count, without those at both ends that a sweep leaves out.

use cosched_core::{Duration, JobSpec, Time};

use crate::base::problem::Problem;
use crate::scenario::nanoseconds;
use crate::scenario::sweep::{Cut, Edge};

/// Indices of the jobs that count, from `first_counted` on, the first after a log's warm-up; `None` if all those do.
pub(super) fn counted_jobs(
    jobs: &[JobSpec],
    first_counted: usize,
    cut: Option<Cut>,
) -> Result<Option<Vec<u32>>, Problem> {
    let (Some(cut), Some(first), Some(last)) = (cut, jobs.first(), jobs.last()) else {
        return Ok(None);
    };
    let span = |seconds: f64| Duration(nanoseconds(seconds));
    // Jobs are in order of submission.
    let from = match cut.warm_up {
        Edge::Jobs(count) => count as usize,
        Edge::Seconds(0.0) => 0,
        Edge::Seconds(seconds) => {
            let end = Time(first.submit.0.saturating_add(span(seconds).0));
            jobs.partition_point(|job| job.submit < end)
        }
    };
    let from = from.max(first_counted);
    let until = match cut.cool_down {
        Edge::Jobs(count) => jobs.len().saturating_sub(count as usize),
        Edge::Seconds(0.0) => jobs.len(),
        Edge::Seconds(seconds) => {
            let start = Time(last.submit.0.saturating_sub(span(seconds).0));
            jobs.partition_point(|job| job.submit <= start)
        }
    };
    if from < until {
        Ok(Some((from as u32..until as u32).collect()))
    } else {
        Err(Problem::input(format!(
            "`cut` leaves none of {} jobs, which are submitted within {} s",
            jobs.len(),
            last.submit.since(first.submit)
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs submitted every 10 s, from 100 s on.
    fn count(warm_up: Edge, cool_down: Edge) -> Option<Vec<u32>> {
        let jobs: Vec<_> = (0..10)
            .map(|job| {
                JobSpec::exact(Time::ZERO, Duration::from_seconds(1), 1)
                    .with_submit(Time::from_seconds(100 + 10 * job))
            })
            .collect();
        counted_jobs(&jobs, 0, Some(Cut { warm_up, cool_down }))
            .ok()
            .flatten()
    }

    #[test]
    fn the_cut_counts_from_the_first_and_the_last_submission() {
        let jobs = |from: u32, until: u32| Some((from..until).collect::<Vec<_>>());
        assert_eq!(count(Edge::Seconds(20.0), Edge::Seconds(10.0)), jobs(2, 9));
        assert_eq!(count(Edge::Seconds(0.0), Edge::Jobs(3)), jobs(0, 7));
        assert_eq!(count(Edge::Jobs(4), Edge::Seconds(0.0)), jobs(4, 10));
        assert_eq!(count(Edge::Jobs(5), Edge::Jobs(5)), None);
        assert_eq!(counted_jobs(&[], 0, None).unwrap(), None);
    }
}
