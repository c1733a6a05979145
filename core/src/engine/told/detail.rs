//! What a run tells besides its events: who has which nodes, and why.

use crate::machine::cluster::Place;
use crate::machine::{Candidate, Intervals, NodeState};
#[cfg(feature = "slots")]
use crate::slots::Window;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::GrainClass;

/// More of what happened at an instant, or of why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Detail<'d> {
    /// The job just started or resumed now holds these nodes.
    Holds {
        /// The job.
        job: JobId,
        /// Its nodes.
        nodes: Intervals<'d>,
    },
    /// The job that just started on a cluster has so much of these nodes.
    Shares {
        /// The job.
        job: JobId,
        /// Its nodes in ascending order, each with how many of its nodes or tasks are there.
        places: &'d [Place],
    },
    /// From now on, processes of `job` have these nodes, until then or until it ends;
    /// perhaps not alone.
    Occupies {
        /// The job.
        job: JobId,
        /// The nodes: a bit each, 64 to a word.
        nodes: &'d [u64],
        /// Until when at most.
        until: Time,
        /// What becomes of the processor time.
        used: Used,
    },
    /// From now on, `job` has these processors, until it is molded or promoted or ends.
    Tiered {
        /// The job.
        job: JobId,
        /// Whether in the background.
        in_background: bool,
        /// The processors: a bit each, 64 to a word.
        processors: &'d [u64],
    },
    /// `window` was reserved for `job`, in place of any before.
    #[cfg(feature = "slots")]
    Reserves {
        /// The job.
        job: JobId,
        /// Its window.
        window: &'d Window<'d>,
    },
    /// From now on, `job` has its place in a row of a matrix.
    Seated {
        /// The job.
        job: JobId,
        /// The number of the row.
        row: u32,
        /// Its columns, a bit each; none if they are what they were.
        columns: &'d [u64],
    },
    /// From now on, `job`, which is not done, has no place in a matrix any more.
    Unseated {
        /// The job.
        job: JobId,
    },
    /// From now on, `job` is treated as one of `class`.
    Classified {
        /// The job.
        job: JobId,
        /// The class.
        class: GrainClass,
    },
    /// From now on, some nodes are in service or are not.
    NodeState {
        /// The first of them, counted from 0.
        first: u32,
        /// How many there are.
        count: u32,
        /// How they are.
        state: NodeState,
    },
    /// These nodes were considered for the job that starts now. Told only to sinks that
    /// [ask](crate::engine::Sink::asks_why).
    Considered {
        /// The job.
        job: JobId,
        /// The nodes, best first.
        nodes: &'d [Candidate],
    },
    /// By these keys the server was chosen on which the job starts now, the first of the
    /// least. Told only to sinks that [ask](crate::engine::Sink::asks_why).
    Weighed {
        /// The job.
        job: JobId,
        /// One for each server: threads per core, load averages or seconds, by the
        /// [`Placement`](crate::engine::Placement).
        keys: &'d [f64],
    },
}

/// What becomes of the processor time that a job has in a quantum, in
/// nanoseconds summed over its nodes. What is given and none of the others is
/// idle: processes are done before the quantum is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Used {
    /// All of it.
    pub given: u128,
    /// What switching to the job costs.
    pub switching: u128,
    /// What moves processes.
    pub useful: u128,
    /// What processes wait for others.
    pub spun: u128,
}
