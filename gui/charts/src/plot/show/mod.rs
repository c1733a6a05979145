//! Figures in the window.

mod grid;
mod legend;
mod notes;
mod sight;

use egui::{Align2, Id, Rect, Sense, Stroke, Ui, Vec2b, vec2};
use egui_plot::{
    Bar, BarChart, FilledArea, HoverPosition, Line, LineStyle, Plot, PlotPoint, PlotPoints,
    PlotTransform, PlotUi, Points, Text,
};

pub use legend::legend;
pub(crate) use sight::{stairs, title_across, visible_points, within};

use super::figure::{Axis, Band, Figure, Mark, Series};
use super::series::Point;
use crate::colour::tokens::tokens;
use crate::colour::{GREY, run_colour, run_dashes};
use grid::{LINE, WORDS, day, days, marks, tick};
use notes::{notes_apart, room_for_notes};
use sight::cut;

/// Shows `figure` in all available room.
pub fn show(ui: &mut Ui, figure: &Figure, id: Id) {
    draw_all(ui, figure, id, Dress::Full);
}

/// Shows `figure` without legend and axis titles, which would take a small plot's room. It moves in
/// time only; the wheel is left to the surrounding area.
pub fn show_small(ui: &mut Ui, figure: &Figure, id: Id) {
    draw_all(ui, figure, id, Dress::Small);
}

/// Shows `figure` with axis titles and no legend, where colours are explained beside.
pub fn show_beside(ui: &mut Ui, figure: &Figure, id: Id) {
    draw_all(ui, figure, id, Dress::Axes);
}

/// Shows `figure` as [`show_beside`] does, with each point a button: returns the indices of the
/// series and the point that is clicked. `name` returns the accessible name of a point.
pub fn show_points(
    ui: &mut Ui,
    figure: &Figure,
    id: Id,
    name: impl Fn(usize, usize) -> String,
) -> Option<(usize, usize)> {
    let transform = draw_all(ui, figure, id, Dress::Axes);
    let mut clicked = None;
    for (series, curve) in figure.series.iter().enumerate() {
        for (index, [x, y]) in curve.points.iter().enumerate() {
            let at = PlotPoint::new(figure.x.even(*x), figure.y.even(*y));
            let at = transform.position_from_point(&at);
            if !transform.frame().expand(2.0).contains(at) {
                continue;
            }
            let rect = Rect::from_center_size(at, vec2(12.0, 12.0));
            let point = ui.interact(rect, id.with((series, index)), Sense::click());
            let name = name(series, index);
            if point.hovered() || point.has_focus() {
                let stroke = Stroke::new(2.0, tokens(ui.visuals().dark_mode).accent);
                ui.painter().circle_stroke(at, 6.0, stroke);
            }
            let point = point.accessible_name(name.clone()).on_hover_text(name);
            if point.clicked() {
                clicked = Some((series, index));
            }
        }
    }
    clicked
}

/// Surroundings of the curves of a plot.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dress {
    /// Legend and axis titles.
    Full,
    /// Axis titles.
    Axes,
    /// Neither, in little room.
    Small,
}

fn draw_all(ui: &mut Ui, figure: &Figure, id: Id, dress: Dress) -> PlotTransform {
    if dress == Dress::Full {
        legend(ui, figure, false);
    }
    let dark = ui.visuals().dark_mode;
    let columns = ui.available_width().max(1.0) as usize;
    let [x, y] = figure.extent();
    let even = |axis: &Axis, [low, high]: [f64; 2]| (axis.even(low), axis.even(high));
    let ((left, right), (bottom, top)) = (even(&figure.x, x), even(&figure.y, y));
    let right = right.max(left + room_for_notes(ui, figure, [left, right]));
    let notes = notes_apart(ui, figure, [left, right], [bottom, top]);
    let label = title_across(figure, columns);
    let width = ui.available_width();
    let small = dress == Dress::Small;
    let mut plot = Plot::new(id)
        .id(id)
        .x_grid_spacer(move |input| {
            if figure.x.has_dates() {
                days(&figure.x, &input, width)
            } else {
                marks(&figure.x, &input, WORDS)
            }
        })
        .y_grid_spacer(move |input| marks(&figure.y, &input, if small { LINE } else { WORDS }))
        .x_axis_formatter(move |mark, range| {
            if figure.x.has_dates() {
                day(&figure.x, mark, range, width)
            } else {
                tick(&figure.x, mark)
            }
        })
        .y_axis_formatter(|mark, _| tick(&figure.y, mark))
        .label_formatter(|hover| hover_text(figure, hover))
        .include_x(left)
        .include_x(right)
        .include_y(bottom)
        .include_y(top)
        .grid_color(tokens(dark).line)
        .grid_fade(0.0)
        .allow_boxed_zoom(true);
    if small {
        let time = Vec2b::new(true, false);
        plot = plot.allow_scroll(false).allow_drag(time).allow_zoom(time);
    } else {
        plot = plot.x_axis_label(label).y_axis_label(label_up(ui, figure));
    }
    let shown = plot.show(ui, |plot| {
        for band in &figure.bands {
            plot.add(filled(figure, band, dark));
        }
        for series in &figure.series {
            draw(plot, figure, series, columns, dark);
        }
        for ([x, y], note) in notes.into_iter().zip(&figure.notes) {
            let index = PlotPoint::new(x, y);
            let words = format!("  {}", note.words);
            let words = Text::new("", index, words).anchor(Align2::LEFT_CENTER);
            plot.text(words.allow_hover(false));
        }
    });
    shown.transform
}

