//! Accounts and users of a scenario as a tree, with their names.

use std::collections::HashMap;

use cosched_core::Duration;
use cosched_core::policy::priority::{Algorithm, Decay, Member, Multifactor, PriorityAttributes};

use super::{PriorityData, span};
use crate::base::problem::Problem;
use crate::record::{Experiment, JobLabel, NameTables};
use crate::scenario::priority::{self as requested, Priority};

/// Name of a user without a name.
const NOT_KNOWN: &str = "not known";

/// Accounts and users with their names, as they are met; users by their indices behind all
/// accounts.
#[derive(Default)]
pub(crate) struct Tree {
    accounts: Vec<(String, Member)>,
    users: Vec<(String, Member)>,
    account_places: HashMap<String, u32>,
    user_places: HashMap<(Option<u32>, String), u32>,
    // By their numbers, which are faster to look up.
    user_by_numbers: HashMap<(Option<u32>, Option<u32>), u32>,
}

impl Tree {
    /// Makes the tree of the accounts and users in `priority`.
    ///
    /// # Errors
    /// They are no tree, or one is given twice.
    pub(crate) fn of(priority: &Priority) -> Result<Self, Problem> {
        let mut tree = Self::default();
        for account in &priority.accounts {
            let same = priority.accounts.iter();
            if same.filter(|other| other.name == account.name).count() > 1 {
                return Err(Problem::input(format!(
                    "`priority`: two accounts are called `{}`; each needs a name of its own",
                    account.name
                )));
            }
        }
        let mut left: Vec<&requested::AccountShares> = priority.accounts.iter().collect();
        while !left.is_empty() {
            let before = left.len();
            left.retain(|account| !tree.add(account));
            if left.len() == before {
                return Err(tree.dangling(&left));
            }
        }
        for (index, user) in priority.users.iter().enumerate() {
            let is_same = |other: &requested::UserShares| {
                other.name == user.name && other.account == user.account
            };
            if priority.users[..index].iter().any(is_same) {
                return Err(Problem::input(format!(
                    "`priority`: the shares of the user `{}` are said twice; once is allowed in each account, and once without one",
                    user.name
                )));
            }
            if let Some(account) = &user.account {
                let account = tree.account(account);
                tree.user(priority, Some(account), user.name.clone());
            }
        }
        Ok(tree)
    }

    /// Adds `account` if its parent is there; returns whether it is.
    fn add(&mut self, account: &requested::AccountShares) -> bool {
        let parent = match &account.parent {
            None => None,
            Some(parent) => match self.account_places.get(parent) {
                Some(&parent) => Some(parent),
                None => return false,
            },
        };
        let member = Member::account(parent, account.shares);
        let index = self.accounts.len() as u32;
        self.account_places.insert(account.name.clone(), index);
        self.accounts.push((account.name.clone(), member));
        true
    }

    /// The error for accounts without a path to the root.
    fn dangling(&self, left: &[&requested::AccountShares]) -> Problem {
        let is_listed = |name: &str| left.iter().any(|account| account.name == name);
        let parent =
            |account: &requested::AccountShares| account.parent.clone().unwrap_or_default();
        let unknown = left.iter().find(|account| !is_listed(&parent(account)));
        let sentence = match (unknown, left.first()) {
            (Some(account), _) => format!(
                "the account `{}` is below `{}`, which is not among the accounts; one of `accounts` is allowed, or none for the root",
                account.name,
                parent(account)
            ),
            (None, first) => format!(
                "the account `{}` is below itself; accounts must make a tree",
                first.map_or("", |account| &account.name)
            ),
        };
        Problem::input(format!("`priority`: {sentence}"))
    }

    /// Index of the account of that name, which is added below the root with one share if it is
    /// new.
    pub(crate) fn account(&mut self, name: &str) -> u32 {
        if let Some(&index) = self.account_places.get(name) {
            return index;
        }
        let index = self.accounts.len() as u32;
        self.account_places.insert(name.to_owned(), index);
        let member = Member::account(None, 1);
        self.accounts.push((name.to_owned(), member));
        index
    }

    /// Index of the user of that name in `account`, or below the root.
    pub(crate) fn user(&mut self, priority: &Priority, account: Option<u32>, name: String) -> u32 {
        let key = (account, name);
        if let Some(&index) = self.user_places.get(&key) {
            return index;
        }
        let (_, name) = &key;
        let of_account = account.and_then(|account| self.accounts.get(account as usize));
        let of_account = of_account.map(|(name, _)| name);
        let listed = priority.users.iter().filter(|user| user.name == *name);
        let here = listed
            .clone()
            .find(|user| user.account.as_ref() == of_account);
        let anywhere = listed.clone().find(|user| user.account.is_none());
        let shares = here.or(anywhere).map_or(1, |user| user.shares);
        let index = self.users.len() as u32;
        self.users
            .push((name.clone(), Member::user(account, shares)));
        self.user_places.insert(key, index);
        index
    }

    /// Index of the user of a job; beyond all if neither user nor account is known.
    pub(super) fn index(
        &mut self,
        experiment: &Experiment,
        priority: &Priority,
        label: &JobLabel,
    ) -> u32 {
        let numbers = (label.group(), label.user());
        if numbers == (None, None) {
            return u32::MAX;
        }
        if let Some(&index) = self.user_by_numbers.get(&numbers) {
            return index;
        }
        let called = &experiment.label_names;
        let account = label
            .group()
            .map(|group| NameTables::name(&called.accounts, group));
        let account = account.map(|name| self.account(&name));
        let user = label
            .user()
            .map(|user| NameTables::name(&called.users, user));
        let index = self.user(
            priority,
            account,
            user.unwrap_or_else(|| NOT_KNOWN.to_owned()),
        );
        self.user_by_numbers.insert(numbers, index);
        index
    }

    /// The data of priorities with these members, with users counted behind all accounts.
    pub(crate) fn into_data(
        self,
        multifactor: Multifactor,
        priority: &Priority,
        mut standings: Vec<PriorityAttributes>,
    ) -> PriorityData {
        let accounts = self.accounts.len();
        for standing in &mut standings {
            standing.user = standing.user.saturating_add(accounts as u32);
        }
        let (names, members) = self.accounts.into_iter().chain(self.users).unzip();
        PriorityData {
            multifactor,
            algorithm: match priority.fairshare {
                requested::Algorithm::Tree => Algorithm::Tree,
                requested::Algorithm::Classic => Algorithm::Classic {
                    dampening: priority.dampening,
                },
            },
            decay: Decay {
                half_life: (priority.half_life > 0.0).then(|| span(priority.half_life)),
                period: span(priority.period),
                phase: Duration::ZERO,
                charges_ends: priority.charges_ends,
            },
            members,
            names,
            accounts,
            standings,
        }
    }
}
