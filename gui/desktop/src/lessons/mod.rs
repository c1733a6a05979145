//! Lessons: a scenario each, or a log of the reader's, with three tasks that are ticked off when their
//! goal is seen in the window.

mod card;
mod goal;

use std::sync::LazyLock;

use egui::Ui;
use ron::extensions::Extensions;
use serde::Deserialize;

use self::goal::{Goal, Measured};
use super::App;
use super::shared::document::Document;
use laboratory::base::problem::Problem;
use laboratory::scenario;

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

/// A lesson that is being taken.
pub(super) struct State {
    /// Index of the lesson.
    index: usize,
    /// Number of its tasks that are done.
    done: usize,
    /// State that the goal of the present task is compared with, as it was when the task began.
    before: Option<Measured>,
    /// Whether only the title is shown.
    is_folded: bool,
}

impl State {
    /// Begins the lesson at `index` behind so many tasks.
    fn at(index: usize, done: usize) -> Self {
        Self {
            index,
            done,
            before: None,
            is_folded: false,
        }
    }
}

/// A user's answer to the strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// The lesson at that index, from its beginning.
    Begin(usize),
    /// Show only the title, or all again.
    Fold,
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
        self.lesson = Some(State::at(index, 0));
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
        let Some(state) = &self.lesson else {
            return;
        };
        let lesson = LESSONS.get(state.index);
        let Some(task) = lesson.and_then(|lesson| lesson.tasks.get(state.done)) else {
            return;
        };
        let before = task.goal.before(self, state.before.as_ref());
        let is_reached = task.goal.is_reached(self, before.as_ref());
        if let Some(state) = &mut self.lesson {
            state.before = before;
            if is_reached {
                state.done += 1;
                state.before = None;
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
mod tests {
    use std::path::Path;

    use super::*;

    /// A log of that many jobs on 16 nodes, some of which wait, with what a reader has of it at first.
    fn log(folder: &Path, jobs: u64) -> String {
        let line = |job: u64| {
            let (runtime, nodes) = (60 + job * 7919 % 3600, 1 + job * 31 % 16);
            format!(
                "{job} {} -1 {runtime} {nodes} -1 -1 {nodes} 3600 -1 1 1 1 -1 1 -1 -1 -1\n",
                job * 1200
            )
        };
        let lines: String = (1..=jobs).map(line).collect();
        let path = folder.join("own.swf");
        std::fs::write(&path, format!("; MaxProcs: 16\n{lines}")).unwrap();
        format!(
            "(machine: Cluster(), workload: Swf(path: {:?}), policies: [Fcfs, Easy, Conservative])",
            path.to_str().unwrap()
        )
    }

    /// Opens `text` as the only document.
    fn open(app: &mut App, text: &str) {
        app.start_page.close();
        app.front.shared.document.scenario = scenario::parse(text, None).unwrap();
        app.front.simulate();
        app.settle();
    }

    /// Simulates `scenario`, which is the lesson's or of a log, with the parts that `task` replaces.
    fn solve(app: &mut App, lesson: &Lesson, scenario: &str, task: &Task) {
        let mut text = scenario.to_owned();
        for (part, other) in &task.solution {
            assert_eq!(text.matches(part).count(), 1, "{}: {part}", lesson.title);
            text = text.replacen(part, other, 1);
        }
        open(app, &text);
        if task.goal == Goal::SelectedLongest {
            let run = &app.front.shared.runs.entries.last().unwrap().run;
            let longest = run.experiment.labels.iter().enumerate();
            let longest = longest.max_by_key(|(index, _)| run.wait(*index));
            let number = longest.unwrap().1.number();
            app.inspect(number).unwrap();
        }
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

    fn is_done(app: &mut App, task: usize) -> bool {
        app.tick_off_tasks();
        app.lesson.as_ref().is_some_and(|state| state.done > task)
    }

    #[test]
    fn every_task_is_open_at_first_and_done_by_its_solution() {
        assert_eq!(LESSONS.len(), TEXTS.len());
        let folder = tempfile::tempdir().unwrap();
        let log = log(folder.path(), 600);
        for (index, lesson) in LESSONS.iter().enumerate() {
            assert_eq!(lesson.tasks.len(), 3);
            for (number, task) in lesson.tasks.iter().enumerate() {
                let mut app = App::new(Vec::new());
                app.begin_lesson(index);
                app.settle();
                // Whoever is past the first task has opened a log.
                if lesson.scenario.is_none() && number > 0 {
                    open(&mut app, &log);
                }
                app.lesson = Some(State::at(index, number));
                let said = format!("{}: {}", lesson.title, task.task);
                assert!(!is_done(&mut app, number), "done at once: {said}");
                let scenario = lesson.scenario.as_deref().unwrap_or(&log);
                solve(&mut app, lesson, scenario, task);
                assert!(is_done(&mut app, number), "not done: {said}");
            }
        }
    }

    #[test]
    fn a_lesson_that_is_begun_again_has_one_document() {
        let mut app = App::new(Vec::new());
        for _ in 0..2 {
            app.begin_lesson(0);
            app.settle();
            // As after a start: the document is there, and no lesson is being taken.
            app.lesson = None;
        }
        assert_eq!(app.document_names().len(), 1);
        app.begin_lesson(1);
        app.settle();
        app.begin_lesson(2);
        app.settle();
        assert_eq!(app.document_names().len(), 2, "{:?}", app.document_names());
    }

    #[test]
    fn a_month_is_a_log_of_many_jobs_of_which_some_wait() {
        let last = LESSONS.len() - 1;
        let folder = tempfile::tempdir().unwrap();
        let mut app = App::new(Vec::new());
        app.begin_lesson(last);
        assert!(app.is_at_start());
        // A model is no log, a dozen of jobs no month.
        let model = "(machine: Cluster(nodes: 16), workload: Lublin(jobs: 600, load: 0.9), policies: [Easy])";
        open(&mut app, model);
        assert!(!is_done(&mut app, 0));
        open(&mut app, &log(folder.path(), 12));
        assert!(!is_done(&mut app, 0));
        open(&mut app, &log(folder.path(), 600));
        assert!(is_done(&mut app, 0));
    }

    #[test]
    fn waits_have_to_fall_from_where_they_were_on_the_same_log() {
        let folder = tempfile::tempdir().unwrap();
        let busy = log(folder.path(), 600);
        let other = tempfile::tempdir().unwrap();
        let (last, falls) = (LESSONS.len() - 1, 2);
        let mut app = App::new(Vec::new());
        app.begin_lesson(last);
        open(&mut app, &busy);
        app.lesson = Some(State::at(last, falls));
        assert!(!is_done(&mut app, falls));
        // While a change is being run there is nothing to compare, and what was measured is kept.
        app.front.shared.runs.entries.clear();
        assert!(!is_done(&mut app, falls));
        open(&mut app, &busy.replace("Cluster()", "Cluster(nodes: 32)"));
        assert!(is_done(&mut app, falls));
        app.lesson = Some(State::at(last, falls));
        open(&mut app, &busy);
        assert!(!is_done(&mut app, falls));
        // On another log, where no job waits, nothing has fallen: it is measured anew.
        open(
            &mut app,
            &log(other.path(), 500).replace("Cluster()", "Cluster(nodes: 4000)"),
        );
        assert!(!is_done(&mut app, falls));
        open(&mut app, &busy);
        assert!(!is_done(&mut app, falls));
        open(&mut app, &busy.replace("Cluster()", "Cluster(nodes: 32)"));
        assert!(is_done(&mut app, falls));
    }
}
