//! What a figure was made from, so that it is made again when that changes.

use std::sync::Arc;

use crate::desktop::App;
use crate::desktop::panes::Pane;
use crate::desktop::runs::RunId;
use crate::record::Run;

/// What the pane shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(in crate::desktop) enum Shown {
    #[default]
    Mix,
    Response,
    Table,
}

/// What a figure depends on.
#[derive(Clone, PartialEq)]
pub(in crate::desktop) struct Stamp {
    runs: Vec<(RunId, String, usize, *const Run)>,
    /// Only for the pane of classes.
    classes: Option<(Shown, *const Run)>,
}

impl App {
    /// What the figure of `pane` depends on now.
    pub(in crate::desktop) fn stamp(&self, pane: Pane) -> Stamp {
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
