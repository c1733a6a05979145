//! The list of runs: which are shown, which is the baseline, their names and what can be done with them.

use egui::{Align, Color32, Layout, Sense, Ui};

use crate::desktop::runs::{Entry, RunId};
use crate::desktop::{App, Command};
use crate::draw::colour::run_colour;

/// The run whose name is being changed.
#[derive(Default)]
pub(in crate::desktop) struct State {
    renaming: Option<(RunId, String)>,
}

/// What was clicked in a line of the list.
enum Click {
    Choose,
    Rename,
    Baseline,
    Duplicate,
    Delete,
}

/// A square in the colour of a run.
pub(in crate::desktop) fn swatch(ui: &mut Ui, colour: Color32) {
    let (rect, _) = ui.allocate_exact_size(egui::vec2(10.0, 10.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, colour);
}

impl App {
    /// Buttons for the runs that have something to show, the current one
    /// pressed: `Memory` of a run, or whatever it is.
    pub(in crate::desktop) fn runs_with(
        &mut self,
        ui: &mut Ui,
        what: &str,
        have: fn(&Entry) -> bool,
    ) {
        let shown = self.runs.current_among(have).map(|entry| entry.id);
        let mut chosen = None;
        for entry in self.runs.entries.iter().filter(|entry| have(entry)) {
            swatch(ui, run_colour(entry.slot, ui.visuals().dark_mode));
            let button = ui.selectable_label(shown == Some(entry.id), &entry.label);
            let button = button.accessible_name(format!("{what} of {}", entry.label));
            let sentence = format!("Show the {} of this run", what.to_lowercase());
            if button.on_hover_text(sentence).clicked() {
                chosen = Some(entry.id);
            }
        }
        if let Some(id) = chosen {
            self.runs.set_current(id);
        }
    }

    /// Shows the list.
    pub(in crate::desktop) fn run_list(&mut self, ui: &mut Ui) {
        ui.strong("Runs");
        let ids: Vec<RunId> = self.runs.entries.iter().map(|entry| entry.id).collect();
        if ids.is_empty() {
            ui.weak("None yet. Run (F5) simulates the chosen policies.");
        }
        for (position, id) in ids.into_iter().enumerate() {
            let click = ui.push_id(id, |ui| self.run_line(ui, position)).inner;
            match click {
                Some(Click::Rename) => {
                    let label = self.runs.entries[position].label.clone();
                    self.run_list.renaming = Some((id, label));
                }
                Some(click) => {
                    self.runs.set_current(id);
                    match click {
                        Click::Baseline => self.commands.push(Command::Baseline),
                        Click::Duplicate => self.commands.push(Command::Duplicate),
                        Click::Delete => self.commands.push(Command::Delete),
                        Click::Choose | Click::Rename => {}
                    }
                }
                None => {}
            }
        }
    }

    fn run_line(&mut self, ui: &mut Ui, position: usize) -> Option<Click> {
        let dark = ui.visuals().dark_mode;
        let current = self.runs.current().map(|entry| entry.id);
        let is_baseline = self.runs.baseline == Some(self.runs.entries[position].id);
        let entry = &self.runs.entries[position];
        let (id, label, slot) = (entry.id, entry.label.clone(), entry.slot);
        let (stale, tooltip) = (entry.stale, sentence(entry));
        ui.horizontal(|ui| {
            let entry = &mut self.runs.entries[position];
            ui.checkbox(&mut entry.visible, "")
                .accessible_name(format!("Show run {label}"))
                .on_hover_text("Whether plots show this run");
            swatch(ui, run_colour(slot, dark));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let mut click = run_buttons(ui, &label, is_baseline);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    if self.rename_field(ui, id) {
                        return;
                    }
                    let name = if stale {
                        format!("{label} (old)")
                    } else {
                        label.clone()
                    };
                    let button = egui::Button::selectable(current == Some(id), name).truncate();
                    let response = ui.add(button).on_hover_text(tooltip);
                    if response.double_clicked() {
                        click = Some(Click::Rename);
                    } else if response.clicked() {
                        click = Some(Click::Choose);
                    }
                    response.context_menu(|ui| {
                        if ui.button("Rename").clicked() {
                            click = Some(Click::Rename);
                            ui.close();
                        }
                    });
                });
                click
            })
            .inner
        })
        .inner
    }

    /// The field for the name, if it is this run's; returns whether it was shown.
    fn rename_field(&mut self, ui: &mut Ui, id: RunId) -> bool {
        let Some((renaming, text)) = &mut self.run_list.renaming else {
            return false;
        };
        if *renaming != id {
            return false;
        }
        let field = egui::TextEdit::singleline(text).desired_width(ui.available_width());
        let field = ui.add(field).accessible_name("Name of the run");
        if field.lost_focus() {
            let text = text.trim().to_owned();
            let entry = self.runs.entries.iter_mut().find(|entry| entry.id == id);
            if let Some(entry) = entry.filter(|_| !text.is_empty()) {
                entry.label = text;
            }
            self.run_list.renaming = None;
        } else {
            field.request_focus();
        }
        true
    }
}

/// What a run is, for its tooltip.
fn sentence(entry: &crate::desktop::runs::Entry) -> String {
    let mut text = format!("{}\n", entry.run.policy.summary());
    if entry.stale {
        text.push_str("Old: the scenario has changed since.\n");
    }
    if entry.kept {
        text.push_str("Kept aside: stays when the policy is simulated again.\n");
    }
    text.push_str("Click to choose, double click to rename.");
    text
}

fn run_buttons(ui: &mut Ui, label: &str, is_baseline: bool) -> Option<Click> {
    let mut click = None;
    let mut button = |ui: &mut Ui, sign: &str, name: &str, tooltip: &str, result: Click| {
        let response = ui.add(egui::Button::new(sign).small().frame_when_inactive(false));
        let response = response.accessible_name(format!("{name} {label}"));
        if response.on_hover_text(tooltip).clicked() {
            click = Some(result);
        }
    };
    button(ui, "🗙", "Delete run", "Forget this run", Click::Delete);
    button(
        ui,
        "➕",
        "Duplicate run",
        "Keep a copy aside (Ctrl+D)",
        Click::Duplicate,
    );
    let (sign, tooltip) = match is_baseline {
        true => ("★", "The baseline: the others are compared with it"),
        false => ("☆", "Compare the others with this run (B)"),
    };
    button(ui, sign, "Baseline", tooltip, Click::Baseline);
    click
}
