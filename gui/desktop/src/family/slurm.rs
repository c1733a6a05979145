//! Widgets of Slurm's scheduler.

use egui::Ui;

use super::room::Room;
use crate::panels::form::Form;
use crate::widgets::lines::{lines, lines_but};
use crate::widgets::parameter::Number;
use laboratory::family::slurm::FAMILY;
use laboratory::scenario::reference::Field;
use laboratory::scenario::slurm::Slurm;

pub(crate) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.slurm_parameters(ui)),
    has_parameters: |scenario| scenario.parameters.slurm != Slurm::default(),
    ..Room::of_family(&FAMILY)
};

/// Plugins, times and counts; those that may be absent stand below.
const FIRST: [&Field; 11] = [
    &Slurm::VERSION,
    &Slurm::SCHEDULER,
    &Slurm::SELECT,
    &Slurm::BF_INTERVAL,
    &Slurm::BF_RESOLUTION,
    &Slurm::BF_MIN_AGE_RESERVE,
    &Slurm::BATCH_SCHED_DELAY,
    &Slurm::SCHED_INTERVAL,
    &Slurm::BF_WINDOW,
    &Slurm::BF_MAX_JOB_TEST,
    &Slurm::DEFAULT_QUEUE_DEPTH,
];

impl Form<'_> {
    /// Shows the widgets of Slurm's scheduler, by the names of `slurm.conf`.
    fn slurm_parameters(&mut self, ui: &mut Ui) {
        let requested = &mut self.document.scenario.parameters.slurm;
        let reset = &self.document.opened.parameters.slurm;
        lines(ui, &FIRST, requested, reset);
        let besides = [&FIRST[..], &[&Slurm::PHASE]].concat();
        lines_but(ui, &besides, requested, reset);
        // None is 0, as a number.
        let mut phase = requested.phase.unwrap_or(0);
        Number::of(&Slurm::PHASE).whole(ui, &mut phase, reset.phase.unwrap_or(0));
        requested.phase = (phase > 0 || reset.phase.is_some()).then_some(phase);
    }
}
