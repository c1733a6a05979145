//! Choices for the schedule, at the right of its tab: colours and marks.

use egui::Ui;

use super::State;
use crate::command::action::Action;
use crate::command::name::Command;
use crate::shared::Shared;
use crate::shared::runs::Entry;
use charts::colour::ColourBy;
use charts::gantt::Bands;
use laboratory::record::unit::unit_of;

/// Room below which choices are without the names of what is chosen.
const NARROW: f32 = 480.0;

impl State {
    /// Shows the choices, from right to left.
    pub(super) fn show_tools(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(4.0);
        // Tabs need some of the room, too.
        let is_narrow = ui.available_width() < NARROW;
        let named = |what: &str, title: &str| {
            if is_narrow {
                title.to_owned()
            } else {
                format!("{what}: {title}")
            }
        };
        let fit = ui
            .button("Fit")
            .on_hover_text(Command::Fit.tooltip_with_key(ui.ctx()));
        if fit.clicked() {
            actions.push(Action::Command(Command::Fit));
        }
        let mut colour_by = shared.sight.colour_by;
        let unit = unit_of(shared.runs_in_sight());
        egui::ComboBox::from_id_salt("colour by")
            .width(40.0)
            .selected_text(named("Colour", colour_by.name(unit)))
            .show_ui(ui, |ui| {
                for by in ColourBy::ALL {
                    ui.selectable_value(&mut colour_by, by, by.name(unit));
                }
            })
            .response
            .accessible_name("colour by")
            .on_hover_text("What the colour of a job stands for");
        if colour_by != shared.sight.colour_by {
            actions.push(Action::ColourBy(colour_by));
        }
        if shared.runs.entries.len() > 1 {
            let mut difference = shared.sight.difference;
            let switch = ui.checkbox(&mut difference, "Difference");
            let tooltip = Command::Difference.tooltip_with_key(ui.ctx());
            if switch.on_hover_text(tooltip).changed() {
                actions.push(Action::Command(Command::Difference));
            }
        }
        let is_shared = |entry: &Entry| entry.run.experiment.cluster.is_some();
        if shared.runs.visible().any(is_shared) {
            egui::ComboBox::from_id_salt("bands")
                .width(40.0)
                .selected_text(named("Bands", self.bands.title()))
                .show_ui(ui, |ui| {
                    for bands in Bands::ALL {
                        ui.selectable_value(&mut self.bands, bands, bands.title());
                    }
                })
                .response
                .accessible_name("bands")
                .on_hover_text(
                    "What is marked at the left of the schedule: kinds of nodes, or partitions",
                );
        }
        let mut visible = shared.runs.visible();
        if visible.any(|entry| entry.run.policy.shares_nodes()) {
            ui.checkbox(&mut self.slices, "Slices")
                .on_hover_text("Bands for the slices of long, medium and short jobs");
        }
    }
}
