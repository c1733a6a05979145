//! Resident memory of nodes over time.

use crate::colour;
use crate::picture::{Outline, Picture, inks};
use laboratory::record::Run;

/// Cells across and, at most, down.
const CELLS: [usize; 2] = [48, 16];

/// Returns the memory of the nodes of `run`; empty where it is not simulated.
pub fn memory(run: &Run) -> Picture {
    let mut small = Picture::default();
    let Some(record) = run.memory() else {
        return small;
    };
    let nodes = record.nodes() as usize;
    let lines = nodes.clamp(1, CELLS[1]);
    let full = record.capacity().0.max(1) as f32;
    let mut means = [0.0; CELLS[0]];
    for line in 0..lines {
        means.fill(0.0);
        // Of several nodes on a line, the first stands for all.
        let node = (line * nodes / lines) as u32;
        record.add_means(node, 0.0, record.end().seconds(), &mut means);
        for (column, mean) in means.iter().enumerate() {
            let share = (mean / full).clamp(0.0, 1.0);
            if share <= 1e-6 {
                continue;
            }
            let ink = inks(|dark| colour::memory(share, dark));
            let [x, y] = [(column, CELLS[0]), (line, lines)]
                .map(|(index, of)| [index as f64 / of as f64, (index as f64 + 0.92) / of as f64]);
            small.boxed([[x[0], y[0]], [x[1], y[1]]], ink, Outline::Sharp);
        }
    }
    small
}
