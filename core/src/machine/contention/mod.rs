//! Contention of jobs on one server for its cores and its memory bandwidth.
//!
//! Chahal, Mathew and Nambiar, "Simulation based job scheduling optimization for batch
//! workloads", ICPE 2019 (DESiDE), equations 6 to 14. There are two engines for the one
//! model: the fluid one ([`Threads`]), in which every thread progresses at one rate until
//! something changes, and the paper's own ([`Cycle`]), in which every thread alternates
//! between busy and idle.

mod cycle;
mod level;
mod rates;
mod sharing;
mod table;

pub use cycle::{Cycle, Cycles};
pub use rates::{Rates, Threads};
pub use sharing::{BandwidthDivision, Remote, Sharing, UnusedBandwidth, remote_threads};
pub use table::{ThreadGroup, ThreadTable};

/// A server: cores and memory bandwidth shared by threads.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ServerSpec {
    /// Logical cores, at least 1.
    pub cores: u32,
    /// Local memory bandwidth, in GB/s, above 0; infinite if it is never a bottleneck.
    pub bandwidth: f64,
    /// Index of its kind, for jobs that are characterised for each kind ([`ThreadTable`]).
    pub kind: u32,
}

impl ServerSpec {
    /// A server of the first kind.
    pub const fn new(cores: u32, bandwidth: f64) -> Self {
        Self {
            cores,
            bandwidth,
            kind: 0,
        }
    }

    /// A server whose memory is never a bottleneck.
    pub const fn of_cores(cores: u32) -> Self {
        Self::new(cores, f64::INFINITY)
    }
}
