//! The one axis of time above a stack of charts.

use egui::{Align2, FontId, Painter, Rect, Stroke, Ui, pos2, vec2};

use super::MARGIN;
use super::marks::{self, Mark, Marks};
use crate::colour::tokens::{Tokens, tokens};
use crate::gantt::GanttView;
use crate::look::bold;
use laboratory::record::clock::Clock;

/// Height: a line for the label of a selected span, and one for its own names.
pub const HEIGHT: f32 = 38.0;
/// Height of the names of marks, above the line of small marks.
const NAMES: f32 = 14.0;

/// Draws the axis of `view`, which can be dragged and zoomed, and returns its marks, and the
/// clicked instant.
pub fn show(ui: &mut Ui, clock: &Clock, view: &mut GanttView) -> (Marks, Option<f64>) {
    let (row, response, painter) = super::row(ui, "Axis of time", HEIGHT);
    super::steer(ui, &response, row.chart, view);
    let tokens = tokens(ui.visuals().dark_mode);
    let strong = FontId::new(12.0, bold());
    let heading = clock.range_in_words(view.t0.max(view.bounds[0]), view.t1.min(view.bounds[1]));
    let corner = row.gutter.left_top() + vec2(0.0, 0.0);
    painter.text(
        corner,
        Align2::LEFT_TOP,
        heading,
        strong.clone(),
        tokens.text[0],
    );
    if let Some(index) = clock.zone_name() {
        let below = corner + vec2(0.0, 14.0);
        let font = FontId::proportional(11.0);
        painter.text(below, Align2::LEFT_TOP, index, font, tokens.text[2]);
    }
    let marks = marks::marks(clock, view.t0, view.t1, row.chart.width());
    let chart = row.chart;
    let line = Stroke::new(1.0, tokens.border);
    for mark in &marks.large {
        let x = view.x(chart, mark.at);
        if x >= chart.left() - 0.5 {
            painter.vline(x, chart.top() + 4.0..=chart.bottom(), line);
        }
    }
    let line = Stroke::new(1.0, tokens.line);
    for mark in &marks.small {
        let x = view.x(chart, mark.at);
        painter.vline(x, chart.bottom() - 5.0..=chart.bottom(), line);
    }
    names(
        &painter,
        chart,
        chart.bottom() - NAMES,
        view,
        &marks,
        tokens,
    );
    let position = response.interact_pointer_pos();
    let clicked = position.filter(|_| response.clicked());
    let clicked = clicked.map(|index| view.at(chart, index).0);
    (marks, clicked)
}

/// Writes the names of `marks` around the height `y` along `chart`: large ones behind their
/// marks, small ones below theirs where there is room beside the large.
pub(crate) fn names(
    painter: &Painter,
    chart: Rect,
    y: f32,
    view: &GanttView,
    marks: &Marks,
    tokens: &Tokens,
) {
    let [strong, font] = [FontId::new(12.0, bold()), FontId::proportional(11.0)];
    let right = chart.right() + MARGIN;
    let mut taken: Vec<[f32; 2]> = Vec::new();
    for (index, mark) in marks.large.iter().enumerate() {
        let name = painter.layout_no_wrap(mark.name.clone(), strong.clone(), tokens.text[0]);
        // The day that has begun before is named at the edge.
        let left = view.x(chart, mark.at).max(chart.left()) + 5.0;
        let next = marks.large.get(index + 1);
        let next = next.map_or(f32::INFINITY, |next| view.x(chart, next.at));
        let end = left + name.size().x;
        if end + 6.0 <= next && end <= right {
            taken.push([left - 5.0, end + 8.0]);
            painter.galley(pos2(left, y - name.size().y / 2.0), name, tokens.text[0]);
        }
    }
    for Mark { at, name } in &marks.small {
        let middle = view.x(chart, *at);
        let name = painter.layout_no_wrap(name.clone(), font.clone(), tokens.text[2]);
        let half = name.size().x / 2.0;
        let hits = |[from, until]: &[f32; 2]| middle + half > *from && middle - half < *until;
        let inside = middle - half >= chart.left() - 2.0 && middle + half <= right;
        if inside && !taken.iter().any(hits) {
            let position = pos2(middle - half, y - name.size().y / 2.0);
            painter.galley(position, name, tokens.text[2]);
        }
    }
}
