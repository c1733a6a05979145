//! Fair Tree: users ranked level by level, depth first.
//!
//! Cox and Morrison, "Fair Tree Fairshare Algorithm", 2014, as in Slurm's manual: at each
//! level a sibling's value is its part of the shares divided by its part of the usage,
//! infinite without usage. Users with the same value have the same rank; a user with the
//! same value as an account has that of its first user; accounts with the same value are
//! one list.

use core::cmp::Ordering;

use super::members::{Factor, Member, Members, NONE};

/// Ranks all users: the first of n has the factor n / n.
pub(super) fn rank(tree: &mut Members<'_>) {
    let users = tree.root.users;
    let mut left = users;
    // Rank of users equal to the accounts whose members come next.
    let mut equalled = None;
    let mut top = push(tree, tree.root.first, 0);
    sort(tree, 0, top);
    // The best one is on top of the stack.
    while let Some(mut from) = top.checked_sub(1) {
        while from > 0 && tree.members[tree.stack[from] as usize].is_tied {
            from -= 1;
        }
        let rank = equalled.unwrap_or(left);
        let (mut end, mut has_users) = (top, equalled.is_some());
        for index in from..top {
            let member = &mut tree.members[tree.stack[index] as usize];
            if member.is_user {
                member.factor = Factor::new(rank.into(), users.into());
                (left, has_users) = (left - 1, true);
            } else {
                let first = member.first;
                end = push(tree, first, end);
            }
        }
        equalled = (has_users && end > top).then_some(rank);
        tree.stack.copy_within(top..end, from);
        top = from + (end - top);
        sort(tree, from, top);
    }
}

/// Pushes `first` and its siblings on the stack from `top` on, except accounts without
/// users; returns the new top.
fn push(tree: &mut Members<'_>, first: u32, mut top: usize) -> usize {
    let mut next = first;
    while let Some(member) = tree.members.get(next as usize).filter(|_| next != NONE) {
        if member.users > 0 {
            tree.stack[top] = next;
            top += 1;
        }
        next = member.next;
    }
    top
}

/// Sorts the stack, the best on top, and notes members equal to the one below.
fn sort(tree: &mut Members<'_>, from: usize, top: usize) {
    let mut stack = core::mem::take(&mut tree.stack);
    if let Some(new) = stack.get_mut(from..top) {
        new.sort_unstable_by(|&a, &b| compare(tree, a, b));
        let mut below = None;
        for &mut index in new {
            let is_tied = below.is_some_and(|below| compare(tree, below, index).is_eq());
            tree.members[index as usize].is_tied = is_tied;
            below = Some(index);
        }
    }
    tree.stack = core::mem::take(&mut stack);
}

/// Compares parts of the shares divided by parts of the usage, exactly.
fn compare(tree: &Members<'_>, a: u32, b: u32) -> Ordering {
    let [a, b] = [a, b].map(|index| &tree.members[index as usize]);
    let class = |member: &Member| match (member.shares, member.usage) {
        (0, _) => 0,
        (_, 0) => 2,
        _ => 1,
    };
    // Shares and usage of all siblings of each.
    let [level_a, level_b] = [a, b].map(|member| tree.parent_of(member.parent));
    let value = |member: &Member, own: &Member, other_level: &Member, other: &Member| {
        let shares = u128::from(member.shares) * u128::from(other_level.shares_below);
        let usage = u128::from(own.usage) * u128::from(other.usage);
        wide(shares, usage)
    };
    class(a).cmp(&class(b)).then_with(|| match class(a) {
        1 => value(a, level_a, level_b, b).cmp(&value(b, level_b, level_a, a)),
        _ => Ordering::Equal,
    })
}

/// The product in 256 bits, the higher half first.
fn wide(a: u128, b: u128) -> (u128, u128) {
    const HALF: u32 = 64;
    let parts = |value: u128| (value >> HALF, value & u128::from(u64::MAX));
    let ((a_high, a_low), (b_high, b_low)) = (parts(a), parts(b));
    let (middle, low) = (a_high * b_low, a_low * b_low);
    // Below 2^64 times 2^64, thrice less than 2^64 added to the products of less than 2^64.
    let (carry, middle_low) = parts(a_low * b_high + (low >> HALF));
    let (other_carry, middle_low) = parts(middle_low + (middle & u128::from(u64::MAX)));
    let high = a_high * b_high + (middle >> HALF) + carry + other_carry;
    (high, (middle_low << HALF) | (low & u128::from(u64::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_exact() {
        assert_eq!(wide(3, 5), (0, 15));
        // (2^128 - 1)^2 = 2^256 - 2^129 + 1.
        assert_eq!(wide(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        // 2^127 * 6 = 3 * 2^128.
        assert_eq!(wide(1 << 127, 6), (3, 0));
        // (2^64 - 1) * (2^64 + 1) = 2^128 - 1.
        assert_eq!(wide((1 << 64) - 1, (1 << 64) + 1), (0, u128::MAX));
    }
}
