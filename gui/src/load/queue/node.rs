//! Nodes of a queue's cluster, and whether they take jobs.

use std::collections::BTreeMap;

use crate::load::account::Limit;

/// Node.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Node {
    /// Name.
    pub(super) name: String,
    /// Partitions.
    pub(super) partitions: Vec<String>,
    /// Number of cores, if known.
    pub(super) cores: Option<u32>,
    /// Time limit of its partition, if known.
    pub(super) limit: Option<Limit>,
    /// Availability.
    pub(super) is_used: Use,
}

/// Nodes, and time limits.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Machine {
    /// Nodes, each once.
    pub(super) nodes: Vec<Node>,
    /// Time limits of partitions, where known.
    pub(super) limits: BTreeMap<String, Limit>,
}

/// Availability of a node; of several states, the last one here counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Use {
    /// It takes jobs.
    Up,
    /// It is kept by a reservation or for maintenance.
    Reserved,
    /// It takes no new jobs.
    Drained,
    /// It is down.
    Down,
}

impl Use {
    /// All values with their texts.
    pub(super) const WORDS: [(Self, &'static str); 4] = [
        (Self::Up, "up"),
        (Self::Reserved, "kept by reservations or maintenance"),
        (Self::Drained, "drained or draining"),
        (Self::Down, "down"),
    ];

    /// Parses Slurm's name of a state, with the marks behind it.
    pub(super) fn of(text: &str) -> Option<Self> {
        let (name, marks) = text.split_at(
            text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
                .unwrap_or(text.len()),
        );
        let state = match name.to_ascii_uppercase().as_str() {
            "IDLE" | "ALLOC" | "ALLOCATED" | "MIX" | "MIXED" | "COMP" | "COMPLETING" | "PLND"
            | "PLANNED" | "POW_UP" | "POWERING_UP" | "POW_DN" | "POWERING_DOWN"
            | "POWERED_DOWN" | "POWER_DOWN" | "POWER_UP" | "CLOUD" | "DYNAMIC_NORM" | "BLOCKED"
            | "BLOCK" => Self::Up,
            "RESV" | "RESERVED" | "MAINT" | "MAINTENANCE" => Self::Reserved,
            "DRAIN" | "DRAINED" | "DRAINING" | "DRNG" | "BOOT" | "REBOOT" | "REBOOT_REQUESTED"
            | "REBOOT_ISSUED" => Self::Drained,
            "DOWN" | "FAIL" | "FAILG" | "FAILING" | "ERROR" | "UNK" | "UNKNOWN" | "FUTR"
            | "FUTURE" | "INVAL" | "INVALID_REG" | "NO_RESPOND" | "NOT_RESPONDING"
            | "POWER_DRAIN" => Self::Down,
            _ => return None,
        };
        let mark = |mark: char| match mark {
            '*' => Some(Self::Down),
            '$' => Some(Self::Reserved),
            '@' | '^' | '!' => Some(Self::Drained),
            '~' | '#' | '%' | '-' | '+' => Some(Self::Up),
            _ => None,
        };
        marks
            .chars()
            .try_fold(state, |state, one| Some(state.max(mark(one)?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_with_their_marks() {
        for (text, expected) in [
            ("idle", Some(Use::Up)),
            ("mix-", Some(Use::Up)),
            ("idle~", Some(Use::Up)),
            ("alloc$", Some(Use::Reserved)),
            ("draining", Some(Use::Drained)),
            ("idle*", Some(Use::Down)),
            ("DOWN", Some(Use::Down)),
            ("gone", None),
            ("idle?", None),
        ] {
            assert_eq!(Use::of(text), expected, "{text}");
        }
    }
}
