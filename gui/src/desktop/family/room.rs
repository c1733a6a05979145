//! Parts that a family adds to the window.

use egui::Ui;

use crate::desktop::panels::form::Form;
use crate::desktop::shared::Shared;
use crate::desktop::shared::pane::Pane;
use crate::draw::colour::ColourBy;
use crate::family::Family;
use crate::scenario::Scenario;

/// Parts that a family adds to the window.
pub(in crate::desktop) struct Room {
    pub(in crate::desktop) family: &'static Family,
    /// Shows the parameters of its policies.
    pub(in crate::desktop) parameters: Option<fn(&mut Form<'_>, &mut Ui)>,
    /// Whether they are shown, besides where one of its policies is chosen.
    pub(in crate::desktop) has_parameters: fn(&Scenario) -> bool,
    /// Its panes: beside the schedule, and beside the comparison below.
    pub(in crate::desktop) above: &'static [Pane],
    pub(in crate::desktop) below: &'static [Pane],
    /// Whether they are filled, besides where a policy of it is.
    pub(in crate::desktop) fills: fn(&Shared, Pane) -> bool,
    /// Default colouring of jobs.
    pub(in crate::desktop) colour_by: ColourBy,
}

impl Room {
    /// Returns a room that adds nothing.
    pub(super) const fn of_family(family: &'static Family) -> Self {
        Self {
            family,
            parameters: None,
            has_parameters: |_| false,
            above: &[],
            below: &[],
            fills: |_, _| false,
            colour_by: ColourBy::Wait,
        }
    }

    /// Whether `pane` is one of its own.
    pub(in crate::desktop) fn has(&self, pane: Pane) -> bool {
        self.above.contains(&pane) || self.below.contains(&pane)
    }
}
