//! The pane with one Gantt chart a run, all on the same axis of time.

use std::sync::Arc;

use egui::Ui;

use super::Pane;
use crate::desktop::family::placement::placed;
use crate::desktop::panels::inspector::Selection;
use crate::desktop::panels::run_list::swatch;
use crate::desktop::runs::same_jobs;
use crate::desktop::widgets::format;
use crate::desktop::{App, Command};
use crate::draw::colour::{ColourBy, run_colour};
use crate::draw::gantt::{GanttOutput, GanttView, Hit, Landing, Options, show};
use crate::record::Run;
use crate::scenario::PolicyName;

/// The least height of a chart with its heading and its axis.
const LEAST_HEIGHT: f32 = 48.0;

/// What all charts have in common.
pub(in crate::desktop) struct State {
    /// The part of time and of the machine that is in sight, in other panes too.
    pub(in crate::desktop) view: GanttView,
    colour_by: ColourBy,
    /// The runs that `view` knows the ends of.
    known: Vec<*const Run>,
    fit: bool,
    /// Whether slices are shaded.
    slices: bool,
    /// Whether jobs are coloured by how they fare against the baseline.
    pub(in crate::desktop) difference: bool,
    /// What the pointer is over, in words.
    pub(in crate::desktop) readout: String,
}

impl Default for State {
    fn default() -> Self {
        Self {
            view: GanttView::default(),
            colour_by: ColourBy::default(),
            known: Vec::new(),
            fit: false,
            slices: true,
            difference: false,
            readout: String::new(),
        }
    }
}

impl State {
    /// What the colour of a job stands for.
    pub(in crate::desktop) fn colour_by(&self) -> ColourBy {
        self.colour_by
    }

    /// Shows everything from the next frame on.
    pub(in crate::desktop) fn fit(&mut self) {
        self.fit = true;
    }

    /// Lets the view know what there is to see.
    pub(in crate::desktop) fn follow(&mut self, runs: &[&Run]) {
        let now: Vec<*const Run> = runs.iter().map(|run| std::ptr::from_ref(*run)).collect();
        if now == self.known && !self.fit {
            return;
        }
        let all = self.view.bounds;
        let showed_all = [self.view.t0, self.view.t1, self.view.row0, self.view.row1] == all;
        self.view.extend(runs);
        if self.fit || showed_all || self.known.is_empty() {
            self.view.fit_all();
        }
        self.known = now;
        self.fit = false;
    }
}

impl App {
    /// Chooses a job and brings it into sight in the schedule.
    pub(in crate::desktop) fn go_to(&mut self, selection: Selection) {
        self.select(selection);
        let Some(entry) = self.runs.get(selection.id) else {
            return;
        };
        let bars = entry.index.of_job(selection.job);
        let places = bars.map(|bar| [bar.from, bar.until, bar.rows[0], bar.rows[1]]);
        let place = places.reduce(|[from, until, top, bottom], other| {
            [
                from.min(other[0]),
                until.max(other[1]),
                top.min(other[2]),
                bottom.max(other[3]),
            ]
        });
        // A job that was refused is nowhere.
        if let Some(place) = place {
            let runs: Vec<&Run> = self
                .runs
                .visible()
                .map(|entry| entry.run.as_ref())
                .collect();
            self.gantt.follow(&runs);
            self.gantt.view.go_to(place);
            self.settings.desk.show(Pane::Gantt);
        }
    }

