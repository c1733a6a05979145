//! Workflows on shared servers: graph, placement and contention.

use std::path::Path;

use cosched::desktop::{Command, Pane};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    Window, click, example, field, fill, find_job, finish, names, perform, press, press_button,
    window, write,
};

/// Two servers of four cores. SLF sees 4 and 3 threads when it places job 3, so that jobs 2 and 3
/// share server 1: seven threads on four cores. Job 3 is done at 175 s, job 2 at 275 s; job 4 runs
/// from 175 s to 185 s on server 0.
const FOUR_TASKS: &str = "(
    machine: Servers(count: 2, cores: 4, bandwidth: 80),
    workload: Workflow(jobs: [
        (id: 1, threads: [(count: 4, demand: 100)]),
        (id: 2, threads: [(count: 3, demand: 200)]),
        (id: 3, threads: [(count: 4, demand: 100)]),
        (id: 4, after: [3], threads: [(demand: 10)]),
    ]),
    policies: [Slf],
)";

/// A window with [`FOUR_TASKS`], and the folder of its file.
fn four_tasks() -> (Window, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let window = window(vec![write(folder.path(), "tasks.ron", FOUR_TASKS)]);
    (window, folder)
}

/// The mapping of the last run that was edited.
fn mapping(window: &Window) -> Option<Vec<u32>> {
    let variants = &window.state().scenario().variants;
    let last = variants.last()?;
    Some(last.parameters.placing.mapping.clone())
}

