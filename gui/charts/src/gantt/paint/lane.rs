//! The lane above a chart of a stack: the wait of the selected job.

use egui::{Align2, FontId, Painter, Rect, Stroke, pos2, vec2};

use super::super::frame::{Frame, Options};
use crate::colour::tokens::tokens;
use crate::look::bold;
use laboratory::base::format;

/// Height of the lane.
pub const HEIGHT: f32 = 16.0;

/// Returns the height that the lane takes: 0 without a selected job.
pub(in crate::gantt) fn height(options: &Options<'_>) -> f32 {
    if options.stacked && options.selected.is_some() {
        HEIGHT
    } else {
        0.0
    }
}

impl Frame<'_> {
    /// Draws the lane above a strip of that height.
    pub(in crate::gantt) fn lane(&self, strip: f32) {
        let job = self.options.selected.filter(|_| self.options.stacked);
        let Some((job, outcome)) = job.and_then(|job| Some((job, self.run.outcomes.get(job)?)))
        else {
            return;
        };
        let bottom = self.chart.top() - strip;
        let room = Rect::from_x_y_ranges(self.chart.x_range(), bottom - HEIGHT..=bottom);
        let tokens = tokens(self.options.shading.dark);
        let font = FontId::new(11.0, bold());
        let wait = match self.run.why_not_run(job) {
            Some(why) => why.to_owned(),
            None => match self.run.wait(job).seconds() {
                0.0 => "does not wait".to_owned(),
                wait => format!("waits {}", format::span(wait)),
            },
        };
        let [from, until] = [outcome.entered, outcome.started].map(|at| {
            let x = self.view.x(self.chart, at.seconds());
            x.clamp(room.left() - 1.0, room.right() + 1.0)
        });
        let words = self.painter.layout_no_wrap(wait, font, tokens.accent_text);
        if until < room.left() || from > room.right() {
            return;
        }
        let clip = room.expand2(vec2(2.0, 0.0));
        let painter = self
            .painter
            .with_clip_rect(clip.intersect(self.painter.clip_rect()));
        let y = room.center().y;
        arrow(&painter, [from, until], y, Stroke::new(1.4, tokens.accent));
        // In the middle where there is room, else beside its end.
        let fits = until - from > words.size().x + 24.0;
        let left = if fits {
            f32::midpoint(from, until) - words.size().x / 2.0
        } else {
            (until + 6.0).min(room.right() - words.size().x)
        };
        let rect = Align2::LEFT_CENTER.anchor_size(pos2(left, y), words.size());
        painter.rect_filled(rect.expand2(vec2(3.0, 0.0)), 2.0, tokens.chrome);
        painter.galley(rect.min, words, tokens.accent_text);
    }
}

/// Draws a line with a bar at its start and a tip at its end.
fn arrow(painter: &Painter, [from, until]: [f32; 2], y: f32, stroke: Stroke) {
    painter.vline(from, y - 4.0..=y + 4.0, stroke);
    if until - from < 2.0 {
        return;
    }
    painter.hline(from..=until, y, stroke);
    let tip = [vec2(-6.0, -3.5), vec2(0.0, 0.0), vec2(-6.0, 3.5)];
    let tip = tip.map(|corner| pos2(until, y) + corner).to_vec();
    painter.add(egui::Shape::convex_polygon(tip, stroke.color, Stroke::NONE));
}
