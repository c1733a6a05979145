//! Size of the machine as it shows in the jobs, and removal of jobs that do not fit on a given one.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::table_job::TableJob;
use super::tally::{Change, Dropped, Tally};

/// Most nodes in use at once, as recorded, or those of the widest job; jobs without a start are
/// taken to have started when they were submitted.
pub(super) fn most_in_use(made: &[TableJob]) -> u32 {
    let mut starts: Vec<(i64, &TableJob)> = made
        .iter()
        .map(|made| {
            let wait = made.label.recorded_wait.unwrap_or_default().0 / 1_000_000;
            (made.submit.0.saturating_add_unsigned(wait), made)
        })
        .collect();
    starts.sort_by_key(|&(start, _)| start);
    let mut ends: BinaryHeap<Reverse<(i64, u32)>> = BinaryHeap::new();
    let (mut taken, mut most) = (0_u64, 0);
    for (start, made) in starts {
        while let Some(&Reverse((end, freed))) = ends.peek()
            && end <= start
        {
            ends.pop();
            taken -= u64::from(freed);
        }
        taken += u64::from(made.job.nodes);
        most = most.max(taken);
        let end = start.saturating_add_unsigned(made.job.runtime.0 / 1_000_000);
        ends.push(Reverse((end, made.job.nodes)));
    }
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
