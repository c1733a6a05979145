//! A kind of figures of runs, as the command line and the window name it.

use super::{Curve, Figure};
use laboratory::record::Run;
use laboratory::record::colour::colours_of;

/// Kind of figures of runs; that of each stands beside the function that draws it.
#[derive(Debug)]
pub struct FigureKind {
    /// Name on the command line.
    pub name: &'static str,
    /// Subject, in a few words.
    pub summary: &'static str,
    /// Draws the curves of runs.
    pub draw: fn(&[Curve<'_>]) -> Figure,
}

impl FigureKind {
    /// Draws `runs`, each in the colour of its policy.
    pub fn of_runs(&self, runs: &[&Run]) -> Figure {
        let curves: Vec<_> = colours_of(runs.iter().map(|run| run.policy))
            .into_iter()
            .zip(runs)
            .map(|(slot, run)| Curve {
                run,
                label: &run.label,
                slot,
            })
            .collect();
        (self.draw)(&curves)
    }
}
