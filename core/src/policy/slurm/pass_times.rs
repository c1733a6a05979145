//! Times of Slurm's two passes: by a background loop and an interval, or given.

use crate::random::Random;
use crate::units::time::{Duration, Time};

/// Rule for the times of passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PassTimes<'a> {
    /// By themselves, as in a real Slurm. The phase of its loops at an event is chance, and
    /// alone changes mean waits by some percent: it is drawn from this seed.
    Free {
        /// The seed.
        seed: u64,
        /// Durations measured on that machine.
        delays: Delays<'a>,
        /// First main pass, if known: what was before the first submission, a run does not
        /// know.
        first: Option<Time>,
    },
    /// At these instants, ascending, only: those of a scheduler's log.
    At {
        /// Main passes.
        main: &'a [Time],
        /// Backfill passes.
        backfill: &'a [Time],
        /// Nodes that were still being cleared in some of them, in the order of the passes.
        clearing: &'a [Clearing<'a>],
    },
}

/// Nodes of jobs that have just ended, which the passes at an instant cannot start jobs on: they
/// have not reported yet.
///
/// Backfill passes find them free, and plan who would start there for the next second; main passes
/// leave them out. Here it is known from a log: of a real Slurm, it hit one plan in about 2000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clearing<'a> {
    /// Time of the passes.
    pub at: Time,
    /// Set of nodes.
    pub nodes: &'a [u64],
}

/// Intervals between passes, in the terms of `slurm.conf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassIntervals {
    /// From a submission to the main pass for it, if none comes before
    /// (`batch_sched_delay`).
    pub batch_delay: Duration,
    /// Between main passes over the whole queue (`sched_interval`).
    pub full: Duration,
    /// Between backfill passes (`bf_interval`).
    pub backfill: Duration,
}

/// Durations of loops and passes, beyond the configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Delays<'a> {
    /// Period of the background loop, which runs main passes: a second and the time of the
    /// loop itself.
    pub look: Duration,
    /// Durations of backfill passes, after which the interval begins: each time one of
    /// these, by chance.
    pub pass: &'a [Duration],
}

