//! Inputs of a figure, so that it is made again when they change.

use std::sync::Arc;

use crate::shared::Shared;
use crate::shared::runs::RunId;
use laboratory::record::Run;

/// Inputs of a figure.
#[derive(Clone, PartialEq)]
pub(crate) struct Stamp {
    runs: Vec<(RunId, String, usize, *const Run)>,
}

impl Stamp {
    /// Returns the inputs from the runs in sight.
    pub(crate) fn of(shared: &Shared) -> Self {
        let visible = shared.runs.visible().map(|entry| {
            (
                entry.id,
                entry.label.clone(),
                entry.slot,
                Arc::as_ptr(&entry.run),
            )
        });
        Self {
            runs: visible.collect(),
        }
    }
}
