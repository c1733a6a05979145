//! Inputs of a figure, so that it is made again when they change.

use std::sync::Arc;

use crate::desktop::shared::Shared;
use crate::desktop::shared::runs::RunId;
use crate::record::Run;

/// Inputs of a figure.
#[derive(Clone, PartialEq)]
pub(in crate::desktop) struct Stamp {
    runs: Vec<(RunId, String, usize, *const Run)>,
}

impl Stamp {
    /// Returns the inputs from the runs in sight.
    pub(in crate::desktop) fn of(shared: &Shared) -> Self {
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
