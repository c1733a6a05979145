//! Widgets of policies with quanta: gang scheduling, flexible coscheduling, Agile.

pub(crate) mod matrix;

use egui::Ui;

use super::room::Room;
use crate::panels::form::Form;
use crate::shared::pane::Pane;
use crate::widgets::lines::{Lines, lines_but};
use laboratory::family::coscheduling::FAMILY;
use laboratory::scenario::coscheduling::Coscheduling;
use laboratory::scenario::coscheduling::grains::{Nodes, Quanta, Shares};
use laboratory::scenario::reference::{Editor, Variants};

pub(crate) const ROOM: Room = Room {
    shelf: "Taking turns",
    parameters: Some(|form, ui| form.coscheduling_parameters(ui)),
    below: &[Pane::Matrix],
    ..Room::of_family(&FAMILY)
};

impl Form<'_> {
    /// Shows the widgets of policies with quanta.
    pub(crate) fn coscheduling_parameters(&mut self, ui: &mut Ui) {
        let nodes = self.document.scenario.machine.nodes();
        let nodes = nodes.and_then(|cluster| cluster.nodes).unwrap_or(64);
        let requested = &mut self.document.scenario.parameters.coscheduling;
        let reset = &self.document.opened.parameters.coscheduling;
        let further = [&Coscheduling::SHARES, &Quanta::EACH, &Nodes::EACH];
        lines_but(ui, &further, requested, reset);
        shares(ui, &mut requested.shares, &reset.shares, nodes);
    }
}

/// What jobs of several grains have of the machine: at first a quarter of the nodes for each.
fn shares(ui: &mut Ui, shares: &mut Shares, reset: &Shares, nodes: u32) {
    let quarter = Shares::Nodes(Nodes {
        fine: nodes / 4,
        medium: nodes / 4,
        coarse: nodes / 4,
        independent: nodes - 3 * (nodes / 4),
    });
    let mut lines = Lines::all(ui);
    let mut now = shares.index();
    lines.choice(&Coscheduling::SHARES, &mut now, reset.index());
    if now != shares.index() {
        *shares = if now == quarter.index() {
            quarter
        } else {
            Shares::default()
        };
    }
    let has_nodes = matches!((&*shares, reset), (Shares::Nodes(_), Shares::Quanta(_)));
    shares.edit_contents(if has_nodes { &quarter } else { reset }, &mut lines);
}
