//! Models that draw jobs: their parameters, and how well users estimate.

use egui::Ui;

use super::sources::{FIRST_LOAD, load as load_widget, memory_source};
use crate::widgets::lines::lines;
use crate::widgets::parameter::{Number, choices, line, tooltip};
use laboratory::base::sanitize::quoted;
use laboratory::scenario::{Estimates, JannWorkload, LublinWorkload, MOST_JOBS, reference};

/// Default number of jobs of a model.
const JOBS: u32 = 500;

/// Returns the default Lublin model.
pub(crate) fn lublin() -> LublinWorkload {
    LublinWorkload {
        load: Some(FIRST_LOAD),
        ..LublinWorkload::of(JOBS)
    }
}

/// Returns the default of the re-fitted model of Jann and others.
pub(crate) fn jann() -> JannWorkload {
    JannWorkload {
        load: Some(FIRST_LOAD),
        ..JannWorkload::of(JOBS)
    }
}

pub(crate) fn lublin_widgets(ui: &mut Ui, model: &mut LublinWorkload, reset: &LublinWorkload) {
    jobs_and_load(
        ui,
        (&mut model.jobs, &mut model.load),
        (reset.jobs, reset.load),
    );
    lines(ui, &[&LublinWorkload::SET], model, reset);
    estimates(ui, &mut model.estimates, &reset.estimates);
    lines(ui, &[&LublinWorkload::BIT_EXACT], model, reset);
    memory_source(ui, &mut model.memory, &reset.memory, false);
}

pub(crate) fn jann_widgets(ui: &mut Ui, model: &mut JannWorkload, reset: &JannWorkload) {
    jobs_and_load(
        ui,
        (&mut model.jobs, &mut model.load),
        (reset.jobs, reset.load),
    );
    lines(ui, &[&JannWorkload::SIZES], model, reset);
    estimates(ui, &mut model.estimates, &reset.estimates);
    memory_source(ui, &mut model.memory, &reset.memory, false);
}

fn jobs_and_load(
    ui: &mut Ui,
    (jobs, load): (&mut u32, &mut Option<f64>),
    reset: (u32, Option<f64>),
) {
    // The window keeps its jobs.
    let number = Number::of(&LublinWorkload::JOBS).up_to(f64::from(MOST_JOBS));
    let mut count = u64::from(*jobs);
    number.whole(ui, &mut count, u64::from(reset.0));
    *jobs = count as u32;
    load_widget().optional(ui, load, &reset.1, "the model's own", FIRST_LOAD);
}

fn estimates(ui: &mut Ui, value: &mut Estimates, reset: &Estimates) {
    let field = &reference::ESTIMATES.field;
    let choices = choices(&reference::ESTIMATES);
    line(
        ui,
        field.name,
        &tooltip(field),
        value,
        reset,
        |ui, value| {
            // The factor does not change the kind of estimates.
            let is_like =
                |other: &Estimates| std::mem::discriminant(other) == std::mem::discriminant(value);
            let now = choices.iter().find(|(choice, ..)| is_like(choice));
            egui::ComboBox::from_id_salt("estimates")
                .width(64.0)
                .selected_text(now.map_or("", |(_, name, _)| name))
                .show_ui(ui, |ui| {
                    for (choice, name, sentence) in &choices {
                        ui.selectable_value(value, *choice, *name)
                            .on_hover_text(quoted(sentence));
                    }
                });
            if let Estimates::Times(factor) | Estimates::UpTo(factor) = value {
                let number = Number::of(&reference::ESTIMATE_FACTOR);
                number.in_steps(0.05, 2).alone(ui, factor);
            }
        },
    );
}
