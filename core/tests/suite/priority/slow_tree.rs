//! Factors of fair shares, computed slowly from shares and usage.

use std::cmp::Ordering;

use super::oracle::Case;

impl Case {
    fn below(&self, account: Option<u32>) -> Vec<usize> {
        let all = 0..self.tree.len();
        all.filter(|&index| self.tree[index].parent == account)
            .collect()
    }

    /// Shares and usage of all siblings of `index`, itself included.
    fn level(&self, index: usize, usage: &[u128]) -> (u128, u128) {
        let beside = self.below(self.tree[index].parent);
        let shares = beside
            .iter()
            .map(|&one| u128::from(self.tree[one].shares))
            .sum();
        (shares, beside.iter().map(|&one| usage[one]).sum())
    }

    /// Compares Fair Tree's values, shares by usage.
    fn compare(&self, a: usize, b: usize, usage: &[u128]) -> Ordering {
        // As fractions; infinite ones are larger than all others.
        let [(up_a, low_a), (up_b, low_b)] = [a, b].map(|index| {
            let (all_shares, all_usage) = self.level(index, usage);
            match (u128::from(self.tree[index].shares), usage[index]) {
                (0, _) => (0, 1),
                (_, 0) => (1, 0),
                (shares, own) => (shares * all_usage, all_shares * own),
            }
        });
        match (low_a, low_b) {
            (0, 0) => Ordering::Equal,
            _ => (up_a * low_b).cmp(&(up_b * low_a)),
        }
    }

    /// The users below `list`, which is one list of siblings, in groups of equals, first to
    /// last.
    fn walk(&self, mut list: Vec<usize>, usage: &[u128]) -> Vec<Vec<usize>> {
        list.sort_by(|&a, &b| self.compare(b, a, usage));
        let mut groups = Vec::new();
        for equals in list.chunk_by(|&a, &b| self.compare(a, b, usage).is_eq()) {
            let (users, accounts): (Vec<usize>, Vec<usize>) =
                equals.iter().partition(|&&index| self.tree[index].is_user);
            let children = accounts
                .iter()
                .flat_map(|&one| self.below(Some(one as u32)));
            let mut below = if accounts.is_empty() {
                Vec::new()
            } else {
                self.walk(children.collect(), usage)
            };
            match below.first_mut() {
                Some(first) => first.extend(users),
                None if users.is_empty() => {}
                None => below.push(users),
            }
            groups.extend(below);
        }
        groups
    }

    pub(super) fn ranks(&self, usage: &[u128]) -> Vec<f64> {
        let users = self.tree.iter().filter(|member| member.is_user).count();
        let (mut factors, mut left) = (vec![0.0; self.tree.len()], users);
        for group in self.walk(self.below(None), usage) {
            for &user in &group {
                factors[user] = left as f64 / users as f64;
            }
            left -= group.len();
        }
        factors
    }

    fn effective(&self, index: usize, usage: &[u128]) -> f64 {
        let all: u128 = self.below(None).iter().map(|&one| usage[one]).sum();
        let own = match all {
            0 => 0.0,
            _ => usage[index] as f64 / all as f64,
        };
        match self.tree[index].parent {
            None => own,
            Some(parent) => {
                let above = self.effective(parent as usize, usage);
                own + (above - own) * self.part(index, usage)
            }
        }
    }

    fn part(&self, index: usize, usage: &[u128]) -> f64 {
        match self.level(index, usage).0 {
            0 => 0.0,
            all => f64::from(self.tree[index].shares) / all as f64,
        }
    }

    fn share(&self, index: usize, usage: &[u128]) -> f64 {
        let parent = self.tree[index].parent;
        let above = parent.map_or(1.0, |parent| self.share(parent as usize, usage));
        above * self.part(index, usage)
    }

    pub(super) fn classic(&self, index: usize, dampening: u32, usage: &[u128]) -> f64 {
        let share = self.share(index, usage);
        if share > 0.0 {
            let effective = self.effective(index, usage);
            0.5_f64.powf(effective / share / f64::from(dampening))
        } else {
            0.0
        }
    }
}
