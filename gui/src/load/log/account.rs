//! What was dropped and changed while a log was read, counted and said.

use cosched_core::workload::swf::{Changed, Dropped};

/// What was dropped and changed, counted.
#[derive(Debug, Default)]
pub(super) struct Account {
    pub(super) lines: u64,
    pub(super) dropped: [u64; Dropped::ALL.len()],
    pub(super) changes: [u64; 9],
    pub(super) out_of_order: u64,
    pub(super) further_fields: u64,
    pub(super) estimates_replaced: u64,
    pub(super) thinks_unknown: u64,
}

impl Account {
    pub(super) fn note(&mut self, changed: Changed) {
        let all = [
            changed.other_size,
            changed.clipped,
            changed.runtime_raised,
            changed.estimate_missing,
            changed.estimate_raised,
            changed.outran_estimate,
            changed.has_preceding,
            changed.memory_missing,
            changed.memory_clipped,
        ];
        for (count, changed) in self.changes.iter_mut().zip(all) {
            *count += u64::from(changed);
        }
    }

    /// One sentence for each thing that happened at all.
    pub(super) fn remarks(&self, feedback: bool) -> Vec<String> {
        let dropped = Dropped::ALL.map(|why| {
            let words = match why {
                Dropped::Part => "lines dropped: parts of jobs that have a line of their own",
                Dropped::NoSubmit => "jobs dropped: submit time unknown",
                Dropped::NoSize => "jobs dropped: size unknown",
                Dropped::NoRuntime => "jobs dropped: run time unknown",
                Dropped::ZeroRuntime => "jobs dropped: run time 0",
                Dropped::TooWide => "jobs dropped: wider than the machine",
            };
            (self.dropped[why as usize], words)
        });
        let changed = [
            "jobs whose preferred size is unknown: the other one stands for it",
            "jobs clipped to the machine",
            "jobs with run time 0: now 1 s",
            "jobs without an estimate: the runtime stands for it",
            "jobs that outran their estimate: the estimate was raised to the runtime",
            "jobs that outran their estimate: killed at it, unless `kill_at_estimate: false` lets them run on",
            match feedback {
                true => {
                    "jobs that name a preceding job: submitted when that has ended and their users have thought"
                }
                false => "jobs that name a preceding job: their own submit times are used",
            },
            "jobs whose memory is unknown: taken to need none",
            "jobs that need more memory than a node has: clipped to it",
        ];
        let changed = self.changes.into_iter().zip(changed);
        let order = [
            (
                self.estimates_replaced,
                "jobs whose estimate was replaced by the runtime, as asked",
            ),
            (
                self.thinks_unknown,
                "jobs that name a preceding job but no think time: taken to be 0",
            ),
            (
                self.out_of_order,
                "jobs out of order: sorted by submit time",
            ),
            (
                self.further_fields,
                "lines with more than 18 fields: the rest is ignored",
            ),
        ];
        let all = dropped.into_iter().chain(changed).chain(order);
        all.filter(|&(count, _)| count > 0)
            .map(|(count, words)| match count {
                // `1 jobs` is `1 job`, and `lines` likewise.
                1 => format!("1 {}", words.replacen("s ", " ", 1)),
                count => format!("{count} {words}"),
            })
            .collect()
    }
}
