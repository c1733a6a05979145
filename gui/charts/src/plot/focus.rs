//! Keyboard focus of a chart.

use egui::{EventFilter, Response, Ui};

/// Whether keys go to the chart of `response`: a click gives it the focus, and while it has that,
/// arrows move the chart and not the focus.
pub(crate) fn has_keys(ui: &Ui, response: &Response) -> bool {
    if response.clicked() {
        response.request_focus();
    }
    if !response.has_focus() {
        return false;
    }
    let arrows = EventFilter {
        horizontal_arrows: true,
        vertical_arrows: true,
        ..Default::default()
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, arrows));
    true
}
