//! Doing what a command says, and which keys give which command.

use std::path::Path;

use egui::{Context, KeyboardShortcut, ThemePreference};

use super::palette;
use crate::desktop::dialogs::{export, file as file_dialog};
use crate::desktop::panes::Pane;
use crate::desktop::{App, Command};
use crate::export::write_whole;
use crate::scenario::to_ron;

impl App {
    /// Does `command`, unless it has no meaning now.
    pub(in crate::desktop) fn perform(&mut self, command: Command, ctx: &Context) {
        if !command.enabled(self) {
            return;
        }
        match command {
            Command::Open => self.file_dialog = Some(file_dialog::State::open(self)),
            Command::Example(position) => self.open_example(position),
            Command::Save => {
                self.save_scenario();
            }
            Command::SaveAs => self.file_dialog = Some(file_dialog::State::save(self)),
            Command::Export => self.export = Some(export::State::new(self)),
            Command::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
            Command::Undo => self.document.undo(),
            Command::Redo => self.document.redo(),
            Command::Palette => self.palette = Some(palette::State::default()),
            Command::CheatSheet => self.show_cheat_sheet = !self.show_cheat_sheet,
            Command::Run => self.simulate(),
            Command::RunAll => self.simulate_all(),
            Command::Cancel => {
                self.cancel();
                self.stop_restoring();
                self.cancel_study();
            }
            Command::RerunOnChange => self.settings.rerun_on_change ^= true,
            _ => self.perform_on_view(command),
        }
    }

    fn perform_on_view(&mut self, command: Command) {
        match command {
            Command::Duplicate => self.runs.duplicate(),
            Command::Delete => {
                self.runs.delete();
                self.check_selection();
            }
            Command::Baseline => self.runs.baseline = self.runs.current().map(|entry| entry.id),
            Command::ForgetOthers => {
                self.runs.forget_others(&self.document);
                self.check_selection();
            }
            Command::Fit => self.schedule.fit(),
            Command::GoTo(number) => self.go_to_job(number),
            Command::Difference => self.schedule.difference ^= true,
            Command::FindJob => {
                self.settings.desk.show(Pane::Jobs);
                self.jobs.ask_for_focus();
            }
            Command::Play => self.toggle_play(),
            Command::StepBack => self.step_replay(false),
            Command::StepForward => self.step_replay(true),
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
    pub(in crate::desktop) fn save_scenario(&mut self) -> bool {
        let own_file = self.document.source.clone();
        match own_file.filter(|path| is_scenario(path)) {
            Some(path) => self.save_scenario_to(&path),
            None => {
                self.file_dialog = Some(file_dialog::State::save(self));
                false
            }
        }
    }

    /// Writes the scenario to `path`. Returns whether that worked.
    pub(in crate::desktop) fn save_scenario_to(&mut self, path: &Path) -> bool {
        let text = to_ron(&self.document.scenario);
        match write_whole(path, text.as_bytes()) {
            Ok(()) => {
                self.document.saved_to(path);
                self.settings.remember(path);
                self.notices.tell(format!("Saved {}", path.display()));
                true
            }
            Err(problem) => {
                self.notices.fault(&problem);
                false
            }
        }
    }

    /// Whether a dialog is open that plain keys belong to.
    fn has_dialog(&self) -> bool {
        self.palette.is_some()
            || self.file_dialog.is_some()
            || self.export.is_some()
            || self.leaving.is_some()
    }

    /// Turns keys into commands.
    pub(in crate::desktop) fn take_keys(&mut self, ctx: &Context) {
        if ctx.input(|input| input.key_pressed(egui::Key::Escape)) && self.close_dialogs() {
            return;
        }
        // A field has the plain keys for itself, a focused button those that move or press it.
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

    fn close_dialogs(&mut self) -> bool {
        let figures = self.close_figures();
        let open = self.has_dialog() || self.show_cheat_sheet || figures;
        self.palette = None;
        self.file_dialog = None;
        self.export = None;
        self.show_cheat_sheet = false;
        open
    }

    /// Opens the files dropped on the window; the last of several is simulated.
    pub(in crate::desktop) fn take_dropped_files(&mut self, ctx: &Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        for file in dropped {
            self.open_file(file.path().to_path_buf());
        }
    }
}

/// Every key with its command; those with most modifiers first, since egui
/// takes Ctrl+Shift+S for Ctrl+S too.
fn by_modifiers() -> Vec<(KeyboardShortcut, Command)> {
    let mut all: Vec<_> = Command::all()
        .into_iter()
        .flat_map(|command| command.shortcuts().iter().map(move |key| (*key, command)))
        .collect();
    all.sort_by_key(|(key, _)| !key.modifiers.shift);
    all
}

/// Keys that do something to a button or a slider.
fn presses(key: egui::Key) -> bool {
    matches!(
        key,
        egui::Key::Space | egui::Key::ArrowLeft | egui::Key::ArrowRight
    )
}

/// Keys that nobody types.
fn is_function_key(key: egui::Key) -> bool {
    matches!(key, egui::Key::F1 | egui::Key::F5 | egui::Key::Escape)
}

fn is_scenario(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ron")
}
