//! The classic factor of fairshare: 2^(-effective usage / share / dampening).
//!
//! As in Slurm's manual: the share is a product down the tree; the effective usage of a
//! member below the root is its part of all usage, and further down that plus the siblings'
//! part of the excess of the account above.

use super::members::{Factor, Members, ratio};

/// Computes the factors of all users.
pub(super) fn calculate(tree: &mut Members<'_>, dampening: u32) {
    // Accounts are ahead of their members.
    for index in 0..tree.members.len() {
        let member = &tree.members[index];
        let above = tree.parent_of(member.parent);
        let of_level = ratio(member.shares.into(), above.shares_below);
        let own = ratio(member.usage, tree.root.usage);
        let (share, effective) = match tree.members.get(member.parent as usize) {
            None => (of_level, own),
            Some(above) => (
                above.share * of_level,
                own + (above.effective - own) * of_level,
            ),
        };
        let member = &mut tree.members[index];
        (member.share, member.effective) = (share, effective);
        if member.is_user {
            member.factor = factor(share, effective, dampening);
        }
    }
}

/// In 52 binary places, enough for all digits of a number from 0 to 1.
fn factor(share: f64, effective: f64, dampening: u32) -> Factor {
    const WHOLE: u64 = 1 << 52;
    if share <= 0.0 {
        return Factor::NONE;
    }
    let exponent = effective / share / f64::from(dampening.max(1));
    let part = libm::exp2(-exponent) * WHOLE as f64;
    // Effective usage is negative by rounding at most.
    Factor::new((part as u64).min(WHOLE), WHOLE)
}
