//! Tally of what was read, changed and dropped, with reasons: every line is in one of the counts.

use crate::base::words;
use crate::scenario::cluster::Why;

/// Reason why a line is not a job to simulate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dropped {
    /// The file ends within it.
    CutOff,
    /// Step of a job.
    Step,
    /// Duplicate.
    Twice,
    /// Its submission is unknown.
    NoSubmit,
    /// It was still waiting when the table was written.
    NeverStarted,
    /// It was cancelled before it started.
    Cancelled,
    /// It ended before it started.
    EndsBeforeStart,
    /// Its runtime is unknown.
    NoRuntime,
    /// Its runtime is 0.
    ZeroRuntime,
    /// Its size is unknown.
    NoSize,
    /// It is wider than the machine.
    TooWide,
    /// It is beyond the number of jobs requested.
    NotAsked,
    /// The cluster has no such partition.
    NoSuchPartition,
    /// Its partition is down.
    PartitionDown,
    /// No node of its partition has what it requests per node.
    NoSuchNode,
    /// It requests more nodes or tasks than its partition has room for.
    NoRoom,
    /// It is longer or wider than its partition, user, account or quality of service allows.
    OverLimit,
}

impl Dropped {
    /// All reasons with their texts: the noun, and what happened.
    const WORDS: [(Self, &'static str, &'static str); 17] = [
        (Self::CutOff, "line", "cut off by the end of the file"),
        (
            Self::Step,
            "line",
            "steps of jobs that have a line of their own",
        ),
        (Self::Twice, "line", "the same as an earlier one"),
        (Self::NoSubmit, "job", "submit time unknown"),
        (
            Self::NeverStarted,
            "job",
            "still waiting at the end of the extract",
        ),
        (Self::Cancelled, "job", "cancelled before they started"),
        (Self::EndsBeforeStart, "job", "end before they start"),
        (Self::NoRuntime, "job", "run time unknown"),
        (Self::ZeroRuntime, "job", "run time 0"),
        (Self::NoSize, "job", "size unknown"),
        (Self::TooWide, "job", "wider than the machine"),
        (
            Self::NotAsked,
            "job",
            "beyond the first ones, which were asked for",
        ),
        (
            Self::NoSuchPartition,
            "job",
            "in a partition that the cluster does not have",
        ),
        (Self::PartitionDown, "job", "in a partition that is down"),
        (
            Self::NoSuchNode,
            "job",
            "ask for what no node of their partition has",
        ),
        (
            Self::NoRoom,
            "job",
            "ask for more than their partition has room for",
        ),
        (
            Self::OverLimit,
            "job",
            "longer or wider than their partition, user, account or quality of service allows",
        ),
    ];

    /// Reason for a job whose request a cluster can never satisfy.
    pub(in crate::load) const fn of(why: &Why) -> Self {
        match why {
            Why::NoSuchPartition(_) | Why::NoPartition => Self::NoSuchPartition,
            Why::Down => Self::PartitionDown,
            Why::NoSuchFeature(_) | Why::NoSuchResource(_) | Why::NoNode(..) | Why::NotTogether => {
                Self::NoSuchNode
            }
            Why::NoRoom(..) | Why::NoSuchReservation(_) | Why::NotReserved(..) => Self::NoRoom,
            Why::TooLong(..)
            | Why::TooWide(..)
            | Why::OverLimit(_)
            | Why::OutlastsReservation(..) => Self::OverLimit,
        }
    }
}

/// Change made to a job, or assumption about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// It was still running: it ends with the extract.
    StillRunning,
    /// It was started again.
    RanAgain,
    /// It ended before it started, as a clock was put back, and its runtime is known: its end is
    /// moved accordingly.
    ClockBack,
    /// Its runtime is not the span from its start to its end.
    OtherRuntime,
    /// Its time of day occurred twice, as a clock was put back.
    TwiceThatDay,
    /// It was submitted after it started.
    Submitted,
    /// Its memory had Slurm's mark for memory per core.
    MarkedMemory,
    /// It requested a part of a core or GPU.
    PartOfOne,
    /// Its state has an unknown name.
    OtherState,
    /// It has no number of its own.
    Renumbered,
    /// It has no limit.
    NoLimit,
    /// Its limit is that of its partition, which is not known.
    LimitOfPartition,
    /// Its time is unlimited.
    Unlimited,
    /// It exceeded its limit, which was raised.
    LimitRaised,
    /// It exceeded its limit, which stays.
    OutranLimit,
    /// Its runtime replaced its estimate.
    ExactEstimate,
    /// Its runtime of 0 became a second.
    RuntimeRaised,
    /// It was wider than the machine.
    Clipped,
    /// Its preferred size was unknown: the other one was taken.
    OtherSize,
    /// It names no partition of the cluster: it goes to the default one.
    UsualPartition,
    /// The cluster does not have its advance reservation.
    NoReservation,
    /// Its limit was taken from its partition.
    TimeOfPartition,
    /// Its resources do not divide by its nodes: rounded up on each.
    Uneven,
    /// Its cores are unknown: one on each node.
    OneCore,
}

