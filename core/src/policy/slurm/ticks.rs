//! When Slurm's two passes run: by a background loop and an interval, or at given instants.

use crate::units::time::{Duration, Time};

/// What decides when passes run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ticks<'a> {
    /// By themselves, as in a real Slurm. Where its loops stand when the first job comes is
    /// chance, and alone moves mean waits by some percent.
    Free {
        /// When within each second the background loop looks whether a main pass is due.
        main: Duration,
        /// When the first backfill pass is.
        backfill: Duration,
    },
    /// At these instants, ascending, and at no other: those of a scheduler's log.
    At {
        /// Main passes.
        main: &'a [Time],
        /// Backfill passes.
        backfill: &'a [Time],
    },
}

/// How often passes run, in the words of `slurm.conf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Between two main passes of which the second is for submissions (`batch_sched_delay`).
    pub batch_delay: Duration,
    /// Between main passes over the whole queue (`sched_interval`).
    pub full: Duration,
    /// Between backfill passes (`bf_interval`).
    pub backfill: Duration,
}

/// The background loop looks every second.
const LOOP: Duration = Duration::from_seconds(1);

/// When the next passes are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock<'a> {
    ticks: Ticks<'a>,
    pace: Pace,
    // When the next passes are, as far as somebody asked for them.
    main: Time,
    full: Time,
    backfill: Time,
    last_main: Option<Time>,
}

/// Which passes are due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Due {
    /// A main pass: over the whole queue, or only its first jobs.
    pub(super) main: Option<bool>,
    /// A backfill pass.
    pub(super) backfill: bool,
}

impl<'a> Clock<'a> {
    pub(super) fn new(ticks: Ticks<'a>, pace: Pace) -> Self {
        let backfill = match ticks {
            Ticks::Free { backfill, .. } => Time(backfill.0),
            Ticks::At { .. } => Time::MAX,
        };
        Self {
            ticks,
            pace,
            main: Time::MAX,
            full: Time::ZERO,
            backfill,
            last_main: None,
        }
    }

    /// Somebody ended, or nodes came back.
    pub(super) fn on_room(&mut self, now: Time) {
        self.main = self.main.min(self.next_loop(now));
    }

    /// Somebody was submitted.
    pub(super) fn on_submission(&mut self, now: Time) {
        let last = self.last_main.map(|last| last.after(self.pace.batch_delay));
        let from = last.map_or(now, |last| last.max(now));
        self.main = self.main.min(self.next_loop(from));
    }

    /// The first instant of the background loop that is not before `at`.
    fn next_loop(&self, at: Time) -> Time {
        let Ticks::Free { main, .. } = self.ticks else {
            return Time::MAX;
        };
        let late = at.0.saturating_sub(main.0 % LOOP.0) % LOOP.0;
        match late {
            0 => at.max(Time(main.0 % LOOP.0)),
            late => at.after(Duration(LOOP.0 - late)),
        }
    }

    /// Which passes are due now, where jobs wait. They are taken as done.
    pub(super) fn due(&mut self, now: Time) -> Due {
        if let Ticks::At { main, backfill } = self.ticks {
            return Due {
                main: main.binary_search(&now).is_ok().then_some(false),
                backfill: backfill.binary_search(&now).is_ok(),
            };
        }
        let main = (self.main <= now).then(|| {
            let is_full = self.full <= now;
            (self.main, self.last_main) = (Time::MAX, Some(now));
            if is_full {
                self.full = now.after(self.pace.full);
            }
            is_full
        });
        let backfill = self.backfill <= now;
        if backfill {
            self.backfill = now.after(self.pace.backfill);
        }
        Due { main, backfill }
    }

    /// When the next pass is, where jobs wait.
    pub(super) fn next(&self, now: Time) -> Time {
        match self.ticks {
            Ticks::At { main, backfill } => after(main, now).min(after(backfill, now)),
            // What was due while nobody waited is not before the loop's next turn.
            Ticks::Free { .. } => {
                let next = self.main.min(self.backfill);
                let late = self.next_loop(Time(now.0.saturating_add(1)));
                if next > now { next } else { late }
            }
        }
    }
}

/// The first of `times` after `now`.
fn after(times: &[Time], now: Time) -> Time {
    let next = times.partition_point(|&time| time <= now);
    times.get(next).copied().unwrap_or(Time::MAX)
}
