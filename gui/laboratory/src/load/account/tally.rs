//! Tally of what was read, changed and dropped, with reasons: every line is in one of the counts.

use crate::base::format;
use crate::scenario::cluster::RefusalReason;

/// Makes an enumeration whose values each have a noun, of which they are counted, and a text.
macro_rules! with_texts {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $value:ident $noun:literal $text:literal;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name {
            $($(#[$meaning])* $value,)*
        }

        impl $name {
            /// Nouns and texts, in the order of the values.
            const TEXTS: &[(&'static str, &'static str)] = &[$(($noun, $text),)*];
        }
    };
}

with_texts! {
    /// Reason why a line is not a job to simulate.
    Dropped {
        /// The file ends within it.
        CutOff "line" "cut off by the end of the file";
        /// It is the header once more.
        Header "line" "the header once more";
        /// It has fewer or more fields than are named, and no name that may hold the mark.
        OtherFields "line" "with fewer or more fields than are named";
        /// It is no record of PBS.
        NoRecord "line" "no records of PBS";
        /// It is a record of PBS of an unknown kind.
        UnknownRecord "line" "records of PBS of an unknown kind";
        /// It has a value that cannot be read.
        BadValue "line" "with a value that cannot be read";
        /// It is an event of a job of which another line says more.
        OtherEvent "line" "other events of the same jobs";
        /// It is of a whole array.
        WholeArray "line" "of whole arrays, whose tasks have lines of their own";
        /// It is an event of something else than a job.
        NoJob "line" "of advance reservations, licences and provisioning";
        /// Step of a job.
        Step "line" "steps of jobs that have a line of their own";
        /// Duplicate.
        Twice "line" "the same as an earlier one";
        /// Its submission is unknown.
        NoSubmit "job" "submit time unknown";
        /// It was still waiting when the table was written.
        NeverStarted "job" "still waiting at the end of the extract";
        /// It was cancelled before it started.
        Cancelled "job" "cancelled before they started";
        /// It was moved to another server.
        Moved "job" "moved to another server";
        /// It ended before it started.
        EndsBeforeStart "job" "end before they start";
        /// Its runtime is unknown.
        NoRuntime "job" "run time unknown";
        /// Its runtime is 0.
        ZeroRuntime "job" "run time 0";
        /// It is a component of a heterogeneous job whose first one was read.
        Component "line" "components of heterogeneous jobs, which are part of these";
        /// Its size is unknown.
        NoSize "job" "size unknown";
        /// It is wider than the machine.
        TooWide "job" "wider than the machine";
        /// It is beyond the number of jobs requested.
        NotRequested "job" "beyond the first ones, which were asked for";
        /// The cluster has no such partition.
        NoSuchPartition "job" "in a partition that the cluster does not have";
        /// Its partition is down.
        PartitionDown "job" "in a partition that is down";
        /// No node of its partition has what it requests per node.
        NoSuchNode "job" "ask for what no node of their partition has";
        /// It requests more nodes or tasks than its partition has room for.
        NoRoom "job" "ask for more than their partition has room for";
        /// It requests more of a licence than there are.
        TooManyLicences "job" "ask for more licences than there are";
        /// It is longer or wider than its partition, user, account or quality of service allows.
        OverLimit "job"
            "longer or wider than their partition, user, account or quality of service allows";
    }
}

impl Dropped {
    /// Whether the first line dropped for this reason is named.
    const fn is_named(self) -> bool {
        matches!(
            self,
            Self::OtherFields | Self::NoRecord | Self::UnknownRecord | Self::BadValue
        )
    }

    /// Reason for a job whose request a cluster can never satisfy.
    pub(in crate::load) const fn of(why: &RefusalReason) -> Self {
        match why {
            RefusalReason::NoSuchPartition(_) | RefusalReason::NoPartition => Self::NoSuchPartition,
            RefusalReason::PartitionDown => Self::PartitionDown,
            RefusalReason::NoSuchFeature(_)
            | RefusalReason::NoSuchResource(_)
            | RefusalReason::NoNode(..)
            | RefusalReason::NotTogether => Self::NoSuchNode,
            RefusalReason::NoRoom(..)
            | RefusalReason::NoSuchReservation(_)
            | RefusalReason::NotReserved(..) => Self::NoRoom,
            RefusalReason::NoSuchLicence(_) | RefusalReason::TooManyLicences(..) => {
                Self::TooManyLicences
            }
            RefusalReason::TooLong(..)
            | RefusalReason::TooWide(..)
            | RefusalReason::OverLimit(_)
            | RefusalReason::PartUnderLimit(_)
            | RefusalReason::OutlastsReservation(..) => Self::OverLimit,
        }
    }
}

with_texts! {
    /// Change made to a job, or assumption about it.
    Change {
        /// It was still running: it ends with the extract.
        StillRunning "job" "still running at the end of the extract: taken to end with it";
        /// It was started again.
        RanAgain "job" "executions of jobs that had run before: each is a job of its own";
        /// It ended before it started, as a clock was put back, and its runtime is known: its end is
        /// moved accordingly.
        ClockBack "job"
            "end before they start, but say how long they ran: taken to end so much later (a clock was put back; TZ=UTC avoids it)";
        /// Its runtime is not the span from its start to its end.
        OtherRuntime "job"
            "ran for another time than from start to end: what they say themselves counts (suspended, or a clock was put forward or back)";
        /// Its time of day occurred twice, as a clock was put back.
        TwiceThatDay "job"
            "at a time of day that was there twice, as clocks were put back: the first one is taken";
        /// It was submitted after it started.
        Submitted "job" "started before they were submitted: taken to be submitted at their start";
        /// A name in it holds the mark between fields.
        MarkInName "job" "with the mark between fields in a name: read from both ends of the line";
        /// It has letters that are not UTF-8.
        OldLetters "job" "with letters that are not UTF-8: read as Latin-1";
        /// Its memory had Slurm's mark for memory per core.
        MarkedMemory "job"
            "memory with Slurm's mark for “of each core” in the number: the mark was taken out";
        /// It requested a part of a core or GPU.
        PartOfOne "job" "ask for parts of a core or GPU: rounded up";
        /// It requested a part of a GPU, and gets it.
        PartOfGpu "job" "ask for a part of a GPU: to the thousandth, so that several share one";
        /// Its state has an unknown name.
        OtherState "job" "in a state of unknown name: kept, but what became of them is unknown";
        /// It has no number of its own.
        Renumbered "job" "without a number of their own: numbered anew";
        /// It has no limit.
        NoLimit "job" "without a limit: the runtime is the estimate";
        /// Its limit is that of its partition, which is not known.
        LimitOfPartition "job"
            "with the limit of their partition, which is not said: the runtime is the estimate";
        /// Its time is unlimited.
        Unlimited "job" "unlimited: the estimate is 365 days, as Slurm plans";
        /// It exceeded its limit, which was raised.
        LimitRaised "job" "outran their limit: the estimate was raised to the runtime";
        /// It exceeded its limit, which stays.
        OutranLimit "job"
            "outran their limit: killed at it where `kill_at_estimate` is on";
        /// Its runtime replaced its estimate.
        ExactEstimate "job" "estimate replaced by the runtime, as asked";
        /// Its runtime of 0 became a second.
        RuntimeRaised "job" "run time 0: now 1 s";
        /// It was wider than the machine.
        Clipped "job" "wider than the machine: clipped to it";
        /// Its preferred size was unknown: the other one was taken.
        OtherSize "job" "preferred size unknown: the other one is used instead";
        /// It names no partition of the cluster: it goes to the default one.
        UsualPartition "job" "partition unknown: they go to the usual one of the cluster";
        /// The cluster does not have its advance reservation.
        NoReservation "job"
            "for an advance reservation that the cluster does not have: without one";
        /// The cluster does not have a licence that it asks for.
        NoLicence "job" "for licences that the cluster does not have: without these";
        /// Its limit was taken from its partition.
        TimeOfPartition "job"
            "no limit of their own: they may run for as long as their partition allows";
        /// It is a heterogeneous job, whose components are one job here.
        Heterogeneous "job" "of several components (heterogeneous): their sizes are added, the first one's partition counts";
        /// Its resources do not divide by its nodes: rounded up on each.
        Uneven "job" "cores or GPUs that do not divide by their nodes: rounded up on each";
        /// It had its nodes to itself.
        AloneOnNodes "job" "had their nodes to themselves (excl): only the cores that they asked for are counted";
        /// Its cores are unknown: one on each node.
        OneCore "job" "cores unknown: one on each of their nodes";
    }
}

/// Set of changes to one job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Changes(u32);

impl Changes {
    /// Adds a change.
    pub fn add(&mut self, change: Change) {
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
    changes: [u64; Change::TEXTS.len()],
    dropped: [u64; Dropped::TEXTS.len()],
    // The first line that was dropped for each reason, where lines are named; 0 if none was.
    first_lines: [usize; Dropped::TEXTS.len()],
}

impl Tally {
    /// Counts a job that is kept.
    pub fn keep(&mut self, changes: Changes) {
        if changes.any() {
            self.changed += 1;
        } else {
            self.unchanged += 1;
        }
        for (change, count) in self.changes.iter_mut().enumerate() {
            *count += u64::from(changes.0 >> change & 1);
        }
    }

    /// Counts a line that is dropped.
    pub fn drop(&mut self, why: Dropped) {
        self.dropped[why as usize] += 1;
    }

    /// Counts a line of the table that is dropped because it is malformed.
    pub fn drop_line(&mut self, why: Dropped, line: usize) {
        self.drop(why);
        let first = &mut self.first_lines[why as usize];
        if why.is_named() && (*first == 0 || line < *first) {
            *first = line;
        }
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
        self.dropped_for_reasons(|_| true)
    }

    /// Remarks on lines that are no rows of the table.
    pub(in crate::load) fn malformed_remarks(&self) -> impl Iterator<Item = String> {
        const MALFORMED: [Dropped; 6] = [
            Dropped::CutOff,
            Dropped::Header,
            Dropped::OtherFields,
            Dropped::NoRecord,
            Dropped::UnknownRecord,
            Dropped::BadValue,
        ];
        self.dropped_for_reasons(|text| {
            let mut all = MALFORMED.iter();
            all.any(|why| Dropped::TEXTS[*why as usize].1 == text)
        })
    }

    fn dropped_for_reasons(&self, is_shown: fn(&str) -> bool) -> impl Iterator<Item = String> {
        let firsts = Dropped::TEXTS.iter().zip(self.first_lines);
        let shown = some(Dropped::TEXTS, self.dropped).filter(move |(_, text)| is_shown(text));
        shown.map(move |(number, text)| {
            let mut firsts = firsts.clone();
            match firsts.find(|((_, own), first)| *own == text && *first > 0) {
                Some((_, first)) => format!("{number} dropped: {text}; the first is line {first}"),
                None => format!("{number} dropped: {text}"),
            }
        })
    }

    /// All counts, a sentence each; the first one has the sum.
    pub fn remarks(&self, noun: &str) -> Vec<String> {
        let count = format::count;
        let mut all = vec![format!(
            "{}: {} kept unchanged, {} changed, {} dropped",
            format::counted(self.read as usize, noun),
            count(self.unchanged),
            count(self.changed),
            count(self.dropped())
        )];
        all.extend(self.dropped_remarks());
        all.extend(
            some(Change::TEXTS, self.changes).map(|(number, text)| format!("{number}: {text}")),
        );
        all
    }
}

/// Counts other than 0 with their nouns, as in "2 jobs", and texts.
fn some<const N: usize>(
    texts: &'static [(&'static str, &'static str)],
    counts: [u64; N],
) -> impl Iterator<Item = (String, &'static str)> {
    let counts = texts.iter().zip(counts).filter(|(_, count)| *count > 0);
    counts.map(|((noun, text), count)| (format::counted(count as usize, noun), *text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_in_one_count() {
        let mut tally = Tally {
            read: 3,
            ..Tally::default()
        };
        let mut changes = Changes::default();
        tally.keep(changes);
        changes.add(Change::StillRunning);
        changes.add(Change::NoLimit);
        tally.keep(changes);
        tally.drop(Dropped::Step);
        assert_eq!(
            tally.read,
            tally.unchanged + tally.changed + tally.dropped()
        );
        assert_eq!(
            tally.remarks("line")[..2],
            [
                "3 lines: 1 kept unchanged, 1 changed, 1 dropped",
                "1 line dropped: steps of jobs that have a line of their own"
            ]
        );
    }
}
