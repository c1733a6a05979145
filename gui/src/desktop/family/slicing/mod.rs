//! Parameters of Scojo-PECT: its slices, its classes, and its choice of nodes.

pub(in crate::desktop) mod classes;
pub(in crate::desktop) mod considered;
pub(in crate::desktop) mod memory;
pub(in crate::desktop) mod readings;

use egui::{CollapsingHeader, Ui};

use super::room::Room;
use crate::base::words;
use crate::desktop::panels::form::Form;
use crate::desktop::shared::pane::Pane;
use crate::desktop::widgets::parameter::{Number, choice, choice_of, choices, switch_of};
use crate::family::slicing::FAMILY;
use crate::scenario::slicing::{Allocation, Class, Slice, Slicing, told};
use crate::scenario::{PolicyName, Variant};

pub(in crate::desktop) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.slicing_parameters(ui)),
    above: &[Pane::Memory],
    below: &[Pane::Classes, Pane::Overhead],
    ..Room::of_family(&FAMILY)
};

/// Classes in the order in which their slices are listed.
const CLASSES: [(Class, &str); 3] = [
    (Class::Long, "Long slice"),
    (Class::Medium, "Medium slice"),
    (Class::Short, "Short slice"),
];

/// Every order of three slices with its name.
const ORDERS: [([Class; 3], &str); 6] = [
    (
        [Class::Long, Class::Medium, Class::Short],
        "long, medium, short",
    ),
    (
        [Class::Long, Class::Short, Class::Medium],
        "long, short, medium",
    ),
    (
        [Class::Medium, Class::Long, Class::Short],
        "medium, long, short",
    ),
    (
        [Class::Medium, Class::Short, Class::Long],
        "medium, short, long",
    ),
    (
        [Class::Short, Class::Long, Class::Medium],
        "short, long, medium",
    ),
    (
        [Class::Short, Class::Medium, Class::Long],
        "short, medium, long",
    ),
];

/// Returns the method of choosing nodes, without its parameters.
fn method(allocation: Allocation) -> Allocation {
    match allocation {
        Allocation::MemoryAware(_) => Allocation::default(),
        plain => plain,
    }
}

impl Form<'_> {
    /// Shows the widgets of Scojo-PECT's parameters.
    pub(in crate::desktop) fn slicing_parameters(&mut self, ui: &mut Ui) {
        let opened = &self.document.opened.parameters.slicing;
        let slicing = &mut self.document.scenario.parameters.slicing;
        slices(ui, slicing, opened);
        allocation(ui, &mut slicing.allocation, opened.allocation);
        self.compare_allocations(ui);
        let opened = &self.document.opened.parameters.slicing;
        let slicing = &mut self.document.scenario.parameters.slicing;
        CollapsingHeader::new("More of Scojo-PECT")
            .id_salt("more slicing")
            .show(ui, |ui| more(ui, slicing, opened));
        CollapsingHeader::new("Readings of the paper")
            .id_salt("readings")
            .show(ui, |ui| readings::show(ui, slicing, opened));
    }

    /// Shows a way to a second run that differs in the choice of nodes alone.
    fn compare_allocations(&mut self, ui: &mut Ui) {
        let scenario = &mut self.document.scenario;
        let now = method(scenario.parameters.slicing.allocation);
        let menu = ui.menu_button("Compare with…", |ui| {
            for (method, name, sentence) in choices(&told::ALLOCATION) {
                if method == now || !ui.button(name).on_hover_text(sentence).clicked() {
                    continue;
                }
                let label = Some(format!("{}, {name}", PolicyName::ScojoPect.title()));
                let mut parameters = scenario.parameters.clone();
                parameters.slicing.allocation = method;
                scenario.variants.retain(|variant| variant.label != label);
                scenario.variants.push(Variant {
                    policy: PolicyName::ScojoPect,
                    label,
                    parameters,
                });
                ui.close();
            }
        });
        let counted_in = self.experiment.as_ref().map(|all| all.counted_in);
        menu.response.on_hover_text(format!(
            "A further run with the parameters as they are now, except for how {} are chosen",
            counted_in.unwrap_or_default().many()
        ));
    }
}

