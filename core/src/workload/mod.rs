//! What is submitted: pure data, read-only, so that it may lie in flash.

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
/// It may get more fields: [`JobSpec::exact`] makes one, also as a constant, and a
/// method for each field changes it.
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
    /// When the job enters the queue.
    pub submit: Time,
    /// How long it runs at full rate; hidden from policies.
    pub runtime: Duration,
    /// The user's estimate of `runtime`, the only figure policies may plan with.
    pub estimate: Duration,
    /// Nodes (or processors of a server) it asks for.
    pub nodes: u32,
    /// Memory it needs on each of its nodes.
    pub memory: Memory,
}

/// What a policy may know of a job: everything but its true runtime.
///
/// It may get more fields: [`Request::new`] makes one, and a method for each field
/// changes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Request {
    /// When the job entered the queue.
    pub submit: Time,
    /// The user's estimate of its runtime.
    pub estimate: Duration,
    /// Nodes (or processors of a server) it asks for.
    pub nodes: u32,
    /// Memory it needs on each of its nodes.
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

    /// The same, submitted at `submit`.
    #[inline]
    #[must_use]
    pub const fn with_submit(self, submit: Time) -> Self {
        Self { submit, ..self }
    }

    /// The same, running for `runtime` at full rate; its estimate stays what it is.
    #[inline]
    #[must_use]
    pub const fn with_runtime(self, runtime: Duration) -> Self {
        Self { runtime, ..self }
    }

    /// The same, its user estimating `estimate`.
    #[inline]
    #[must_use]
    pub const fn with_estimate(self, estimate: Duration) -> Self {
        Self { estimate, ..self }
    }

    /// The same, asking for `nodes` nodes.
    #[inline]
    #[must_use]
    pub const fn with_nodes(self, nodes: u32) -> Self {
        Self { nodes, ..self }
    }

    /// The same, needing `memory` on each of its nodes.
    #[inline]
    #[must_use]
    pub const fn with_memory(self, memory: Memory) -> Self {
        Self { memory, ..self }
    }

    /// What a policy may know of it.
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
    /// It is submitted at 0: an [`Engine`](crate::engine::Engine) knows itself what time it is.
    #[inline]
    pub const fn new(estimate: Duration, nodes: u32) -> Self {
        Self {
            submit: Time::ZERO,
            estimate,
            nodes,
            memory: Memory::ZERO,
        }
    }

    /// The same, submitted at `submit`.
    #[inline]
    #[must_use]
    pub const fn with_submit(self, submit: Time) -> Self {
        Self { submit, ..self }
    }

    /// The same, estimated to run for `estimate`.
    #[inline]
    #[must_use]
    pub const fn with_estimate(self, estimate: Duration) -> Self {
        Self { estimate, ..self }
    }

    /// The same, asking for `nodes` nodes.
    #[inline]
    #[must_use]
    pub const fn with_nodes(self, nodes: u32) -> Self {
        Self { nodes, ..self }
    }

    /// The same, needing `memory` on each of its nodes.
    #[inline]
    #[must_use]
    pub const fn with_memory(self, memory: Memory) -> Self {
        Self { memory, ..self }
    }
}
