//! A few keys worth knowing; the sheet has them all.

use egui::Ui;

use super::heading;
use crate::Command;
use crate::command::keys_text;
use charts::colour::tokens::tokens;

/// Commands whose keys are worth knowing, each with its use.
const WORTH: [(Command, &str); 4] = [
    (Command::Palette, "any job or command"),
    (Command::Run, "run the chosen policies"),
    (Command::Baseline, "make this run the baseline"),
    (Command::CheatSheet, "all keys"),
];

/// Shows them.
pub(super) fn show(ui: &mut Ui) {
    heading(ui, "Keys worth knowing");
    egui::Grid::new("keys worth knowing")
        .num_columns(2)
        .spacing([16.0, 6.0])
        .show(ui, |ui| {
            for (command, effect) in WORTH {
                if let Some(shortcut) = command.shortcuts().first() {
                    let text = keys_text(ui.ctx(), shortcut);
                    cap(ui, &text);
                    ui.label(effect);
                    ui.end_row();
                }
            }
            cap(ui, "Shift drag");
            ui.label("select a span of time");
            ui.end_row();
        });
}

/// Draws a key as on a keyboard.
pub(crate) fn cap(ui: &mut Ui, text: &str) {
    let tokens = tokens(ui.visuals().dark_mode);
    egui::Frame::new()
        .fill(tokens.inset)
        .corner_radius(3)
        .inner_margin(egui::Margin::symmetric(6, 1))
        .show(ui, |ui| {
            ui.label(egui::RichText::new(text).size(12.0));
        });
}