/// The SVG text of an exported workflow.
fn exported_workflow(window: &mut Window, folder: &Path) -> String {
    perform(window, Command::Export);
    window.get_by_label("What").click();
    window.run_ok();
    let what = window.get_all_by_label("Workflow of the current run");
    what.last().unwrap().click();
    window.run_ok();
    click(window, "SVG");
    let path = folder.join("workflow.svg");
    fill(window, "Path", &path.display().to_string());
    click(window, "Export file");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn the_workflow_pane_has_a_graph_or_says_why_not() {
    let mut plain = window(Vec::new());
    perform(&mut plain, Command::Show(Pane::Workflow));
    plain.get_by_label_contains("No job of the current run follows another");
    let mut shared = example("Workflow on shared servers");
    perform(&mut shared, Command::Show(Pane::Workflow));
    shared.get_by_label("Workflow under SLF");
    click(&mut shared, "Workflow of MOM");
    shared.get_by_label("Workflow under MOM");
    shared.get_by_label("play to see states");
}

#[test]
fn the_states_of_the_workflow_follow_the_replay() {
    let (mut window, folder) = four_tasks();
    perform(&mut window, Command::Show(Pane::Workflow));
    let before = exported_workflow(&mut window, folder.path());
    assert!(before.contains("critical path") && !before.contains("not ready"));
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    // Job 1 is done, 2 and 3 run, 4 waits for 3.
    window.get_by_label("0:01:40");
    assert!(window.query_by_label("play to see states").is_none());
    let after = exported_workflow(&mut window, folder.path());
    assert!(after.contains("not ready"));
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    assert_ne!(exported_workflow(&mut window, folder.path()), after);
}

#[test]
fn a_vertex_that_is_clicked_is_the_job_of_the_inspector() {
    let (mut window, _folder) = four_tasks();
    perform(&mut window, Command::Show(Pane::Workflow));
    let graph = window.get_by_label("Workflow under SLF").rect();
    // The height of the strip above, and 28 points at the scale of a small graph.
    const LEGEND: f32 = 20.0;
    // Job 4 is alone in the lower layer, wherever it is across.
    let mut found = false;
    for across in 1..20 {
        let share = egui::vec2(across as f32 / 20.0, 0.0);
        let middle = graph.top() + (graph.height() + LEGEND) / 2.0;
        let at = egui::pos2((graph.left_top() + graph.size() * share).x, middle + 36.0);
        window.hover_at(at);
        window.run_ok();
        window.drag_at(at);
        window.run_ok();
        window.drop_at(at);
        finish(&mut window);
        found |= window.query_by_label("Job 4 under SLF").is_some();
    }
    assert!(found);
}

#[test]
fn the_inspector_shows_keys_and_neighbours() {
    let (mut window, _folder) = four_tasks();
    find_job(&mut window, "3");
    window.get_by_label("Job 3 under SLF");
    window.get_by_label("Why there");
    window.get_by_label_contains("At 0 s server 1 has the fewest threads per core.");
    // 4 and 3 threads on 4 cores each.
    window.get_by_label("1.000");
    window.get_by_label("0.750");
    // 100 s alone, 175 s beside job 2.
    window.get_by_label("1.75 ×");
    click(&mut window, "Job 4, that follows it");
    window.get_by_label("Job 4 under SLF");
    click(&mut window, "Job 3, it follows");
    window.get_by_label("Job 3 under SLF");
}

#[test]
fn the_keys_shown_are_those_of_the_run() {
    let mut window = example("Workflow on shared servers");
    let scenario = window.state().scenario().clone();
    let progress = cosched::base::progress::Progress::default();
    let experiment = cosched::load::prepare(&scenario, None, &progress).unwrap();
    let choices = cosched::run::choices(&scenario);
    let mom = choices.iter().find(|choice| choice.label == "MOM").unwrap();
    let experiment = std::sync::Arc::new(experiment);
    let run = cosched::run::simulate(&experiment, mom, true, &progress);
    let run = run.unwrap().unwrap();
    let keys = &run.placements().unwrap().keys[19];
    assert_eq!(keys.len(), 3);
    perform(&mut window, Command::Show(Pane::Workflow));
    click(&mut window, "Workflow of MOM");
    find_job(&mut window, "20");
    window.get_by_label("Job 20 under MOM");
    for key in keys {
        let text = format!("{key:.3}");
        assert!(window.query_all_by_label(&text).count() >= 1, "{text}");
    }
}

#[test]
fn a_job_is_moved_in_the_inspector_and_the_move_is_undone() {
    let (mut window, _folder) = four_tasks();
    find_job(&mut window, "3");
    press_button(&mut window, "Move to server");
    click(&mut window, "server 0");
    assert_eq!(names(&window), ["SLF", "edited"]);
    assert_eq!(mapping(&window), Some(vec![0, 1, 0, 0]));
    // Eight threads on server 0 until 200 s, then job 4.
    let sentence = "Job 3 on server 0: makespan 3 min 30 instead of 4 min 35 under SLF (−24 %)";
    assert!(
        window.state().notices().contains(&sentence),
        "{:?}",
        window.state().notices()
    );
    window.get_by_label("Schedule of edited");
    assert!(window.state().run_names().iter().all(|(_, old)| !*old));
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(mapping(&window), None);
    press(&mut window, Modifiers::COMMAND, Key::Y);
    assert_eq!(mapping(&window), Some(vec![0, 1, 0, 0]));
}

#[test]
fn a_job_of_an_old_run_is_not_moved() {
    let (mut window, _folder) = four_tasks();
    click(&mut window, "re-run on change");
    find_job(&mut window, "3");
    click(&mut window, "Machine");
    field(&window, "Cores").set_value_accesskit(8.0);
    finish(&mut window);
    press_button(&mut window, "Move to server");
    click(&mut window, "server 0");
    let notices = window.state().notices().join("\n");
    assert!(notices.contains("run it again"), "{notices}");
    assert_eq!((mapping(&window), names(&window)), (None, vec!["SLF"]));
}

#[test]
fn a_bar_that_is_dragged_to_another_server_moves_its_job() {
    let (mut window, _folder) = four_tasks();
    let chart = window.get_by_label("Schedule of SLF").rect();
    // Rows of server 0 are the upper ones; job 1 has all four of them at first.
    let position =
        |across: f32, down: f32| chart.left_top() + chart.size() * egui::vec2(across, down);
    window.hover_at(position(0.15, 0.1));
    window.run_ok();
    window.drag_at(position(0.15, 0.1));
    window.run_ok();
    for down in [0.2, 0.4, 0.6, 0.7] {
        window.hover_at(position(0.15, down));
        window.run_ok();
    }
    window.drop_at(position(0.15, 0.7));
    finish(&mut window);
    assert_eq!(mapping(&window), Some(vec![1, 1, 1, 0]));
    window.get_by_label("Job 1 under SLF");
    window.get_by_label("Schedule of edited");
}

#[test]
fn the_servers_pane_shows_contention_and_compares_numbers_of_servers() {
    let mut plain = window(Vec::new());
    perform(&mut plain, Command::Show(Pane::Servers));
    plain.get_by_label_contains("FCFS has no servers");
    let mut window = example("Workflow on shared servers");
    perform(&mut window, Command::Show(Pane::Servers));
    for server in 0..3 {
        window.get_by_label(&format!("Server {server}: threads per core over time"));
        window.get_by_label(&format!("Server {server}: GB/s over time"));
    }
    click(&mut window, "Makespans for 2 to 5 servers");
    for servers in 2..=5 {
        window.get_by_label(&format!("{servers} servers"));
    }
    // On each number of servers one of three policies is best, or several are.
    assert!(window.query_all_by_label_contains("★ ").count() >= 4);
    assert!(window.query_by_label("…").is_none());
    assert!(window.state().notices().is_empty());
}

#[test]
fn the_stochastic_engine_has_no_bandwidth_to_show() {
    let folder = tempfile::tempdir().unwrap();
    let text = FOUR_TASKS.replace("bandwidth: 80", "bandwidth: 80, engine: Cycle()");
    let mut window = window(vec![write(folder.path(), "cycles.ron", &text)]);
    perform(&mut window, Command::Show(Pane::Servers));
    window.get_by_label_contains("it is not recorded");
    window.get_by_label("Server 1: threads per core over time");
    assert!(window.query_by_label("Server 1: GB/s over time").is_none());
}

#[test]
fn makespans_stand_beside_the_lower_bound() {
    let (mut window, _folder) = four_tasks();
    perform(&mut window, Command::Show(Pane::Servers));
    click(&mut window, "Makespans for 2 to 5 servers");
    // Job 2 takes 200 s anywhere. From three servers on none is shared.
    window.get_by_label("★ 275 (+38 %)");
    assert_eq!(window.query_all_by_label("★ 200 (+0 %)").count(), 3);
    assert_eq!(window.state().scenario().policies.len(), 1);
    click(&mut window, "LET");
    window.run_steps(30);
    finish(&mut window);
    window.get_by_label("old: the scenario has changed since");
}
