//! Details of a run besides its events: nodes of jobs, and reasons.

use crate::machine::cluster::NodeUnits;
use crate::machine::{Candidate, Intervals, NodeState};
#[cfg(feature = "slots")]
use crate::slots::Window;
use crate::units::ids::JobId;
use crate::units::time::Time;
use crate::workload::GrainClass;

/// Detail of an event at an instant, or of its reason.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Detail<'d> {
    /// The job that just started or resumed now holds these nodes.
    Holds {
        /// The job.
        job: JobId,
        /// Its nodes.
        nodes: Intervals<'d>,
    },
    /// The job that just started on a cluster has these amounts of these nodes.
    Shares {
        /// The job.
        job: JobId,
        /// Its nodes in ascending order, each with the number of its units (nodes or tasks)
        /// there.
        places: &'d [NodeUnits],
    },
    /// The job that just started has nodes that slept or were booting: it runs once they are up.
    Boots {
        /// The job.
        job: JobId,
        /// When all its nodes are up.
        until: Time,
    },
    /// No job has `node`, and it sleeps, as is noticed now; it is awake again once a job gets it.
    Sleeps {
        /// The node.
        node: u32,
        /// Since when.
        from: Time,
    },
    /// The running `job` is preempted now to make room for another.
    Preempted {
        /// The job.
        job: JobId,
        /// The job that it makes room for.
        by: JobId,
        /// When it leaves its nodes at the latest: now, or when its grace ends.
        until: Time,
    },
    /// From now on, processes of `job` have these nodes, until `until` or until it ends;
    /// perhaps shared.
    Occupies {
        /// The job.
        job: JobId,
        /// The nodes: a bit each, 64 to a word.
        nodes: &'d [u64],
        /// Latest end.
        until: Time,
        /// Use of the processor time.
        used: QuantumUse,
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
    /// `window` was reserved for `job` and replaces any earlier one.
    #[cfg(feature = "slots")]
    Reserves {
        /// The job.
        job: JobId,
        /// Its window.
        window: &'d Window<'d>,
    },
    /// From now on, `job` is in a row of a matrix.
    RowAssigned {
        /// The job.
        job: JobId,
        /// Number of the row.
        row: u32,
        /// Its columns, a bit each; empty if unchanged.
        columns: &'d [u64],
    },
    /// From now on, `job`, which is not done, is in no row of a matrix.
    RowRemoved {
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
    /// From now on, some nodes have another state.
    NodeState {
        /// The first of them, from 0.
        first: u32,
        /// Number of nodes.
        count: u32,
        /// Their state.
        state: NodeState,
    },
    /// These nodes were considered for the job that starts now. Reported only to sinks that
    /// [ask](crate::engine::Sink::wants_reasons).
    Considered {
        /// The job.
        job: JobId,
        /// The nodes, best first.
        nodes: &'d [Candidate],
    },
    /// The server on which the job starts now has the least of these keys, and the lowest
    /// index among equals. Reported only to sinks that
    /// [ask](crate::engine::Sink::wants_reasons).
    ServerKeys {
        /// The job.
        job: JobId,
        /// One for each server: threads per core, load averages or seconds, by the
        /// [`Placement`](crate::engine::Placement).
        keys: &'d [f64],
    },
}

/// Use of the processor time that a job has in a quantum, in nanoseconds summed over its
/// nodes. Given time that is in none of the other fields is idle: processes are done before
/// the quantum is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct QuantumUse {
    /// All of it.
    pub given: u128,
    /// Time for switching to the job.
    pub switching: u128,
    /// Time in which processes progress.
    pub useful: u128,
    /// Time in which processes wait for others.
    pub spinning: u128,
}
