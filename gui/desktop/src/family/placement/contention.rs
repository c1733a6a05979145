//! The pane of servers: how busy each is over time, and the bandwidth requested and given.

use std::sync::Arc;

use egui::Ui;

use super::server_counts;
use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::runs::Entry;
use crate::widgets::over_time;
use crate::widgets::run::runs_with;
use charts::plot::figure::Figure;
use charts::time::curves::{self, Curves};
use charts::time::{axis, cursor};
use laboratory::record::Run;

/// Height of a plot.
const HEIGHT: f32 = 64.0;

/// Figures of a run, two for each server, and the result of a comparison of their numbers.
#[derive(Default)]
pub(crate) struct State {
    made: Option<(*const Run, Vec<[Option<Figure>; 2]>)>,
    pub(crate) counts: Option<server_counts::State>,
}

impl State {
    /// Makes the figures of `run`, unless they are made.
    fn prepare(&mut self, run: &Arc<Run>) {
        let now = Arc::as_ptr(run);
        if self.made.as_ref().is_some_and(|made| made.0 == now) {
            return;
        }
        let servers = run.placements().map_or(0, |record| record.servers.len());
        let figures = (0..servers).map(|server| {
            [
                Figure::threads_per_core(run, server),
                Figure::server_bandwidth(run, server),
            ]
        });
        self.made = Some((now, figures.collect()));
    }

    fn figures(&self, ui: &mut Ui, run: &Run, shared: &Shared, actions: &mut Vec<Action>) {
        let Some((_, figures)) = &self.made else {
            return;
        };
        if run.experiment.hosting.cycles.is_some() {
            ui.weak(
                "The stochastic engine draws bandwidth anew in every interval: it is not recorded.",
            );
        }
        let mut view = shared.sight.view;
        let top = ui.cursor().top();
        let marks = over_time::time_axis(ui, shared, &mut view, actions);
        for figure in figures.iter().flatten().flatten() {
            let curves = Curves {
                figure,
                lines: &[],
                chosen: None,
                at: shared.instant_read(&view),
                marks: &marks,
            };
            curves::show(ui, &figure.title, &curves, HEIGHT, &mut view);
        }
        let room = ui.max_rect().with_min_y(top + axis::HEIGHT);
        let room = room.with_max_y(ui.cursor().top() + cursor::TAG);
        over_time::cursors(ui, room, shared, &view);
        ui.add_space(cursor::TAG);
        actions.extend(Action::look(view, shared));
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let Some(Entry { id, run, label, .. }) = shared.runs.current() else {
            ui.weak("No run yet");
            return;
        };
        if run.placements().is_none() {
            let sentence = if shared.runs.entries.iter().any(has_servers) {
                format!("{label} has no servers. These runs do:")
            } else {
                format!(
                    "{label} has no servers. Choose servers as the machine, or the example of a workflow under File."
                )
            };
            ui.add(egui::Label::new(egui::RichText::new(sentence).weak()).wrap());
        }
        ui.horizontal_wrapped(|ui| {
            runs_with(ui, shared, ("Servers", has_servers), Some(*id), actions);
        });
        if run.placements().is_none() {
            return;
        }
        self.prepare(run);
        egui::ScrollArea::vertical()
            .id_salt("servers")
            .auto_shrink(false)
            .show(ui, |ui| {
                if shared.replay.until().is_none() {
                    server_counts::show(ui, &shared.document, self.counts.as_ref(), actions);
                }
                self.figures(ui, run, shared, actions);
            });
    }
}

fn has_servers(entry: &Entry) -> bool {
    entry.run.placements().is_some()
}
