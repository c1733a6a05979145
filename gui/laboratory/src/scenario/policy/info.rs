//! Properties that set policies apart: a description of each policy, made from its row in the list of families.

use super::name::PolicyName;
use crate::scenario::families::with_families;
use crate::scenario::reference::Field;

/// Makes the description of a policy from the properties that one may have, and a function of
/// [`PolicyName`] for each.
macro_rules! properties {
    ($($(#[$doc:meta])* $property:ident;)+) => {
        /// Policy: its names, summary and properties.
        #[derive(Clone, Copy)]
        pub(super) struct PolicyInfo {
            /// Name on the command line.
            pub(super) kebab: &'static str,
            /// Name in headings.
            pub(super) title: &'static str,
            /// Summary in one line.
            pub(super) summary: &'static str,
            /// Colour of its first run, see `record::colour`.
            pub(super) colour: usize,
            /// How near it is to how machines are run: the nearest stands beside a log.
            pub(super) likeness: u8,
            $($(#[$doc])* $property: bool,)+
        }

        impl PolicyInfo {
            /// A policy that starts jobs on equal nodes, which they have for themselves to their
            /// ends.
            const fn new(
                kebab: &'static str,
                title: &'static str,
                summary: &'static str,
                colour: usize,
            ) -> Self {
                Self {
                    kebab,
                    title,
                    summary,
                    colour,
                    likeness: 0,
                    $($property: false,)+
                }
            }
        }

        impl PolicyName {
            $(
                $(#[$doc])*
                pub fn $property(self) -> bool {
                    self.info().is_some_and(|info| info.$property)
                }
            )+
        }
    };
}

properties! {
    /// Whether it decides by a queue of jobs in an order, backfilled or not, and needs to know none
    /// beforehand: jobs may come one by one, running jobs may be taken over from another such
    /// policy, and the starts of those that wait can be computed.
    is_queue;
    /// Whether it places jobs on servers; the others start them on nodes.
    is_for_servers;
    /// Whether it gives processor time to processes one by one.
    serves_processes;
    /// Whether it chooses the sizes of jobs, or has them on two tiers.
    molds;
    /// Whether it knows the runtimes of jobs, so that none is killed at its estimate.
    knows_runtimes;
    /// Whether it makes use of nodes that are not equal.
    tells_nodes_apart;
    /// Whether it starts jobs on nodes that they share by cores, memory and GPUs, in partitions.
    knows_partitions;
    /// Whether it places jobs that ask for a part of a GPU, and leaves the choice of nodes to the machine.
    parts_gpus;
    /// Whether its jobs take turns quantum by quantum.
    has_quanta;
    /// Whether jobs share nodes in time, and so their memory.
    shares_nodes;
    /// Whether starts are only foreseen, by the estimates: it reserves nothing.
    foresees_starts;
    /// Whether it plans the start of every waiting job.
    plans_all;
    /// Whether scenarios with outages are refused: how it treats nodes out of service has not been
    /// measured.
    refuses_outages;
    /// Whether its passes have phases, and a run is one of several by chance.
    has_phases;
    /// Whether its parameters are those of `slurm.conf`, and its queue has priorities.
    is_of_slurm;
    /// Whether it repeats the starts recorded in a log.
    replays;
}

/// The schedule recorded in a log, which has no parameters and no room.
const RECORDED: PolicyInfo = PolicyInfo {
    knows_partitions: true,
    parts_gpus: true,
    replays: true,
    ..PolicyInfo::new(
        "recorded",
        "As recorded",
        "As recorded: each job of a log starts when it is recorded to have started",
        8,
    )
};

/// Family: its name and parameters.
pub(crate) struct FamilyInfo {
    /// Name in headings.
    pub(crate) title: &'static str,
    /// Parameters: numbers, choices and switches, in the order of the guide.
    pub(in crate::scenario) fields: fn() -> Vec<&'static Field>,
}

/// Parameters of the policies of a family.
pub(in crate::scenario) trait FamilyParameters: Default {
    /// Those that runs under policies of other families heed as well; the rest is as usual.
    #[must_use]
    fn under_others(&self) -> Self {
        Self::default()
    }
}

/// Makes the descriptions of the published policies from the list of families.
macro_rules! descriptions {
    ($($room:ident [$($policy:ident {
        kebab: $kebab:expr,
        title: $title:expr,
        summary: $summary:expr,
        colour: $colour:expr,
        $($property:ident: $value:expr,)*
    })+] $($field:ident: $Parameters:ident)?;)+) => {
        /// All families.
        pub(in crate::scenario) const ALL: &[&FamilyInfo] = &[$(&crate::scenario::$room::FAMILY_INFO),+];

        impl PolicyName {
            /// Its family; none of recorded schedules and of policies of others.
            pub(in crate::scenario) fn family(self) -> Option<&'static FamilyInfo> {
                match self {
                    $($(Self::$policy)|+ => Some(&crate::scenario::$room::FAMILY_INFO),)+
                    Self::Recorded | Self::Own(_) | Self::External(_) => None,
                }
            }

            /// Its description; none of policies of others, which describe themselves.
            pub(super) fn info(self) -> Option<&'static PolicyInfo> {
                match self {
                    $($(Self::$policy => Some(const {
                        &PolicyInfo {
                            $($property: $value,)*
                            ..PolicyInfo::new($kebab, $title, $summary, $colour)
                        }
                    }),)+)+
                    Self::Recorded => Some(&RECORDED),
                    Self::Own(_) | Self::External(_) => None,
                }
            }
        }
    };
}
with_families!(descriptions);
