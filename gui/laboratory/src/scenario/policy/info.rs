//! Rows in which each family describes itself and its published policies, in its room.

use super::name::PolicyName;
use crate::scenario::families::with_families;
use crate::scenario::reference::Field;

/// Published policy: its names, summary and properties, a row in the room of its family.
#[derive(Clone, Copy)]
pub(crate) struct PolicyInfo {
    pub(in crate::scenario) policy: PolicyName,
    /// Name on the command line.
    pub(in crate::scenario) kebab: &'static str,
    /// Name in headings.
    pub(in crate::scenario) title: &'static str,
    /// Summary in one line.
    pub(in crate::scenario) summary: &'static str,
    /// Whether it places jobs on servers; the others start them on nodes.
    pub(in crate::scenario) is_for_servers: bool,
    /// Whether it gives processor time to processes one by one.
    pub(in crate::scenario) serves_processes: bool,
    /// Whether it chooses the sizes of jobs, or has them on two tiers.
    pub(in crate::scenario) molds: bool,
    /// Whether it knows the runtimes of jobs, as do all policies that choose sizes.
    pub(in crate::scenario) knows_runtimes: bool,
    /// Whether it makes use of nodes that are not equal.
    pub(in crate::scenario) tells_nodes_apart: bool,
    /// Whether it starts jobs on nodes that they share by cores, memory and GPUs, in partitions.
    pub(in crate::scenario) knows_partitions: bool,
    /// Whether its jobs take turns quantum by quantum.
    pub(in crate::scenario) has_quanta: bool,
    /// Whether jobs share nodes in time, and so their memory.
    pub(in crate::scenario) shares_nodes: bool,
}

impl PolicyInfo {
    /// Row of a policy that starts jobs on equal nodes, which they have for themselves to their
    /// ends.
    pub(in crate::scenario) const fn new(
        policy: PolicyName,
        kebab: &'static str,
        title: &'static str,
        summary: &'static str,
    ) -> Self {
        Self {
            policy,
            kebab,
            title,
            summary,
            is_for_servers: false,
            serves_processes: false,
            molds: false,
            knows_runtimes: false,
            tells_nodes_apart: false,
            knows_partitions: false,
            has_quanta: false,
            shares_nodes: false,
        }
    }
}

/// Family: its name, policies and parameters.
pub(crate) struct FamilyInfo {
    /// Name in headings.
    pub(crate) title: &'static str,
    /// Policies, in the order of menus.
    pub(in crate::scenario) policies: &'static [PolicyInfo],
    /// Parameters: numbers, choices and switches, in the order of the guide.
    pub(in crate::scenario) fields: fn() -> Vec<&'static Field>,
}

macro_rules! table {
    ($($room:ident $policies:tt $($told:ident: $Told:ident)?;)+) => {
        /// All families.
        pub(in crate::scenario) const ALL: &[&FamilyInfo] = &[$(&crate::scenario::$room::FAMILY_INFO),+];
    };
}
with_families!(table);
