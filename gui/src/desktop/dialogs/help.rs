//! The first steps, the cheat sheet of keys, and the sign that a file may be dropped.

use egui::{Context, Ui};

use crate::desktop::command::keys as keys_text;
use crate::desktop::{App, Command, Menu};

/// What the mouse does in the Gantt chart.
const MOUSE: [(&str, &str); 7] = [
    ("Drag", "move in time and over nodes"),
    ("Wheel", "zoom in time"),
    ("Shift + wheel", "zoom over nodes"),
    ("Double click", "show everything"),
    ("Click a job", "explain it in the inspector"),
    ("Drop a file", "open a scenario or a log"),
    ("Ctrl + plus, minus", "scale the whole window"),
];

impl App {
    /// The strip with the first steps, until it is dismissed.
    pub(in crate::desktop) fn hints(&mut self, ui: &mut Ui) {
        if !self.settings.show_hints {
            return;
        }
        egui::Panel::top("hints")
            .frame(
                egui::Frame::new()
                    .fill(ui.visuals().faint_bg_color)
                    .inner_margin(egui::Margin::symmetric(8, 5)),
            )
            .show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let close = ui
                            .small_button("🗙")
                            .accessible_name("Dismiss first steps")
                            .on_hover_text("Hide the first steps; the Help menu has them");
                        if close.clicked() {
                            self.settings.show_hints = false;
                        }
                        ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                            for (number, text) in [
                                ("1", "choose policies on the left"),
                                ("2", "change the load or the machine"),
                                ("3", "compare below, click a job to see why it waited"),
                            ] {
                                ui.strong(number);
                                ui.add(egui::Label::new(text).truncate());
                                ui.add_space(8.0);
                            }
                        });
                    });
                });
            });
    }

    /// Every key, if the sheet is open.
    pub(in crate::desktop) fn cheat_sheet(&mut self, ctx: &Context) {
        let mut open = self.show_cheat_sheet;
        egui::Window::new("Keys and mouse")
            .open(&mut open)
            .resizable(false)
            .collapsible(false)
            .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
            .show(ctx, |ui| {
                ui.horizontal_top(|ui| {
                    for menus in [
                        &[Menu::File, Menu::Edit, Menu::Run, Menu::Help][..],
                        &[Menu::View],
                    ] {
                        ui.vertical(|ui| menus.iter().for_each(|menu| keys_of(ui, *menu)));
                        ui.add_space(16.0);
                    }
                    ui.vertical(|ui| {
                        ui.strong("Mouse");
                        egui::Grid::new("mouse").show(ui, |ui| {
                            for (what, effect) in MOUSE {
                                ui.monospace(what);
                                ui.label(effect);
                                ui.end_row();
                            }
                        });
                    });
                });
            });
        self.show_cheat_sheet = open;
    }
}

fn keys_of(ui: &mut Ui, menu: Menu) {
    ui.strong(menu.title());
    egui::Grid::new(menu.title()).show(ui, |ui| {
        for command in Command::all() {
            if command.menu() != menu || command.shortcuts().is_empty() {
                continue;
            }
            let keys = command.shortcuts().iter();
            let keys: Vec<String> = keys.map(|key| keys_text(ui.ctx(), key)).collect();
            ui.monospace(keys.join(", "));
            ui.label(command.text());
            ui.end_row();
        }
    });
    ui.add_space(8.0);
}

/// Says that a file held over the window would be opened.
pub(in crate::desktop) fn drop_target(ctx: &Context) {
    if ctx.input(|input| input.raw.hovered_files.is_empty()) {
        return;
    }
    egui::Area::new(egui::Id::unique("drop target"))
        .order(egui::Order::Foreground)
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .show(ctx, |ui| {
            egui::Frame::popup(ui.style())
                .inner_margin(24.0)
                .show(ui, |ui| {
                    ui.heading("Drop to open");
                });
        });
}
