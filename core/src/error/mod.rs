//! Errors: small, `Copy`, and naming the buffer or the job.

mod blocks;
mod cluster;
mod engine;
mod outages;
mod policy;
mod scenario;

use core::fmt;

pub use blocks::BlockError;
pub use cluster::ClusterError;
pub use engine::{EngineError, SubmitError};
pub use outages::OutageError;
pub use policy::PolicyError;
pub use scenario::{ScenarioError, ThreadError};

use crate::units::ids::JobId;
use crate::units::time::Time;

/// A buffer is too small for the scenario. Found once, before a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CapacityError {
    /// The buffer that is too small.
    pub buffer: &'static str,
    /// Number of entries needed.
    pub needed: usize,
    /// Number of entries of the buffer.
    pub capacity: usize,
}

impl CapacityError {
    /// Returns an error unless `capacity` suffices.
    pub(crate) const fn unless(
        buffer: &'static str,
        needed: usize,
        capacity: usize,
    ) -> Result<(), Self> {
        if capacity < needed {
            return Err(Self {
                buffer,
                needed,
                capacity,
            });
        }
        Ok(())
    }
}

impl fmt::Display for CapacityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            buffer,
            needed,
            capacity,
        } = self;
        write!(
            f,
            "buffer `{buffer}` holds {capacity} entries, {needed} are needed"
        )
    }
}

impl core::error::Error for CapacityError {}

/// Reason why jobs of several grains cannot share the machine in this way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ShareError {
    /// A buffer is too small.
    Capacity(CapacityError),
    /// The share of a job's grain is too small for the job.
    Share {
        /// The job.
        job: JobId,
        /// Nodes or quanta it needs.
        needs: u32,
        /// Nodes or quanta its grain has.
        has: u32,
    },
}

impl From<CapacityError> for ShareError {
    fn from(error: CapacityError) -> Self {
        Self::Capacity(error)
    }
}

impl fmt::Display for ShareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Capacity(error) => error.fmt(f),
            Self::Share { job, needs, has } => write!(
                f,
                "the job in place {} needs {needs} of the nodes or quanta that its grain shares; it has {has}",
                job.index() + 1
            ),
        }
    }
}

impl core::error::Error for ShareError {}

/// Error in a speed-up.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum SpeedupError {
    /// The average parallelism is below one, or NaN.
    Parallelism(f64),
    /// The variance of parallelism is below zero, or NaN.
    Variance(f64),
    /// The table has no entry.
    Empty,
    /// The entry for this number of processors is below the one before, is not above zero,
    /// or is NaN.
    Falls(u32),
}

impl fmt::Display for SpeedupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parallelism(value) => write!(
                f,
                "an average parallelism of {value} is not allowed: it is 1 to 1000000000"
            ),
            Self::Variance(value) => write!(
                f,
                "a variance of parallelism of {value} is not allowed: it is 0 to 1000000000"
            ),
            Self::Empty => f.write_str("a table of speed-ups has at least one entry"),
            Self::Falls(processors) => write!(
                f,
                "the speed-up on {processors} processors must be above 0 and not below that on fewer"
            ),
        }
    }
}

impl core::error::Error for SpeedupError {}

/// Reason why an action of a policy is not possible. [`StartError::NoRoom`] is normal; the
/// others are bugs of the policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StartError {
    /// Not enough free nodes now, or not the ones needed.
    NoRoom,
    /// The job is not waiting.
    NotWaiting,
    /// The job is not running.
    NotRunning,
    /// The job is not suspended.
    NotSuspended,
    /// The maximum number of jobs is suspended, or assigned to a node.
    TooManySuspended,
    /// There is no such server.
    NoSuchServer,
    /// Processes are not simulated one by one, or the job has no such process.
    NoProcesses,
    /// Jobs are not molded.
    NotMoldable,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRoom => "not enough free nodes",
            Self::NotWaiting => "the job is not waiting",
            Self::NotRunning => "the job is not running",
            Self::NotSuspended => "the job is not suspended",
            Self::TooManySuspended => "no more jobs may be suspended",
            Self::NoSuchServer => "there is no such server",
            Self::NoProcesses => "the job has no such process",
            Self::NotMoldable => "the job is not moldable",
        })
    }
}

impl core::error::Error for StartError {}

/// A policy requested a call at an instant that is not in the future.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotLater {
    /// The requested instant.
    pub at: Time,
    /// The present instant.
    pub now: Time,
}

impl fmt::Display for NotLater {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s is not later than now, {} s", self.at, self.now)
    }
}

impl core::error::Error for NotLater {}
