//! Errors in scenarios, found once before a run.

use core::fmt;

use super::{CapacityError, ClusterError, OutageError, PolicyError, SpeedupError};
use crate::units::ids::JobId;
use crate::units::memory::Memory;
use crate::units::time::Time;

/// Error in a scenario, found once before a run.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum ScenarioError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// The policy is not applicable to it.
    Policy(PolicyError),
    /// It needs a feature of this library that is not built.
    NotBuilt {
        /// The feature.
        feature: &'static str,
    },
    /// An error in outages of nodes or caps.
    Outages(OutageError),
    /// An error in a cluster, or in the requests of jobs on it.
    Cluster(ClusterError),
    /// The machine has neither nodes nor servers.
    NoNodes,
    /// There are no slots for jobs that come one by one.
    NoSlots,
    /// Jobs that come one by one have no index in a workload by which tables could refer to
    /// them: of predecessors, servers, processes or molds.
    OpenTables,
    /// A server has no processors.
    NoProcessors {
        /// Index of the server.
        server: usize,
    },
    /// A server has a bandwidth that is not above 0.
    NoBandwidth {
        /// Index of the server.
        server: usize,
    },
    /// The latency of remote memory is below that of local memory.
    RemoteLatency(f64),
    /// The interval of the stochastic engine is 0.
    NoInterval,
    /// The table of threads does not fit jobs and kinds of servers.
    ThreadTable {
        /// Number of offsets of the groups of jobs, and the end.
        rows: usize,
    },
    /// An error in the threads of a job.
    Threads(JobId, ThreadError),
    /// A job follows one that is not in the workload.
    NoSuchJob {
        /// The successor.
        job: JobId,
        /// Index it names.
        after: usize,
    },
    /// A job follows itself, via others or directly.
    Cyclic(JobId),
    /// The lists of predecessors do not fit the workload.
    Precedence {
        /// Number of offsets of the lists of jobs, and the end.
        rows: usize,
    },
    /// The table of processes does not have one for each node of each job.
    ProcessTable {
        /// Number of offsets of the processes of jobs, and the end.
        rows: usize,
    },
    /// A job requests no nodes.
    NoWidth(JobId),
    /// A job requests more nodes than the machine has.
    TooWide {
        /// The job.
        job: JobId,
        /// Requested nodes.
        nodes: u32,
        /// Number of nodes of the machine.
        machine: u32,
    },
    /// A job needs more memory than a node has.
    TooMuchMemory {
        /// The job.
        job: JobId,
        /// Memory it needs on each node.
        memory: Memory,
        /// Memory of a node.
        node: Memory,
    },
    /// Jobs have memory to load, but nothing moves it.
    NoTransfer,
    /// At this transfer rate, memory of this capacity is out of the range of the parts that
    /// are moved in a nanosecond.
    FineTransfer,
    /// No job may be assigned to a node.
    NoResidents,
    /// A job has no runtime.
    NoRuntime(JobId),
    /// A job has no estimate.
    NoEstimate(JobId),
    /// The table of moldable jobs is not as long as the workload.
    MoldTable {
        /// Number of entries needed.
        rows: usize,
    },
    /// A moldable job has no work.
    NoWork {
        /// The job.
        job: JobId,
    },
    /// A moldable job requests no processors, or more than there are.
    MoldSize {
        /// The job.
        job: JobId,
        /// Requested processors.
        size: u32,
        /// Number of nodes of the machine.
        machine: u32,
    },
    /// The deadline of a moldable job is before its submission.
    DeadlinePassed {
        /// The job.
        job: JobId,
    },
    /// The speed-up of a moldable job is invalid.
    Speedup {
        /// The job.
        job: JobId,
        /// The reason.
        error: SpeedupError,
    },
    /// A job is submitted before the previous one in the workload.
    OutOfOrder {
        /// The job.
        job: JobId,
        /// Its submit time.
        submit: Time,
        /// Submit time of the previous one.
        previous: Time,
    },
    /// Jobs end beyond the range of 292 years, even if half of the machine is kept busy
    /// from the last submission on.
    TooLong(JobId),
}

/// Error in the characterisation of a job's threads.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum ThreadError {
    /// There are none.
    NoThreads,
    /// A thread needs no processor time.
    NoDemand,
    /// A utilisation is not above 0 and up to 1.
    Utilisation(f64),
    /// A bandwidth is negative or not a number.
    Bandwidth(f64),
    /// A deviation is not from 0 to below 1.
    Deviation(f64),
    /// The first group is marked as a further phase.
    ContinuesNothing,
    /// The numbers of threads of two phases differ.
    PhaseCount(u32, u32),
}

