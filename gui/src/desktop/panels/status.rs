//! The bar at the bottom: progress with a way to stop, the replay, and what the pointer is over.

use egui::{Panel, ProgressBar, Ui};

use super::replay::Bar;
use crate::base::progress::Progress;
use crate::base::words;
use crate::desktop::{App, Command};

/// The width of what says how far something is.
const WIDTH: f32 = 180.0;

impl App {
    /// Shows the bar.
    pub(in crate::desktop) fn status_bar(&mut self, ui: &mut Ui) {
        let frame = egui::Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(egui::Margin::symmetric(10, 2));
        Panel::bottom("status").frame(frame).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 20.0;
            ui.spacing_mut().button_padding.y = 1.0;
            ui.horizontal(|ui| {
                self.progress(ui);
                ui.separator();
                let mut bar = Bar {
                    replay: &mut self.front.shared.replay,
                    runs: &self.front.shared.runs,
                    commands: &mut self.commands,
                };
                bar.show(ui);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    let text = egui::RichText::new(&self.front.panes.schedule.readout);
                    ui.add(egui::Label::new(text).truncate());
                });
            });
        });
    }

    /// What is being done and a way to stop it, in the same room whatever it is:
    /// nothing must move under the pointer when a run begins or ends.
    fn progress(&mut self, ui: &mut Ui) {
        let size = egui::vec2(WIDTH, ui.spacing().interact_size.y);
        let layout = egui::Layout::left_to_right(egui::Align::Center);
        ui.allocate_ui_with_layout(size, layout, |ui| {
            ui.set_min_width(WIDTH);
            match &self.front.work {
                Some(work) => bar(ui, &work.ticket.progress, &work.stage),
                None => {
                    let known = self.front.shared.experiment.as_ref();
                    let jobs = known.map_or(0, |experiment| experiment.jobs.len());
                    let words = format!("ready, {} jobs", words::count(jobs as u64));
                    ui.add(egui::Label::new(egui::RichText::new(words).weak()).truncate());
                }
            }
        });
        let cancel = ui.add_enabled(self.front.work.is_some(), egui::Button::new("Cancel"));
        if cancel
            .on_hover_text(Command::Cancel.tooltip_with_key(ui.ctx()))
            .clicked()
        {
            self.commands.push(Command::Cancel);
        }
    }
}

/// How far `stage` is.
pub(in crate::desktop) fn bar(ui: &mut Ui, progress: &Progress, stage: &str) {
    let text = match progress.total() {
        0 => stage.to_owned(),
        _ => format!("{stage} {:.0} %", 100.0 * progress.fraction()),
    };
    ui.add(
        ProgressBar::new(progress.fraction())
            .desired_width(WIDTH)
            .text(text),
    );
}
