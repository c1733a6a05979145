//! Widgets of a window under test.

use cosched::desktop::App;
use egui::accesskit::Role;
use egui_kittest::kittest::NodeT as _;
use egui_kittest::{Harness, Node};

/// A window of `app`.
pub(crate) fn drawn(app: App) -> Harness<'static, App> {
    Harness::builder()
        .with_size([1280.0, 900.0])
        .allow_missing_glyphs()
        .build_eframe(move |_| app)
}

/// Name of a widget.
pub(crate) fn name(node: &Node<'_>) -> String {
    let node = node.accesskit_node();
    let name = node.label().or_else(|| node.value());
    let name = name.unwrap_or_else(|| format!("{:?}", node.role()));
    name.chars().take(60).collect()
}

/// Whether a user can press it or type into it.
pub(crate) fn is_widget(node: &Node<'_>) -> bool {
    let node = node.accesskit_node();
    let is_part = matches!(
        node.role(),
        Role::Window | Role::GenericContainer | Role::TextRun | Role::Label | Role::Unknown
    );
    !is_part && !node.is_disabled() && node.bounding_box().is_some()
}
