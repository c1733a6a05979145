//! Scojo-PECT and the memory of nodes.

use cosched::desktop::{Command, Pane};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{
    Window, choose, click, example, field, fill, finish, names, perform, press, press_button,
    window, write,
};

/// Two nodes of 10 MiB and one job, which needs 4 MiB of one: it loads for 4 s.
const ONE_JOB_WITH_MEMORY: &str = "(
    machine: Cluster(nodes: 2, memory: 10, transfer_rate: 1),
    workload: Jobs([(submit: 0, runtime: 1000, nodes: 1, memory: 4, class: Long)]),
    policies: [ScojoPect],
)";

#[test]
fn ticking_scojo_pect_shows_its_parameters_and_runs_it() {
    let mut window = window(Vec::new());
    assert!(window.query_by_label("Slice order").is_none());
    click(&mut window, "Scojo-PECT");
    window.run_steps(30);
    finish(&mut window);
    assert_eq!(names(&window), ["FCFS", "EASY", "Scojo-PECT"]);
    let first = |window: &Window| window.state().scenario().parameters.slicing.slices[0];
    let before = first(&window);
    field(&window, "Long slice").set_value_accesskit(3000.0);
    finish(&mut window);
    assert_eq!(first(&window).1, 3000.0);
    click(&mut window, "Reset Long slice");
    assert_eq!(first(&window), before);
    choose(&mut window, "Slice order", "short, medium, long");
    assert_eq!(first(&window).1, 300.0);
}

#[test]
fn allocations_are_compared_in_runs_of_their_own() {
    let mut window = example("Time slices that share memory");
    let given = ["Conservative", "Scojo-PECT", "Scojo-PECT, first-free"];
    assert_eq!(names(&window), given);
    let mean_wait = |window: &Window| window.query_all_by_label("Sort by mean wait").count();
    assert_eq!(mean_wait(&window), 1);
    window.get_by_label("Sort by first loads");
    choose(&mut window, "Compare with…", "intelligent");
    let scenario = window.state().scenario().clone();
    assert_eq!(scenario.variants.len(), 2);
    assert_eq!(
        scenario.variants[1].parameters.order,
        scenario.parameters.order
    );
    assert_eq!(names(&window)[..3], given);
    assert_eq!(names(&window)[3], "Scojo-PECT, intelligent");
    press_button(&mut window, "Drop Scojo-PECT, intelligent");
    assert_eq!(window.state().scenario().variants, scenario.variants[..1]);
}

#[test]
fn a_source_of_memory_brings_node_memory_and_a_run_without_it_a_notice() {
    let node_memory = |window: &Window| {
        let machine = &window.state().scenario().machine;
        machine.nodes().and_then(|cluster| cluster.memory)
    };
    let mut window = window(Vec::new());
    assert_eq!(node_memory(&window), None);
    choose(&mut window, "Job memory", "MM5: even");
    assert_eq!(node_memory(&window), Some(400.0));
    assert!(window.state().notices().is_empty());
    click(&mut window, "Machine");
    click(&mut window, "Set Memory");
    window.run_steps(30);
    finish(&mut window);
    assert_eq!(node_memory(&window), None);
    let notices = window.state().notices().join("\n");
    assert!(notices.contains("the node's is not known"), "{notices}");
}

#[test]
fn the_memory_pane_has_a_map_or_says_why_not() {
    let mut plain = window(Vec::new());
    perform(&mut plain, Command::Show(Pane::Memory));
    plain.get_by_label_contains("FCFS does not simulate memory. Choose Scojo-PECT");
    let mut shared = example("Time slices that share memory");
    perform(&mut shared, Command::Show(Pane::Memory));
    // Conservative is the current run and has no map: the first that has one is shown.
    shared.get_by_label("Memory map of Scojo-PECT");
    click(&mut shared, "Memory of Scojo-PECT, first-free");
    shared.get_by_label("Memory map of Scojo-PECT, first-free");
    click(&mut shared, "Memory of Scojo-PECT");
    assert!(shared.query_by_label("Close the node").is_none());
    click(&mut shared, "Memory map of Scojo-PECT");
    click(&mut shared, "Close the node");
    shared.get_by_label("Memory map of Scojo-PECT");
}

