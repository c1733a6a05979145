//! The pane of what another setting would have done to the jobs of a run, and who wins or loses by it.

mod form;

use egui::{Align, DragValue, Label, Layout, Panel, RichText, ScrollArea, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};

use crate::desktop::command::Wish;
use crate::desktop::shared::Shared;
use crate::desktop::shared::foretold::Changed;
use crate::desktop::shared::runs::Entry;
use crate::desktop::widgets::command_line::{self, Same, UNSAVED, line};
use crate::desktop::widgets::run::run_swatch;
use crate::desktop::widgets::wide;
use crate::desktop::work::flow::is_same_but_for_policies;
use crate::draw::colour::tokens::tokens;
use crate::draw::look::strong;
use crate::run::whatif::change::{changed, split};
use crate::run::whatif::scenario_of;
use crate::run::whatif::tables::{COLUMNS, Row, Table, Told};
use crate::scenario::PolicyName;

/// The height of a row, and how wide columns are.
const ROW: f32 = 24.0;
const WIDTHS: [f32; 9] = [150.0, 64.0, 96.0, 96.0, 84.0, 132.0, 96.0, 64.0, 64.0];
/// The column of intervals.
const INTERVAL: usize = 5;
/// As wide as the form is beside what was found out, and the least that is left for that.
const FORM: f32 = 330.0;
const LEAST_BESIDE: f32 = 420.0;
/// The part of the height that the form has above what was found out, where both are narrow.
const ABOVE: f32 = 0.6;
/// As many users are listed above and below.
const EACH_WAY: usize = 12;
const PHASES: &str = "How often both are simulated under Slurm, each time with other phases of its passes, the same for both";

/// What the pane keeps between frames.
pub(in crate::desktop) struct State {
    form: form::Form,
    /// Further changes, with commas between them.
    line: String,
    phases: u32,
    /// What is wrong with a scenario that was to be taken.
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
    /// Shows the pane.
    pub(in crate::desktop) fn show(
        &mut self,
        ui: &mut Ui,
        shared: &Shared,
        wishes: &mut Vec<Wish>,
    ) {
        let Some(entry) = shared.runs.current() else {
            ui.weak("There is no run yet whose jobs could have run otherwise");
            return;
        };
        self.form.follow(entry);
        let room = ui.available_size();
        let margin = egui::Margin::symmetric(8, 0);
        let frame = egui::Frame::new().inner_margin(margin);
        let form = |panel: Panel| panel.resizable(true).frame(frame);
        if shared.foretold.changed.is_none() && room.x < FORM + LEAST_BESIDE {
            return self.ask(ui, shared, entry, wishes);
        }
        if room.x >= FORM + LEAST_BESIDE {
            form(Panel::left("what if form").default_size(FORM))
                .show(ui, |ui| self.ask(ui, shared, entry, wishes));
        } else {
            form(Panel::top("what if form above").default_size(ABOVE * room.y))
                .show(ui, |ui| self.ask(ui, shared, entry, wishes));
        }
        egui::CentralPanel::no_frame()
            .frame(frame)
            .show(ui, |ui| self.found(ui, shared, entry, wishes));
    }

