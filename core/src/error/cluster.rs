//! Errors in a cluster, or in the requests of jobs on it.

use core::fmt;

use super::BlockError;
use crate::units::ids::JobId;

/// Error in a cluster, or in the request of a job on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// Its kinds do not add up to the nodes of the machine.
    Nodes {
        /// Number of nodes of all kinds.
        counted: u64,
        /// Number of nodes of the machine.
        nodes: u32,
    },
    /// The nodes of a kind have no core.
    NoCores {
        /// Index of the kind.
        kind: usize,
    },
    /// The bitmap of a partition does not have a bit for each node of the machine.
    PartitionNodes {
        /// Index of the partition.
        partition: usize,
    },
    /// Jobs are preempted by their qualities of service, and those of a partition by its tier as well.
    PreemptedTwice {
        /// Index of the partition.
        partition: usize,
    },
    /// More qualities of service preempt others, or are preempted, than can be.
    TooManyQos {
        /// Number of them.
        count: usize,
    },
    /// A quality of service may preempt one that does not exist.
    NoSuchQos {
        /// Index of the first.
        qos: usize,
    },
    /// A quality of service may preempt itself by way of those that it may preempt.
    PreemptionCycle {
        /// Its index.
        qos: usize,
    },
    /// A switch is below none that stands before it and has no nodes, and is no root.
    SwitchParent {
        /// Its index.
        switch: usize,
    },
    /// The bitmap of a switch does not have a bit for each node of the machine.
    SwitchNodes {
        /// Its index.
        switch: usize,
    },
    /// A node is connected to no switch, or to several.
    NotOnOneSwitch {
        /// The first of these nodes.
        node: u32,
    },
    /// Blocks of nodes are wrong.
    Blocks(BlockError),
    /// An entry of nodes that sleep has others than the machine, or one that another has.
    SleepingNodes {
        /// Its index.
        entry: usize,
    },
    /// There is not a request for each job.
    RequestTable {
        /// Number of requests.
        rows: usize,
        /// Number of jobs.
        jobs: usize,
    },
    /// A job is submitted to a partition that does not exist.
    NoSuchPartition {
        /// The job.
        job: JobId,
        /// Index of the partition it names.
        partition: u32,
    },
    /// A job requests no nodes or tasks, or none with a core.
    EmptyRequest {
        /// The job.
        job: JobId,
    },
    /// A job requests cores or GPUs of each node besides those of its nodes or tasks.
    CoresPerNode {
        /// The job.
        job: JobId,
    },
    /// A job asks for a part of a GPU as it cannot be had.
    GpuShare {
        /// The job.
        job: JobId,
        /// The mistake, and the values allowed.
        wrong: &'static str,
    },
    /// A job's two numbers of nodes differ.
    Width {
        /// The job.
        job: JobId,
        /// Nodes requested on the cluster.
        nodes: u32,
        /// Nodes requested in the workload.
        spec: u32,
    },
    /// A job asks for more of a licence than there are.
    Licences {
        /// The job.
        job: JobId,
        /// Index of the licence.
        licence: usize,
    },
    /// A job is estimated to run for longer than its partition allows.
    TooLong {
        /// The job.
        job: JobId,
        /// Index of its partition.
        partition: u32,
    },
    /// A job requests more nodes than its partition allows.
    TooWide {
        /// The job.
        job: JobId,
        /// Index of its partition.
        partition: u32,
        /// Maximum allowed.
        max_nodes: u32,
    },
    /// A job requests more than its partition has even without other jobs.
    NoRoom {
        /// The job.
        job: JobId,
        /// Index of its partition.
        partition: u32,
        /// Nodes or tasks requested.
        requested: u32,
        /// Number of these with room.
        room: u64,
    },
    /// The bitmap of an advance reservation does not have a bit for each node of the
    /// machine.
    ReservationNodes {
        /// Index of the reservation.
        reservation: usize,
    },
    /// An advance reservation ends before it begins.
    ReservationTime {
        /// Index of the reservation.
        reservation: usize,
    },
    /// Two advance reservations have a node at the same time.
    ReservationsOverlap {
        /// Index of the reservation.
        reservation: usize,
        /// Index of an earlier one.
        other: usize,
    },
    /// A job names an advance reservation that does not exist.
    NoSuchReservation {
        /// The job.
        job: JobId,
        /// Index of the reservation it names.
        reservation: u32,
    },
    /// A job is estimated to run for longer than its advance reservation lasts.
    LongerThanReservation {
        /// The job.
        job: JobId,
        /// Index of the reservation.
        reservation: u32,
    },
    /// The list of dependencies does not have a row for each job.
    DependencyTable {
        /// Number of rows.
        rows: usize,
        /// Number of jobs.
        jobs: usize,
    },
    /// A job depends on one that is not ahead of it.
    Dependency {
        /// The job.
        job: JobId,
        /// The one it depends on.
        other: JobId,
    },
    /// There is not a parent for each account that has limits.
    ParentTable {
        /// Number of parents.
        rows: usize,
        /// Number of accounts.
        accounts: usize,
    },
    /// An account with limits is below one that does not exist.
    NoSuchParent {
        /// Index of the account.
        account: usize,
        /// Index of its parent.
        parent: u32,
    },
    /// An account with limits is below itself.
    AccountCycle {
        /// Index of the account.
        account: usize,
    },
    /// A cluster is combined with a feature that does not support it.
    Unsupported {
        /// The feature.
        feature: &'static str,
    },
}

fn of_qos(f: &mut fmt::Formatter<'_>, qos: usize, preempted: &str) -> fmt::Result {
    write!(f, "quality of service {} preempts {preempted}", qos + 1)
}

