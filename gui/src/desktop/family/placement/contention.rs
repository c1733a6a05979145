//! The pane of servers: how busy each is over time, and what bandwidth is asked for and given.

use std::sync::Arc;

use egui::Ui;

use crate::desktop::App;
use crate::desktop::panels::run_list::swatch;
use crate::desktop::runs::RunId;
use crate::draw::colour::run_colour;
use crate::draw::plot;
use crate::draw::plot::figure::Figure;
use crate::record::Run;

/// The height of a plot.
const HEIGHT: f32 = 84.0;
/// In a pane as wide as this the two plots of a server stand side by side.
const WIDE: f32 = 560.0;

/// Figures of a run, two for each server.
#[derive(Default)]
pub(in crate::desktop) struct State {
    made: Option<(*const Run, Vec<[Option<Figure>; 2]>)>,
}

impl App {
    /// Shows the pane.
    pub(in crate::desktop) fn servers_pane(&mut self, ui: &mut Ui) {
        let Some(entry) = self.runs.current() else {
            ui.weak("No run yet");
            return;
        };
        let run = Arc::clone(&entry.run);
        if run.placements().is_none() {
            let label = &entry.label;
            let sentence = match self
                .runs
                .entries
                .iter()
                .any(|entry| has_servers(&entry.run))
            {
                true => format!("{label} has no servers. These runs do:"),
                false => format!(
                    "{label} has no servers. Choose servers as the machine, or the example of a workflow under File."
                ),
            };
            ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
            self.runs_on_servers(ui);
            return;
        }
        self.runs_on_servers(ui);
        self.prepare_contention(&run);
        egui::ScrollArea::vertical()
            .id_salt("servers")
            .auto_shrink(false)
            .show(ui, |ui| {
                self.server_counts_table(ui);
                self.contention(ui, &run);
            });
    }

    /// Buttons for the runs on servers, the current one pressed.
    fn runs_on_servers(&mut self, ui: &mut Ui) {
        let current = self.runs.current().map(|entry| entry.id);
        let mut chosen: Option<RunId> = None;
        ui.horizontal_wrapped(|ui| {
            for entry in self
                .runs
                .entries
                .iter()
                .filter(|entry| has_servers(&entry.run))
            {
                swatch(ui, run_colour(entry.slot, ui.visuals().dark_mode));
                let button = ui.selectable_label(current == Some(entry.id), &entry.label);
                let button = button.accessible_name(format!("Servers of {}", entry.label));
                if button
                    .on_hover_text("Show the servers of this run")
                    .clicked()
                {
                    chosen = Some(entry.id);
                }
            }
        });
        if let Some(id) = chosen {
            self.runs.set_current(id);
        }
    }

    /// Makes the figures of `run`, unless they are.
    fn prepare_contention(&mut self, run: &Arc<Run>) {
        let now = Arc::as_ptr(run);
        if self
            .contention
            .made
            .as_ref()
            .is_some_and(|made| made.0 == now)
        {
            return;
        }
        let servers = run.placements().map_or(0, |record| record.servers.len());
        let figures = (0..servers).map(|server| {
            [
                Figure::threads_per_core(run, server),
                Figure::server_bandwidth(run, server),
            ]
        });
        self.contention.made = Some((now, figures.collect()));
    }

    fn contention(&self, ui: &mut Ui, run: &Run) {
        let Some((_, figures)) = &self.contention.made else {
            return;
        };
        if run.experiment.hosting.cycles.is_some() {
            ui.weak(
                "The stochastic engine draws bandwidth anew in every interval: it is not recorded.",
            );
        }
        let cursor = self.replay.at.map(|at| at.seconds());
        let wide = ui.available_width() >= WIDE;
        for (server, pair) in figures.iter().enumerate() {
            let plots: Vec<&Figure> = pair.iter().flatten().collect();
            let columns = if wide { plots.len().max(1) } else { 1 };
            ui.columns(columns, |columns| {
                let count = columns.len();
                for (place, figure) in plots.into_iter().enumerate() {
                    let ui = &mut columns[place % count];
                    plot::legend(ui, figure, true);
                    let size = egui::vec2(ui.available_width(), HEIGHT);
                    let layout = egui::Layout::top_down(egui::Align::Min);
                    ui.allocate_ui_with_layout(size, layout, |ui| {
                        let id = egui::Id::unique(("contention", server, place));
                        plot::show_small(ui, figure, id, cursor);
                    });
                }
            });
        }
    }
}

fn has_servers(run: &Run) -> bool {
    run.placements().is_some()
}
