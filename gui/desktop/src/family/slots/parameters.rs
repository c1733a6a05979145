//! Widgets of the policy that buys windows of slots.

use egui::Ui;

use crate::panels::form::Form;
use crate::widgets::lines::lines_but;

impl Form<'_> {
    /// Shows the widgets of the policy that buys windows.
    pub(super) fn slot_parameters(&mut self, ui: &mut Ui) {
        let requested = &mut self.document.scenario.parameters.slots;
        lines_but(ui, &[], requested, &self.document.opened.parameters.slots);
    }
}
