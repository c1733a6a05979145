//! Queue of PBS or Torque as it stands now: what `qstat -f` and `pbsnodes` print, as text or JSON.

mod blocks;
mod job;
mod nodes;
mod reasons;

pub(super) use blocks::{is_nodes, is_queue};
pub(super) use job::jobs;
pub(super) use nodes::{fill_queues, nodes};
pub(super) use reasons::{is_comment, not_predicted_reason};

/// Options of qstat.
pub const QSTAT_OPTIONS: &str = "-f -t";

/// Options of pbsnodes.
pub const PBSNODES_OPTIONS: &str = "-av";
