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
        /// When the first main pass is, if that is known: what was before the first
        /// submission, a run does not know.
        first: Option<Time>,
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

/// What time the loops and passes need, beyond what is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delays<'a> {
    /// From one look of the background loop, which runs main passes, to the next: a second and
    /// what the loop itself needs.
    pub look: Duration,
    /// How long a backfill pass takes, after which its interval begins: each time one of these,
    /// by chance.
    pub pass: &'a [Duration],
}

impl Default for Delays<'_> {
    /// As measured on two cores: 212 looks in 212.4 s; and the tenths, from the middle of the
    /// first on, of the 779 backfill passes of two runs of 60 jobs on 16 nodes.
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
        const LOOK: [Duration; 1] = milliseconds([1002]);
        const PASS: [Duration; 10] = milliseconds([0, 1, 1, 1, 1, 1, 2, 2, 3, 4]);
        Self {
            look: LOOK[0],
            pass: &PASS,
        }
    }
}

/// What is drawn: where the background loop stands, how long a backfill pass takes, where the
/// first stands, and where the first main pass over the whole queue.
const LOOK: u64 = 1;
const LENGTH: u64 = 2;
const FIRST: u64 = 3;
const FULL: u64 = 4;

const SECOND: u64 = 1_000_000_000;

/// When the next passes are.
///
/// A background loop looks every second. It runs a main pass over the whole queue if the last
/// such was `sched_interval` ago, and one over its first jobs if somebody was submitted or has
/// ended since the last pass, and that was `batch_sched_delay` ago: both counted in whole
/// seconds of the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock<'a> {
    ticks: Ticks<'a>,
    pace: Pace,
    // Where the background loop stood first.
    look: Time,
    // Whether a main pass is asked for, from when on one may be, and one over the whole queue.
    is_asked: bool,
    other: Time,
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
            look: Time::ZERO,
            is_asked: false,
            other: Time::ZERO,
            full: Time::ZERO,
            backfill: Time::MAX,
        };
        clock.look = clock.drawn(Time::ZERO, LOOK);
        clock.full = clock.drawn(Time::ZERO, FULL);
        clock.backfill = clock.drawn(Time::ZERO, FIRST);
        if let Ticks::Free {
            delays,
            first: Some(first),
            ..
        } = ticks
        {
            // The loop looks then, and no main pass is before.
            clock.look = Time(first.0 % delays.look.0.max(1));
            clock.other = first;
            if clock.full < first {
                clock.full = clock.full.after(pace.full);
            }
        }
        clock
    }

    /// An instant from `at` on; never without chance.
    fn drawn(&self, at: Time, what: u64) -> Time {
        let Ticks::Free { seed, delays, .. } = self.ticks else {
            return Time::MAX;
        };
        // One number for each instant, however often it is asked for.
        let mut random = Random::new(seed ^ at.0, what);
        at.after(match what {
            FIRST => Duration(random.below(self.pace.backfill.0)),
            LOOK => Duration(random.below(delays.look.0)),
            FULL => Duration(random.below(self.pace.full.0)),
            _ => {
                let place = random.below(delays.pass.len() as u64) as usize;
                delays.pass.get(place).copied().unwrap_or(Duration::ZERO)
            }
        })
    }

    /// Somebody ended, or nodes came back.
    pub(super) fn on_room(&mut self) {
        self.is_asked = true;
    }

    /// Somebody was submitted.
    pub(super) fn on_submission(&mut self, now: Time) {
        let Ticks::Free { .. } = self.ticks else {
            return;
        };
        self.is_asked = true;
        // Passes over an empty queue go on, as far as anybody sees.
        if let Some(since) = now.0.checked_sub(self.full.0) {
            let passes = since / self.pace.full.0.max(1);
            let passed = self.pace.full.0.saturating_mul(passes);
            self.full = self.full.after(Duration(passed));
        }
        // Without a queue it is looked every second whether there is one now.
        if let Some(late) = now.0.checked_sub(self.backfill.0) {
            let seconds = late.div_ceil(SECOND).saturating_mul(SECOND);
            self.backfill = self.backfill.after(Duration(seconds));
        }
    }

    /// When the background loop looks for the first time from then on.
    fn look_from(&self, from: Time) -> Time {
        let Ticks::Free { delays, .. } = self.ticks else {
            return Time::MAX;
        };
        let behind = from.0.saturating_sub(self.look.0);
        let looks = behind.div_ceil(delays.look.0.max(1));
        self.look
            .after(Duration(looks.saturating_mul(delays.look.0)))
    }

    /// When the next main pass from `now` on is, and whether it is over the whole queue.
    fn main(&self, now: Time) -> (Time, bool) {
        let full = self.look_from(self.full.max(now));
        let other = match self.is_asked {
            true => self.look_from(self.other.max(now)),
            false => Time::MAX,
        };
        (full.min(other), full <= other)
    }

    /// Which passes are due now, where jobs wait. They are taken as done.
    pub(super) fn due(&mut self, now: Time) -> Due {
        if let Ticks::At { main, backfill } = self.ticks {
            return Due {
                main: main.binary_search(&now).is_ok().then_some(false),
                backfill: backfill.binary_search(&now).is_ok(),
            };
        }
        let (next, is_full) = self.main(now);
        let main = (next == now).then_some(is_full);
        let whole = Time(now.0 - now.0 % SECOND);
        if main.is_some() {
            (self.is_asked, self.other) = (false, whole.after(self.pace.batch_delay));
        }
        if main == Some(true) {
            self.full = whole.after(self.pace.full);
        }
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
            Ticks::Free { .. } => {
                let after = Time(now.0.saturating_add(1));
                self.main(after).0.min(self.backfill)
            }
        }
    }
}

/// The first of `times` after `now`.
fn after(times: &[Time], now: Time) -> Time {
    let next = times.partition_point(|&time| time <= now);
    times.get(next).copied().unwrap_or(Time::MAX)
}
