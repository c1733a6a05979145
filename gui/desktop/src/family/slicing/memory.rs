//! The pane of node memory: a map of all nodes of the current run, and the residents of the clicked node.

use egui::Ui;

use crate::command::action::Action;
use crate::command::name::Command;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::runs::{Entry, RunId};
use crate::widgets::run::runs_with;
use charts::gantt::GanttView;
use charts::memory;
use charts::memory::{MemoryCache, MemoryOptions};

/// Share of the pane that the map has above the residents of a node.
const MAP: f32 = 0.58;
/// Least height of either.
const LEAST_HEIGHT: f32 = 48.0;

/// The clicked node, and the map's picture between frames.
#[derive(Default)]
pub(crate) struct State {
    node: Option<u32>,
    picture: Option<(RunId, MemoryCache)>,
}

impl State {
    fn map(
        &mut self,
        ui: &mut Ui,
        entry: &Entry,
        shared: &Shared,
        view: &mut GanttView,
        actions: &mut Vec<Action>,
    ) {
        let options = MemoryOptions {
            dark: ui.visuals().dark_mode,
            selected_node: self.node,
            selected_job: shared.selected_in(entry),
            cursor: shared.replay.at,
        };
        let known = self.picture.take().filter(|(id, _)| *id == entry.id);
        let (_, cache) = self
            .picture
            .insert(known.unwrap_or((entry.id, MemoryCache::default())));
        let name = format!("Memory map of {}", entry.label);
        let output = memory::show(ui, &name, &entry.run, view, cache, &options);
        if output.clicked_node.is_some() {
            self.node = output.clicked_node;
        }
        if output.fit {
            actions.push(Action::Command(Command::Fit));
        }
    }

    fn chosen_node(&mut self, ui: &mut Ui, unit: &str) {
        let Some(node) = self.node else {
            ui.weak(format!("click a {unit} to see whose memory is on it"));
            return;
        };
        let close = ui
            .small_button("🗙")
            .accessible_name(format!("Close the {unit}"));
        if close.on_hover_text("Show only the map").clicked() {
            self.node = None;
        }
        ui.weak(format!("{unit} {node} below"));
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let Some(entry) = shared.runs.current_among(has_map) else {
            return without_memory(ui, shared);
        };
        // The node may have been clicked in a larger machine.
        let nodes = entry.run.experiment.nodes;
        self.node = self.node.filter(|node| *node < nodes);
        // Taken before the heading, which may be wider than a small window.
        let width = ui.available_width();
        ui.horizontal_wrapped(|ui| {
            runs_with(ui, shared, ("Memory", has_map), Some(entry.id), actions);
            self.chosen_node(ui, entry.run.experiment.size_unit.one());
        });
        let all = ui.available_height() - ui.spacing().item_spacing.y;
        let map = match self.node {
            Some(_) => (all * MAP).max(LEAST_HEIGHT),
            None => all.max(LEAST_HEIGHT),
        };
        let mut view = shared.sight.view;
        let layout = egui::Layout::top_down(egui::Align::Min);
        ui.allocate_ui_with_layout(egui::vec2(width, map), layout, |ui| {
            self.map(ui, entry, shared, &mut view, actions);
        });
        if let Some(node) = self.node {
            let rest = (all - map).max(LEAST_HEIGHT);
            let dark = ui.visuals().dark_mode;
            ui.allocate_ui_with_layout(egui::vec2(width, rest), layout, |ui| {
                memory::stack(ui, &entry.run, node, &mut view, shared.replay.at, dark);
            });
        }
        actions.extend(Action::look(view, shared));
    }
}

fn without_memory(ui: &mut Ui, shared: &Shared) {
    let sentence = match shared.runs.current() {
        None => "No run yet".to_owned(),
        Some(entry) => format!(
            "{} does not simulate memory. Choose Scojo-PECT under Policies, and a Job memory under Workload.",
            entry.label
        ),
    };
    ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
}

fn has_map(entry: &Entry) -> bool {
    entry.run.memory().is_some()
}
