//! The window, driven by the names of its widgets as a screen reader sees them.

use std::path::{Path, PathBuf};

use cosched::app::{App, Command, Pane};
use cosched::scenario::Workload;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

type Window = Harness<'static, App>;

/// A window that has opened `files` and finished its first runs.
fn window(files: Vec<PathBuf>) -> Window {
    let mut app = App::new(files);
    app.settle();
    let mut window = Harness::builder()
        .with_size([1280.0, 900.0])
        .with_max_steps(20)
        .build_eframe(move |_| app);
    window.run_ok();
    window
}

/// Draws until what was asked for is done.
fn finish(window: &mut Window) {
    window.run_ok();
    window.state_mut().settle();
    window.run_ok();
}

fn perform(window: &mut Window, command: Command) {
    window.state_mut().command(command);
    finish(window);
}

fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    finish(window);
}

fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    finish(window);
}

fn fill(window: &mut Window, label: &str, text: &str) {
    field(window, label).set_text_value_accesskit(text);
    window.run_ok();
}

/// The field among the widgets of that name; the text beside it has it too.
fn field<'a>(window: &'a Window, label: &'a str) -> egui_kittest::Node<'a> {
    let fields = [Role::TextInput, Role::MultilineTextInput, Role::SpinButton];
    let mut found = window.get_all_by_label(label);
    let field = found.find(|node| fields.contains(&node.accesskit_node().role()));
    field.unwrap_or_else(|| panic!("no field is named {label}"))
}

fn names(window: &Window) -> Vec<&str> {
    let names = window.state().run_names().into_iter();
    names.map(|(name, _)| name).collect()
}

fn offered_load(window: &Window) -> Option<f64> {
    match &window.state().scenario().workload {
        Workload::Lublin(model) => model.load,
        _ => None,
    }
}

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Two jobs on two nodes: the second waits until the first completes at 100 s.
const TWO_JOBS: &str = "(
    title: \"two jobs\",
    machine: Cluster(nodes: Some(2)),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 2),
        (submit: 10, runtime: 50, nodes: 1),
    ]),
    policies: [Fcfs],
)";

#[test]
fn the_window_starts_on_the_example_with_two_runs() {
    let window = window(Vec::new());
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    window.get_by_label("Gantt chart of FCFS");
    window.get_by_label("Gantt chart of EASY");
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
    window.get_by_label("Gantt chart of Conservative");
}

#[test]
fn a_change_runs_again_by_itself_and_marks_what_is_old() {
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
    window.get_by_label("mean wait");
    window.get_all_by_label("100").next().unwrap();
    window.get_by_label("33.33");
    window.get_by_label("⬇ -66.7 %");
}

#[test]
fn a_bad_file_gives_a_notice_with_its_place_and_keeps_older_runs() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(\n    machine: Cluster(nodes: Some(2)),\n    workload: Jobz([]),\n)";
    let bad = write(folder.path(), "bad.ron", text);
    let mut window = window(Vec::new());
    press(&mut window, Modifiers::COMMAND, Key::O);
    fill(&mut window, "File", &bad.display().to_string());
    click(&mut window, "Open file");
    let notices = window.state().notices().join("\n");
    assert!(
        notices.contains(&format!("{}:3:", bad.display())),
        "{notices}"
    );
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    window.get_by_label("Dismiss notice").click();
    window.run_ok();
    assert!(window.state().notices().is_empty());
}

#[test]
fn a_log_that_cannot_be_read_leaves_the_experiment_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let bad = write(folder.path(), "bad.swf", "; MaxProcs: 4\n1 2 three 4\n");
    let mut window = window(Vec::new());
    let before = window.state().scenario().clone();
    press(&mut window, Modifiers::COMMAND, Key::O);
    fill(&mut window, "File", &bad.display().to_string());
    click(&mut window, "Open file");
    let notices = window.state().notices().join("\n");
    assert!(
        notices.contains(&format!("{}:2:", bad.display())),
        "{notices}"
    );
    assert_eq!(*window.state().scenario(), before);
    assert!(window.state().run_names().iter().all(|(_, old)| !*old));
}

