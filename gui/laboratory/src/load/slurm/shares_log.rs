//! What the log of `slurmctld` says of fair shares: when they were calculated, and the shares of
//! accounts and users.

use std::collections::BTreeMap;

use super::text::time::Instant;

/// Beginning of all lines of the plugin.
const PLUGIN: &str = "priority/multifactor: ";

/// An account, and a user of it if it is one.
type Association = (String, Option<String>);

/// Fair shares in a log, as `DebugFlags=Priority` writes them.
#[derive(Clone, Debug, Default)]
pub struct SharesLog {
    /// Instants of the calculations.
    pub calculated: Vec<Instant>,
    // Usage in CPU seconds, as last said or decayed.
    usage: BTreeMap<Association, f64>,
    // Part of the shares beside it, where it has been said, with the account above it.
    parts: BTreeMap<Association, (String, Option<f64>)>,
    // Accounts above the present line of the tree, the root first.
    above: Vec<String>,
}

/// Shares of an account or user among those of the same account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoggedShares {
    /// The account.
    pub account: String,
    /// The user, if it is one.
    pub user: Option<String>,
    /// The account above it.
    pub parent: String,
    /// Its shares.
    pub shares: u32,
}

/// Account above all others, which has a user of the same name.
pub const ROOT: &str = "root";

impl SharesLog {
    /// Takes a line without its time; others are passed over.
    pub(super) fn read_line(&mut self, at: Instant, text: &str) {
        let Some(text) = text.strip_prefix(PLUGIN) else {
            return;
        };
        if let Some(rest) = text.strip_prefix("_decay_thread: PRIO: Decay factor over ") {
            let left = rest.rsplit("-> ").next();
            let left: f64 = left
                .and_then(|left| left.trim().parse().ok())
                .unwrap_or(1.0);
            self.calculated.push(at);
            self.usage.values_mut().for_each(|usage| *usage *= left);
        } else if let Some(rest) = text.strip_prefix("_ft_") {
            self.read_value(rest);
        } else if let Some((association, usage)) = new_usage(text) {
            self.usage.insert(association, usage);
        }
    }

    /// Takes a line of the tree, as `       bin (phys):  0.75`: its part of the shares beside it by
    /// its part of the usage.
    fn read_value(&mut self, text: &str) {
        const INDENT: usize = 4;
        let depth = (text.len() - text.trim_start().len()) / INDENT;
        // Who ranks with the one before bears a mark.
        let line = text.trim().trim_start_matches('=');
        let Some((name, rest)) = line.split_once(" (") else {
            return;
        };
        let Some((account, value)) = rest.split_once("):") else {
            return;
        };
        self.above.truncate(depth + 1);
        if self.above.is_empty() {
            self.above.push(ROOT.to_owned());
        }
        let parent = self.above.last().cloned().unwrap_or_default();
        // A user stands below its own account.
        let user = (parent == account).then(|| name.to_owned());
        if user.is_none() {
            self.above.push(account.to_owned());
        }
        let association = (account.to_owned(), user);
        let usage = |association: &Association| self.usage.get(association).copied();
        let used = usage(&association).zip(usage(&(parent.clone(), None)));
        let value: Option<f64> = value
            .trim()
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite());
        let part = used.zip(value).map(|((own, all), value)| value * own / all);
        let known = self.parts.entry(association).or_insert((parent, None));
        known.1 = known.1.or(part);
    }

    /// Shares of all accounts and users, each account ahead of those below it: whole numbers in the
    /// ratio of their parts; 1 where the log does not tell, because nothing was used.
    pub fn shares(&self) -> Vec<LoggedShares> {
        let mut found = Vec::new();
        let mut parents = vec![ROOT.to_owned()];
        while let Some(parent) = parents.pop() {
            let below = self.parts.iter().filter(|(_, (above, _))| *above == parent);
            let parts: Vec<f64> = below.clone().filter_map(|(_, (_, part))| *part).collect();
            let whole = common_whole(&parts);
            for ((account, user), (_, part)) in below {
                found.push(LoggedShares {
                    account: account.clone(),
                    user: user.clone(),
                    parent: parent.clone(),
                    shares: part.map_or(1, |part| (part * f64::from(whole)).round() as u32),
                });
                if user.is_none() {
                    parents.push(account.clone());
                }
            }
        }
        found
    }
}

