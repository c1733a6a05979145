//! What is submitted: pure data, read-only, so that it may lie in flash.

pub mod lublin;
pub mod swf;

use crate::time::{Duration, Time};

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
}

impl JobSpec {
    /// A job that runs for as long as its user estimates.
    pub const fn exact(submit: Time, runtime: Duration, nodes: u32) -> Self {
        Self {
            submit,
            runtime,
            estimate: runtime,
            nodes,
        }
    }

    /// What a policy may know of it.
    #[inline]
    pub const fn request(&self) -> Request {
        Request {
            submit: self.submit,
            estimate: self.estimate,
            nodes: self.nodes,
        }
    }
}
