//! The pane of node memory: a map of all nodes of the current run, and the residents of the clicked node.

use std::sync::Arc;

use egui::Ui;

use crate::desktop::App;
use crate::desktop::runs::{Entry, RunId};
use crate::draw::memory;
use crate::draw::memory::MemoryOptions;
use crate::record::Run;

/// The part of the pane that the map has above the residents of a node.
const MAP: f32 = 0.58;
/// The least height of either.
const LEAST_HEIGHT: f32 = 48.0;

/// What was clicked.
#[derive(Default)]
pub(in crate::desktop) struct State {
    node: Option<u32>,
}

impl App {
    /// Shows the pane.
    pub(in crate::desktop) fn memory_pane(&mut self, ui: &mut Ui) {
        let Some(entry) = self.runs.current_among(has_map) else {
            return self.without_memory(ui);
        };
        let (id, run) = (entry.id, Arc::clone(&entry.run));
        let runs: Vec<&Run> = self
            .runs
            .visible()
            .map(|entry| entry.run.as_ref())
            .collect();
        match runs.is_empty() {
            true => self.schedule.follow(&[&run]),
            false => self.schedule.follow(&runs),
        }
        // A node of a larger machine before.
        self.memory.node = self.memory.node.filter(|node| *node < run.experiment.nodes);
        // Taken before the heading, which may be wider than a small window.
        let width = ui.available_width();
        self.memory_heading(ui);
        let all = ui.available_height() - ui.spacing().item_spacing.y;
        let map = match self.memory.node {
            Some(_) => (all * MAP).max(LEAST_HEIGHT),
            None => all.max(LEAST_HEIGHT),
        };
        let layout = egui::Layout::top_down(egui::Align::Min);
        ui.allocate_ui_with_layout(egui::vec2(width, map), layout, |ui| self.map(ui, id));
        if let Some(node) = self.memory.node {
            let rest = (all - map).max(LEAST_HEIGHT);
            let dark = ui.visuals().dark_mode;
            ui.allocate_ui_with_layout(egui::vec2(width, rest), layout, |ui| {
                let cursor = self.replay.at;
                memory::stack(ui, &run, node, &mut self.schedule.view, cursor, dark);
            });
        }
    }

    /// The map of the run `id`.
    fn map(&mut self, ui: &mut Ui, id: RunId) {
        let entries = &mut self.runs.entries;
        let Some(position) = entries.iter().position(|entry| entry.id == id) else {
            return;
        };
        let options = MemoryOptions {
            dark: ui.visuals().dark_mode,
            selected_node: self.memory.node,
            selected_job: self.selected_in(&self.runs.entries[position]),
            cursor: self.replay.at,
        };
        let entry = &mut self.runs.entries[position];
        let name = format!("Memory map of {}", entry.label);
        let output = memory::show(
            ui,
            &name,
            &entry.run,
            &mut self.schedule.view,
            &mut entry.memory_cache,
            &options,
        );
        if output.clicked_node.is_some() {
            self.memory.node = output.clicked_node;
        }
        if output.fit {
            self.schedule.fit();
        }
    }

    fn memory_heading(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            self.runs_with(ui, "Memory", has_map);
            let Some(node) = self.memory.node else {
                ui.weak("click a node to see whose memory is on it");
                return;
            };
            let close = ui.small_button("🗙").accessible_name("Close the node");
            if close.on_hover_text("Show only the map").clicked() {
                self.memory.node = None;
            }
            ui.weak(format!("node {node} below"));
        });
    }

    fn without_memory(&mut self, ui: &mut Ui) {
        let sentence = match self.runs.current() {
            None => "No run yet".to_owned(),
            Some(entry) => format!(
                "{} does not simulate node memory. Choose Scojo-PECT under Policies, and a Job memory under Workload.",
                entry.label
            ),
        };
        ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
    }
}

fn has_map(entry: &Entry) -> bool {
    entry.run.memory().is_some()
}
