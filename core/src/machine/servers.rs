//! Shared servers: the processors of a server are shared equally.

use crate::ids::JobId;
use crate::rate::Rate;

/// A server and the jobs on it.
#[derive(Clone, Copy, Debug)]
pub struct Server {
    /// Processors.
    pub processors: u32,
    /// The first of the jobs on it, linked through [`crate::engine::Job`].
    pub(crate) head: Option<JobId>,
    pub(crate) residents: u32,
    // Processors its residents ask for, together.
    pub(crate) asked: u32,
}

impl Server {
    /// A server that does not exist. All zero bytes.
    pub const EMPTY: Self = Self::new(0);

    /// An idle server.
    pub const fn new(processors: u32) -> Self {
        Self {
            processors,
            head: None,
            residents: 0,
            asked: 0,
        }
    }

    /// Jobs on it.
    pub const fn residents(&self) -> u32 {
        self.residents
    }

    /// Processors its residents ask for, together; may exceed those it has.
    pub const fn asked(&self) -> u32 {
        self.asked
    }

    /// The rate of every job on it: full while nobody has to share.
    #[inline]
    pub const fn share(&self) -> Rate {
        if self.asked <= self.processors {
            Rate::FULL
        } else {
            Rate::new(self.processors, self.asked)
        }
    }
}