    /// What was found out.
    fn found(&mut self, ui: &mut Ui, shared: &Shared, entry: &Entry, wishes: &mut Vec<Wish>) {
        if let Some(wrong) = &self.wrong {
            ui.colored_label(ui.visuals().error_fg_color, wrong);
        }
        let Some(found) = &shared.foretold.changed else {
            let words = "Change a setting and find out what that would have done to these jobs, and to whom";
            ui.add(Label::new(RichText::new(words).weak()).wrap());
            return;
        };
        match &found.answer {
            None => {
                ui.weak("being simulated…");
            }
            Some(Err(problem)) => {
                ui.colored_label(ui.visuals().error_fg_color, problem);
            }
            Some(Ok(told)) => {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    for sentence in &told.sentences {
                        ui.add(Label::new(sentence).wrap());
                    }
                    self.take(ui, entry, found, wishes);
                    show_tables(ui, told, shared, wishes);
                });
            }
        }
    }

    /// The changes that are asked about: those of the form, then those that are typed.
    fn changes(&self) -> Vec<String> {
        let mut changes = self.form.changes();
        changes.extend(split(&self.line));
        changes
    }

    /// What can be changed, and the button that asks what the changes would have done.
    fn ask(&mut self, ui: &mut Ui, shared: &Shared, entry: &Entry, wishes: &mut Vec<Wish>) {
        Panel::bottom("what if buttons")
            .frame(egui::Frame::new())
            .show(ui, |ui| self.buttons(ui, shared, entry, wishes));
        egui::CentralPanel::no_frame().show(ui, |ui| self.form.show(ui));
    }

    fn buttons(&mut self, ui: &mut Ui, shared: &Shared, entry: &Entry, wishes: &mut Vec<Wish>) {
        let is_slurm = entry.run.policy == PolicyName::Slurm;
        ui.add_space(4.0);
        let is_entered = self.further_changes(ui, entry);
        let changes = self.changes();
        ui.horizontal_wrapped(|ui| {
            let primary = tokens(ui.visuals().dark_mode).primary;
            let can_ask = !changes.is_empty() && self.form.is_right();
            let text = RichText::new("Find out");
            let button = if can_ask {
                egui::Button::new(text.color(egui::Color32::WHITE)).fill(primary)
            } else {
                egui::Button::new(text)
            };
            let button = ui.add_enabled(can_ask, button);
            if can_ask && (button.clicked() || is_entered) {
                self.wrong = None;
                wishes.push(Wish::WhatIf(entry.id, changes.clone(), self.phases));
            }
            if is_slurm {
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
        if !changes.is_empty() {
            let same = self.same(shared, entry, &changes);
            command_line::show(ui, &same);
        }
    }

    /// A field for whatever else a scenario can say; whether what is in it was entered.
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

    /// A button that has the scenario with the changes in the place of the present one.
    fn take(&mut self, ui: &mut Ui, entry: &Entry, found: &Changed, wishes: &mut Vec<Wish>) {
        let text = "Take this scenario";
        let sentence = "Have the scenario with these changes in the place of the present one";
        if found.id == entry.id && ui.button(text).on_hover_text(sentence).clicked() {
            match changed(&scenario_of(&entry.run), &found.changes) {
                Ok(scenario) => wishes.push(Wish::Scenario(Box::new(scenario))),
                Err(problem) => self.wrong = Some(problem.to_string()),
            }
        }
    }

    /// The command line that finds out the same of `changes`.
    fn same(&self, shared: &Shared, entry: &Entry, changes: &[String]) -> Same {
        let document = &shared.document;
        let (Some(source), false) = (&document.source, document.is_modified()) else {
            return Same::None(UNSAVED);
        };
        let run = &entry.run;
        let is_plain = run.branch.is_none()
            && run.parameters == document.scenario.parameters
            && is_same_but_for_policies(&run.asked().scenario, &document.scenario);
        if !is_plain {
            return Same::None(
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
        if run.policy == PolicyName::Slurm {
            words.extend(["--phases", &phases]);
        }
        Same::Does(line(words))
    }
}

fn show_tables(ui: &mut Ui, told: &Told, shared: &Shared, wishes: &mut Vec<Wish>) {
    for (place, table) in told.tables.iter().enumerate() {
        ui.add_space(6.0);
        ui.push_id(place, |ui| {
            wide::show(ui, |ui| show_table(ui, table, shared, wishes));
        });
    }
}

/// Those who win most and those who lose most; a click on one selects its jobs.
fn show_table(ui: &mut Ui, table: &Table, shared: &Shared, wishes: &mut Vec<Wish>) {
    let all = table.rows.len();
    let left = all.saturating_sub(2 * EACH_WAY);
    let first = all.min(EACH_WAY);
    let mut builder = TableBuilder::new(ui)
        .id_salt(table.title)
        .vscroll(false)
        .striped(true)
        .cell_layout(Layout::right_to_left(Align::Center));
    for width in WIDTHS {
        builder = builder.column(Column::exact(width));
    }
    builder
        .header(ROW, |mut row| {
            row.col(|ui| {
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let sentence = "Who wins most first, who loses most last";
                    ui.label(strong(table.title)).on_hover_text(sentence);
                });
            });
            for (name, sentence) in COLUMNS {
                row.col(|ui| {
                    ui.label(strong(name)).on_hover_text(sentence);
                });
            }
        })
        .body(|body| {
            let shown = all - left + usize::from(left > 0);
            body.rows(ROW, shown, |mut line| {
                let place = line.index();
                if left > 0 && place == first {
                    line.col(|ui| {
                        ui.weak(format!("… {left} more"));
                    });
                    return;
                }
                let skipped = if place > first && left > 0 {
                    left - 1
                } else {
                    0
                };
                let row = &table.rows[place + skipped];
                line.col(|ui| {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                        cell(ui, (row, 0), shared, wishes);
                    });
                });
                for column in 1..row.cells.len() {
                    line.col(|ui| cell(ui, (row, column), shared, wishes));
                }
            });
        });
}

fn cell(ui: &mut Ui, (row, column): (&Row, usize), shared: &Shared, wishes: &mut Vec<Wish>) {
    let text = RichText::new(&row.cells[column]);
    let tokens = tokens(ui.visuals().dark_mode);
    match (column, &row.jobs) {
        (0, Some(jobs)) => {
            let link = ui.link(text).on_hover_text("Select these jobs");
            if link.clicked() {
                let scope = shared.scope.now().narrowed(jobs);
                wishes.push(Wish::Scope(scope));
            }
        }
        (INTERVAL, _) => {
            ui.label(text).on_hover_text(&row.interval);
        }
        (4 | 6, _) if !row.is_sure => {
            ui.weak(text);
        }
        (4 | 6, _) if row.sum < 0.0 => {
            ui.label(text.color(tokens.good));
        }
        (4 | 6, _) if row.sum > 0.0 => {
            ui.label(text.color(tokens.bad));
        }
        _ => {
            ui.label(text);
        }
    }
}
