//! Widgets of policies with quanta: gang scheduling, flexible coscheduling, Agile.

pub(in crate::desktop) mod matrix;

use egui::Ui;

use super::room::Room;
use crate::desktop::panels::form::Form;
use crate::desktop::shared::pane::Pane;
use crate::desktop::widgets::parameter::{Number, choice_of, switch_of};
use crate::family::coscheduling::FAMILY;
use crate::scenario::coscheduling::grains::{Classes, Measured, Nodes, Quanta, Shares};
use crate::scenario::coscheduling::{Coscheduling, told};

pub(in crate::desktop) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.coscheduling_parameters(ui)),
    below: &[Pane::Matrix],
    ..Room::of_family(&FAMILY)
};

impl Form<'_> {
    /// Shows the widgets of policies with quanta.
    pub(in crate::desktop) fn coscheduling_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.coscheduling;
        let reset = &self.document.opened.parameters.coscheduling;
        Number::of(&told::QUANTUM).real(ui, &mut asked.quantum, reset.quantum);
        Number::of(&told::SWITCH).real(ui, &mut asked.switch, reset.switch);
        choice_of(ui, &told::GRAIN, &mut asked.grain, &reset.grain);
        Number::of(&told::ROWS).optional_whole(
            ui,
            &mut asked.rows,
            reset.rows,
            told::ROWS.absent,
            5,
        );
        switch_of(
            ui,
            &told::ALTERNATES,
            &mut asked.alternates,
            reset.alternates,
        );
        switch_of(ui, &told::UNIFY, &mut asked.unify, reset.unify);
        switch_of(ui, &told::ALONE, &mut asked.alone, reset.alone);
        let nodes = self.document.scenario.machine.nodes();
        let nodes = nodes.and_then(|cluster| cluster.nodes).unwrap_or(64);
        let asked = &mut self.document.scenario.parameters.coscheduling;
        classes(ui, asked, reset);
        agile(ui, asked, reset);
        shares(ui, &mut asked.shares, &reset.shares, nodes);
    }
}

/// Shows the source of the classes of jobs for flexible coscheduling.
fn classes(ui: &mut Ui, asked: &mut Coscheduling, reset: &Coscheduling) {
    let usual = match reset.classes {
        Classes::Measured(measured) => measured,
        Classes::ByGrain => Measured::default(),
    };
    // Parameters of the measurement do not change the kind of classes.
    let kind = |classes: &Classes| match classes {
        Classes::ByGrain => Classes::ByGrain,
        Classes::Measured(_) => Classes::Measured(Measured::default()),
    };
    let before = kind(&asked.classes);
    let mut now = before;
    choice_of(ui, &told::CLASSES, &mut now, &kind(&reset.classes));
    if now != before {
        asked.classes = match now {
            Classes::ByGrain => Classes::ByGrain,
            Classes::Measured(_) => Classes::Measured(usual),
        };
    }
    if let Classes::Measured(measured) = &mut asked.classes {
        Number::of(&told::GRANULARITY).real(ui, &mut measured.granularity, usual.granularity);
        Number::of(&told::EFFICIENCY).real(ui, &mut measured.efficiency, usual.efficiency);
        count(
            ui,
            &Number::of(&told::MEASURED),
            &mut measured.quanta,
            usual.quanta,
        );
        let absent = told::AGAIN.absent;
        Number::of(&told::AGAIN).optional(ui, &mut measured.reset, &usual.reset, absent, 3600.0);
    }
}

/// Shows how Agile works off its lists.
fn agile(ui: &mut Ui, asked: &mut Coscheduling, reset: &Coscheduling) {
    choice_of(ui, &told::READING, &mut asked.reading, &reset.reading);
    count(
        ui,
        &Number::of(&told::PRIMARIES),
        &mut asked.most,
        reset.most,
    );
}

/// Shows the shares of the machine of jobs of several grains.
fn shares(ui: &mut Ui, shares: &mut Shares, reset: &Shares, nodes: u32) {
    let quarter = Nodes {
        fine: nodes / 4,
        medium: nodes / 4,
        coarse: nodes / 4,
        independent: nodes - 3 * (nodes / 4),
    };
    // The size of the shares does not change their kind.
    let kind = |shares: &Shares| match shares {
        Shares::Quanta(_) => Shares::Quanta(Quanta::default()),
        Shares::Nodes(_) => Shares::Nodes(Nodes::default()),
    };
    let before = kind(shares);
    let mut now = before;
    choice_of(ui, &told::SHARES, &mut now, &kind(reset));
    if now != before {
        *shares = match now {
            Shares::Quanta(quanta) => Shares::Quanta(quanta),
            Shares::Nodes(_) => Shares::Nodes(quarter),
        };
    }
    let share = match shares {
        Shares::Quanta(_) => &told::SHARE_QUANTA,
        Shares::Nodes(_) => &told::SHARE_NODES,
    };
    let names = ["Fine", "Medium", "Coarse", "Independent"].map(|name| Number {
        name,
        ..Number::of(share).in_steps(0.1, 0)
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

/// Shows a line for a whole number.
fn count(ui: &mut Ui, number: &Number<'_>, value: &mut u32, reset: u32) {
    let mut whole = u64::from(*value);
    number.whole(ui, &mut whole, u64::from(reset));
    *value = u32::try_from(whole).unwrap_or(u32::MAX);
}
