//! Lessons: a scenario each, or a log of the reader's, with three tasks that are ticked off when their
//! goal is seen in the window.

mod card;
mod goal;
mod part;

use std::sync::LazyLock;

use egui::Ui;
use ron::extensions::Extensions;
use serde::Deserialize;

use self::goal::{Goal, Measured};
use self::part::Part;
use super::App;
use super::settings::Settings;
use super::shared::document::Document;
use laboratory::base::problem::Problem;
use laboratory::scenario::{self, Scenario};

/// A lesson.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Lesson {
    title: String,
    introduction: String,
    /// The scenario to begin with; absent where the reader opens a log.
    #[serde(default)]
    scenario: Option<String>,
    tasks: Vec<Task>,
}

/// A task of a lesson.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Task {
    /// Instruction.
    task: String,
    goal: Goal,
    /// Parts of the lesson's scenario without which the goal does not count.
    #[serde(default)]
    keeps: Vec<Part>,
    /// Observation then, and its reason.
    explanation: String,
    /// A way to do it: parts of the scenario and what stands there instead. A job that is to be
    /// selected is not in it.
    solution: Vec<(String, String)>,
}

/// Texts of the lessons, in their order.
const TEXTS: [&str; 9] = [
    include_str!("../../../web/lessons/1-fcfs.ron"),
    include_str!("../../../web/lessons/2-easy.ron"),
    include_str!("../../../web/lessons/3-who-pays.ron"),
    include_str!("../../../web/lessons/4-conservative.ron"),
    include_str!("../../../web/lessons/5-time-slices.ron"),
    include_str!("../../../web/lessons/6-gangs.ron"),
    include_str!("../../../web/lessons/7-moldable.ron"),
    include_str!("../../../web/lessons/8-workflows.ron"),
    include_str!("../../../web/lessons/9-a-real-month.ron"),
];

/// All lessons; that each can be read is tested.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let reader = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let lessons = TEXTS.iter().map(|text| reader.from_str(text));
    lessons.filter_map(Result::ok).collect()
});

/// Returns the number of lessons.
pub(super) fn count() -> usize {
    TEXTS.len()
}

/// Returns the title of the lesson at `index`, with its number.
pub(super) fn title(index: usize) -> String {
    let title = LESSONS.get(index).map_or("", |lesson| &lesson.title);
    format!("Lesson {}: {title}", index + 1)
}

/// Returns what the lesson at `index` is about.
pub(super) fn introduction(index: usize) -> &'static str {
    LESSONS.get(index).map_or("", |lesson| &lesson.introduction)
}

/// Returns whether all tasks of the lesson at `index` have been done once, by those `settings`.
pub(super) fn is_finished(settings: &Settings, index: usize) -> bool {
    let lesson = LESSONS.get(index);
    lesson.is_some_and(|lesson| settings.finished_lessons.contains(&lesson.title))
}

/// A lesson that is being taken.
pub(super) struct State {
    /// Index of the lesson.
    index: usize,
    /// The scenario that it begins with, if it has one.
    scenario: Option<Scenario>,
    /// Whether all its tasks had been done when it was begun, and so can be read.
    was_finished: bool,
    /// Number of its tasks that are done.
    done: usize,
    /// State that the goal of the present task is compared with, as it was when the task began.
    before: Option<Measured>,
    /// Part that is read again, if it is not the latest: how many tasks lie before its end, 0 for
    /// the introduction.
    read_again: Option<usize>,
    /// Whether only the title is shown.
    is_folded: bool,
}

impl State {
    /// Begins the lesson at `index` behind so many tasks.
    fn at(index: usize, done: usize) -> Self {
        let text = LESSONS
            .get(index)
            .and_then(|lesson| lesson.scenario.as_deref());
        Self {
            index,
            scenario: text.and_then(|text| scenario::parse(text, None).ok()),
            was_finished: false,
            done,
            before: None,
            read_again: None,
            is_folded: false,
        }
    }

    /// Whether what is seen counts for the lesson where `scenario` is in front, with `parts` as they
    /// were at first.
    fn is_of(&self, scenario: &Scenario, parts: &[Part]) -> bool {
        self.scenario.as_ref().is_none_or(|own| {
            own.title == scenario.title && parts.iter().all(|part| part.is_equal(own, scenario))
        })
    }
}

