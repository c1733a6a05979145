//! The policies by name, and what they can be told.

use cosched_core::policy::Order;
use serde::{Deserialize, Serialize};

use super::coscheduling::Coscheduling;
use super::moldable::Molding;
use super::placement::Placing;
use super::slicing::{self, Slicing};
use super::slots::Windowing;
use super::{Machine, fields, names};

/// Policies by their published names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum PolicyName {
    /// First come, first served.
    Fcfs,
    /// Aggressive backfilling: only the head of the queue has a reservation.
    Easy,
    /// Conservative backfilling: every job has a reservation.
    Conservative,
    /// Coarse time slices by class of job, with node memory.
    ScojoPect,
    /// Server with the least load first.
    Slf,
    /// Least execution time, by looking ahead.
    Let,
    /// Minimum of maximum, by looking ahead.
    Mom,
    /// By load averages, as DESiDE's baseline.
    LoadAverage,
    /// As told beforehand.
    Mapping,
    /// Rows of jobs that take turns.
    Gang,
    /// The same, with gaps filled by jobs that need not run together.
    Flexible,
    /// By grain, from lists, with five jobs and five more in a quantum.
    Agile,
    /// EASY with killing and consolidation on two tiers.
    Kceasy,
    /// Moldable jobs that share idle processors as evenly as possible.
    Parallel,
    /// Moldable jobs, as many processors as possible for the first.
    Fair,
    /// Moldable jobs with the least sizes that meet their deadlines.
    Adasa,
    /// Windows of slots on nodes of different performance and price.
    Windows,
}

impl PolicyName {
    /// Every policy, in the sequence in which a menu should show them.
    pub const ALL: [Self; 17] = [
        Self::Fcfs,
        Self::Easy,
        Self::Conservative,
        Self::ScojoPect,
        Self::Gang,
        Self::Flexible,
        Self::Agile,
        Self::Kceasy,
        Self::Parallel,
        Self::Fair,
        Self::Adasa,
        Self::Windows,
        Self::Slf,
        Self::Let,
        Self::Mom,
        Self::LoadAverage,
        Self::Mapping,
    ];
    /// Those that a log is run under if nothing else is said.
    pub const SPACE_SHARING: [Self; 3] = [Self::Fcfs, Self::Easy, Self::Conservative];

    /// Those that a workflow is run under if nothing else is said.
    pub const PLACEMENT: [Self; 3] = [Self::Slf, Self::Let, Self::Mom];

    /// Whether it places jobs on servers; the others start them on nodes.
    pub const fn is_for_servers(self) -> bool {
        matches!(
            self,
            Self::Slf | Self::Let | Self::Mom | Self::LoadAverage | Self::Mapping
        )
    }

    /// Whether it gives processes processor time one by one.
    pub const fn serves_processes(self) -> bool {
        matches!(self, Self::Flexible | Self::Agile)
    }

    /// Whether it chooses the sizes of jobs, or has them on two tiers.
    pub const fn molds(self) -> bool {
        matches!(
            self,
            Self::Kceasy | Self::Parallel | Self::Fair | Self::Adasa
        )
    }

    /// Whether how long jobs run is known to it, so that none is killed at its
    /// estimate.
    pub const fn knows_runtimes(self) -> bool {
        self.molds() || matches!(self, Self::Windows)
    }

    /// Whether it makes use of nodes that are not equal.
    pub const fn tells_nodes_apart(self) -> bool {
        matches!(self, Self::Windows)
    }

    /// Whether its jobs take turns quantum by quantum.
    pub const fn has_quanta(self) -> bool {
        matches!(self, Self::Gang | Self::Flexible | Self::Agile)
    }

    /// Whether jobs share nodes in time, and so their memory.
    pub const fn shares_nodes(self) -> bool {
        matches!(self, Self::ScojoPect)
    }

