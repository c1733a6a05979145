//! A kind of figures of runs, as the command line and the window name it.

use super::{Curve, Figure};

/// Kind of figures of runs; that of each stands beside the function that draws it.
#[derive(Debug)]
pub struct FigureKind {
    /// Name on the command line.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub summary: &'static str,
    /// Draws the curves of runs.
    pub draw: fn(&[Curve<'_>]) -> Figure,
}
