//! The matrix of jobs that take turns, at the moment at which most of them do.

use cosched_core::Time;

use crate::colour::tokens::tokens;
use crate::colour::{ColourBy, Shading, colour_of};
use crate::matrix::{MatrixBlocks, State};
use crate::picture::{Outline, Picture, inks};
use laboratory::record::Run;

/// Number of moments that are looked at.
const MOMENTS: u32 = 40;

/// Returns the rows of `run` that take turns; empty where none do.
pub fn matrix_picture(run: &Run) -> Picture {
    let mut small = Picture::default();
    let Some(record) = run.quanta() else {
        return small;
    };
    let end = run.outcomes.iter().map(|outcome| outcome.completed).max();
    let end = end.unwrap_or(Time::ZERO).0;
    let moments = (0..MOMENTS).map(|index| Time(end / u64::from(MOMENTS) * u64::from(index)));
    let blocks = moments.map(|at| MatrixBlocks::at(run, record, at));
    let Some(blocks) = blocks.max_by_key(|blocks| blocks.all.len()) else {
        return small;
    };
    let nodes = f64::from(run.experiment.nodes.max(1));
    let rows = (blocks.rows + 1) as f64;
    for block in &blocks.all {
        let [left, right] = [block.first, block.first + block.nodes].map(f64::from);
        let top = block.row as f64;
        let ink = inks(|dark| {
            let shading = Shading::of(run, ColourBy::Job, dark);
            let ink = colour_of(run, block.job as usize, &shading);
            match block.state {
                // Jobs that wait for a turn are paler.
                State::Waits => ink.lerp_to_gamma(tokens(dark).chrome, 0.7),
                State::Runs | State::Fills => ink,
            }
        });
        let corners = [
            [left / nodes, top / rows],
            [right / nodes, (top + 1.0) / rows],
        ];
        small.boxed(corners, ink, Outline::Shade);
    }
    small
}
