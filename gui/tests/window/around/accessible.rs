//! Accessibility: every control has a name, and Tab reaches each.

use std::collections::BTreeSet;

use cosched::desktop::{Command, Pane};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT as _;

use crate::driver::{Window, example, perform};

/// Roles of controls.
const CONTROLS: [Role; 11] = [
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::Link,
    Role::MenuItem,
    Role::MultilineTextInput,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::TextInput,
    Role::Image,
];

/// The controls of a window: role and name.
fn controls(window: &Window) -> Vec<(Role, String)> {
    let nodes = window.root().children_recursive();
    let found = nodes.filter_map(|node| {
        let node = node.accesskit_node();
        let name = node.label().or_else(|| node.value()).unwrap_or_default();
        let is_control = CONTROLS.contains(&node.role()) && !node.is_disabled();
        is_control.then(|| (node.role(), name))
    });
    found.collect()
}

/// A window of every workspace, each with every pane in front once.
fn every_view(mut check: impl FnMut(&mut Window, &str)) {
    for scenario in cosched::load::examples::ALL {
        let mut window = example(scenario.title);
        for pane in Pane::ALL {
            perform(&mut window, Command::Show(pane));
            check(&mut window, &format!("{}, {pane:?}", scenario.title));
        }
    }
}

#[test]
fn every_control_has_a_name() {
    let mut seen = 0;
    every_view(|window, index| {
        for (role, name) in controls(window) {
            assert!(
                !name.trim().is_empty(),
                "{index}: a {role:?} without a name"
            );
            seen += 1;
        }
    });
    assert!(seen > 3_000, "{seen}");
}

#[test]
fn tab_reaches_every_visible_control() {
    let mut window = example("Backfill basics");
    let wanted: BTreeSet<String> = controls(&window)
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    let mut reached = BTreeSet::new();
    for _ in 0..3 * wanted.len() {
        window.key_press_modifiers(Modifiers::NONE, Key::Tab);
        window.run_ok();
        let nodes = window.root().children_recursive();
        let focused = nodes.filter(|node| node.accesskit_node().is_focused());
        reached.extend(focused.filter_map(|node| {
            let node = node.accesskit_node();
            node.label().or_else(|| node.value())
        }));
    }
    let missed: Vec<&String> = wanted.difference(&reached).collect();
    assert!(missed.is_empty(), "{missed:?}");
}
