//! Parts that a family adds to the window.

use egui::Ui;

use super::room_of;
use crate::panels::form::Form;
use crate::shared::Shared;
use crate::shared::pane::Pane;
use charts::colour::ColourBy;
use laboratory::family::Family;
use laboratory::scenario::Scenario;

/// Parts that a family adds to the window.
pub(crate) struct Room {
    pub(crate) family: &'static Family,
    /// Name of its shelf of examples on the start page; empty if it has none.
    pub(crate) shelf: &'static str,
    /// Shows the parameters of its policies.
    pub(crate) parameters: Option<fn(&mut Form<'_>, &mut Ui)>,
    /// Whether they are shown, besides where one of its policies is chosen.
    pub(crate) has_parameters: fn(&Scenario) -> bool,
    /// Its panes: beside the schedule, and beside the comparison below.
    pub(crate) above: &'static [Pane],
    pub(crate) below: &'static [Pane],
    /// Whether they are filled, besides where a policy of it is.
    pub(crate) fills: fn(&Shared, Pane) -> bool,
    /// Default colouring of jobs.
    pub(crate) colour_by: ColourBy,
}

impl Room {
    /// Returns a room that adds nothing.
    pub(super) const fn of_family(family: &'static Family) -> Self {
        Self {
            family,
            shelf: "",
            parameters: None,
            has_parameters: |_| false,
            above: &[],
            below: &[],
            fills: |_, _| false,
            colour_by: ColourBy::Wait,
        }
    }

    /// Whether `pane` is one of its own.
    pub(crate) fn has(&self, pane: Pane) -> bool {
        self.above.contains(&pane) || self.below.contains(&pane)
    }

    /// Whether a policy of its family is chosen or has been run.
    pub(crate) fn is_in(&self, shared: &Shared) -> bool {
        let runs = shared.runs.entries.iter();
        let runs = runs.map(|entry| entry.run.policy);
        let mut all = shared.document.scenario.all_policies().chain(runs);
        all.any(|policy| room_of(policy).family.title == self.family.title)
    }
}
