//! Rules by which threads share a server, with the alternatives that the paper leaves open.

use libm::fmax;

/// Rules by which threads share a server, with the alternatives that the paper leaves open.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sharing {
    /// Threads among which the bandwidth is divided (equation 11).
    pub among: BandwidthDivision,
    /// Use of bandwidth that a thread does not need.
    pub unused: UnusedBandwidth,
    /// Threads that access the memory of another socket; none if memory is bound.
    pub remote: Option<Remote>,
}

/// Threads among which the bandwidth is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BandwidthDivision {
    /// Those that hold a core: no more than there are cores.
    #[default]
    Running,
    /// All that are not done; too many threads for the cores then count twice.
    All,
}

/// Use of bandwidth that a thread does not need.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnusedBandwidth {
    /// It is lost: all threads get an equal share (equation 11).
    #[default]
    Lost,
    /// Others get it: the shares are max-min fair.
    Shared,
}

/// Threads that access the memory of another socket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Remote {
    /// Latency of remote over latency of local memory, at least 1 (equation 13).
    pub latency: f64,
    /// Whether it also slows a thread that has all the bandwidth it demands: (1 + s) d
    /// instead of 1 + s d (equation 14).
    pub always: bool,
}

/// A quarter of a group's threads are remote, rounded to the nearest.
pub const fn remote_threads(threads: u32) -> u32 {
    // Without overflow: a quarter, and one more if the rest is 2 or 3.
    threads / 4 + (threads % 4) / 2
}

impl Sharing {
    /// Number of threads among which the bandwidth is divided when `count` are not done.
    #[inline]
    pub(super) fn divisor(&self, count: u32, cores: u32) -> u32 {
        match self.among {
            BandwidthDivision::Running => count.min(cores),
            BandwidthDivision::All => count,
        }
    }

    /// Factor on a busy second of a thread, given its demanded and available bandwidth in
    /// GB/s (equations 10, 12 and 14; at least 1).
    #[inline]
    pub(crate) fn dilation(&self, requested: f64, is_remote: bool, available: f64) -> f64 {
        let shortage = fmax(0.0, (requested - available) / available);
        match self.remote.filter(|_| is_remote) {
            None => 1.0 + shortage,
            Some(Remote {
                latency,
                always: false,
            }) => 1.0 + shortage * latency,
            Some(Remote {
                latency,
                always: true,
            }) => (1.0 + shortage) * latency,
        }
    }
}
