//! The bar at the bottom: progress with a button to stop, the replay, and what the pointer is over.

use egui::{Panel, ProgressBar, Ui};

use super::replay::Bar;
use crate::{App, Command};
use laboratory::base::format;
use laboratory::base::progress::Progress;

/// Width of a progress bar.
const WIDTH: f32 = 180.0;
/// Width of the button to stop.
const CANCEL: f32 = 56.0;
/// Text while a file is read.
const OPENING: &str = "Opening a file";

impl App {
    /// Shows the bar.
    pub(crate) fn status_bar(&mut self, ui: &mut Ui) {
        let frame = egui::Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(egui::Margin::symmetric(10, 2));
        Panel::bottom("status").frame(frame).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 20.0;
            ui.spacing_mut().button_padding.y = 1.0;
            ui.horizontal(|ui| {
                // A narrow window has room for one of the two.
                let is_narrow = self.is_narrow();
                let is_running = self.work_in_progress().is_some();
                if !is_narrow || is_running {
                    self.progress(ui);
                }
                if is_narrow && is_running {
                    return;
                }
                // The start page is about no document.
                if self.is_at_start() {
                    return;
                }
                if !is_narrow {
                    ui.separator();
                }
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

    /// Shows the work in progress and a button to stop it, in a fixed room: nothing must move under
    /// the pointer when a run begins or ends.
    fn progress(&mut self, ui: &mut Ui) {
        let running = self.work_in_progress();
        in_room(ui, WIDTH, |ui| match &running {
            Some(running) => bar(ui, running.progress, &running.description),
            None if self.is_at_start() => {}
            None => {
                let known = self.front.shared.experiment.as_ref();
                let jobs = known.map_or(0, |experiment| experiment.jobs.len());
                let words = format!("ready, {}", format::counted(jobs, "job"));
                ui.add(egui::Label::new(egui::RichText::new(words).weak()).truncate());
            }
        });
        let is_shown = Command::Cancel.enabled(self) && (running.is_some() || !self.is_at_start());
        let mut is_clicked = false;
        in_room(ui, CANCEL, |ui| {
            if is_shown {
                let cancel = ui.button("Cancel");
                let cancel = cancel.on_hover_text(Command::Cancel.tooltip_with_key(ui.ctx()));
                is_clicked = cancel.clicked();
            }
        });
        if is_clicked {
            self.commands.push(Command::Cancel);
        }
    }

    /// Returns the work in progress, if any.
    fn work_in_progress(&self) -> Option<WorkInProgress<'_>> {
        let of = |what: &str, progress| {
            Some(WorkInProgress {
                description: what.to_owned(),
                progress,
            })
        };
        let front = &self.front;
        if self.is_at_start() {
            if !self.opening.is_empty() {
                return of(OPENING, None);
            }
            let (study, progress) = self.studies.running()?;
            return of(&format!("Study {}", study.name), Some(progress));
        }
        if let Some(work) = &front.work {
            return of(&work.stage, Some(&work.pending.progress));
        }
        if let Some(progress) = front.panes.sweep.progress_of_work() {
            return of("Sweep", Some(progress));
        }
        if let Some((study, progress)) = self.studies.running() {
            return of(&format!("Study {}", study.name), Some(progress));
        }
        if let Some((what, progress)) = front.predicting.running() {
            return of(what, Some(progress));
        }
        let others = [
            (!self.opening.is_empty(), OPENING),
            (front.is_comparing_server_counts(), "Numbers of servers"),
            (front.is_searching(), "Search for slots"),
            (front.is_asking(), "Explaining a job"),
            (!front.writes.is_empty(), "Writing files"),
        ];
        let (_, what) = others.into_iter().find(|(is_running, _)| *is_running)?;
        of(what, None)
    }
}

/// Work in progress.
struct WorkInProgress<'a> {
    description: String,
    /// Absent where progress is unknown.
    progress: Option<&'a Progress>,
}

/// Shows `contents` in a room of that width, whatever they are.
fn in_room(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui)) {
    let size = egui::vec2(width, ui.spacing().interact_size.y);
    let (room, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(room).layout(layout));
    contents(&mut inner);
}

/// Shows the progress of `what`.
pub(crate) fn bar(ui: &mut Ui, progress: Option<&Progress>, what: &str) {
    let known = progress.filter(|progress| progress.total() > 0);
    let fraction = known.map_or(0.0, Progress::fraction);
    let text = match known {
        Some(_) => format!("{what}, {:.0} %", 100.0 * fraction),
        None => what.to_owned(),
    };
    let name = format!("Running: {text}");
    ui.add(ProgressBar::new(fraction).desired_width(WIDTH).text(text))
        .accessible_name(name);
}
