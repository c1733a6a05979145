//! The classic factor of fairshare: 2^(-effective usage / share / dampening).
//!
//! As Slurm's manual has it: the share is a product down the tree; the effective usage of who
//! is below the root is the own part of all usage, and further down that and the siblings'
//! part of what the account above has more.

use super::members::{Factor, Members, part};

/// Makes the factors of all users.
pub(super) fn calculate(tree: &mut Members<'_>, dampening: u32) {
    // Accounts are ahead of who is below them.
    for place in 0..tree.members.len() {
        let member = &tree.members[place];
        let above = tree.above(member.parent);
        let of_level = part(member.shares.into(), above.shares_below);
        let own = part(member.usage, tree.root.usage);
        let (share, effective) = match tree.members.get(member.parent as usize) {
            None => (of_level, own),
            Some(above) => (
                above.share * of_level,
                own + (above.effective - own) * of_level,
            ),
        };
        let member = &mut tree.members[place];
        (member.share, member.effective) = (share, effective);
        if member.is_user {
            member.factor = factor(share, effective, dampening);
        }
    }
}

/// In 52 binary places, which a number from 0 to 1 has at most that matter.
fn factor(share: f64, effective: f64, dampening: u32) -> Factor {
    const WHOLE: u64 = 1 << 52;
    if share <= 0.0 {
        return Factor::NONE;
    }
    let exponent = effective / share / f64::from(dampening.max(1));
    let part = libm::exp2(-exponent) * WHOLE as f64;
    // Effective usage is never below nothing by more than was rounded.
    Factor::new((part as u64).min(WHOLE), WHOLE)
}
