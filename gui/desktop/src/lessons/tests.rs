//! Tests of lessons: each task is open at first, done by its solution, and not by anything else.

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
        let entry = entries
            .iter()
            .find(|entry| !entry.stale && policy.is_none_or(|policy| entry.run.policy == policy));
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
fn only_the_lessons_own_document_counts() {
    let mut app = App::new(Vec::new());
    app.begin_lesson(0);
    let own = LESSONS[0].scenario.as_deref().unwrap();
    let solved = own.replace("policies: [Fcfs]", "policies: [Easy]");
    app.lesson = Some(State::at(0, 1));
    open(&mut app, &solved.replace("Lesson 1", "Another"));
    assert!(!is_done(&mut app, 1));
    open(&mut app, &solved);
    app.go_to_start();
    assert!(!is_done(&mut app, 1));
    app.start_page.close();
    assert!(is_done(&mut app, 1));
}

#[test]
fn parts_that_a_task_keeps_have_to_stay() {
    // Each ticks off the next task as well, if nothing but the outcome is looked at.
    let ways = [
        (
            0,
            1,
            "nodes: 8),\n        workload",
            "nodes: 16),\n        workload",
        ),
        (
            1,
            2,
            "policies: [Easy]",
            "policies: [Conservative], seed: 2",
        ),
        (2, 1, "load: 0.85", "load: 0.5"),
        (7, 1, "bandwidth: 80", "bandwidth: 160"),
    ];
    for (index, task, part, other) in ways {
        let own = LESSONS[index].scenario.as_deref().unwrap();
        let mut app = App::new(Vec::new());
        app.begin_lesson(index);
        app.lesson = Some(State::at(index, task));
        let mut text = own.replacen(part, other, 1);
        if index == 1 {
            text = text.replace("runtime: 20", "runtime: 7");
        }
        open(&mut app, &text);
        assert!(!is_done(&mut app, task), "{index}.{task}");
    }
}

#[test]
fn a_month_is_a_log_of_many_jobs_of_which_some_wait() {
    let last = LESSONS.len() - 1;
    let folder = tempfile::tempdir().unwrap();
    let mut app = App::new(Vec::new());
    app.begin_lesson(last);
    assert!(app.is_at_start());
    // A model is no log, a dozen of jobs no month.
    let model =
        "(machine: Cluster(nodes: 16), workload: Lublin(jobs: 600, load: 0.9), policies: [Easy])";
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

/// Two arrows of the texts were empty boxes.
#[test]
fn every_sign_of_a_lesson_is_in_the_fonts() {
    let ctx = egui::Context::default();
    charts::look::install(&ctx);
    let mut output = ctx.run_ui(egui::RawInput::default(), |_| {});
    // Nobody draws it.
    output.textures_delta.clear();
    let font = egui::FontId::proportional(13.0);
    for text in TEXTS {
        let missing = |sign: &char| {
            let is_there = ctx.fonts_mut(|fonts| fonts.has_glyph(&font, *sign));
            !sign.is_control() && !is_there
        };
        let missing: String = text.chars().filter(missing).collect();
        assert_eq!(missing, "");
    }
}
