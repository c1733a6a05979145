//! A tour of six steps, each ticked off when its control has been used, or left by *Next*.

mod card;
mod steps;

use egui::Context;

use self::steps::{STEPS, Step};
use super::App;
use super::command::Command;
use super::shared::Selection;
use super::shared::pane::Pane;
use super::widgets::landmark::Landmark;

/// Returns the titles of its steps.
pub(super) fn titles() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.title)
}

/// State of a running tour.
pub(super) struct State {
    /// Index of the step.
    step: usize,
    /// State of the window when the step began.
    baseline: StepBaseline,
    /// Whether the step has been done since.
    done: bool,
}

/// State of the window when a step began, to tell what has been done since.
struct StepBaseline {
    /// Name of the document, and whether it lay behind the start page.
    document: (String, bool),
    span: Option<[f64; 2]>,
    selection: Option<Selection>,
    runs: usize,
}

/// A user's answer to a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Next,
    Back,
    Leave,
}

impl State {
    fn step(&self) -> Option<&'static Step> {
        STEPS.get(self.step)
    }
}

impl App {
    /// Begins the tour, or leaves it.
    pub(super) fn toggle_tour(&mut self) {
        match self.tour.take() {
            Some(_) => {}
            None => self.go_to_step(0),
        }
    }

    /// Leaves the tour; returns whether it was running.
    pub(super) fn leave_tour(&mut self) -> bool {
        self.tour.take().is_some()
    }

    /// Shows the card of a running tour, and ticks off what was done.
    pub(super) fn tour_card(&mut self, ctx: &Context) {
        let Some(tour) = &self.tour else {
            return;
        };
        let Some(step) = tour.step() else {
            return;
        };
        let index = tour.step;
        let done = tour.done || (step.is_done)(self, &tour.baseline, ctx);
        if let Some(tour) = &mut self.tour {
            tour.done = done;
        }
        // Dialogs over everything come first.
        if self.has_modal() {
            return;
        }
        match card::show(ctx, index, step, done) {
            Some(Answer::Next) => {
                if !done {
                    (step.skip)(self);
                }
                self.go_to_step(index + 1);
            }
            Some(Answer::Back) => self.go_to_step(index.saturating_sub(1)),
            Some(Answer::Leave) => self.tour = None,
            None => return,
        }
        ctx.request_repaint();
    }

    /// Begins the step with that index; the tour is over behind the last.
    fn go_to_step(&mut self, index: usize) {
        let Some(step) = STEPS.get(index) else {
            self.tour = None;
            let menu = Command::Tour.menu().title();
            return self.front.notices.add_line(format!(
                "That was the tour. {menu}, {} begins it again.",
                Command::Tour.text()
            ));
        };
        (step.prepare)(self);
        self.tour = Some(State {
            step: index,
            baseline: self.as_before(),
            done: false,
        });
    }

    fn as_before(&self) -> StepBaseline {
        StepBaseline {
            document: (self.front.shared.document.name(), self.is_at_start()),
            span: self.front.shared.scope.span_in_seconds(),
            selection: self.front.shared.selection,
            runs: self.front.shared.runs.entries.len(),
        }
    }
}

/// Whether the pane is in front.
fn is_seen(ctx: &Context, pane: Pane) -> bool {
    Landmark::Pane(pane).rect(ctx).is_some()
}
