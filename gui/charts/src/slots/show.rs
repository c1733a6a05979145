//! The chart of a domain as a widget.

use cosched_core::slots::Slot;
use egui::{Align2, Color32, FontId, Painter, Rect, Response, Stroke, StrokeKind, Ui, pos2, vec2};

use super::NodeRows;
use crate::colour;
use crate::gantt::chart_area;
use crate::gantt::chart_area::{ChartArea, Margins};
use crate::gantt::{GanttView, input};
use crate::look::strong;
use crate::plot::ticks;
use laboratory::family::slots::search::{DomainData, FoundWindow};
use laboratory::record::clock::Clock;

/// Least height of a row that has a gap to the next.
const ROOM_FOR_GAP: f32 = 4.0;
/// Least height of a group of rows with a label.
const ROOM_FOR_WORDS: f32 = 11.0;

/// A window to be framed.
#[derive(Clone, Copy, Debug)]
pub struct Framed<'a> {
    /// Name.
    pub name: &'a str,
    /// Colour.
    pub colour: Color32,
    /// Window.
    pub window: &'a FoundWindow,
    /// Whether it stands out.
    pub strong: bool,
}

/// User's actions on the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SlotsOutput {
    /// Index in the list of the clicked window.
    pub clicked: Option<usize>,
}

/// Draws `data` with `framed` windows in all available room, with the accessible `name`.
pub fn show(
    ui: &mut Ui,
    name: &str,
    (data, rows): (&DomainData, &NodeRows),
    framed: &[Framed<'_>],
    view: &mut GanttView,
    dark: bool,
) -> SlotsOutput {
    let (chart, response, painter) = chart_area::allocate(ui, name, Margins::Axes(1_000), 0.0);
    input::apply(ui, &response, chart, view);
    let drawing = Drawing {
        data,
        rows,
        view,
        chart,
        painter: &painter.with_clip_rect(chart),
        dark,
    };
    drawing.time();
    framed.iter().for_each(|one| drawing.frame(one));
    let ground = ChartArea {
        painter: &painter,
        chart,
        view,
        clock: &Clock::default(),
        dark,
    };
    ground.time_axis(response.has_focus());
    drawing.groups(ui, &painter);
    let pointed = response.hover_pos().filter(|index| chart.contains(*index));
    let mut output = SlotsOutput::default();
    let Some((time, height)) = pointed.map(|index| view.at(chart, index)) else {
        return output;
    };
    let Some(&node) = rows.order.get(height.max(0.0) as usize) else {
        return output;
    };
    let here: Vec<_> = (0..framed.len())
        .filter(|&index| is_in(framed[index].window, node, time))
        .collect();
    // Of windows over one another the one after that which stands out.
    let strong = here.iter().rposition(|&index| framed[index].strong);
    let next = strong.map_or(0, |index| (index + 1) % here.len().max(1));
    output.clicked = here.get(next).copied().filter(|_| response.clicked());
    if !response.dragged() {
        let names = here.iter().map(|&index| framed[index].name);
        let names = names.collect::<Vec<_>>().join(", ");
        explain(response, (data, rows), node, time, &names);
    }
    output
}

fn is_in(window: &FoundWindow, node: u32, time: f64) -> bool {
    let span = window.start.seconds()..window.finish().seconds();
    window.nodes.contains(&node) && span.contains(&time)
}

/// Shows the tooltip of a node at a moment.
fn explain(
    response: Response,
    (data, rows): (&DomainData, &NodeRows),
    node: u32,
    time: f64,
    windows: &str,
) {
    let facts = data.nodes[node as usize];
    let slots = rows.slots(rows.row_of[node as usize]);
    let is_here = |slot: &&Slot| (slot.start.seconds()..slot.end.seconds()).contains(&time);
    let looked_at = 0.0..data.horizon.seconds();
    let now = match slots.iter().find(is_here) {
        Some(slot) => format!("idle from {} to {} s", slot.start, slot.end),
        None if looked_at.contains(&time) => "booked".to_owned(),
        None => "not looked at".to_owned(),
    };
    response.on_hover_ui_at_pointer(|ui| {
        ui.label(strong(format!("Node {}", data.ids[node as usize])));
        ui.label(format!(
            "performance {}, price {:.4} a second, quality {:.3}",
            facts.performance,
            facts.price.units(),
            facts.quality.units()
        ));
        ui.label(format!("at {}: {now}", ticks::time_label(time, 1.0)));
        if !windows.is_empty() {
            ui.label(windows);
        }
    });
}

/// One frame of the chart.
struct Drawing<'a> {
    data: &'a DomainData,
    rows: &'a NodeRows,
    view: &'a GanttView,
    chart: Rect,
    painter: &'a Painter,
    dark: bool,
}

