//! Curves of runs over time in one row: their names and values at the cursor in the gutter.

use std::sync::Arc;

use egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Ui, pos2, vec2};

use super::marks::Marks;
use super::timeline::{CurveKind, Timeline};
use crate::colour::tokens::{Tokens, tokens};
use crate::colour::{run_colour, run_dashes, run_style};
use crate::gantt::GanttView;
use crate::look::{bold, elided};
use crate::plot::figure::{Figure, Mark};
use crate::plot::series::Point;
use crate::plot::{visible_points, within};
use laboratory::base::format;

/// Height of the line of the title.
const TITLE: f32 = 16.0;
/// Height of a line of the legend.
const LINE: f32 = 12.5;
/// Height of the row with one line of legend, and with many.
pub const HEIGHTS: [f32; 2] = [54.0, 120.0];

/// A row of curves.
pub struct Curves<'a> {
    /// Figure; series without points are read from the lines.
    pub figure: &'a Figure,
    /// Source of the values of each series that has no points, if any.
    pub lines: &'a [Line],
    /// Index of the series that stands out.
    pub chosen: Option<usize>,
    /// Instant whose values are read, in seconds.
    pub at: Option<f64>,
    /// Marks, the large of which draw lines.
    pub marks: &'a Marks,
}

/// Source of the values of a curve that has no points of its own.
#[derive(Clone, Debug)]
pub struct Line {
    /// Changes over time.
    pub timeline: Arc<Timeline>,
    /// Value that is drawn.
    pub what: CurveKind,
}

impl Line {
    /// Returns the whole curve in at most so many points.
    pub fn overview(&self, columns: usize) -> Vec<Point> {
        self.timeline.overview(self.what, columns)
    }
}

impl<'a> Curves<'a> {
    /// Returns the line of the series at `index`, if it has no points.
    fn line(&self, index: usize) -> Option<&'a Line> {
        let line = self.lines.get(index)?;
        self.figure.series[index].points.is_empty().then_some(line)
    }

    /// Returns the points in sight of the series at `index` that can be told apart.
    fn visible_points(&self, index: usize, view: &GanttView, columns: usize) -> Vec<Point> {
        let Some(line) = self.line(index) else {
            let visible = within(&self.figure.series[index].points, view.t0, view.t1);
            return visible_points(visible, &self.figure.x, columns);
        };
        line.timeline
            .visible_points(line.what, [view.t0, view.t1], columns)
    }

    /// Returns the greatest value in sight.
    fn most(&self, view: &GanttView) -> f64 {
        let most = |index: usize| match self.line(index) {
            Some(line) => line.timeline.most(line.what, view.t0, view.t1),
            None => within(&self.figure.series[index].points, view.t0, view.t1)
                .iter()
                .fold(0.0, |most: f64, point| most.max(point[1])),
        };
        let indices = 0..self.figure.series.len();
        indices.map(most).fold(1.0, f64::max)
    }

    /// Returns the value of the series at `index` where it is read.
    fn value(&self, index: usize, view: &GanttView) -> Option<Point> {
        let at = self.at.filter(|at| !view.hides(*at))?;
        let value = match self.line(index) {
            Some(line) => line.timeline.value(line.what, at),
            None => self.figure.series[index].at(self.figure, at),
        };
        Some([at, value?])
    }
}

/// Draws a row of curves `height` points high, called `title`.
pub fn show(ui: &mut Ui, title: &str, curves: &Curves<'_>, height: f32, view: &mut GanttView) {
    let name = format!("{title} over time");
    let (row, response, painter) = super::row(ui, &name, height);
    super::steer(ui, &response, row.chart, view);
    let drawing = Drawing {
        curves,
        view,
        chart: row.chart.shrink2(vec2(0.0, 3.0)),
        painter: &painter,
        dark: ui.visuals().dark_mode,
        most: curves.most(view),
    };
    drawing.ground();
    let chosen = |index: &usize| curves.chosen == Some(*index);
    let count = curves.figure.series.len();
    let (last, others): (Vec<_>, Vec<_>) = (0..count).partition(chosen);
    for index in others.into_iter().chain(last) {
        drawing.curve(index);
    }
    drawing.legend(title, row.gutter);
    drawing.frame(response.has_focus());
}

struct Drawing<'a> {
    curves: &'a Curves<'a>,
    view: &'a GanttView,
    chart: Rect,
    painter: &'a Painter,
    dark: bool,
    most: f64,
}

