//! Sizes of moldable jobs, their tiers, and the cost of kills.

mod sink;

use cosched_core::{Duration, Time};

use crate::record::Run;
pub(crate) use sink::MoldSink;

/// Sizes and tiers of moldable jobs in one run.
#[derive(Clone, PartialEq, Debug)]
pub struct MoldRecord {
    /// Every change of a job's processors or tier, by time.
    pub moves: Vec<Move>,
    /// The last size of each job.
    pub sizes: Vec<u32>,
    /// Work of each job in the background that was kept, as time at full rate.
    pub in_background: Vec<Duration>,
    /// Work that was done and lost, in processor-seconds.
    pub lost: f64,
    /// Number of kills.
    pub kills: u32,
}

impl MoldRecord {
    /// Returns the changes of `job`, by time.
    pub fn of(&self, job: usize) -> impl Iterator<Item = &Move> {
        let moves = self.moves.iter();
        moves.filter(move |change| change.job as usize == job)
    }
}

/// A job that got processors, was promoted to the foreground of those it had, or lost all of them
/// as one went out of service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Its instant.
    pub at: Time,
    /// The job, as an index into the experiment's jobs.
    pub job: u32,
    /// Number of processors; 0 if it lost them.
    pub nodes: u32,
    /// Whether it has only what the foreground leaves of them.
    pub background: bool,
    /// Whether it was promoted where it was.
    pub promoted: bool,
}

impl Run {
    /// Returns the sizes and tiers of jobs; `None` unless the policy chooses sizes.
    pub fn molds(&self) -> Option<&MoldRecord> {
        self.details.get()
    }

    /// Returns the node of a row of [`Segment::first_node`](crate::record::Segment::first_node):
    /// jobs in the background have rows for the same nodes again, and where nodes are shared, each
    /// of their cores has a row.
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
