//! Figures of features of machines: a row for each.

use laboratory::record::Run;

use crate::plot::figure::{Curve, Figure};

/// Figure over time of a feature of machines.
pub(super) struct FeatureFigure {
    /// Whether a run has anything to show.
    pub(super) is_known: fn(&Run) -> bool,
    /// Draws the curves.
    pub(super) draw: fn(&[Curve<'_>]) -> Figure,
    /// Sentence below it.
    pub(super) caption: &'static str,
}

/// All of them, in the order of the page.
pub(super) const ALL: &[FeatureFigure] = &[
    FeatureFigure {
        is_known: |run| run.power().is_some(),
        draw: Figure::power,
        caption: "What the machine draws, over time, and the cap on it if there is one.",
    },
    FeatureFigure {
        is_known: |run| run.fairshare().is_some(),
        draw: Figure::fairshare,
        caption: "Which part of decayed usage accounts have, over time, and their targets.",
    },
];
