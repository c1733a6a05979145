//! The metrics that are defined for some jobs of a run.

use super::{Values, all};
use crate::metrics::select::statistics;
use crate::record::Run;
use crate::record::metric::{Metric, Value};

/// Their names.
pub const NAMES: [&str; 18] = [
    "jobs",
    "killed",
    "mean_wait",
    "longest_wait",
    "mean_response",
    "mean_bounded_slowdown",
    "wait_p50",
    "wait_p90",
    "wait_p95",
    "wait_p99",
    "response_p50",
    "response_p90",
    "response_p95",
    "response_p99",
    "bounded_slowdown_p50",
    "bounded_slowdown_p90",
    "bounded_slowdown_p95",
    "bounded_slowdown_p99",
];

/// Computes these metrics for `jobs` of `run`, given by index; all other metrics are absent.
pub fn values_of_jobs(run: &Run, jobs: &[u32]) -> Values {
    let found = statistics::of(run, jobs);
    let spreads = found.spreads;
    let value = |metric: &Metric| match metric.name {
        "jobs" => Some((found.jobs - found.refused) as f64),
        "killed" => Some(found.killed as f64),
        "mean_wait" => spreads.map(|spreads| spreads.wait.mean),
        "longest_wait" => spreads.map(|spreads| spreads.wait.largest),
        "mean_response" => spreads.map(|spreads| spreads.response.mean),
        "mean_bounded_slowdown" => spreads.map(|spreads| spreads.slowdown.mean),
        _ => match metric.value {
            Value::Spread(value) => spreads.as_ref().map(value),
            _ => None,
        },
    };
    Values {
        label: run.label.clone(),
        values: all().iter().map(|metric| value(metric)).collect(),
        digest: run.digest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::progress::Progress;
    use crate::load;
    use crate::metrics::values;
    use crate::run::{choices, simulate};
    use crate::scenario::parse;
    use std::sync::Arc;

    /// Over all jobs they equal the sums of the engine.
    #[test]
    fn over_all_jobs_they_equal_those_of_the_run() {
        let text = "(machine: Cluster(nodes: 32), policies: [Fcfs, Easy],
            workload: Lublin(jobs: 300, load: 1.1, estimates: UpTo(3)))";
        let scenario = parse(text, None).unwrap();
        let progress = Progress::default();
        let experiment = Arc::new(load::prepare(&scenario, None, &progress).unwrap());
        for choice in choices(&scenario) {
            let run = simulate(&experiment, &choice, true, &progress);
            let run = run.unwrap().unwrap();
            let whole = values(&run);
            let every: Vec<u32> = (0..run.outcomes.len() as u32).collect();
            let summed = values_of_jobs(&run, &every);
            let known = summed.values.iter().zip(&whole.values).zip(all());
            let known = known
                .filter_map(|((one, other), metric)| Some((metric.name, (*one)?, other.unwrap())));
            let mut count = 0;
            for (name, one, other) in known {
                // Sums in another order differ in the last digits.
                assert!(
                    (one - other).abs() <= 1e-9 * other.abs(),
                    "{name}: {one} {other}"
                );
                count += 1;
            }
            assert_eq!(count, NAMES.len());
            assert!(NAMES.iter().all(|name| summed.value(name).is_some()));
        }
    }
}
