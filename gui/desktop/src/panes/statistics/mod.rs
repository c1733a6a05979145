//! The pane of statistics: selection of jobs, statistics of each run, and groups of jobs.

mod groups;

use egui::{Label, RichText, ScrollArea, Ui};
use egui_extras::{Column, TableBuilder};

use super::selection;
use crate::command::action::Action;
use crate::panes::tables;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::runs::{Entry, RunId};
use crate::widgets::run::run_swatch;
use crate::widgets::{align, wide};
use charts::look::strong;
use charts::plot::figure::Figure;
use laboratory::base::format;
use laboratory::export::Table;
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::groups::fairness;
use laboratory::metrics::select::statistics::{self, Statistics};
use laboratory::record::Run;
use laboratory::record::spread::{PERCENTILES, Spread, Spreads};
use laboratory::record::unit::Unit;

/// Height of a row.
const ROW: f32 = 22.0;

/// Quantity of jobs in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Quantity {
    #[default]
    Wait,
    Response,
    Slowdown,
    Work,
}

impl Quantity {
    /// All of them with names and descriptions.
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Wait, "wait", "From submission to start"),
        (Self::Response, "response", "From submission to completion"),
        (
            Self::Slowdown,
            "bounded slowdown",
            "max(1, response / max(runtime, 10 s))",
        ),
        (Self::Work, "work", "Size times time at work, of each job"),
    ];

    fn of(self, spreads: &Spreads) -> Spread {
        match self {
            Self::Wait => spreads.wait,
            Self::Response => spreads.response,
            Self::Slowdown => spreads.slowdown,
            Self::Work => spreads.work,
        }
    }

    /// Returns a value in words, where sizes count `unit`.
    fn format(self, value: f64, unit: Unit) -> String {
        match self {
            Self::Wait | Self::Response => format::span(value),
            Self::Slowdown => format::number(value),
            Self::Work => format!("{} {}-h", format::number(value / 3_600.0), unit.one()),
        }
    }
}

/// Inputs of the table.
type Key = (Scope, Vec<(RunId, *const Run)>);

/// Statistics of a run's jobs, and the fairness to their users.
type Row = (Statistics, Option<f64>);

/// State of the pane between frames.
#[derive(Default)]
pub(crate) struct State {
    selection: selection::State,
    quantity: Quantity,
    made: Option<(Key, Vec<Row>)>,
    groups: groups::State,
}

impl State {
    /// Recomputes the statistics when the jobs or the runs have changed.
    fn make(&mut self, shared: &Shared, runs: &[&Entry]) {
        let known = runs
            .iter()
            .map(|entry| (entry.id, std::sync::Arc::as_ptr(&entry.run)));
        let key = (shared.scope.current().clone(), known.collect());
        if self.made.as_ref().is_some_and(|(made, _)| *made == key) {
            return;
        }
        let rows = runs.iter().map(|entry| {
            let jobs = key.0.jobs(&entry.run);
            let fairness = fairness(&entry.run, &jobs);
            (statistics::of(&entry.run, &jobs), fairness)
        });
        let rows = rows.collect();
        self.made = Some((key, rows));
    }

    /// Shows a row for each run.
    fn table(&self, ui: &mut Ui, runs: &[&Entry]) {
        let Some((_, rows)) = &self.made else { return };
        let percentiles = PERCENTILES.map(|percent| (format!("{percent} %"), PERCENTILE));
        let mut headings = vec![
            ("run".to_owned(), ""),
            ("jobs".to_owned(), "Jobs that are looked at"),
            ("mean".to_owned(), "Of those that were not refused"),
        ];
        headings.extend(percentiles);
        headings.extend([
            ("most".to_owned(), "The greatest"),
            ("share".to_owned(), "Of the work of all jobs of the run"),
            ("fairness".to_owned(), FAIRNESS),
        ]);
        TableBuilder::new(ui)
            .id_salt("statistics by run")
            .vscroll(false)
            .striped(true)
            .cell_layout(align::numbers())
            .column(Column::exact(130.0).clip(true))
            .columns(Column::exact(74.0), headings.len() - 1)
            .header(ROW, |mut row| {
                for (name, sentence) in &headings {
                    row.col(|ui| {
                        let is_name = name == "run";
                        let heading =
                            align::from_left(ui, is_name, |ui| ui.label(strong(name.as_str())));
                        if !sentence.is_empty() {
                            heading.on_hover_text(*sentence);
                        }
                    });
                }
            })
            .body(|mut body| {
                for (entry, found) in runs.iter().zip(rows) {
                    body.row(ROW, |mut row| {
                        row.col(|ui| {
                            align::from_left(ui, true, |ui| {
                                run_swatch(ui, entry.slot);
                                ui.add(Label::new(&entry.label).truncate());
                            });
                        });
                        for cell in self.cells(found, entry.run.experiment.unit()) {
                            row.col(|ui| {
                                ui.label(cell);
                            });
                        }
                    });
                }
            });
    }

    fn cells(&self, (found, fairness): &Row, unit: Unit) -> Vec<RichText> {
        let absent = || RichText::new("–").weak();
        let spread = found.spreads.map(|spreads| self.quantity.of(&spreads));
        let value = |of: &dyn Fn(&Spread) -> f64| match &spread {
            Some(spread) => RichText::new(self.quantity.format(of(spread), unit)),
            None => absent(),
        };
        let mut cells = vec![RichText::new(format::count(found.jobs as u64))];
        cells.push(value(&|spread| spread.mean));
        cells
            .extend((0..PERCENTILES.len()).map(|index| value(&|spread| spread.percentiles[index])));
        cells.push(value(&|spread| spread.largest));
        let share = found.share.map(|share| format!("{:.1} %", 100.0 * share));
        cells.push(share.map_or_else(absent, RichText::new));
        let fairness = fairness.map(format::number);
        cells.push(fairness.map_or_else(absent, RichText::new));
        cells
    }
}

impl View for State {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let runs: Vec<&Entry> = shared.runs.visible().collect();
        if runs.is_empty() {
            ui.weak("Tick a run on the left to see it here");
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            self.selection.show(ui, shared, actions);
            ui.add_space(6.0);
            ui.horizontal_wrapped(|ui| {
                for (quantity, name, sentence) in Quantity::ALL {
                    ui.selectable_value(&mut self.quantity, quantity, name)
                        .on_hover_text(sentence);
                }
            });
            self.make(shared, &runs);
            ui.push_id("by run", |ui| wide::show(ui, |ui| self.table(ui, &runs)));
            ui.add_space(10.0);
            self.groups.show(ui, shared, self.quantity, actions);
        });
    }

    /// Returns the distribution of the waits that the numbers are of.
    fn figure(&self, shared: &Shared) -> Option<Figure> {
        let (curves, scope) = (shared.curves(), shared.scope.current());
        Some(Figure::wait_distribution_of(&curves, scope))
    }

    fn table(&self, shared: &Shared) -> Option<Table> {
        Some(tables::statistics(shared))
    }

    fn has_table(&self, _: &Shared) -> bool {
        true
    }
}

const PERCENTILE: &str = "So many of the jobs have at most this";
const FAIRNESS: &str = "Jain's index of the users' weighted slowdowns: 1 where all are served alike, less where some bear more";
