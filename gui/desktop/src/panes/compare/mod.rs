//! The table of all runs: a row for each, with its metrics and their changes from the baseline.

pub(crate) mod cell;
mod change;
mod column;
mod further;
mod intervals;
mod parameters;
mod rows;
mod scope;
mod whisker;

use egui::Ui;

use crate::command::action::Action;
use crate::panes::tables;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::shared::runs::{Entry, RunId, Runs, same_jobs};
use charts::plot::figure::Figure;
use column::columns;
use intervals::KnownIntervals;
use laboratory::export;
use laboratory::metrics::select::Scope;
use laboratory::metrics::select::paired::PairedSummary;
use laboratory::metrics::{self, Values};
use laboratory::record::metric::Better;
use rows::Table;
use scope::SelectedValues;

/// Column by which rows are sorted, and whether the best stands first.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Order {
    position: usize,
    best_first: bool,
}

/// State of the table between frames.
#[derive(Default)]
pub(crate) struct State {
    order: Option<Order>,
    /// Whether all jobs are compared, whichever are selected.
    compares_all_jobs: bool,
    selected: Option<SelectedValues>,
    sure: KnownIntervals,
    /// Whether the parameters of the runs are shown instead.
    shows_parameters: bool,
    parameters: parameters::State,
}

/// A run with the compared values.
#[derive(Clone, Copy)]
struct Row<'a> {
    entry: &'a Entry,
    values: &'a Values,
    /// Whether it ran the jobs that the baseline ran.
    has_jobs_of_baseline: bool,
    /// Comparison with the baseline, job by job, in each of [`sure::MEASURES`], as far as known.
    paired: [Option<&'a PairedSummary>; intervals::MEASURES.len()],
}

impl State {
    /// Sorts by the clicked heading; another click reverses the order, a third restores that of the
    /// list.
    fn sort_by(&mut self, position: usize) {
        self.order = match self.order {
            Some(order) if order.position == position => order.best_first.then_some(Order {
                best_first: false,
                ..order
            }),
            _ => Some(Order {
                position,
                best_first: true,
            }),
        };
    }
}

/// Clicked part of the table.
enum Click {
    Run(RunId),
    Heading(usize),
}

impl View for State {
    fn tools(&mut self, ui: &mut Ui, _: &Shared, _: &mut Vec<Action>) {
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.add_space(4.0);
        ui.checkbox(&mut self.shows_parameters, "Parameters")
            .on_hover_text("Compare the parameters of the runs instead of their metrics");
    }

    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let runs = &shared.runs;
        if runs.entries.is_empty() {
            ui.weak("No run yet");
            return;
        }
        if self.shows_parameters {
            return self.parameters.show(ui, shared);
        }
        let all: Vec<&Entry> = runs.entries.iter().collect();
        ui.horizontal_wrapped(|ui| {
            self.scope(ui, shared, &all);
            key(ui, runs, actions);
        });
        let scope = if self.compares_all_jobs {
            &Scope::default()
        } else {
            shared.scope.current()
        };
        if self.sure.find_out_more(scope, runs) {
            ui.ctx().request_repaint();
        }
        let selected = self.selected.as_ref().filter(|_| !self.compares_all_jobs);
        let base = runs.baseline();
        let rows = all.iter().enumerate().map(|(index, entry)| {
            let selected = selected.and_then(|selected| selected.values.get(index));
            Row {
                entry,
                has_jobs_of_baseline: base.is_none_or(|base| same_jobs(&base.run, &entry.run)),
                values: selected.map_or(&entry.values, |(.., values)| values),
                paired: self.sure.of(entry),
            }
        });
        let rows: Vec<Row<'_>> = rows.collect();
        let columns = columns(|position| {
            let mut values = rows.iter().map(|row| row.values.values[position]);
            values.any(|value| value.is_some())
        });
        let baseline = runs.baseline().map(|entry| entry.id);
        let baseline = rows.iter().find(|row| Some(row.entry.id) == baseline);
        let baseline = baseline.copied();
        let rows = sorted(rows, self.order);
        let table = Table {
            briefs: rows.iter().map(|row| runs.brief(row.entry)).collect(),
            rows,
            baseline,
            current: runs.current().map(|entry| entry.id),
            order: self.order,
            columns,
        };
        match table.show(ui) {
            Some(Click::Run(id)) => actions.push(Action::Run(id)),
            Some(Click::Heading(position)) => self.sort_by(position),
            None => {}
        }
    }

    /// Returns the distribution of the waits that the numbers are of.
    fn figure(&self, shared: &Shared) -> Option<Figure> {
        let (curves, scope) = (shared.curves(), shared.scope.current());
        Some(Figure::wait_distribution_of(&curves, scope))
    }

    fn table(&self, shared: &Shared) -> Option<export::Table> {
        Some(tables::comparison(shared))
    }

    fn has_table(&self, _: &Shared) -> bool {
        true
    }
}

/// Shows the baseline of the changes, and why some are grey; beside a log as recorded a choice
/// between it and a simulated run, as errors of the simulation are no policy's effect.
fn key(ui: &mut Ui, runs: &Runs, actions: &mut Vec<Action>) {
    let Some(baseline) = runs.baseline().filter(|_| runs.entries.len() > 1) else {
        return;
    };
    if let Some(pair) = runs.log_and_simulated() {
        for entry in pair {
            let is_chosen = entry.id == baseline.id;
            let label = format!("with {}", entry.label);
            if ui.selectable_label(is_chosen, label).clicked() {
                actions.push(Action::Baseline(entry.id));
            }
        }
        if baseline.id == pair[0].id {
            let note = egui::RichText::new("changes contain what the simulation misses");
            ui.weak(note.size(11.0));
        }
    }
    let words = format!(
        "Against {} ★ · grey: not sure, 0 lies in the interval",
        baseline.label
    );
    let text = egui::RichText::new(words).size(11.0);
    ui.weak(text).on_hover_text(
        "The star in the list of runs says which run the others are compared with. A change is grey \
         where 0 lies in its 95 % interval, so that it may as well be none, where too few jobs \
         differ to say, and where it was not measured how sure it is",
    );
}

/// Returns the rows in order; those without the value come last.
fn sorted(mut rows: Vec<Row<'_>>, order: Option<Order>) -> Vec<Row<'_>> {
    let Some(order) = order else { return rows };
    let better = metrics::all()[order.position].better;
    rows.sort_by(|one, other| {
        let value = |row: &Row<'_>| row.values.values[order.position];
        match (value(one), value(other)) {
            (Some(one), Some(other)) => {
                let by_value = match better {
                    Better::More => other.total_cmp(&one),
                    Better::Less | Better::Neither => one.total_cmp(&other),
                };
                if order.best_first {
                    by_value
                } else {
                    by_value.reverse()
                }
            }
            (one, other) => other.is_some().cmp(&one.is_some()),
        }
    });
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_on_a_heading_sort_reverse_and_restore() {
        let mut state = State::default();
        let mut after = |position| {
            state.sort_by(position);
            state.order.map(|order| (order.position, order.best_first))
        };
        assert_eq!(after(3), Some((3, true)));
        assert_eq!(after(3), Some((3, false)));
        assert_eq!(after(3), None);
        after(3);
        assert_eq!(after(5), Some((5, true)));
    }
}
