//! Limits of users, accounts and qualities of service by number, which accounts are below others, and
//! licences.

use std::collections::HashMap;

use cosched_core::machine::cluster::{self as core, LimitTables};

use super::{LayoutError, Limit, Limits};

/// Limits of users, accounts and qualities of service, by their numbers in [`core::ClusterRequest`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OwnerLimits {
    /// Of users, accounts, qualities of service, and users within these.
    pub tables: [Vec<core::Limits>; 4],
    /// Number of the account that each account is directly below, or [`LimitTables::TOP`]; empty if none is
    /// below another.
    pub parents: Vec<u32>,
    /// Names of users, accounts and qualities of service by number; accounts without jobs of their own, which
    /// are above others, stand behind those with jobs.
    pub names: [Vec<String>; 3],
    /// How many there are of each licence.
    pub licences: Vec<u32>,
}

impl OwnerLimits {
    /// Of those with these names; those of users within a quality of service are by the number of that.
    pub fn new(limits: &Limits, names: &[Vec<String>; 3]) -> Self {
        if limits.is_empty() {
            return Self::default();
        }
        let mut names = names.clone();
        let parents = parents_of(&limits.accounts, &mut names[1]);
        let [users, accounts, qos] = &names;
        let tables = [
            by_number(&limits.users, users),
            by_number(&limits.accounts, accounts),
            by_number(&limits.qos, qos),
            by_number(&limits.users_of_qos, qos),
        ];
        Self {
            tables,
            parents,
            names,
            licences: Vec::new(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.as_core().is_empty()
    }

    /// Returns the core's form.
    pub fn as_core(&self) -> LimitTables<'_> {
        let [users, accounts, qos, users_of_qos] = &self.tables;
        LimitTables {
            users,
            accounts,
            parents: &self.parents,
            qos,
            users_of_qos,
            licences: &self.licences,
        }
    }
}

/// The limit for each name: its own, or that without a name.
fn finder<'l>(limits: &'l [Limit]) -> impl Fn(&str) -> Option<&'l Limit> {
    let unnamed = limits.iter().find(|limit| limit.name.is_none());
    // Of two with one name the first holds.
    let named = limits.iter().rev();
    let named: HashMap<&str, &'l Limit> = named
        .filter_map(|limit| Some((limit.name.as_deref()?, limit)))
        .collect();
    move |name| named.get(name).copied().or(unnamed)
}

/// Limits of each of those with these names.
fn by_number(limits: &[Limit], names: &[String]) -> Vec<core::Limits> {
    if limits.is_empty() {
        return Vec::new();
    }
    let find = finder(limits);
    let each = names.iter().map(|name| find(name));
    each.map(|limit| limit.map_or(core::Limits::NONE, Limit::as_core))
        .collect()
}

/// Parent of each of these accounts by number, and of those above them, which are added to `accounts`.
fn parents_of(limits: &[Limit], accounts: &mut Vec<String>) -> Vec<u32> {
    if limits.iter().all(|limit| limit.parent.is_none()) {
        return Vec::new();
    }
    let find = finder(limits);
    let mut numbers: HashMap<String, u32> = accounts.iter().cloned().zip(0..).collect();
    let mut parents = Vec::new();
    while let Some(account) = accounts.get(parents.len()) {
        let parent = find(account).and_then(|limit| limit.parent.clone());
        let new = accounts.len() as u32;
        let number = |parent: String| {
            *numbers.entry(parent).or_insert_with_key(|name| {
                accounts.push(name.clone());
                new
            })
        };
        parents.push(parent.map_or(LimitTables::TOP, number));
    }
    parents
}

impl Limit {
    fn as_core(&self) -> core::Limits {
        let most = |limit: Option<u32>| limit.unwrap_or(u32::MAX);
        core::Limits {
            running: most(self.running),
            nodes: most(self.nodes),
            cores: most(self.cores),
            gpus: most(self.gpus),
            submitted: most(self.submitted),
        }
    }
}

impl Limits {
    /// Checks that accounts alone are below others, and make trees.
    ///
    /// # Errors
    /// Whose parent is none, or who is below itself.
    pub(super) fn check_parents(&self) -> Result<(), LayoutError> {
        let others = [
            ("limits.users", &self.users),
            ("limits.qos", &self.qos),
            ("limits.users_of_qos", &self.users_of_qos),
        ];
        for (list, limits) in others {
            let mut each = limits.iter().enumerate();
            if let Some((index, limit)) = each.find(|(_, limit)| limit.parent.is_some()) {
                let parent = limit.parent.as_deref().unwrap_or_default();
                let sentence = format!(
                    "`parent: \"{parent}\"` of one of `{list}`; only one of `limits.accounts` may have a parent"
                );
                return Err(LayoutError::at(list, index)(sentence));
            }
        }
        let find = finder(&self.accounts);
        for (index, limit) in self.accounts.iter().enumerate() {
            let Some(parent) = &limit.parent else {
                continue;
            };
            let wrong = LayoutError::at("limits.accounts", index);
            let own = limit.name.as_deref();
            let called = own.map_or_else(
                || "an account without a name".to_owned(),
                |name| format!("the account `{name}`"),
            );
            if find(parent).is_none_or(|found| found.name.is_none()) {
                return Err(wrong(format!(
                    "{called} is below `{parent}`, which is not among the accounts with limits; one of them is allowed, or none"
                )));
            }
            let above =
                std::iter::successors(Some(parent.as_str()), |name| find(name)?.parent.as_deref());
            // No way up is longer, unless it leads into a cycle.
            let mut above = above.take(self.accounts.len());
            if above.any(|name| Some(name) == own) {
                return Err(wrong(format!(
                    "{called} is below itself; accounts must make trees"
                )));
            }
        }
        Ok(())
    }
}