/// A user's answer to the strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// The lesson at that index, from its beginning.
    Begin(usize),
    /// Show only the title, or all again.
    Fold,
    /// Read the introduction again, which is 0, or a task that is done, by its number; the same once
    /// more goes back to the latest.
    Read(usize),
    Leave,
}

impl App {
    /// Opens the scenario of the lesson at `index`, and shows its tasks.
    pub(super) fn begin_lesson(&mut self, index: usize) {
        let Some(lesson) = LESSONS.get(index) else {
            return;
        };
        let document = lesson.scenario.as_deref().map(document_of).transpose();
        let document = match document {
            Ok(document) => document,
            Err(problem) => return self.front.notices.fault(&problem),
        };
        self.tour = None;
        if let Some(State { index, .. }) = self.lesson {
            self.close_lesson_document(index);
        }
        self.close_lesson_document(index);
        self.lesson = Some(State {
            was_finished: is_finished(&self.settings, index),
            ..State::at(index, 0)
        });
        match document {
            Some(document) => self.open_new(document, None),
            // There the reader's logs are, and a place to drop one.
            None => self.go_to_start(),
        }
    }

    /// Closes what is open of the lesson at `index`, perhaps since an earlier start.
    fn close_lesson_document(&mut self, index: usize) {
        let scenario = LESSONS
            .get(index)
            .and_then(|lesson| lesson.scenario.as_deref());
        let Some(title) = scenario
            .and_then(|text| document_of(text).ok())
            .map(|document| document.name())
        else {
            return;
        };
        let of_lesson = |app: &Self| {
            app.documents().position(|document| {
                let document = &document.shared.document;
                document.source.is_none() && document.name() == title
            })
        };
        while let Some(index) = of_lesson(self) {
            self.discard_document(index);
        }
    }

    /// Ticks off the tasks that are done.
    fn tick_off_tasks(&mut self) {
        let Some(state) = self.lesson.as_ref().filter(|_| !self.is_at_start()) else {
            return;
        };
        let lesson = LESSONS.get(state.index);
        let Some(task) = lesson.and_then(|lesson| lesson.tasks.get(state.done)) else {
            return;
        };
        if !state.is_of(&self.front.shared.document.scenario, &task.keeps) {
            return;
        }
        let before = task.goal.before(self, state.before.as_ref());
        let is_reached = task.goal.is_reached(self, before.as_ref());
        if let Some(state) = &mut self.lesson {
            state.before = before;
            if is_reached {
                state.done += 1;
                state.before = None;
                // What was seen just now is the news.
                state.read_again = None;
                if let Some(lesson) = lesson.filter(|lesson| lesson.tasks.len() == state.done) {
                    let title = lesson.title.clone();
                    self.settings.finished_lessons.insert(title);
                }
            }
        }
    }

    /// Shows the strip of the lesson that is being taken.
    pub(super) fn lesson_strip(&mut self, ui: &mut Ui) {
        let done = self.lesson.as_ref().map(|state| state.done);
        self.tick_off_tasks();
        let Some(state) = &mut self.lesson else {
            return;
        };
        if done != Some(state.done) {
            // The texts of another task are of another height.
            ui.ctx().request_repaint();
        }
        let Some(lesson) = LESSONS.get(state.index) else {
            return;
        };
        match card::show(ui, state, lesson) {
            Some(Answer::Begin(index)) => self.begin_lesson(index),
            Some(Answer::Fold) => state.is_folded ^= true,
            Some(Answer::Read(part)) => {
                state.read_again = Some(part).filter(|_| state.read_again != Some(part));
                state.is_folded = false;
            }
            Some(Answer::Leave) => self.lesson = None,
            None => return,
        }
        ui.ctx().request_repaint();
    }
}

fn document_of(scenario: &str) -> Result<Document, Problem> {
    let scenario = scenario::parse(scenario, None)?;
    Ok(Document::new(scenario, None))
}

#[cfg(test)]
mod tests;