impl Change {
    /// All changes with their texts.
    const WORDS: [(Self, &'static str); 24] = [
        (
            Self::StillRunning,
            "still running at the end of the extract: taken to end with it",
        ),
        (
            Self::RanAgain,
            "executions of jobs that had run before: each is a job of its own",
        ),
        (
            Self::ClockBack,
            "end before they start, but say how long they ran: taken to end so much later (a clock was put back; TZ=UTC avoids it)",
        ),
        (
            Self::OtherRuntime,
            "ran for another time than from start to end: what they say themselves counts (suspended, or a clock was put forward or back)",
        ),
        (
            Self::TwiceThatDay,
            "at a time of day that was there twice, as clocks were put back: the first one is taken",
        ),
        (
            Self::Submitted,
            "started before they were submitted: taken to be submitted at their start",
        ),
        (
            Self::MarkedMemory,
            "memory with Slurm's mark for “of each core” in the number: the mark was taken out",
        ),
        (
            Self::PartOfOne,
            "ask for parts of a core or GPU: rounded up",
        ),
        (
            Self::OtherState,
            "in a state of unknown name: kept, but what became of them is unknown",
        ),
        (
            Self::Renumbered,
            "without a number of their own: numbered anew",
        ),
        (
            Self::NoLimit,
            "without a limit: the runtime stands for the estimate",
        ),
        (
            Self::LimitOfPartition,
            "with the limit of their partition, which is not said: the runtime stands for the estimate",
        ),
        (
            Self::Unlimited,
            "unlimited: the estimate is 365 days, as Slurm plans",
        ),
        (
            Self::LimitRaised,
            "outran their limit: the estimate was raised to the runtime",
        ),
        (
            Self::OutranLimit,
            "outran their limit: killed at it, unless `kill_at_estimate: false` lets them run on",
        ),
        (
            Self::ExactEstimate,
            "estimate replaced by the runtime, as asked",
        ),
        (Self::RuntimeRaised, "run time 0: now 1 s"),
        (Self::Clipped, "wider than the machine: clipped to it"),
        (
            Self::OtherSize,
            "preferred size unknown: the other one stands for it",
        ),
        (
            Self::UsualPartition,
            "partition unknown: they go to the usual one of the cluster",
        ),
        (
            Self::NoReservation,
            "for an advance reservation that the cluster does not have: without one",
        ),
        (
            Self::TimeOfPartition,
            "no limit of their own: they may run for as long as their partition allows",
        ),
        (
            Self::Uneven,
            "cores or GPUs that do not divide by their nodes: rounded up on each",
        ),
        (Self::OneCore, "cores unknown: one on each of their nodes"),
    ];
}

/// Set of changes to one job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes(u32);

impl Changes {
    /// Adds a change.
    pub fn note(&mut self, change: Change) {
        self.0 |= 1 << change as u32;
    }

    /// Whether the set has `change`.
    pub const fn has(self, change: Change) -> bool {
        self.0 & (1 << change as u32) != 0
    }

    /// Whether there was any change.
    pub const fn any(self) -> bool {
        self.0 != 0
    }
}

/// Counts of lines: each is kept as it is, changed, or dropped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Lines, or rows, with jobs.
    pub read: u64,
    /// Jobs kept as they were.
    pub unchanged: u64,
    /// Jobs that were changed.
    pub changed: u64,
    changes: [u64; Change::WORDS.len()],
    dropped: [u64; Dropped::WORDS.len()],
}

impl Tally {
    /// Counts a job that is kept.
    pub fn keep(&mut self, changes: Changes) {
        match changes.any() {
            true => self.changed += 1,
            false => self.unchanged += 1,
        }
        for ((change, _), count) in Change::WORDS.iter().zip(&mut self.changes) {
            *count += u64::from(changes.has(*change));
        }
    }

    /// Counts a line that is dropped.
    pub fn drop(&mut self, why: Dropped) {
        self.dropped[why as usize] += 1;
    }

    /// Lines dropped for this reason.
    pub const fn dropped_for(&self, why: Dropped) -> u64 {
        self.dropped[why as usize]
    }

    /// Jobs with this change.
    pub const fn changed_for(&self, change: Change) -> u64 {
        self.changes[change as usize]
    }

    /// Lines dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped.iter().sum()
    }

    /// Remarks on dropped lines, a sentence for each reason.
    pub(in crate::load) fn dropped_remarks(&self) -> impl Iterator<Item = String> {
        let dropped = Dropped::WORDS.iter().zip(self.dropped);
        dropped
            .filter(|(_, number)| *number > 0)
            .map(|((_, one, words), number)| {
                format!("{} dropped: {words}", words::counted(number as usize, one))
            })
    }

    /// All counts, a sentence each; the first one has the sum.
    pub fn remarks(&self, noun: &str) -> Vec<String> {
        let count = words::count;
        let mut all = vec![format!(
            "{} {noun}: {} kept as they are, {} changed, {} dropped",
            count(self.read),
            count(self.unchanged),
            count(self.changed),
            count(self.dropped())
        )];
        all.extend(self.dropped_remarks());
        let changed = Change::WORDS.iter().zip(self.changes);
        all.extend(
            changed
                .filter(|(_, number)| *number > 0)
                .map(|((_, words), number)| {
                    format!("{}: {words}", words::counted(number as usize, "job"))
                }),
        );
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_the_order_of_what_they_are_for() {
        for (place, (why, ..)) in Dropped::WORDS.iter().enumerate() {
            assert_eq!(*why as usize, place);
        }
        for (place, (change, _)) in Change::WORDS.iter().enumerate() {
            assert_eq!(*change as usize, place);
        }
    }

    #[test]
    fn every_line_is_in_one_count() {
        let mut tally = Tally {
            read: 3,
            ..Tally::default()
        };
        let mut changes = Changes::default();
        tally.keep(changes);
        changes.note(Change::StillRunning);
        changes.note(Change::NoLimit);
        tally.keep(changes);
        tally.drop(Dropped::Step);
        assert_eq!(
            tally.read,
            tally.unchanged + tally.changed + tally.dropped()
        );
        assert_eq!(
            tally.remarks("lines")[..2],
            [
                "3 lines: 1 kept as they are, 1 changed, 1 dropped",
                "1 line dropped: steps of jobs that have a line of their own"
            ]
        );
    }
}
