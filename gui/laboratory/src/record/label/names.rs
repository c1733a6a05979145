//! Names of the numbers in labels.

/// Names of users, accounts (or groups), qualities of service and partitions (or queues), by the
/// numbers from 1 on that [`JobLabel`](super::JobLabel) has for them; numbers beyond have no name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameTables {
    /// Users.
    pub users: Vec<String>,
    /// Accounts, or groups.
    pub accounts: Vec<String>,
    /// Qualities of service.
    pub qos: Vec<String>,
    /// Partitions, or queues.
    pub partitions: Vec<String>,
}

impl NameTables {
    /// Returns the name in `names` with this number, or the number.
    pub fn name(names: &[String], number: u32) -> String {
        let index = (number as usize).checked_sub(1);
        let name = index.and_then(|index| names.get(index));
        name.map_or_else(|| number.to_string(), Clone::clone)
    }
}
