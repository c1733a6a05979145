//! The paper's claims, and the targets set for them beforehand.

use super::super::{Claim, Holds};
use super::tables::Results;
use super::{
    AGILE, FCFS, FLEXIBLE, GANG, GRAINS, METRICS, POLICIES, RESPONSE, SLOWDOWN, TURNAROUND,
    UNLIMITED,
};

pub(super) fn claims(results: &Results) -> Vec<Claim> {
    let mut claims = vec![fine(results)];
    for is_log in [true, false] {
        let of = if is_log { "logs" } else { "random workloads" };
        for agile in [AGILE, UNLIMITED] {
            claims.push(fcfs_is_worst(results, is_log, of, agile));
            claims.push(agile_is_best(results, is_log, of, agile));
        }
        claims.push(flexible_is_no_worse(results, is_log, of));
    }
    claims.retain(|claim| !claim.measured.is_empty());
    claims
}

/// The grains that were run, fine left out.
fn others(results: &Results, is_log: bool) -> Vec<usize> {
    let run = |grain: &usize| !results.values(*grain, is_log, 0, 0).is_empty();
    (1..GRAINS.len()).filter(run).collect()
}

fn mean(results: &Results, grain: usize, is_log: bool, policy: usize, metric: usize) -> f64 {
    let values = results.values(grain, is_log, policy, metric);
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn fine(results: &Results) -> Claim {
    let of = |policy| {
        let all = [true, false].into_iter().flat_map(move |is_log| {
            (0..METRICS.len()).flat_map(move |metric| results.values(0, is_log, policy, metric))
        });
        all.collect::<Vec<f64>>()
    };
    let gang = of(GANG);
    let same = [FLEXIBLE, AGILE].map(|policy| of(policy) == gang);
    Claim {
        why: String::new(),
        statement:
            "T-A1: in fine grain gang scheduling, flexible coscheduling and Agile are the same"
                .to_owned(),
        measured: format!(
            "all {} values of each are equal: {}",
            gang.len(),
            same == [true; 2]
        ),
        holds: Holds::of(same == [true; 2], same.contains(&true)),
        ..Claim::default()
    }
}

fn fcfs_is_worst(results: &Results, is_log: bool, of: &str, agile: usize) -> Claim {
    let mut ratios = Vec::new();
    for grain in others(results, is_log) {
        for metric in [RESPONSE, SLOWDOWN] {
            let value = |policy| mean(results, grain, is_log, policy, metric);
            let best_other = [GANG, FLEXIBLE, agile].map(value);
            let worst = best_other.into_iter().fold(0.0, f64::max);
            ratios.push((grain, metric, value(FCFS) / worst));
        }
    }
    let text = |(grain, metric, ratio): &(usize, usize, f64)| {
        format!(
            "{} {} {ratio:.2} times the next",
            GRAINS[*grain].1, METRICS[*metric].name
        )
    };
    Claim {
        why: String::new(),
        statement: format!(
            "T-A2, {of}: FCFS is worse than gang scheduling, flexible coscheduling and {} by at least 3 times in mean response and slowdown",
            POLICIES[agile].1
        ),
        measured: ratios.iter().map(text).collect::<Vec<_>>().join(", "),
        holds: Holds::of(
            ratios.iter().all(|ratio| ratio.2 >= 3.0),
            ratios.iter().any(|ratio| ratio.2 > 1.0),
        ),
        ..Claim::default()
    }
}

fn agile_is_best(results: &Results, is_log: bool, of: &str, agile: usize) -> Claim {
    let (mut compared, mut worse) = (0, Vec::new());
    for grain in others(results, is_log) {
        for (metric, of_metric) in METRICS.iter().enumerate() {
            if metric == TURNAROUND {
                // It is the same as response.
                continue;
            }
            let name = of_metric.name;
            let value = |policy| mean(results, grain, is_log, policy, metric);
            for policy in [GANG, FLEXIBLE] {
                compared += 1;
                let (agile, other) = (value(agile), value(policy));
                // What rounding does is no difference.
                let slack = 1e-9 * other.abs();
                let is_worse = match of_metric.less_is_better {
                    true => agile > other + slack,
                    false => agile < other - slack,
                };
                if is_worse {
                    worse.push(format!(
                        "{} {name} {agile:.4} against {other:.4} under {}",
                        GRAINS[grain].1, POLICIES[policy].1
                    ));
                }
            }
        }
    }
    Claim {
        why: String::new(),
        statement: format!(
            "T-A2, {of}: {} is not worse than gang scheduling and flexible coscheduling in response, waiting, reaction, slowdown, utilisation and makespan",
            POLICIES[agile].1
        ),
        measured: match compared {
            0 => String::new(),
            _ => format!(
                "{} of {compared} comparisons{}{}",
                compared - worse.len(),
                if worse.is_empty() { "" } else { "; worse: " },
                worse.join(", ")
            ),
        },
        holds: Holds::of(worse.is_empty(), 2 * worse.len() < compared),
        ..Claim::default()
    }
}

fn flexible_is_no_worse(results: &Results, is_log: bool, of: &str) -> Claim {
    let ratios: Vec<_> = others(results, is_log)
        .into_iter()
        .map(|grain| {
            let value = |policy| mean(results, grain, is_log, policy, RESPONSE);
            (grain, value(FLEXIBLE) / value(GANG))
        })
        .collect();
    let text = |(grain, ratio): &(usize, f64)| format!("{} {ratio:.4}", GRAINS[*grain].1);
    Claim {
        why: String::new(),
        statement: format!(
            "T-A2, {of}: the mean response of flexible coscheduling is at most 2 % above that of gang scheduling"
        ),
        measured: ratios.iter().map(text).collect::<Vec<_>>().join(", "),
        holds: Holds::of(
            ratios.iter().all(|ratio| ratio.1 <= 1.02),
            ratios.iter().any(|ratio| ratio.1 <= 1.02),
        ),
        ..Claim::default()
    }
}