/// Shows lengths and order of the slices.
fn slices(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    for (class, name) in CLASSES {
        let reset = opened.slices.iter().find(|slice| slice.0 == class);
        let mut of_class = slicing.slices.iter_mut().filter(|slice| slice.0 == class);
        if let (Some(slice), None) = (of_class.next(), of_class.next()) {
            let reset = reset.map_or(slice.1, |slice| slice.1);
            let number = Number {
                name,
                ..Number::of(&told::SLICE).in_steps(5.0, 3)
            };
            number.real(ui, &mut slice.1, reset);
        }
    }
    order(ui, &mut slicing.slices, &opened.slices);
}

/// Shows the parameters that are changed less often.
fn more(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    let sum: f64 = slicing.slices.iter().map(|slice| slice.1).sum();
    let absent = format!("{} (the sum)", words::span(sum));
    let interval = Number::of(&told::INTERVAL).in_steps(5.0, 3);
    interval.optional(ui, &mut slicing.interval, &opened.interval, &absent, sum);
    classes(ui, slicing, opened);
    choice_of(
        ui,
        &told::BACKFILLING,
        &mut slicing.backfilling,
        &opened.backfilling,
    );
    switch_of(
        ui,
        &told::FILL_SLICES,
        &mut slicing.fill_slices,
        opened.fill_slices,
    );
    switch_of(
        ui,
        &told::LAUNCH_GUARD,
        &mut slicing.launch_guard,
        opened.launch_guard,
    );
}

/// Shows the order of three slices; others stay as in the scenario's text.
fn order(ui: &mut Ui, slices: &mut [Slice], opened: &[Slice]) {
    let order_of = |slices: &[Slice]| {
        let classes: Vec<Class> = slices.iter().map(|slice| slice.0).collect();
        let known = ORDERS.iter().find(|(order, _)| classes == order);
        known.map(|(order, _)| *order)
    };
    let Some(mut now) = order_of(slices) else {
        ui.weak(format!("{} slices, see the scenario text", slices.len()));
        return;
    };
    let choices = ORDERS.map(|(order, name)| (order, name, "The interval begins with the first"));
    let reset = order_of(opened).unwrap_or(now);
    let name = (
        "Slice order",
        "Which class's slice comes first in an interval",
    );
    choice(ui, name, &mut now, &reset, &choices);
    slices.sort_by_key(|slice| now.iter().position(|class| *class == slice.0));
}

/// Shows the limits of the classes.
fn classes(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    let bounds = &mut slicing.classes;
    let usual = &opened.classes;
    Number::of(&told::MEDIUM).real(ui, &mut bounds.medium, usual.medium);
    Number::of(&told::LONG).real(ui, &mut bounds.long, usual.long);
    let (bound, usual) = (
        &mut slicing.relative_response_bound,
        opened.relative_response_bound,
    );
    Number::of(&told::RESPONSE_BOUND).real(ui, bound, usual);
}

/// Shows how nodes are chosen, with both stages if memory counts.
fn allocation(ui: &mut Ui, allocation: &mut Allocation, opened: Allocation) {
    let (before, reset) = (method(*allocation), method(opened));
    let mut now = before;
    choice_of(ui, &told::ALLOCATION, &mut now, &reset);
    if now != before {
        // Going back to memory-aware restores the opened parameters.
        *allocation = if now == reset { opened } else { now };
    }
    let Allocation::MemoryAware(rules) = allocation else {
        return;
    };
    let opened = opened.rules();
    choice_of(ui, &told::FIRST_STAGE, &mut rules.first, &opened.first);
    choice_of(ui, &told::SECOND_STAGE, &mut rules.second, &opened.second);
}
