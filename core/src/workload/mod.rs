//! Workload: pure data, read-only, so that it may lie in flash.

mod checkpoint;
mod class;
#[cfg(feature = "models")]
pub mod jann;
#[cfg(feature = "models")]
pub mod lublin;
mod memory_model;
mod mold;
mod precedence;
mod processes;
mod share;
mod speedup;
#[cfg(feature = "swf")]
pub mod swf;

pub use checkpoint::Checkpoint;
pub use class::{Class, ClassBounds};
pub use memory_model::MemoryModel;
pub use mold::MoldSpec;
pub use precedence::Precedence;
pub use processes::{Grain, GrainClass, ProcessSpec, ProcessTable};
pub use share::Share;
pub use speedup::{DECIMALS, Speedup, Work};

use crate::units::memory::Memory;
use crate::units::time::{Duration, Time};

/// One job of the workload.
///
/// More fields may follow: [`JobSpec::exact`] makes one, also as a constant, and a method
/// for each field changes it.
///
/// ```
/// use cosched_core::{Duration, JobSpec, Time};
/// const JOB: JobSpec = JobSpec::exact(Time::ZERO, Duration::from_seconds(60), 4)
///     .with_estimate(Duration::from_seconds(90));
/// assert_eq!(JOB.nodes, 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct JobSpec {
    /// Time when the job enters the queue.
    pub submit: Time,
    /// Runtime at full rate; hidden from policies.
    pub runtime: Duration,
    /// The user's estimate of `runtime`, the only figure policies may plan with.
    pub estimate: Duration,
    /// Number of nodes (or processors of a server) requested.
    pub nodes: u32,
    /// Memory on each of its nodes.
    pub memory: Memory,
}

/// Part of a job that a policy may know: everything but its true runtime.
///
/// More fields may follow: [`Request::new`] makes one, and a method for each field changes
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Request {
    /// Time when the job entered the queue.
    pub submit: Time,
    /// The user's estimate of its runtime.
    pub estimate: Duration,
    /// Number of nodes (or processors of a server) requested.
    pub nodes: u32,
    /// Memory on each of its nodes.
    pub memory: Memory,
}

impl JobSpec {
    /// A job that runs for as long as its user estimates, and needs no memory.
    #[inline]
    pub const fn exact(submit: Time, runtime: Duration, nodes: u32) -> Self {
        Self {
            submit,
            runtime,
            estimate: runtime,
            nodes,
            memory: Memory::ZERO,
        }
    }

    /// Sets the submit time.
    #[inline]
    #[must_use]
    pub const fn with_submit(self, submit: Time) -> Self {
        Self { submit, ..self }
    }

    /// Sets the runtime at full rate; the estimate stays.
    #[inline]
    #[must_use]
    pub const fn with_runtime(self, runtime: Duration) -> Self {
        Self { runtime, ..self }
    }

    /// Sets the user's estimate.
    #[inline]
    #[must_use]
    pub const fn with_estimate(self, estimate: Duration) -> Self {
        Self { estimate, ..self }
    }

    /// Sets the number of nodes.
    #[inline]
    #[must_use]
    pub const fn with_nodes(self, nodes: u32) -> Self {
        Self { nodes, ..self }
    }

    /// Sets the memory on each node.
    #[inline]
    #[must_use]
    pub const fn with_memory(self, memory: Memory) -> Self {
        Self { memory, ..self }
    }

    /// Part of it that a policy may know.
    #[inline]
    pub const fn request(&self) -> Request {
        Request {
            submit: self.submit,
            estimate: self.estimate,
            nodes: self.nodes,
            memory: self.memory,
        }
    }
}

impl Request {
    /// A job that is estimated to run for `estimate` on `nodes` nodes, and needs no memory.
    /// Its submit time is 0: an [`Engine`](crate::engine::Engine) has its own clock.
    #[inline]
    pub const fn new(estimate: Duration, nodes: u32) -> Self {
        Self {
            submit: Time::ZERO,
            estimate,
            nodes,
            memory: Memory::ZERO,
        }
    }

    /// Sets the submit time.
    #[inline]
    #[must_use]
    pub const fn with_submit(self, submit: Time) -> Self {
        Self { submit, ..self }
    }

    /// Sets the estimate.
    #[inline]
    #[must_use]
    pub const fn with_estimate(self, estimate: Duration) -> Self {
        Self { estimate, ..self }
    }

    /// Sets the number of nodes.
    #[inline]
    #[must_use]
    pub const fn with_nodes(self, nodes: u32) -> Self {
        Self { nodes, ..self }
    }

    /// Sets the memory on each node.
    #[inline]
    #[must_use]
    pub const fn with_memory(self, memory: Memory) -> Self {
        Self { memory, ..self }
    }
}
