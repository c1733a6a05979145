//! The table of every job of a run: sorted, filtered, and drawn only where it can be seen.

mod column;

use egui::{Align, Label, Ui};
use egui_extras::{Column, TableBuilder};

use super::selection;
use crate::command::action::Action;
use crate::panes::tables;
use crate::panes::view::View;
use crate::shared::runs::{Entry, RunId};
use crate::shared::{Selection, Shared};
use crate::widgets::{align, wide};
use column::JobColumn;
use laboratory::base::format;
use laboratory::export::Table;
use laboratory::metrics::select::Scope;
use laboratory::record::unit::Unit;
use laboratory::record::{NameTables, Run};

/// Height of a row.
const ROW: f32 = 22.0;

/// Click on a row: once selects its job, twice goes there in the schedule.
enum Click {
    Once(usize),
    Twice(usize),
}

/// Order and filter of the table.
#[derive(Default)]
pub(crate) struct State {
    /// Selection of jobs for all panes.
    selection: selection::State,
    filter: String,
    by: JobColumn,
    descending: bool,
    wants_focus: bool,
    revealed: Option<usize>,
    /// Job whose row was clicked.
    in_sight: Option<usize>,
    rows: Vec<u32>,
    made_for: Option<Key>,
    /// Whether to scroll to the first row, as it has changed.
    to_top: bool,
    /// Whether all jobs are listed though some are selected.
    all: bool,
}

/// Inputs of the order of rows.
#[derive(Clone, PartialEq)]
struct Key {
    id: RunId,
    scope: Scope,
    run: *const Run,
    filter: String,
    by: JobColumn,
    descending: bool,
}

impl State {
    /// Puts the cursor into the filter when the table is shown next.
    pub(crate) fn ask_for_focus(&mut self) {
        self.wants_focus = true;
    }

    /// Puts the cursor into the line that selects jobs when the table is shown next.
    pub(crate) fn ask_for_selection(&mut self) {
        self.selection.ask_for_focus();
    }

    fn arrange(&mut self, id: RunId, run: &Run, scope: &Scope) {
        let key = Key {
            id,
            scope: scope.clone(),
            run: std::ptr::from_ref(run),
            filter: self.filter.trim().to_lowercase(),
            by: self.by,
            descending: self.descending,
        };
        if self.made_for.as_ref() == Some(&key) {
            return;
        }
        self.rows = scope
            .jobs(run)
            .into_iter()
            .filter(|job| matches(run, *job as usize, &key.filter))
            .collect();
        let by = self.by;
        self.rows.sort_by(|one, other| {
            let (one, other) = (by.value(run, *one as usize), by.value(run, *other as usize));
            one.total_cmp(&other)
        });
        if self.descending {
            self.rows.reverse();
        }
        // A new order or filter makes the old scroll position meaningless.
        let is_sorted_anew = self.made_for.as_ref().is_some_and(|made| {
            (made.by, made.descending, &made.filter) != (key.by, key.descending, &key.filter)
        });
        self.to_top |= is_sorted_anew;
        self.made_for = Some(key);
    }
}

/// Whether a job matches the filter: by number, or by `user 12` or `user ann`.
fn matches(run: &Run, job: usize, filter: &str) -> bool {
    let label = &run.experiment.labels[job];
    match filter.strip_prefix("user") {
        Some(user) => {
            let user = user.trim_start_matches([' ', ':', '=']);
            let called = |known: u32| NameTables::name(&run.experiment.label_names.users, known);
            let is_it =
                |known: u32| known.to_string() == user || called(known).to_lowercase() == user;
            user.is_empty() || label.user().is_some_and(is_it)
        }
        None => label
            .number()
            .to_string()
            .starts_with(filter.trim_start_matches('#')),
    }
}

