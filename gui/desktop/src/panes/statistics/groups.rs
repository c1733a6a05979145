//! The selected jobs, grouped by user, group, queue, class, width or hour of the week.

use std::cmp::Reverse;
use std::sync::Arc;

use egui::{ComboBox, Rect, RichText, Sense, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use super::{Quantity, ROW};
use crate::command::action::Action;
use crate::shared::Shared;
use crate::shared::runs::RunId;
use crate::widgets::run::run_swatch;
use crate::widgets::{align, bar, wide};
use charts::colour::run_colour;
use charts::colour::tokens::tokens;
use charts::look::strong;
use laboratory::base::format;
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::filter::Filter;
use laboratory::metrics::select::groups::{GroupBy, groups, slowdown};
use laboratory::metrics::select::statistics::{self, Statistics};
use laboratory::record::Run;

/// Most rows that are in sight at once; more scroll.
const SHOWN: usize = 16;
/// Width of a bar.
const BAR: f32 = 104.0;

/// Heading of the last column, and its width.
const WEIGHTED: &str = "weighted slowdown";
const WEIGHTED_WIDTH: f32 = 132.0;

/// Column by which rows are sorted; the greatest stands first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum SortColumn {
    /// Order of the groups.
    #[default]
    Name,
    Jobs,
    Mean,
    Percentile,
    Most,
    Slowdown,
}

/// Inputs of the table.
type Key = (Scope, GroupBy, RunId, *const Run);

/// State between frames.
#[derive(Default)]
pub(super) struct State {
    by: GroupBy,
    order: SortColumn,
    made: Option<(Key, Vec<Row>)>,
}

/// A group with its statistics.
struct Row {
    key: Option<u64>,
    statistics: Statistics,
    /// Mean over its jobs, weighted by their sizes.
    slowdown: Option<f64>,
}

impl State {
    /// Shows the groups of the current run.
    pub(super) fn show(
        &mut self,
        ui: &mut Ui,
        shared: &Shared,
        quantity: Quantity,
        actions: &mut Vec<Action>,
    ) {
        let Some(entry) = shared.runs.current() else {
            return;
        };
        let unit = entry.run.experiment.unit();
        ui.horizontal(|ui| {
            let label = ui.label("By");
            ComboBox::from_id_salt("by")
                .selected_text(self.by.heading(unit))
                .show_ui(ui, |ui| {
                    for by in GroupBy::ALL {
                        ui.selectable_value(&mut self.by, by, by.heading(unit));
                    }
                })
                .response
                .labelled_by(label.id)
                .on_hover_text("What the rows below tell apart");
            ui.weak("under");
            run_swatch(ui, entry.slot);
            ui.label(&entry.label);
        });
        let scope = shared.scope.current();
        let key = (scope.clone(), self.by, entry.id, Arc::as_ptr(&entry.run));
        if self.made.as_ref().is_none_or(|(made, _)| *made != key) {
            self.made = Some((key, rows(&entry.run, scope, self.by)));
        }
        let Some((_, rows)) = &mut self.made else {
            return;
        };
        let value = |row: &Row| {
            let spread = row.statistics.spreads.map(|spreads| quantity.of(&spreads));
            let spread = spread.unwrap_or_default();
            match self.order {
                SortColumn::Name => 0.0,
                SortColumn::Jobs => row.statistics.jobs as f64,
                SortColumn::Mean => spread.mean,
                SortColumn::Percentile => spread.percentiles[2],
                SortColumn::Most => spread.largest,
                SortColumn::Slowdown => row.slowdown.unwrap_or_default(),
            }
        };
        // Equal values stay in the order of the groups.
        rows.sort_by_key(|row| (row.key.is_none(), row.key));
        rows.sort_by_key(|row| Reverse(ordered(value(row))));
        let table = Table {
            rows,
            by: self.by,
            quantity,
            run: &entry.run,
            order: self.order,
            colour: run_colour(entry.slot, ui.visuals().dark_mode),
        };
        let clicked = ui.push_id("by group", |ui| wide::show(ui, |ui| table.show(ui)));
        match clicked.inner {
            Some(Click::Order(order)) => self.order = order,
            Some(Click::Group(filter)) => actions.push(Action::Scope(scope.narrowed(&filter))),
            None => {}
        }
    }
}

/// Maps values that are not below 0 to whole numbers in the same order.
fn ordered(value: f64) -> u64 {
    value.max(0.0).to_bits()
}

/// Returns the groups of `scope` in `run`.
fn rows(run: &Run, scope: &Scope, by: GroupBy) -> Vec<Row> {
    let jobs = scope.jobs(run);
    let groups = groups(run, &jobs, by).into_iter().map(|group| Row {
        key: group.key,
        statistics: statistics::of(run, &group.jobs),
        slowdown: slowdown(run, &group.jobs),
    });
    groups.collect()
}

/// Clicked part of the table.
enum Click {
    Order(SortColumn),
    Group(Filter),
}

struct Table<'a> {
    rows: &'a [Row],
    by: GroupBy,
    quantity: Quantity,
    run: &'a Run,
    order: SortColumn,
    colour: egui::Color32,
}

