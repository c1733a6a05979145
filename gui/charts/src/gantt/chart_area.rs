//! Common parts of all charts of nodes over time: position, axes, hair lines and remarks.

use cosched_core::Time;
use egui::emath::GuiRounding as _;
use egui::{
    Align2, FontId, Painter, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use super::{GanttView, Rows};
use crate::colour;
use crate::colour::tokens::tokens;
use crate::time::{NUMBERS, axis, marks};
use laboratory::family::placement::record::PlacementRecord;
use laboratory::record::clock::Clock;

/// Least distance of two node numbers.
const LINE: f32 = 10.0;
/// Height of the axis below a chart.
const AXIS: f32 = 18.0;

/// Surroundings of a chart.
#[derive(Clone, Copy)]
pub(crate) enum Margins {
    /// Numbers of so many nodes at the left, and an axis of time below.
    Axes(u32),
    /// Numbers in the gutter of a stack of charts, whose axis is above them all.
    Stacked,
}

impl Margins {
    /// Returns the room at the left and below.
    fn room(self) -> [f32; 2] {
        match self {
            Self::Axes(nodes) => {
                let digits = (nodes.max(2) - 1).ilog10() as f32;
                [14.0 + 7.0 * digits, AXIS]
            }
            Self::Stacked => [NUMBERS, 0.0],
        }
    }
}

/// Takes all available room for a chart with the accessible `name`, with `strip` points above it.
pub(crate) fn allocate(
    ui: &mut Ui,
    name: &str,
    margins: Margins,
    strip: f32,
) -> (Rect, Response, Painter) {
    let (rect, response) = ui.allocate_exact_size(
        ui.available_size().max(vec2(80.0, 40.0)),
        match margins {
            Margins::Axes(_) => Sense::click_and_drag(),
            Margins::Stacked => Sense::hover(),
        },
    );
    let [gutter, axis] = margins.room();
    let (corner, other) = (
        pos2(rect.left() + gutter, rect.top() + strip),
        pos2(rect.right(), rect.bottom() - axis),
    );
    let chart = Rect::from_min_max(corner, other).round_to_pixels(ui.pixels_per_point());
    let painter = ui.painter_at(rect);
    if let Margins::Stacked = margins {
        let response = ui.interact(chart, response.id.with("chart"), Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
        return (chart, response, painter);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name));
    (chart, response, painter)
}

/// Position of a chart on the screen and in a run.
pub(crate) struct ChartArea<'a> {
    pub(crate) painter: &'a Painter,
    pub(crate) chart: Rect,
    pub(crate) view: &'a GanttView,
    /// Clock that names instants.
    pub(crate) clock: &'a Clock,
    pub(crate) dark: bool,
}

