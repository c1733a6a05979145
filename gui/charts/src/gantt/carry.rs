//! Dragging a job from one server to another: the job, its landing, and the feedback.

use egui::{Align2, FontId, PointerButton, Pos2, Rect, Response, Stroke, StrokeKind};

use super::frame::Frame;
use super::{GanttIndex, GanttView, hit, tooltip};
use crate::colour;
use crate::colour::tokens::tokens;
use laboratory::record::Run;

/// A job dropped on another server than its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Landing {
    /// Index of the job.
    pub job: usize,
    /// Server.
    pub server: u32,
}

/// Returns the job that a drag begins to carry: the one under the pointer when it was pressed, if
/// jobs can be moved.
pub(super) fn begin_drag(
    response: &Response,
    run: &Run,
    index: &GanttIndex,
    view: &GanttView,
    chart: Rect,
) -> Option<usize> {
    let several = run
        .placements()
        .is_some_and(|record| record.servers.len() > 1);
    if !several || !response.drag_started_by(PointerButton::Primary) {
        return None;
    }
    let origin = response.ctx.input(|input| input.pointer.press_origin());
    hit::at(index, view, chart, origin?).map(|hit| hit.job)
}

/// Returns where `job` would land at `position`; `None` on its own server, and outside.
pub(super) fn landing(
    run: &Run,
    view: &GanttView,
    chart: Rect,
    job: usize,
    position: Pos2,
) -> Option<Landing> {
    let record = run.placements()?;
    let row = view.at(chart, position).1;
    if !chart.contains(position) || row < 0.0 {
        return None;
    }
    let server = record.server_at(row as u32)? as u32;
    let own = record.server_of.get(job).copied().flatten()?;
    (server != own).then_some(Landing { job, server })
}

impl Frame<'_> {
    /// Draws the server `job` would go to, and a label at the pointer.
    pub(super) fn draw_dragged(&self, job: usize, position: Pos2) {
        let ink = colour::text_on(colour::ground(self.options.shading.dark));
        let own = colour::colour_of(self.run, job, &self.options.shading);
        self.frame(self.painter, job, 2.0, ink, Some(own));
        let number = tooltip::number(self.run, job);
        let words = match landing(self.run, self.view, self.chart, job, position) {
            None => format!("job {number}: drop it on another server"),
            Some(landing) => {
                self.outline_server(landing.server as usize);
                format!("job {number} to server {}", landing.server)
            }
        };
        let at = position + egui::vec2(14.0, -8.0);
        let font = FontId::proportional(12.0);
        let galley = self.painter.layout_no_wrap(words, font, ink);
        let rect = Align2::LEFT_BOTTOM.anchor_size(at, galley.size());
        // Near the right edge the label moves to the left.
        let beyond = (rect.right() + 6.0 - self.chart.right()).max(0.0);
        let rect = rect.translate(egui::vec2(-beyond, 0.0));
        let ground = colour::ground(self.options.shading.dark);
        self.painter.rect(
            rect.expand(4.0),
            3.0,
            ground,
            Stroke::new(1.0, ink),
            StrokeKind::Outside,
        );
        self.painter.galley(rect.min, galley, ink);
    }

    fn outline_server(&self, server: usize) {
        let record = self.run.placements();
        let rows = record.and_then(|record| record.first_row.get(server..server + 2));
        let Some([first, end]) = rows else { return };
        let (view, rows) = (self.view, [*first, *end].map(f64::from));
        let band = view.rect(self.chart, view.t0, view.t1, rows[0], rows[1]);
        let colour = tokens(self.options.shading.dark).accent;
        self.painter.rect(
            band.intersect(self.chart),
            0.0,
            colour.gamma_multiply(0.15),
            Stroke::new(2.0, colour),
            StrokeKind::Inside,
        );
    }
}
