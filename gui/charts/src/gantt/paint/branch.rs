//! Instants at which a run branches off from the one it is beside.

use egui::{Shape, Stroke, pos2};

use crate::colour::tokens::tokens;
use crate::gantt::frame::Frame;

/// Dashes of the line, and the gaps between them, in points.
const DASHES: [f32; 2] = [4.0, 3.0];
/// Half the width of the mark at its head.
const HEAD: f32 = 5.0;

impl Frame<'_> {
    /// Draws a dashed line with a head at each instant of a change.
    pub(in crate::gantt) fn branchings(&self) {
        let Some(branch) = &self.run.branch else {
            return;
        };
        let painter = self.clipped();
        let ink = tokens(self.options.shading.dark).accent;
        for step in &branch.steps {
            let at = step.at.seconds();
            if !(self.view.t0..=self.view.t1).contains(&at) {
                continue;
            }
            let x = self.view.x(self.chart, at);
            let ends = [pos2(x, self.chart.top()), pos2(x, self.chart.bottom())];
            let [dash, gap] = DASHES;
            painter.extend(Shape::dashed_line(&ends, Stroke::new(1.5, ink), dash, gap));
            let head = [
                pos2(x - HEAD, self.chart.top()),
                pos2(x + HEAD, self.chart.top()),
                pos2(x, self.chart.top() + HEAD * 1.5),
            ];
            painter.add(Shape::convex_polygon(head.to_vec(), ink, Stroke::NONE));
        }
    }
}