/// Returns the title along the axis on the left: its division only where there is room.
fn label_up(ui: &Ui, figure: &Figure) -> String {
    // Height of the axis below.
    const BELOW: f32 = 50.0;
    let font = egui::TextStyle::Body.resolve(ui.style());
    let whole = figure.y.title();
    let words = ui.painter().layout_no_wrap(whole.clone(), font, GREY);
    if words.size().x <= ui.available_height() - BELOW {
        whole
    } else {
        figure.y.name()
    }
}

/// Returns the area of `band`.
fn filled(figure: &Figure, band: &Band, dark: bool) -> FilledArea {
    let part = |part: usize, axis: &Axis| -> Vec<f64> {
        let points = band.points.iter();
        points.map(|point| axis.even(point[part])).collect()
    };
    let (xs, low, high) = (part(0, &figure.x), part(1, &figure.y), part(2, &figure.y));
    FilledArea::new("", &xs, &low, &high)
        .fill_color(run_colour(band.slot, dark).gamma_multiply(0.13))
        .allow_hover(false)
}

/// Adds one curve with as many points as can be told apart.
fn draw<'a>(plot: &mut PlotUi<'a>, figure: &Figure, series: &Series, columns: usize, dark: bool) {
    let bounds = plot.plot_bounds();
    let [low, high] = [bounds.min()[0], bounds.max()[0]].map(|even| figure.x.value(even));
    let visible = match series.mark {
        Mark::Path | Mark::Points | Mark::Rings => &series.points,
        _ => within(&series.points, low, high),
    };
    let even = |[x, y]: Point| [figure.x.even(x), figure.y.even(y)];
    let mut placed: Vec<Point> = visible.iter().copied().map(even).collect();
    if matches!(series.mark, Mark::Step | Mark::Dashes | Mark::Line) {
        cut(&mut placed, bounds.range_x(), series.mark == Mark::Line);
    }
    let thinned = match series.mark {
        Mark::Path | Mark::Points | Mark::Rings => placed.clone(),
        _ => visible_points(&placed, &figure.x, columns),
    };
    let colour = run_colour(series.slot, dark);
    let line = |points: Vec<Point>| {
        let line = Line::new(series.label.clone(), PlotPoints::from(points))
            .color(colour)
            .width(1.5)
            // Points are thinned already; bands would join steps by wedges.
            .allow_band(false);
        match run_dashes(series.slot) {
            Some([dash, gap]) => line.style(LineStyle::Dashed { length: dash + gap }),
            None => line,
        }
    };
    match series.mark {
        Mark::Step => plot.line(line(stairs(&thinned))),
        Mark::Dashes => {
            plot.line(line(stairs(&thinned)).style(LineStyle::dashed_dense()));
        }
        Mark::Line => plot.line(line(thinned)),
        Mark::Rings => {
            let rings = Points::new(series.label.clone(), PlotPoints::from(thinned));
            plot.points(rings.color(colour).radius(8.0).filled(false));
        }
        Mark::Points => {
            let dots = Points::new(series.label.clone(), PlotPoints::from(thinned));
            plot.points(dots.color(colour).radius(3.5));
        }
        Mark::Dots | Mark::Path => {
            plot.line(line(thinned.clone()));
            let dots = Points::new(series.label.clone(), PlotPoints::from(thinned));
            plot.points(dots.color(colour).radius(3.5));
        }
        Mark::Bars(width) => {
            let bar = |&[x, y]: &Point| Bar::new(x, y).width(width).fill(colour);
            let bars = BarChart::new(series.label.clone(), placed.iter().map(bar).collect());
            let (name, x, y) = (series.label.clone(), figure.x.clone(), figure.y.clone());
            let words = move |bar: &Bar, _: &BarChart| {
                let (class, value) = (x.format(bar.argument), y.format(bar.value));
                format!("{name}\n{class}: {value}")
            };
            plot.bar_chart(bars.color(colour).element_formatter(Box::new(words)));
        }
    }
}

/// Returns the values of the curves at the pointer, or the text of the point there.
fn hover_text(figure: &Figure, hover: &HoverPosition<'_>) -> Option<String> {
    let value = |place: &PlotPoint| [figure.x.value(place.x), figure.y.value(place.y)];
    match hover {
        HoverPosition::NearDataPoint {
            plot_name,
            position,
            ..
        } => {
            let [x, y] = value(position);
            let of_point = figure.reading_of(plot_name, [x, y]);
            of_point.or_else(|| figure.reading(x))
        }
        HoverPosition::Elsewhere { position } => figure.reading(value(position)[0]),
    }
}
