//! Order in which the plugin that selects nodes takes running jobs away, to find when there will
//! be enough for a job that waits.

use crate::units::time::{Duration, Time};

/// Order in which the node selection plugin frees the nodes of running jobs to find the
/// start of a waiting job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    /// `select/linear`: one job after the other, in order of their ends.
    #[default]
    Linear,
    /// `select/cons_tres`: all that end within a window, which grows until there are enough;
    /// the start is the last of these ends.
    ConsTres(WindowGrowth),
    /// As [`Selection::ConsTres`], with the start at the first of these ends at which there are
    /// enough; nodes are chosen among those of the whole window. Not measured.
    ConsTresTrimmed(WindowGrowth),
}

/// Growth of the windows of `select/cons_tres`, the first of which is 30 s long.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WindowGrowth {
    /// Each is twice as long as the one before.
    #[default]
    Doubling,
    /// Each is longer by so much, at least a second (`bf_window_linear`).
    By(Duration),
}

impl WindowGrowth {
    /// First window of `select/cons_tres`, to whose multiples by the clock its beginning is
    /// rounded as well.
    const FIRST: Duration = Duration::from_seconds(30);

    /// The next window after `window` that is at least as long as `needed`.
    fn next(self, window: Duration, needed: Duration) -> Duration {
        match self {
            Self::Doubling => {
                let mut length = window.0.saturating_mul(2);
                while length < needed.0 {
                    length = length.saturating_mul(2);
                }
                Duration(length)
            }
            Self::By(step) => {
                let step = step.0.max(Duration::from_seconds(1).0);
                let missing = needed.0.saturating_sub(window.0);
                let steps = missing.div_ceil(step).max(1);
                Duration(window.0.saturating_add(steps.saturating_mul(step)))
            }
        }
    }
}

/// Gain for the job that waits from taking a running job away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Freed {
    /// None of its nodes is usable.
    Nothing,
    /// Something, with which there is still too little.
    TooLittle,
    /// Something, with which there is enough.
    Enough,
}

/// Running jobs, in the order in which they are taken away: first to end first.
pub(super) trait EndingJobs {
    /// End of the limit of a job by index.
    fn end_of(&self, index: usize) -> Option<Time>;

    /// Takes a job away.
    fn take_away(&mut self, index: usize) -> Freed;

    /// Whether there is enough with all that have been taken away, once there was with the first of them.
    fn is_still_enough(&mut self) -> bool {
        true
    }
}

impl Selection {
    /// When a running job is expected to end whose limit ends at `end`: one that is over it is
    /// expected to be killed, `overrun` later.
    pub(super) fn expected_end(self, end: Time, now: Time, overrun: Duration) -> Time {
        let soon = now.after(Duration::from_seconds(1));
        match self {
            _ if end > now => end,
            Self::Linear => soon,
            _ => end.after(overrun).max(soon),
        }
    }

    /// Takes running jobs away, first to end first, until there is enough; returns the
    /// time, `None` if there never is, or not by `limit`. The clock shows `origin` at the
    /// start of the simulation.
    pub(super) fn free_until(
        self,
        origin: Duration,
        limit: Option<Time>,
        jobs: &mut impl EndingJobs,
    ) -> Option<Time> {
        let growth = match self {
            Self::Linear => {
                let in_time = |&end: &Time| limit.is_none_or(|limit| end <= limit);
                let mut index = 0;
                while let Some(end) = jobs.end_of(index).filter(in_time) {
                    if jobs.take_away(index) == Freed::Enough {
                        return Some(end);
                    }
                    index += 1;
                }
                return None;
            }
            Self::ConsTres(growth) | Self::ConsTresTrimmed(growth) => growth,
        };
        let (mut anchor, mut window) = (None, WindowGrowth::FIRST);
        let (mut enough, mut last, mut index) = (None, None, 0);
        while let Some(end) = jobs.end_of(index) {
            let freed = jobs.take_away(index);
            index += 1;
            if freed == Freed::Nothing {
                // The one behind it is taken without a look at its end.
                continue;
            }
            // A trimmed start that is known by then is in time.
            let is_found = enough.is_some() && matches!(self, Self::ConsTresTrimmed(_));
            if !is_found && limit.is_some_and(|limit| end > limit) {
                return None;
            }
            last = Some(end);
            if freed == Freed::Enough {
                enough = enough.or(last);
            }
            let anchor = *anchor.get_or_insert_with(|| next_half_minute(end, origin));
            let next = jobs.end_of(index);
            if next.is_some_and(|next| next <= anchor.after(window)) {
                continue;
            }
            // Of more nodes another block may be chosen, which does not suffice.
            enough = enough.filter(|_| jobs.is_still_enough());
            if enough.is_some() {
                break;
            }
            window = growth.next(window, next?.since(anchor));
        }
        match self {
            Self::ConsTresTrimmed(_) => enough,
            _ => last.filter(|_| enough.is_some()),
        }
    }
}

