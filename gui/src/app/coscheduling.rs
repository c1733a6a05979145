//! The widgets of policies with quanta: gang scheduling, flexible coscheduling, Agile.

use egui::Ui;

use super::App;
use super::parameter::{Number, choice, switch};
use crate::scenario::coscheduling::{GrainClass, Reading};

const QUANTUM: Number<'_> = Number {
    name: "Quantum",
    unit: "s",
    tooltip: "How long a row runs before the next one has its turn",
    range: 0.001..=1e9,
    speed: 1.0,
    decimals: 3,
    slider: Some(1.0..=3600.0),
};

const ROWS: Number<'_> = Number {
    name: "Rows",
    unit: "",
    tooltip: "How many rows may take turns; who finds no place waits",
    range: 1.0..=1_000_000.0,
    speed: 0.1,
    decimals: 0,
    slider: None,
};

impl App {
    /// The widgets of policies with quanta.
    pub(super) fn coscheduling_parameters(&mut self, ui: &mut Ui) {
        ui.strong("Quanta");
        let asked = &mut self.document.scenario.parameters.coscheduling;
        let reset = &self.document.opened.parameters.coscheduling;
        QUANTUM.real(ui, &mut asked.quantum, reset.quantum);
        choice(
            ui,
            (
                "Grain",
                "How often the processes of a job wait for one another, where the jobs do not say it",
            ),
            &mut asked.grain,
            &reset.grain,
            &[
                (GrainClass::Fine, "fine", "They must run at once"),
                (
                    GrainClass::Medium,
                    "medium",
                    "Every quarter of a quantum; they do not use all of the time",
                ),
                (GrainClass::Coarse, "coarse", "Every four quanta"),
                (GrainClass::Independent, "independent", "Never"),
            ],
        );
        ROWS.optional_whole(ui, &mut asked.rows, reset.rows, "as many as jobs", 5);
        switch(
            ui,
            "alternates",
            "Jobs of other rows run on nodes that are idle for a quantum",
            &mut asked.alternates,
            reset.alternates,
        );
        switch(
            ui,
            "unify rows",
            "Rows that have no node in common become one",
            &mut asked.unify,
            reset.unify,
        );
        switch(
            ui,
            "a row for each job",
            "Jobs never share a row",
            &mut asked.alone,
            reset.alone,
        );
        choice(
            ui,
            ("Agile", "How Agile reads its paper"),
            &mut asked.reading,
            &reset.reading,
            &[
                (
                    Reading::Recommended,
                    "recommended",
                    "Jobs that fit are looked for in the whole list",
                ),
                (
                    Reading::Literal,
                    "literal",
                    "Only the first five jobs are looked at, and the next five",
                ),
            ],
        );
    }
}
