//! Names of users, accounts and partitions, where accounting has them.

use std::path::Path;

use super::WhatIf;
use crate::base::problem::Problem;
use crate::load;
use crate::load::account::{self, Accounts};
use crate::metrics::select::groups::GroupBy;
use crate::scenario::{Scenario, Workload};

/// Names of users, accounts and partitions.
#[derive(Debug, Default)]
pub struct Names(Option<Accounts>);

impl Names {
    /// Reads the names from the accounting of `scenario`, if any; its paths are relative to `file`.
    ///
    /// # Errors
    /// The accounting cannot be read.
    pub fn of(scenario: &Scenario, file: Option<&Path>) -> Result<Self, Problem> {
        let Workload::Table(table) = &scenario.workload else {
            return Ok(Self(None));
        };
        let path = load::resolve(&table.path, file);
        account::read(table, &path).map(|accounts| Self(Some(accounts)))
    }

    /// Returns the name of the group with `key` in the results `found`: from accounting, or else
    /// from the scenario.
    pub fn name(&self, found: &WhatIf, by: GroupBy, key: Option<u64>) -> String {
        let Some(key) = key else {
            return "not known".to_owned();
        };
        let names = self.0.as_ref().map(|accounts| match by {
            GroupBy::User => accounts.names.users.names(),
            GroupBy::Group if accounts.names.accounts.names().is_empty() => {
                accounts.names.groups.names()
            }
            GroupBy::Group => accounts.names.accounts.names(),
            _ => accounts.names.partitions.names(),
        });
        // Numbers are from 1 on.
        let index = usize::try_from(key).unwrap_or(usize::MAX).wrapping_sub(1);
        let name = names.and_then(|names| names.get(index));
        let before = found.before.first();
        let of_scenario = || before.map_or_else(|| by.name(key), |run| by.name_in(run, key));
        name.map_or_else(of_scenario, Clone::clone)
    }
}
