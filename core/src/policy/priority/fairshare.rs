//! Fairshare: decayed usage of accounts and users, and factors from it.

use super::members::{Factor, FairshareError, Member, Members};
use super::{classic, tree};
use crate::units::time::{Duration, Time};

/// Algorithm for factors from usage and shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Fair Tree: level by level, those with the most shares for their usage rank first,
    /// with all below them; a factor is a rank divided by the number of users.
    Tree,
    /// The classic formula, 2^(-effective usage / share / dampening): one number for each
    /// user, to which accounts above contribute their part.
    Classic {
        /// Divisor of the exponent (`FairShareDampeningFactor`).
        dampening: u32,
    },
}

/// Decay of usage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decay {
    /// Half-life (`PriorityDecayHalfLife`); without it there is no decay.
    pub half_life: Option<Duration>,
    /// Interval between calculations of usage and factors (`PriorityCalcPeriod`); at least
    /// a second.
    pub period: Duration,
}

impl Default for Decay {
    /// Seven days, every five minutes.
    fn default() -> Self {
        Self {
            half_life: Some(Duration::from_seconds(7 * 86_400)),
            period: Duration::from_seconds(300),
        }
    }
}

impl Decay {
    /// Part of usage left after a period, in parts of 2^32.
    fn left(self) -> u64 {
        let Some(half_life) = self.half_life else {
            return ONE;
        };
        let halvings = self.period.seconds() / half_life.seconds();
        libm::round(libm::exp2(-halvings) * ONE as f64) as u64
    }
}

/// One, in binary places behind the point.
const ONE: u64 = 1 << PLACES;
const PLACES: u32 = 32;

/// Accounts and users with their usage.
#[derive(Debug)]
pub struct Fairshare<'a> {
    algorithm: Algorithm,
    period: Duration,
    // Part of usage left after a period.
    left: u64,
    tree: Members<'a>,
    // Time up to which usage is counted, and time of the last calculation.
    counted: Time,
    calculated: Time,
}

impl<'a> Fairshare<'a> {
    /// With `members`, each behind the account it is below; `stack` has an entry for each.
    ///
    /// # Errors
    /// They are not a tree, or the stack is too short.
    pub fn new(
        algorithm: Algorithm,
        decay: Decay,
        members: &'a mut [Member],
        stack: &'a mut [u32],
    ) -> Result<Self, FairshareError> {
        let mut fairshare = Self {
            algorithm,
            period: decay.period.max(Duration::from_seconds(1)),
            left: decay.left(),
            tree: Members::new(members, stack)?,
            counted: Time::ZERO,
            calculated: Time::ZERO,
        };
        fairshare.begin(Time::ZERO);
        Ok(fairshare)
    }

    /// Clears usage and running units at `now`.
    pub fn begin(&mut self, now: Time) {
        for member in self.tree.members.iter_mut() {
            (member.usage, member.recent, member.rate) = (0, 0, 0);
        }
        self.counted = now;
        self.calculated = Time(now.0 - now.0 % self.period.0);
        self.calculate();
    }

    /// Time of the last calculation.
    pub fn calculated(&self) -> Time {
        self.calculated
    }

    /// Time of the next calculation.
    pub fn next(&self) -> Time {
        self.calculated.after(self.period)
    }

    /// Removes all running units.
    pub fn stop_all(&mut self) {
        let members = self.tree.members.iter_mut();
        members.for_each(|member| member.rate = 0);
    }

    /// Adds `units` running units of the user with this index.
    pub fn run(&mut self, index: u32, units: u32) {
        let member = self.tree.members.get_mut(index as usize);
        if let Some(user) = member.filter(|member| member.is_user) {
            user.rate = user.rate.saturating_add(u64::from(units));
        }
    }

    /// Removes `units` running units of the user with this index.
    pub fn stop(&mut self, index: u32, units: u32) {
        if let Some(user) = self.tree.members.get_mut(index as usize) {
            user.rate = user.rate.saturating_sub(u64::from(units));
        }
    }

    /// Counts and decays usage up to `now`; returns whether factors were recalculated.
    pub fn advance(&mut self, now: Time) -> bool {
        let before = self.calculated;
        while now.since(self.calculated) >= self.period {
            let next = self.next();
            let is_whole = self.counted == self.calculated;
            self.count(next);
            self.calculated = next;
            // A whole period without any change is followed by equal ones.
            if !self.decay() && is_whole {
                let periods = now.since(next).0 / self.period.0;
                self.calculated = next.after(Duration(periods * self.period.0));
                self.counted = self.calculated;
            }
        }
        self.count(now);
        let is_new = self.calculated != before;
        if is_new {
            self.calculate();
        }
        is_new
    }

    /// Adds usage of running units up to `until`.
    fn count(&mut self, until: Time) {
        let span = u128::from(until.since(self.counted).0);
        for user in self.tree.users_mut().filter(|user| user.rate > 0) {
            user.recent = user
                .recent
                .saturating_add(span.saturating_mul(user.rate.into()));
        }
        self.counted = until;
    }

    /// Decays all usage and adds the recent one; returns whether any changed.
    fn decay(&mut self) -> bool {
        const THOUSANDTH: u128 = 1_000_000;
        let (left, mut is_other) = (u128::from(self.left), false);
        for user in self.tree.users_mut() {
            let recent = core::mem::take(&mut user.recent) / THOUSANDTH;
            let kept = (u128::from(user.usage) * left) >> PLACES;
            let usage = u64::try_from(kept.saturating_add(recent)).unwrap_or(u64::MAX);
            is_other |= usage != user.usage;
            user.usage = usage;
        }
        is_other
    }

    /// Sums usage up the tree and computes factors from it.
    fn calculate(&mut self) {
        self.tree.sum();
        match self.algorithm {
            Algorithm::Tree => tree::rank(&mut self.tree),
            Algorithm::Classic { dampening } => classic::calculate(&mut self.tree, dampening),
        }
    }

    /// Factor of the user with this index, as last calculated.
    pub fn factor(&self, index: u32) -> Factor {
        let member = self.tree.members.get(index as usize);
        member.map_or(Factor::NONE, |member| member.factor)
    }

    /// Usage of the account or user with this index, in unit seconds, as last
    /// calculated.
    pub fn usage(&self, index: u32) -> f64 {
        let member = self.tree.members.get(index as usize);
        member.map_or(0.0, |member| member.usage as f64 / 1e3)
    }

    /// Total usage.
    pub fn total(&self) -> f64 {
        self.tree.root.usage as f64 / 1e3
    }

    /// Part of the machine for the account or user with this index: its part of the
    /// shares of all its siblings, times that of the account above, and so on.
    pub fn target(&self, index: u32) -> f64 {
        self.tree.target(index)
    }
}
