//! What policies that choose the sizes of jobs are told.

use egui::Ui;

use super::room::Room;
use crate::desktop::panels::form::Form;
use crate::desktop::shared::pane::Pane;
use crate::desktop::widgets::parameter::{Number, choice, switch};
use crate::family::moldable::FAMILY;
use crate::scenario::moldable::told;
use crate::scenario::moldable::{Deadlines, Fair, Molding};

pub(in crate::desktop) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.molding_parameters(ui)),
    // Deadlines may be hard under policies of other families, too.
    is_told: |scenario| {
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
    /// The widgets of policies that choose the sizes of jobs.
    fn molding_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.molding;
        let reset = &self.document.opened.parameters.molding;
        Number::of(&told::LOSS).real(ui, &mut asked.loss, reset.loss);
        switch(
            ui,
            "expand into idle processors",
            "ADaSA gives processors that nobody waits for to jobs that start; off: exactly the least size that meets the deadline",
            &mut asked.expand_idle,
            reset.expand_idle,
        );
        choice(
            ui,
            (
                "Deadlines are",
                "What becomes of jobs that cannot meet their deadlines",
            ),
            &mut asked.deadlines,
            &reset.deadlines,
            &[
                (
                    Deadlines::Soft,
                    "soft",
                    "All jobs run; those that are late are counted",
                ),
                (
                    Deadlines::Hard,
                    "hard",
                    "A job that would be late, by what can be foreseen on its arrival, is refused",
                ),
            ],
        );
        choice(
            ui,
            ("Fair means", "What fair-shared scheduling means"),
            &mut asked.fair,
            &reset.fair,
            &[
                (
                    Fair::First,
                    "all to the first",
                    "As many processors as are of use to the first job, as the paper says",
                ),
                (
                    Fair::Weighted,
                    "by work",
                    "Up to the part that goes with a job's part of all work, as the work it cites says",
                ),
            ],
        );
    }
}
