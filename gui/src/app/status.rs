//! The bar at the bottom: progress with a way to stop, the replay, and what the pointer is over.

use egui::{Panel, ProgressBar, Ui};

use super::{App, Command, format};
use crate::progress::Progress;

impl App {
    /// Shows the bar.
    pub(super) fn status_bar(&mut self, ui: &mut Ui) {
        Panel::bottom("status").show(ui, |ui| {
            ui.add_space(2.0);
            ui.horizontal(|ui| {
                self.progress(ui);
                ui.separator();
                self.replay_bar(ui);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let text = egui::RichText::new(&self.gantt.readout);
                    ui.add(egui::Label::new(text).truncate());
                });
            });
            ui.add_space(2.0);
        });
    }

    fn progress(&mut self, ui: &mut Ui) {
        let Some(work) = &self.work else {
            let jobs = self
                .experiment
                .as_ref()
                .map_or(0, |experiment| experiment.jobs.len());
            ui.weak(format!("ready, {} jobs", format::count(jobs as u64)));
            return;
        };
        bar(ui, &work.ticket.progress, &work.stage);
        let cancel = ui.button("Cancel");
        if cancel
            .on_hover_text(Command::Cancel.tooltip_with_key(ui.ctx()))
            .clicked()
        {
            self.commands.push(Command::Cancel);
        }
    }
}

/// How far `stage` is.
pub(super) fn bar(ui: &mut Ui, progress: &Progress, stage: &str) {
    let text = match progress.total() {
        0 => stage.to_owned(),
        _ => format!("{stage} {:.0} %", 100.0 * progress.fraction()),
    };
    ui.add(
        ProgressBar::new(progress.fraction())
            .desired_width(180.0)
            .text(text),
    );
}
