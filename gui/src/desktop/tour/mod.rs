//! A tour of six steps: each points at a control, and goes on when that has been used.

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

    /// Shows where the tour is, if one is on it, and goes on when what it is about was done.
    pub(super) fn tour_card(&mut self, ctx: &Context) {
        let Some(step) = self.tour.as_ref().and_then(State::step) else {
            return;
        };
        let is_done = self
            .tour
            .as_ref()
            .is_some_and(|tour| (step.is_done)(self, &tour.before, ctx));
        let place = self.tour.as_ref().map_or(0, |tour| tour.step);
        let answer = match is_done {
            true => Some(Answer::Next),
            // What is open over everything is to be done with first.
            false if self.has_modal() => None,
            false => card::show(ctx, place, step),
        };
        match answer {
            Some(Answer::Next) => {
                if !is_done {
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
