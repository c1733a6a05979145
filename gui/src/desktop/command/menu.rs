//! The bar at the top: menus made from the commands, the file's name, and the way to the palette.

use egui::Ui;

use super::keys as keys_text;
use crate::desktop::{App, Command, Menu, theme};

impl App {
    /// Shows the bar.
    pub(in crate::desktop) fn menu_bar(&mut self, ui: &mut Ui) {
        egui::Panel::top("menus").show(ui, |ui| {
            egui::MenuBar::new().ui(ui, |ui| {
                for menu in Menu::ALL {
                    ui.menu_button(menu.title(), |ui| self.menu(ui, menu));
                }
                ui.separator();
                let mark = if self.document.is_modified() {
                    " •"
                } else {
                    ""
                };
                ui.weak(format!("{}{mark}", self.document.name()))
                    .on_hover_text(self.whole_name());
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    self.corner(ui);
                });
            });
        });
    }

    fn corner(&mut self, ui: &mut Ui) {
        let theme = format!("Theme: {}", theme::name(self.settings.theme));
        self.command_button(ui, Command::Theme, theme);
        self.command_button(ui, Command::Palette, "Commands (Ctrl+P)".to_owned());
    }

    fn command_button(&mut self, ui: &mut Ui, command: Command, text: String) {
        let button = egui::Button::new(text).frame_when_inactive(false);
        let tooltip = command.tooltip_with_key(ui.ctx());
        if ui.add(button).on_hover_text(tooltip).clicked() {
            self.commands.push(command);
        }
    }

    fn whole_name(&self) -> String {
        let state = match self.document.is_modified() {
            true => "changed since it was saved",
            false => "unchanged",
        };
        match &self.document.source {
            Some(path) => format!("{}, {state}", path.display()),
            None => format!("built in, {state}"),
        }
    }

    fn menu(&mut self, ui: &mut Ui, menu: Menu) {
        ui.set_min_width(230.0);
        let mut before = None;
        for command in Command::all() {
            if command.menu() != menu {
                continue;
            }
            let group = group(command);
            if before.is_some_and(|before| before != group) {
                ui.separator();
            }
            before = Some(group);
            self.menu_entry(ui, command);
            if command == Command::Open {
                self.recent_menu(ui);
            }
        }
    }

    fn menu_entry(&mut self, ui: &mut Ui, command: Command) {
        let keys = command.shortcuts().first();
        let mut button = egui::Button::new(command.text());
        if let Some(keys) = keys {
            button = button.shortcut_text(keys_text(ui.ctx(), keys));
        }
        if let Some(on) = command.switched_on(self) {
            button = button.selected(on);
        }
        let response = ui
            .add_enabled(command.enabled(self), button)
            .on_hover_text(command.tooltip());
        if response.clicked() {
            self.commands.push(command);
            ui.close();
        }
    }

    fn recent_menu(&mut self, ui: &mut Ui) {
        let recent = self.settings.recent.clone();
        ui.add_enabled_ui(!recent.is_empty(), |ui| {
            ui.menu_button("Open recent", |ui| {
                for path in recent {
                    if ui.button(path.display().to_string()).clicked() {
                        self.open_file(path);
                        ui.close();
                    }
                }
            });
        });
    }
}

/// Commands of one group stand together in a menu.
fn group(command: Command) -> u8 {
    match command {
        Command::Example(_) => 1,
        Command::Save | Command::SaveAs | Command::Export => 2,
        Command::Quit => 3,
        Command::Palette | Command::Duplicate | Command::Delete | Command::Baseline => 4,
        Command::Fit | Command::Difference | Command::FindJob => 5,
        Command::Play | Command::StepBack | Command::StepForward => 6,
        Command::Theme | Command::Experiment | Command::Inspector | Command::ResetLayout => 7,
        _ => 0,
    }
}
