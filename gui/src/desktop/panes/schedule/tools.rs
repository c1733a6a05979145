//! What is chosen for the schedule, at the right of its tab: what colours say, and what is marked.

use egui::Ui;

use crate::desktop::{App, Command};
use crate::draw::colour::ColourBy;
use crate::scenario::PolicyName;

impl App {
    /// Shows the choices, from right to left.
    pub(in crate::desktop) fn schedule_tools(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(4.0);
        let fit = ui
            .button("Fit")
            .on_hover_text(Command::Fit.tooltip_with_key(ui.ctx()));
        if fit.clicked() {
            self.commands.push(Command::Fit);
        }
        let colour_by = &mut self.schedule.colour_by;
        egui::ComboBox::from_id_salt("colour by")
            .width(40.0)
            .selected_text(format!("Colour: {}", colour_by.title()))
            .show_ui(ui, |ui| {
                for by in ColourBy::ALL {
                    ui.selectable_value(colour_by, by, by.title());
                }
            })
            .response
            .accessible_name("colour by")
            .on_hover_text("What the colour of a job stands for");
        if Command::Difference.enabled(self) {
            ui.checkbox(&mut self.schedule.difference, "Difference")
                .on_hover_text(Command::Difference.tooltip_with_key(ui.ctx()));
        }
        let mut visible = self.runs.visible();
        if visible.any(|entry| entry.run.policy == PolicyName::ScojoPect) {
            ui.checkbox(&mut self.schedule.slices, "Slices")
                .on_hover_text("Bands for the slices of long, medium and short jobs");
        }
    }
}
