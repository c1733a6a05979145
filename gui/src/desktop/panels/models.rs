//! Models that draw jobs: their parameters, and how well users estimate.

use cosched_core::workload::jann::Sizes;
use egui::Ui;

use super::sources::{LOAD, MEMORY, memory_source};
use crate::desktop::widgets::parameter::{Number, choice, line, switch};
use crate::scenario::slicing::MemorySource;
use crate::scenario::{Estimates, JannWorkload, LublinSet, LublinWorkload, fields};

/// Jobs of a model when it is chosen, and their load.
const JOBS: u32 = 500;
/// See `JOBS`.
const FIRST_LOAD: f64 = 0.8;

/// The Lublin model when it is chosen.
pub(in crate::desktop) fn lublin() -> LublinWorkload {
    LublinWorkload {
        load: Some(FIRST_LOAD),
        ..LublinWorkload::of(JOBS)
    }
}

/// The re-fitted model of Jann and others when it is chosen.
pub(in crate::desktop) fn jann() -> JannWorkload {
    JannWorkload {
        load: Some(FIRST_LOAD),
        ..JannWorkload::of(JOBS)
    }
}

pub(in crate::desktop) fn lublin_widgets(
    ui: &mut Ui,
    model: &mut LublinWorkload,
    reset: &LublinWorkload,
) {
    jobs_and_load(
        ui,
        (&mut model.jobs, &mut model.load),
        (reset.jobs, reset.load),
    );
    choice(
        ui,
        (
            "Job classes",
            "Which of the model's published parameter sets",
        ),
        &mut model.set,
        &reset.set,
        &[
            (
                LublinSet::Typeless,
                "one class",
                "All jobs from one set of parameters",
            ),
            (
                LublinSet::Typed,
                "batch + interactive",
                "Batch and interactive jobs as two streams",
            ),
        ],
    );
    estimates(ui, &mut model.estimates, &reset.estimates);
    switch(
        ui,
        "bit-exact",
        "Draw and round exactly as the published program does",
        &mut model.bit_exact,
        reset.bit_exact,
    );
    memory(ui, &mut model.memory, &reset.memory);
}

pub(in crate::desktop) fn jann_widgets(
    ui: &mut Ui,
    model: &mut JannWorkload,
    reset: &JannWorkload,
) {
    jobs_and_load(
        ui,
        (&mut model.jobs, &mut model.load),
        (reset.jobs, reset.load),
    );
    choice(
        ui,
        (
            "Job sizes",
            "The size of a job within its class, of which the model says nothing",
        ),
        &mut model.sizes,
        &reset.sizes,
        &[
            (
                Sizes::Uniform,
                "uniform",
                "Every size of the class, equally likely",
            ),
            (
                Sizes::UpperBound,
                "upper bound",
                "The greatest size of the class",
            ),
            (
                Sizes::Empirical,
                "empirical",
                "The most frequent sizes of the log, equally likely",
            ),
        ],
    );
    estimates(ui, &mut model.estimates, &reset.estimates);
    memory(ui, &mut model.memory, &reset.memory);
}

fn jobs_and_load(
    ui: &mut Ui,
    (jobs, load): (&mut u32, &mut Option<f64>),
    reset: (u32, Option<f64>),
) {
    let number = Number {
        name: "Jobs",
        unit: "",
        tooltip: "How many jobs the model draws",
        range: fields::JOBS,
        speed: 10.0,
        decimals: 0,
        slider: Some(10.0..=20_000.0),
        described: None,
    };
    let mut count = u64::from(*jobs);
    number.whole(ui, &mut count, u64::from(reset.0));
    *jobs = count as u32;
    LOAD.optional(ui, load, &reset.1, "the model's own", FIRST_LOAD);
}

/// Where the memory of a model's jobs comes from; it has no log.
fn memory(ui: &mut Ui, value: &mut Option<MemorySource>, reset: &Option<MemorySource>) {
    let sources: Vec<_> = MEMORY
        .into_iter()
        .filter(|(source, ..)| *source != Some(MemorySource::Log))
        .collect();
    memory_source(ui, value, reset, &sources);
}

fn estimates(ui: &mut Ui, value: &mut Estimates, reset: &Estimates) {
    let tooltip = "How well users estimate the runtime of their jobs";
    line(ui, "Estimates", tooltip, value, reset, |ui, value| {
        let text = match value {
            Estimates::Exact => "exact",
            Estimates::Times(_) => "always ×",
            Estimates::UpTo(_) => "up to ×",
        };
        egui::ComboBox::from_id_salt("estimates")
            .width(64.0)
            .selected_text(text)
            .show_ui(ui, |ui| {
                ui.selectable_value(value, Estimates::Exact, "exact")
                    .on_hover_text("Users know the runtime");
                ui.selectable_value(value, Estimates::Times(2.0), "always ×")
                    .on_hover_text("Every estimate is so many times the runtime");
                ui.selectable_value(value, Estimates::UpTo(3.0), "up to ×")
                    .on_hover_text(
                        "Each estimate is the runtime times a factor drawn from 1 to this",
                    );
            });
        if let Estimates::Times(factor) | Estimates::UpTo(factor) = value {
            let drag = egui::DragValue::new(factor)
                .range(fields::ESTIMATE_FACTORS)
                .speed(0.05)
                .max_decimals(2);
            ui.add(drag)
                .accessible_name("Estimate factor")
                .on_hover_text("From 1 to 1 000 000 times the runtime");
        }
    });
}
