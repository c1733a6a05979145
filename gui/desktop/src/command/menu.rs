//! The bar at the top: menus made from the commands, the file's name, and the field of the palette.

use egui::Ui;

use super::keys_text;
use crate::panels::sides::Side;
use crate::settings::theme;
use crate::widgets::icon::{self, Icon};
use crate::widgets::landmark::Landmark;
use crate::{App, Command, Menu};
use charts::colour::tokens::tokens;

/// Height of the screen that a menu leaves: the bar above it, and its frame.
const BESIDE_MENUS: f32 = 64.0;
/// Width beside the tabs of a narrow window: plus, run and the panels.
const BESIDE_TABS: f32 = 168.0;

impl App {
    /// Shows the bar.
    pub(crate) fn menu_bar(&mut self, ui: &mut Ui) {
        let margin = egui::Margin::symmetric(10, 6);
        let frame = egui::Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(margin);
        egui::Panel::top("menus").frame(frame).show(ui, |ui| {
            egui::MenuBar::new().ui(ui, |ui| {
                if self.is_narrow() {
                    let all = ui.menu_button("☰", |ui| self.menus(ui));
                    all.response.accessible_name("Menus");
                } else {
                    self.menus(ui);
                }
                ui.separator();
                let room = if self.is_narrow() {
                    ui.available_width() - BESIDE_TABS
                } else {
                    0.34 * ui.available_width()
                };
                self.document_tabs(ui, room.max(120.0));
                ui.add_space(6.0);
                self.run_button(ui);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    self.corner(ui);
                    self.field(ui);
                });
            });
        });
    }

    /// Shows the titles of the menus, each of which opens one.
    fn menus(&mut self, ui: &mut Ui) {
        for menu in Menu::ALL {
            let shown = ui.menu_button(menu.title(), |ui| self.menu(ui, menu));
            if menu == Menu::File {
                Landmark::Files.note_rect(ui.ctx(), shown.response.rect);
            }
        }
    }

    /// Shows the one filled button.
    fn run_button(&mut self, ui: &mut Ui) {
        let primary = tokens(ui.visuals().dark_mode).primary;
        let (text, width) = if self.is_narrow() {
            ("▶", 28.0)
        } else {
            ("▶ Run F5", 84.0)
        };
        let text = egui::RichText::new(text).color(egui::Color32::WHITE);
        let button = egui::Button::new(text)
            .fill(primary)
            .stroke(egui::Stroke::NONE)
            .min_size(egui::vec2(width, 28.0));
        let run = ui.add(button).accessible_name("Run (F5)");
        if run.on_hover_text(Command::Run.tooltip()).clicked() {
            self.commands.push(Command::Run);
        }
    }

    fn corner(&mut self, ui: &mut Ui) {
        let buttons = [
            (Icon::Help, Command::CheatSheet, false),
            (Icon::Theme, Command::Theme, true),
            (Icon::Right, Command::Inspector, self.shows(Side::Inspector)),
            (
                Icon::Left,
                Command::Experiment,
                self.shows(Side::Experiment),
            ),
        ];
        // The menus have the others, too.
        let first = if self.is_narrow() { 2 } else { 0 };
        for (icon, command, on) in buttons.into_iter().skip(first) {
            let name = match command {
                Command::Theme => format!("Theme: {}", theme::name(self.settings.theme)),
                _ => command.text(),
            };
            let tooltip = format!("{name}\n{}", command.tooltip_with_key(ui.ctx()));
            let button = icon::button(ui, icon, &name, on);
            if button.on_hover_text(tooltip).clicked() {
                self.commands.push(command);
            }
        }
    }

    /// Shows the field that opens the palette, which finds commands and jobs.
    fn field(&mut self, ui: &mut Ui) {
        let room = (ui.available_width() - 24.0).min(440.0);
        if room < 300.0 {
            return;
        }
        // In the middle of the rest.
        ui.add_space((ui.available_width() - room) / 2.0);
        let tokens = tokens(ui.visuals().dark_mode);
        let text = egui::RichText::new("Find a job, a pane or a command   Ctrl P").weak();
        let button = egui::Button::new(text)
            .fill(tokens.canvas)
            .stroke(egui::Stroke::new(1.0, tokens.border))
            .min_size(egui::vec2(room, 28.0));
        let tooltip = Command::Palette.tooltip_with_key(ui.ctx());
        let field = ui.add(button).accessible_name("Commands (Ctrl+P)");
        if field.on_hover_text(tooltip).clicked() {
            self.commands.push(Command::Palette);
        }
    }

    fn menu(&mut self, ui: &mut Ui, menu: Menu) {
        ui.set_min_width(230.0);
        scrolled(ui, |ui| {
            let mut before = None;
            let mut shown = Vec::new();
            for command in Command::all() {
                let row = command.row();
                if row.menu != menu {
                    continue;
                }
                let title = row.submenu;
                if title.is_some_and(|title| shown.contains(&title)) {
                    continue;
                }
                if before.is_some_and(|before| before != row.group) {
                    ui.separator();
                }
                before = Some(row.group);
                match title {
                    Some(title) => {
                        shown.push(title);
                        self.submenu(ui, title);
                    }
                    None => self.menu_entry(ui, command),
                }
                if command == Command::Open {
                    self.recent_menu(ui);
                }
            }
        });
    }

    /// Shows the entry of `command`.
    pub(crate) fn menu_entry(&mut self, ui: &mut Ui, command: Command) {
        self.entry(ui, command, command.text().into());
    }

    /// Shows an entry of a menu with `text`.
    pub(super) fn entry(&mut self, ui: &mut Ui, command: Command, text: egui::RichText) {
        let row = command.row();
        let mut button = egui::Button::new(text);
        if let Some(keys) = row.keys.first() {
            button = button.shortcut_text(keys_text(ui.ctx(), keys));
        }
        if let Some(is_on) = row.switch {
            button = button.selected(is_on(self));
        }
        let response = ui
            .add_enabled((row.enabled)(self), button)
            .on_hover_text(row.tooltip);
        if response.clicked() {
            self.commands.push(command);
            ui.close();
        }
    }

    /// Shows the recent files.
    pub(crate) fn recent_menu(&mut self, ui: &mut Ui) {
        let recent = self.settings.recent.clone();
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                scrolled(ui, |ui| {
                    for path in recent {
                        if ui.button(path.display().to_string()).clicked() {
                            self.open_file(path);
                            ui.close();
                        }
                    }
                });
            });
        });
    }
}

/// Shows the contents of a menu, which scroll where the screen has too little room for them.
pub(super) fn scrolled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let room = ui.ctx().content_rect().height() - BESIDE_MENUS;
    egui::ScrollArea::vertical()
        .max_height(room)
        .show(ui, contents);
}