impl Drawing<'_> {
    fn tokens(&self) -> &'static Tokens {
        tokens(self.dark)
    }

    fn position(&self, [at, value]: [f64; 2]) -> Pos2 {
        let share = (value / self.most) as f32;
        pos2(
            self.view.x(self.chart, at),
            self.chart.bottom() - share * (self.chart.height() - 2.0) - 1.0,
        )
    }

    fn ground(&self) {
        let tokens = self.tokens();
        self.painter.rect_filled(self.chart, 0.0, tokens.canvas);
        let line = Stroke::new(1.0, tokens.line);
        self.painter
            .hline(self.chart.x_range(), self.chart.center().y, line);
        for mark in &self.curves.marks.large {
            let x = self.view.x(self.chart, mark.at);
            if self.chart.x_range().contains(x) {
                self.painter.vline(x, self.chart.y_range(), line);
            }
        }
    }

    fn frame(&self, focused: bool) {
        let tokens = self.tokens();
        let stroke = if focused {
            Stroke::new(2.0, tokens.accent)
        } else {
            Stroke::new(1.0, tokens.border)
        };
        self.painter
            .rect_stroke(self.chart, 0.0, stroke, StrokeKind::Outside);
        let font = FontId::proportional(11.0);
        let right = self.chart.left() - 5.0;
        for (y, value, align) in [
            (self.chart.top(), self.most, Align2::RIGHT_TOP),
            (self.chart.bottom(), 0.0, Align2::RIGHT_BOTTOM),
        ] {
            let words = format::number(value);
            self.painter
                .text(pos2(right, y), align, words, font.clone(), tokens.text[2]);
        }
    }

    fn curve(&self, index: usize) {
        let series = &self.curves.figure.series[index];
        let colour = run_colour(series.slot, self.dark);
        let chosen = self.curves.chosen == Some(index);
        let columns = self.chart.width().max(1.0) as usize;
        let painter = self.painter.with_clip_rect(self.view.past(self.chart));
        let mut stairs: Vec<Pos2> = Vec::new();
        for point in self.curves.visible_points(index, self.view, columns) {
            let mut here = self.position(point);
            // Deep in, the next change may be millions of points away, and dashes go all the way.
            here.x = here
                .x
                .clamp(self.chart.left() - 8.0, self.chart.right() + 8.0);
            if let Some(before) = stairs.last().copied() {
                stairs.push(pos2(here.x, before.y));
            }
            stairs.push(here);
        }
        if chosen {
            let mut area = egui::epaint::Mesh::default();
            for pair in stairs.windows(2).filter(|pair| pair[0].y == pair[1].y) {
                let bar = Rect::from_two_pos(pair[0], pos2(pair[1].x, self.chart.bottom()));
                area.add_colored_rect(bar, colour.gamma_multiply(0.1));
            }
            painter.add(Shape::mesh(area));
        }
        let stroke = Stroke::new(if chosen { 2.0 } else { 1.4 }, colour);
        let marked = (series.mark == Mark::Dashes).then_some([7.0, 3.0]);
        match marked.or(run_dashes(series.slot)) {
            Some([dash, gap]) => painter.extend(Shape::dashed_line(&stairs, stroke, dash, gap)),
            None => {
                painter.add(Shape::line(stairs, stroke));
            }
        }
        if let Some(point) = self.curves.value(index, self.view) {
            let ring = Stroke::new(1.5, colour);
            painter.circle(self.position(point), 3.5, self.tokens().canvas, ring);
        }
    }

    /// Returns the series that the one at `index` belongs to: that of the same colour whose name
    /// its own begins with, as "physics" of "physics, target".
    fn main_series(&self, index: usize) -> Option<usize> {
        let all = &self.curves.figure.series;
        let own = &all[index];
        all.iter().position(|other| {
            let rest = own.label.strip_prefix(other.label.as_str());
            other.slot == own.slot && rest.is_some_and(|rest| rest.starts_with(", "))
        })
    }

    /// Returns the series that belongs to the one at `index`.
    fn companion(&self, index: usize) -> Option<usize> {
        let mut indices = 0..self.curves.figure.series.len();
        indices.find(|other| self.main_series(*other) == Some(index))
    }

    /// Draws the title, and below it a line for each curve.
    fn legend(&self, title: &str, gutter: Rect) {
        let tokens = self.tokens();
        let corner = gutter.left_top();
        let (strong, font) = (FontId::new(12.0, bold()), FontId::proportional(11.0));
        let title = elided(self.painter, title, strong, tokens.text[0], gutter.width());
        self.painter.galley(corner, title, tokens.text[0]);
        let indices = 0..self.curves.figure.series.len();
        let all: Vec<usize> = indices
            .filter(|index| self.main_series(*index).is_none())
            .collect();
        let mut top = corner.y + TITLE;
        if let Some(hint) = self.hint(&all) {
            let below = pos2(corner.x, top - 1.0);
            self.painter
                .text(below, Align2::LEFT_TOP, hint, font.clone(), tokens.text[2]);
            top += LINE;
        }
        let room = ((gutter.bottom() - top) / LINE).floor().max(0.0) as usize;
        let shown = if all.len() > room {
            room.saturating_sub(1)
        } else {
            all.len()
        };
        let line = Rect::from_min_size(pos2(corner.x, top - 2.0), vec2(gutter.width(), LINE));
        let line = |number: usize| line.translate(vec2(0.0, number as f32 * LINE));
        let painter = self.painter.with_clip_rect(gutter.expand2(vec2(0.0, 2.0)));
        for (number, &index) in all.iter().take(shown).enumerate() {
            self.legend_line(&painter, index, line(number));
        }
        if shown < all.len() {
            let corner = line(shown).left_top() + vec2(14.0, 0.0);
            let more = format!("{} more", all.len() - shown);
            painter.text(corner, Align2::LEFT_TOP, more, font, tokens.text[2]);
        }
    }

    /// Returns the meaning of dashes, where curves belong to those at the indices `all`.
    fn hint(&self, all: &[usize]) -> Option<String> {
        let beside = all.iter().find_map(|index| self.companion(*index))?;
        let label = &self.curves.figure.series[beside].label;
        let suffix = label.rsplit(", ").next();
        Some(format!("dashed: {}", suffix.unwrap_or_default()))
    }

    /// Draws a line of the legend: the sign of the series at `index`, its name, and its value;
    /// behind that the value of the series that belongs to it, if there is room.
    fn legend_line(&self, painter: &Painter, index: usize, line: Rect) {
        let tokens = self.tokens();
        let series = &self.curves.figure.series[index];
        let swatch = Rect::from_center_size(line.left_center() + vec2(4.0, 0.0), vec2(8.0, 8.0));
        swatch_of(painter, swatch, series.slot, self.dark);
        let value = |index: usize| {
            let value = self.curves.value(index, self.view);
            value.map(|[_, value]| format::number(value))
        };
        let own = value(index).unwrap_or_default();
        let both = self.companion(index).and_then(value);
        let both = both.map(|other| format!("{own} · {other}"));
        let (font, ink) = (FontId::proportional(11.0), tokens.text[1]);
        let start = line.left_center() + vec2(14.0, 0.0);
        let laid_out = |words: &str| {
            let font = FontId::new(11.0, bold());
            painter.layout_no_wrap(words.to_owned(), font, tokens.text[0])
        };
        let whole = painter.layout_no_wrap(series.label.clone(), font.clone(), ink);
        let room = line.right() - 8.0 - start.x;
        // The name goes before the second value.
        let both = both.map(|both| laid_out(&both));
        let both = both.filter(|both| both.size().x + whole.size().x <= room);
        let value = both.unwrap_or_else(|| laid_out(&own));
        let end = line.right() - 4.0 - value.size().x;
        let name = elided(painter, &series.label, font, ink, end - 4.0 - start.x);
        painter.galley(start - vec2(0.0, name.size().y / 2.0), name, ink);
        let corner = pos2(end, line.center().y - value.size().y / 2.0);
        painter.galley(corner, value, tokens.text[0]);
    }
}

/// Draws a square in the colour of a run: hollow where its curve is dashed, with a dot where it is
/// dotted.
pub fn swatch_of(painter: &Painter, square: Rect, slot: usize, dark: bool) {
    let style = run_style(slot, dark);
    if style.is_hollow {
        let stroke = Stroke::new(2.0, style.colour);
        painter.rect_stroke(square, 1.0, stroke, StrokeKind::Inside);
    } else {
        painter.rect_filled(square, 2.0, style.colour);
    }
    if style.has_dot {
        let ink = if style.is_hollow {
            style.colour
        } else {
            tokens(dark).canvas
        };
        painter.circle_filled(square.center(), square.width() / 5.0, ink);
    }
}
