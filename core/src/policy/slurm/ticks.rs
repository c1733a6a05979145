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
        /// How it is with passes on that machine.
        delays: Delays<'a>,
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
    /// From a submission to the main pass for it, if none comes before (`batch_sched_delay`).
    pub batch_delay: Duration,
    /// Between main passes over the whole queue (`sched_interval`).
    pub full: Duration,
    /// Between backfill passes (`bf_interval`).
    pub backfill: Duration,
}

/// What time passes need, beyond what is set: each time one of several spans, by chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delays<'a> {
    /// How much later a main pass is than what asks for it: the background loop looks every
    /// second, and nodes have to be cleared.
    pub late: &'a [Duration],
    /// How long a backfill pass takes, after which its interval begins.
    pub pass: &'a [Duration],
}

impl Default for Delays<'_> {
    /// The tenths, from the middle of the first on, of what was measured: of 59 main passes
    /// of two runs of 60 jobs on 16 nodes, and of the 779 backfill passes of two.
    fn default() -> Self {
        const fn milliseconds<const N: usize>(all: [u64; N]) -> [Duration; N] {
            let mut spans = [Duration::ZERO; N];
            let mut place = 0;
            while place < N {
                spans[place] = Duration(1_000_000 * all[place]);
                place += 1;
            }
            spans
        }
        const LATE: [Duration; 10] =
            milliseconds([26, 71, 131, 237, 939, 968, 986, 1007, 1042, 2013]);
        const PASS: [Duration; 10] = milliseconds([0, 1, 1, 1, 1, 1, 2, 2, 3, 4]);
        Self {
            late: &LATE,
            pass: &PASS,
        }
    }
}

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
        };
        clock.backfill = clock.drawn(Time::ZERO, FIRST);
        clock
    }

    /// An instant from `at` on; never without chance.
    fn drawn(&self, at: Time, what: u64) -> Time {
        let Ticks::Free { seed, delays } = self.ticks else {
            return Time::MAX;
        };
        // One number for each instant, however often it is asked for.
        let mut random = Random::new(seed ^ at.0, what);
        let mut one_of = |spans: &[Duration]| {
            let place = random.below(spans.len() as u64) as usize;
            spans.get(place).copied().unwrap_or(Duration::ZERO)
        };
        at.after(match what {
            FIRST => Duration(random.below(self.pace.backfill.0)),
            LENGTH => one_of(delays.pass),
            _ => one_of(delays.late),
        })
    }

    /// Somebody ended, or nodes came back.
    pub(super) fn on_room(&mut self, now: Time) {
        self.main = self.main.min(self.drawn(now, LATENESS));
    }

    /// Somebody was submitted.
    pub(super) fn on_submission(&mut self, now: Time) {
        let Ticks::Free { .. } = self.ticks else {
            return;
        };
        // What was due while nobody waited has been done by now.
        if self.main < now {
            self.main = Time::MAX;
        }
        if self.backfill < now {
            // A real one would look within a second. But where its passes stand after hours of
            // drift is not known, and a main pass serves who comes to idle nodes.
            let late = now
                .since(self.backfill)
                .0
                .div_ceil(self.pace.backfill.0.max(1));
            let late = Duration(late.saturating_mul(self.pace.backfill.0));
            self.backfill = self.backfill.after(late);
        }
        self.main = self.main.min(now.after(self.pace.batch_delay));
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
            self.main = Time::MAX;
            if is_full {
                self.full = now.after(self.pace.full);
            }
            is_full
        });
        let backfill = self.backfill <= now;
        if backfill {
            let end = self.drawn(now, LENGTH);
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
