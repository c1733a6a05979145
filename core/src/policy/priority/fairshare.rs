//! Fairshare: decayed usage of accounts and users, and factors from it.

use super::members::{Factor, FairshareError, Member, Members};
use super::tres::BilledUnits;
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
    /// Time of one of the calculations, from which all others are a number of periods away:
    /// Slurm counts them from the start of its controller.
    pub phase: Duration,
    /// Whether a job that ends is charged for the time since the last calculation. Slurm does
    /// so only if `AccountingStorageEnforce` has `limits`: otherwise jobs shorter than a period
    /// may cost nothing.
    pub charges_ends: bool,
}

impl Default for Decay {
    /// Seven days, every five minutes, and all time is charged.
    fn default() -> Self {
        Self {
            half_life: Some(Duration::from_seconds(7 * 86_400)),
            period: Duration::from_seconds(300),
            phase: Duration::ZERO,
            charges_ends: true,
        }
    }
}

impl Decay {
    /// Part of usage left after `seconds`, in parts of 2^32.
    ///
    /// Of a second 1 - 0.693 / half-life is left, as measured of a real Slurm: 0.870437 after 60 s
    /// at a half-life of 300 s, where 2^(-60/300) is 0.870551.
    fn left(self, seconds: u64) -> u64 {
        const ROUNDED_LN_2: f64 = 0.693;
        let Some(half_life) = self.half_life else {
            return ONE;
        };
        let of_second = (1.0 - ROUNDED_LN_2 / half_life.seconds()).max(0.0);
        libm::round(libm::pow(of_second, seconds as f64) * ONE as f64) as u64
    }

    /// Usage of a unit that runs for `seconds` until it is charged, in thousandths of unit
    /// seconds: what is new is decayed as well, over its own duration.
    fn charge(self, seconds: u64) -> u64 {
        let usage = u128::from(seconds) * THOUSANDTHS * u128::from(self.left(seconds));
        u64::try_from(usage >> PLACES).unwrap_or(u64::MAX)
    }
}

/// One, in binary places behind the point.
const ONE: u64 = 1 << PLACES;
const PLACES: u32 = 32;

/// Thousandths of a unit second in one.
const THOUSANDTHS: u128 = 1000;

/// Usage of so many millionths of a unit, each of which is charged `of_unit`, in millionths of
/// its unit.
fn usage_of(of_unit: u64, millionths: u64) -> u128 {
    u128::from(of_unit) * u128::from(millionths)
}

/// Whole thousandths of unit seconds in `usage`.
fn thousandths(usage: u128) -> u64 {
    let whole = usage / u128::from(BilledUnits::MILLIONTHS);
    u64::try_from(whole).unwrap_or(u64::MAX)
}

/// Accounts and users with their usage.
///
/// Times are whole seconds of the clock, rounded down, as Slurm counts them.
#[derive(Debug)]
pub struct Fairshare<'a> {
    algorithm: Algorithm,
    decay: Decay,
    period: Duration,
    // Part of usage left after a period, and what a unit is charged that ran for all of it.
    left: u64,
    charge: u64,
    tree: Members<'a>,
    // Time of the last calculation.
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
        let period = decay.period.max(Duration::from_seconds(1));
        let seconds = Time(period.0).second();
        let mut fairshare = Self {
            algorithm,
            decay,
            period,
            left: decay.left(seconds),
            charge: decay.charge(seconds),
            tree: Members::new(members, stack)?,
            calculated: Time::ZERO,
        };
        fairshare.begin(Time::ZERO);
        Ok(fairshare)
    }

    /// Clears usage and running units at `now`.
    pub fn begin(&mut self, now: Time) {
        for member in self.tree.members.iter_mut() {
            (member.usage, member.pending, member.running) = (0, 0, 0);
        }
        // The last calculation before, which is less than a period ago; none is before time 0.
        let since = now.0.checked_sub(self.phase());
        self.calculated = since.map_or(Time::ZERO, |since| Time(now.0 - since % self.period.0));
        self.calculate();
    }

    /// Time of the last calculation.
    pub fn calculated(&self) -> Time {
        self.calculated
    }

    /// Time of the next calculation.
    pub fn next(&self) -> Time {
        let phase = self.phase();
        if self.calculated.0 < phase {
            return Time(phase);
        }
        self.calculated.after(self.period)
    }

    /// Time of the first calculation, in nanoseconds.
    const fn phase(&self) -> u64 {
        self.decay.phase.0 % self.period.0
    }

    /// Adds a running job of the user with this index, which is charged for `billed` from `at` on,
    /// which is not before the last calculation.
    pub fn start(&mut self, index: u32, billed: BilledUnits, at: Time) {
        let pending = self.pending(billed, at);
        if let Some(user) = self.user(index) {
            user.running = user.running.saturating_add(billed.millionths());
            user.pending = user.pending.saturating_add(pending);
        }
    }

    /// Removes a running job of the user with this index, which was charged for `billed` from `start`
    /// until `at`, and charges it if ends are charged.
    pub fn end(&mut self, index: u32, billed: BilledUnits, start: Time, at: Time) {
        let pending = self.pending(billed, start);
        let usage = if self.decay.charges_ends {
            let since = start.max(self.calculated);
            let seconds = at.second().saturating_sub(since.second());
            usage_of(self.decay.charge(seconds), billed.millionths())
        } else {
            0
        };
        if let Some(user) = self.user(index) {
            user.running = user.running.saturating_sub(billed.millionths());
            user.pending = user.pending.saturating_sub(pending);
            user.usage = user.usage.saturating_add(thousandths(usage));
        }
    }

    fn user(&mut self, index: u32) -> Option<&mut Member> {
        let member = self.tree.members.get_mut(index as usize);
        member.filter(|member| member.is_user)
    }

    /// Usage at the next calculation of a job that is charged for `billed` from `start` on, in
    /// millionths of thousandths of unit seconds.
    fn pending(&self, billed: BilledUnits, start: Time) -> u128 {
        let (since, next) = (start.max(self.calculated), self.next());
        let of_unit = if since == self.calculated && next == since.after(self.period) {
            self.charge
        } else {
            let seconds = next.second().saturating_sub(since.second());
            self.decay.charge(seconds)
        };
        usage_of(of_unit, billed.millionths())
    }

    /// Charges and decays usage up to `now`; returns whether factors were recalculated.
    pub fn advance(&mut self, now: Time) -> bool {
        let before = self.calculated;
        while self.next() <= now && self.next() > self.calculated {
            self.calculated = self.next();
            // Periods after one in which nothing has changed are equal to it.
            if !self.charge_running() {
                let periods = now.since(self.calculated).0 / self.period.0;
                self.calculated = self.calculated.after(Duration(periods * self.period.0));
            }
        }
        let is_new = self.calculated != before;
        if is_new {
            self.calculate();
        }
        is_new
    }

    /// Decays all usage and adds that of what runs; returns whether the next calculation may find
    /// another one.
    fn charge_running(&mut self) -> bool {
        let (left, charge, mut is_other) = (u128::from(self.left), self.charge, false);
        for user in self.tree.users_mut() {
            let kept = (u128::from(user.usage) * left) >> PLACES;
            let new = thousandths(user.pending);
            let usage = u64::try_from(kept.saturating_add(new.into()));
            let usage = usage.unwrap_or(u64::MAX);
            let pending = usage_of(charge, user.running);
            is_other |= (usage, pending) != (user.usage, user.pending);
            (user.usage, user.pending) = (usage, pending);
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
