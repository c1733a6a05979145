//! Backfill passes that yield: they sleep between their tests, and other work is done meanwhile.

use super::backfill::BackfillPass;
use super::whole_second;
use crate::error::CapacityError;
use crate::units::time::{Duration, Time};

/// How backfill passes yield, in the terms of `slurm.conf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YieldRules {
    /// How long a pass sleeps each time (`bf_yield_sleep`); a nanosecond if it is nothing.
    pub sleep: Duration,
    /// After so many seconds of the clock no job is tested and none is tried (`bf_max_time`).
    pub longest: Duration,
    /// Whether a pass goes on after a sleep in which anything has changed (`bf_continue`).
    /// A change is a submission, start or end of a job, and a main pass, in another second of the
    /// clock than the last change. Jobs submitted meanwhile are left to the next pass then, and so are nodes
    /// that were given back.
    pub goes_on: bool,
}

impl YieldRules {
    /// Whether `pass` has lasted too long at `now` to test anything more.
    fn is_too_long(&self, pass: &BackfillPass, now: Time) -> bool {
        let lasted = whole_second(now).since(whole_second(pass.begun));
        lasted >= self.longest
    }
}

/// Sleeps of backfill passes: before each job, and before each try to plan it.
///
/// So it is where `bf_yield_interval` is over with every test; with its default of two seconds
/// passes sleep after so much work, which the simulation does in no time. What is decided between
/// two sleeps is decided from the state, and by the clock, of that instant. Measured on whole nodes.
#[derive(Debug)]
pub struct Yields<'a> {
    rules: YieldRules,
    // Those that are known, ascending.
    ends_of_sleeps: &'a [Time],
    // Nodes in use when the pass fell asleep, and those given back since it began.
    busy: &'a mut [u64],
    given_back: &'a mut [u64],
    // Whole second of the last change.
    last_change: Time,
    pub(super) asleep: Option<SleepingPass>,
}

/// A pass that sleeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct SleepingPass {
    pub(super) pass: BackfillPass,
    /// When it fell asleep.
    since: Time,
    /// When it wakes up to decide, or to end.
    pub(super) until: Time,
    /// Whether it is over then.
    pub(super) is_over: bool,
}

impl<'a> Yields<'a> {
    /// By the `rules`; `sets` has two words for each 64 of `nodes` nodes.
    ///
    /// # Errors
    /// `sets` is too short.
    pub fn new(nodes: u32, rules: YieldRules, sets: &'a mut [u64]) -> Result<Self, CapacityError> {
        let words = (nodes as usize).div_ceil(64);
        CapacityError::unless("sets", 2 * words, sets.len())?;
        let (busy, rest) = sets.split_at_mut(words);
        Ok(Self {
            rules,
            ends_of_sleeps: &[],
            busy,
            given_back: &mut rest[..words],
            last_change: Time::ZERO,
            asleep: None,
        })
    }

    /// Sets ends of sleeps that are known from a log, ascending: a sleep lasts until the next of them
    /// if that is less than half a sleep too late.
    #[must_use]
    pub fn with_ends_of_sleeps(self, ends_of_sleeps: &'a [Time]) -> Self {
        Self {
            ends_of_sleeps,
            ..self
        }
    }

    /// Forgets what was before, at the first pass of a run.
    pub(super) fn restart(&mut self) {
        self.begin();
        self.last_change = Time::ZERO;
    }

    /// Begins a pass.
    pub(super) fn begin(&mut self) {
        self.given_back.fill(0);
        self.asleep = None;
    }

    /// Lets `pass` sleep for so many tests from `now` on, while the nodes in `free` are free; it ends
    /// with the first sleep after which it has lasted too long for one more. Returns whether it
    /// sleeps at all.
    pub(super) fn fall_asleep(
        &mut self,
        pass: BackfillPass,
        (now, tests): (Time, u32),
        free: &[u64],
    ) -> bool {
        for (busy, free) in self.busy.iter_mut().zip(free) {
            *busy = !free;
        }
        let (mut until, mut is_over) = (now, false);
        for _ in 0..tests {
            is_over = self.rules.is_too_long(&pass, until);
            if is_over {
                break;
            }
            until = self.end_of_sleep(until);
        }
        self.asleep = (until > now).then_some(SleepingPass {
            pass,
            since: now,
            until,
            is_over,
        });
        self.asleep.is_some()
    }

    /// End of the sleep that begins at `since`.
    fn end_of_sleep(&self, since: Time) -> Time {
        let sleep = self.rules.sleep.max(Duration(1));
        let next = self.ends_of_sleeps.partition_point(|&end| end <= since);
        let known = self.ends_of_sleeps.get(next).copied();
        let latest = since.after(Duration(sleep.0.saturating_add(sleep.0 / 2)));
        known
            .filter(|&end| end < latest)
            .unwrap_or_else(|| since.after(sleep))
    }

    /// Notes a change at `now`: unless the pass goes on, it ends with this sleep.
    pub(super) fn note_change(&mut self, now: Time) {
        let second = whole_second(now);
        if core::mem::replace(&mut self.last_change, second) == second || self.rules.goes_on {
            return;
        }
        let Some(mut asleep) = self.asleep.filter(|asleep| !asleep.is_over) else {
            return;
        };
        let mut end = asleep.since;
        while end < now && end < asleep.until {
            end = self.end_of_sleep(end).max(Time(end.0 + 1));
        }
        (asleep.until, asleep.is_over) = (end, true);
        self.asleep = Some(asleep);
    }

    /// The pass that wakes up at `now`, if one does.
    pub(super) fn wake_up(&mut self, now: Time) -> Option<SleepingPass> {
        self.asleep.take_if(|asleep| asleep.until <= now)
    }

    /// Nodes given back since the pass began, of which those in `free` are free now.
    pub(super) fn given_back(&mut self, free: &[u64]) -> &[u64] {
        let busy = self.busy.iter().zip(free);
        for (given_back, (busy, free)) in self.given_back.iter_mut().zip(busy) {
            *given_back |= busy & free;
        }
        self.given_back
    }
}
