//! The graph of a workflow, from left to right, coloured by the servers of its jobs.

use cosched_core::JobId;
use egui::Pos2;

use crate::colour::run_colour;
use crate::colour::tokens::tokens;
use crate::graph::Layout;
use crate::picture::{Outline, Picture, inks};
use laboratory::record::Run;

/// Returns the graph of the jobs of `run`.
pub fn graph(run: &Run) -> Picture {
    let mut small = Picture::default();
    let precedence = run.experiment.precedents.as_core();
    if precedence.is_empty() {
        return small;
    }
    let of = |job: usize| {
        let before = precedence.of(JobId::new(job)).iter();
        before.map(|job| job.index() as u32).collect()
    };
    let predecessors: Vec<Vec<u32>> = (0..run.outcomes.len()).map(of).collect();
    let layout = Layout::new(&predecessors);
    let size = layout.size.max(egui::vec2(1.0, 1.0));
    // Layers lie below one another there, and beside one another here.
    let turned = |point: Pos2| [point.y / size.y, point.x / size.x].map(f64::from);
    let line = inks(|dark| tokens(dark).border);
    for edge in &layout.edges {
        let path = layout.path(edge).into_iter().map(turned).collect();
        small.line(path, line, 1.0);
    }
    for vertex in 0..predecessors.len() {
        let rect = layout.rect(vertex);
        let server = server_of(run, vertex);
        let ink = inks(|dark| run_colour(server, dark));
        let corners = [rect.min, rect.max].map(turned);
        small.boxed(corners, ink, Outline::Shade);
    }
    small
}

/// Returns the index of the server that has `job`, the first one where it is not known.
fn server_of(run: &Run, job: usize) -> usize {
    let placed = run.placements();
    let server = placed.and_then(|placements| *placements.server_of.get(job)?);
    server.map_or(0, |server| server as usize)
}
