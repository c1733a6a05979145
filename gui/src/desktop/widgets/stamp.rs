//! What a figure was made from, so that it is made again when that changes.

use std::sync::Arc;

use crate::desktop::shared::Shared;
use crate::desktop::shared::runs::RunId;
use crate::record::Run;

/// What a figure depends on.
#[derive(Clone, PartialEq)]
pub(in crate::desktop) struct Stamp {
    runs: Vec<(RunId, String, usize, *const Run)>,
}

impl Stamp {
    /// The runs in sight, by what a figure has of them.
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
