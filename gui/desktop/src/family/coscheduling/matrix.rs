//! The pane of the matrix: the places of jobs at the moment of the replay, and the use of quanta.

use std::sync::Arc;

use cosched_core::Time;
use egui::Ui;

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::runs::{Entry, RunId};
use crate::shared::{Selection, Shared};
use crate::widgets::run::{runs_with, swatch};
use charts::colour;
use charts::matrix;
use charts::matrix::{MatrixBlocks, MatrixOptions, USES};
use laboratory::record::Run;
use laboratory::scenario::coscheduling::GrainClass;
use laboratory::scenario::reference::Variants;

/// Height of the strip of quanta, with its axis.
const STRIP: f32 = 84.0;

/// State between frames.
#[derive(Default)]
pub(crate) struct State {
    drawn: Option<(RunId, *const Run, Time, MatrixBlocks)>,
    busiest: Option<(*const Run, Time)>,
}

impl State {
    /// Returns the busiest moment of `run`; shown until a moment is chosen.
    fn busiest(&mut self, run: &Arc<Run>) -> Time {
        let known = self.busiest;
        let known = known.filter(|(of, _)| *of == Arc::as_ptr(run));
        let (_, at) = known.unwrap_or_else(|| (Arc::as_ptr(run), busiest(run)));
        self.busiest = Some((Arc::as_ptr(run), at));
        at
    }

    /// Returns the blocks, recomputed only when they change.
    fn blocks(&mut self, id: RunId, run: &Arc<Run>, at: Time) -> MatrixBlocks {
        match self.drawn.take() {
            Some((of, known, when, blocks)) if (of, known, when) == (id, Arc::as_ptr(run), at) => {
                blocks
            }
            _ => run.quanta().map_or_else(MatrixBlocks::default, |record| {
                MatrixBlocks::at(run, record, at)
            }),
        }
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let Some(entry) = shared.runs.current_among(has_quanta) else {
            return without_quanta(ui, shared);
        };
        let (id, run) = (entry.id, &entry.run);
        // The pane is shown only for runs that have them.
        let Some(record) = run.quanta() else {
            return;
        };
        let at = shared.replay.at.unwrap_or_else(|| self.busiest(run));
        ui.horizontal_wrapped(|ui| {
            runs_with(ui, shared, ("Matrix", has_quanta), Some(id), actions);
            ui.weak(match shared.replay.at {
                Some(at) => format!("at {}", run.instant(at)),
                None => format!(
                    "at {}; the replay, or a click below, chooses another moment",
                    run.instant(at)
                ),
            });
        });
        ui.horizontal_wrapped(|ui| {
            for class in GrainClass::all() {
                swatch(ui, colour::of_grain(class));
                ui.label(class.name());
            }
            ui.weak("pale: waits for its turn · framed: fills gaps");
        });
        let blocks = self.blocks(id, run, at);
        let (jobs, running) = blocks.jobs();
        let name = format!(
            "Matrix of {}, rows: {}, jobs: {jobs}, running: {running}",
            run.label, blocks.rows
        );
        let layout = egui::Layout::top_down(egui::Align::Min);
        let width = ui.available_width();
        let rest = (ui.available_height() - STRIP - 28.0).max(60.0);
        let options = MatrixOptions {
            dark: ui.visuals().dark_mode,
            selected: shared.selected_in(entry),
        };
        let output = ui.allocate_ui_with_layout(egui::vec2(width, rest), layout, |ui| {
            matrix::show(ui, &name, run, (&blocks, at), options)
        });
        self.drawn = Some((id, Arc::as_ptr(run), at, blocks));
        uses(ui, record, at, shared.replay.until().is_none());
        let name = format!("What the quanta of {} are used for", run.label);
        let size = egui::vec2(width, ui.available_height().clamp(40.0, STRIP));
        let mut view = shared.sight.view;
        let clicked = ui.allocate_ui_with_layout(size, layout, |ui| {
            matrix::strip(
                ui,
                &name,
                (record, &run.experiment.clock),
                &mut view,
                Some(at),
                options.dark,
            )
        });
        actions.extend(Action::look(view, shared));
        let chosen = output.inner.clicked;
        actions.extend(chosen.map(|job| Action::Choose(Selection { id, job })));
        actions.extend(clicked.inner.map(Action::Moment));
    }
}

fn without_quanta(ui: &mut Ui, shared: &Shared) {
    let sentence = match shared.runs.current() {
        None => "No run yet".to_owned(),
        Some(entry) => format!(
            "Under {} jobs do not take turns. Choose Gang, Flexible or Agile under Policies.",
            entry.label
        ),
    };
    ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
}

/// Shows the use of the quantum at `at`, and of all of them if `of_all`.
fn uses(
    ui: &mut Ui,
    record: &laboratory::family::coscheduling::record::QuantumRecord,
    at: Time,
    of_all: bool,
) {
    let now = record.quantum_at(at);
    let now = now.map(|quantum| quantum.shares(record.nodes));
    let all = record.total().shares(record.nodes);
    ui.horizontal_wrapped(|ui| {
        for (part, name) in USES.into_iter().enumerate() {
            swatch(ui, colour::of_use(part));
            let now = match now {
                // A number and its unit stay on one line.
                Some(now) => format!("{:.0}\u{a0}%", 100.0 * now[part]),
                None => "-".to_owned(),
            };
            ui.label(format!("{name}\u{a0}{now}"))
                .on_hover_text(MEANINGS[part]);
            if of_all {
                ui.weak(format!("({:.1}\u{a0}%)", 100.0 * all[part]))
                    .on_hover_text("In all quanta together");
            }
        }
    });
}

const MEANINGS: [&str; USES.len()] = [
    "Processes move on",
    "Processes that have their processors wait for others at a barrier",
    "The machine switches to jobs that did not run in the quantum before",
    "Processes are done before the quantum is over: internal fragmentation",
    "Nobody was given it: external fragmentation, and what jobs of medium grain leave",
];

/// Returns the first instant at which most jobs have started and not ended.
fn busiest(run: &Run) -> Time {
    let starts = run.outcomes.iter().map(|job| (job.started, 1));
    let ends = run.outcomes.iter().map(|job| (job.completed, -1));
    let mut changes: Vec<(Time, i64)> = starts.chain(ends).collect();
    changes.sort_unstable();
    let (mut now, mut most, mut at) = (0, 0, Time::ZERO);
    for (time, change) in changes {
        now += change;
        if now > most {
            (most, at) = (now, time);
        }
    }
    at
}

fn has_quanta(entry: &Entry) -> bool {
    entry.run.quanta().is_some()
}
