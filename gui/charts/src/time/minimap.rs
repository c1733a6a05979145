//! All of time in little room, with the part of it that is in sight.

use egui::epaint::Mesh;
use egui::{
    Align2, Color32, CursorIcon, FontId, Painter, Pos2, Rect, Response, Shape, Stroke, StrokeKind,
    Ui, pos2, vec2,
};

use super::marks;
use crate::colour::tokens::{Tokens, tokens};
use crate::gantt::GanttView;
use crate::look::bold;
use crate::plot::series::{self, Point};
use laboratory::record::clock::Clock;

/// Height of the picture, and of the names below it.
const PICTURE: f32 = 30.0;
const NAMES: f32 = 18.0;
/// Height of the minimap.
pub const HEIGHT: f32 = PICTURE + NAMES;
/// Distance from an edge within which it can be dragged.
const EDGE: f32 = 6.0;

/// Curves of a minimap, each as a share of the greatest value.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    /// Busy nodes, as an area.
    pub busy: Vec<Point>,
    /// Waiting jobs, as a line.
    pub waiting: Vec<Point>,
}

impl Overview {
    /// Returns the means of two step functions, in so many columns each.
    pub fn new(busy: &[Point], waiting: &[Point], columns: usize) -> Self {
        let share = |points: &[Point]| {
            let mut means = if points.len() > columns {
                series::means(points, columns)
            } else {
                points.to_vec()
            };
            // Nothing is held beyond the last point.
            let held = means.len().saturating_sub(1);
            let values = means[..held].iter().map(|point| point[1]);
            let most = values.fold(f64::MIN_POSITIVE, f64::max);
            means.iter_mut().for_each(|point| point[1] /= most);
            means
        };
        Self {
            busy: share(busy),
            waiting: share(waiting),
        }
    }
}

/// Part of the window that is being dragged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grip {
    Left,
    Right,
    Middle,
}

/// Draws all of time, called `title` with `remark` below, and moves `view` as its window is
/// dragged.
pub fn show(
    ui: &mut Ui,
    [title, remark]: [&str; 2],
    overview: &Overview,
    clock: &Clock,
    view: &mut GanttView,
) {
    let (row, response, painter) = super::row(ui, "Whole schedule", HEIGHT);
    let tokens = tokens(ui.visuals().dark_mode);
    let corner = row.gutter.left_top() + vec2(0.0, 4.0);
    painter.text(
        corner,
        Align2::LEFT_TOP,
        title,
        FontId::new(12.0, bold()),
        tokens.text[0],
    );
    let below = corner + vec2(0.0, 17.0);
    painter.text(
        below,
        Align2::LEFT_TOP,
        remark,
        FontId::proportional(11.0),
        tokens.text[2],
    );
    let chart = row.chart.with_max_y(row.chart.top() + PICTURE);
    let whole = GanttView::of(view.bounds);
    painter.rect_filled(chart, 2.0, tokens.inset.gamma_multiply(0.6));
    let past = GanttView {
        until: view.until,
        ..whole
    }
    .past(chart);
    let come = painter.with_clip_rect(painter.clip_rect().with_max_x(past.right()));
    area(&come, chart, &whole, &overview.busy, tokens.wait[1]);
    line(&come, chart, &whole, &overview.waiting, tokens.wait[3]);
    names(&painter, chart, &whole, clock, tokens);
    drag(ui, &response, chart, &whole, view);
    window(&painter, chart, &whole, view, tokens);
}

fn area(painter: &Painter, chart: Rect, whole: &GanttView, points: &[Point], colour: Color32) {
    let mut mesh = Mesh::default();
    for pair in points.windows(2) {
        let [left, right] = [pair[0][0], pair[1][0]].map(|at| whole.x(chart, at));
        let top = chart.bottom() - pair[0][1] as f32 * (chart.height() - 2.0);
        let bar = Rect::from_min_max(pos2(left, top), pos2(right, chart.bottom()));
        mesh.add_colored_rect(bar, colour);
    }
    painter.add(Shape::mesh(mesh));
}

fn line(painter: &Painter, chart: Rect, whole: &GanttView, points: &[Point], colour: Color32) {
    let position = |point: &Point| {
        let top = chart.bottom() - 1.0 - point[1] as f32 * (chart.height() - 3.0);
        pos2(whole.x(chart, point[0]), top)
    };
    let mut stairs: Vec<Pos2> = Vec::with_capacity(2 * points.len());
    for point in points.iter().map(position) {
        if let Some(before) = stairs.last().copied() {
            stairs.push(pos2(point.x, before.y));
        }
        stairs.push(point);
    }
    painter.add(Shape::line(stairs, Stroke::new(1.0, colour)));
}

fn names(painter: &Painter, chart: Rect, whole: &GanttView, clock: &Clock, tokens: &Tokens) {
    let marks = marks::marks(clock, whole.t0, whole.t1, chart.width());
    let mut end = f32::MIN;
    let mut all: Vec<_> = marks.large.into_iter().chain(marks.small).collect();
    all.sort_by(|one, other| one.at.total_cmp(&other.at));
    for mark in all {
        let x = whole.x(chart, mark.at);
        if x < chart.left() - 1.0 {
            continue;
        }
        let font = FontId::proportional(11.0);
        let name = painter.layout_no_wrap(mark.name, font, tokens.text[2]);
        painter.vline(
            x,
            chart.bottom()..=chart.bottom() + 3.0,
            Stroke::new(1.0, tokens.border),
        );
        let left = x - 2.0;
        if left >= end && left + name.size().x <= chart.right() + 10.0 {
            end = left + name.size().x + 8.0;
            painter.galley(pos2(left, chart.bottom() + 2.0), name, tokens.text[2]);
        }
    }
}