impl State {
    /// Shows the filter; returns whether to go to the first match.
    fn filter_field(&mut self, ui: &mut Ui) -> bool {
        let field = egui::TextEdit::singleline(&mut self.filter)
            .hint_text("find a number, or user 12")
            .desired_width(190.0);
        let field = ui.add(field).accessible_name("Find job");
        if std::mem::take(&mut self.wants_focus) {
            field.request_focus();
        }
        field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter))
    }

    /// Returns the job of exactly the number in the filter, or else the first of those listed.
    fn first_match(&self, run: &Run) -> Option<usize> {
        let number = self.filter.trim().trim_start_matches('#').parse::<u64>();
        let labels = &run.experiment.labels;
        let is_it = |job: &&u32| {
            number
                .as_ref()
                .is_ok_and(|&number| labels[**job as usize].number() == number)
        };
        let found = self.rows.iter().find(is_it).or(self.rows.first());
        found.map(|job| *job as usize)
    }

    /// Shows the rows; returns the clicked job. What comes after `until`, in seconds, is hidden.
    fn table(
        &mut self,
        ui: &mut Ui,
        run: &Run,
        (selected, until): (Option<usize>, Option<f64>),
    ) -> Option<Click> {
        let mut clicked = None;
        wide::show(ui, |ui| {
            // A click on the text of a row is one on the row.
            ui.style_mut().interaction.selectable_labels = false;
            let widths = JobColumn::widths(ui, run);
            let unit = run.experiment.size_unit;
            let mut table = TableBuilder::new(ui)
                .striped(true)
                .min_scrolled_height(0.0)
                .sense(egui::Sense::click())
                .cell_layout(align::numbers());
            for width in widths {
                table = table.column(Column::exact(width).clip(true));
            }
            let to_top = std::mem::take(&mut self.to_top);
            if let Some(row) = self.row_to_reveal() {
                table = table.scroll_to_row(row, Some(Align::Center));
            } else if to_top {
                table = table.scroll_to_row(0, Some(Align::TOP));
            }
            table
                .header(ROW, |mut row| {
                    for by in JobColumn::ALL {
                        row.col(|ui| {
                            align::from_left(ui, by.is_text(), |ui| {
                                self.heading(ui, by, unit);
                            })
                        });
                    }
                })
                .body(|body| {
                    body.rows(ROW, self.rows.len(), |mut row| {
                        let job = self.rows[row.index()] as usize;
                        row.set_selected(selected == Some(job));
                        for by in JobColumn::ALL {
                            row.col(|ui| {
                                let text = if by.is_unknown_at(run, job, until) {
                                    "–".to_owned()
                                } else {
                                    by.text(run, job)
                                };
                                align::from_left(ui, by.is_text(), |ui| {
                                    let label = Label::new(text.as_str()).truncate();
                                    ui.add(label);
                                });
                            });
                        }
                        let response = row.response();
                        if response.double_clicked() {
                            clicked = Some(Click::Twice(job));
                        } else if response.clicked() {
                            clicked = Some(Click::Once(job));
                        }
                    });
                });
        });
        clicked
    }

    fn heading(&mut self, ui: &mut Ui, by: JobColumn, unit: Unit) {
        let heading = by.heading(unit);
        let sign = if self.by != by {
            ""
        } else if self.descending {
            "⏷"
        } else {
            "⏶"
        };
        let text = align::heading(heading, sign, !by.is_text());
        ui.spacing_mut().button_padding.x = 0.0;
        let button = egui::Button::new(egui::RichText::new(text).strong())
            .frame_when_inactive(false)
            .small();
        let sentence = format!("Sort by {heading}");
        let button = ui.add(button).accessible_name(sentence.clone());
        let hover = match by.meaning() {
            Some(meaning) => format!("{meaning}\n{sentence}"),
            None => sentence,
        };
        if button.on_hover_text(hover).clicked() {
            self.descending = self.by == by && !self.descending;
            self.by = by;
        }
    }

    /// Brings the row of `job` into sight when the table is shown next, unless it was just clicked.
    pub(crate) fn reveal(&mut self, job: usize) {
        let is_clicked = self.in_sight.take() == Some(job);
        self.revealed = (!is_clicked).then_some(job);
    }

    /// Returns the row to be brought into sight, if it is listed.
    fn row_to_reveal(&mut self) -> Option<usize> {
        let job = self.revealed.take()?;
        self.rows.iter().position(|row| *row as usize == job)
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let Some(Entry { id, run, label, .. }) = shared.runs.current() else {
            ui.weak("No run yet");
            return;
        };
        let id = *id;
        let selected = shared.selection.filter(|selection| selection.id == id);
        let selected = selected.map(|selection| selection.job);
        self.selection.show(ui, shared, actions);
        let mut found = false;
        ui.horizontal(|ui| {
            ui.label(format!("{label}:"));
            found = self.filter_field(ui);
            let selected = shared.scope.current();
            let everything = Scope::default();
            if !selected.is_all() {
                ui.checkbox(&mut self.all, "List all");
            }
            // A search finds all jobs, selected or not.
            let is_whole = self.all || !self.filter.trim().is_empty();
            self.arrange(id, run, if is_whole { &everything } else { selected });
            let (shown, all) = (self.rows.len() as u64, run.outcomes.len() as u64);
            ui.weak(format!(
                "{} of {} jobs",
                format::count(shown),
                format::count(all)
            ));
        });
        let first = self.first_match(run).filter(|_| found);
        let until = shared.replay.until();
        let click = ui
            .push_id("job table", |ui| self.table(ui, run, (selected, until)))
            .inner;
        if let Some(Click::Once(job) | Click::Twice(job)) = click {
            self.in_sight = Some(job);
        }
        actions.extend(match (click, first) {
            (Some(Click::Once(job)), _) => Some(Action::Choose(Selection { id, job })),
            (Some(Click::Twice(job)), _) => Some(Action::GoTo(Selection { id, job })),
            (None, first) => first.map(|job| Action::GoTo(Selection { id, job })),
        });
    }

    fn table(&self, shared: &Shared) -> Option<Table> {
        tables::jobs(shared)
    }

    fn has_table(&self, _: &Shared) -> bool {
        true
    }
}
