//! What the policy that buys windows of slots is told.

use cosched_core::slots::Criterion;
use egui::Ui;

use crate::desktop::panels::form::Form;
use crate::desktop::widgets::parameter::{Number, choice};
use crate::scenario::slots::told;

/// Every criterion with its name and what it means.
const CRITERIA: [(Criterion, &str, &str); 6] = [
    (Criterion::FirstFit, "FirstFit", "The earliest start"),
    (
        Criterion::GroupFirst,
        "FirstFit by group",
        "The earliest start on the fastest nodes on which there is a window at all",
    ),
    (Criterion::MinFinish, "MinFinish", "The earliest end"),
    (Criterion::MinRuntime, "MinRuntime", "The shortest"),
    (Criterion::MinCost, "MinCost", "The cheapest"),
    (
        Criterion::MaxQ,
        "MaxQ",
        "The greatest sum of the nodes' qualities within the budget",
    ),
];

impl Form<'_> {
    /// The widgets of the policy that buys windows.
    pub(super) fn slot_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.slots;
        let reset = &self.document.opened.parameters.slots;
        choice(
            ui,
            (
                "Criterion",
                "What makes a window the best, for jobs that name no criterion",
            ),
            &mut asked.criterion,
            &reset.criterion,
            &CRITERIA,
        );
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
