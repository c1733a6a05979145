//! The metrics of distributions of waits, responses and slowdowns, and of fairness to users.

use super::select::groups::fairness;
use crate::family::Addition;
use crate::record::metric::{Better, Metric, Value, always};
use crate::record::spread::Spreads;
use crate::scenario::reference::sources::IN_THE_FIELD;

/// The distributions of every run.
pub(super) const ADDITION: Addition = Addition {
    metrics: METRICS,
    ..Addition::NONE
};

/// Makes a metric of a percentile.
const fn percentile(
    [name, title, unit]: [&'static str; 3],
    sentence: &'static str,
    value: fn(&Spreads) -> f64,
) -> Metric {
    Metric {
        name,
        title,
        unit,
        decimals: 3,
        better: Better::Less,
        least: 0.0,
        sentence,
        source: IN_THE_FIELD,
        is_defined: always,
        value: Value::Spread(value),
    }
}

/// The metrics.
pub const METRICS: &[Metric] = &[
    percentile(
        ["wait_p50", "median wait", "s"],
        "Half of all jobs that were not refused waited so many seconds or less, by nearest rank",
        |spreads| spreads.wait.percentiles[0],
    ),
    percentile(
        ["wait_p90", "90 % of waits", "s"],
        "90 % of all jobs that were not refused waited so many seconds or less, by nearest rank",
        |spreads| spreads.wait.percentiles[1],
    ),
    percentile(
        ["wait_p95", "95 % of waits", "s"],
        "95 % of all jobs that were not refused waited so many seconds or less, by nearest rank",
        |spreads| spreads.wait.percentiles[2],
    ),
    percentile(
        ["wait_p99", "99 % of waits", "s"],
        "99 % of all jobs that were not refused waited so many seconds or less, by nearest rank",
        |spreads| spreads.wait.percentiles[3],
    ),
    percentile(
        ["response_p50", "median response", "s"],
        "Half of all jobs that were not refused took so many seconds or less from submission to completion, by nearest rank",
        |spreads| spreads.response.percentiles[0],
    ),
    percentile(
        ["response_p90", "90 % of responses", "s"],
        "90 % of all jobs that were not refused took so many seconds or less from submission to completion, by nearest rank",
        |spreads| spreads.response.percentiles[1],
    ),
    percentile(
        ["response_p95", "95 % of responses", "s"],
        "95 % of all jobs that were not refused took so many seconds or less from submission to completion, by nearest rank",
        |spreads| spreads.response.percentiles[2],
    ),
    percentile(
        ["response_p99", "99 % of responses", "s"],
        "99 % of all jobs that were not refused took so many seconds or less from submission to completion, by nearest rank",
        |spreads| spreads.response.percentiles[3],
    ),
    percentile(
        ["bounded_slowdown_p50", "median bounded slowdown", ""],
        "Half of all jobs that were not refused had this bounded slowdown or less, by nearest rank",
        |spreads| spreads.slowdown.percentiles[0],
    ),
    percentile(
        ["bounded_slowdown_p90", "90 % of bounded slowdowns", ""],
        "90 % of all jobs that were not refused had this bounded slowdown or less, by nearest rank",
        |spreads| spreads.slowdown.percentiles[1],
    ),
    percentile(
        ["bounded_slowdown_p95", "95 % of bounded slowdowns", ""],
        "95 % of all jobs that were not refused had this bounded slowdown or less, by nearest rank",
        |spreads| spreads.slowdown.percentiles[2],
    ),
    percentile(
        ["bounded_slowdown_p99", "99 % of bounded slowdowns", ""],
        "99 % of all jobs that were not refused had this bounded slowdown or less, by nearest rank",
        |spreads| spreads.slowdown.percentiles[3],
    ),
    Metric {
        name: "fairness",
        title: "fairness to users",
        unit: "",
        decimals: 4,
        better: Better::More,
        least: 0.0,
        sentence: "Jain's index of the users' weighted slowdowns, each the response of all the user's jobs over the time they ran, both weighted by nodes: 1 where all users are served alike, less where some bear more, down to 1 over their number",
        source: "Jain, Chiu and Hawe, 1984",
        is_defined: always,
        value: Value::Kept(|run| {
            let all: Vec<u32> = (0..run.outcomes.len() as u32).collect();
            fairness(run, &all)
        }),
    },
];

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::base::progress::Progress;
    use crate::load;
    use crate::metrics::job_metrics::values_of_jobs;
    use crate::metrics::values;
    use crate::record::Run;
    use crate::run::{choices, simulate};
    use crate::scenario::parse;

    fn runs(text: &str) -> Vec<Run> {
        let scenario = parse(text, None).unwrap();
        let progress = Progress::default();
        let experiment = Arc::new(load::prepare(&scenario, None, &progress).unwrap());
        let each = choices(&scenario).into_iter();
        each.map(|choice| {
            simulate(&experiment, &choice, true, &progress)
                .unwrap()
                .unwrap()
        })
        .collect()
    }

    /// Ten jobs of 10 s, one after the other on one node: they wait 0 s, 10 s, … 90 s, respond
    /// after 10 s, … 100 s, and are slowed down 1, … 10 times. By nearest rank half of them wait
    /// 40 s at most (the fifth), 90 % 80 s (the ninth), 95 % and 99 % 90 s (the tenth). The jobs
    /// of user 1 took 150 s for 50 s, three times as long, those of user 2 400 s, eight times:
    /// Jain's index is (3 + 8)² / (2 (3² + 8²)).
    #[test]
    fn ten_jobs_one_after_the_other() {
        let job = |user: u32| format!("(submit: 0, runtime: 10, nodes: 1, user: \"{user}\")");
        let jobs = [vec![job(1); 5], vec![job(2); 5]].concat().join(", ");
        let text =
            format!("(machine: Cluster(nodes: 1), policies: [Fcfs], workload: Jobs([{jobs}]))");
        let run = &runs(&text)[0];
        let expected = [
            ("wait_p50", 40.0),
            ("wait_p90", 80.0),
            ("wait_p95", 90.0),
            ("wait_p99", 90.0),
            ("response_p50", 50.0),
            ("response_p90", 90.0),
            ("response_p95", 100.0),
            ("response_p99", 100.0),
            ("bounded_slowdown_p50", 5.0),
            ("bounded_slowdown_p90", 9.0),
            ("bounded_slowdown_p95", 10.0),
            ("bounded_slowdown_p99", 10.0),
            ("fairness", 121.0 / 146.0),
            // The only node is never free.
            ("loss_of_capacity", 0.0),
        ];
        let found = values(run);
        for (name, value) in expected {
            assert_eq!(found.value(name), Some(value), "{name}");
        }
        // Of the first four jobs half wait 10 s at most, and 90 % 30 s.
        let of_four = values_of_jobs(run, &[0, 1, 2, 3]);
        let waits = ["wait_p50", "wait_p90"].map(|name| of_four.value(name));
        assert_eq!(waits, [Some(10.0), Some(30.0)]);
        assert_eq!(
            found.value("never_started"),
            None,
            "there is nothing to miss"
        );
    }

    /// One of four nodes is free from 4 s to 10 s although job 3, of one node, waits: under FCFS
    /// for job 2, which needs two. The last of the jobs ends at 20 s: 6 of 80 node seconds. Under
    /// EASY job 3 starts at once; the nodes free then are too few for job 2, and no capacity is
    /// lost.
    #[test]
    fn free_nodes_beside_a_job_that_fits_are_lost() {
        let text = "(machine: Cluster(nodes: 4), policies: [Fcfs, Easy], workload: Jobs([
            (submit: 0, runtime: 10, nodes: 3), (submit: 2, runtime: 10, nodes: 2),
            (submit: 4, runtime: 3, nodes: 1)]))";
        let runs = runs(text);
        let lost = |run: &Run| values(run).value("loss_of_capacity");
        assert_eq!(lost(&runs[0]), Some(6.0 / 80.0));
        assert_eq!(lost(&runs[1]), Some(0.0));
    }

    /// The first job has run 5 s when its node fails, and is gone; the second runs 4 s to its end
    /// at 10 s. Nine of ten seconds were worked in, four of them remain.
    #[test]
    fn jobs_destroyed_by_outages_are_not_counted_as_killed() {
        let text = "(machine: Cluster(nodes: 1, outages: (events: [(at: 5, first: 0, what: Down),
            (at: 6, first: 0, what: Up)], interrupted: Killed)), policies: [Fcfs], workload: Jobs([
            (submit: 0, runtime: 6, nodes: 1), (submit: 6, runtime: 4, nodes: 1)]))";
        let run = &runs(text)[0];
        let found = values(run);
        for (name, value) in [
            ("killed", 0.0),
            ("killed_by_outages", 1.0),
            ("utilisation", 0.9),
            ("goodput", 0.4),
        ] {
            assert_eq!(found.value(name), Some(value), "{name}");
        }
        assert_eq!(values_of_jobs(run, &[0, 1]).value("killed"), Some(0.0));
    }
}
