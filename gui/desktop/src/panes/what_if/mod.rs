//! The pane of the effect of other settings on the jobs of a run, and on whom.

mod form;
mod result;

use egui::{DragValue, Label, Panel, RichText, ScrollArea, TextEdit, Ui};

use crate::command::action::Action;
use crate::panes::tables;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::prediction::WhatIfResult;
use crate::shared::runs::Entry;
use crate::widgets::command_line::{self, DialogCommand, NO_FILE, line};
use crate::widgets::run::run_swatch;
use crate::work::flow::is_same_but_for_policies;
use charts::colour::tokens::tokens;
use charts::plot::figure::Figure;
use laboratory::base::sanitize::quoted;
use laboratory::export::Table;
use laboratory::run::whatif::change::{changed_scenario, split};
use laboratory::run::whatif::scenario_of;
use laboratory::run::whatif::tables::WhatIfReport;
use result::show_tables;

/// Width of the form beside the result, and the least width left for that.
const FORM: f32 = 330.0;
const LEAST_BESIDE: f32 = 420.0;
/// Height of the command line; a longer one scrolls.
const COMMAND: f32 = 60.0;
/// Share of the height that the form has above the result, where both are narrow.
const ABOVE: f32 = 0.6;
const PHASES: &str = "How often both are simulated under Slurm, each time with other phases of its passes, the same for both";

/// State of the pane between frames.
pub(crate) struct State {
    form: form::Form,
    /// Further changes, with commas between them.
    line: String,
    phases: u32,
    /// Error of a scenario that was to be opened.
    wrong: Option<String>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            form: form::Form::default(),
            line: String::new(),
            phases: 5,
            wrong: None,
        }
    }
}

