//! Shared servers: the jobs on them, and the progress of their threads.

use crate::machine::contention::ServerSpec;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// A server and the jobs on it.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    // Its specification; zeros if it does not exist.
    cores: u32,
    kind: u32,
    bandwidth: f64,
    // First of the jobs on it, in the order of the workload, linked through
    // `crate::engine::Job`.
    pub(crate) head: Option<JobId>,
    pub(crate) residents: u32,
    // Number of threads that are not done.
    pub(crate) threads: u32,
    // Number of threads that hold or want a core, where cycles are simulated.
    pub(crate) busy: u32,
    // Whether the rates of its threads must be recomputed at this instant.
    pub(crate) is_changed: bool,
    // The state of its threads is as of `updated` plus `carry` seconds: the rounding error
    // when its last event got a whole nanosecond.
    pub(crate) updated: Time,
    pub(crate) carry: f64,
    // Seconds from then to the next end of a thread.
    pub(crate) next: f64,
}

impl Server {
    /// A server that does not exist. All zero bytes.
    pub const EMPTY: Self = Self {
        cores: 0,
        kind: 0,
        bandwidth: 0.0,
        head: None,
        residents: 0,
        threads: 0,
        busy: 0,
        is_changed: false,
        updated: Time::ZERO,
        carry: 0.0,
        next: 0.0,
    };

    /// An idle server.
    pub const fn new(spec: ServerSpec) -> Self {
        Self {
            cores: spec.cores,
            kind: spec.kind,
            bandwidth: spec.bandwidth,
            ..Self::EMPTY
        }
    }

    /// Its specification.
    #[inline]
    pub const fn spec(&self) -> ServerSpec {
        ServerSpec {
            cores: self.cores,
            bandwidth: self.bandwidth,
            kind: self.kind,
        }
    }

    /// Number of jobs on it.
    pub const fn residents(&self) -> u32 {
        self.residents
    }

    /// Number of threads on it that are not done; may exceed its cores.
    pub const fn threads(&self) -> u32 {
        self.threads
    }

    /// Threads per core (equation 4).
    pub fn load(&self) -> f64 {
        f64::from(self.threads) / f64::from(self.cores)
    }
}
