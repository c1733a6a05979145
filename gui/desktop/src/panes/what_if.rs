//! The pane of the effect of other settings on the jobs of a run, and on whom.

mod form;

use egui::{
    Align2, Color32, DragValue, FontId, Label, Panel, Rect, RichText, ScrollArea, Sense, Stroke,
    TextEdit, Ui, pos2, vec2,
};
use egui_extras::{Column, TableBuilder};

use crate::command::Action;
use crate::shared::Shared;
use crate::shared::prediction::WhatIfResult;
use crate::shared::runs::Entry;
use crate::widgets::command_line::{self, DialogCommand, NO_FILE, line};
use crate::widgets::run::run_swatch;
use crate::widgets::{align, bar, wide};
use crate::work::flow::is_same_but_for_policies;
use charts::colour::tokens::tokens;
use charts::look::strong;
use laboratory::base::sanitize::quoted;
use laboratory::run::whatif::change::{changed_scenario, split};
use laboratory::run::whatif::scenario_of;
use laboratory::run::whatif::tables::{COLUMNS, Row, Table, WhatIfReport};

/// Height of a row, and widths of columns.
const ROW: f32 = 24.0;
const NAME: [f32; 2] = [128.0, 200.0];
const WIDTHS: [f32; 8] = [52.0, 74.0, 74.0, 66.0, 106.0, 96.0, 52.0, 52.0];
/// Width of drawn changes, and the column before them.
const DRAWN: f32 = 132.0;
const BEFORE: usize = 6;
/// Width of the form beside the result, and the least width left for that.
const FORM: f32 = 330.0;
const LEAST_BESIDE: f32 = 420.0;
/// Height of the command line; a longer one scrolls.
const COMMAND: f32 = 60.0;
/// Share of the height that the form has above the result, where both are narrow.
const ABOVE: f32 = 0.6;
/// Number of users listed above and below.
const EACH_WAY: usize = 12;
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
    /// Shows the pane.
    pub(crate) fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
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
                ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
            }
            Some(Ok(told)) => {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    for sentence in &told.sentences {
                        ui.add(Label::new(sentence).wrap());
                    }
                    self.show_actions(ui, entry, found, actions);
                    show_tables(ui, told, shared, actions);
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

fn show_tables(ui: &mut Ui, told: &WhatIfReport, shared: &Shared, actions: &mut Vec<Action>) {
    for (index, table) in told.tables.iter().enumerate() {
        ui.add_space(6.0);
        ui.push_id(index, |ui| {
            wide::show(ui, |ui| show_table(ui, table, shared, actions));
        });
    }
}

/// Shows the largest gains and losses; a click on a row selects its jobs.
fn show_table(ui: &mut Ui, table: &Table, shared: &Shared, actions: &mut Vec<Action>) {
    let all = table.rows.len();
    let left = all.saturating_sub(2 * EACH_WAY);
    let first = all.min(EACH_WAY);
    ui.spacing_mut().item_spacing.x = 6.0;
    let others = WIDTHS.iter().sum::<f32>() + DRAWN + 6.0 * 9.0;
    let name = (ui.available_width() - others).clamp(NAME[0], NAME[1]);
    let mut builder = TableBuilder::new(ui)
        .id_salt(table.title)
        .vscroll(false)
        .striped(true)
        .cell_layout(align::numbers())
        .column(Column::exact(name).clip(true));
    for (index, width) in (1..).zip(WIDTHS) {
        if index == BEFORE {
            builder = builder.column(Column::exact(DRAWN));
        }
        builder = builder.column(Column::exact(width));
    }
    let range = range(table);
    builder
        .header(ROW, |mut row| {
            row.col(|ui| {
                align::from_left(ui, true, |ui| {
                    let sentence = "Who wins most first, who loses most last";
                    ui.label(strong(table.title)).on_hover_text(sentence);
                });
            });
            for (index, (name, sentence)) in (1..).zip(COLUMNS) {
                if index == BEFORE {
                    row.col(|ui| scale(ui, range));
                }
                row.col(|ui| {
                    ui.label(strong(name)).on_hover_text(sentence);
                });
            }
        })
        .body(|body| {
            let shown = all - left + usize::from(left > 0);
            body.rows(ROW, shown, |mut line| {
                let index = line.index();
                if left > 0 && index == first {
                    line.col(|ui| {
                        ui.weak(format!("… {left} more"));
                    });
                    return;
                }
                let skipped = if index > first && left > 0 {
                    left - 1
                } else {
                    0
                };
                let row = &table.rows[index + skipped];
                for column in 0..row.cells.len() {
                    if column == BEFORE {
                        line.col(|ui| draw_change(ui, row, range));
                    }
                    line.col(|ui| {
                        align::from_left(ui, column == 0, |ui| {
                            cell(ui, (row, column), shared, actions);
                        });
                    });
                }
            });
        });
}

fn cell(ui: &mut Ui, (row, column): (&Row, usize), shared: &Shared, actions: &mut Vec<Action>) {
    let text = RichText::new(&row.cells[column]);
    match (column, &row.jobs) {
        (0, Some(jobs)) => {
            let link = ui.link(text).on_hover_text("Select these jobs");
            if link.clicked() {
                let scope = shared.scope.current().narrowed(jobs);
                actions.push(Action::Scope(scope));
            }
        }
        (INTERVAL, _) => {
            ui.label(text).on_hover_text(&row.interval_sentence);
        }
        (CHANGE | SUM, _) => {
            let [ink, _] = inks(ui, row);
            ui.label(text.color(ink));
        }
        _ => {
            ui.label(text);
        }
    }
}

/// Indices of the columns with the change and its interval.
const CHANGE: usize = 4;
const INTERVAL: usize = 5;
const SUM: usize = 6;

/// Returns the colour of a change, grey if its interval contains 0, and the fill of its dot.
fn inks(ui: &Ui, row: &Row) -> [Color32; 2] {
    let tokens = tokens(ui.visuals().dark_mode);
    match row.sign() {
        sign if sign < 0.0 => [tokens.good; 2],
        sign if sign > 0.0 => [tokens.bad; 2],
        _ => [tokens.text[2], tokens.canvas],
    }
}

/// Returns the least and the greatest change that is drawn, as shares, with 0 in between; one that
/// is far greater than all others goes beyond.
fn range(table: &Table) -> [f64; 2] {
    let ends = table.rows.iter().flat_map(|row| {
        let interval = row.interval.into_iter().flatten();
        interval.chain(row.change)
    });
    let ends: Vec<f64> = ends.collect();
    let cut = bar::cut_off(ends.iter().map(|end| end.abs()));
    let most = cut.map_or(f64::INFINITY, |cut| cut.max(1.0));
    ends.into_iter()
        .map(|end| end.clamp(-most, most))
        .fold([-LEAST_DRAWN, LEAST_DRAWN], |[low, high], end| {
            [low.min(end), high.max(end)]
        })
}

/// Least range, so that small changes look small.
const LEAST_DRAWN: f64 = 0.1;

/// Returns the x of the share `value`.
fn x_of(room: Rect, [low, high]: [f64; 2], value: f64) -> f32 {
    let part = (value - low) / (high - low);
    room.left() + part as f32 * room.width()
}

/// Draws the ends of the range above the column, and the position of no change.
fn scale(ui: &mut Ui, range: [f64; 2]) {
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let room = rect.shrink2(vec2(8.0, 0.0));
    let ink = tokens(ui.visuals().dark_mode).text[2];
    let font = FontId::proportional(11.0);
    let words = |share: f64| format!("{:+.0} %", 100.0 * share).replace('-', "−");
    let ends = [
        (room.left(), Align2::LEFT_CENTER, range[0]),
        (room.right(), Align2::RIGHT_CENTER, range[1]),
    ];
    for (x, align, share) in ends {
        let at = pos2(x, room.center().y);
        ui.painter()
            .text(at, align, words(share), font.clone(), ink);
    }
}

/// Draws the change of a row as a dot, with its interval on either side, and a line at 0.
fn draw_change(ui: &mut Ui, row: &Row, range: [f64; 2]) {
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let room = rect.shrink2(vec2(8.0, 0.0));
    let tokens = tokens(ui.visuals().dark_mode);
    let painter = ui.painter().with_clip_rect(rect);
    let x = |share: f64| x_of(room, range, share);
    let middle = rect.center().y;
    painter.vline(x(0.0), rect.y_range(), Stroke::new(1.0, tokens.border));
    let [ink, filling] = inks(ui, row);
    if let Some(interval) = row.interval {
        let stroke = Stroke::new(1.5, ink);
        let [from, until] = interval.map(x);
        painter.hline(from..=until, middle, stroke);
        for end in [from, until] {
            painter.vline(end, middle - 3.5..=middle + 3.5, stroke);
        }
    }
    let Some(change) = row.change else { return };
    if change > range[1] {
        let bar = Rect::from_min_max(pos2(x(0.0), middle - 2.0), pos2(room.right(), middle + 2.0));
        painter.rect_filled(bar, 0.0, ink);
        bar::cut_mark(&painter, bar, tokens.canvas);
    } else {
        let at = pos2(x(change), middle);
        painter.circle(at, 4.0, filling, Stroke::new(1.5, ink));
    }
}
