//! The pane of the health of a log: its coverage, impossible values, machine and users.

use egui::{Label, ScrollArea, Ui};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use charts::look::strong;
use laboratory::base::sanitize::quoted;
use laboratory::load::health::{Section, can_inspect};

/// Width of a line that is easily read.
const WIDTH: f32 = 900.0;

/// The health of the open log.
pub(crate) struct Health;

impl View for Health {
    /// Shows the pane, and requests the check of a log that has not been checked yet.
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let experiment = shared.experiment.as_ref();
        if !experiment.is_some_and(|experiment| can_inspect(&experiment.scenario)) {
            ui.weak("Only logs and accounting have recorded something that can be looked at");
            return;
        }
        match &shared.predicted.health {
            None => {
                actions.push(Action::Inspect);
                ui.weak("being looked at…");
            }
            Some(None) => {
                ui.weak("being looked at…");
            }
            Some(Some(Err(problem))) => {
                ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
            }
            Some(Some(Ok(health))) => {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.set_max_width(WIDTH.min(ui.available_width()));
                    for section in &health.sections {
                        show_section(ui, section);
                    }
                });
            }
        }
    }
}

fn show_section(ui: &mut Ui, section: &Section) {
    ui.add_space(6.0);
    ui.label(strong(section.title));
    for line in &section.lines {
        ui.indent(section.title, |ui| ui.add(Label::new(line.as_str()).wrap()));
    }
}
