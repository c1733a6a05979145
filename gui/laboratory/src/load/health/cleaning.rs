//! Effect of each way of cleaning a log.

use super::{InspectedLog, percent};
use crate::base::format::{self, count};
use crate::load::account::{Dropped, Limit, Stamp};

/// Part of the jobs at each end that is often left out, while the machine fills and empties.
const EDGE_SHARE: f64 = 0.01;

pub(super) fn lines(subject: &InspectedLog<'_>) -> Vec<String> {
    let entries = &subject.accounts.entries;
    let ran = subject.executed();
    let number =
        |is: &dyn Fn(&(_, u64, u32)) -> bool| ran.clone().filter(|one| is(one)).count() as u64;
    let zero = number(&|one| one.1 == 0);
    let other = ran.clone().filter(|(entry, ..)| {
        let (had, requested) = subject.size.of(entry);
        had.is_some() && requested.is_some() && had != requested
    });
    let outran: Vec<f64> = ran
        .clone()
        .filter_map(|(entry, runtime, size)| match entry.limit {
            Limit::Within(limit) if runtime > limit => {
                Some((runtime - limit) as f64 * f64::from(size))
            }
            _ => None,
        })
        .collect();
    let work: f64 = ran.clone().map(|one| one.1 as f64 * f64::from(one.2)).sum();
    let options = subject.options;
    let set = |is_set: bool| if is_set { " (as it is read now)" } else { "" };
    let mut lines = vec![
        format!(
            "keep_zero_runtimes{}: {} that ran for no time run 1 s, instead of being dropped",
            set(options.keep_zero_runtimes),
            format::counted(zero as usize, "job")
        ),
        format!(
            "prefer_requested{}: {} of another size",
            set(options.prefer_requested),
            format::counted(other.count(), "job")
        ),
        format!(
            "raise_estimates{}: {} that outran their limit keep {} of all work that they lose if they are killed at it",
            set(options.raise_estimates),
            format::counted(outran.len(), "job"),
            percent(outran.iter().sum(), work)
        ),
    ];
    if let Some(machine) = subject.machine {
        let wide = number(&|one| one.2 > machine);
        lines.push(format!(
            "clip_wide{}: {} wider than {} get the whole machine, instead of being dropped",
            set(options.clip_wide),
            format::counted(wide as usize, "job"),
            count(u64::from(machine))
        ));
    }
    let never = entries
        .iter()
        .filter(|one| one.executed_for() == Err(Dropped::Cancelled));
    lines.push(format!(
        "jobs cancelled before they started are left out in any case: {}",
        count(never.count() as u64)
    ));
    lines.extend(edge_jobs(subject));
    lines
}

/// Work lost by leaving out the first and the last jobs.
fn edge_jobs(subject: &InspectedLog<'_>) -> Option<String> {
    let jobs = subject.executed();
    let mut jobs: Vec<_> = jobs
        .map(|(entry, runtime, size)| (entry.submit, runtime, size))
        .collect();
    jobs.sort_by_key(|one| one.0);
    let edge = (jobs.len() as f64 * EDGE_SHARE).round() as usize;
    let work = |jobs: &[(Stamp, u64, u32)]| -> f64 {
        jobs.iter().map(|one| one.1 as f64 * f64::from(one.2)).sum()
    };
    let inner = jobs.get(edge..jobs.len().checked_sub(edge)?)?;
    let (all, kept) = (work(&jobs), work(inner));
    (edge > 0).then(|| {
        format!(
            "without the first and the last {} ({} each): {} of the work less",
            format::counted(edge, "job"),
            percent(EDGE_SHARE, 1.0),
            percent(all - kept, all)
        )
    })
}
