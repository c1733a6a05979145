//! The widgets of policies with quanta: gang scheduling, flexible coscheduling, Agile.

pub(in crate::desktop) mod matrix;

use egui::Ui;

use super::room::Room;
use crate::desktop::panels::form::Form;
use crate::desktop::shared::pane::Pane;
use crate::desktop::widgets::parameter::{Number, choice, switch};
use crate::family::coscheduling::FAMILY;
use crate::scenario::coscheduling::grains::{Classes, Measured, Nodes, Quanta, Shares};
use crate::scenario::coscheduling::told;
use crate::scenario::coscheduling::{Coscheduling, GrainClass, Reading};
use crate::scenario::fields;

pub(in crate::desktop) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.coscheduling_parameters(ui)),
    below: &[Pane::Matrix],
    ..Room::of_family(&FAMILY)
};

impl Form<'_> {
    /// The widgets of policies with quanta.
    pub(in crate::desktop) fn coscheduling_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.coscheduling;
        let reset = &self.document.opened.parameters.coscheduling;
        Number::of(&told::QUANTUM).real(ui, &mut asked.quantum, reset.quantum);
        Number::of(&told::SWITCH).real(ui, &mut asked.switch, reset.switch);
        choice(
            ui,
            (
                "Grain",
                "How often the processes of a job wait for one another, unless the job says so itself",
            ),
            &mut asked.grain,
            &reset.grain,
            &[
                (GrainClass::Fine, "fine", "They must run at once"),
                (
                    GrainClass::Medium,
                    "medium",
                    "Every quarter of a quantum; they do not use all of the time",
                ),
                (GrainClass::Coarse, "coarse", "Every four quanta"),
                (GrainClass::Independent, "independent", "Never"),
            ],
        );
        Number::of(&told::ROWS).optional_whole(
            ui,
            &mut asked.rows,
            reset.rows,
            told::ROWS.absent,
            5,
        );
        switch(
            ui,
            "alternates",
            "Jobs of other rows run on nodes that are idle for a quantum",
            &mut asked.alternates,
            reset.alternates,
        );
        switch(
            ui,
            "unify rows",
            "Rows that have no node in common become one",
            &mut asked.unify,
            reset.unify,
        );
        switch(
            ui,
            "a row for each job",
            "Jobs never share a row",
            &mut asked.alone,
            reset.alone,
        );
        let nodes = self.document.scenario.machine.nodes();
        let nodes = nodes.and_then(|cluster| cluster.nodes).unwrap_or(64);
        let asked = &mut self.document.scenario.parameters.coscheduling;
        classes(ui, asked, reset);
        agile(ui, asked, reset);
        shares(ui, &mut asked.shares, &reset.shares, nodes);
    }
}

/// Where flexible coscheduling has the classes of jobs from.
fn classes(ui: &mut Ui, asked: &mut Coscheduling, reset: &Coscheduling) {
    let usual = match reset.classes {
        Classes::Measured(measured) => measured,
        Classes::ByGrain => Measured::default(),
    };
    let mut measures = matches!(asked.classes, Classes::Measured(_));
    let measured = match asked.classes {
        Classes::Measured(measured) => measured,
        Classes::ByGrain => usual,
    };
    choice(
        ui,
        (
            "Classes from",
            "Where flexible coscheduling has the classes of jobs from",
        ),
        &mut measures,
        &matches!(reset.classes, Classes::Measured(_)),
        &[
            (false, "grain", "A job is treated as what its grain is"),
            (true, "measuring", "Jobs are measured while they run"),
        ],
    );
    let mut classes = if measures {
        Classes::Measured(measured)
    } else {
        Classes::ByGrain
    };
    if let Classes::Measured(measured) = &mut classes {
        Number::of(&told::GRANULARITY).real(ui, &mut measured.granularity, usual.granularity);
        Number::of(&told::EFFICIENCY).real(ui, &mut measured.efficiency, usual.efficiency);
        count(
            ui,
            &Number::of(&told::MEASURED),
            &mut measured.quanta,
            usual.quanta,
        );
        Number::of(&told::AGAIN).optional(ui, &mut measured.reset, &usual.reset, "never", 3600.0);
    }
    asked.classes = classes;
}

/// How Agile works off its lists.
fn agile(ui: &mut Ui, asked: &mut Coscheduling, reset: &Coscheduling) {
    choice(
        ui,
        ("Agile", "How Agile reads its paper"),
        &mut asked.reading,
        &reset.reading,
        &[
            (
                Reading::Recommended,
                "recommended",
                "Jobs that fit are looked for in the whole list",
            ),
            (
                Reading::Literal,
                "literal",
                "Only the first five jobs are looked at, and the next five",
            ),
        ],
    );
    count(
        ui,
        &Number::of(&told::PRIMARIES),
        &mut asked.most,
        reset.most,
    );
}

/// What jobs of several grains have of the machine.
fn shares(ui: &mut Ui, shares: &mut Shares, reset: &Shares, nodes: u32) {
    let quarter = Nodes {
        fine: nodes / 4,
        medium: nodes / 4,
        coarse: nodes / 4,
        independent: nodes - 3 * (nodes / 4),
    };
    let quanta = Quanta::default();
    let now = matches!(shares, Shares::Nodes(_));
    let mut by_nodes = now;
    choice(
        ui,
        (
            "Grains share",
            "What jobs of several grains have of the machine under Agile",
        ),
        &mut by_nodes,
        &matches!(reset, Shares::Nodes(_)),
        &[
            (
                false,
                "time",
                "All nodes, in so many quanta one after the other",
            ),
            (true, "own nodes", "So many nodes of their own"),
        ],
    );
    if by_nodes != now {
        *shares = match by_nodes {
            true => Shares::Nodes(quarter),
            false => Shares::Quanta(quanta),
        };
    }
    let (unit, least) = if by_nodes {
        ("nodes", 0.0)
    } else {
        ("quanta", 1.0)
    };
    let names = ["Fine", "Medium", "Coarse", "Independent"].map(|name| Number {
        name,
        unit,
        tooltip: "The share of jobs of this grain",
        range: least..=*fields::COUNTS.end(),
        speed: 0.1,
        decimals: 0,
        slider: None,
        described: None,
    });
    let usual = match (&*shares, reset) {
        (Shares::Quanta(_), Shares::Quanta(of)) => [of.fine, of.medium, of.coarse, of.independent],
        (Shares::Nodes(_), Shares::Nodes(of)) => of.all(),
        (Shares::Quanta(_), _) => [1; 4],
        (Shares::Nodes(_), _) => quarter.all(),
    };
    let parts = match shares {
        Shares::Quanta(of) => [
            &mut of.fine,
            &mut of.medium,
            &mut of.coarse,
            &mut of.independent,
        ],
        Shares::Nodes(of) => [
            &mut of.fine,
            &mut of.medium,
            &mut of.coarse,
            &mut of.independent,
        ],
    };
    for ((number, part), usual) in names.iter().zip(parts).zip(usual) {
        count(ui, number, part, usual);
    }
}

/// A line for a whole number.
fn count(ui: &mut Ui, number: &Number<'_>, value: &mut u32, reset: u32) {
    let mut whole = u64::from(*value);
    number.whole(ui, &mut whole, u64::from(reset));
    *value = u32::try_from(whole).unwrap_or(u32::MAX);
}
