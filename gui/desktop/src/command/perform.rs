//! Execution of commands, and the keys of commands.

use std::path::Path;

use egui::{Context, KeyboardShortcut, ThemePreference};

use super::{Action, palette};
use crate::dialogs::export::item::ExportItem;
use crate::dialogs::{branch, export, file as file_dialog, notes};
use crate::shared::pane::Pane;
use crate::shared::replay::Replay;
use crate::shared::scope::Scopes;
use crate::shared::week;
use crate::{App, Command};
use laboratory::export::write_whole;
use laboratory::metrics::select::Scope;
use laboratory::scenario::to_ron;

impl Command {
    /// Whether it would have an effect now.
    pub(crate) fn enabled(self, app: &App) -> bool {
        match self {
            Self::Undo => app.front.can_undo(),
            Self::Redo => app.front.shared.document.can_redo(),
            Self::NextDocument | Self::PreviousDocument => !app.background.documents.is_empty(),
            Self::Cancel => {
                app.front.work.is_some()
                    || !app.opening.is_empty()
                    || app.studies.is_busy()
                    || app.front.panes.sweep.is_busy()
                    || app.front.is_comparing_server_counts()
                    || app.front.foretelling.can_cancel()
            }
            Self::Duplicate | Self::Delete | Self::Baseline => {
                app.front.shared.runs.current().is_some()
            }
            Self::Branch => app.front.shared.runs.current().is_some(),
            Self::Difference => app.front.shared.runs.entries.len() > 1,
            Self::TakePaneSentences => app.front.panes.has_sentences(&app.front.shared),
            command if Self::EXPORTS.contains(&command) => {
                !app.front.shared.runs.entries.is_empty()
            }
            Self::ScopeBack => app.front.shared.scope.can_go_back(),
            Self::ScopeForward => app.front.shared.scope.can_go_forward(),
            Self::ScopeAll => !app.front.shared.scope.current().is_all(),
            Self::BusiestWeek => app.front.shared.runs.current().is_some(),
            Self::Fit
            | Self::Play
            | Self::StepBack
            | Self::StepForward
            | Self::FindJob
            | Self::SelectJobs
            | Self::Note => !app.front.shared.runs.entries.is_empty(),
            Self::LeaveReplay => app.front.shared.replay.at.is_some(),
            Self::WhyIdle => {
                let shared = &app.front.shared;
                shared.instant_read(&shared.sight.view).is_some()
            }
            _ => true,
        }
    }

    /// Whether it is a switch that is on; `None` if it is no switch.
    pub(super) fn switched_on(self, app: &App) -> Option<bool> {
        match self {
            Self::RerunOnChange => Some(app.settings.rerun_on_change),
            Self::ChooseTheme(theme) => Some(app.settings.theme == theme),
            Self::Difference => Some(app.front.shared.sight.difference),
            Self::DragSelects => Some(app.front.shared.sight.view.drags_select),
            Self::Experiment => Some(app.settings.show_experiment),
            Self::Inspector => Some(app.settings.show_inspector),
            _ => None,
        }
    }
}

