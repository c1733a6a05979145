//! Accounting without names: numbers instead of them.

use std::collections::HashMap;

use super::Accounts;
use super::entry::{NameList, Names, Task};

impl Accounts {
    /// Returns a copy with numbers for the names of users, groups, accounts, partitions, qualities
    /// of service, advance reservations and licences, and with jobs numbered from 1. Times and sizes of jobs
    /// stay.
    #[must_use]
    pub fn anonymised(&self) -> Self {
        let mut numbers: HashMap<u64, u64> = HashMap::new();
        let mut renumbered = |number: u64| {
            let next = numbers.len() as u64 + 1;
            *numbers.entry(number).or_insert(next)
        };
        let mut entries = self.entries.clone();
        entries.change_all(|entry| {
            entry.number = renumbered(entry.number);
            entry.task = entry.task.map(|task| Task {
                array: renumbered(task.array),
                ..task
            });
            // It refers to jobs by number, and sites may give jobs names.
            entry.dependency = None;
            // Whose machine it is shows in the names of its nodes.
            entry.hosts = None;
        });
        let names = &self.names;
        Self {
            entries,
            names: Names {
                partitions: numbered_names(&names.partitions, "partition"),
                qos: numbered_names(&names.qos, "qos"),
                accounts: numbered_names(&names.accounts, "account"),
                groups: numbered_names(&names.groups, "group"),
                users: numbered_names(&names.users, "user"),
                reservations: numbered_names(&names.reservations, "reservation"),
                hosts: NameList::default(),
                features: numbered_names(&names.features, "feature"),
                licences: numbered_names(&names.licences, "licence"),
            },
            ..self.clone()
        }
    }
}

/// As many names, each `one` with its number.
fn numbered_names(list: &NameList, one: &str) -> NameList {
    let mut names = NameList::default();
    for index in 0..list.names().len() {
        names.index_of(&format!("{one}{}", index + 1));
    }
    names
}
