//! What a figure was made from, so that it is made again when that changes.

use std::sync::Arc;

use super::App;
use super::runs::RunId;
use super::tiles::Pane;
use crate::record::Run;

/// What the pane shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Shown {
    #[default]
    Mix,
    Response,
    Table,
}

/// What a figure depends on.
#[derive(Clone, PartialEq)]
pub(super) struct Stamp {
    runs: Vec<(RunId, String, usize, *const Run)>,
    /// Only for the pane of classes.
    classes: Option<(Shown, *const Run)>,
}

impl App {
    /// What the figure of `pane` depends on now.
    pub(super) fn stamp(&self, pane: Pane) -> Stamp {
        let visible = self.runs.visible().map(|entry| {
            (
                entry.id,
                entry.label.clone(),
                entry.slot,
                Arc::as_ptr(&entry.run),
            )
        });
        let current = self.runs.current().filter(|_| pane == Pane::Classes);
        Stamp {
            runs: visible.collect(),
            classes: current.map(|entry| (self.plots.classes, Arc::as_ptr(&entry.run))),
        }
    }
}
