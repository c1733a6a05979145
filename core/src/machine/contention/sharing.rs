//! How threads share a server, where the paper can be read in several ways.

use libm::fmax;

/// How threads share a server, where the paper can be read in several ways.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Sharing {
    /// Which threads the bandwidth is divided by (equation 11).
    pub among: Among,
    /// What becomes of bandwidth that a thread does not use.
    pub unused: Unused,
    /// Threads that reach for the memory of another socket; none if memory is bound.
    pub remote: Option<Remote>,
}

/// Which threads the bandwidth is divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Among {
    /// Those that hold a core: no more than there are cores.
    #[default]
    Running,
    /// All that are not done; too many threads for the cores then count twice.
    All,
}

/// What becomes of bandwidth that a thread does not use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Unused {
    /// It is lost: everybody gets an equal share (equation 11).
    #[default]
    Lost,
    /// Others get it: the shares are max-min fair.
    Shared,
}

/// Threads that reach for the memory of another socket.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Remote {
    /// Latency of remote over latency of local memory, at least 1 (equation 13).
    pub latency: f64,
    /// Whether it slows a thread that has all the bandwidth it asks for, too:
    /// (1 + s) d instead of 1 + s d (equation 14).
    pub always: bool,
}

/// A quarter of a group's threads are remote, rounded to the nearest.
pub const fn remote_threads(threads: u32) -> u32 {
    // Without overflow: a quarter, and one more if the rest is 2 or 3.
    threads / 4 + (threads % 4) / 2
}

impl Sharing {
    /// How many threads the bandwidth is divided by when `count` are not done.
    #[inline]
    pub(super) fn divisor(&self, count: u32, cores: u32) -> u32 {
        match self.among {
            Among::Running => count.min(cores),
            Among::All => count,
        }
    }

    /// How much longer a busy second of a thread takes that asks for `asked`
    /// GB/s and gets `available` (equations 10, 12 and 14; never shorter).
    #[inline]
    pub(crate) fn dilation(&self, asked: f64, is_remote: bool, available: f64) -> f64 {
        let shortage = fmax(0.0, (asked - available) / available);
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
