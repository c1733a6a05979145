//! Lessons: a scenario each, with three tasks that are ticked off when their goal is seen in the
//! window.

mod card;
mod goal;

use std::sync::LazyLock;

use egui::Context;
use ron::extensions::Extensions;
use serde::Deserialize;

use self::goal::Goal;
use super::App;
use super::shared::document::Document;
use laboratory::base::problem::Problem;
use laboratory::scenario;

/// A lesson.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Lesson {
    title: String,
    introduction: String,
    /// The scenario to begin with.
    scenario: String,
    tasks: Vec<Task>,
}

/// A task of a lesson.
#[derive(Clone, PartialEq, Debug, Deserialize)]
struct Task {
    /// What is to be done.
    task: String,
    goal: Goal,
    /// What is seen then, and why.
    explanation: String,
    /// A way to do it: parts of the scenario and what stands there instead. A job that is to be
    /// selected is not in it.
    solution: Vec<(String, String)>,
}

/// Texts of the lessons, in their order.
const TEXTS: [&str; 8] = [
    include_str!("../../../web/lessons/1-fcfs.ron"),
    include_str!("../../../web/lessons/2-easy.ron"),
    include_str!("../../../web/lessons/3-who-pays.ron"),
    include_str!("../../../web/lessons/4-conservative.ron"),
    include_str!("../../../web/lessons/5-time-slices.ron"),
    include_str!("../../../web/lessons/6-gangs.ron"),
    include_str!("../../../web/lessons/7-moldable.ron"),
    include_str!("../../../web/lessons/8-workflows.ron"),
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

/// A lesson that is being taken.
pub(super) struct State {
    /// Index of the lesson.
    index: usize,
    /// Number of its tasks that are done.
    done: usize,
}

/// A user's answer to the card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// The lesson at that index, from its beginning.
    Begin(usize),
    Leave,
}

impl App {
    /// Opens the scenario of the lesson at `index`, and shows its tasks.
    pub(super) fn begin_lesson(&mut self, index: usize) {
        let Some(lesson) = LESSONS.get(index) else {
            return;
        };
        match scenario_of(lesson) {
            Ok(document) => {
                self.tour = None;
                self.close_lesson_document();
                self.open_new(document, None);
                self.lesson = Some(State { index, done: 0 });
            }
            Err(problem) => self.front.notices.fault(&problem),
        }
    }

    /// Closes the document in front if it is that of the lesson being taken.
    fn close_lesson_document(&mut self) {
        let Some(State { index, .. }) = self.lesson else {
            return;
        };
        let of_lesson = LESSONS.get(index).map(scenario_of);
        let title = of_lesson
            .and_then(Result::ok)
            .map(|document| document.name());
        if title.is_some_and(|title| title == self.front.shared.document.name()) {
            self.discard_document(self.background.front_index);
        }
    }

    /// Ticks off the tasks that are done.
    fn tick_off_tasks(&mut self) {
        let Some(State { index, done }) = self.lesson else {
            return;
        };
        let task = LESSONS.get(index).and_then(|lesson| lesson.tasks.get(done));
        if task.is_some_and(|task| task.goal.is_reached(self))
            && let Some(lesson) = &mut self.lesson
        {
            lesson.done = done + 1;
        }
    }

    /// Shows the card of the lesson that is being taken.
    pub(super) fn lesson_card(&mut self, ctx: &Context) {
        self.tick_off_tasks();
        let Some(State { index, done }) = self.lesson else {
            return;
        };
        // Dialogs over everything come first.
        if self.has_modal() {
            return;
        }
        let Some(lesson) = LESSONS.get(index) else {
            return;
        };
        match card::show(ctx, index, lesson, done) {
            Some(Answer::Begin(index)) => self.begin_lesson(index),
            Some(Answer::Leave) => self.lesson = None,
            None => return,
        }
        ctx.request_repaint();
    }
}

fn scenario_of(lesson: &Lesson) -> Result<Document, Problem> {
    let scenario = scenario::parse(&lesson.scenario, None)?;
    Ok(Document::new(scenario, None))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates the lesson's scenario with the parts that `task` replaces.
    fn solve(app: &mut App, lesson: &Lesson, task: &Task) {
        let mut text = lesson.scenario.clone();
        for (part, other) in &task.solution {
            assert_eq!(text.matches(part).count(), 1, "{}: {part}", lesson.title);
            text = text.replacen(part, other, 1);
        }
        app.front.shared.document.scenario = scenario::parse(&text, None).unwrap();
        app.front.simulate();
        app.settle();
        if let Goal::Selected { job, waits, policy } = &task.goal {
            let entries = &app.front.shared.runs.entries;
            let entry = entries.iter().find(|entry| {
                !entry.stale && policy.is_none_or(|policy| entry.run.policy == policy)
            });
            let run = &entry.unwrap().run;
            let mut labels = run.experiment.labels.iter().enumerate();
            let found = labels.find(|(index, label)| {
                job.is_none_or(|job| label.number() == job) && run.wait(*index).seconds() >= *waits
            });
            let number = found
                .unwrap_or_else(|| panic!("{}: {}", lesson.title, task.task))
                .1
                .number();
            app.inspect(number).unwrap();
        }
    }

    #[test]
    fn every_task_is_open_at_first_and_done_by_its_solution() {
        assert_eq!(LESSONS.len(), TEXTS.len());
        for (index, lesson) in LESSONS.iter().enumerate() {
            assert_eq!(lesson.tasks.len(), 3);
            for (number, task) in lesson.tasks.iter().enumerate() {
                let mut app = App::new(Vec::new());
                app.begin_lesson(index);
                app.settle();
                app.lesson = Some(State {
                    index,
                    done: number,
                });
                app.tick_off_tasks();
                let is_done = |app: &App| app.lesson.as_ref().is_some_and(|it| it.done > number);
                assert!(
                    !is_done(&app),
                    "{} is done at once: {}",
                    lesson.title,
                    task.task
                );
                solve(&mut app, lesson, task);
                app.tick_off_tasks();
                assert!(is_done(&app), "{} is not done: {}", lesson.title, task.task);
            }
        }
    }
}
