//! Who has used how much of the machine, decayed, and what factor that gives.

use core::fmt;

use super::{classic, tree};
use crate::error::CapacityError;
use crate::units::time::{Duration, Time};

/// No member: the root is above, or the list ends.
pub(super) const NONE: u32 = u32::MAX;

/// How factors are made of usage and shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Fair Tree: level by level, those with the most shares for their usage rank first,
    /// with all below them; a factor is a rank by the number of users.
    Tree,
    /// The classic formula, 2^(-effective usage / share / dampening): one number for each
    /// user, to which accounts above contribute their part.
    Classic {
        /// What the exponent is divided by (`FairShareDampeningFactor`).
        dampening: u32,
    },
}

/// How usage is forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decay {
    /// After how long half of it is (`PriorityDecayHalfLife`); none of it ever without.
    pub half_life: Option<Duration>,
    /// How often it is, and shares are calculated (`PriorityCalcPeriod`); a second at least.
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
    /// What is left of usage after a period, in parts of 2^32.
    fn left(self) -> u64 {
        let Some(half_life) = self.half_life else {
            return ONE;
        };
        let halvings = self.period.seconds() / half_life.seconds();
        libm::round(libm::exp2(-halvings) * ONE as f64) as u64
    }
}

/// All of something, in binary places behind the point.
const ONE: u64 = 1 << PLACES;
const PLACES: u32 = 32;

/// A factor of fairshare from 0 to 1, as a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    part: u64,
    whole: u64,
}

impl Factor {
    /// That of somebody without a share.
    pub const NONE: Self = Self { part: 0, whole: 1 };

    /// `part` of `whole`.
    pub const fn new(part: u64, whole: u64) -> Self {
        Self { part, whole }
    }

    /// The part.
    pub const fn part(self) -> u64 {
        self.part
    }

    /// Of what.
    pub const fn whole(self) -> u64 {
        self.whole
    }
}

/// An account, or a user of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Member {
    pub(super) parent: u32,
    pub(super) shares: u32,
    pub(super) is_user: bool,
    // The first below it, and the next beside it.
    pub(super) first: u32,
    pub(super) next: u32,
    // Shares of all directly below it, and how many users are below it.
    pub(super) shares_below: u64,
    pub(super) users: u32,
    // Decayed, in thousandths of a unit and second; of an account, of all below it.
    pub(super) usage: u64,
    // Since that was calculated, in units and nanoseconds.
    recent: u128,
    // Units that run now.
    rate: u64,
    // Whether it equals the one before it in the order of the tree.
    pub(super) is_tied: bool,
    // Share and effective usage of the classic formula.
    pub(super) share: f64,
    pub(super) effective: f64,
    pub(super) factor: Factor,
}

impl Member {
    /// An account below the account at `parent`, or below the root.
    pub const fn account(parent: Option<u32>, shares: u32) -> Self {
        Self::below(parent, shares, false)
    }

    /// A user of the account at `parent`, or of the root.
    pub const fn user(parent: Option<u32>, shares: u32) -> Self {
        Self::below(parent, shares, true)
    }

    const fn below(parent: Option<u32>, shares: u32, is_user: bool) -> Self {
        Self {
            parent: match parent {
                Some(parent) => parent,
                None => NONE,
            },
            shares,
            is_user,
            first: NONE,
            next: NONE,
            shares_below: 0,
            users: 0,
            usage: 0,
            recent: 0,
            rate: 0,
            is_tied: false,
            share: 0.0,
            effective: 0.0,
            factor: Factor::NONE,
        }
    }
}

/// Why accounts and users are no tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairshareError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// A member is below one that is no account, or is not ahead of it.
    Parent {
        /// The member's place.
        member: usize,
        /// The place it is to be below.
        parent: u32,
    },
}

impl fmt::Display for FairshareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capacity(error) => error.fmt(f),
            Self::Parent { member, parent } => write!(
                f,
                "member {member} of the shares is below {parent}; it must be below an account ahead of it"
            ),
        }
    }
}

impl core::error::Error for FairshareError {}

impl From<CapacityError> for FairshareError {
    fn from(error: CapacityError) -> Self {
        Self::Capacity(error)
    }
}

/// Accounts and users with what they have used.
#[derive(Debug)]
pub struct Fairshare<'a> {
    algorithm: Algorithm,
    period: Duration,
    // What is left of usage after a period.
    left: u64,
    pub(super) members: &'a mut [Member],
    pub(super) stack: &'a mut [u32],
    // What all members are below.
    pub(super) root: Member,
    // Until when usage is counted, and when it was last calculated.
    counted: Time,
    calculated: Time,
}

impl<'a> Fairshare<'a> {
    /// Of `members`, each behind the account it is below; `stack` has an entry for each.
    ///
    /// # Errors
    /// They are no tree, or the stack is too short.
    pub fn new(
        algorithm: Algorithm,
        decay: Decay,
        members: &'a mut [Member],
        stack: &'a mut [u32],
    ) -> Result<Self, FairshareError> {
        CapacityError::unless("stack", members.len(), stack.len())?;
        let mut fairshare = Self {
            algorithm,
            period: decay.period.max(Duration::from_seconds(1)),
            left: decay.left(),
            members,
            stack,
            root: Member::account(None, 0),
            counted: Time::ZERO,
            calculated: Time::ZERO,
        };
        fairshare.plant()?;
        fairshare.begin(Time::ZERO);
        Ok(fairshare)
    }