    /// Shows the pane.
    pub(in crate::desktop) fn gantt_pane(&mut self, ui: &mut Ui) {
        self.gantt.readout.clear();
        let runs: Vec<&Run> = self
            .runs
            .visible()
            .map(|entry| entry.run.as_ref())
            .collect();
        let count = runs.len();
        if count == 0 {
            ui.weak("Tick a run on the left to see its schedule");
            return;
        }
        self.gantt.follow(&runs);
        // Taken before the tools, which may be wider than a small window.
        let width = ui.available_width();
        self.gantt_tools(ui);
        let gaps = ui.spacing().item_spacing.y * (count - 1) as f32;
        // In a small window the tools may take all the room there is.
        let height = ((ui.available_height() - gaps) / count as f32).max(LEAST_HEIGHT);
        let (mut clicked, mut landed) = (None, None);
        for position in 0..self.runs.entries.len() {
            if !self.runs.entries[position].visible {
                continue;
            }
            let size = egui::vec2(width, height);
            let layout = egui::Layout::top_down(egui::Align::Min);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                let id = self.runs.entries[position].id;
                let output = ui.push_id(id, |ui| self.chart(ui, position)).inner;
                if let Some(hit) = output.clicked {
                    clicked = Some(Selection { id, job: hit.job });
                }
                if let Some(Landing { job, server }) = output.landed {
                    landed = Some((Selection { id, job }, server));
                }
            });
        }
        if let Some(selection) = clicked {
            self.select(selection);
            self.jobs.reveal(selection.job);
        }
        if let Some((selection, server)) = landed {
            self.select(selection);
            self.move_job(selection, server, ui.ctx());
        }
    }

    fn gantt_tools(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let label = ui.label("colour by");
            let colour_by = &mut self.gantt.colour_by;
            egui::ComboBox::from_id_salt("colour by")
                .selected_text(colour_by.title())
                .show_ui(ui, |ui| {
                    for by in ColourBy::ALL {
                        ui.selectable_value(colour_by, by, by.title());
                    }
                })
                .response
                .labelled_by(label.id)
                .on_hover_text("What the colour of a job stands for");
            if let Some(legend) = colour_by.legend() {
                ui.weak(legend);
            }
            let fit = ui
                .button("Fit")
                .on_hover_text(Command::Fit.tooltip_with_key(ui.ctx()));
            if fit.clicked() {
                self.commands.push(Command::Fit);
            }
            let many = Command::Difference.enabled(self);
            ui.add_enabled_ui(many, |ui| {
                ui.checkbox(&mut self.gantt.difference, "difference to the baseline")
                    .on_hover_text(Command::Difference.tooltip_with_key(ui.ctx()));
            });
            let mut visible = self.runs.visible();
            if visible.any(|entry| entry.run.policy == PolicyName::ScojoPect) {
                ui.checkbox(&mut self.gantt.slices, "slices")
                    .on_hover_text("Bands for the slices of long, medium and short jobs");
            }
            let mut visible = self.runs.visible();
            let on_servers = visible.any(|entry| entry.run.placements().is_some());
            let hint = match (self.gantt.difference, on_servers) {
                (true, _) => "blue: starts earlier, red: later, grey: at the same time",
                (false, true) => {
                    "drag a job to another server, the ground to move · wheel to zoom · click a job for details"
                }
                (false, false) => {
                    "drag to move · wheel to zoom · double click to fit · click a job for details"
                }
            };
            ui.add(egui::Label::new(egui::RichText::new(hint).weak()).truncate());
        });
    }

    /// The chart of one run; returns what was done on it.
    fn chart(&mut self, ui: &mut Ui, position: usize) -> GanttOutput {
        self.chart_heading(ui, position);
        let baseline = self.runs.baseline();
        let baseline = baseline.map(|base| (base.id, Arc::clone(&base.run)));
        let selected = self.selected_in(&self.runs.entries[position]);
        let entry = &mut self.runs.entries[position];
        let against = baseline
            .filter(|(id, run)| *id != entry.id && same_jobs(run, &entry.run))
            .filter(|_| self.gantt.difference)
            .map(|(_, run)| run);
        let options = Options {
            colour_by: self.gantt.colour_by,
            against: against.as_deref(),
            selected,
            cursor: self.replay.at,
            dark: ui.visuals().dark_mode,
            slices: self.gantt.slices,
        };
        let name = format!("Gantt chart of {}", entry.label);
        let view = &mut self.gantt.view;
        let output = show(
            ui,
            &name,
            &entry.run,
            &entry.index,
            view,
            &mut entry.cache,
            &options,
        );
        if let Some(hit) = output.hovered {
            self.gantt.readout = format!("{}: {}", entry.label, readout(&entry.run, &hit));
        }
        if output.clicked_ground {
            self.selection = None;
            self.check_selection();
        }
        if output.clicked.is_some() || output.clicked_ground {
            // A click chooses; the arrow keys stay with the replay until Tab leads here.
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
        output
    }

    fn chart_heading(&self, ui: &mut Ui, position: usize) {
        let entry = &self.runs.entries[position];
        ui.horizontal(|ui| {
            swatch(ui, run_colour(entry.slot, ui.visuals().dark_mode));
            ui.label(&entry.label);
            let makespan = entry.run.metrics.makespan().seconds();
            ui.weak(format!("makespan {}", format::span(makespan)));
            if self.runs.baseline == Some(entry.id) {
                ui.weak("★ baseline");
            }
            if entry.stale {
                ui.colored_label(
                    ui.visuals().warn_fg_color,
                    "old: the scenario has changed since",
                );
            }
        });
    }
}

/// What the pointer is over, in words.
fn readout(run: &Run, hit: &Hit) -> String {
    let job = hit.job;
    let spec = run.experiment.jobs[job];
    let label = run.experiment.labels[job];
    let (at, waited) = (hit.at.seconds().round(), run.wait(job).seconds());
    let (at, waited) = (format::seconds(at), format::seconds(waited));
    if let Some(server) = placed::server_of(run, job) {
        let threads = if spec.nodes == 1 { "thread" } else { "threads" };
        return format!(
            "t = {at} · server {server} · job {} ({} {threads}, waited {waited})",
            label.number, spec.nodes,
        );
    }
    let nodes = if spec.nodes == 1 { "node" } else { "nodes" };
    format!(
        "t = {at} · node {} · job {} ({} {nodes}, waited {waited})",
        hit.node, label.number, spec.nodes,
    )
}