fn other_nodes(f: &mut fmt::Formatter<'_>, owner: &str, index: usize) -> fmt::Result {
    let index = index + 1;
    write!(f, "{owner} {index} names other nodes than the machine has")
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes { counted, nodes } => {
                write!(
                    f,
                    "the kinds have {counted} nodes in all, the machine {nodes}"
                )
            }
            Self::NoCores { kind } => write!(f, "the nodes of kind {} have no core", kind + 1),
            Self::PartitionNodes { partition } => other_nodes(f, "partition", *partition),
            Self::PreemptedTwice { partition } => write!(
                f,
                "jobs are preempted by quality of service, and those of partition {} by its tier; one of the two is allowed",
                partition + 1
            ),
            Self::TooManyQos { count } => write!(
                f,
                "{count} qualities of service are preempted or preempt others; 64 are allowed"
            ),
            Self::NoSuchQos { qos } => of_qos(f, *qos, "one that does not exist"),
            Self::PreemptionCycle { qos } => of_qos(f, *qos, "itself, or one that preempts it"),
            Self::SwitchParent { switch } => write!(
                f,
                "switch {} must be below one before it that connects switches, or below none",
                switch + 1
            ),
            Self::SwitchNodes { switch } => other_nodes(f, "switch", *switch),
            Self::NotOnOneSwitch { node } => write!(
                f,
                "node {} must be connected to one switch",
                u64::from(*node) + 1
            ),
            Self::Blocks(wrong) => wrong.fmt(f),
            Self::SleepingNodes { entry } => write!(
                f,
                "entry {} of nodes that sleep names a node that the machine lacks or another entry has",
                entry + 1
            ),
            Self::RequestTable { rows, jobs } => {
                write!(f, "there are {rows} entries of what {jobs} jobs ask for")
            }
            Self::NoSuchPartition { job, partition } => {
                let job = job.index() + 1;
                let partition = u64::from(*partition) + 1;
                write!(
                    f,
                    "the job in place {job} asks for partition {partition}, which does not exist"
                )
            }
            Self::EmptyRequest { job } => {
                write!(f, "the job in place {} asks for no core", job.index() + 1)
            }
            Self::CoresPerNode { job } => write!(
                f,
                "the job in place {} asks for cores or GPUs per node, which are asked for with the nodes or tasks",
                job.index() + 1
            ),
            Self::GpuShare { job, wrong } => write!(
                f,
                "the job in place {} asks for a part of a GPU{wrong}",
                job.index() + 1
            ),
            Self::Width { job, nodes, spec } => write!(
                f,
                "the job in place {} asks for {nodes} nodes of the cluster and for {spec} in the workload",
                job.index() + 1
            ),
            Self::Licences { job, licence } => write!(
                f,
                "the job in place {} asks for more of licence {} than there are",
                job.index() + 1,
                licence + 1
            ),
            Self::TooLong { job, partition } => {
                let job = job.index() + 1;
                let partition = u64::from(*partition) + 1;
                write!(
                    f,
                    "the job in place {job} is to run for longer than partition {partition} allows"
                )
            }
            Self::TooWide {
                job,
                partition,
                max_nodes: most,
            } => {
                let job = job.index() + 1;
                let partition = u64::from(*partition) + 1;
                write!(
                    f,
                    "the job in place {job} asks for more than the {most} nodes that partition {partition} allows"
                )
            }
            Self::NoRoom {
                job,
                partition,
                requested: given,
                room,
            } => {
                let job = job.index() + 1;
                let partition = u64::from(*partition) + 1;
                write!(
                    f,
                    "the job in place {job} asks for {given} of something of which partition {partition} has room for {room}"
                )
            }
            Self::ReservationNodes { reservation } => {
                let index = reservation + 1;
                write!(
                    f,
                    "reservation {index} names other nodes than the machine has"
                )
            }
            Self::ReservationTime { reservation } => {
                let index = reservation + 1;
                write!(f, "reservation {index} ends before it has begun")
            }
            Self::ReservationsOverlap { reservation, other } => {
                let (one, other) = (reservation + 1, other + 1);
                write!(
                    f,
                    "reservations {other} and {one} have a node at the same time"
                )
            }
            Self::NoSuchReservation { job, reservation } => {
                let job = job.index() + 1;
                let index = u64::from(*reservation) + 1;
                write!(
                    f,
                    "the job in place {job} asks for reservation {index}, which does not exist"
                )
            }
            Self::DependencyTable { rows, jobs } => write!(
                f,
                "the dependencies have {rows} rows for {jobs} jobs; one for each job and one for the end are needed, ascending"
            ),
            Self::Dependency { job, other } => {
                let [job, other] = [job, other].map(|job| job.index() + 1);
                write!(
                    f,
                    "the job in place {job} depends on that in place {other}, which is not ahead of it"
                )
            }
            Self::ParentTable { rows, accounts } => write!(
                f,
                "there are {rows} parents of {accounts} accounts with limits; one for each or none are needed"
            ),
            Self::NoSuchParent { account, parent } => {
                let (account, parent) = (account + 1, u64::from(*parent) + 1);
                write!(
                    f,
                    "account {account} of those with limits is below account {parent}, which does not exist"
                )
            }
            Self::AccountCycle { account } => write!(
                f,
                "account {} of those with limits is below itself",
                account + 1
            ),
            Self::LongerThanReservation { job, reservation } => {
                let job = job.index() + 1;
                let index = u64::from(*reservation) + 1;
                write!(
                    f,
                    "the job in place {job} is to run for longer than reservation {index} lasts"
                )
            }
            Self::Unsupported { feature: what } => {
                write!(f, "a cluster with kinds of nodes cannot have {what}")
            }
        }
    }
}