    /// Links each member to the one above it.
    fn plant(&mut self) -> Result<(), FairshareError> {
        for place in 0..self.members.len() {
            let Member {
                parent,
                shares,
                is_user,
                ..
            } = self.members[place];
            let above = (parent != NONE).then_some(parent);
            self.members[place] = Member::below(above, shares, is_user);
            self.members[place].users = u32::from(is_user);
            let ahead = self.members[..place].get(parent as usize);
            if parent != NONE && ahead.is_none_or(|ahead| ahead.is_user) {
                return Err(FairshareError::Parent {
                    member: place,
                    parent,
                });
            }
        }
        for place in (0..self.members.len()).rev() {
            let Member {
                parent,
                shares,
                users,
                ..
            } = self.members[place];
            let above = self.above_mut(parent);
            above.shares_below += u64::from(shares);
            above.users += users;
            let first = core::mem::replace(&mut above.first, place as u32);
            self.members[place].next = first;
        }
        Ok(())
    }

    /// The account at `place`, or the root.
    fn above_mut(&mut self, place: u32) -> &mut Member {
        match self.members.get_mut(place as usize) {
            Some(account) => account,
            None => &mut self.root,
        }
    }

    /// The account at `place`, or the root.
    pub(super) fn above(&self, place: u32) -> &Member {
        self.members.get(place as usize).unwrap_or(&self.root)
    }

    /// Nobody has used anything, nor runs, at `now`.
    pub fn begin(&mut self, now: Time) {
        for member in self.members.iter_mut() {
            (member.usage, member.recent, member.rate) = (0, 0, 0);
        }
        self.counted = now;
        self.calculated = Time(now.0 - now.0 % self.period.0);
        self.calculate();
    }

    /// When shares were last calculated.
    pub fn calculated(&self) -> Time {
        self.calculated
    }

    /// When they are calculated next.
    pub fn next(&self) -> Time {
        self.calculated.after(self.period)
    }

    /// Nobody runs from now on.
    pub fn stop_all(&mut self) {
        self.members.iter_mut().for_each(|member| member.rate = 0);
    }

    /// So many `units` more of the user at `place` run from now on.
    pub fn run(&mut self, place: u32, units: u32) {
        let member = self.members.get_mut(place as usize);
        if let Some(user) = member.filter(|member| member.is_user) {
            user.rate = user.rate.saturating_add(u64::from(units));
        }
    }

    /// So many `units` fewer of the user at `place` run from now on.
    pub fn stop(&mut self, place: u32, units: u32) {
        if let Some(user) = self.members.get_mut(place as usize) {
            user.rate = user.rate.saturating_sub(u64::from(units));
        }
    }

    /// Counts and decays usage up to `now`; whether shares were calculated anew.
    pub fn advance(&mut self, now: Time) -> bool {
        let before = self.calculated;
        while now.since(self.calculated) >= self.period {
            let next = self.next();
            let is_whole = self.counted == self.calculated;
            self.count(next);
            self.calculated = next;
            // What stays through a whole period stays through all that follow.
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

    /// Counts what runs until `until`.
    fn count(&mut self, until: Time) {
        let span = u128::from(until.since(self.counted).0);
        for user in self.users_mut().filter(|user| user.rate > 0) {
            user.recent = user
                .recent
                .saturating_add(span.saturating_mul(user.rate.into()));
        }
        self.counted = until;
    }

    /// Forgets a part of all usage and adds what is recent; whether any is not what it was.
    fn decay(&mut self) -> bool {
        const THOUSANDTH: u128 = 1_000_000;
        let (left, mut is_other) = (u128::from(self.left), false);
        for user in self.users_mut() {
            let recent = core::mem::take(&mut user.recent) / THOUSANDTH;
            let kept = (u128::from(user.usage) * left) >> PLACES;
            let usage = u64::try_from(kept.saturating_add(recent)).unwrap_or(u64::MAX);
            is_other |= usage != user.usage;
            user.usage = usage;
        }
        is_other
    }

    /// Sums usage up the tree and makes factors of it.
    fn calculate(&mut self) {
        let accounts = self.members.iter_mut().filter(|member| !member.is_user);
        accounts.for_each(|account| account.usage = 0);
        self.root.usage = 0;
        for place in (0..self.members.len()).rev() {
            let Member { parent, usage, .. } = self.members[place];
            let above = self.above_mut(parent);
            above.usage = above.usage.saturating_add(usage);
        }
        match self.algorithm {
            Algorithm::Tree => tree::rank(self),
            Algorithm::Classic { dampening } => classic::calculate(self, dampening),
        }
    }

    fn users_mut(&mut self) -> impl Iterator<Item = &mut Member> {
        self.members.iter_mut().filter(|member| member.is_user)
    }

    /// The factor of the user at `place`, as last calculated.
    pub fn factor(&self, place: u32) -> Factor {
        let member = self.members.get(place as usize);
        member.map_or(Factor::NONE, |member| member.factor)
    }

    /// What the account or user at `place` has used, in units and seconds, as last calculated.
    pub fn usage(&self, place: u32) -> f64 {
        let member = self.members.get(place as usize);
        member.map_or(0.0, |member| member.usage as f64 / 1e3)
    }

    /// What all have used together.
    pub fn total(&self) -> f64 {
        self.root.usage as f64 / 1e3
    }

    /// The part of the machine that the account or user at `place` has a share in: its shares
    /// by those of all beside it, times the same of the account above, and so on.
    pub fn target(&self, place: u32) -> f64 {
        let (mut target, mut next) = (1.0, place);
        while let Some(member) = self.members.get(next as usize) {
            let all = self.above(member.parent).shares_below;
            target *= part(member.shares.into(), all);
            next = member.parent;
        }
        target
    }
}

/// `part` of `whole`, nothing of nothing.
pub(super) fn part(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        whole => part as f64 / whole as f64,
    }
}
