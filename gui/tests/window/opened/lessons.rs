//! Lessons: marked where they are finished, and read again.

use cosched::desktop::{App, Command};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    Window, click, drawn, find_job, number, perform, press_button, restarted, window,
};

fn shows(window: &Window, label: &str) -> bool {
    window.query_all_by_label_contains(label).next().is_some()
}

/// Does the three tasks of the first lesson: looks at a job, lets it pass, and gives all of them room.
fn finish_first_lesson(window: &mut Window) {
    perform(window, Command::Lesson(0));
    find_job(window, "3");
    press_button(window, "EASY");
    window.run_steps(30);
    click(window, "Machine");
    number(window, "Nodes", 16.0);
    window.run_steps(30);
    perform(window, Command::RunAll);
}

#[test]
fn a_finished_lesson_is_marked_also_after_a_restart() {
    let mut window = drawn(App::new(Vec::new()));
    assert!(!shows(&window, ", done"));
    perform(&mut window, Command::Lesson(0));
    find_job(&mut window, "3");
    perform(&mut window, Command::StartPage);
    // A lesson that was begun is not done.
    assert!(!shows(&window, ", done"));
    finish_first_lesson(&mut window);
    perform(&mut window, Command::StartPage);
    window.get_by_label("Lesson 1: FCFS and its holes, done");
    window.get_by_label("Lesson 2: EASY: who may pass");
    let mut window = restarted(&mut window);
    perform(&mut window, Command::StartPage);
    window.get_by_label("Lesson 1: FCFS and its holes, done");
    click(&mut window, "Help");
    // The page has a heading of that name.
    window
        .get_by_role_and_label(Role::Button, "Lessons")
        .click();
    window.run_ok();
    window.get_by_label("✔ Lesson 1: FCFS and its holes");
    // To begin it again does not take the mark away.
    perform(&mut window, Command::Lesson(0));
    // Nor what can be read: nothing of it is done this time.
    click(&mut window, "Read task 3 again");
    assert!(shows(&window, "Task 3 of 3") && !shows(&window, "✔ Task"));
    click(&mut window, "Read the introduction again");
    assert!(shows(&window, "Eight nodes and three jobs."));
    perform(&mut window, Command::StartPage);
    window.get_by_label("Lesson 1: FCFS and its holes, done");
}

#[test]
fn a_finished_task_and_the_introduction_can_be_read_again() {
    let mut window = window(Vec::new());
    perform(&mut window, Command::Lesson(0));
    let introduction = "Eight nodes and three jobs.";
    let task = "Two nodes are idle until 10 s";
    let explanation = "Under FCFS nobody may pass the head of the queue";
    // There is nothing to read again yet.
    assert!(shows(&window, introduction) && !shows(&window, "again"));
    find_job(&mut window, "3");
    press_button(&mut window, "EASY");
    window.run_steps(30);
    perform(&mut window, Command::RunAll);
    assert!(shows(&window, "Task 3 of 3"));
    assert!(shows(&window, "✔ Task 2 of 3") && !shows(&window, explanation));
    click(&mut window, "Read task 1 again");
    assert!(shows(&window, task) && shows(&window, explanation));
    // What is to be done now stays.
    assert!(shows(&window, "Task 3 of 3") && !shows(&window, "✔ Task 2 of 3"));
    click(&mut window, "Read the introduction again");
    assert!(shows(&window, introduction) && !shows(&window, explanation));
    click(&mut window, "Read the introduction again");
    assert!(shows(&window, "✔ Task 2 of 3") && !shows(&window, introduction));
    assert!(!shows(&window, "Read task 3 again"));
}
