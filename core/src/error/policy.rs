//! Why a policy cannot decide what is to be simulated.

use core::fmt;

use super::CapacityError;
use crate::units::time::Duration;

/// Why a policy cannot decide what is to be simulated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PolicyError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// It was made for another machine.
    Nodes {
        /// Nodes it was made for.
        made_for: u32,
        /// Nodes the machine has.
        machine: u32,
    },
    /// It was made for other servers.
    Servers {
        /// Servers it was made for.
        made_for: usize,
        /// Servers the machine has.
        machine: usize,
    },
    /// It was made for another workload.
    Jobs {
        /// Jobs it was made for.
        made_for: usize,
        /// Jobs there are.
        workload: usize,
    },
    /// It sends a job to a server that the machine does not have.
    NoSuchServer {
        /// The server's place.
        server: usize,
        /// Servers the machine has.
        machine: usize,
    },
    /// It serves processes one by one, and they are not simulated so.
    NoProcesses,
    /// It was made for other processes than are simulated.
    OtherProcesses,
    /// It decides how long jobs run, and nothing is known of moldable jobs.
    NoMolds,
    /// It refuses jobs, and others would wait for them for ever.
    Precedence,
    /// It is told to look at none of those that wait.
    LooksAtNobody,
    /// A matrix has no row, or no room for a job.
    NoRow,
    /// A quantum has no length, or a switch leaves nothing of it.
    Quantum {
        /// How long it is.
        quantum: Duration,
        /// How long a switch takes.
        switch: Duration,
    },
    /// Parts of it have quanta of different lengths.
    Quanta(Duration, Duration),
    /// Grains share more nodes than there are.
    Shares {
        /// Nodes they share.
        shared: u64,
        /// Nodes the machine has.
        machine: u32,
    },
    /// It counts nodes that are equal and each for one job, and these are not.
    Cluster,
    /// It is made for nodes of several kinds in partitions, and these are not.
    NoCluster,
    /// It keeps its own places, in which nodes are always in service.
    Outages,
    /// It keeps its own places, in which all nodes may be busy.
    Cap,
    /// Its slices do not suit the workload, or the memory of the nodes.
    OtherWorkload,
}

impl From<CapacityError> for PolicyError {
    fn from(error: CapacityError) -> Self {
        Self::Capacity(error)
    }
}

impl PolicyError {
    /// An error unless what was made for so many nodes has that many.
    #[cfg(any(feature = "coscheduling", feature = "moldable"))]
    pub(crate) const fn unless_nodes(made_for: u32, machine: u32) -> Result<(), Self> {
        match made_for == machine {
            true => Ok(()),
            false => Err(Self::Nodes { made_for, machine }),
        }
    }

    /// The same of servers.
    #[cfg(feature = "placement")]
    pub(crate) const fn unless_servers(made_for: usize, machine: usize) -> Result<(), Self> {
        match made_for == machine {
            true => Ok(()),
            false => Err(Self::Servers { made_for, machine }),
        }
    }

    /// The same of jobs.
    #[cfg(any(feature = "coscheduling", feature = "slots"))]
    pub(crate) const fn unless_jobs(made_for: usize, workload: usize) -> Result<(), Self> {
        match made_for == workload {
            true => Ok(()),
            false => Err(Self::Jobs { made_for, workload }),
        }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capacity(error) => error.fmt(f),
            Self::Cluster => f.write_str(
                "the policy is for equal nodes, each for one job; the machine has kinds and partitions",
            ),
            Self::NoCluster => f.write_str(
                "the policy is for kinds of nodes in partitions; the machine has none",
            ),
            Self::Nodes { made_for, machine } => write!(
                f,
                "the policy was made for {made_for} nodes; the machine has {machine}"
            ),
            Self::Servers { made_for, machine } => write!(
                f,
                "the policy was made for {made_for} servers; the machine has {machine}"
            ),
            Self::Jobs { made_for, workload } => write!(
                f,
                "the policy was made for {made_for} jobs; the workload has {workload}"
            ),
            Self::NoSuchServer { server, machine } => write!(
                f,
                "a job is sent to server {server}, counted from 0; the machine has {machine}"
            ),
            Self::NoProcesses => {
                f.write_str("the policy serves processes one by one; they are not simulated so")
            }
            Self::OtherProcesses => {
                f.write_str("the policy was made for other processes than are simulated")
            }
            Self::NoMolds => f.write_str(
                "the policy decides how long jobs run; nothing is known of moldable jobs",
            ),
            Self::Precedence => f.write_str(
                "the policy refuses jobs; those that follow them would wait for ever",
            ),
            Self::LooksAtNobody => f.write_str(
                "the policy is to look at none of those that wait; at least 1 is needed",
            ),
            Self::NoRow => {
                f.write_str("the matrix has no row, or no room for a job; at least 1 is needed")
            }
            Self::Quantum { quantum, switch } => write!(
                f,
                "a switch of {switch} s leaves nothing of a quantum of {quantum} s"
            ),
            Self::Quanta(first, other) => write!(
                f,
                "quanta of {first} s and of {other} s do not go together; all must be as long"
            ),
            Self::Shares { shared, machine } => write!(
                f,
                "the grains share {shared} nodes; the machine has {machine}"
            ),
            Self::Outages => f.write_str(
                "the policy keeps its own places, and nodes that go out of service are not simulated with it",
            ),
            Self::Cap => f.write_str(
                "the policy keeps its own places, and a cap on busy nodes is not simulated with it",
            ),
            Self::OtherWorkload => f.write_str(
                "the policy was made for another workload or other memory, which its slices do not suit",
            ),
        }
    }
}

impl core::error::Error for PolicyError {}
