//! Size of the machine as it shows in the jobs, and removal of jobs that do not fit on a given one.

use super::table_job::TableJob;
use super::tally::{Change, Dropped, Tally};
use crate::base::in_use::after_each_start;

/// Most nodes in use at once, as recorded, or those of the widest job; jobs without a start are
/// taken to have started when they were submitted.
pub(super) fn most_in_use(made: &[TableJob]) -> u32 {
    let spans = made.iter().map(|made| {
        let wait = made.label.recorded_wait().unwrap_or_default().0 / 1_000_000;
        let start = made.submit.0.saturating_add_unsigned(wait);
        let end = start.saturating_add_unsigned(made.job.runtime.0 / 1_000_000);
        (start, end, made.job.nodes)
    });
    let most = after_each_start(spans).max().unwrap_or(0);
    u32::try_from(most).unwrap_or(u32::MAX)
}

/// Drops or clips jobs that are wider than the machine.
pub(super) fn drop_too_wide(
    made: &mut Vec<TableJob>,
    machine: u32,
    clips: bool,
    tally: &mut Tally,
) {
    made.retain_mut(|made| {
        if made.job.nodes <= machine {
            return true;
        }
        if clips {
            made.job.nodes = machine;
            made.changes.add(Change::Clipped);
        } else {
            tally.drop(Dropped::TooWide);
        }
        clips
    });
}
