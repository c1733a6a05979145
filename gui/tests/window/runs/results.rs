//! Runs: from a change to results, and viewing them.

use cosched::desktop::{Command, Pane};
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driver::{
    TWO_JOBS, Window, click, field, fill, finish, names, offered_load, perform, press, window,
    write,
};

#[test]
fn the_window_starts_on_the_example_with_two_runs() {
    let window = window(Vec::new());
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    window.get_by_label("Schedule of FCFS");
    window.get_by_label("Schedule of EASY");
    assert!(window.state().notices().is_empty());
}

#[test]
fn ticking_a_policy_and_running_adds_its_run_everywhere() {
    let mut window = window(Vec::new());
    click(&mut window, "re-run on change");
    click(&mut window, "Conservative");
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    click(&mut window, "Run (F5)");
    assert_eq!(names(&window), ["FCFS", "EASY", "Conservative"]);
    window.get_by_label("Show run Conservative");
    window.get_by_label("Schedule of Conservative");
}

#[test]
fn a_change_runs_again_and_marks_stale_runs() {
    let mut window = window(Vec::new());
    window.get_by_label("Next seed").click();
    window.step();
    window.step();
    assert!(window.state().run_names().iter().all(|(_, old)| *old));
    // The pause that ends a change is counted in the time of frames.
    window.run_steps(30);
    finish(&mut window);
    assert!(window.state().run_names().iter().all(|(_, old)| !*old));
}

#[test]
fn the_comparison_shows_both_runs_and_the_difference() {
    let folder = tempfile::tempdir().unwrap();
    // Job 2 cannot start before job 1 ends at 100; job 3 fits beside job 1.
    let text = "(
        machine: Cluster(nodes: Some(3)),
        workload: Jobs([
            (submit: 0, runtime: 100, nodes: 2),
            (submit: 0, runtime: 100, nodes: 3),
            (submit: 0, runtime: 100, nodes: 1),
        ]),
        policies: [Fcfs, Easy],
    )";
    let window = window(vec![write(folder.path(), "three.ron", text)]);
    // FCFS: 0 + 100 + 200, EASY: 0 + 100 + 0 seconds of waiting.
    window.get_by_label("Sort by mean wait");
    window.get_by_label_contains("mean wait of FCFS: 1 min 40, 100 s");
    let easy = window.get_by_label_contains("mean wait of EASY: 33.3");
    let said = easy.accesskit_node().label().unwrap_or_default();
    let all = "−67 %: better than FCFS\n1 job better, 0 worse, 2 the same";
    assert!(said.contains(all), "{said}");
}

#[test]
fn cancelling_drops_pending_work_and_keeps_older_runs() {
    let mut window = window(Vec::new());
    window.state_mut().command(Command::RunAll);
    window.state_mut().command(Command::Cancel);
    finish(&mut window);
    assert!(!window.state().is_busy());
    assert_eq!(names(&window), ["FCFS", "EASY"]);
}

#[test]
fn the_palette_runs_a_command() {
    let mut window = window(Vec::new());
    press(&mut window, Modifiers::COMMAND, Key::P);
    fill(&mut window, "Command", "run all");
    press(&mut window, Modifiers::NONE, Key::Enter);
    assert_eq!(names(&window), ["FCFS", "EASY", "Conservative"]);
    assert!(window.query_by_label("Command").is_none());
}

#[test]
fn a_changed_parameter_can_be_undone_and_reset() {
    let mut window = window(Vec::new());
    let before = offered_load(&window);
    assert!(before.is_some() && before != Some(0.5));
    let change = |window: &mut Window| {
        field(window, "Offered load").set_value_accesskit(0.5);
        finish(window);
    };
    change(&mut window);
    assert_eq!(offered_load(&window), Some(0.5));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(offered_load(&window), before);
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(offered_load(&window), Some(0.5));
    click(&mut window, "Reset Offered load");
    assert_eq!(offered_load(&window), before);
}

#[test]
fn a_chosen_job_is_explained_in_the_inspector() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::FindJob);
    fill(&mut window, "Find job", "2");
    field(&window, "Find job").focus();
    window.run_ok();
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.get_by_label("Job 2 under FCFS");
    // Submitted at 10, started at 100.
    window.get_all_by_label("1 min 30").next().unwrap();
    window.get_by_label("Why it started when it did");
    window.get_all_by_label("0:01:40").next().unwrap();
}

