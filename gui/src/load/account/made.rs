//! Job made from an accounting entry.

use cosched_core::JobSpec;
use cosched_core::machine::cluster::Ask;

use super::Stamp;
use super::tally::Changes;
use crate::record::JobLabel;

/// Job, its changes, and its submission.
pub(super) struct Made {
    pub(super) submit: Stamp,
    pub(super) job: JobSpec,
    pub(super) label: JobLabel,
    pub(super) changes: Changes,
    /// Request on nodes that jobs share.
    pub(super) ask: Option<Ask>,
}
