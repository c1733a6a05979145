//! The panel on the right: the selected job, and why it started when it did.

use egui::{Id, Panel, ScrollArea, Ui};

use super::facts::details;
use super::facts::fact::JobProgress;
use super::facts::so_far::{self, waited};
use super::sides::Side;
use super::story::{heading, headline, show_remarks};
use crate::App;
use crate::command::action::Action;
use crate::documents::OpenDocument;
use crate::documents::Question;
use crate::family::placement::placed;
use crate::family::placement::placed::PlacedAction;
use crate::family::slicing::considered;
use crate::shared::Selection;
use crate::shared::runs::{Entry, same_jobs};
use crate::widgets::run::run_swatch;
use crate::widgets::{bar, command_line};
use charts::colour::run_colour;
use charts::colour::tokens::tokens;
use charts::look::strong;
use charts::plot;
use laboratory::base::format;
use laboratory::base::problem::Problem;
use laboratory::base::sanitize::quoted;
use laboratory::run::explain::Remark;

/// Height of the curve of a job's speed-up.
const SPEEDUP: f32 = 130.0;
/// Share of the height that the panel has below the charts, and least height of either.
const BELOW: f32 = 0.45;
const LOWEST: f32 = 120.0;

impl App {
    /// Selects the job of that number of the last run, and waits for its explanation.
    ///
    /// # Errors
    /// There is no such job.
    pub(crate) fn inspect(&mut self, number: u64) -> Result<(), Problem> {
        if !self.front.go_to_last(number) {
            return Err(Problem::input(format!("--job: there is no job {number}")));
        }
        self.settle();
        Ok(())
    }

    /// Shows the panel.
    pub(crate) fn inspector_panel(&mut self, ui: &mut Ui) {
        let mut action = None;
        // Without a job the panel is empty, and the charts get its room.
        let is_shown = self.shows(Side::Inspector) && self.front.question.is_some();
        let mut open = is_shown;
        let panel = if self.is_narrow() {
            let height = ui.available_height();
            Panel::bottom("inspector below")
                .default_size(BELOW * height)
                .size_range(LOWEST..=height - LOWEST)
        } else {
            Panel::right("inspector")
                .default_size(310.0)
                .size_range(240.0..=460.0)
        };
        panel.show_collapsible(ui, &mut open, |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.add_space(4.0);
                if let Some(question) = &self.front.question {
                    action = self.front.job_details(ui, question);
                }
            });
        });
        if self.front.question.is_some() && open != is_shown {
            self.toggle_side(Side::Inspector);
        }
        if let Some(action) = action {
            self.do_in_inspector(action, ui.ctx());
        }
    }

    fn do_in_inspector(&mut self, action: PlacedAction, ctx: &egui::Context) {
        let Some(selection) = self.front.shared.selection else {
            return;
        };
        let command = match action {
            PlacedAction::Select(job) => Action::Choose(Selection { job, ..selection }),
            PlacedAction::Move(server) => Action::Move(selection, server),
        };
        self.perform_all(vec![command], ctx);
    }
}

impl OpenDocument {
    fn job_details(&self, ui: &mut Ui, question: &Question) -> Option<PlacedAction> {
        let (run, job) = (&question.run, question.selection.job);
        let label = &run.experiment.labels[job];
        ui.horizontal(|ui| {
            if let Some(entry) = self.shared.runs.get(question.selection.id) {
                run_swatch(ui, entry.slot);
                ui.label(heading(ui, label.number(), &entry.label));
            }
        });
        let until = self.shared.replay.until();
        let stage = JobProgress::of(run, job, until);
        if stage == JobProgress::Over {
            headline(ui, run, job);
        } else {
            so_far::show(ui, run, job, until);
        }
        ui.separator();
        egui::Grid::new("job details")
            .num_columns(2)
            .spacing([10.0, 3.0])
            .show(ui, |ui| {
                let facts = details(run, job, &question.nodes).into_iter();
                for fact in facts.filter(|fact| stage.is_known(fact)) {
                    ui.weak(fact.name);
                    ui.add(egui::Label::new(fact.value).wrap());
                    ui.end_row();
                }
            });
        let clicked = placed::neighbours(ui, run, job).map(PlacedAction::Select);
        let moved = match (run.placements(), placed::server_of(run, job)) {
            (Some(record), Some(server)) => {
                placed::move_to(ui, record, server).map(PlacedAction::Move)
            }
            _ => None,
        };
        if stage >= JobProgress::Started {
            placed::placement_keys(ui, run, job);
        }
        let speedup = question
            .speedup
            .as_ref()
            .filter(|_| stage == JobProgress::Over);
        if let Some(figure) = speedup {
            ui.separator();
            ui.label(strong("Speed-up by processors"));
            ui.allocate_ui(egui::vec2(ui.available_width(), SPEEDUP), |ui| {
                plot::show_small(ui, figure, Id::unique("speed-up"));
            });
            ui.weak("ring: asked for · dots: what it had");
        }
        if let Some(Ok(explained)) = &question.answer
            && stage >= JobProgress::Started
        {
            considered::table(ui, &explained.considered, run.experiment.size_unit);
        }
        ui.separator();
        ui.label(strong(if stage < JobProgress::Started {
            "What has happened to it"
        } else {
            "Why it started when it did"
        }));
        let mut named = None;
        match &question.answer {
            None => {
                ui.weak("simulating again to find out…");
            }
            Some(Err(problem)) => {
                ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
            }
            Some(Ok(explained)) => {
                let come =
                    |remark: &&Remark| until.is_none_or(|until| remark.at.seconds() <= until);
                let remarks: Vec<Remark> = explained.remarks.iter().filter(come).cloned().collect();
                let other = show_remarks(ui, run, &remarks);
                named = other.map(PlacedAction::Select);
            }
        }
        self.other_runs(ui, question);
        if let Some(entry) = self.shared.runs.get(question.selection.id) {
            ui.separator();
            command_line::show(ui, &self.explain_command(entry, label.number()));
        }
        clicked.or(moved).or(named)
    }

