//! The form of a study, and the buttons that begin and end it.

use egui::{Button, ComboBox, TextEdit, Ui};

use super::State;
use crate::command::action::Action;
use crate::command::name::Command;
use crate::panels::status;
use crate::widgets::command_line::{self, DialogCommand};
use ::papers::Study;

impl State {
    /// Shows the fields, the buttons and the progress of the study.
    pub(super) fn form(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        ui.horizontal_wrapped(|ui| {
            let label = ui.label("Study");
            ComboBox::from_id_salt("study")
                .selected_text(self.study.name)
                .show_ui(ui, |ui| {
                    for &study in Study::ALL {
                        ui.selectable_value(&mut self.study, study, study.name)
                            .on_hover_text(study.summary);
                    }
                })
                .response
                .labelled_by(label.id)
                .on_hover_text(self.study.summary);
            self.folder_of_logs(ui, actions);
            let numbers = [
                ("Jobs each", &mut self.jobs, "Jobs of each workload"),
                (
                    "Workloads",
                    &mut self.workloads,
                    "Random workloads for each setting",
                ),
            ];
            for (name, text, tooltip) in numbers {
                let label = ui.label(name);
                let field = TextEdit::singleline(text)
                    .hint_text("usual")
                    .desired_width(52.0);
                ui.add(field)
                    .labelled_by(label.id)
                    .on_hover_text(format!("{tooltip}; empty for the study's own"));
            }
            self.buttons(ui, actions);
        });
        ui.weak(self.study.summary);
        let words = self.title_lines_of(self.study);
        let line = command_line::line(words.iter().map(String::as_str));
        command_line::show(ui, &DialogCommand::Does(line));
    }

    fn folder_of_logs(&mut self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let label = ui.label("Folder of logs");
        let field = TextEdit::singleline(&mut self.logs)
            .hint_text("none")
            .desired_width(170.0);
        ui.add(field).labelled_by(label.id).on_hover_text(
            "Logs of the Parallel Workloads Archive; settings whose log is not there are left out",
        );
        let choose = ui.button("Choose…");
        if choose.on_hover_text("Look for the folder").clicked() {
            actions.push(Action::ChooseLogs);
        }
    }

    fn buttons(&self, ui: &mut Ui, actions: &mut Vec<Action>) {
        let Some((study, pending)) = &self.work else {
            let button = ui.add_enabled(self.extent().is_some(), Button::new("Run study"));
            let button = button
                .on_hover_text("Run the experiment again; it takes seconds to minutes")
                .on_disabled_hover_text("Jobs and workloads are whole numbers from 1 on, or empty");
            if button.clicked() {
                actions.push(Action::Reproduce);
            }
            return;
        };
        status::bar(ui, Some(&pending.progress), study.name);
        let cancel = ui.button("Cancel study");
        let tooltip = Command::Cancel.tooltip_with_key(ui.ctx());
        if cancel.on_hover_text(tooltip).clicked() {
            actions.push(Action::StopStudy);
        }
    }
}