impl State {
    /// Shows the result.
    fn show_result(
        &mut self,
        ui: &mut Ui,
        shared: &Shared,
        entry: &Entry,
        actions: &mut Vec<Action>,
    ) {
        if let Some(wrong) = &self.wrong {
            ui.colored_label(ui.visuals().error_fg_color, quoted(wrong));
        }
        let Some(found) = &shared.predicted.changed else {
            let words = "Change a setting and find out what that would have done to these jobs, and to whom";
            ui.add(Label::new(RichText::new(words).weak()).wrap());
            return;
        };
        match &found.answer {
            None => {
                ui.weak("being simulated…");
            }
            Some(Err(problem)) => {
                ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
            }
            Some(Ok(report)) => {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    for sentence in &report.sentences {
                        ui.add(Label::new(sentence).wrap());
                    }
                    self.show_actions(ui, entry, found, actions);
                    show_tables(ui, report, shared, actions);
                });
            }
        }
    }

    /// Returns the requested changes: those of the form, then those that are typed.
    fn changes(&self) -> Vec<String> {
        let mut changes = self.form.changes();
        changes.extend(split(&self.line));
        changes
    }

    /// Shows the settings, and the button that computes the effect of the changes.
    fn show_settings(
        &mut self,
        ui: &mut Ui,
        shared: &Shared,
        entry: &Entry,
        actions: &mut Vec<Action>,
    ) {
        Panel::bottom("what if buttons")
            .frame(egui::Frame::new())
            .show(ui, |ui| self.buttons(ui, shared, entry, actions));
        egui::CentralPanel::no_frame().show(ui, |ui| self.form.show(ui));
    }

    fn buttons(&mut self, ui: &mut Ui, shared: &Shared, entry: &Entry, actions: &mut Vec<Action>) {
        let has_phases = entry.run.policy.has_phases();
        ui.add_space(4.0);
        let is_entered = self.further_changes(ui, entry);
        let changes = self.changes();
        ui.horizontal_wrapped(|ui| {
            let primary = tokens(ui.visuals().dark_mode).primary;
            let can_ask = !changes.is_empty() && self.form.is_valid();
            let text = RichText::new("Find out");
            let button = if can_ask {
                egui::Button::new(text.color(egui::Color32::WHITE)).fill(primary)
            } else {
                egui::Button::new(text)
            };
            let button = ui.add_enabled(can_ask, button);
            if can_ask && (button.clicked() || is_entered) {
                self.wrong = None;
                actions.push(Action::WhatIf(entry.id, changes.clone(), self.phases));
            }
            if has_phases {
                let phases = DragValue::new(&mut self.phases).range(1..=100);
                let label = ui.label("phases");
                ui.add(phases).labelled_by(label.id).on_hover_text(PHASES);
            }
            let undo = match changes.len() {
                0 | 1 => "Undo".to_owned(),
                2 => "Undo both".to_owned(),
                all => format!("Undo all {all}"),
            };
            let undo = egui::Button::new(undo);
            let undo = ui.add_enabled(!changes.is_empty(), undo);
            let undo = undo.accessible_name("Undo these changes");
            if undo.on_hover_text("Have everything as it is now").clicked() {
                self.form.undo();
                self.line.clear();
            }
        });
        let same = if changes.is_empty() {
            DialogCommand::None("The command line that does the same stands here")
        } else {
            self.command_line(shared, entry, &changes)
        };
        // Nothing above it moves when a change makes it longer.
        ScrollArea::vertical()
            .id_salt("what if command line")
            .auto_shrink([false, true])
            .min_scrolled_height(COMMAND)
            .max_height(COMMAND)
            .show(ui, |ui| {
                ui.set_min_height(COMMAND);
                command_line::show(ui, &same);
            });
    }

    /// Shows a field for any other parameter of a scenario; returns whether its text was entered.
    fn further_changes(&mut self, ui: &mut Ui, entry: &Entry) -> bool {
        ui.horizontal(|ui| {
            run_swatch(ui, entry.slot);
            let label = ui.label(format!("{} with", entry.label));
            let field = TextEdit::singleline(&mut self.line)
                .desired_width(f32::INFINITY)
                .hint_text("anything else: name=value, …");
            let field = ui.add(field).labelled_by(label.id).on_hover_text(
                "Names and values, with commas between them: whatever a scenario can say, by its path, and of Slurm as in slurm.conf",
            );
            field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
        })
        .inner
    }

    /// Shows buttons that keep the changed run beside the others, and that replace the scenario by
    /// the changed one.
    fn show_actions(
        &mut self,
        ui: &mut Ui,
        entry: &Entry,
        found: &WhatIfResult,
        actions: &mut Vec<Action>,
    ) {
        if found.id != entry.id {
            return;
        }
        let [keep, take] = ui
            .horizontal_wrapped(|ui| {
                let keep = ui.button("Keep as a run");
                let take = ui.button("Take this scenario");
                [
                    keep.on_hover_text(
                        "Have the run with these changes beside the others; the scenario stays",
                    ),
                    take.on_hover_text(
                        "Have the scenario with these changes in the place of the present one",
                    ),
                ]
            })
            .inner;
        if keep.clicked() {
            actions.push(Action::KeepChanged(entry.id, found.changes.clone()));
        }
        if take.clicked() {
            match changed_scenario(&scenario_of(&entry.run), &found.changes) {
                Ok(scenario) => actions.push(Action::Scenario(Box::new(scenario))),
                Err(problem) => self.wrong = Some(problem.to_string()),
            }
        }
    }

    /// Returns the command line that computes the effect of `changes`.
    fn command_line(&self, shared: &Shared, entry: &Entry, changes: &[String]) -> DialogCommand {
        let document = &shared.document;
        let (Some(source), false) = (&document.source, document.is_modified()) else {
            return DialogCommand::None(NO_FILE);
        };
        let run = &entry.run;
        let is_plain = run.branch.is_none()
            && run.parameters == document.scenario.parameters
            && is_same_but_for_policies(&run.original_experiment().scenario, &document.scenario);
        if !is_plain {
            return DialogCommand::None(
                "No command line does this: the run has parameters that its file has not",
            );
        }
        let source = source.display().to_string();
        let phases = self.phases.to_string();
        let mut words = vec!["cosched", "whatif", &source];
        words.extend(["--policy", run.policy.kebab()]);
        for change in changes {
            words.extend(["--set", change]);
        }
        if run.policy.has_phases() {
            words.extend(["--phases", &phases]);
        }
        DialogCommand::Does(line(words))
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let Some(entry) = shared.runs.current() else {
            ui.weak("There is no run yet whose jobs could have run otherwise");
            return;
        };
        self.form.follow(entry);
        let room = ui.available_size();
        let margin = egui::Margin::symmetric(8, 0);
        let frame = egui::Frame::new().inner_margin(margin);
        let form = |panel: Panel| panel.resizable(true).frame(frame);
        if room.x >= FORM + LEAST_BESIDE {
            form(Panel::left("what if form").default_size(FORM))
                .show(ui, |ui| self.show_settings(ui, shared, entry, actions));
        } else {
            form(Panel::top("what if form above").default_size(ABOVE * room.y))
                .show(ui, |ui| self.show_settings(ui, shared, entry, actions));
        }
        egui::CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| self.show_result(ui, shared, entry, actions));
    }

    fn figure(&self, shared: &Shared) -> Option<Figure> {
        let report = shared.predicted.change()?;
        Some(Figure {
            title: "Wait before and after the change".to_owned(),
            ..Figure::before_and_after(&report.waits)
        })
    }

    fn table(&self, shared: &Shared) -> Option<Table> {
        tables::what_if(shared)
    }

    fn sentences(&self, shared: &Shared) -> Option<String> {
        shared.predicted.change().map(WhatIfReport::in_words)
    }

    fn has_sentences(&self, shared: &Shared) -> bool {
        shared.predicted.change().is_some()
    }
}
