//! Nodes out of service on a Gantt chart: shaded where no job could run, named on hovering.

use cosched_core::machine::NodeState;
use egui::{Align2, Color32, FontId, Mesh, Pos2, Rect, Shape, Stroke};

use super::marks;
use crate::colour;
use crate::gantt::GanttView;
use crate::gantt::frame::Frame;
use laboratory::record::Run;
use laboratory::record::outages::{OutSpan, state_name};

/// Least room for the name of a state, in points.
const ROOM_FOR_NAME: [f32; 2] = [72.0, 13.0];

/// Least visible width, in points.
const LEAST_WIDTH: f32 = 1.0;

impl Frame<'_> {
    /// Draws nodes out of service, over the ground and over what drained nodes still run.
    pub(in crate::gantt) fn outages(&self) {
        let painter = self.clipped();
        let ink = ink(self.options.shading.dark);
        let mut mesh = Mesh::default();
        let mut names = Vec::new();
        for (span, rect) in visible(self.run, self.view, self.chart) {
            mesh.add_colored_rect(rect, ink.gamma_multiply(strength(span.state)));
            if !span.state.is_drained() || span.state.is_down() {
                marks::hatch(&mut mesh, rect, self.chart, ink.gamma_multiply(0.35));
            }
            let seen = rect.intersect(self.chart);
            let [width, height] = ROOM_FOR_NAME;
            if seen.width() >= width && seen.height() >= height {
                names.push((seen.center(), name(self.run, span)));
            }
        }
        painter.add(Shape::mesh(mesh));
        for (index, name) in names {
            let font = FontId::proportional(11.0);
            let words = painter.layout_no_wrap(name.to_owned(), font.clone(), ink);
            let room = Align2::CENTER_CENTER.anchor_size(index, words.size());
            let ground = colour::ground(self.options.shading.dark).gamma_multiply(0.85);
            painter.rect_filled(room.expand2(egui::vec2(4.0, 1.0)), 3.0, ground);
            painter.galley(room.min, words, ink);
        }
    }

    /// Outlines the outage under the pointer.
    pub(in crate::gantt) fn outline_outage(&self, span: OutSpan) {
        let rect = outage_rect(self.run, span, self.view, self.chart);
        let stroke = Stroke::new(1.0, ink(self.options.shading.dark));
        let painter = self.clipped();
        painter.rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
    }
}

/// Returns why nodes are out of service: those added later are not there yet.
pub(crate) fn name(run: &Run, span: OutSpan) -> &'static str {
    let mut added = run.experiment.added().iter();
    if added.any(|new| span.first >= new.first && span.until <= new.at) {
        "not there yet"
    } else {
        state_name(span.state)
    }
}

/// Returns the colour of text on nodes out of service.
fn ink(dark: bool) -> Color32 {
    colour::text_on(colour::ground(dark))
}

/// Returns how much darker than the ground a node is: the more, the less it can do.
fn strength(state: NodeState) -> f32 {
    match state {
        _ if state.is_down() => 0.3,
        _ if state.is_in_maintenance() => 0.15,
        _ => 0.08,
    }
}

/// Returns the colour of nodes out of service where transparency is impossible.
pub(crate) fn flat(state: NodeState, dark: bool) -> Color32 {
    let (ground, ink, share) = (colour::ground(dark), ink(dark), strength(state));
    ground.lerp_to_gamma(ink, share)
}

/// Iterates over the outages in `view` with their rectangles.
pub(crate) fn visible<'r>(
    run: &'r Run,
    view: &'r GanttView,
    chart: Rect,
) -> impl Iterator<Item = (OutSpan, Rect)> + 'r {
    let spans = run.outages().map_or(&[][..], |record| &record.spans);
    // Sorted by their starts.
    let begun = spans.partition_point(|span| span.from.seconds() < view.t1);
    let seen = spans[..begun].iter().filter(move |span| {
        let [first, end] = rows(run, **span);
        span.until.seconds() > view.t0 && end > view.row0 && first < view.row1
    });
    seen.map(move |span| (*span, outage_rect(run, *span, view, chart)))
}

/// Returns the first and the end of its rows.
fn rows(run: &Run, span: OutSpan) -> [f64; 2] {
    let (first, count) = run.rows_of_nodes(span.first, span.count);
    [first, first + count].map(f64::from)
}

fn outage_rect(run: &Run, span: OutSpan, view: &GanttView, chart: Rect) -> Rect {
    // An endless outage ends beyond the chart.
    let until = span.until.seconds().min(view.t1 + view.seconds());
    let from = span.from.seconds().max(view.t0 - view.seconds());
    let [first, end] = rows(run, span);
    let rect = view.rect(chart, from, until, first, end);
    rect.with_max_x(rect.max.x.max(rect.min.x + LEAST_WIDTH))
}

/// Returns the outage at `position` on `chart`.
pub(in crate::gantt) fn at(
    run: &Run,
    view: &GanttView,
    chart: Rect,
    position: Pos2,
) -> Option<OutSpan> {
    let mut under = visible(run, view, chart).filter(|(_, rect)| rect.contains(position));
    let (span, _) = under.next()?;
    chart.contains(position).then_some(span)
}

/// Returns the description of an outage.
pub(in crate::gantt) fn sentence(run: &Run, span: OutSpan) -> String {
    let unit = run.experiment.size_unit;
    let nodes = match span.count {
        1 => format!("{} {}", unit.one(), span.first),
        count => format!(
            "{} {} to {}",
            unit.many(),
            span.first,
            span.first + count - 1
        ),
    };
    let from = run.instant(span.from);
    match span.until {
        cosched_core::Time::MAX => format!("{nodes}: {} from {from} on", name(run, span)),
        until => {
            let until = run.instant(until);
            format!(
                "{nodes}: {} from {from} until {until}",
                state_name(span.state)
            )
        }
    }
}
