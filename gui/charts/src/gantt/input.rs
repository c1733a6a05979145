//! Pointer, wheel and keys applied to a view.

use egui::{Key, Rect, Response, Ui, Vec2};

use super::{GanttView, Pointer};
use crate::plot::focus as chart_focus;

/// Zoom per point of the wheel.
const WHEEL: f32 = 1.0 / 200.0;
/// Least width of a drag that selects a span, in points.
const LEAST_SPAN: f64 = 3.0;

/// Applies the input on `chart`.
pub(crate) fn apply(ui: &Ui, response: &Response, chart: Rect, view: &mut GanttView) {
    if response.double_clicked() {
        view.fit_all();
    }
    drag(ui, response, chart, view);
    apply_without_drag(ui, response, chart, view);
}

/// Applies all input but dragging, while something else is dragged.
pub(super) fn apply_without_drag(ui: &Ui, response: &Response, chart: Rect, view: &mut GanttView) {
    wheel(ui, response, chart, view);
    keys(ui, response, view);
    let position = response.hover_pos().filter(|index| chart.contains(*index));
    let here = position.map(|index| Pointer {
        over: response.id,
        at: view.at(chart, index).0,
    });
    if here.is_some()
        || view
            .pointer
            .is_some_and(|pointer| pointer.over == response.id)
    {
        view.pointer = here;
    }
}

fn drag(ui: &Ui, response: &Response, chart: Rect, view: &mut GanttView) {
    if response.drag_started() && selects(ui, view) {
        let origin = ui.input(|input| input.pointer.press_origin());
        view.selecting = origin.map(|origin| view.at(chart, origin).0);
    }
    if let Some(from) = view.selecting
        && (response.dragged() || response.drag_stopped())
    {
        return select(response, chart, from, view);
    }
    let moved = response.drag_delta();
    if moved != Vec2::ZERO {
        let seconds = f64::from(moved.x / chart.width()) * view.seconds();
        let rows = f64::from(moved.y / chart.height()) * view.rows();
        view.pan(-seconds, -rows);
    }
}

/// Whether a drag that begins now selects a span of time.
pub(super) fn selects(ui: &Ui, view: &GanttView) -> bool {
    view.drags_select || ui.input(|input| input.modifiers.shift)
}

/// Selects from the instant `from` to the pointer.
fn select(response: &Response, chart: Rect, from: f64, view: &mut GanttView) {
    if let Some(index) = response.interact_pointer_pos() {
        let [first, last, ..] = view.bounds;
        let ends = [from, view.at(chart, index).0].map(|at| at.clamp(first, last.max(first)));
        let span = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        let width = (span[1] - span[0]) / view.seconds() * f64::from(chart.width());
        view.span = (width >= LEAST_SPAN).then_some(span);
    }
    if response.drag_stopped() {
        view.selecting = None;
    }
}

/// Zooms time by the wheel or two fingers on a touchpad, rows with shift; a sideways wheel pans.
/// With the control key the wheel scales the window and does not arrive here.
fn wheel(ui: &Ui, response: &Response, chart: Rect, view: &mut GanttView) {
    let Some(index) = response.hover_pos().filter(|index| chart.contains(*index)) else {
        return;
    };
    // Taken, so that no scroll area around the chart moves as well.
    let (turned, shift, pinched) = ui.input_mut(|input| {
        (
            std::mem::take(&mut input.smooth_scroll_delta),
            input.modifiers.shift,
            input.zoom_delta(),
        )
    });
    let (time, row) = view.at(chart, index);
    let factor = |points: f32| f64::from((points * WHEEL).exp());
    if shift && turned != Vec2::ZERO {
        view.zoom_rows(row, factor(turned.x + turned.y));
        return;
    }
    if turned.y != 0.0 || pinched != 1.0 {
        view.zoom_time(time, factor(turned.y) * f64::from(pinched));
    }
    if turned.x != 0.0 {
        view.pan(-f64::from(turned.x / chart.width()) * view.seconds(), 0.0);
    }
}

/// Arrows pan, plus and minus zoom, Home shows all, while the chart has the focus.
pub(crate) fn keys(ui: &Ui, response: &Response, view: &mut GanttView) {
    if !chart_focus::has_keys(ui, response) {
        return;
    }
    let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
    let (middle, row) = (
        view.t0 + view.seconds() / 2.0,
        view.row0 + view.rows() / 2.0,
    );
    let (seconds, rows) = (view.seconds() / 10.0, view.rows() / 10.0);
    for (key, across, down) in [
        (Key::ArrowLeft, -seconds, 0.0),
        (Key::ArrowRight, seconds, 0.0),
        (Key::ArrowUp, 0.0, -rows),
        (Key::ArrowDown, 0.0, rows),
    ] {
        if pressed(key) {
            view.pan(across, down);
        }
    }
    if pressed(Key::Plus) || pressed(Key::Equals) {
        view.zoom_time(middle, 1.5);
    }
    if pressed(Key::Minus) {
        view.zoom_time(middle, 1.0 / 1.5);
    }
    if pressed(Key::PageUp) {
        view.zoom_rows(row, 1.5);
    }
    if pressed(Key::PageDown) {
        view.zoom_rows(row, 1.0 / 1.5);
    }
    if pressed(Key::Home) {
        view.fit_all();
    }
}