#[test]
fn a_scenario_without_a_policy_opens_and_asks_for_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = TWO_JOBS.replace("[Fcfs]", "[]");
    let mut window = window(vec![write(folder.path(), "none.ron", &text)]);
    assert_eq!(window.state().scenario().title, "two jobs");
    assert!(window.state().notices()[0].contains("no policy is chosen"));
    click(&mut window, "EASY");
    window.run_steps(30);
    finish(&mut window);
    assert_eq!(names(&window), ["EASY"]);
}

#[test]
fn cancelling_drops_what_is_on_its_way_and_keeps_older_runs() {
    let mut window = window(Vec::new());
    window.state_mut().command(Command::RunAll);
    window.state_mut().command(Command::Cancel);
    finish(&mut window);
    assert!(!window.state().is_busy());
    assert_eq!(names(&window), ["FCFS", "EASY"]);
}

#[test]
fn a_missing_file_named_at_the_start_falls_back_to_the_example() {
    let window = window(vec![PathBuf::from("/no/such/scenario.ron")]);
    assert_eq!(window.state().notices().len(), 1);
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
    window.get_by_label("90 s");
    window.get_by_label("Why it started when it did");
    window.get_by_label("at 100 s");
}

#[test]
fn the_replay_steps_from_event_to_event() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    // The first step leaves the first event at 0 for the submission at 10.
    window.get_by_label("t = 10 s");
    window.get_by_label("FCFS: 1 running, 1 waiting, 0 free");
    press(&mut window, Modifiers::NONE, Key::ArrowRight);
    window.get_by_label("FCFS: 1 running, 0 waiting, 1 free");
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    window.get_by_label("t = 10 s");
}

#[test]
fn exports_write_the_files_they_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    for (what, format, name, begins) in [
        ("Comparison table", None, "summary.csv", "run,"),
        ("Plot: Utilisation", Some("SVG"), "plot.svg", "<svg"),
        ("Plot: Queue", Some("CSV"), "plot.csv", ""),
        (
            "Gantt chart of the current run",
            Some("SVG"),
            "gantt.svg",
            "<svg",
        ),
        ("Scenario", None, "again.ron", "("),
    ] {
        perform(&mut window, Command::Export);
        window.get_by_label("What").click();
        window.run_ok();
        window.get_all_by_label(what).last().unwrap().click();
        window.run_ok();
        if let Some(format) = format {
            click(&mut window, format);
        }
        let path = folder.path().join(name);
        fill(&mut window, "Path", &path.display().to_string());
        click(&mut window, "Export file");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(text.contains(begins) && !text.is_empty(), "{what}: {text}");
    }
}

#[test]
fn the_current_run_is_exported_with_every_job() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Export);
    window.get_by_label("What").click();
    window.run_ok();
    click(&mut window, "Current run, every job");
    let out = folder.path().join("out");
    fill(&mut window, "Path", &out.display().to_string());
    click(&mut window, "Export file");
    let jobs = std::fs::read_to_string(out.join("jobs.csv")).unwrap();
    assert_eq!(jobs.lines().count(), 3, "a heading and two jobs");
}

#[test]
fn the_scenario_text_can_be_changed_and_says_where_it_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "two.ron", TWO_JOBS)]);
    perform(&mut window, Command::Show(Pane::Scenario));
    fill(
        &mut window,
        "Scenario text",
        "(\n  machine: Cluster(nodez: 3),\n)",
    );
    click(&mut window, "Apply");
    window.get_by_label_contains("line 2, column");
    fill(
        &mut window,
        "Scenario text",
        &TWO_JOBS.replace("two jobs", "renamed"),
    );
    click(&mut window, "Apply");
    assert_eq!(window.state().scenario().title, "renamed");
    press(&mut window, Modifiers::COMMAND, Key::Z);
    assert_eq!(window.state().scenario().title, "two jobs");
}