/// The first multiple of half a minute by the clock after `at`.
fn next_half_minute(at: Time, origin: Duration) -> Time {
    let step = WindowGrowth::FIRST.0;
    let clock = at.0.saturating_add(origin.0);
    at.after(Duration(step - clock % step))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock in seconds, from the hour, minute and second of a day.
    const fn clock(hour: u64, minute: u64, second: u64) -> u64 {
        3600 * hour + 60 * minute + second
    }

    /// Jobs that end at these seconds and give back so many nodes each.
    struct WholeJobs<'j> {
        jobs: &'j [(u64, u32)],
        wanted: u32,
        free: u32,
    }

    impl EndingJobs for WholeJobs<'_> {
        fn end_of(&self, index: usize) -> Option<Time> {
            self.jobs.get(index).map(|job| Time::from_seconds(job.0))
        }

        fn take_away(&mut self, index: usize) -> Freed {
            self.free += self.jobs[index].1;
            match self.jobs[index].1 {
                0 => Freed::Nothing,
                _ if self.free < self.wanted => Freed::TooLittle,
                _ => Freed::Enough,
            }
        }
    }

    /// When these jobs leave `wanted` nodes.
    fn found(selection: Selection, jobs: &[(u64, u32)], wanted: u32) -> Option<u64> {
        found_by(selection, jobs, wanted, None)
    }

    /// The same, by an instant.
    fn found_by(
        selection: Selection,
        jobs: &[(u64, u32)],
        wanted: u32,
        limit: Option<u64>,
    ) -> Option<u64> {
        let mut ending = WholeJobs {
            jobs,
            wanted,
            free: 0,
        };
        let limit = limit.map(Time::from_seconds);
        let found = selection.free_until(Duration::ZERO, limit, &mut ending);
        found.map(|at| at.0 / Duration::from_seconds(1).0)
    }

    const CONS_TRES: Selection = Selection::ConsTres(WindowGrowth::Doubling);

    // Decisions of Slurm 22.05.8 that were measured: the instants and nodes are theirs.
    #[test]
    fn windows_count_from_the_next_half_minute_and_grow_together() {
        let jobs = [
            (clock(20, 52, 27), 1),
            (clock(20, 53, 22), 1),
            (clock(20, 53, 34), 2),
        ];
        assert_eq!(found(CONS_TRES, &jobs, 2), Some(clock(20, 53, 22)));
        // The first window holds two jobs, of which one is enough.
        let jobs = [
            (clock(20, 52, 48), 5),
            (clock(20, 53, 22), 1),
            (clock(20, 55, 17), 1),
        ];
        assert_eq!(found(CONS_TRES, &jobs, 3), Some(clock(20, 53, 22)));
        let jobs = [(1549, 2), (3184, 4), (4036, 2), (4984, 5)];
        assert_eq!(found(CONS_TRES, &jobs, 8), Some(4984));
        assert_eq!(found(Selection::Linear, &jobs, 8), Some(4036));
    }

    #[test]
    fn behind_a_job_without_a_usable_node_one_is_taken_without_a_look_at_its_end() {
        let end = clock(3, 31, 25);
        let late = clock(3, 33, 1);
        let skipped_last = [(end, 3), (end, 0), (late, 4)];
        assert_eq!(found(CONS_TRES, &skipped_last, 3), Some(late));
        let skipped_first = [(end, 0), (end, 3), (late, 4)];
        assert_eq!(found(CONS_TRES, &skipped_first, 3), Some(end));
    }

    /// Jobs that end at these seconds, each with whether there is enough once it is gone.
    struct Fickle<'j> {
        jobs: &'j [(u64, bool)],
        gone: usize,
    }

    impl EndingJobs for Fickle<'_> {
        fn end_of(&self, index: usize) -> Option<Time> {
            self.jobs.get(index).map(|job| Time::from_seconds(job.0))
        }

        fn take_away(&mut self, index: usize) -> Freed {
            self.gone = index + 1;
            if self.jobs[index].1 {
                Freed::Enough
            } else {
                Freed::TooLittle
            }
        }

        fn is_still_enough(&mut self) -> bool {
            self.jobs[self.gone - 1].1
        }
    }

    #[test]
    fn what_is_enough_within_a_window_has_to_be_at_its_end() {
        // From 60 s on windows of 30 and 60 s: the first reaches to 90 s, the second to 120.
        let until = |jobs: &[(u64, bool)]| {
            let mut jobs = Fickle { jobs, gone: 0 };
            let found = CONS_TRES.free_until(Duration::ZERO, None, &mut jobs);
            found.map(|at| at.0 / Duration::from_seconds(1).0)
        };
        assert_eq!(until(&[(30, true), (90, true), (110, false)]), Some(90));
        assert_eq!(until(&[(30, true), (90, false), (110, true)]), Some(110));
        assert_eq!(until(&[(30, true), (90, false), (110, false)]), None);
    }

    #[test]
    fn an_end_at_half_a_minute_begins_at_the_next() {
        // 30 s: windows begin at 60 s, so that the first reaches to 90 s.
        assert_eq!(found(CONS_TRES, &[(30, 1), (90, 1), (91, 1)], 1), Some(90));
        assert_eq!(found(CONS_TRES, &[(29, 1), (60, 1), (61, 1)], 1), Some(60));
    }

    #[test]
    fn windows_that_grow_by_a_step_reach_the_next_end() {
        let by = Selection::ConsTres(WindowGrowth::By(Duration::from_seconds(60)));
        // From 60 s on windows of 30, 90, 150 s: the second reaches to 150, the third to 210.
        let jobs = [(30, 1), (150, 1), (151, 1), (210, 1), (211, 1)];
        assert_eq!(found(by, &jobs, 2), Some(150));
        assert_eq!(found(by, &jobs, 3), Some(210));
        assert_eq!(found(by, &jobs, 6), None);
    }

    #[test]
    fn a_trimmed_start_is_the_end_of_the_last_that_is_needed() {
        let trimmed = Selection::ConsTresTrimmed(WindowGrowth::Doubling);
        let jobs = [(100, 5), (130, 1), (500, 1)];
        assert_eq!(found(CONS_TRES, &jobs, 3), Some(130));
        assert_eq!(found(trimmed, &jobs, 3), Some(100));
        // The window goes on beyond an instant by which there are enough.
        assert_eq!(found_by(trimmed, &jobs, 3, Some(110)), Some(100));
        assert_eq!(found_by(CONS_TRES, &jobs, 3, Some(110)), None);
        assert_eq!(found_by(trimmed, &jobs, 6, Some(110)), None);
    }
}