impl fmt::Display for ThreadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoThreads => f.write_str("has no threads; at least 1 is needed"),
            Self::NoDemand => f.write_str("has a thread with a demand of 0 s; it must be above 0"),
            Self::Utilisation(value) => write!(
                f,
                "has a thread with a utilisation of {value}; it must be above 0 and at most 1"
            ),
            Self::Bandwidth(value) => write!(
                f,
                "has a thread with a bandwidth of {value} GB/s; it must be 0 or more"
            ),
            Self::Deviation(value) => write!(
                f,
                "has a thread with a deviation of {value}; it must be 0 or more and below 1"
            ),
            Self::ContinuesNothing => {
                f.write_str("begins with a further phase; the first group cannot be one")
            }
            Self::PhaseCount(before, now) => write!(
                f,
                "has {before} threads that go on as {now}; all phases have as many threads"
            ),
        }
    }
}

impl From<CapacityError> for ScenarioError {
    fn from(error: CapacityError) -> Self {
        Self::Capacity(error)
    }
}

/// Jobs are counted from 1, as usual in texts.
impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = |job: &JobId| job.index() + 1;
        match self {
            Self::Capacity(error) => error.fmt(f),
            Self::Policy(error) => error.fmt(f),
            Self::Outages(error) => error.fmt(f),
            Self::Cluster(error) => error.fmt(f),
            Self::NoSlots => f.write_str(
                "there is no slot for a job; where jobs come one by one, at least 1 is needed",
            ),
            Self::OpenTables => f.write_str(
                "where jobs come one by one there can be no workload, predecessors, servers, processes or molds",
            ),
            Self::NotBuilt { feature } => {
                write!(f, "it needs the feature `{feature}`, which is not built")
            }
            Self::NoNodes => f.write_str("the machine has no nodes; at least 1 is needed"),
            Self::NoProcessors { server } => write!(
                f,
                "server {} has no processors; at least 1 is needed",
                server + 1
            ),
            Self::NoBandwidth { server } => write!(
                f,
                "server {} has no memory bandwidth; more than 0 GB/s is needed",
                server + 1
            ),
            Self::RemoteLatency(latency) => write!(
                f,
                "remote memory has {latency} times the latency of local memory; at least 1 is needed"
            ),
            Self::NoInterval => f.write_str("the interval is 0 s; it must be longer"),
            Self::ThreadTable { rows } => write!(
                f,
                "the table of threads must have {rows} ascending entries that end where its groups do"
            ),
            Self::Precedence { rows } => write!(
                f,
                "the lists of predecessors must have {rows} ascending entries that end where the lists do"
            ),
            Self::ProcessTable { rows } => write!(
                f,
                "the table of processes must have {rows} ascending entries, a process for each node of a job"
            ),
            Self::Threads(job, error) => write!(f, "the job in place {} {error}", index(job)),
            Self::NoSuchJob { job, after } => write!(
                f,
                "the job in place {} follows the one in place {}, which is not in the workload",
                index(job),
                after + 1
            ),
            Self::Cyclic(job) => write!(
                f,
                "the job in place {} follows itself, directly or by way of others",
                index(job)
            ),
            Self::NoWidth(job) => write!(
                f,
                "the job in place {} asks for 0 nodes; at least 1 is needed",
                index(job)
            ),
            Self::TooWide {
                job,
                nodes,
                machine,
            } => write!(
                f,
                "the job in place {} asks for {nodes} nodes; the machine has {machine}",
                index(job)
            ),
            Self::TooMuchMemory { job, memory, node } => write!(
                f,
                "the job in place {} needs {memory} MiB on each node; a node has {node}",
                index(job)
            ),
            Self::FineTransfer => f.write_str(
                "nodes have too much memory for a rate of transfer of KiB in so many seconds; a rate of whole KiB a second suits all",
            ),
            Self::NoTransfer => f.write_str(
                "the transfer rate is 0, but jobs have memory to load; more than 0 is needed",
            ),
            Self::NoResidents => {
                f.write_str("no job may be assigned to a node; at least 1 must be allowed")
            }
            Self::NoRuntime(job) => write!(
                f,
                "the job in place {} has a runtime of 0; it must be longer",
                index(job)
            ),
            Self::NoEstimate(job) => write!(
                f,
                "the job in place {} has an estimate of 0; it must be longer",
                index(job)
            ),
            Self::MoldTable { rows } => {
                write!(f, "the table of moldable jobs must have {rows} entries")
            }
            Self::NoWork { job } => write!(
                f,
                "the job in place {} has no work; it must have some",
                index(job)
            ),
            Self::MoldSize { job, size, machine } => write!(
                f,
                "the moldable job in place {} asks for {size} processors; 1 to {machine} are allowed",
                index(job)
            ),
            Self::DeadlinePassed { job } => write!(
                f,
                "the deadline of the job in place {} is before its submission",
                index(job)
            ),
            Self::Speedup { job, error } => {
                write!(f, "the job in place {}: {error}", index(job))
            }
            Self::OutOfOrder {
                job,
                submit,
                previous,
            } => write!(
                f,
                "the job in place {} is submitted at {submit} s, before the one ahead of it at {previous} s",
                index(job)
            ),
            Self::TooLong(job) => write!(
                f,
                "with the job in place {} the workload may take longer than 292 years",
                index(job)
            ),
        }
    }
}

impl core::error::Error for ScenarioError {}
