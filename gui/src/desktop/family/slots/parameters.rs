//! Parameters of the policy that buys windows of slots.

use egui::Ui;

use crate::desktop::panels::form::Form;
use crate::desktop::widgets::parameter::{Number, choice_of};
use crate::scenario::slots::told;

impl Form<'_> {
    /// Shows the widgets of the policy that buys windows.
    pub(super) fn slot_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.slots;
        let reset = &self.document.opened.parameters.slots;
        choice_of(ui, &told::CRITERION, &mut asked.criterion, &reset.criterion);
        let (budget, scale, horizon) = (&told::BUDGET, &told::SCALE, &told::HORIZON);
        let first = 1_000.0;
        let number = Number::of(budget);
        number.optional(ui, &mut asked.budget, &reset.budget, budget.absent, first);
        let mut parts = u64::from(asked.scale);
        Number::of(scale).whole(ui, &mut parts, u64::from(reset.scale));
        asked.scale = parts as u32;
        let first = 86_400.0;
        let number = Number::of(horizon);
        number.optional(
            ui,
            &mut asked.horizon,
            &reset.horizon,
            horizon.absent,
            first,
        );
    }
}