/// The least number of which all `parts` are whole parts, as closely as a log says them.
fn common_whole(parts: &[f64]) -> u32 {
    const MOST: u32 = 100_000;
    const CLOSE: f64 = 1e-4;
    let is_whole = |whole: &u32| {
        let mut scaled = parts.iter().map(|part| part * f64::from(*whole));
        scaled.all(|part| (part - part.round()).abs() < CLOSE && part > 0.5)
    };
    (1..MOST).find(is_whole).unwrap_or(MOST)
}

/// Parses `_apply_new_usage: PRIO: Adding 3.5 new usage to assoc 8 (chem/games/(null)) raw usage is
/// now 4.5. Group wall added 1.0 making it 2.0.`.
fn new_usage(text: &str) -> Option<(Association, f64)> {
    let (_, rest) = text.split_once(" new usage to assoc ")?;
    let (_, rest) = rest.split_once('(')?;
    let (names, rest) = rest.split_once(") raw usage is now ")?;
    let mut names = names.split('/');
    let (account, user) = (names.next()?, names.next()?);
    let usage = rest.split(". ").next()?.parse().ok()?;
    let user = (user != "(null)").then(|| user.to_owned());
    Some(((account.to_owned(), user), usage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_come_from_values_and_usage() {
        let mut log = SharesLog::default();
        // Of 100 CPU seconds phys has used 60, with 3 of 5 shares: 0.6 / 0.6. In it, daemon has
        // used 45 with 1 of 3 shares: (1/3) / (3/4); bin 15 with 2: (2/3) / (1/4).
        let lines = "\
            _ft_   root (root):  inf\n\
            _ft_   =phys (phys):  inf\n\
            _ft_       =bin (phys):  inf\n\
            _ft_       =daemon (phys):  inf\n\
            _decay_thread: PRIO: Decay factor over 60 seconds goes from 0.99 -> 0.5\n\
            _apply_new_usage: PRIO: Adding 90 new usage to assoc 5 (phys/daemon/(null)) raw usage is now 90.0. Group wall added 1\n\
            _apply_new_usage: PRIO: Adding 30 new usage to assoc 6 (phys/bin/(null)) raw usage is now 30.0. Group wall added 1\n\
            _apply_new_usage: PRIO: Adding 1 new usage to assoc 3 (phys/(null)/(null)) raw usage is now 120.0. Group wall added 1\n\
            _apply_new_usage: PRIO: Adding 1 new usage to assoc 1 (root/(null)/(null)) raw usage is now 200.0. Group wall added 1\n\
            _decay_thread: PRIO: Decay factor over 60 seconds goes from 0.99 -> 0.5\n\
            _ft_   root (root):  inf\n\
            _ft_   phys (phys):  1.00000000\n\
            _ft_       bin (phys):  2.66666667\n\
            _ft_       daemon (phys):  0.44444444\n\
            _ft_   chem (chem):  inf\n\
            _ft_       games (chem):  inf\n\
            something else";
        for (at, line) in (0..).zip(lines.lines()) {
            log.read_line(at, &format!("{PLUGIN}{line}"));
        }
        log.read_line(
            99,
            "_decay_thread: PRIO: Decay factor over 1 seconds -> 0.1",
        );
        assert_eq!(log.calculated, [4, 9]);
        let found = log.shares();
        let found = found.iter().map(|one| {
            let user = one.user.as_deref().unwrap_or("");
            (one.parent.as_str(), one.account.as_str(), user, one.shares)
        });
        let expected = [
            ("root", "chem", "", 1),
            ("root", "phys", "", 3),
            ("root", "root", "root", 1),
            ("phys", "phys", "bin", 2),
            ("phys", "phys", "daemon", 1),
            ("chem", "chem", "games", 1),
        ];
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }
}
