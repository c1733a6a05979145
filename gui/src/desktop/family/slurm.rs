//! Parameters of Slurm's scheduler.

use egui::Ui;

use super::room::Room;
use crate::desktop::panels::form::Form;
use crate::desktop::widgets::parameter::{Number, choice_of};
use crate::family::slurm::FAMILY;
use crate::scenario::reference::Field;
use crate::scenario::slurm::{Slurm, told};

pub(in crate::desktop) const ROOM: Room = Room {
    parameters: Some(|form, ui| form.slurm_parameters(ui)),
    is_told: |scenario| scenario.parameters.slurm != Slurm::default(),
    ..Room::of_family(&FAMILY)
};

impl Form<'_> {
    /// Shows the widgets of Slurm's scheduler, by the names of `slurm.conf`.
    fn slurm_parameters(&mut self, ui: &mut Ui) {
        let asked = &mut self.document.scenario.parameters.slurm;
        let reset = &self.document.opened.parameters.slurm;
        choice_of(ui, &told::VERSION, &mut asked.version, &reset.version);
        choice_of(ui, &told::SCHEDULER, &mut asked.scheduler, &reset.scheduler);
        choice_of(ui, &told::SELECT, &mut asked.select, &reset.select);
        for (field, value, reset) in [
            (&told::INTERVAL, &mut asked.bf_interval, reset.bf_interval),
            (
                &told::RESOLUTION,
                &mut asked.bf_resolution,
                reset.bf_resolution,
            ),
            (
                &told::LEAST_AGE,
                &mut asked.bf_min_age_reserve,
                reset.bf_min_age_reserve,
            ),
            (
                &told::DELAY,
                &mut asked.batch_sched_delay,
                reset.batch_sched_delay,
            ),
            (&told::FULL, &mut asked.sched_interval, reset.sched_interval),
        ] {
            Number::of(field).real(ui, value, reset);
        }
        for (field, value, reset) in [
            (&told::WINDOW, &mut asked.bf_window, reset.bf_window),
            (
                &told::TESTS,
                &mut asked.bf_max_job_test,
                reset.bf_max_job_test,
            ),
            (
                &told::DEPTH,
                &mut asked.default_queue_depth,
                reset.default_queue_depth,
            ),
        ] {
            let mut whole = u64::from(*value);
            Number::of(field).whole(ui, &mut whole, u64::from(reset));
            *value = whole as u32;
        }
        optional(
            ui,
            &told::STARTS,
            &mut asked.bf_max_job_start,
            reset.bf_max_job_start,
        );
        let (reserved, reset_to) = (
            &mut asked.bf_job_part_count_reserve,
            reset.bf_job_part_count_reserve,
        );
        optional(ui, &told::RESERVED, reserved, reset_to);
        let mut phase = asked.phase.unwrap_or(0);
        Number::of(&told::PHASE).whole(ui, &mut phase, reset.phase.unwrap_or(0));
        asked.phase = (phase > 0 || reset.phase.is_some()).then_some(phase);
    }
}

/// Shows a count that may be absent.
fn optional(ui: &mut Ui, field: &'static Field, value: &mut Option<u32>, reset: Option<u32>) {
    let real = |count: Option<u32>| count.map(f64::from);
    let mut asked = real(*value);
    Number::of(field).optional(ui, &mut asked, &real(reset), field.absent, 10.0);
    *value = asked.map(|count| count as u32);
}
