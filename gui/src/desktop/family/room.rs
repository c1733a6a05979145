//! What a family adds to the window: a row for each.

use egui::Ui;

use crate::desktop::panels::form::Form;
use crate::desktop::shared::Shared;
use crate::desktop::shared::pane::Pane;
use crate::draw::colour::ColourBy;
use crate::family::Family;
use crate::scenario::Scenario;

/// What a family adds to the window.
pub(in crate::desktop) struct Room {
    pub(in crate::desktop) family: &'static Family,
    /// Shows what its policies are told.
    pub(in crate::desktop) parameters: Option<fn(&mut Form<'_>, &mut Ui)>,
    /// Whether that is shown, besides where one of its policies is chosen.
    pub(in crate::desktop) is_told: fn(&Scenario) -> bool,
    /// Its panes: beside the schedule, and beside the comparison below.
    pub(in crate::desktop) above: &'static [Pane],
    pub(in crate::desktop) below: &'static [Pane],
    /// Whether they are filled, besides where a policy of it is.
    pub(in crate::desktop) fills: fn(&Shared, Pane) -> bool,
    /// What colours of jobs say at first.
    pub(in crate::desktop) colour_by: ColourBy,
}

impl Room {
    /// One that adds nothing.
    pub(super) const fn of_family(family: &'static Family) -> Self {
        Self {
            family,
            parameters: None,
            is_told: |_| false,
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