/// Job 902 needs both nodes and waits for 901 to end; 903 ends before that and passes it.
#[test]
fn the_jobs_that_a_story_names_are_a_click_away() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 2), policies: [Easy], workload: Jobs([
        (id: 901, submit: 0, runtime: 100, nodes: 1), (id: 902, submit: 5, runtime: 10, nodes: 2),
        (id: 903, submit: 6, runtime: 10, nodes: 1)]))";
    let mut window = window(vec![write(folder.path(), "x.ron", scenario)]);
    crate::driver::find_job(&mut window, "902");
    window.get_by_label("Job 902 under EASY");
    let links: Vec<_> = window
        .get_all_by_role(egui::accesskit::Role::Link)
        .collect();
    let passer = links
        .iter()
        .rfind(|link| link.accesskit_node().label().as_deref() == Some("903"));
    passer.unwrap().click();
    drop(links);
    window.run_ok();
    finish(&mut window);
    window.get_by_label("Job 903 under EASY");
    assert!(
        window
            .query_by_label_contains("started ahead of job")
            .is_some()
    );
}

/// The recorded schedule of a log is a run from the start, and the first row.
#[test]
fn the_recorded_schedule_of_a_log_is_the_first_run() {
    let folder = tempfile::tempdir().unwrap();
    let log = "; MaxProcs: 2
1 0 0 100 1 -1 -1 1 100 -1 1 1 1 1 1 -1 -1 -1
2 5 95 10 2 -1 -1 2 10 -1 1 1 1 1 1 -1 -1 -1
";
    let mut window = window(vec![write(folder.path(), "x.swf", log)]);
    press(&mut window, Modifiers::NONE, Key::F5);
    let mut names = names(&window);
    assert!(names.contains(&"As recorded"), "{names:?}");
    assert!(window.state().notices().is_empty());
    names.truncate(1);
    assert_eq!(names, ["As recorded"]);
    let jobs = crate::driver::window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    assert!(jobs.query_by_label("As recorded").is_none());
}

#[test]
fn the_replay_steps_from_event_to_event() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    // The first step leaves the first event at 0 for the submission at 10.
    window.get_by_label("10 s");
    window.get_by_label("FCFS: 1 running, 1 waiting, 0 free");
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    window.get_by_label("FCFS: 1 running, 0 waiting, 1 free");
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    window.get_by_label("10 s");
}

#[test]
fn a_kept_run_stays_when_its_policy_runs_again() {
    let mut window = window(Vec::new());
    click(&mut window, "Duplicate run FCFS");
    assert_eq!(names(&window), ["FCFS", "FCFS (2)", "EASY"]);
    // The longer list of runs leaves less room for the experiment.
    window.get_by_label("Next seed").scroll_to_me();
    window.run_ok();
    window.get_by_label("Next seed").click();
    window.run_steps(30);
    finish(&mut window);
    let old: Vec<bool> = window
        .state()
        .run_names()
        .iter()
        .map(|(_, old)| *old)
        .collect();
    assert_eq!(old, [false, true, false]);
    click(&mut window, "Delete run FCFS (2)");
    assert_eq!(names(&window), ["FCFS", "EASY"]);
}

#[test]
fn every_pane_and_dialog_can_be_shown() {
    let mut window = window(Vec::new());
    for pane in Pane::ALL {
        perform(&mut window, Command::Show(pane));
    }
    for command in [
        Command::Open,
        Command::SaveAs,
        Command::Export,
        Command::CheatSheet,
    ] {
        perform(&mut window, command);
        press(&mut window, Modifiers::NONE, Key::Escape);
    }
    for example in Command::all() {
        if let Command::Example(_) = example {
            perform(&mut window, example);
            assert!(window.state().notices().is_empty());
            assert!(!names(&window).is_empty());
        }
    }
}

/// Down to the smallest window that can be asked for, with more runs than fit.
#[test]
fn a_window_of_any_size_is_drawn() {
    let mut window = window(Vec::new());
    perform(&mut window, Command::RunAll);
    for size in [
        [200.0, 200.0],
        [800.0, 500.0],
        [500.0, 800.0],
        [800.0, 600.0],
        [900.0, 600.0],
        [3000.0, 300.0],
        [2560.0, 1440.0],
    ] {
        window.set_size(size.into());
        window.run_ok();
        assert_eq!(window.ctx.content_rect().size(), size.into());
    }
}
