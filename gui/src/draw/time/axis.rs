//! The one axis of time above a stack of charts.

use egui::{Align2, FontId, Stroke, Ui, pos2, vec2};

use super::marks::{self, Mark, Marks};
use crate::draw::colour::tokens::tokens;
use crate::draw::gantt::GanttView;
use crate::draw::look::bold;
use crate::record::clock::Clock;

/// Its height.
pub const HEIGHT: f32 = 30.0;

/// Draws the axis of `view`, which can be dragged and zoomed, and returns its marks.
pub fn show(ui: &mut Ui, clock: &Clock, view: &mut GanttView) -> Marks {
    let (row, response, painter) = super::row(ui, "Axis of time", HEIGHT);
    super::steer(ui, &response, row.chart, view);
    let tokens = tokens(ui.visuals().dark_mode);
    let strong = FontId::new(12.0, bold());
    let heading = clock.stretch(view.t0.max(view.bounds[0]), view.t1.min(view.bounds[1]));
    let corner = row.gutter.left_top() + vec2(0.0, 0.0);
    painter.text(
        corner,
        Align2::LEFT_TOP,
        heading,
        strong.clone(),
        tokens.text[0],
    );
    if let Some(place) = clock.place() {
        let below = corner + vec2(0.0, 14.0);
        let font = FontId::proportional(11.0);
        painter.text(below, Align2::LEFT_TOP, place, font, tokens.text[2]);
    }
    let marks = marks::marks(clock, view.t0, view.t1, row.chart.width());
    let chart = row.chart;
    let painter = painter.with_clip_rect(chart.expand2(vec2(12.0, 0.0)));
    let baseline = chart.bottom() - 10.0;
    let x = |at: f64| view.x(chart, at);
    // Where the last name ends: names of parts give way to those of days.
    let mut taken: Vec<[f32; 2]> = Vec::new();
    for (place, mark) in marks.large.iter().enumerate() {
        let name = painter.layout_no_wrap(mark.name.clone(), strong.clone(), tokens.text[0]);
        let left = x(mark.at).max(chart.left());
        let next = marks
            .large
            .get(place + 1)
            .map_or(f32::INFINITY, |next| x(next.at));
        if x(mark.at) >= chart.left() - 0.5 {
            let line = Stroke::new(1.0, tokens.border);
            painter.vline(x(mark.at), chart.top() + 4.0..=chart.bottom(), line);
        }
        let end = left + 5.0 + name.size().x;
        if end + 6.0 > next || end > chart.right() + 10.0 {
            continue;
        }
        taken.push([left, end + 8.0]);
        let place = pos2(left + 5.0, baseline - name.size().y + 4.0);
        painter.galley(place, name, tokens.text[0]);
    }
    let line = Stroke::new(1.0, tokens.line);
    for Mark { at, name } in &marks.small {
        let middle = x(*at);
        painter.vline(middle, chart.bottom() - 5.0..=chart.bottom(), line);
        let font = FontId::proportional(11.0);
        let name = painter.layout_no_wrap(name.clone(), font, tokens.text[2]);
        let half = name.size().x / 2.0;
        let hits = |[from, until]: &[f32; 2]| middle + half > *from && middle - half < *until;
        let inside = middle - half >= chart.left() - 2.0 && middle + half <= chart.right() + 10.0;
        if inside && !taken.iter().any(hits) {
            let place = pos2(middle - half, baseline - name.size().y + 3.0);
            painter.galley(place, name, tokens.text[2]);
        }
    }
    marks
}