#[test]
fn saving_writes_a_scenario_that_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.ron");
    let mut first = window(Vec::new());
    press(&mut first, Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
    fill(&mut first, "File", &path.display().to_string());
    click(&mut first, "Save file");
    let second = window(vec![path]);
    assert_eq!(first.state().scenario(), second.state().scenario());
    assert!(second.state().notices().is_empty());
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

/// A file as the desktop hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_dropped_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "two.ron", TWO_JOBS);
    let mut window = window(Vec::new());
    let handle = std::sync::Arc::new(Dropped(path));
    window.input_mut().dropped_files.push(handle);
    finish(&mut window);
    assert_eq!(window.state().scenario().title, "two jobs");
    assert_eq!(names(&window), ["FCFS"]);
}

#[test]
fn a_screenshot_has_the_size_asked_for_and_a_bad_file_gives_none() {
    let folder = tempfile::tempdir().unwrap();
    let (good, out) = (
        write(folder.path(), "two.ron", TWO_JOBS),
        folder.path().join("window.png"),
    );
    cosched::app::screenshot(vec![good], [800, 500], true, &out).unwrap();
    let bytes = std::fs::read(&out).unwrap();
    // The first chunk of a PNG holds width and height, big end first.
    assert_eq!(bytes[16..24], [0, 0, 3, 32, 0, 0, 1, 244]);
    let missing = vec![folder.path().join("missing.ron")];
    let none = folder.path().join("none.png");
    let problem = cosched::app::screenshot(missing, [800, 500], true, &none).unwrap_err();
    assert!(problem.sentence.contains("missing.ron"));
    assert!(!none.exists());
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

/// Presses the button or opens the list of that name; texts may have it too.
fn press_button(window: &mut Window, label: &str) {
    let buttons = [Role::Button, Role::ComboBox];
    let mut found = window.get_all_by_label(label);
    let button = found.find(|node| buttons.contains(&node.accesskit_node().role()));
    button
        .unwrap_or_else(|| panic!("no button is named {label}"))
        .click();
    drop(found);
    finish(window);
}

/// Chooses `entry` in the list that opens at the field `label`.
fn choose(window: &mut Window, label: &str, entry: &str) {
    press_button(window, label);
    window.get_all_by_label(entry).last().unwrap().click();
    // The pause that ends a change is counted in the time of frames.
    window.run_steps(30);
    finish(window);
}

/// A window with the built-in scenario of that title.
fn example(title: &str) -> Window {
    let mut window = window(Vec::new());
    let mut all = cosched::examples::ALL.iter();
    let position = all.position(|example| example.title == title).unwrap();
    perform(&mut window, Command::Example(position));
    window
}

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
    let mean_wait = |window: &Window| window.query_all_by_label("mean wait").count();
    assert_eq!(mean_wait(&window), 1);
    window.get_by_label("overhead share");
    choose(&mut window, "Compare with…", "intelligent");
    let scenario = window.state().scenario().clone();
    assert_eq!(scenario.variants.len(), 2);
    assert_eq!(
        scenario.variants[1].parameters.order,
        scenario.parameters.order
    );
    assert_eq!(names(&window)[..3], given);
    assert_eq!(names(&window)[3], "Scojo-PECT, intelligent");
    click(&mut window, "Drop Scojo-PECT, intelligent");
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
    plain.get_by_label_contains("FCFS does not simulate node memory. Tick Scojo-PECT");
    let mut shared = example("Time slices that share memory");
    perform(&mut shared, Command::Show(Pane::Memory));
    shared.get_by_label_contains("Conservative does not simulate node memory");
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
    let chart = window.get_by_label("Gantt chart of Scojo-PECT").rect();
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
    assert!(plain.query_by_label("slices").is_none());
    click(&mut plain, "Scojo-PECT");
    plain.run_steps(30);
    finish(&mut plain);
    click(&mut plain, "slices");
    click(&mut plain, "Show run Scojo-PECT");
    assert!(plain.query_by_label("slices").is_none());
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
fn the_replay_tells_suspended_jobs_from_running_ones() {
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
    window.get_by_label("t = 20 s");
    window.get_by_label("Scojo-PECT: 1 running, 1 suspended, 0 waiting, 0 free");
    press(&mut window, Modifiers::NONE, Key::ArrowLeft);
    window.get_by_label("Scojo-PECT: 1 running, 1 waiting, 0 free");
    // Two slices of two classes can be changed, their order only in the text.
    field(&window, "Short slice");
    assert!(window.query_by_label("Medium slice").is_none());
    window.get_by_label("2 slices, see the scenario text");
}

/// Two servers of four cores. SLF sees 4 and 3 threads when it places job 3, so
/// that jobs 2 and 3 share server 1: seven threads on four cores. Job 3 is done
/// at 175 s, job 2 at 275 s; job 4 runs from 175 s to 185 s on server 0.
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

fn find_job(window: &mut Window, number: &str) {
    perform(window, Command::FindJob);
    fill(window, "Find job", number);
    field(window, "Find job").focus();
    window.run_ok();
    press(window, Modifiers::NONE, Key::Enter);
}

/// Where each job of the last run that was edited goes.
fn mapping(window: &Window) -> Option<Vec<u32>> {
    let variants = &window.state().scenario().variants;
    let last = variants.last()?;
    Some(last.parameters.placing.mapping.clone())
}

/// What an export of the workflow as vectors says.
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
    window.get_by_label("t = 100 s");
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
fn the_inspector_tells_the_keys_of_all_servers_and_the_neighbours() {
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
    let progress = cosched::progress::Progress::default();
    let experiment = cosched::load::prepare(&scenario, None, &progress).unwrap();
    let choices = cosched::run::choices(&scenario);
    let mom = choices.iter().find(|choice| choice.label == "MOM").unwrap();
    let experiment = std::sync::Arc::new(experiment);
    let run = cosched::run::simulate(&experiment, mom, true, &progress);
    let run = run.unwrap().unwrap();
    let keys = &run.placements.as_ref().unwrap().keys[19];
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
    let told = "Job 3 on server 0: makespan 210 s instead of 275 s under SLF (-23.6 %)";
    assert!(
        window.state().notices().contains(&told),
        "{:?}",
        window.state().notices()
    );
    window.get_by_label("Gantt chart of edited");
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
    let chart = window.get_by_label("Gantt chart of SLF").rect();
    // Rows of server 0 are the upper ones; job 1 has all four of them at first.
    let place = |across: f32, down: f32| chart.left_top() + chart.size() * egui::vec2(across, down);
    window.hover_at(place(0.15, 0.1));
    window.run_ok();
    window.drag_at(place(0.15, 0.1));
    window.run_ok();
    for down in [0.2, 0.4, 0.6, 0.7] {
        window.hover_at(place(0.15, down));
        window.run_ok();
    }
    window.drop_at(place(0.15, 0.7));
    finish(&mut window);
    assert_eq!(mapping(&window), Some(vec![1, 1, 1, 0]));
    window.get_by_label("Job 1 under SLF");
    window.get_by_label("Gantt chart of edited");
}

#[test]
fn the_servers_pane_shows_contention_and_compares_numbers_of_servers() {
    let mut plain = window(Vec::new());
    perform(&mut plain, Command::Show(Pane::Servers));
    plain.get_by_label_contains("FCFS has no servers");
    let mut window = example("Workflow on shared servers");
    perform(&mut window, Command::Show(Pane::Servers));
    for server in 0..3 {
        window.get_by_label(&format!("Server {server}: threads per core"));
        window.get_by_label(&format!("Server {server}: GB/s"));
    }
    click(&mut window, "Makespans for 2 to 5 servers");
    for servers in 2..=5 {
        window.get_by_label(&format!("{servers} servers"));
    }
    // One of three policies is best on each number of servers, or several are.
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
    window.get_by_label("Server 1: threads per core");
    assert!(window.query_by_label("Server 1: GB/s").is_none());
}

#[test]
fn makespans_stand_beside_what_no_schedule_can_beat() {
    let (mut window, _folder) = four_tasks();
    perform(&mut window, Command::Show(Pane::Servers));
    click(&mut window, "Makespans for 2 to 5 servers");
    // Job 2 takes 200 s wherever it is. From three servers on nobody shares.
    window.get_by_label("★ 275 (+38 %)");
    assert_eq!(window.query_all_by_label("★ 200 (+0 %)").count(), 3);
    assert_eq!(window.state().scenario().policies.len(), 1);
    click(&mut window, "LET");
    window.run_steps(30);
    finish(&mut window);
    window.get_by_label("old: the scenario has changed since");
}