impl Drawing<'_> {
    /// Returns the rectangle of a span of a row, with a gap to the next row if there is room.
    fn index(&self, row: u32, from: f64, until: f64) -> Rect {
        let top = f64::from(row);
        let mut rect = self.view.rect(self.chart, from, until, top, top + 1.0);
        if rect.height() >= ROOM_FOR_GAP {
            rect.max.y -= 1.0;
        }
        rect
    }

    /// Returns the visible rows.
    fn seen(&self) -> std::ops::Range<u32> {
        let last = self.rows.order.len() as u32;
        let first = self.view.row0.max(0.0) as u32;
        first.min(last)..(self.view.row1.ceil().max(0.0) as u32).min(last)
    }

    /// Draws booked time in grey, slots as bright as the ground.
    fn time(&self) {
        let ground = colour::ground(self.dark);
        self.painter.rect_filled(self.chart, 0.0, ground);
        let booked = if self.dark {
            Color32::from_gray(88)
        } else {
            Color32::from_gray(172)
        };
        let end = self.data.horizon.seconds();
        let mut mesh = egui::Mesh::default();
        for row in self.seen() {
            mesh.add_colored_rect(self.index(row, 0.0, end).intersect(self.chart), booked);
            for slot in self.rows.slots(row) {
                let rect = self.index(row, slot.start.seconds(), slot.end.seconds());
                let seen = rect.intersect(self.chart);
                if seen.is_positive() {
                    mesh.add_colored_rect(seen, ground);
                }
            }
        }
        self.painter.add(mesh);
    }

    /// Draws a window: its span on each of its nodes.
    fn frame(&self, framed: &Framed<'_>) {
        let (from, until) = (
            framed.window.start.seconds(),
            framed.window.finish().seconds(),
        );
        let (fill, width) = if framed.strong {
            (0.45, 2.0)
        } else {
            (0.15, 1.0)
        };
        for &node in &framed.window.nodes {
            let rect = self.index(self.rows.row_of[node as usize], from, until);
            let seen = rect.intersect(self.chart.expand(4.0));
            if !seen.is_positive() {
                continue;
            }
            let fill = framed.colour.gamma_multiply(fill);
            self.painter.rect_filled(seen, 0.0, fill);
            let stroke = Stroke::new(width, framed.colour);
            self.painter
                .rect_stroke(seen, 0.0, stroke, StrokeKind::Inside);
        }
    }

    /// Draws the performance of each group of rows, and lines between them.
    fn groups(&self, ui: &Ui, painter: &Painter) {
        let (ink, font) = (ui.visuals().text_color(), FontId::proportional(11.0));
        let line = Stroke::new(1.0, ink.gamma_multiply(0.5));
        let performance = |&node: &u32| self.data.nodes[node as usize].performance;
        let mut first = 0;
        for group in self
            .rows
            .order
            .chunk_by(|one, other| performance(one) == performance(other))
        {
            let end = first + group.len();
            let range = self.chart.y_range();
            let [top, bottom] = [first, end].map(|row| self.view.y(self.chart, row as f64));
            if first > 0 && range.contains(top) && bottom - top >= 2.0 {
                self.painter.hline(self.chart.x_range(), top, line);
            }
            let [top, bottom] = [top, bottom].map(|y| range.clamp(y));
            if bottom - top >= ROOM_FOR_WORDS {
                let position = pos2(self.chart.left(), (top + bottom) / 2.0) - vec2(4.0, 0.0);
                let words = format!("{:.4}", performance(&group[0]).units());
                let words = words.trim_end_matches('0').trim_end_matches('.').to_owned();
                painter.text(position, Align2::RIGHT_CENTER, words, font.clone(), ink);
            }
            first = end;
        }
    }
}
