//! A tour of six steps: each points at a control, is ticked off when that has been used, and is left by *Next*.

mod card;
mod steps;

use egui::Context;

use self::steps::{STEPS, Step};
use super::App;
use super::command::Command;
use super::shared::Selection;
use super::shared::pane::Pane;
use super::widgets::landmark::Landmark;

/// What its steps are called.
pub(super) fn titles() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.title)
}

/// A tour while one is on it.
pub(super) struct State {
    /// The place of the step.
    step: usize,
    /// How things were when it began.
    before: Before,
    /// Whether what the step is about has been done since.
    done: bool,
}

/// How things were when a step began, to tell what has been done since.
struct Before {
    /// What the document is called, and whether it lay behind the start page.
    document: (String, bool),
    span: Option<[f64; 2]>,
    selection: Option<Selection>,
    runs: usize,
}

/// What is wanted of the tour.
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

    /// Leaves the tour; returns whether one was on it.
    pub(super) fn leave_tour(&mut self) -> bool {
        self.tour.take().is_some()
    }

    /// Shows where the tour is, if one is on it, and ticks off what was done.
    pub(super) fn tour_card(&mut self, ctx: &Context) {
        let Some(tour) = &self.tour else {
            return;
        };
        let Some(step) = tour.step() else {
            return;
        };
        let place = tour.step;
        let done = tour.done || (step.is_done)(self, &tour.before, ctx);
        if let Some(tour) = &mut self.tour {
            tour.done = done;
        }
        // What is open over everything is to be done with first.
        if self.has_modal() {
            return;
        }
        match card::show(ctx, place, step, done) {
            Some(Answer::Next) => {
                if !done {
                    (step.skip)(self);
                }
                self.go_to_step(place + 1);
            }
            Some(Answer::Back) => self.go_to_step(place.saturating_sub(1)),
            Some(Answer::Leave) => self.tour = None,
            None => return,
        }
        ctx.request_repaint();
    }

    /// Begins the step in that place; the tour is over behind the last.
    fn go_to_step(&mut self, place: usize) {
        let Some(step) = STEPS.get(place) else {
            self.tour = None;
            let menu = Command::Tour.menu().title();
            return self.front.notices.tell(format!(
                "That was the tour. {menu}, {} begins it again.",
                Command::Tour.text()
            ));
        };
        (step.prepare)(self);
        self.tour = Some(State {
            step: place,
            before: self.as_before(),
            done: false,
        });
    }

    fn as_before(&self) -> Before {
        Before {
            document: (self.front.shared.document.name(), self.is_at_start()),
            span: self.front.shared.scope.span_in_seconds(),
            selection: self.front.shared.selection,
            runs: self.front.shared.runs.entries.len(),
        }
    }
}

/// Whether the pane is in front.
fn is_seen(ctx: &Context, pane: Pane) -> bool {
    Landmark::Pane(pane).place(ctx).is_some()
}
