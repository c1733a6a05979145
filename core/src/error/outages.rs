//! What is wrong with times in which nodes are out of service.

use core::fmt;

use crate::units::ids::JobId;
use crate::units::time::Time;

/// What is wrong with times in which nodes are out of service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OutageError {
    /// It names no nodes.
    NoNodes,
    /// It names nodes that the machine does not have.
    Beyond {
        /// The number of nodes there would have to be.
        last: u32,
        /// Nodes the machine has.
        machine: u32,
    },
    /// Maintenance ends before it begins.
    NoLength {
        /// When it begins.
        from: Time,
        /// When it ends.
        until: Time,
    },
    /// They are not in the order of time.
    OutOfOrder {
        /// When one is.
        at: Time,
        /// When the one ahead of it is.
        before: Time,
    },
    /// A node is in maintenance while it is in maintenance already.
    Twice {
        /// When the second one begins.
        from: Time,
        /// When the first one ends.
        until: Time,
    },
    /// Caps are not in the order of time, or two are from the same instant on.
    CapOrder {
        /// From when on one is.
        at: Time,
        /// From when on the one ahead of it is.
        before: Time,
    },
    /// A cap is beside what it is not simulated with.
    CapBeside {
        /// What that is.
        what: &'static str,
    },
    /// A job asks for more nodes than the last cap ever lets be busy.
    CapTooLow {
        /// Which.
        job: JobId,
        /// Nodes it asks for.
        nodes: u32,
        /// Nodes that may be busy.
        cap: u32,
    },
    /// A lifetime is 0, or has a shape that is not a positive number.
    Lifetime,
    /// Checkpoints are written without doing anything in between.
    NoInterval,
    /// There are neither checkpoints for all jobs nor for each of them.
    CheckpointTable {
        /// Entries there are.
        rows: usize,
        /// Jobs there are.
        jobs: usize,
    },
}

impl fmt::Display for OutageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNodes => f.write_str("an outage is of 0 nodes; at least 1 is needed"),
            Self::Beyond { last, machine } => write!(
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
            Self::Twice { from, until } => write!(
                f,
                "maintenance from {from} s on is of nodes that are in maintenance until {until} s"
            ),
            Self::CapOrder { at, before } => write!(
                f,
                "a cap from {at} s on stands behind one from {before} s on; each must begin later than the one ahead of it"
            ),
            Self::CapBeside { what } => write!(
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
