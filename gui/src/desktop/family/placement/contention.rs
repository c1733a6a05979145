//! The pane of servers: how busy each is over time, and what bandwidth is asked for and given.

use std::sync::Arc;

use egui::Ui;

use crate::desktop::App;
use crate::desktop::panels::run_list::run_swatch;
use crate::desktop::runs::RunId;
use crate::draw::plot::figure::Figure;
use crate::draw::time::curves::{self, Curves};
use crate::draw::time::{axis, cursor};
use crate::record::Run;

/// The height of a plot.
const HEIGHT: f32 = 64.0;

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
                run_swatch(ui, entry.slot);
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

    fn contention(&mut self, ui: &mut Ui, run: &Run) {
        let Some((made, figures)) = self.contention.made.take() else {
            return;
        };
        if run.experiment.hosting.cycles.is_some() {
            ui.weak(
                "The stochastic engine draws bandwidth anew in every interval: it is not recorded.",
            );
        }
        self.schedule.follow(&[run]);
        let top = ui.cursor().top();
        let marks = self.time_axis(ui);
        for figure in figures.iter().flatten().flatten() {
            let (chosen, at) = (None, self.instant_read());
            let curves = Curves {
                figure,
                chosen,
                at,
                marks: &marks,
            };
            let view = &mut self.schedule.view;
            curves::show(ui, &figure.title, &curves, HEIGHT, view);
        }
        let room = ui.max_rect().with_min_y(top + axis::HEIGHT);
        let room = room.with_max_y(ui.cursor().top() + cursor::TAG);
        self.cursors(ui, room);
        ui.add_space(cursor::TAG);
        self.contention.made = Some((made, figures));
    }
}

fn has_servers(run: &Run) -> bool {
    run.placements().is_some()
}
