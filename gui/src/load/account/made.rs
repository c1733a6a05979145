//! A job that accounting tells of, made for a simulation.

use cosched_core::JobSpec;
use cosched_core::machine::cluster::Ask;

use super::entry::Stamp;
use super::tally::Changes;
use crate::record::JobLabel;

/// A job, what was changed in it, and when it was submitted.
pub(super) struct Made {
    pub(super) submit: Stamp,
    pub(super) job: JobSpec,
    pub(super) label: JobLabel,
    pub(super) changes: Changes,
    /// What it asks for on nodes that jobs share.
    pub(super) ask: Option<Ask>,
}
