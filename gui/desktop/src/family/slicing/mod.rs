//! Parameters of Scojo-PECT: its slices, its classes, and its choice of nodes.

pub(crate) mod classes;
pub(crate) mod considered;
pub(crate) mod memory;

use egui::{CollapsingHeader, Ui};

use super::room::Room;
use crate::panels::form::Form;
use crate::shared::pane::Pane;
use crate::widgets::lines::{lines, lines_but};
use crate::widgets::parameter::{Number, choice};
use laboratory::base::format;
use laboratory::family::slicing::FAMILY;
use laboratory::scenario::reference::{Field, Name, Variants};
use laboratory::scenario::slicing::{Allocation, Class, MemoryAware, Slice, Slicing};
use laboratory::scenario::{PolicyName, Variant};

pub(crate) const ROOM: Room = Room {
    shelf: "Time slices",
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

/// How nodes are chosen, with both stages if memory counts.
const NODES: [&Field; 3] = [
    &Slicing::ALLOCATION,
    &MemoryAware::FIRST,
    &MemoryAware::SECOND,
];

/// Readings of the paper: what it leaves open or has otherwise in its appendices.
const READINGS: [&Field; 7] = [
    &Slicing::SWAPPING,
    &Slicing::CHARGE,
    &Slicing::SHORT_SLICES,
    &MemoryAware::LITERAL_SECOND_STAGE,
    &MemoryAware::SOONEST_END,
    &MemoryAware::RESIDENT_CHECK,
    &MemoryAware::BY_RESIDENT,
];

impl Form<'_> {
    /// Shows the widgets of Scojo-PECT's parameters.
    pub(crate) fn slicing_parameters(&mut self, ui: &mut Ui) {
        let opened = &self.document.opened.parameters.slicing;
        let slicing = &mut self.document.scenario.parameters.slicing;
        slices(ui, slicing, opened);
        lines(ui, &NODES, slicing, opened);
        self.compare_allocations(ui);
        let opened = &self.document.opened.parameters.slicing;
        let slicing = &mut self.document.scenario.parameters.slicing;
        CollapsingHeader::new("More of Scojo-PECT")
            .id_salt("more slicing")
            .show(ui, |ui| more(ui, slicing, opened));
        CollapsingHeader::new("Readings of the paper")
            .id_salt("readings")
            .show(ui, |ui| lines(ui, &READINGS, slicing, opened));
    }

    /// Shows a way to a second run that differs in the choice of nodes alone.
    fn compare_allocations(&mut self, ui: &mut Ui) {
        let scenario = &mut self.document.scenario;
        let now = scenario.parameters.slicing.allocation.index();
        let menu = ui.menu_button("Compare with…", |ui| {
            let methods = Allocation::all().into_iter().zip(Allocation::NAMES);
            for (method, &Name(_, name, sentence)) in methods {
                if method.index() == now || !ui.button(name).on_hover_text(sentence).clicked() {
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
        let counted_in = self.experiment.as_ref().map(|all| all.size_unit);
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
                ..Number::of(&Slice::SLICE)
            };
            number.real(ui, &mut slice.1, reset);
        }
    }
    order(ui, &mut slicing.slices, &opened.slices);
}

/// Shows the parameters that are changed less often.
fn more(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    let sum: f64 = slicing.slices.iter().map(|slice| slice.1).sum();
    let absent = format!("{} (the sum)", format::span(sum));
    let interval = Number::of(&Slicing::INTERVAL);
    interval.optional(ui, &mut slicing.interval, &opened.interval, &absent, sum);
    let elsewhere = [&NODES[..], &READINGS, &[&Slicing::INTERVAL]].concat();
    lines_but(ui, &elsewhere, slicing, opened);
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