impl ChartArea<'_> {
    /// Draws a short remark in the corner, on a ground of its own.
    pub(crate) fn remark(&self, words: &str) {
        let ground = colour::ground(self.dark);
        let (ink, font) = (colour::text_on(ground), FontId::proportional(11.0));
        let words = self.painter.layout_no_wrap(words.into(), font, ink);
        let corner = self.chart.right_top() + vec2(-words.size().x - 8.0, 6.0);
        let room = words
            .rect
            .translate(corner.to_vec2())
            .expand2(vec2(5.0, 3.0));
        self.painter
            .rect_filled(room, 3.0, ground.gamma_multiply(0.85));
        self.painter.galley(corner, words, ink);
    }

    /// Draws the frame.
    pub(crate) fn frame(&self, focused: bool) {
        let tokens = tokens(self.dark);
        let frame = if focused {
            Stroke::new(2.0, tokens.accent)
        } else {
            Stroke::new(1.0, tokens.border)
        };
        self.painter
            .rect_stroke(self.chart, 0.0, frame, StrokeKind::Inside);
    }

    /// Draws the frame and the axis of time.
    pub(crate) fn time_axis(&self, focused: bool) {
        self.frame(focused);
        let tokens = tokens(self.dark);
        let (chart, view) = (self.chart, self.view);
        let marks = marks::marks(self.clock, view.t0, view.t1, chart.width());
        let line = Stroke::new(1.0, tokens.border);
        for mark in marks.large.iter().chain(&marks.small) {
            let x = view.x(chart, mark.at);
            if chart.x_range().contains(x) {
                self.painter
                    .vline(x, chart.bottom()..=chart.bottom() + 4.0, line);
            }
        }
        let y = chart.bottom() + 3.0 + (AXIS - 3.0) / 2.0;
        axis::names(self.painter, chart, y, view, &marks, tokens);
    }

    /// Draws the node numbers, and where there is a background, its numbers below a line.
    pub(crate) fn node_axis(&self, ui: &Ui, rows: Rows) {
        let (ink, font) = (ui.visuals().text_color(), FontId::proportional(11.0));
        let most = (self.chart.height() / 22.0).max(1.0) as usize;
        let mut above = f32::MIN;
        for tick in rows.ticks([self.view.row0, self.view.row1], most) {
            let y = self.view.y(self.chart, tick.at);
            let inside = (self.chart.top() + 4.0..self.chart.bottom() - 4.0).contains(&y);
            if inside && y >= above + LINE {
                above = y;
                let position = pos2(self.chart.left() - 4.0, y);
                self.painter.text(
                    position,
                    Align2::RIGHT_CENTER,
                    tick.label,
                    font.clone(),
                    ink,
                );
            }
        }
        let line = self.view.y(self.chart, f64::from(rows.nodes()));
        if rows.has_background() && self.chart.y_range().contains(line) {
            let between = Stroke::new(1.5, ink.gamma_multiply(0.7));
            self.painter.hline(self.chart.x_range(), line, between);
            let words = "in the background".to_owned();
            let words = self.painter.layout_no_wrap(words, font, ink);
            // Only where it stays within its strip.
            if line + words.size().y + 4.0 <= self.chart.bottom() {
                let corner = pos2(self.chart.right() - words.size().x - 6.0, line + 2.0);
                let room = words.rect.translate(corner.to_vec2());
                let ground = colour::ground(self.dark).gamma_multiply(0.85);
                self.painter
                    .rect_filled(room.expand2(vec2(3.0, 0.0)), 3.0, ground);
                self.painter.galley(corner, words, ink);
            }
        }
    }

    /// Draws the numbers of servers, lines between them, and dashed lines below the cores of each:
    /// threads further down share the cores.
    pub(crate) fn server_axis(&self, ui: &Ui, placements: &PlacementRecord) {
        let (ink, font) = (ui.visuals().text_color(), FontId::proportional(11.0));
        let between = Stroke::new(1.5, ink.gamma_multiply(0.7));
        let dashed = Stroke::new(1.0, ink.gamma_multiply(0.6));
        let spans = placements.first_row.windows(2).zip(&placements.servers);
        for (index, (rows, spec)) in spans.enumerate() {
            let [top, bottom] = [rows[0], rows[1]].map(|row| {
                let y = self.view.y(self.chart, f64::from(row));
                y.clamp(self.chart.top(), self.chart.bottom())
            });
            if index > 0 && self.chart.y_range().contains(top) {
                self.painter.hline(self.chart.x_range(), top, between);
            }
            let cores = self.view.y(self.chart, f64::from(rows[0] + spec.cores));
            if rows[0] + spec.cores < rows[1] && self.chart.y_range().contains(cores) {
                let ends = [self.chart.left(), self.chart.right()].map(|x| pos2(x, cores));
                self.painter
                    .extend(egui::Shape::dashed_line(&ends, dashed, 4.0, 4.0));
            }
            if bottom - top >= 11.0 {
                let at = pos2(self.chart.left() - 4.0, (top + bottom) / 2.0);
                let name = index.to_string();
                self.painter
                    .text(at, Align2::RIGHT_CENTER, name, font.clone(), ink);
            }
        }
    }

    /// Draws the marked instant `cursor`, and the pointer over another chart of the same view.
    pub(crate) fn hair_lines(&self, id: egui::Id, cursor: Option<Time>) {
        let ink = colour::text_on(colour::ground(self.dark));
        let elsewhere = self.view.pointer.filter(|pointer| pointer.over != id);
        let lines = [
            (
                cursor.map(Time::seconds),
                Stroke::new(2.0, tokens(self.dark).accent),
            ),
            (
                elsewhere.map(|pointer| pointer.at),
                Stroke::new(1.0, ink.gamma_multiply(0.5)),
            ),
        ];
        for (time, stroke) in lines {
            let visible = time.filter(|time| (self.view.t0..=self.view.t1).contains(time));
            if let Some(time) = visible {
                let x = self.view.x(self.chart, time);
                self.painter.vline(x, self.chart.y_range(), stroke);
            }
        }
    }
}
