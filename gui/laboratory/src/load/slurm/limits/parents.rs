//! Which accounts are below which, as `sacctmgr` says it.

use std::collections::BTreeMap;

use super::{Owner, Setting};
use crate::base::problem::Problem;

/// The account that all others are below.
pub(super) const ROOT: &str = "root";

/// Name of the setting that has an account's parent.
pub(super) const PARENT: &str = "ParentName";

/// The account that each account is directly below, as far as it is known.
#[derive(Debug, Default)]
pub(super) struct Parents(BTreeMap<String, String>);

impl Parents {
    /// Parents that `settings` have.
    ///
    /// # Errors
    /// An account has two, as those of several clusters may.
    pub(super) fn of(settings: &[Setting]) -> Result<Self, Problem> {
        let mut all = BTreeMap::new();
        for setting in settings {
            let Owner::Account(account) = &setting.owner else {
                continue;
            };
            if !is_parent(&setting.name) || setting.value.is_empty() {
                continue;
            }
            let known: &String = all
                .entry(account.clone())
                .or_insert_with(|| setting.value.clone());
            if *known != setting.value {
                return Err(setting.wrong(&format!(
                    "it is below {known} as well, and one parent is allowed, in one cluster"
                )));
            }
        }
        Ok(Self(all))
    }

    /// Whether none is known.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `account` and the accounts it is below, upwards: whatever is not known to be below another is
    /// below the root.
    pub(super) fn lineage<'p>(&'p self, account: &'p str) -> Vec<&'p str> {
        let above = |name: &&'p str| match self.0.get(*name) {
            Some(parent) => Some(parent.as_str()),
            None => (*name != ROOT).then_some(ROOT),
        };
        let all = std::iter::successors(Some(account), above);
        // No way up is longer, unless it leads into a cycle.
        all.take(self.0.len() + 2).collect()
    }
}

/// Whether the field of this name has the parent of an account.
pub(super) fn is_parent(field: &str) -> bool {
    [PARENT, "Par Name"]
        .iter()
        .any(|name| name.eq_ignore_ascii_case(field))
}
