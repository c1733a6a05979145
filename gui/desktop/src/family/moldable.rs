//! Parameters of policies that choose the sizes of jobs.

use egui::Ui;

use super::room::Room;
use crate::panels::form::Form;
use crate::shared::pane::Pane;
use crate::widgets::lines::lines_but;
use laboratory::family::moldable::FAMILY;
use laboratory::scenario::moldable::Molding;

pub(crate) const ROOM: Room = Room {
    shelf: "Moldable",
    parameters: Some(|form, ui| form.molding_parameters(ui)),
    // Deadlines may be hard under policies of other families, too.
    has_parameters: |scenario| {
        scenario.moldable.is_some() || scenario.parameters.molding != Molding::default()
    },
    below: &[Pane::Sizes, Pane::Deadlines],
    fills: |shared, pane| {
        let known = shared.experiment.as_ref();
        pane == Pane::Deadlines && known.is_some_and(|known| known.has_deadlines())
    },
    ..Room::of_family(&FAMILY)
};

impl Form<'_> {
    /// Shows the widgets of policies that choose the sizes of jobs.
    fn molding_parameters(&mut self, ui: &mut Ui) {
        let requested = &mut self.document.scenario.parameters.molding;
        lines_but(ui, &[], requested, &self.document.opened.parameters.molding);
    }
}
