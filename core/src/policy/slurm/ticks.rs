//! When Slurm's two passes run: by a background loop and an interval, or at given instants.

use crate::random::Random;
use crate::units::time::{Duration, Time};

/// What decides when passes run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ticks<'a> {
    /// By themselves, as in a real Slurm. Where its loops stand when something happens is
    /// chance, and alone moves mean waits by some percent: it is drawn from this seed.
    Free {
        /// The seed.
        seed: u64,
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

/// A main pass is at most this much later than what asks for it: the background loop looks
/// every second, and nodes have to be cleared. In 75 passes of three measured runs it was 16
/// ms to 3.4 s, 0.99 s in the mean.
const LATE: Duration = Duration::from_seconds(2);

/// A backfill pass takes at most this long, after which its interval begins: 0.4 ms to 0.3 s
/// in three measured runs.
const PASS: Duration = Duration(100_000_000);

/// What is drawn: how late a pass is, how long it takes, and where the first stands.
const LATENESS: u64 = 1;
const LENGTH: u64 = 2;
const FIRST: u64 = 3;

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
        let mut clock = Self {
            ticks,
            pace,
            main: Time::MAX,
            full: Time::ZERO,
            backfill: Time::MAX,
            last_main: None,
        };
        clock.backfill = clock.drawn(Time::ZERO, FIRST, pace.backfill);
        clock
    }

    /// An instant from `at` on and before `within` has passed; never without chance.
    fn drawn(&self, at: Time, what: u64, within: Duration) -> Time {
        let Ticks::Free { seed } = self.ticks else {
            return Time::MAX;
        };
        // One number for each instant, however often it is asked for.
        let mut random = Random::new(seed ^ at.0, what);
        at.after(Duration(random.below(within.0)))
    }

    /// Somebody ended, or nodes came back.
    pub(super) fn on_room(&mut self, now: Time) {
        self.main = self.main.min(self.drawn(now, LATENESS, LATE));
    }

    /// Somebody was submitted.
    pub(super) fn on_submission(&mut self, now: Time) {
        // What was due while nobody waited has been done by now.
        if self.main < now {
            (self.last_main, self.main) = (Some(self.main), Time::MAX);
        }
        if self.backfill < now {
            self.backfill = self.drawn(now, LATENESS, LATE);
        }
        let last = self.last_main.map(|last| last.after(self.pace.batch_delay));
        let from = last.map_or(now, |last| last.max(now));
        self.main = self.main.min(self.drawn(from, LATENESS, LATE));
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
            let end = self.drawn(now, LENGTH, PASS);
            self.backfill = end.after(self.pace.backfill);
        }
        Due { main, backfill }
    }

    /// When the next pass is, where jobs wait.
    pub(super) fn next(&self, now: Time) -> Time {
        match self.ticks {
            Ticks::At { main, backfill } => after(main, now).min(after(backfill, now)),
            Ticks::Free { .. } => self.main.min(self.backfill),
        }
    }
}

/// The first of `times` after `now`.
fn after(times: &[Time], now: Time) -> Time {
    let next = times.partition_point(|&time| time <= now);
    times.get(next).copied().unwrap_or(Time::MAX)
}