#[test]
fn a_clicked_job_shows_its_overhead_and_the_nodes_considered() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "one.ron", ONE_JOB_WITH_MEMORY);
    let mut window = window(vec![file]);
    // The only job is half of the chart; its node is the upper one.
    let chart = window.get_by_label("Schedule of Scojo-PECT").rect();
    let at = chart.center() - egui::vec2(0.0, 0.2 * chart.height());
    window.hover_at(at);
    window.run_ok();
    window.drag_at(at);
    window.run_ok();
    window.drop_at(at);
    finish(&mut window);
    window.get_by_label("Job 1 under Scojo-PECT");
    window.get_by_label("4 MiB a node");
    window.get_by_label("first load");
    window.get_by_label("Nodes considered");
    window.get_by_label("1 of 2 taken");
    // It fits on both; one is taken.
    assert_eq!(window.get_all_by_label("fits").count(), 2);
    assert_eq!(window.get_all_by_label("✔").count(), 1);
}

#[test]
fn a_job_of_the_example_shows_the_nodes_considered() {
    let mut window = example("Time slices that share memory");
    perform(&mut window, Command::Show(Pane::Memory));
    click(&mut window, "Memory of Scojo-PECT");
    perform(&mut window, Command::FindJob);
    fill(&mut window, "Find job", "100");
    field(&window, "Find job").focus();
    window.run_ok();
    press(&mut window, Modifiers::NONE, Key::Enter);
    window.get_by_label("Job 100 under Scojo-PECT");
    window.get_by_label("Nodes considered");
}

#[test]
fn slices_can_be_hidden_where_a_run_has_them() {
    let mut plain = window(Vec::new());
    assert!(plain.query_by_label("Slices").is_none());
    click(&mut plain, "Scojo-PECT");
    plain.run_steps(30);
    finish(&mut plain);
    click(&mut plain, "Slices");
    click(&mut plain, "Show run Scojo-PECT");
    assert!(plain.query_by_label("Slices").is_none());
}

#[test]
fn classes_are_shown_as_plots_and_as_a_table() {
    let mut window = example("Time slices that share memory");
    perform(&mut window, Command::Show(Pane::Classes));
    press_button(&mut window, "relative response");
    click(&mut window, "table");
    // One line for each of three runs.
    assert_eq!(window.get_all_by_label("medium").count(), 3);
    click(&mut window, "mix");
    assert!(window.query_by_label("medium").is_none());
}

#[test]
fn the_replay_shows_suspended_jobs_apart() {
    let folder = tempfile::tempdir().unwrap();
    // Both fit on the only node. Short until 20: job 2 loads for 3 s and runs;
    // long from 20 on: job 1 starts and job 2 is suspended.
    let text = "(
        machine: Cluster(nodes: 1, memory: 10, transfer_rate: 1),
        workload: Jobs([
            (submit: 0, runtime: 100, nodes: 1, memory: 2, class: Long),
            (submit: 0, runtime: 30, nodes: 1, memory: 3, class: Short),
        ]),
        policies: [ScojoPect],
        parameters: (slicing: (slices: [(Short, 20), (Long, 20)])),
    )";
    let mut window = window(vec![write(folder.path(), "turns.ron", text)]);
    perform(&mut window, Command::Show(Pane::Utilisation));
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    window.get_by_label("20 s");
    window.get_by_label("Scojo-PECT: 1 running, 1 suspended, 0 waiting, 0 free");
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    window.get_by_label("Scojo-PECT: 1 running, 1 waiting, 0 free");
    // Two slices of two classes can be changed, their order only in the text.
    field(&window, "Short slice");
    assert!(window.query_by_label("Medium slice").is_none());
    window.get_by_label("2 slices, see the scenario text");
}
