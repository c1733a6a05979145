//! Which sizes moldable jobs got, in which tier, and what killing them cost.

mod keep;

use cosched_core::{Duration, Time};

use crate::record::Run;
pub(crate) use keep::MoldSink;

/// What became of moldable jobs in one run.
#[derive(Clone, PartialEq, Debug)]
pub struct MoldRecord {
    /// Every time a job got processors, went into the foreground or was interrupted, by time.
    pub moves: Vec<Move>,
    /// The size that each job had last.
    pub sizes: Vec<u32>,
    /// What each job did in the background and kept, as time at full rate.
    pub in_background: Vec<Duration>,
    /// Work that was done and lost, in seconds times processors.
    pub lost: f64,
    /// How often a job was killed.
    pub kills: u32,
}

impl MoldRecord {
    /// What became of `job`, by time.
    pub fn of(&self, job: usize) -> impl Iterator<Item = &Move> {
        let moves = self.moves.iter();
        moves.filter(move |change| change.job as usize == job)
    }
}

/// A job that got processors, went into the foreground of those it had, or lost all of them
/// as one went out of service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// When.
    pub at: Time,
    /// The job, as an index into the experiment's jobs.
    pub job: u32,
    /// Processors; none if it lost them.
    pub nodes: u32,
    /// Whether it gets only what the foreground leaves of them.
    pub background: bool,
    /// Whether it went on where it was.
    pub promoted: bool,
}

impl Run {
    /// Which sizes jobs got in which tier; nothing unless the policy chooses them.
    pub fn molds(&self) -> Option<&MoldRecord> {
        self.details.get()
    }

    /// The node that a row of [`Segment::first_node`](crate::record::Segment::first_node)
    /// is: the same nodes follow again for what runs in their background, and where they are
    /// shared, each of their cores has a row.
    pub fn node_of(&self, row: u32) -> u32 {
        match &self.experiment.cluster {
            Some(cluster) => cluster.layout.node_of_core(row),
            None if self.molds().is_some() && row >= self.experiment.nodes => {
                row - self.experiment.nodes
            }
            None => row,
        }
    }
}
