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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// A job that runs for as long as its user estimates.
    pub const fn exact(submit: Time, runtime: Duration, nodes: u32) -> Self {
        Self {
            submit,
            runtime,
            estimate: runtime,
            nodes,
            memory: Memory::ZERO,
        }
    }

    /// The same, needing `memory` on each of its nodes.
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
