//! Shares of users in the machine.

use super::{InspectedLog, percent};
use crate::base::format::counted;

/// Number of users named.
const SHOWN: usize = 5;

pub(super) fn lines(subject: &InspectedLog<'_>) -> Vec<String> {
    let names = subject.accounts.names.users.names();
    if names.is_empty() {
        return vec!["it is not said whose jobs they are".to_owned()];
    }
    // Jobs, and work in milliseconds of one core or node.
    let mut shares = vec![(0_u64, 0.0_f64); names.len()];
    let (mut jobs, mut work) = (0_u64, 0.0);
    for (entry, runtime, size) in subject.executed() {
        let done = runtime as f64 * f64::from(size);
        jobs += 1;
        work += done;
        if let Some(share) = entry.user.and_then(|user| shares.get_mut(user as usize)) {
            share.0 += 1;
            share.1 += done;
        }
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&one, &other| shares[other].1.total_cmp(&shares[one].1));
    let mut lines: Vec<String> = order
        .iter()
        .take(SHOWN)
        .map(|&user| {
            let (number, done) = shares[user];
            format!(
                "{}: {} of the work, {} of the jobs",
                names[user],
                percent(done, work),
                percent(number as f64, jobs as f64)
            )
        })
        .collect();
    let mut sum = 0.0;
    let half = order.iter().position(|&user| {
        sum += shares[user].1;
        sum >= work / 2.0
    });
    if let Some(half) = half {
        let have = if half == 0 { "has" } else { "have" };
        lines.push(format!(
            "{} of {} {have} half of the work",
            half + 1,
            counted(names.len(), "user")
        ));
    }
    lines
}
