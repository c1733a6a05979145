//! What is wrong with a cluster, or with what a job asks for on it.

use core::fmt;

use crate::units::ids::JobId;

/// What is wrong with a cluster, or with what a job asks for on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// Its kinds do not make up the nodes of the machine.
    Nodes {
        /// Nodes of all kinds.
        counted: u64,
        /// Nodes of the machine.
        nodes: u32,
    },
    /// The nodes of a kind have no core.
    NoCores {
        /// The place of the kind.
        kind: usize,
    },
    /// The words of a partition are not a bit for each node of the machine.
    PartitionNodes {
        /// The place of the partition.
        partition: usize,
    },
    /// There is not an entry for each job of what it asks for.
    AskTable {
        /// Entries there are.
        rows: usize,
        /// Jobs there are.
        jobs: usize,
    },
    /// A job is submitted to a partition that does not exist.
    NoSuchPartition {
        /// The job.
        job: JobId,
        /// The place of the partition it names.
        partition: u32,
    },
    /// A job asks for no nodes or tasks, or for none with a core.
    AsksForNothing {
        /// The job.
        job: JobId,
    },
    /// What a job asks for is said twice, and not alike.
    Width {
        /// The job.
        job: JobId,
        /// Nodes it asks for on the cluster.
        nodes: u32,
        /// Nodes it asks for in the workload.
        spec: u32,
    },
    /// A job is estimated to run for longer than its partition allows.
    TooLong {
        /// The job.
        job: JobId,
        /// The place of its partition.
        partition: u32,
    },
    /// A job asks for more nodes than its partition allows.
    TooWide {
        /// The job.
        job: JobId,
        /// The place of its partition.
        partition: u32,
        /// The most that are allowed.
        most: u32,
    },
    /// A job asks for more than its partition has even when nobody else is there.
    NoRoom {
        /// The job.
        job: JobId,
        /// The place of its partition.
        partition: u32,
        /// Nodes or tasks it asks for.
        asked: u32,
        /// How many of these there is room for.
        room: u64,
    },
    /// The words of an advance reservation are not a bit for each node of the machine.
    ReservationNodes {
        /// The place of the reservation.
        reservation: usize,
    },
    /// An advance reservation ends before it begins.
    ReservationTime {
        /// The place of the reservation.
        reservation: usize,
    },
    /// Two advance reservations have a node at the same time.
    ReservationsOverlap {
        /// The place of the reservation.
        reservation: usize,
        /// The place of one before it.
        other: usize,
    },
    /// A job asks for an advance reservation that does not exist.
    NoSuchReservation {
        /// The job.
        job: JobId,
        /// The place of the reservation it names.
        reservation: u32,
    },
    /// A job is estimated to run for longer than its advance reservation lasts.
    LongerThanReservation {
        /// The job.
        job: JobId,
        /// The place of the reservation.
        reservation: u32,
    },
    /// Something else is simulated that is not made for a cluster.
    Beside {
        /// What.
        what: &'static str,
    },
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
            Self::PartitionNodes { partition } => {
                let place = partition + 1;
                write!(
                    f,
                    "partition {place} names other nodes than the machine has"
                )
            }
            Self::AskTable { rows, jobs } => {
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
            Self::AsksForNothing { job } => {
                write!(f, "the job in place {} asks for no core", job.index() + 1)
            }
            Self::Width { job, nodes, spec } => write!(
                f,
                "the job in place {} asks for {nodes} nodes of the cluster and for {spec} in the workload",
                job.index() + 1
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
                most,
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
                asked,
                room,
            } => {
                let job = job.index() + 1;
                let partition = u64::from(*partition) + 1;
                write!(
                    f,
                    "the job in place {job} asks for {asked} of something of which partition {partition} has room for {room}"
                )
            }
            Self::ReservationNodes { reservation } => {
                let place = reservation + 1;
                write!(
                    f,
                    "reservation {place} names other nodes than the machine has"
                )
            }
            Self::ReservationTime { reservation } => {
                let place = reservation + 1;
                write!(f, "reservation {place} ends before it has begun")
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
                let place = u64::from(*reservation) + 1;
                write!(
                    f,
                    "the job in place {job} asks for reservation {place}, which does not exist"
                )
            }
            Self::LongerThanReservation { job, reservation } => {
                let job = job.index() + 1;
                let place = u64::from(*reservation) + 1;
                write!(
                    f,
                    "the job in place {job} is to run for longer than reservation {place} lasts"
                )
            }
            Self::Beside { what } => write!(f, "a cluster with kinds of nodes cannot have {what}"),
        }
    }
}
