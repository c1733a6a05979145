//! All commands of the window: menus, palette, keys and cheat sheet derive from their table.

pub(super) mod action;
mod keys;
mod keywords;
pub(super) mod menu;
pub(super) mod name;
pub(super) mod palette;
mod perform;
mod row;
mod rows;
mod submenu;
mod table;

use egui::{Key, KeyboardShortcut};

use super::App;
pub use name::Command;
pub use row::Menu;

impl Command {
    /// Returns the commands that export what is in front.
    pub(super) fn exports() -> impl Iterator<Item = Self> {
        let all = Self::all().into_iter();
        all.filter(|command| command.row().submenu == Some(submenu::TAKE_AWAY))
    }

    /// Returns the menu that lists it.
    pub fn menu(self) -> Menu {
        self.row().menu
    }

    /// Returns its name in menus and in the palette.
    pub fn text(self) -> String {
        self.row().text.into_owned()
    }

    /// Returns what it does, in one sentence.
    pub fn tooltip(self) -> &'static str {
        self.row().tooltip
    }

    /// Returns its keys; the first is the one shown.
    pub fn shortcuts(self) -> &'static [KeyboardShortcut] {
        self.row().keys
    }

    /// Whether it would have an effect now.
    pub(super) fn enabled(self, app: &App) -> bool {
        (self.row().enabled)(app)
    }

    /// Returns its text with the first of its keys, for tooltips.
    pub fn tooltip_with_key(self, ctx: &egui::Context) -> String {
        match self.shortcuts().first() {
            Some(shortcut) => format!("{} ({})", self.tooltip(), keys_text(ctx, shortcut)),
            None => self.tooltip().to_owned(),
        }
    }
}

/// Returns a key with its modifiers as on the keyboard.
pub(super) fn keys_text(ctx: &egui::Context, shortcut: &KeyboardShortcut) -> String {
    match shortcut.logical_key {
        Key::Slash => "/".to_owned(),
        Key::Questionmark => "?".to_owned(),
        _ => ctx.format_shortcut(shortcut),
    }
}