/// A press on an edge moves that edge, within the window all of it; elsewhere the window moves
/// there.
fn drag(ui: &Ui, response: &Response, chart: Rect, whole: &GanttView, view: &mut GanttView) {
    let edges = [view.t0, view.t1].map(|at| whole.x(chart, at));
    let grip = |position: Pos2| match position.x {
        x if (x - edges[0]).abs() <= EDGE && (x - edges[0]).abs() <= (x - edges[1]).abs() => {
            Some(Grip::Left)
        }
        x if (x - edges[1]).abs() <= EDGE => Some(Grip::Right),
        x if (edges[0]..=edges[1]).contains(&x) => Some(Grip::Middle),
        _ => None,
    };
    let id = response.id.with("grip");
    let held = ui.data(|data| data.get_temp::<Option<Grip>>(id).flatten());
    let under = held.or_else(|| response.hover_pos().and_then(grip));
    match under {
        Some(Grip::Left | Grip::Right) => ui.set_cursor_icon(CursorIcon::ResizeHorizontal),
        Some(Grip::Middle) => ui.set_cursor_icon(CursorIcon::Grab),
        None => {}
    }
    let Some(position) = response.interact_pointer_pos() else {
        ui.data_mut(|data| data.insert_temp::<Option<Grip>>(id, None));
        steer(ui, response, chart, whole, view);
        return;
    };
    let at = whole.at(chart, position).0;
    let moved = f64::from(response.drag_delta().x / chart.width()) * whole.seconds();
    let held = held.or_else(|| grip(position)).unwrap_or_else(|| {
        let seconds = at - f64::midpoint(view.t0, view.t1);
        view.pan(seconds, 0.0);
        Grip::Middle
    });
    ui.data_mut(|data| data.insert_temp(id, Some(held)));
    match held {
        Grip::Left => view.zoom_time(view.t1, factor(view.t1 - at, view)),
        Grip::Right => view.zoom_time(view.t0, factor(at - view.t0, view)),
        Grip::Middle => view.pan(moved, 0.0),
    }
}

/// Returns the zoom to a view that is so many seconds long.
fn factor(seconds: f64, view: &GanttView) -> f64 {
    view.seconds() / seconds.max(view.seconds() / 1e3)
}

/// Handles keys and the wheel as in the charts below.
fn steer(ui: &Ui, response: &Response, chart: Rect, whole: &GanttView, view: &mut GanttView) {
    if response.double_clicked() {
        view.fit_all();
    }
    let pointed = response.hover_pos().filter(|index| chart.contains(*index));
    if let Some(index) = pointed {
        let turned = ui.input_mut(|input| std::mem::take(&mut input.smooth_scroll_delta));
        if turned.y != 0.0 {
            let at = whole.at(chart, index).0.clamp(view.t0, view.t1);
            view.zoom_time(at, f64::from((turned.y / 200.0).exp()));
        }
    }
    crate::gantt::input::keys(ui, response, view);
}

fn window(painter: &Painter, chart: Rect, whole: &GanttView, view: &GanttView, tokens: &Tokens) {
    let [left, right] =
        [view.t0, view.t1].map(|at| whole.x(chart, at).clamp(chart.left(), chart.right()));
    let middle = f32::midpoint(left, right);
    let half = ((right - left) / 2.0).max(3.0);
    let part = Rect::from_x_y_ranges(middle - half..=middle + half, chart.y_range());
    painter.rect_filled(part, 3.0, tokens.accent.gamma_multiply(0.08));
    painter.rect_stroke(
        part,
        3.0,
        Stroke::new(2.0, tokens.accent),
        StrokeKind::Inside,
    );
    for x in [part.left() + 1.0, part.right() - 1.0] {
        let handle = Rect::from_center_size(pos2(x, part.center().y), vec2(3.0, 12.0));
        painter.rect_filled(handle, 1.5, tokens.accent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_changes_are_shown_by_their_means() {
        let busy: Vec<Point> = (0..1000)
            .map(|x| [f64::from(x), f64::from(x % 2)])
            .collect();
        let overview = Overview::new(&busy, &[[0.0, 5.0], [10.0, 0.0]], 10);
        assert_eq!(overview.busy.len(), 11);
        assert!(
            overview.busy[..10].iter().all(|point| point[1] > 0.98),
            "{overview:?}"
        );
        assert_eq!(overview.waiting, [[0.0, 1.0], [10.0, 0.0]]);
        assert!(Overview::new(&[], &[], 10).busy.is_empty());
    }

    /// Below the picture there is room for the whole of a month's name.
    #[test]
    fn names_of_months_are_not_cut_at_their_feet() {
        let ctx = egui::Context::default();
        let mut view = GanttView::of([0.0, 100.0 * 86_400.0, 0.0, 4.0]);
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            let clock = Clock::default();
            show(
                ui,
                ["Whole schedule", "100 d"],
                &Overview::default(),
                &clock,
                &mut view,
            );
        });
        output.textures_delta.clear();
        let names = output
            .shapes
            .iter()
            .filter_map(|clipped| match &clipped.shape {
                Shape::Text(text) => Some((text.visual_bounding_rect(), clipped.clip_rect)),
                _ => None,
            });
        let names: Vec<(Rect, Rect)> = names.collect();
        assert!(names.len() > 3, "{names:?}");
        for (name, clip) in names {
            assert!(name.bottom() <= clip.bottom(), "{name:?} in {clip:?}");
        }
    }
}
