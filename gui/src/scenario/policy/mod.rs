//! The policies by name: those of the papers, somebody's own, and other programs.

pub mod external;
mod name;
pub(super) mod orders;
pub mod own;
pub(crate) mod published;
pub(crate) mod register;
mod text;

use super::Machine;
pub use name::PolicyName;
use published::Published;

impl PolicyName {
    /// Every policy of this program, in the sequence in which a menu should show them: the
    /// published ones on nodes, those on servers, what a log recorded, then those built in
    /// besides.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let published = |on_servers| {
            let all = Self::PUBLISHED.into_iter();
            all.filter(move |policy| policy.is_for_servers() == on_servers)
        };
        let own = own::registered().iter().copied().map(Self::Own);
        let ours = published(false).chain(published(true));
        ours.chain([Self::Recorded]).chain(own)
    }

    /// Those that a log is run under if nothing else is said.
    pub const SPACE_SHARING: [Self; 3] = [Self::Fcfs, Self::Easy, Self::Conservative];

    /// Those that a workflow is run under if nothing else is said.
    pub const PLACEMENT: [Self; 3] = [Self::Slf, Self::Let, Self::Mom];

    /// Whether it places jobs on servers; the others start them on nodes.
    pub fn is_for_servers(self) -> bool {
        self.row().is_some_and(|row| row.is_for_servers)
    }

    /// Whether it gives processes processor time one by one.
    pub fn serves_processes(self) -> bool {
        self.row().is_some_and(|row| row.serves_processes)
    }

    /// Whether it chooses the sizes of jobs, or has them on two tiers.
    pub fn molds(self) -> bool {
        self.row().is_some_and(|row| row.molds)
    }

    /// Whether how long jobs run is known to it, so that none is killed at its
    /// estimate.
    pub fn knows_runtimes(self) -> bool {
        self.row()
            .is_some_and(|row| row.molds || row.knows_runtimes)
    }

    /// Whether it makes use of nodes that are not equal.
    pub fn tells_nodes_apart(self) -> bool {
        self.row().is_some_and(|row| row.tells_nodes_apart)
    }

    /// Whether it starts jobs on nodes that they share by cores, memory and GPUs, in partitions.
    pub fn knows_partitions(self) -> bool {
        self == Self::Recorded || self.row().is_some_and(|row| row.knows_partitions)
    }

    /// Whether its jobs take turns quantum by quantum.
    pub fn has_quanta(self) -> bool {
        self.row().is_some_and(|row| row.has_quanta)
    }

    /// Whether jobs share nodes in time, and so their memory.
    pub fn shares_nodes(self) -> bool {
        self.row().is_some_and(|row| row.shares_nodes)
    }

    /// Those that run on such a machine if nothing else is said.
    pub fn usual(machine: &Machine) -> &'static [Self] {
        match machine {
            Machine::Cluster(cluster) if cluster.is_shared() => &[Self::Fcfs, Self::Easy],
            Machine::Cluster(cluster) if !cluster.kinds.is_empty() => &[Self::Slots],
            Machine::Cluster(_) => &Self::SPACE_SHARING,
            Machine::Servers(_) => &Self::PLACEMENT,
        }
    }

    fn row(self) -> Option<&'static Published> {
        let mut rows = published::ALL.iter().flat_map(|terms| terms.policies);
        rows.find(|row| row.policy == self)
    }

    /// The name as on the command line.
    pub fn kebab(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Own(own) => own.kebab(),
            Self::External(_) => "external",
            // A test sees to it that each of the others has a row.
            _ => self.row().map_or("", |row| row.kebab),
        }
    }

    /// The name as in a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Recorded => "As recorded",
            Self::Own(own) => own.title(),
            Self::External(external) => external.title(),
            _ => self.row().map_or("", |row| row.title),
        }
    }

    /// What it does, in one line.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Recorded => {
                "As recorded: each job of a log starts when it is recorded to have started"
            }
            Self::Own(own) => own.summary(),
            Self::External(_) => "Another program decides, asked in lines of JSON",
            _ => self.row().map_or("", |row| row.summary),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_policy_has_a_row_of_its_own() {
        for policy in PolicyName::PUBLISHED {
            let rows = published::ALL.iter().flat_map(|terms| terms.policies);
            let own = rows.filter(|row| row.policy == policy);
            assert_eq!(own.count(), 1, "{policy:?}");
        }
    }
}
