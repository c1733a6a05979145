//! Job made from an accounting entry.

use cosched_core::JobSpec;
use cosched_core::machine::cluster::ClusterRequest;

use super::Stamp;
use super::tally::Changes;
use crate::record::JobLabel;

/// Job, its changes, and its submission.
pub(super) struct TableJob {
    pub(super) submit: Stamp,
    pub(super) job: JobSpec,
    pub(super) label: JobLabel,
    pub(super) changes: Changes,
    /// Request on nodes that jobs share.
    pub(super) request: Option<Box<ClusterRequest>>,
}
