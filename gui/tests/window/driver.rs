//! Windows without a screen, and actions of tests in them.

use std::path::{Path, PathBuf};

use cosched::desktop::{App, Command};
use cosched::scenario::Workload;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

pub(crate) type Window = Harness<'static, App>;

/// A window that has opened `files`, or the first example, and finished its first runs.
pub(crate) fn window(files: Vec<PathBuf>) -> Window {
    if !files.is_empty() {
        return drawn(App::new(files));
    }
    let mut app = App::new(files);
    app.command(Command::Example(0));
    let mut window = undrawn(app);
    finish(&mut window);
    window
}

/// The window after a restart, with the desk as it was left.
pub(crate) fn restarted(window: &mut Window) -> Window {
    let mut after = drawn(window.state_mut().restarted());
    after.get_by_label_contains("Continue ").click();
    finish(&mut after);
    after
}

/// A window of `app` that has finished its first runs.
pub(crate) fn drawn(mut app: App) -> Window {
    app.settle();
    undrawn(app)
}

/// A window of `app`, which may still be busy.
pub(crate) fn undrawn(app: App) -> Window {
    let mut window = Harness::builder()
        .with_size([1280.0, 900.0])
        .with_max_steps(20)
        .build_eframe(move |_| app);
    window.run_ok();
    window
}

/// Draws until all work is done.
pub(crate) fn finish(window: &mut Window) {
    window.run_ok();
    window.state_mut().settle();
    window.run_ok();
}

pub(crate) fn perform(window: &mut Window, command: Command) {
    window.state_mut().command(command);
    finish(window);
}

pub(crate) fn press(window: &mut Window, modifiers: Modifiers, key: Key) {
    window.key_press_modifiers(modifiers, key);
    finish(window);
}

pub(crate) fn click(window: &mut Window, label: &str) {
    window.get_by_label(label).click();
    finish(window);
}

pub(crate) fn fill(window: &mut Window, label: &str, text: &str) {
    field(window, label).set_text_value_accesskit(text);
    window.run_ok();
}

pub(crate) fn number(window: &mut Window, label: &str, value: f64) {
    field(window, label).set_value_accesskit(value);
    window.run_ok();
}

/// The field among the widgets of that name; the text beside it has it too.
pub(crate) fn field<'a>(window: &'a Window, label: &'a str) -> egui_kittest::Node<'a> {
    let fields = [Role::TextInput, Role::MultilineTextInput, Role::SpinButton];
    let mut found = window.get_all_by_label(label);
    let field = found.find(|node| fields.contains(&node.accesskit_node().role()));
    field.unwrap_or_else(|| panic!("no field is named {label}"))
}

pub(crate) fn names(window: &Window) -> Vec<&str> {
    let names = window.state().run_names().into_iter();
    names.map(|(name, _)| name).collect()
}

pub(crate) fn offered_load(window: &Window) -> Option<f64> {
    match &window.state().scenario().workload {
        Workload::Lublin(model) => model.load,
        _ => None,
    }
}

pub(crate) fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Two jobs on two nodes: the second waits until the first completes at 100 s.
pub(crate) const TWO_JOBS: &str = "(
    title: \"two jobs\",
    machine: Cluster(nodes: Some(2)),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 2),
        (submit: 10, runtime: 50, nodes: 1),
    ]),
    policies: [Fcfs],
)";

/// Presses the button or opens the list of that name; texts may have it too.
pub(crate) fn press_button(window: &mut Window, label: &str) {
    fn button<'a>(window: &'a Window, label: &'a str) -> egui_kittest::Node<'a> {
        let buttons = [Role::Button, Role::ComboBox];
        let mut found = window.get_all_by_label(label);
        let button = found.find(|node| buttons.contains(&node.accesskit_node().role()));
        button.unwrap_or_else(|| panic!("no button is named {label}"))
    }
    button(window, label).scroll_to_me();
    window.run_ok();
    button(window, label).click();
    finish(window);
}

/// Chooses `entry` in the list that opens at the field `label`.
pub(crate) fn choose(window: &mut Window, label: &str, entry: &str) {
    press_button(window, label);
    let entries = window.get_all_by_label(entry);
    entries
        .last()
        .unwrap_or_else(|| panic!("{label} has no {entry}"))
        .click();
    // The pause that ends a change is counted in the time of frames.
    window.run_steps(30);
    finish(window);
}

/// A window with the built-in scenario of that title.
pub(crate) fn example(title: &str) -> Window {
    let mut window = window(Vec::new());
    let mut all = cosched::load::examples::ALL.iter();
    let position = all.position(|example| example.title == title).unwrap();
    perform(&mut window, Command::Example(position));
    window
}

pub(crate) fn find_job(window: &mut Window, number: &str) {
    perform(window, Command::FindJob);
    fill(window, "Find job", number);
    field(window, "Find job").focus();
    window.run_ok();
    press(window, Modifiers::NONE, Key::Enter);
}

/// The text put on the clipboard in the last frame.
pub(crate) fn copied(window: &Window) -> Option<String> {
    let commands = &window.output().platform_output.commands;
    commands.iter().rev().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    })
}