impl Default for Delays<'_> {
    /// As measured on two cores: 212 periods in 212.4 s; and the tenths, from the middle of
    /// the first on, of the 779 backfill passes of two runs of 60 jobs on 16 nodes.
    fn default() -> Self {
        const fn milliseconds<const N: usize>(all: [u64; N]) -> [Duration; N] {
            let mut spans = [Duration::ZERO; N];
            let mut index = 0;
            while index < N {
                spans[index] = Duration(1_000_000 * all[index]);
                index += 1;
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

/// Keys of draws: the phase of the background loop, the duration of a backfill pass, the
/// phase of the first one, and that of the first main pass over the whole queue.
const LOOK: u64 = 1;
const LENGTH: u64 = 2;
const FIRST: u64 = 3;
const FULL: u64 = 4;

const SECOND: u64 = 1_000_000_000;

/// Times of the next passes.
///
/// A background loop runs every second. It runs a main pass over the whole queue if the
/// last such pass was `sched_interval` ago, and one over its first jobs if a job was
/// submitted or has ended since the last pass, and that was `batch_sched_delay` ago: both
/// counted in whole seconds of the clock.
#[derive(Clone, Copy, Debug)]
pub(super) struct PassClock<'a> {
    ticks: PassTimes<'a>,
    pace: PassIntervals,
    // Phase of the background loop.
    look: Time,
    // Whether a main pass is requested, the earliest time of one, and of one over the whole
    // queue.
    is_requested: bool,
    other: Time,
    full: Time,
    backfill: Time,
}

/// Passes that are due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct DuePasses {
    /// A main pass: true over the whole queue, false over its first jobs only.
    pub(super) main: Option<bool>,
    /// A backfill pass.
    pub(super) backfill: bool,
}

impl<'a> PassClock<'a> {
    pub(super) fn new(ticks: PassTimes<'a>, pace: PassIntervals) -> Self {
        let mut clock = Self {
            ticks,
            pace,
            look: Time::ZERO,
            is_requested: false,
            other: Time::ZERO,
            full: Time::ZERO,
            backfill: Time::MAX,
        };
        clock.look = clock.random_instant(Time::ZERO, LOOK);
        clock.full = clock.random_instant(Time::ZERO, FULL);
        clock.backfill = clock.random_instant(Time::ZERO, FIRST);
        if let PassTimes::Free {
            delays,
            first: Some(first),
            ..
        } = ticks
        {
            // The loop runs then, and no main pass is before.
            clock.look = Time(first.0 % delays.look.0.max(1));
            clock.other = first;
            if clock.full < first {
                clock.full = clock.full.after(pace.full);
            }
        }
        clock
    }

    /// A random instant from `at` on; never where instants are given.
    fn random_instant(&self, at: Time, what: u64) -> Time {
        let PassTimes::Free { seed, delays, .. } = self.ticks else {
            return Time::MAX;
        };
        // One draw for each instant, however often it is called.
        let mut random = Random::new(seed ^ at.0, what);
        at.after(match what {
            FIRST => Duration(random.below(self.pace.backfill.0)),
            LOOK => Duration(random.below(delays.look.0)),
            FULL => Duration(random.below(self.pace.full.0)),
            _ => {
                let index = random.below(delays.pass.len() as u64) as usize;
                delays.pass.get(index).copied().unwrap_or(Duration::ZERO)
            }
        })
    }

    /// Notes that a job ended, or nodes came back.
    pub(super) fn on_room(&mut self) {
        self.is_requested = true;
    }

    /// Notes that running jobs were preempted: a main pass follows as soon as the background loop runs.
    pub(super) fn on_preemption(&mut self, now: Time) {
        (self.is_requested, self.other) = (true, now);
    }

    /// Notes a submission.
    pub(super) fn on_submission(&mut self, now: Time) {
        let PassTimes::Free { .. } = self.ticks else {
            return;
        };
        self.is_requested = true;
        // Passes over an empty queue continue without effect.
        if let Some(since) = now.0.checked_sub(self.full.0) {
            let passes = since / self.pace.full.0.max(1);
            let passed = self.pace.full.0.saturating_mul(passes);
            self.full = self.full.after(Duration(passed));
        }
        // Without a queue, it is checked every second.
        if let Some(late) = now.0.checked_sub(self.backfill.0) {
            let seconds = late.div_ceil(SECOND).saturating_mul(SECOND);
            self.backfill = self.backfill.after(Duration(seconds));
        }
    }

    /// First time at which the background loop runs from `from` on.
    fn look_from(&self, from: Time) -> Time {
        let PassTimes::Free { delays, .. } = self.ticks else {
            return Time::MAX;
        };
        let behind = from.0.saturating_sub(self.look.0);
        let looks = behind.div_ceil(delays.look.0.max(1));
        self.look
            .after(Duration(looks.saturating_mul(delays.look.0)))
    }

    /// Time of the next main pass from `now` on, and whether it is over the whole queue.
    fn main(&self, now: Time) -> (Time, bool) {
        let full = self.look_from(self.full.max(now));
        let other = if self.is_requested {
            self.look_from(self.other.max(now))
        } else {
            Time::MAX
        };
        (full.min(other), full <= other)
    }

    /// Passes that are due now, where jobs wait; marks them as done.
    pub(super) fn due(&mut self, now: Time) -> DuePasses {
        if let PassTimes::At { main, backfill, .. } = self.ticks {
            return DuePasses {
                main: main.binary_search(&now).is_ok().then_some(false),
                backfill: backfill.binary_search(&now).is_ok(),
            };
        }
        let (next, is_full) = self.main(now);
        let main = (next == now).then_some(is_full);
        if let Some(is_full) = main {
            self.begin_main(now, is_full);
        }
        let backfill = self.backfill <= now;
        if backfill {
            self.end_pass(now);
        }
        DuePasses { main, backfill }
    }

    /// Whether passes run by themselves, and not at given instants.
    pub(super) fn is_free(&self) -> bool {
        matches!(self.ticks, PassTimes::Free { .. })
    }

    /// Notes that a main pass runs, over the whole queue or not.
    pub(super) fn begin_main(&mut self, now: Time, is_full: bool) {
        let whole = Time(now.0 - now.0 % SECOND);
        (self.is_requested, self.other) = (false, whole.after(self.pace.batch_delay));
        if is_full {
            self.full = whole.after(self.pace.full);
        }
    }

    /// Notes that a backfill pass sleeps: the next one begins an interval after its end.
    pub(super) fn fall_asleep(&mut self) {
        self.backfill = Time::MAX;
    }

    /// Notes that a backfill pass that slept ends now.
    pub(super) fn end_pass(&mut self, now: Time) {
        let end = self.random_instant(now, LENGTH);
        self.backfill = end.after(self.pace.backfill);
    }

    /// Set of the nodes still being cleared in the passes at `now`.
    pub(super) fn clearing(&self, now: Time) -> &'a [u64] {
        let PassTimes::At { clearing, .. } = self.ticks else {
            return &[];
        };
        let found = clearing.binary_search_by_key(&now, |one| one.at);
        found.ok().map_or(&[], |index| clearing[index].nodes)
    }

    /// Time of the next pass, where jobs wait.
    pub(super) fn next(&self, now: Time) -> Time {
        match self.ticks {
            PassTimes::At { main, backfill, .. } => after(main, now).min(after(backfill, now)),
            PassTimes::Free { .. } => {
                let after = Time(now.0.saturating_add(1));
                self.main(after).0.min(self.backfill)
            }
        }
    }
}

/// First of `times` after `now`.
fn after(times: &[Time], now: Time) -> Time {
    let next = times.partition_point(|&time| time <= now);
    times.get(next).copied().unwrap_or(Time::MAX)
}
