//! Performs commands and the actions of panes.

use std::path::Path;

use egui::Context;

use super::action::Action;
use crate::dialogs::export;
use crate::dialogs::file::Purpose;
use crate::documents::OpenDocument;
use crate::panels::sides::Side;
use crate::shared::pane::Pane;
use crate::shared::week;
use crate::{App, Command};
use laboratory::base::system::IS_PAGE;
use laboratory::export::write_whole;
use laboratory::scenario::to_ron;

impl App {
    /// Performs `command`, unless it is disabled.
    pub(crate) fn perform(&mut self, command: Command, ctx: &Context) {
        let row = command.row();
        if !(row.enabled)(self) {
            return;
        }
        if !row.stays_at_start {
            self.leave_start();
        }
        (row.action)(self, ctx);
    }

    /// Performs the actions of panes.
    pub(crate) fn perform_all(&mut self, actions: Vec<Action>, ctx: &Context) {
        for action in actions {
            // The pointer moves all the time; the chart under it is drawn already.
            let is_seen = match &action {
                Action::Look(view) => view.shows_the_same(&self.front.shared.sight.view),
                _ => false,
            };
            if !is_seen {
                ctx.request_repaint();
            }
            self.perform_action(action, ctx);
        }
    }

    fn perform_action(&mut self, action: Action, ctx: &Context) {
        match action {
            Action::Command(command) => self.perform(command, ctx),
            Action::Look(view) => self.front.shared.sight.view = view,
            Action::Run(id) => self.front.shared.runs.set_current(id),
            Action::Baseline(id) => self.front.shared.runs.choose_baseline(id),
            Action::Choose(selection) => {
                self.front.select(selection);
                self.front.panes.jobs.reveal(selection.job);
            }
            Action::GoTo(selection) => self.front.go_to(selection),
            Action::Scope(scope) => self.front.shared.change_scope(|scopes| scopes.set(scope)),
            Action::NameScope(name) => self.front.shared.scope.name(&name),
            Action::ForgetScope(name) => {
                self.front
                    .shared
                    .scope
                    .named
                    .retain(|(known, _)| *known != name);
            }
            Action::ChooseNone => {
                self.front.shared.selection = None;
                self.front.check_selection();
            }
            Action::Move(selection, server) => {
                self.front.select(selection);
                self.front.move_job(selection, server, ctx);
            }
            Action::Moment(at) => self.front.shared.replay.at = Some(at),
            Action::WhyIdle(id, at) => self.front.explain_idle(id, at),
            Action::Predict(id, at, from) => self.front.predict_starts(id, at, from),
            Action::WhatIf(id, changes, phases) => self.front.start_what_if(id, changes, phases),
            Action::KeepChanged(id, changes) => self.front.keep_changed(id, &changes),
            Action::Inspect => self.front.inspect_log(),
            Action::FitToLog => self.front.fit_to_log(),
            Action::Machine => self.bring(Side::Experiment),
            Action::ForgetIdle => self.front.shared.instant.idle = None,
            Action::ColourBy(by) => self.front.shared.sight.colour_by = by,
            Action::Scenario(scenario) => {
                self.front.shared.document.scenario = *scenario;
                self.front.panes.text.forget();
            }
            Action::CompareServerCounts => self.front.compare_server_counts(),
            Action::SearchSlots => self.front.search_slots(),
            Action::Reproduce => self.reproduce(),
            Action::StopStudy => {
                self.studies.cancel();
            }
            Action::Sweep(scenario) => self.front.begin_sweep(*scenario),
            Action::StopSweep => self.front.panes.sweep.cancel(),
            Action::OpenSwept(scenario) => self.front.open_swept(*scenario),
            Action::ChooseLogs => {
                let dialog = self.file_dialog(Purpose::Logs);
                self.dialogs.file = Some(dialog.in_folder(&self.studies.logs));
            }
            Action::Export(what) => self.dialogs.export = Some(export::State::of(what, self)),
        }
    }

    /// Whether something is being computed that can be stopped.
    pub(super) fn can_cancel(&self) -> bool {
        self.front.work.is_some()
            || !self.opening.is_empty()
            || self.studies.is_busy()
            || self.front.panes.sweep.is_busy()
            || self.front.is_comparing_server_counts()
            || self.front.predicting.can_cancel()
    }

    /// Stops what is being computed.
    pub(super) fn cancel(&mut self) {
        self.front.cancel();
        self.front.stop_restoring();
        self.cancel_opening();
        self.studies.cancel();
        self.front.panes.sweep.cancel();
        self.front.cancel_server_counts();
        self.front.cancel_prediction();
    }

    /// Shows the table of jobs with its field to search.
    pub(super) fn find_job(&mut self) {
        self.settings.desk.show(Pane::Jobs);
        self.front.panes.jobs.ask_for_focus();
    }

    /// Shows the table of jobs with its field to select.
    pub(super) fn select_jobs(&mut self) {
        self.settings.desk.show(Pane::Jobs);
        self.front.panes.jobs.ask_for_selection();
    }

    /// Writes the scenario to its file, or asks for one. Returns whether it was written.
    pub(crate) fn save_scenario(&mut self) -> bool {
        let own_file = self.front.shared.document.source.clone();
        match own_file.filter(|path| is_whole_scenario(path)) {
            Some(path) => self.save_scenario_to(&path),
            None => {
                self.open_file_dialog(Purpose::Save);
                false
            }
        }
    }

    /// Writes the scenario to `path`. Returns whether that worked.
    pub(crate) fn save_scenario_to(&mut self, path: &Path) -> bool {
        let text = to_ron(&self.front.shared.document.scenario);
        match write_whole(path, text.as_bytes()) {
            Ok(()) => {
                self.front.shared.document.saved_to(path);
                self.settings.remember(path);
                self.front
                    .notices
                    .add_line(format!("Saved {}", path.display()));
                true
            }
            Err(problem) => {
                self.front.notices.fault(&problem);
                false
            }
        }
    }

    /// Opens the files dropped on the window; the last of several is simulated.
    pub(crate) fn take_dropped_files(&mut self, ctx: &Context) {
        if IS_PAGE {
            // The page's script gives them.
            return;
        }
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        for file in dropped {
            self.open_file(file.path().to_path_buf());
        }
    }
}

impl OpenDocument {
    /// Forgets the current run.
    pub(super) fn delete_run(&mut self) {
        self.shared.runs.delete();
        self.check_selection();
    }

    /// Forgets the runs that the present scenario does not give.
    pub(super) fn forget_other_runs(&mut self) {
        self.shared.runs.forget_others(&self.shared.document);
        self.check_selection();
    }

    /// Selects the job of that number in the current run and goes there.
    pub(super) fn go_to_number(&mut self, number: u64) {
        if let Some(selection) = self.shared.runs.job_numbered(number) {
            self.go_to(selection);
        }
    }

    /// Selects the busiest week of the current run, and shows it.
    pub(super) fn select_busiest_week(&mut self) {
        let Some(entry) = self.shared.runs.current() else {
            return;
        };
        match week::busiest(entry) {
            Some(span) => {
                let scope = self.shared.scope.current().with_span(Some(span));
                self.shared.change_scope(|scopes| scopes.set(scope));
            }
            None => {
                let sentence = format!("{} is no longer than a week: all of it is", entry.label);
                self.notices.add_line(sentence);
            }
        }
    }
}

/// Whether the file at `path` is one scenario, which is saved where it came from: a case of a file
/// with several, or a packed one, is saved to a file of its own.
fn is_whole_scenario(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ron")
}