impl Table<'_> {
    fn show(&self, ui: &mut Ui) -> Option<Click> {
        let mut click = None;
        let weighted = format!(
            "Response of all its jobs over the time they ran, both weighted by {}; the bounded \
             slowdown of a job is in the panes Jobs and Compare",
            self.run.experiment.unit().many()
        );
        let headings: [(SortColumn, &str, &str); 6] = [
            (
                SortColumn::Name,
                self.by.heading(self.run.experiment.unit()),
                "A click on a row selects its jobs",
            ),
            (SortColumn::Jobs, "jobs", "How many"),
            (SortColumn::Mean, "mean", "Of those that were not refused"),
            (
                SortColumn::Percentile,
                "95 %",
                "So many of the jobs have at most this",
            ),
            (SortColumn::Most, "most", "The greatest"),
            (SortColumn::Slowdown, WEIGHTED, &weighted),
        ];
        let means = self.rows.iter().filter_map(|row| self.mean(row));
        let means: Vec<f64> = means.collect();
        let longest = means.iter().copied().fold(0.0, f64::max);
        let longest = bar::cut_off(means).unwrap_or(longest);
        TableBuilder::new(ui)
            .id_salt("statistics by group")
            .striped(true)
            .cell_layout(align::numbers())
            .sense(Sense::click())
            .min_scrolled_height(0.0)
            .max_scroll_height(ROW * SHOWN as f32)
            .column(Column::exact(110.0).clip(true))
            .columns(Column::exact(72.0), headings.len() - 2)
            .column(Column::exact(WEIGHTED_WIDTH))
            .column(Column::exact(BAR + 10.0))
            .header(ROW, |mut row| {
                for (order, name, sentence) in headings {
                    row.col(|ui| {
                        let sign = if order == self.order { "⏷" } else { "" };
                        let is_name = order == SortColumn::Name;
                        ui.spacing_mut().button_padding.x = 0.0;
                        let words = strong(align::heading(name, sign, !is_name));
                        let button = egui::Button::new(words).frame_when_inactive(false).small();
                        let button = align::from_left(ui, is_name, |ui| ui.add(button));
                        let button = button.on_hover_text(sentence);
                        let button = button.accessible_name(format!("Groups by {name}"));
                        if button.clicked() {
                            click = Some(Click::Order(order));
                        }
                    });
                }
                row.col(|_| {});
            })
            .body(|body| {
                body.rows(ROW, self.rows.len(), |mut line| {
                    let row = &self.rows[line.index()];
                    for (index, cell) in self.cells(row).into_iter().enumerate() {
                        line.col(|ui| {
                            // A click on the text of a row is one on the row.
                            ui.style_mut().interaction.selectable_labels = false;
                            let label = align::from_left(ui, index == 0, |ui| ui.label(cell));
                            if index == 0 {
                                label.on_hover_text("Click to select these jobs");
                            }
                        });
                    }
                    line.col(|ui| {
                        align::from_left(ui, true, |ui| self.bar(ui, row, longest));
                    });
                    if line.response().clicked()
                        && let Some(filter) = row.key.and_then(|key| self.by.filter(key))
                    {
                        click = Some(Click::Group(filter));
                    }
                });
            });
        click
    }

    fn mean(&self, row: &Row) -> Option<f64> {
        row.statistics
            .spreads
            .map(|spreads| self.quantity.of(&spreads).mean)
    }

    fn cells(&self, row: &Row) -> [RichText; 6] {
        let absent = || RichText::new("–").weak();
        let name = row
            .key
            .map(|key| RichText::new(self.by.name_in(self.run, key)));
        let spread = row
            .statistics
            .spreads
            .map(|spreads| self.quantity.of(&spreads));
        let value = |value: Option<f64>| match value {
            Some(value) => RichText::new(self.quantity.format(value, self.run.experiment.unit())),
            None => absent(),
        };
        let slowdown = row.slowdown.map(format::number);
        [
            name.unwrap_or_else(|| RichText::new("not known").weak()),
            RichText::new(format::count(row.statistics.jobs as u64)),
            value(spread.map(|spread| spread.mean)),
            value(spread.map(|spread| spread.percentiles[2])),
            value(spread.map(|spread| spread.largest)),
            slowdown.map_or_else(absent, RichText::new),
        ]
    }

    /// Draws a bar as long as the mean.
    fn bar(&self, ui: &mut Ui, row: &Row, longest: f64) {
        let (index, _) = ui.allocate_exact_size(vec2(BAR, 8.0), Sense::hover());
        if let Some(mean) = self.mean(row).filter(|_| longest > 0.0) {
            let size = vec2((mean / longest).min(1.0) as f32 * BAR, 8.0);
            let rect = Rect::from_min_size(index.min, size);
            ui.painter().rect_filled(rect, 2.0, self.colour);
            if mean > longest {
                let ground = tokens(ui.visuals().dark_mode).canvas;
                bar::cut_mark(ui.painter(), rect, ground);
            }
        }
    }
}
