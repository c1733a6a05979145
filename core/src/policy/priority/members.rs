//! Accounts and users as a tree of members with shares, usage and factors.

use core::fmt;

use crate::error::CapacityError;

/// No member: the parent is the root, or the list ends.
pub(super) const NONE: u32 = u32::MAX;

/// A factor of fairshare from 0 to 1, as a fraction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    part: u64,
    whole: u64,
}

impl Factor {
    /// Factor of a member without shares.
    pub const NONE: Self = Self { part: 0, whole: 1 };

    /// `part` of `whole`.
    pub const fn new(part: u64, whole: u64) -> Self {
        Self { part, whole }
    }

    /// Numerator.
    pub const fn numerator(self) -> u64 {
        self.part
    }

    /// Denominator.
    pub const fn denominator(self) -> u64 {
        self.whole
    }
}

/// An account, or a user of one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Member {
    pub(super) parent: u32,
    pub(super) shares: u32,
    pub(super) is_user: bool,
    // Index of the first below it, and of its next sibling.
    pub(super) first: u32,
    pub(super) next: u32,
    // Sum of shares directly below it, and number of users below it.
    pub(super) shares_below: u64,
    pub(super) users: u32,
    // Decayed, in thousandths of unit seconds; of an account, including all below it.
    pub(super) usage: u64,
    // What running units will be charged at the next calculation, in thousandths of unit seconds
    // and millionths of them, and their number, in millionths.
    pub(super) pending: u128,
    pub(super) running: u64,
    // Whether it equals the one before it in the order of the tree.
    pub(super) is_tied: bool,
    // Share and effective usage of the classic formula.
    pub(super) share: f64,
    pub(super) effective: f64,
    pub(super) factor: Factor,
}

impl Member {
    /// An account below the account with index `parent`, or below the root.
    pub const fn account(parent: Option<u32>, shares: u32) -> Self {
        Self::below(parent, shares, false)
    }

    /// A user of the account with index `parent`, or of the root.
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
            pending: 0,
            running: 0,
            is_tied: false,
            share: 0.0,
            effective: 0.0,
            factor: Factor::NONE,
        }
    }
}

/// Reason why accounts and users are not a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FairshareError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// A member's parent is not an account, or not ahead of it.
    Parent {
        /// Index of the member.
        member: usize,
        /// Index of its parent.
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

/// All members, as a tree.
#[derive(Debug)]
pub(super) struct Members<'a> {
    pub(super) members: &'a mut [Member],
    pub(super) stack: &'a mut [u32],
    // Parent of all members at the top.
    pub(super) root: Member,
}

impl<'a> Members<'a> {
    /// The tree of `members`, each behind the account it is below; `stack` has an entry for
    /// each.
    pub(super) fn new(
        members: &'a mut [Member],
        stack: &'a mut [u32],
    ) -> Result<Self, FairshareError> {
        CapacityError::unless("stack", members.len(), stack.len())?;
        let mut all = Self {
            members,
            stack,
            root: Member::account(None, 0),
        };
        all.link()?;
        Ok(all)
    }

    /// Links each member to the one above it.
    fn link(&mut self) -> Result<(), FairshareError> {
        for index in 0..self.members.len() {
            let Member {
                parent,
                shares,
                is_user,
                ..
            } = self.members[index];
            let above = (parent != NONE).then_some(parent);
            self.members[index] = Member::below(above, shares, is_user);
            self.members[index].users = u32::from(is_user);
            let ahead = self.members[..index].get(parent as usize);
            if parent != NONE && ahead.is_none_or(|ahead| ahead.is_user) {
                return Err(FairshareError::Parent {
                    member: index,
                    parent,
                });
            }
        }
        for index in (0..self.members.len()).rev() {
            let Member {
                parent,
                shares,
                users,
                ..
            } = self.members[index];
            let above = self.parent_of_mut(parent);
            above.shares_below += u64::from(shares);
            above.users += users;
            let first = core::mem::replace(&mut above.first, index as u32);
            self.members[index].next = first;
        }
        Ok(())
    }

    /// The account with this index, or the root.
    fn parent_of_mut(&mut self, index: u32) -> &mut Member {
        match self.members.get_mut(index as usize) {
            Some(account) => account,
            None => &mut self.root,
        }
    }

    /// The account with this index, or the root.
    pub(super) fn parent_of(&self, index: u32) -> &Member {
        self.members.get(index as usize).unwrap_or(&self.root)
    }

    pub(super) fn users_mut(&mut self) -> impl Iterator<Item = &mut Member> {
        self.members.iter_mut().filter(|member| member.is_user)
    }

    /// Sums usage up the tree.
    pub(super) fn sum(&mut self) {
        let accounts = self.members.iter_mut().filter(|member| !member.is_user);
        accounts.for_each(|account| account.usage = 0);
        self.root.usage = 0;
        for index in (0..self.members.len()).rev() {
            let Member { parent, usage, .. } = self.members[index];
            let above = self.parent_of_mut(parent);
            above.usage = above.usage.saturating_add(usage);
        }
    }

    /// Part of the machine for the account or user with this index: its part of the
    /// shares of all its siblings, times that of the account above, and so on.
    pub(super) fn target(&self, index: u32) -> f64 {
        let (mut target, mut next) = (1.0, index);
        while let Some(member) = self.members.get(next as usize) {
            let all = self.parent_of(member.parent).shares_below;
            target *= ratio(member.shares.into(), all);
            next = member.parent;
        }
        target
    }
}

/// `part` divided by `whole`; 0 if both are 0.
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    match whole {
        0 => 0.0,
        whole => part as f64 / whole as f64,
    }
}
