//! Errors of policies that are not applicable to a setup.

use core::fmt;

use super::CapacityError;
use crate::units::ids::JobId;
use crate::units::time::Duration;

/// Reason why a policy is not applicable to a setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PolicyError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// It was made for another machine.
    Nodes {
        /// Number of nodes it was made for.
        expected: u32,
        /// Number of nodes of the machine.
        machine: u32,
    },
    /// It was made for other servers.
    Servers {
        /// Number of servers it was made for.
        made_for: usize,
        /// Number of servers of the machine.
        machine: usize,
    },
    /// It was made for another workload.
    Jobs {
        /// Number of jobs it was made for.
        made_for: usize,
        /// Number of jobs of the workload.
        workload: usize,
    },
    /// It maps a job to a server that does not exist.
    NoSuchServer {
        /// Index of the server.
        server: usize,
        /// Number of servers of the machine.
        machine: usize,
    },
    /// It serves processes one by one, which are not simulated.
    NoProcesses,
    /// It was made for other processes than are simulated.
    OtherProcesses,
    /// It decides runtimes of jobs, and there are no moldable jobs.
    NoMolds,
    /// It refuses jobs, and their successors would wait forever.
    Precedence,
    /// Its depth is 0, so that it starts no job.
    ZeroDepth,
    /// A matrix has no row, or no room for a job.
    NoRow,
    /// A quantum has no length, or a switch takes all of it.
    Quantum {
        /// Its length.
        quantum: Duration,
        /// Time of a switch.
        switch: Duration,
    },
    /// Parts of it have quanta of different lengths.
    Quanta(Duration, Duration),
    /// The shares of grains exceed the machine.
    Shares {
        /// Sum of the shares in nodes.
        shared: u64,
        /// Number of nodes of the machine.
        machine: u32,
    },
    /// It needs equal nodes, each for one job.
    Cluster,
    /// It needs nodes of several kinds in partitions.
    NoCluster,
    /// It keeps each job to one tree of switches, and none has room for this one.
    NoTree(JobId),
    /// It keeps each job to one block of nodes, and none has room for this one.
    NoBlock(JobId),
    /// It assigns nodes itself, and needs them always in service.
    Outages,
    /// It plans whole GPUs, and jobs ask for parts of them.
    GpuShares,
    /// It chooses nodes itself, and they are to be chosen by a score.
    NodeChoice,
    /// It assigns nodes itself, and all of them may be busy.
    Cap,
    /// Its slices are too short for the workload, or for the memory of the nodes.
    OtherWorkload,
}

impl From<CapacityError> for PolicyError {
    fn from(error: CapacityError) -> Self {
        Self::Capacity(error)
    }
}

impl PolicyError {
    /// Returns an error unless the numbers of nodes are equal.
    #[cfg(any(feature = "coscheduling", feature = "moldable"))]
    pub(crate) const fn unless_nodes(made_for: u32, machine: u32) -> Result<(), Self> {
        if made_for == machine {
            Ok(())
        } else {
            Err(Self::Nodes {
                expected: made_for,
                machine,
            })
        }
    }

    /// Returns an error unless the numbers of servers are equal.
    #[cfg(feature = "placement")]
    pub(crate) const fn unless_servers(made_for: usize, machine: usize) -> Result<(), Self> {
        if made_for == machine {
            Ok(())
        } else {
            Err(Self::Servers { made_for, machine })
        }
    }

    /// Returns an error unless the numbers of jobs are equal.
    #[cfg(any(feature = "coscheduling", feature = "slots"))]
    pub(crate) const fn unless_jobs(made_for: usize, workload: usize) -> Result<(), Self> {
        if made_for == workload {
            Ok(())
        } else {
            Err(Self::Jobs { made_for, workload })
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
            Self::NoTree(job) => write!(
                f,
                "the job in place {} asks for more than any one tree of switches has; the policy gives no job nodes of two",
                job.index() + 1
            ),
            Self::NoBlock(job) => write!(
                f,
                "the job in place {} asks for more than any one block of the size for its nodes has; the policy gives no job nodes of two",
                job.index() + 1
            ),
            Self::Nodes { expected: made_for, machine } => write!(
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
            Self::ZeroDepth => f.write_str(
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
            Self::GpuShares => f.write_str(
                "jobs ask for parts of GPUs, and it plans whole ones: FCFS and EASY place such jobs",
            ),
            Self::NodeChoice => f.write_str(
                "the machine says which nodes jobs get first, and it chooses them itself: FCFS and EASY do not",
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
