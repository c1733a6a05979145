//! Errors in outages of nodes and caps.

use core::fmt;

use crate::units::ids::JobId;
use crate::units::time::Time;

/// Error in outages of nodes and caps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OutageError {
    /// It names no nodes.
    NoNodes,
    /// It names nodes that the machine does not have.
    NoSuchNodes {
        /// Number of nodes the machine would need.
        last: u32,
        /// Number of nodes of the machine.
        machine: u32,
    },
    /// Maintenance ends before it begins.
    NoLength {
        /// Its begin.
        from: Time,
        /// Its end.
        until: Time,
    },
    /// They are not in order of time.
    OutOfOrder {
        /// Time of one of them.
        at: Time,
        /// Time of the previous one.
        before: Time,
    },
    /// Two maintenance windows of a node overlap.
    Overlap {
        /// Begin of the second one.
        from: Time,
        /// End of the first one.
        until: Time,
    },
    /// Caps are not in order of time, or two begin at the same instant.
    CapOrder {
        /// Begin of one of them.
        at: Time,
        /// Begin of the previous one.
        before: Time,
    },
    /// A cap is combined with a feature that does not support it.
    CapUnsupported {
        /// The feature.
        feature: &'static str,
    },
    /// A job requests more nodes than the last cap allows to be busy.
    CapTooLow {
        /// The job.
        job: JobId,
        /// Requested nodes.
        nodes: u32,
        /// Number of nodes that may be busy.
        cap: u32,
    },
    /// A lifetime is 0, or has a shape that is not a positive number.
    Lifetime,
    /// The interval between checkpoints is 0.
    NoInterval,
    /// There is neither one checkpoint for all jobs nor one for each of them.
    CheckpointTable {
        /// Number of entries.
        rows: usize,
        /// Number of jobs.
        jobs: usize,
    },
}

impl fmt::Display for OutageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNodes => f.write_str("an outage is of 0 nodes; at least 1 is needed"),
            Self::NoSuchNodes { last, machine } => write!(
                f,
                "an outage is of nodes up to the one in place {last}; the machine has {machine}"
            ),
            Self::NoLength { from, until } => write!(
                f,
                "maintenance from {from} s until {until} s has no length; it must end later"
            ),
            Self::OutOfOrder { at, before } => write!(
                f,
                "an outage at {at} s stands behind one at {before} s; they must be in the order of time"
            ),
            Self::Overlap { from, until } => write!(
                f,
                "maintenance from {from} s on is of nodes that are in maintenance until {until} s"
            ),
            Self::CapOrder { at, before } => write!(
                f,
                "a cap from {at} s on stands behind one from {before} s on; each must begin later than the one ahead of it"
            ),
            Self::CapUnsupported { feature: what } => write!(
                f,
                "a cap on busy nodes is not simulated together with {what}"
            ),
            Self::CapTooLow { job, nodes, cap } => write!(
                f,
                "the job in place {} asks for {nodes} nodes; the last cap lets no more than {cap} be busy",
                job.index() + 1
            ),
            Self::Lifetime => f.write_str(
                "the time to a failure or a repair must be longer than 0 s, its shape a number above 0",
            ),
            Self::NoInterval => {
                f.write_str("the interval of checkpoints is 0 s; it must be longer")
            }
            Self::CheckpointTable { rows, jobs } => write!(
                f,
                "there are checkpoints for {rows} jobs; there are {jobs} jobs, and one entry is for all of them"
            ),
        }
    }
}

impl core::error::Error for OutageError {}
