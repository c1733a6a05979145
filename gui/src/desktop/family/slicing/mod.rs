//! What Scojo-PECT is told: its slices, its classes, and how it chooses nodes.

pub(in crate::desktop) mod classes;
pub(in crate::desktop) mod considered;
pub(in crate::desktop) mod memory;
pub(in crate::desktop) mod readings;

use cosched_core::machine::Fit;
use cosched_core::policy::slicing::Backfilling;
use egui::{CollapsingHeader, Ui};

use super::room::Room;
use crate::base::words;
use crate::desktop::panels::form::Form;
use crate::desktop::shared::pane::Pane;
use crate::desktop::widgets::parameter::{Number, choice, switch};
use crate::family::slicing::FAMILY;
use crate::scenario::slicing::told;
use crate::scenario::slicing::{Allocation, Class, Slice, Slicing};
use crate::scenario::{PolicyName, Variant, fields};

pub(in crate::desktop) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.slicing_parameters(ui)),
    above: &[Pane::Memory],
    below: &[Pane::Classes, Pane::Overhead],
    ..Room::of_family(&FAMILY)
};

/// The classes in the order in which their slices are listed.
const CLASSES: [(Class, &str, &str); 3] = [
    (Class::Long, "Long slice", "long"),
    (Class::Medium, "Medium slice", "medium"),
    (Class::Short, "Short slice", "short"),
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

const BACKFILLING: [(Backfilling, &str, &str); 2] = [
    (
        Backfilling::Conservative,
        "conservative",
        "A job may pass others of its class if none of them is delayed",
    ),
    (
        Backfilling::Easy,
        "EASY",
        "A job may pass others of its class if the first of them is not delayed",
    ),
];

/// Ways to choose nodes, apart from their details.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    FirstFree,
    Intelligent,
    MemoryAware,
}

const METHODS: [(Method, &str, &str); 3] = [
    (
        Method::FirstFree,
        "first-free",
        "The free nodes with the lowest numbers",
    ),
    (
        Method::Intelligent,
        "intelligent",
        "The free nodes with the fewest jobs assigned",
    ),
    (
        Method::MemoryAware,
        "memory-aware",
        "Nodes where the job fits beside those assigned; if there are too few, those where it will fit soonest",
    ),
];

impl Method {
    fn of(allocation: Allocation) -> Self {
        match allocation {
            Allocation::FirstFree => Self::FirstFree,
            Allocation::Intelligent => Self::Intelligent,
            Allocation::MemoryAware(_) => Self::MemoryAware,
        }
    }

    fn allocation(self) -> Allocation {
        match self {
            Self::FirstFree => Allocation::FirstFree,
            Self::Intelligent => Allocation::Intelligent,
            Self::MemoryAware => Allocation::default(),
        }
    }
}

const FITS: [(Fit, &str, &str); 3] = [
    (
        Fit::Best,
        "best fit",
        "Those with the least free memory first",
    ),
    (
        Fit::Worst,
        "worst fit",
        "Those with the most free memory first",
    ),
    (
        Fit::First,
        "first fit",
        "Those with the lowest numbers first",
    ),
];

/// A time in seconds that may not be 0.
const fn seconds<'a>(name: &'a str, tooltip: &'a str) -> Number<'a> {
    Number {
        name,
        unit: "s",
        tooltip,
        range: fields::SPANS,
        speed: 5.0,
        decimals: 3,
        slider: None,
        described: None,
    }
}

impl Form<'_> {
    /// The widgets of Scojo-PECT's parameters.
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

    /// A way to have a second run that differs in the choice of nodes alone.
    fn compare_allocations(&mut self, ui: &mut Ui) {
        let scenario = &mut self.document.scenario;
        let now = Method::of(scenario.parameters.slicing.allocation);
        let menu = ui.menu_button("Compare with…", |ui| {
            for (method, name, sentence) in METHODS {
                if method == now || !ui.button(name).on_hover_text(sentence).clicked() {
                    continue;
                }
                let label = Some(format!("{}, {name}", PolicyName::ScojoPect.title()));
                let mut parameters = scenario.parameters.clone();
                parameters.slicing.allocation = method.allocation();
                scenario.variants.retain(|variant| variant.label != label);
                scenario.variants.push(Variant {
                    policy: PolicyName::ScojoPect,
                    label,
                    parameters,
                });
                ui.close();
            }
        });
        menu.response.on_hover_text(
            "A further run with the parameters as they are now, except for how nodes are chosen",
        );
    }
}

/// Lengths and order of the slices.
fn slices(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    for (class, name, word) in CLASSES {
        let tooltip = format!("How long {word} jobs have the machine in each interval");
        let reset = opened.slices.iter().find(|slice| slice.0 == class);
        let mut of_class = slicing.slices.iter_mut().filter(|slice| slice.0 == class);
        if let (Some(slice), None) = (of_class.next(), of_class.next()) {
            let reset = reset.map_or(slice.1, |slice| slice.1);
            seconds(name, &tooltip).real(ui, &mut slice.1, reset);
        }
    }
    order(ui, &mut slicing.slices, &opened.slices);
}

/// What is changed less often.
fn more(ui: &mut Ui, slicing: &mut Slicing, opened: &Slicing) {
    let sum: f64 = slicing.slices.iter().map(|slice| slice.1).sum();
    let absent = format!("{} (the sum)", words::span(sum));
    let tooltip = "What the slices must sum to, if that is to be checked";
    seconds("Interval", tooltip).optional(
        ui,
        &mut slicing.interval,
        &opened.interval,
        &absent,
        sum,
    );
    classes(ui, slicing, opened);
    choice(
        ui,
        ("Backfilling", "How jobs may pass others of their class"),
        &mut slicing.backfilling,
        &opened.backfilling,
        &BACKFILLING,
    );
    switch(
        ui,
        "fill slices",
        "Jobs of other classes fill what the class of a slice leaves free",
        &mut slicing.fill_slices,
        opened.fill_slices,
    );
    switch(
        ui,
        "launch guard",
        "A job is launched only if what is left of the slice is worth loading its memory",
        &mut slicing.launch_guard,
        opened.launch_guard,
    );
}

/// The order of three slices; any others are as the scenario's text has them.
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

/// Where one class ends and the next begins.
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

/// How nodes are chosen, with both stages if memory counts.
fn allocation(ui: &mut Ui, allocation: &mut Allocation, opened: Allocation) {
    let (before, reset) = (Method::of(*allocation), Method::of(opened));
    let mut method = before;
    let name = ("Nodes chosen", "Which of the free nodes a job gets");
    choice(ui, name, &mut method, &reset, &METHODS);
    if method != before {
        // Going back to memory-aware means as it was opened.
        *allocation = match method == reset {
            true => opened,
            false => method.allocation(),
        };
    }
    let Allocation::MemoryAware(rules) = allocation else {
        return;
    };
    let opened = opened.rules();
    choice(
        ui,
        (
            "First stage",
            "Which come first among nodes where the job's memory fits",
        ),
        &mut rules.first,
        &opened.first,
        &FITS,
    );
    choice(
        ui,
        (
            "Second stage",
            "Which come first among nodes to fill up with, where it fits on too few",
        ),
        &mut rules.second,
        &opened.second,
        &FITS,
    );
}
