//! Pointer, wheel and keys applied to the view of a graph.

use egui::{Key, Rect, Response, Ui, Vec2, vec2};

use super::GraphView;
use crate::plot::focus as chart_focus;

/// Zoom per point of the wheel.
const WHEEL: f32 = 1.0 / 200.0;

/// Applies the input on `chart`.
pub(super) fn apply(ui: &Ui, response: &Response, chart: Rect, view: &mut GraphView) {
    if response.double_clicked() {
        view.fit_all();
    }
    let moved = response.drag_delta();
    if moved != Vec2::ZERO {
        view.pan(chart, moved);
    }
    wheel(ui, response, chart, view);
    keys(ui, response, chart, view);
}

/// Zooms by the wheel; a sideways wheel pans.
fn wheel(ui: &Ui, response: &Response, chart: Rect, view: &mut GraphView) {
    let Some(index) = response.hover_pos().filter(|index| chart.contains(*index)) else {
        return;
    };
    // Taken, so that no scroll area around the chart moves as well.
    let turned = ui.input_mut(|input| std::mem::take(&mut input.smooth_scroll_delta));
    if turned.y != 0.0 {
        view.zoom(chart, index, (turned.y * WHEEL).exp());
    }
    if turned.x != 0.0 {
        view.pan(chart, vec2(turned.x, 0.0));
    }
}

/// Arrows pan, plus and minus zoom, Home shows all, while the chart has the focus.
fn keys(ui: &Ui, response: &Response, chart: Rect, view: &mut GraphView) {
    if !chart_focus::has_keys(ui, response) {
        return;
    }
    let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
    let step = chart.size() / 10.0;
    for (key, moved) in [
        (Key::ArrowLeft, vec2(step.x, 0.0)),
        (Key::ArrowRight, vec2(-step.x, 0.0)),
        (Key::ArrowUp, vec2(0.0, step.y)),
        (Key::ArrowDown, vec2(0.0, -step.y)),
    ] {
        if pressed(key) {
            view.pan(chart, moved);
        }
    }
    if pressed(Key::Plus) || pressed(Key::Equals) {
        view.zoom(chart, chart.center(), 1.5);
    }
    if pressed(Key::Minus) {
        view.zoom(chart, chart.center(), 1.0 / 1.5);
    }
    if pressed(Key::Home) {
        view.fit_all();
    }
}
