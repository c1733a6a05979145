//! The keys of commands, and Escape, which closes what lies on top.

use egui::{Context, KeyboardShortcut};

use crate::{App, Command};

impl App {
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
