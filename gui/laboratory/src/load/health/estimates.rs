//! Accuracy of users' estimates.

use super::{InspectedLog, percent};
use crate::base::format;
use crate::load::account::Limit;

pub(super) fn lines(subject: &InspectedLog<'_>) -> Vec<String> {
    let all = subject.executed().count();
    let mut used: Vec<f64> = Vec::new();
    let mut limits: Vec<u64> = Vec::new();
    let mut outran = 0;
    for (entry, runtime, _) in subject.executed() {
        if let Limit::Within(limit) = entry.limit
            && limit > 0
        {
            used.push(runtime as f64 / limit as f64);
            limits.push(limit);
            outran += u64::from(runtime > limit);
        }
    }
    if used.is_empty() {
        return vec!["no job has a limit".to_owned()];
    }
    used.sort_by(f64::total_cmp);
    let quantile = |part: f64| used[((used.len() - 1) as f64 * part).round() as usize];
    let below = |bound: f64| used.iter().filter(|share| **share < bound).count() as f64;
    let with = used.len() as f64;
    let mut lines = vec![
        format!("{} of jobs have a limit", percent(with, all as f64)),
        format!(
            "of it a quarter of them used at most {}, half at most {}, three quarters at most {}",
            percent(quantile(0.25), 1.0),
            percent(quantile(0.5), 1.0),
            percent(quantile(0.75), 1.0)
        ),
        format!("{} used less than a tenth", percent(below(0.1), with)),
    ];
    if outran > 0 {
        lines.push(format!(
            "{} outran it",
            format::counted(outran as usize, "job")
        ));
    }
    lines.push(most_common_limits(limits));
    lines
}

/// Most frequently requested limits.
fn most_common_limits(mut limits: Vec<u64>) -> String {
    limits.sort_unstable();
    let all = limits.len() as f64;
    let mut counts: Vec<(usize, u64)> = limits
        .chunk_by(|one, other| one == other)
        .map(|same| (same.len(), same[0]))
        .collect();
    let kinds = counts.len();
    counts.sort_by(|one, other| other.cmp(one));
    let shown = counts.iter().take(3).map(|&(number, limit)| {
        let limit = format::span(limit as f64 / 1000.0);
        format!("{limit} ({})", percent(number as f64, all))
    });
    let shown: Vec<_> = shown.collect();
    format!(
        "{}, most often {}",
        format::counted(kinds, "different limit"),
        shown.join(", ")
    )
}
