//! Accounting without names: numbers in their place.

use std::collections::HashMap;

use super::Accounts;
use super::entry::{List, Names, Task};

impl Accounts {
    /// The same without names of users, groups, accounts, partitions, qualities of service and
    /// advance reservations, and with numbers of jobs from 1 on. When and how large jobs were stays.
    #[must_use]
    pub fn anonymised(&self) -> Self {
        let mut numbers: HashMap<u64, u64> = HashMap::new();
        let mut renumbered = |number: u64| {
            let next = numbers.len() as u64 + 1;
            *numbers.entry(number).or_insert(next)
        };
        let mut entries = self.entries.clone();
        for entry in &mut entries {
            entry.number = renumbered(entry.number);
            entry.task = entry.task.map(|task| Task {
                array: renumbered(task.array),
                ..task
            });
            // It names jobs by their numbers, and people may name jobs.
            entry.dependency = None;
        }
        let names = &self.names;
        Self {
            entries,
            names: Names {
                partitions: numbered(&names.partitions, "partition"),
                qos: numbered(&names.qos, "qos"),
                accounts: numbered(&names.accounts, "account"),
                groups: numbered(&names.groups, "group"),
                users: numbered(&names.users, "user"),
                reservations: numbered(&names.reservations, "reservation"),
            },
            ..self.clone()
        }
    }
}

/// As many names, which say no more than that they are others.
fn numbered(list: &List, one: &str) -> List {
    let mut names = List::default();
    for place in 0..list.names().len() {
        names.place(&format!("{one}{}", place + 1));
    }
    names
}
