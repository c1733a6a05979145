//! Multifactor priority: against a slow reference second by second, and worked by hand.

mod by_hand;
mod oracle;
mod policies;
mod slow_tree;
mod slow_tres;

use cosched_core::policy::priority::Member;

/// An account or user, as given to both programs.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeMember {
    parent: Option<u32>,
    shares: u32,
    is_user: bool,
}

impl TreeMember {
    pub(super) const fn account(parent: Option<u32>, shares: u32) -> Self {
        Self {
            parent,
            shares,
            is_user: false,
        }
    }

    pub(super) const fn user(parent: Option<u32>, shares: u32) -> Self {
        Self {
            is_user: true,
            ..Self::account(parent, shares)
        }
    }
}

/// The members in the form of the core.
pub(super) fn members(all: &[TreeMember]) -> Vec<Member> {
    let member = |member_spec: &TreeMember| {
        if member_spec.is_user {
            Member::user(member_spec.parent, member_spec.shares)
        } else {
            Member::account(member_spec.parent, member_spec.shares)
        }
    };
    all.iter().map(member).collect()
}
