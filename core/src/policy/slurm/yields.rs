//! Backfill passes that yield: they sleep between their tests, and other work is done meanwhile.

use super::passes::BackfillPass;
use super::whole_second;
use crate::error::CapacityError;
use crate::units::time::{Duration, Time};

/// How backfill passes yield, in the terms of `slurm.conf`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct YieldRules {
    /// How long a pass works until it sleeps (`bf_yield_interval`): before the next job, or the next
    /// try to plan one; nothing if it does so before each.
    pub work: Duration,
    /// Time that each try to plan a job takes.
    pub test: Duration,
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

/// Sleeps of backfill passes: before a job, and before a try to plan it, once the pass has worked for
/// long enough.
///
/// What is decided between two sleeps is decided from the state, and by the clock, of the end of the
/// first of them; the work itself counts for how long the pass lasts. Measured on whole nodes, where
/// `bf_yield_interval` is over with every test.
#[derive(Debug)]
pub struct Yields<'a> {
    rules: YieldRules,
    // Those that are known, ascending.
    ends_of_sleeps: &'a [Time],
    // Nodes in use when the pass fell asleep, and those given back since it began.
    busy: &'a mut [u64],
    given_back: &'a mut [u64],
    // Work of the pass since its last sleep.
    worked: Duration,
    // Whole second of the last change.
    last_change: Time,
    pub(super) asleep: Option<SleepingPass>,
    // Until when the pass that ended last works.
    works_until: Time,
    // When the main pass runs that waits for that or a sleep, and whether it is over the whole queue.
    main: Option<(Time, bool)>,
}

/// Next step of a pass that has come to a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NextStep {
    /// It falls asleep, and goes on with the job when it wakes up.
    Sleep,
    /// It ends: it has lasted for too long.
    End,
    /// It tests the job.
    Test,
}

/// A pass that sleeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct SleepingPass {
    pub(super) pass: BackfillPass,
    /// Since when it has been asleep, but for its work.
    since: Time,
    /// Its work by then.
    worked: Duration,
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
            worked: Duration::ZERO,
            last_change: Time::ZERO,
            asleep: None,
            works_until: Time::ZERO,
            main: None,
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
        (self.last_change, self.works_until, self.main) = (Time::ZERO, Time::ZERO, None);
    }

    /// Begins a pass.
    pub(super) fn begin(&mut self) {
        self.given_back.fill(0);
        (self.asleep, self.worked) = (None, Duration::ZERO);
    }

    /// Ends a pass at `now`, but for its work; returns when it has done that as well.
    pub(super) fn end_pass(&mut self, now: Time) -> Time {
        self.works_until = now.after(self.worked);
        self.works_until
    }

    /// The main pass that runs now: that which is `due`, over the whole queue or not, or one that has waited.
    /// It waits while a backfill pass works, which keeps Slurm's locks until it sleeps or ends.
    pub(super) fn turn_of_main(&mut self, due: Option<bool>, now: Time) -> Option<bool> {
        let waited = self.main.take().map(|(_, is_full)| is_full);
        let is_full = due.max(waited)?;
        let until = self.works_until(now);
        if until > now {
            self.main = Some((until, is_full));
            return None;
        }
        Some(is_full)
    }

    /// When the main pass runs that waits; the end of time if none does.
    pub(super) fn next_main(&self) -> Time {
        self.main.map_or(Time::MAX, |(at, _)| at)
    }

    /// Forgets the main pass that waits: there is no job to be started.
    pub(super) fn forget_main(&mut self) {
        self.main = None;
    }

    /// Until when a backfill pass works without a sleep; `now` or before if none works at `now`.
    fn works_until(&self, now: Time) -> Time {
        let Some(asleep) = self.asleep else {
            return self.works_until;
        };
        let (mut awake, mut worked, mut test) = (asleep.since, asleep.worked, 0);
        while awake < asleep.until {
            let falls_asleep = awake.after(worked);
            let before = awake;
            (awake, worked) = self.after_test((awake, worked), test);
            if awake > now && awake > before {
                return falls_asleep;
            }
            test += 1;
        }
        now
    }

    /// Next step of `pass`, which has come to a job at `now` and will try so often to plan it, while the
    /// nodes in `free` are free. It ends with the first sleep after which it has lasted too long for one more test.
    pub(super) fn next_step(
        &mut self,
        pass: BackfillPass,
        (now, tries): (Time, u32),
        free: &[u64],
    ) -> NextStep {
        for (busy, free) in self.busy.iter_mut().zip(free) {
            *busy = !free;
        }
        let worked_before = self.worked;
        let (mut until, mut is_over) = (now, false);
        for test in 0..=tries {
            is_over = self.rules.is_too_long(&pass, until.after(self.worked));
            if is_over {
                break;
            }
            (until, self.worked) = self.after_test((until, self.worked), test);
        }
        if until > now {
            self.asleep = Some(SleepingPass {
                pass,
                since: now,
                worked: worked_before,
                until,
                is_over,
            });
            NextStep::Sleep
        } else if is_over {
            NextStep::End
        } else {
            NextStep::Test
        }
    }

    /// When the last sleep has ended after the test of this number, and the work since: the test has
    /// a sleep before it if there was enough work. The first is none of planning.
    fn after_test(&self, (awake, worked): (Time, Duration), test: u32) -> (Time, Duration) {
        let (awake, worked) = if worked >= self.rules.work {
            (self.end_of_sleep(awake.after(worked)), Duration::ZERO)
        } else {
            (awake, worked)
        };
        let work = if test > 0 {
            self.rules.test
        } else {
            Duration::ZERO
        };
        (awake, Duration(worked.0.saturating_add(work.0)))
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
        // With the first sleep that ends then or later.
        let (mut end, mut worked, mut test) = (asleep.since, asleep.worked, 0);
        while end < now && end < asleep.until {
            (end, worked) = self.after_test((end, worked), test);
            test += 1;
        }
        self.worked = Duration::ZERO;
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