impl App {
    /// Performs `command`, unless it is disabled.
    pub(crate) fn perform(&mut self, command: Command, ctx: &Context) {
        if !command.enabled(self) {
            return;
        }
        self.leave_start_for(command);
        match command {
            Command::Open => self.dialogs.file = Some(file_dialog::State::open(self)),
            Command::CompareWith => {
                self.dialogs.file = Some(file_dialog::State::beside(self));
            }
            Command::Note => self.dialogs.notes = Some(notes::State::new(&self.front.shared)),
            Command::Example(position) => self.open_example(position),
            Command::Save => {
                self.save_scenario();
            }
            Command::SaveAs => self.dialogs.file = Some(file_dialog::State::save(self)),
            Command::Branch => self.dialogs.branch = Some(branch::State::new(self)),
            Command::Export => self.dialogs.export = Some(export::State::new(self)),
            Command::Report => {
                self.dialogs.export = Some(export::State::of(ExportItem::Page, self));
            }
            Command::NextDocument => self.show_neighbour(true),
            Command::PreviousDocument => self.show_neighbour(false),
            Command::CloseDocument => self.close_document(self.background.front_index),
            Command::TakeFigure => self.export_figure_in_front(),
            Command::TakeTable => self.export_table_in_front(),
            Command::TakeSentence => self.copy_sentence(ctx),
            Command::TakePaneSentences => self.take_pane_sentences(ctx),
            Command::TakeCommandLine => self.copy_command_line(ctx),
            Command::TakeAll => self.take_all(),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Undo => self.front.undo(),
            Command::Redo => self.front.shared.document.redo(),
            Command::Palette => self.dialogs.palette = Some(palette::State::default()),
            Command::CheatSheet => self.dialogs.cheat_sheet = !self.dialogs.cheat_sheet,
            Command::WhatIsThis => self.open_identification(ctx),
            Command::Tour => self.toggle_tour(),
            Command::StartPage => self.go_to_start(),
            Command::Run => self.front.simulate(),
            Command::RunAll => self.front.simulate_all(),
            Command::Cancel => {
                self.front.cancel();
                self.front.stop_restoring();
                self.cancel_opening();
                self.studies.cancel();
                self.front.panes.sweep.cancel();
                self.front.cancel_server_counts();
                self.front.cancel_prediction();
            }
            Command::Sweep => self.settings.desk.show(Pane::Sweep),
            Command::RerunOnChange => self.settings.rerun_on_change ^= true,
            _ => self.perform_on_view(command),
        }
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
            Action::Predict(id, at) => self.front.predict_starts(id, at),
            Action::WhatIf(id, changes, phases) => self.front.start_what_if(id, changes, phases),
            Action::KeepChanged(id, changes) => self.front.keep_changed(id, &changes),
            Action::Inspect => self.front.inspect_log(),
            Action::Machine => self.settings.show_experiment = true,
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
            Action::ChooseLogs => self.dialogs.file = Some(file_dialog::State::logs(self)),
            Action::Export(what) => self.dialogs.export = Some(export::State::of(what, self)),
        }
    }

    fn perform_on_view(&mut self, command: Command) {
        match command {
            Command::Duplicate => self.front.shared.runs.duplicate(),
            Command::Delete => {
                self.front.shared.runs.delete();
                self.front.check_selection();
            }
            Command::Baseline => {
                let runs = &mut self.front.shared.runs;
                if let Some(id) = runs.current().map(|entry| entry.id) {
                    runs.choose_baseline(id);
                }
            }
            Command::ForgetOthers => {
                self.front
                    .shared
                    .runs
                    .forget_others(&self.front.shared.document);
                self.front.check_selection();
            }
            Command::Fit => self.front.shared.sight.fit(),
            Command::GoTo(number) => self.go_to_job(number),
            Command::Difference => self.front.shared.sight.difference ^= true,
            Command::ScopeBack => self.front.shared.change_scope(Scopes::back),
            Command::ScopeForward => self.front.shared.change_scope(Scopes::forward),
            Command::BusiestWeek => self.select_busiest_week(),
            Command::ScopeAll => self
                .front
                .shared
                .change_scope(|scopes| scopes.set(Scope::default())),
            Command::DragSelects => self.front.shared.sight.view.drags_select ^= true,
            Command::FindJob => {
                self.settings.desk.show(Pane::Jobs);
                self.front.panes.jobs.ask_for_focus();
            }
            Command::SelectJobs => {
                self.settings.desk.show(Pane::Jobs);
                self.front.panes.jobs.ask_for_selection();
            }
            Command::WhyIdle => self.front.explain_idle_here(),
            Command::Play => self.front.shared.replay.toggle(&self.front.shared.runs),
            Command::StepBack => self
                .front
                .shared
                .replay
                .step(false, &self.front.shared.runs),
            Command::StepForward => self.front.shared.replay.step(true, &self.front.shared.runs),
            Command::LeaveReplay => self.front.shared.replay = Replay::default(),
            Command::ChooseTheme(theme) => self.set_theme(theme),
            Command::Theme => self.set_theme(match self.settings.theme {
                ThemePreference::System => ThemePreference::Light,
                ThemePreference::Light => ThemePreference::Dark,
                ThemePreference::Dark => ThemePreference::System,
            }),
            Command::Experiment => self.settings.show_experiment ^= true,
            Command::Inspector => self.settings.show_inspector ^= true,
            Command::Show(pane) => self.settings.desk.show(pane),
            Command::ResetLayout => self.settings.desk.reset(),
            _ => {}
        }
    }

    /// Writes the scenario to its file, or asks for one. Returns whether it was written.
    pub(crate) fn save_scenario(&mut self) -> bool {
        let own_file = self.front.shared.document.source.clone();
        match own_file.filter(|path| is_scenario(path)) {
            Some(path) => self.save_scenario_to(&path),
            None => {
                self.dialogs.file = Some(file_dialog::State::save(self));
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

    /// Whether a dialog is open that takes plain keys.
    fn has_dialog(&self) -> bool {
        self.dialogs.palette.is_some()
            || self.dialogs.file.is_some()
            || self.dialogs.export.is_some()
            || self.dialogs.notes.is_some()
            || self.dialogs.branch.is_some()
            || self.dialogs.cases.is_some()
            || self.dialogs.columns.is_some()
            || self.dialogs.leaving.is_some()
            || self.dialogs.what.is_some()
    }

    /// Selects the busiest week of the current run, and shows it.
    fn select_busiest_week(&mut self) {
        let Some(entry) = self.front.shared.runs.current() else {
            return;
        };
        match week::busiest(entry) {
            Some(span) => {
                let scope = self.front.shared.scope.current().with_span(Some(span));
                self.front.shared.change_scope(|scopes| scopes.set(scope));
            }
            None => {
                let sentence = format!("{} is no longer than a week: all of it is", entry.label);
                self.front.notices.add_line(sentence);
            }
        }
    }

    /// Whether anything is open over the window.
    pub(crate) fn has_modal(&self) -> bool {
        self.has_dialog() || self.dialogs.cheat_sheet
    }

    /// Turns keys into commands.
    pub(crate) fn take_keys(&mut self, ctx: &Context) {
        if ctx.input(|input| input.key_pressed(egui::Key::Escape)) && self.close_latest() {
            return;
        }
        // A text field takes the plain keys, a focused button those that move or press it.
        let writing = ctx.text_edit_focused();
        let focused = ctx.memory(|memory| memory.focused().is_some());
        for (shortcut, command) in by_modifiers() {
            let function_key = is_function_key(shortcut.logical_key);
            let plain = shortcut.modifiers.is_none() && !function_key;
            let typing = writing && shortcut.conflicts_with_text_editing() && !function_key;
            let pressing = focused && plain && presses(shortcut.logical_key);
            if typing || pressing || (self.has_dialog() && plain) || !command.enabled(self) {
                continue;
            }
            if ctx.input_mut(|input| input.consume_shortcut(&shortcut)) {
                self.commands.push(command);
            }
        }
    }

    /// Closes what lies on top: dialogs, then the tour, then the start page. Returns whether there
    /// was anything.
    fn close_latest(&mut self) -> bool {
        self.close_dialogs() || self.leave_tour() || {
            let was_at_start = self.is_at_start();
            self.leave_start();
            was_at_start
        }
    }

    fn close_dialogs(&mut self) -> bool {
        let figures = self.studies.figures.close();
        let open = self.has_modal() || figures;
        self.dialogs.palette = None;
        self.dialogs.file = None;
        self.dialogs.export = None;
        self.dialogs.notes = None;
        self.dialogs.branch = None;
        self.dialogs.cases = None;
        self.dialogs.columns = None;
        self.dialogs.what = None;
        self.dialogs.cheat_sheet = false;
        open
    }

    /// Opens the files dropped on the window; the last of several is simulated.
    pub(crate) fn take_dropped_files(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        for file in dropped {
            self.open_file(file.path().to_path_buf());
        }
    }
}

/// Returns every key with its command; those with most modifiers first, since egui takes
/// Ctrl+Shift+S for Ctrl+S too.
fn by_modifiers() -> Vec<(KeyboardShortcut, Command)> {
    let mut all: Vec<_> = Command::all()
        .into_iter()
        .flat_map(|command| command.shortcuts().iter().map(move |key| (*key, command)))
        .collect();
    all.sort_by_key(|(key, _)| !key.modifiers.shift);
    all
}

/// Whether the key acts on a button or a slider.
fn presses(key: egui::Key) -> bool {
    matches!(
        key,
        egui::Key::Space | egui::Key::ArrowLeft | egui::Key::ArrowRight
    )
}

/// Whether the key types no character.
fn is_function_key(key: egui::Key) -> bool {
    matches!(key, egui::Key::F1 | egui::Key::F5 | egui::Key::Escape)
}

fn is_scenario(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ron")
}
