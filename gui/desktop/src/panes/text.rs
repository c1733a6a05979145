//! The scenario as RON text, to be read, changed and applied.

use egui::{RichText, Ui};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use laboratory::base::problem::Problem;
use laboratory::scenario::{parse, to_ron};

/// Text while it is being edited.
#[derive(Default)]
pub(crate) struct State {
    text: String,
    made_for: Option<u64>,
    changed: bool,
    problem: Option<Problem>,
}

impl State {
    /// Drops the text, because the document is another one.
    pub(crate) fn forget(&mut self) {
        *self = Self::default();
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let revision = shared.document.revision();
        if !self.changed && self.made_for != Some(revision) {
            self.text = to_ron(&shared.document.scenario);
            self.made_for = Some(revision);
        }
        ui.horizontal(|ui| {
            let changed = self.changed;
            let apply = ui.add_enabled(changed, egui::Button::new("Apply"));
            if apply.on_hover_text("Make this text the scenario").clicked() {
                match parse(&self.text, shared.document.source.as_deref()) {
                    Ok(scenario) => actions.push(Action::Scenario(Box::new(scenario))),
                    Err(problem) => self.problem = Some(problem),
                }
            }
            let revert = ui.add_enabled(changed, egui::Button::new("Revert"));
            if revert
                .on_hover_text("Go back to the scenario as it is")
                .clicked()
            {
                self.forget();
            }
            if changed {
                ui.label("changed, not applied yet")
            } else {
                let hint = RichText::new("what Save writes; change it here too").weak();
                ui.add(egui::Label::new(hint).truncate())
            };
        });
        if let Some(problem) = &self.problem {
            let colour = ui.visuals().error_fg_color;
            ui.label(RichText::new(format!("⚠ {}", in_text(problem))).color(colour));
        }
        egui::ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let field = egui::TextEdit::multiline(&mut self.text)
                .code_editor()
                .desired_width(f32::INFINITY);
            let field = ui.add(field).accessible_name("Scenario text");
            self.changed |= field.changed();
        });
    }
}

/// Returns the problem with its position in the text on the screen, not in the file.
fn in_text(problem: &Problem) -> String {
    match problem.position {
        Some(index) => {
            format!(
                "line {}, column {}: {}",
                index.line, index.column, problem.sentence
            )
        }
        None => problem.sentence.clone(),
    }
}