    /// Shows the job under the other visible runs.
    fn other_runs(&self, ui: &mut Ui, question: &Question) {
        let job = question.selection.job;
        let others: Vec<_> = self
            .shared
            .runs
            .visible()
            .filter(|entry| entry.id != question.selection.id)
            .filter(|entry| same_jobs(&entry.run, &question.run))
            .collect();
        if others.is_empty() {
            return;
        }
        ui.separator();
        ui.label(strong("The same job elsewhere"));
        let own = self.shared.runs.get(question.selection.id);
        let all: Vec<_> = own.into_iter().chain(others).collect();
        let until = self.shared.replay.until();
        let wait = |entry: &Entry| waited(&entry.run, job, until);
        let waits = || all.iter().map(|entry| wait(entry));
        let cut = bar::cut_off(waits());
        let longest = cut.unwrap_or_else(|| waits().fold(1.0, f64::max));
        egui::Grid::new("elsewhere")
            .num_columns(3)
            .spacing([8.0, 4.0])
            .show(ui, |ui| {
                for entry in all {
                    let dark = ui.visuals().dark_mode;
                    let colour = run_colour(entry.slot, dark);
                    ui.horizontal(|ui| {
                        run_swatch(ui, entry.slot);
                        let is_this = entry.id == question.selection.id;
                        ui.label(if is_this {
                            strong(&entry.label)
                        } else {
                            egui::RichText::new(&entry.label)
                        });
                    });
                    let (track, _) =
                        ui.allocate_exact_size(egui::vec2(100.0, 8.0), egui::Sense::hover());
                    let share = (wait(entry) / longest).min(1.0) as f32;
                    let bar_rect = track.with_max_x(track.left() + share * track.width());
                    ui.painter().rect_filled(bar_rect, 2.0, colour);
                    if wait(entry) > longest {
                        bar::cut_mark(ui.painter(), bar_rect, tokens(dark).chrome);
                    }
                    let progress = JobProgress::of(&entry.run, job, until);
                    let is_refused =
                        entry.run.outcomes[job].refused && progress == JobProgress::Over;
                    ui.label(if is_refused && entry.run.is_never_started(job) {
                        "never starts it".to_owned()
                    } else if is_refused {
                        "refuses it".to_owned()
                    } else if progress < JobProgress::Started {
                        "not started yet".to_owned()
                    } else {
                        format!("waits {}", format::span(wait(entry)))
                    });
                    ui.end_row();
                }
            });
        if let Some(cut) = cut {
            ui.weak(format!("Bars are cut off at {}", format::span(cut)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred jobs of an hour one after another: the last waits for 99 hours.
    #[test]
    fn going_to_a_job_shows_all_of_its_story() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.ron");
        let jobs = "(submit: 0, runtime: 3600, nodes: 1),".repeat(100);
        let text = format!(
            "(machine: Cluster(nodes: 1), workload: Jobs([{jobs}(submit: 5000000, runtime: 10, nodes: 1)]), policies: [Fcfs])"
        );
        std::fs::write(&path, text).unwrap();
        let mut app = App::new(vec![path]);
        app.settle();
        // Deep in at another position.
        app.front.shared.follow();
        app.front
            .shared
            .sight
            .view
            .go_to([4_999_000.0, 4_999_600.0, 0.0, 1.0]);
        assert!(app.front.go_to_last(100));
        let view = app.front.shared.sight.view;
        let (submit, end) = (0.0, 360_000.0);
        assert!(view.t0 <= submit && view.t1 > end, "{view:?}");
        assert!(view.seconds() <= 4.0 * (end - submit), "{view:?}");
    }
}
