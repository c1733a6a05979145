//! Policies by name: those of the papers, own ones, and other programs.

pub mod external;
pub(crate) mod info;
mod name;
pub(super) mod orders;
pub mod own;
pub mod register;
mod text;

use super::Machine;
use info::PolicyInfo;
pub use name::PolicyName;

impl PolicyName {
    /// Every policy of this program, in the order of menus: the published ones on nodes, those on
    /// servers, the recorded schedule, then own policies.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let published = |on_servers| {
            let all = Self::PUBLISHED.into_iter();
            all.filter(move |policy| policy.is_for_servers() == on_servers)
        };
        let own = own::registered().iter().copied().map(Self::Own);
        let ours = published(false).chain(published(true));
        ours.chain([Self::Recorded]).chain(own)
    }

    /// Default policies of a log.
    pub const SPACE_SHARING: [Self; 3] = [Self::Fcfs, Self::Easy, Self::Conservative];

    /// Default policies of a workflow.
    pub const PLACEMENT: [Self; 3] = [Self::Slf, Self::Let, Self::Mom];

    /// Whether it places jobs on servers; the others start them on nodes.
    pub fn is_for_servers(self) -> bool {
        self.row().is_some_and(|row| row.is_for_servers)
    }

    /// Whether it gives processor time to processes one by one.
    pub fn serves_processes(self) -> bool {
        self.row().is_some_and(|row| row.serves_processes)
    }

    /// Whether it chooses the sizes of jobs, or has them on two tiers.
    pub fn molds(self) -> bool {
        self.row().is_some_and(|row| row.molds)
    }

    /// Whether it knows the runtimes of jobs, so that none is killed at its estimate.
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

    /// Default policies on such a machine.
    pub fn defaults_for(machine: &Machine) -> &'static [Self] {
        match machine {
            Machine::Cluster(cluster) if cluster.is_shared() => &[Self::Fcfs, Self::Easy],
            Machine::Cluster(cluster) if !cluster.kinds.is_empty() => &[Self::Slots],
            Machine::Cluster(_) => &Self::SPACE_SHARING,
            Machine::Servers(_) => &Self::PLACEMENT,
        }
    }

    fn row(self) -> Option<&'static PolicyInfo> {
        let mut rows = info::ALL.iter().flat_map(|terms| terms.policies);
        rows.find(|row| row.policy == self)
    }

    /// Name on the command line.
    pub fn kebab(self) -> &'static str {
        match self {
            Self::Recorded => "recorded",
            Self::Own(own) => own.kebab(),
            Self::External(_) => "external",
            // A test makes sure that each of the others has a row.
            _ => self.row().map_or("", |row| row.kebab),
        }
    }

    /// Name in headings.
    pub fn title(self) -> &'static str {
        match self {
            Self::Recorded => "As recorded",
            Self::Own(own) => own.title(),
            Self::External(external) => external.title(),
            _ => self.row().map_or("", |row| row.title),
        }
    }

    /// Summary in one line.
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
            let rows = info::ALL.iter().flat_map(|terms| terms.policies);
            let own = rows.filter(|row| row.policy == policy);
            assert_eq!(own.count(), 1, "{policy:?}");
        }
    }
}
