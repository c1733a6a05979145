//! The policies by name: those of the papers, somebody's own, and other programs.

pub mod external;
pub mod own;
mod text;

use super::Machine;
use external::External;
use own::OwnPolicy;

/// Policies by their published names, and those that are not ours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PolicyName {
    /// First come, first served.
    Fcfs,
    /// Aggressive backfilling: only the head of the queue has a reservation.
    Easy,
    /// Conservative backfilling: every job has a reservation.
    Conservative,
    /// Coarse time slices by class of job, with node memory.
    ScojoPect,
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
    Slots,
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
    /// Somebody's own, built into the program.
    Own(OwnPolicy),
    /// Another program that decides.
    External(External),
}

/// What another program is called in scenarios.
const EXTERNAL: &str = "External";

/// What a published policy is called, and what it does.
struct Row {
    policy: PolicyName,
    /// In scenarios.
    name: &'static str,
    /// On the command line.
    kebab: &'static str,
    /// In headings.
    title: &'static str,
    /// In one line.
    summary: &'static str,
}

const ROWS: [Row; 17] = [
    Row {
        policy: PolicyName::Fcfs,
        name: "Fcfs",
        kebab: "fcfs",
        title: "FCFS",
        summary: "First come, first served: nobody passes the head of the queue",
    },
    Row {
        policy: PolicyName::Easy,
        name: "Easy",
        kebab: "easy",
        title: "EASY",
        summary: "Aggressive backfilling: a job may pass if the head is not delayed",
    },
    Row {
        policy: PolicyName::Conservative,
        name: "Conservative",
        kebab: "conservative",
        title: "Conservative",
        summary: "Backfilling in which every job holds a reservation",
    },
    Row {
        policy: PolicyName::ScojoPect,
        name: "ScojoPect",
        kebab: "scojo-pect",
        title: "Scojo-PECT",
        summary: "Time slices for short, medium and long jobs that share node memory",
    },
    Row {
        policy: PolicyName::Gang,
        name: "Gang",
        kebab: "gang",
        title: "Gang",
        summary: "All processes of a job run at once; rows of jobs take turns",
    },
    Row {
        policy: PolicyName::Flexible,
        name: "Flexible",
        kebab: "flexible",
        title: "Flexible",
        summary: "Gang scheduling in which independent processes fill gaps",
    },
    Row {
        policy: PolicyName::Agile,
        name: "Agile",
        kebab: "agile",
        title: "Agile",
        summary: "Jobs of a grain in lists from which every quantum is filled anew",
    },
    Row {
        policy: PolicyName::Kceasy,
        name: "Kceasy",
        kebab: "kceasy",
        title: "KCEASY",
        summary: "EASY; what the foreground leaves runs others in the background",
    },
    Row {
        policy: PolicyName::Parallel,
        name: "Parallel",
        kebab: "parallel",
        title: "Parallel",
        summary: "Idle processors are shared as evenly as possible",
    },
    Row {
        policy: PolicyName::Fair,
        name: "Fair",
        kebab: "fair",
        title: "Fair-shared",
        summary: "As many idle processors as are of use to the first job",
    },
    Row {
        policy: PolicyName::Adasa,
        name: "Adasa",
        kebab: "adasa",
        title: "ADaSA",
        summary: "The least size that meets each deadline, the most urgent first",
    },
    Row {
        policy: PolicyName::Slots,
        name: "Slots",
        kebab: "slots",
        title: "Slots",
        summary: "Each job buys the best nodes for a window as it arrives, or is refused",
    },
    Row {
        policy: PolicyName::Slf,
        name: "Slf",
        kebab: "slf",
        title: "SLF",
        summary: "Each job goes to the server with the fewest threads per core",
    },
    Row {
        policy: PolicyName::Let,
        name: "Let",
        kebab: "let",
        title: "LET",
        summary: "Looks ahead: each job goes where it will complete first itself",
    },
    Row {
        policy: PolicyName::Mom,
        name: "Mom",
        kebab: "mom",
        title: "MOM",
        summary: "Looks ahead: each job goes where the last of the jobs there completes first",
    },
    Row {
        policy: PolicyName::LoadAverage,
        name: "LoadAverage",
        kebab: "load-average",
        title: "Load average",
        summary: "By load averages over a minute, as DESiDE's baseline does",
    },
    Row {
        policy: PolicyName::Mapping,
        name: "Mapping",
        kebab: "mapping",
        title: "Mapping",
        summary: "Each job goes to the server it was mapped to beforehand",
    },
];

impl PolicyName {
    /// Every published policy, in the sequence in which a menu should show them.
    pub const PUBLISHED: [Self; ROWS.len()] = {
        let mut all = [Self::Fcfs; ROWS.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = ROWS[place].policy;
            place += 1;
        }
        all
    };

    /// Every policy of this program: the published ones, then those built in besides.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let own = own::registered().iter().copied().map(Self::Own);
        Self::PUBLISHED.into_iter().chain(own)
    }

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
        self.molds() || matches!(self, Self::Slots)
    }

    /// Whether it makes use of nodes that are not equal.
    pub const fn tells_nodes_apart(self) -> bool {
        matches!(self, Self::Slots)
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
            Machine::Cluster(cluster) if !cluster.kinds.is_empty() => &[Self::Slots],
            Machine::Cluster(_) => &Self::SPACE_SHARING,
            Machine::Servers(_) => &Self::PLACEMENT,
        }
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.policy == self)
    }

    /// The name as in scenarios.
    pub fn name(self) -> &'static str {
        match self {
            Self::Own(own) => own.name(),
            Self::External(_) => EXTERNAL,
            // A test sees to it that each of the others has a row.
            _ => self.row().map_or("", |row| row.name),
        }
    }

    /// The name as on the command line.
    pub fn kebab(self) -> &'static str {
        match self {
            Self::Own(own) => own.kebab(),
            Self::External(_) => "external",
            _ => self.row().map_or("", |row| row.kebab),
        }
    }

    /// The name as in a heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Own(own) => own.title(),
            Self::External(external) => external.title(),
            _ => self.row().map_or("", |row| row.title),
        }
    }

    /// What it does, in one line.
    pub fn summary(self) -> &'static str {
        match self {
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
            assert_eq!(policy.name(), format!("{policy:?}"));
            let rows = || ROWS.iter().filter(|row| row.policy == policy);
            assert_eq!(rows().count(), 1, "{policy:?}");
        }
    }
}