    /// Those that run on such a machine if nothing else is said.
    pub const fn usual(machine: &Machine) -> &'static [Self] {
        match machine {
            Machine::Cluster(cluster) if !cluster.kinds.is_empty() => &[Self::Windows],
            Machine::Cluster(_) => &Self::SPACE_SHARING,
            Machine::Servers(_) => &Self::PLACEMENT,
        }
    }

    /// The name as on the command line.
    pub const fn kebab(self) -> &'static str {
        match self {
            Self::Fcfs => "fcfs",
            Self::Easy => "easy",
            Self::Conservative => "conservative",
            Self::ScojoPect => "scojo-pect",
            Self::Slf => "slf",
            Self::Let => "let",
            Self::Mom => "mom",
            Self::LoadAverage => "load-average",
            Self::Mapping => "mapping",
            Self::Gang => "gang",
            Self::Flexible => "flexible",
            Self::Agile => "agile",
            Self::Kceasy => "kceasy",
            Self::Parallel => "parallel",
            Self::Fair => "fair",
            Self::Adasa => "adasa",
            Self::Windows => "windows",
        }
    }

    /// The name as in a heading.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fcfs => "FCFS",
            Self::Easy => "EASY",
            Self::Conservative => "Conservative",
            Self::ScojoPect => "Scojo-PECT",
            Self::Slf => "SLF",
            Self::Let => "LET",
            Self::Mom => "MOM",
            Self::LoadAverage => "Load average",
            Self::Mapping => "Mapping",
            Self::Gang => "Gang",
            Self::Flexible => "Flexible",
            Self::Agile => "Agile",
            Self::Kceasy => "KCEASY",
            Self::Parallel => "Parallel",
            Self::Fair => "Fair-shared",
            Self::Adasa => "ADaSA",
            Self::Windows => "Windows",
        }
    }

    /// What it does, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Fcfs => "First come, first served: nobody passes the head of the queue",
            Self::Easy => "Aggressive backfilling: a job may pass if the head is not delayed",
            Self::Conservative => "Backfilling in which every job holds a reservation",
            Self::ScojoPect => "Time slices for short, medium and long jobs that share node memory",
            Self::Slf => "Each job goes to the server with the fewest threads per core",
            Self::Let => "Looks ahead: each job goes where it will complete first itself",
            Self::Mom => {
                "Looks ahead: each job goes where the last of the jobs there completes first"
            }
            Self::LoadAverage => "By load averages over a minute, as DESiDE's baseline does",
            Self::Mapping => "Each job goes to the server it was mapped to beforehand",
            Self::Gang => "All processes of a job run at once; rows of jobs take turns",
            Self::Flexible => "Gang scheduling in which independent processes fill gaps",
            Self::Agile => "Jobs of a grain in lists from which every quantum is filled anew",
            Self::Kceasy => "EASY; what the foreground leaves runs others in the background",
            Self::Parallel => "Idle processors are shared as evenly as possible",
            Self::Fair => "As many idle processors as are of use to the first job",
            Self::Adasa => "The least size that meets each deadline, the most urgent first",
            Self::Windows => {
                "Each job buys the best nodes for a window as it arrives, or is refused"
            }
        }
    }
}

/// What a policy can be told.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// The order of the queue.
    #[serde(with = "names::OrderName")]
    pub order: Order,
    /// The order in which EASY tries jobs behind the head; that of the queue
    /// if absent.
    #[serde(
        with = "names::optional_order",
        skip_serializing_if = "Option::is_none"
    )]
    pub backfill_order: Option<Order>,
    /// How many waiting jobs backfilling looks at; all if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub depth: Option<u32>,
    /// Whether a job is killed when it has run as long as its estimate.
    pub kill_at_estimate: bool,
    /// What Scojo-PECT is told.
    #[serde(
        skip_serializing_if = "is_default",
        deserialize_with = "slicing::checked"
    )]
    pub slicing: Slicing,
    /// What policies with quanta are told.
    #[serde(skip_serializing_if = "is_default")]
    pub coscheduling: Coscheduling,
    /// What policies that place jobs on servers are told.
    #[serde(skip_serializing_if = "is_default")]
    pub placing: Placing,
    /// What policies that choose sizes are told.
    #[serde(skip_serializing_if = "is_default")]
    pub molding: Molding,
    /// What the policy that buys windows is told.
    #[serde(skip_serializing_if = "is_default")]
    pub windows: Windowing,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            order: Order::Submitted,
            backfill_order: None,
            depth: None,
            kill_at_estimate: true,
            slicing: Slicing::default(),
            coscheduling: Coscheduling::default(),
            placing: Placing::default(),
            molding: Molding::default(),
            windows: Windowing::default(),
        }
    }
}
