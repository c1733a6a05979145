//! The form of a search: the domain, the request, and the criteria.

use egui::{Label, RichText, Ui};

use super::{State, palette};
use crate::widgets::parameter::{Number, switch};
use crate::widgets::run::swatch;
use charts::colour::run_colour;
use charts::look::strong;
use laboratory::family::slots::search::MOST_NODES;
use laboratory::family::slots::search::ModelSpec;
use laboratory::family::slots::search::scenario::{CriterionName, DomainSource};
use laboratory::scenario;
use laboratory::scenario::slots::{LEAST as LEAST_AMOUNT, MOST, MOST_SCALE};

const fn number(
    name: &'static str,
    tooltip: &'static str,
    [least, most]: [f64; 2],
    slider: [f64; 2],
) -> Number<'static> {
    Number {
        name,
        unit: "",
        tooltip,
        range: least..=most,
        speed: slider[1] / 300.0,
        decimals: 3,
        slider: Some(slider[0]..=slider[1]),
        described: None,
    }
}

/// Returns the description of a whole number.
const fn whole(
    name: &'static str,
    tooltip: &'static str,
    most: f64,
    slider: [f64; 2],
) -> Number<'static> {
    Number {
        name,
        unit: "",
        tooltip,
        range: 1.0..=most,
        speed: 0.2,
        decimals: 0,
        slider: Some(slider[0]..=slider[1]),
        described: None,
    }
}

/// Shows a line for a whole number of 32 bits.
fn count(ui: &mut Ui, number: &Number<'_>, value: &mut u32, reset: u32) {
    let mut wide = u64::from(*value);
    number.whole(ui, &mut wide, u64::from(reset));
    *value = u32::try_from(wide).unwrap_or(u32::MAX);
}

const NODES: Number<'_> = whole(
    "Nodes at once",
    "How many nodes of the domain a window has",
    scenario::MOST_NODES as f64,
    [1.0, 30.0],
);
const VOLUME: Number<'_> = number(
    "Volume",
    "What is to be done on each node of the window: one of performance p takes volume / p seconds",
    [LEAST_AMOUNT, MOST],
    [10.0, 3000.0],
);
const BUDGET: Number<'_> = number(
    "Budget",
    "The most that the window may cost: its length times the prices of its nodes",
    [0.0, MOST],
    [10.0, 3000.0],
);
const LEAST: Number<'_> = number(
    "Performance",
    "The least performance that a node of the domain may have",
    [0.0, MOST],
    [0.0, 10.0],
);
const SCALE: Number<'_> = whole(
    "Scale",
    "Parts of a unit of the budget that costs are rounded up to for MaxQ",
    MOST_SCALE as f64,
    [1.0, 10.0],
);

/// Shows the form.
pub(super) fn show(ui: &mut Ui, state: &mut State) {
    let (requested, reset) = (&mut state.search, &state.opened);
    if !requested.title.is_empty() {
        ui.label(strong(requested.title.as_str()));
    }
    let (request, opened) = (&mut requested.request, &reset.request);
    count(ui, &NODES, &mut request.nodes, opened.nodes);
    VOLUME.real(ui, &mut request.volume, opened.volume);
    BUDGET.real(ui, &mut request.budget, opened.budget);
    LEAST.real(ui, &mut request.least, opened.least);
    count(ui, &SCALE, &mut request.scale, opened.scale);
    ui.separator();
    ui.label(strong("Best by"));
    let dark = ui.visuals().dark_mode;
    for name in CriterionName::ALL {
        ui.horizontal(|ui| {
            swatch(ui, run_colour(palette(name), dark));
            let mut ticked = requested.criteria.contains(&name);
            let tick = ui.checkbox(&mut ticked, name.title());
            if tick.on_hover_text(name.summary()).changed() {
                requested.criteria.retain(|one| *one != name);
                if ticked {
                    requested.criteria.push(name);
                    requested.criteria.sort_by_key(|one| palette(*one));
                }
            }
        });
    }
    ui.separator();
    ui.label(strong("Domain"));
    match (&mut requested.domain, &reset.domain) {
        (DomainSource::Model(model), DomainSource::Model(opened)) => {
            drawn(ui, model, opened);
            const SEED: Number<'_> = whole(
                "Drawing",
                "Seed of what is drawn at random",
                1e9,
                [1.0, 50.0],
            );
            SEED.whole(ui, &mut requested.seed, reset.seed);
        }
        _ => {
            let file = state.source.as_ref().and_then(|path| path.file_name());
            let file = file.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            ui.add(Label::new(RichText::new(format!("as in {file}")).weak()).wrap());
        }
    }
}

/// Shows how a domain is drawn.
fn drawn(ui: &mut Ui, model: &mut ModelSpec, opened: &ModelSpec) {
    const COUNT: Number<'_> = whole(
        "Nodes",
        "Nodes of the domain, which are not those of any run",
        MOST_NODES as f64,
        [10.0, 500.0],
    );
    const LOAD: Number<'_> = number(
        "Most load",
        "The greatest part of the time of a node of the domain that is booked",
        [0.0, 1.0],
        [0.0, 1.0],
    );
    const PRICE: Number<'_> = number(
        "Price",
        "What a second costs for each unit of performance, in the mean",
        [0.0, 1000.0],
        [0.01, 1.0],
    );
    const DEVIATION: Number<'_> = number(
        "Spread of prices",
        "The standard deviation of the factor on the price of a node of the domain",
        [0.0, 1000.0],
        [0.0, 1.0],
    );
    const HORIZON: Number<'_> = number(
        "Horizon",
        "The end of what is looked at, in seconds",
        [1.0, 1e9],
        [100.0, 10_000.0],
    );
    count(ui, &COUNT, &mut model.nodes, opened.nodes);
    LOAD.real(ui, &mut model.load, opened.load);
    PRICE.real(ui, &mut model.price, opened.price);
    DEVIATION.real(ui, &mut model.deviation, opened.deviation);
    HORIZON.real(ui, &mut model.horizon, opened.horizon);
    switch(
        ui,
        "whole performances",
        "Off: any performance in the range",
        &mut model.whole,
        opened.whole,
    );
}
