//! The cheat sheet of keys, and the sign that a file may be dropped.

use egui::{Context, Ui};

use crate::command::keys_text;
use crate::{App, Command, Menu};
use charts::look::strong;

/// Keys that belong to no command.
const ANYWHERE: [(&str, &str); 3] = [
    ("Tab, Shift+Tab", "next control, the one before"),
    ("Enter, Space", "press the control that has the keys"),
    ("Escape", "close a dialog, the tour, the start page"),
];
/// Mouse actions in the Gantt chart.
const MOUSE: [(&str, &str); 8] = [
    ("Drag", "move in time and over the machine"),
    ("Shift + drag", "select a span of time"),
    ("Wheel", "zoom in time"),
    ("Shift + wheel", "zoom over the machine"),
    ("Double click", "show everything"),
    ("Click a job", "explain it in the inspector"),
    ("Drop a file", "open a scenario or a log"),
    ("Ctrl + plus, minus", "scale the whole window"),
];

impl App {
    /// Shows every key, if the sheet is open.
    pub(crate) fn cheat_sheet(&mut self, ctx: &Context) {
        let mut open = self.dialogs.cheat_sheet;
        egui::Window::new("Keys and mouse")
            .open(&mut open)
            .resizable(false)
            .collapsible(false)
            .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
            .show(ctx, |ui| {
                // For low windows.
                let most = (ctx.content_rect().height() - 90.0).max(120.0);
                let area = egui::ScrollArea::vertical().max_height(most);
                area.show(ui, |ui| {
                    ui.horizontal_top(|ui| {
                        for menus in [
                            &[Menu::File, Menu::Edit, Menu::Run, Menu::Help][..],
                            &[Menu::View],
                        ] {
                            ui.vertical(|ui| menus.iter().for_each(|menu| keys_of(ui, *menu)));
                            ui.add_space(16.0);
                        }
                        ui.vertical(|ui| {
                            for (heading, lines) in [("Mouse", &MOUSE[..]), ("Anywhere", &ANYWHERE)]
                            {
                                ui.label(strong(heading));
                                egui::Grid::new(heading).show(ui, |ui| {
                                    for (what, effect) in lines {
                                        ui.monospace(*what);
                                        ui.label(*effect);
                                        ui.end_row();
                                    }
                                });
                                ui.add_space(8.0);
                            }
                        });
                    })
                });
            });
        self.dialogs.cheat_sheet = open;
    }
}

fn keys_of(ui: &mut Ui, menu: Menu) {
    ui.label(strong(menu.title()));
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
pub(crate) fn drop_target(ctx: &Context) {
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
