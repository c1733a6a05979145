//! The policies by name: those of the papers, somebody's own, and other programs.

pub mod external;
pub mod own;
mod text;

use super::Machine;
use super::families::{self, with_families};
use external::External;
use own::OwnPolicy;

/// Makes the names of the published policies from the list of families.
macro_rules! names {
    ($($room:ident [$($policy:ident),+] $($told:ident: $Told:ident)?;)+) => {
        /// Policies by their published names, and those that are not ours.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum PolicyName {
            $($(
                #[doc = concat!("Of the family `", stringify!($room), "`; its room says what it does.")]
                $policy,
            )+)+
            /// The starts that a log has recorded.
            Recorded,
            /// Somebody's own, built into the program.
            Own(OwnPolicy),
            /// Another program that decides.
            External(External),
        }

        impl PolicyName {
            /// Every published policy, family by family.
            pub const PUBLISHED: [Self; [$($(stringify!($policy)),+),+].len()] =
                [$($(Self::$policy),+),+];

            /// The name as in scenarios.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$policy => stringify!($policy),)+)+
                    Self::Recorded => RECORDED,
                    Self::Own(own) => own.name(),
                    Self::External(_) => EXTERNAL,
                }
            }
        }
    };
}
with_families!(names);

/// What the schedule of a log is called in scenarios.
const RECORDED: &str = "Recorded";

/// What another program is called in scenarios.
const EXTERNAL: &str = "External";

/// What a published policy is called, and what it does: a row in the room of its family.
#[derive(Clone, Copy)]
pub(crate) struct Published {
    pub(super) policy: PolicyName,
    /// On the command line.
    pub(super) kebab: &'static str,
    /// In headings.
    pub(super) title: &'static str,
    /// In one line.
    pub(super) summary: &'static str,
    /// Whether it places jobs on servers; the others start them on nodes.
    pub(super) is_for_servers: bool,
    /// Whether it gives processes processor time one by one.
    pub(super) serves_processes: bool,
    /// Whether it chooses the sizes of jobs, or has them on two tiers.
    pub(super) molds: bool,
    /// Whether how long jobs run is known to it, as it is to all that choose sizes.
    pub(super) knows_runtimes: bool,
    /// Whether it makes use of nodes that are not equal.
    pub(super) tells_nodes_apart: bool,
    /// Whether its jobs take turns quantum by quantum.
    pub(super) has_quanta: bool,
    /// Whether jobs share nodes in time, and so their memory.
    pub(super) shares_nodes: bool,
}

impl Published {
    /// One that starts jobs on equal nodes, which they have for themselves to their ends.
    pub(super) const fn new(
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
            has_quanta: false,
            shares_nodes: false,
        }
    }
}

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

    /// Whether its jobs take turns quantum by quantum.
    pub fn has_quanta(self) -> bool {
        self.row().is_some_and(|row| row.has_quanta)
    }

    /// Whether jobs share nodes in time, and so their memory.
    pub fn shares_nodes(self) -> bool {
        self.row().is_some_and(|row| row.shares_nodes)
    }

    /// Those that run on such a machine if nothing else is said.
    pub const fn usual(machine: &Machine) -> &'static [Self] {
        match machine {
            Machine::Cluster(cluster) if !cluster.kinds.is_empty() => &[Self::Slots],
            Machine::Cluster(_) => &Self::SPACE_SHARING,
            Machine::Servers(_) => &Self::PLACEMENT,
        }
    }

    fn row(self) -> Option<&'static Published> {
        let mut rows = families::ALL.iter().flat_map(|terms| terms.policies);
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
                "As it was: each job of a log starts when it is recorded to have started"
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
            let rows = families::ALL.iter().flat_map(|terms| terms.policies);
            let own = rows.filter(|row| row.policy == policy);
            assert_eq!(own.count(), 1, "{policy:?}");
        }
    }
}
