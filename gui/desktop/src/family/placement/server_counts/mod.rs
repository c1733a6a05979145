//! Makespans on 2 to 5 servers side by side, under every policy that is ticked.

pub(crate) mod cell;

use std::path::Path;
use std::sync::Arc;

use egui::Ui;

use self::cell::{COUNTS, Cell, scenario_on};
use crate::command::action::Action;
use crate::documents::OpenDocument;
use crate::shared::document::Document;
use crate::widgets::wide;
use crate::work::pending::{Message, Pending, Reporter};
use charts::look::strong;
use laboratory::base::format;
use laboratory::base::problem::Problem;
use laboratory::load;
use laboratory::run::{Choice, choices, simulate};
use laboratory::scenario::placement::servers::Servers;
use laboratory::scenario::{Machine, Scenario};

/// A comparison, as far as it has come.
pub(crate) struct State {
    pending: Pending<Cell>,
    /// Scenario that was compared.
    scenario: Scenario,
    cells: Vec<Cell>,
    busy: bool,
}

impl OpenDocument {
    /// Begins a comparison of numbers of servers.
    pub(crate) fn compare_server_counts(&mut self) {
        let scenario = scenario_on(&self.shared.document.scenario, 1);
        let choices = choices(&scenario);
        if choices.is_empty() {
            let sentence =
                "no policy is ticked that chooses servers; tick at least one under Policies";
            return self.notices.fault(&Problem::input(sentence));
        }
        self.cancel_server_counts();
        let source = self.shared.document.source.clone();
        let work = move |reporter: &Reporter<Cell>| {
            run_on_counts(&scenario, source.as_deref(), &choices, reporter)
        };
        self.panes.servers.counts = Some(State {
            pending: self.worker.request(work),
            scenario: self.shared.document.scenario.clone(),
            cells: Vec::new(),
            busy: true,
        });
    }

    /// Stops a pending comparison; its results so far stay.
    pub(crate) fn cancel_server_counts(&mut self) {
        if let Some(counts) = &mut self.panes.servers.counts {
            counts.pending.progress.cancel();
            counts.busy = false;
        }
    }

    /// Whether a comparison is pending.
    pub(crate) fn is_comparing_server_counts(&self) -> bool {
        self.panes
            .servers
            .counts
            .as_ref()
            .is_some_and(|counts| counts.busy)
    }

    /// Receives the messages of the comparison.
    pub(crate) fn on_server_counts(&mut self) {
        let Some(counts) = &mut self.panes.servers.counts else {
            return;
        };
        while let Some(message) = counts.pending.poll() {
            match message {
                Message::Answer(cell) => counts.cells.push(cell),
                Message::Failed(problem) => {
                    counts.busy = false;
                    self.notices.fault(&problem);
                }
                Message::Done => counts.busy = false,
            }
        }
    }
}

/// Runs `scenario`, whose paths are relative to the file `source`, on each number of servers under
/// each of `choices`.
fn run_on_counts(
    scenario: &Scenario,
    source: Option<&Path>,
    choices: &[Choice],
    reporter: &Reporter<Cell>,
) -> Result<(), Problem> {
    let progress = &reporter.progress;
    for count in COUNTS {
        let scenario = scenario_on(scenario, count);
        let experiment = Arc::new(load::prepare(&scenario, source, progress)?);
        for choice in choices {
            match simulate(&experiment, choice, false, progress)? {
                Some(run) => reporter.answer(Cell::new(count, &run)),
                None => return Ok(()),
            }
        }
    }
    Ok(())
}

/// Shows the button that begins the comparison, and its table.
pub(crate) fn show(
    ui: &mut Ui,
    document: &Document,
    counts: Option<&State>,
    actions: &mut Vec<Action>,
) {
    let Machine::Servers(servers) = &document.scenario.machine else {
        return;
    };
    let (possible, tooltip) = of_one_kind(servers);
    ui.horizontal_wrapped(|ui| {
        let text = format!(
            "Makespans for {} to {} servers",
            COUNTS.start(),
            COUNTS.end()
        );
        let button = ui.add_enabled(possible, egui::Button::new(text));
        let button = button
            .on_hover_text(tooltip)
            .on_disabled_hover_text(tooltip);
        if button.clicked() {
            actions.push(Action::CompareServerCounts);
        }
        let Some(counts) = counts else {
            return;
        };
        if counts.busy {
            ui.spinner();
        }
        if is_stale(&counts.scenario, &document.scenario) {
            ui.colored_label(
                ui.visuals().warn_fg_color,
                "old: the scenario has changed since",
            );
        }
    });
    if let Some(counts) = counts.filter(|counts| !counts.cells.is_empty()) {
        ui.push_id("server counts", |ui| {
            wide::show(ui, |ui| table(ui, &counts.cells))
        });
        ui.weak("seconds (above the bound) · ★ the best")
            .on_hover_text("The bound is a makespan that no schedule can beat");
    }
}

/// Returns whether the number of servers can be changed, and the tooltip.
fn of_one_kind(servers: &Servers) -> (bool, &'static str) {
    if servers.kinds.is_empty() {
        (
            true,
            "Simulate the ticked policies on so many servers and compare how long all takes",
        )
    } else {
        (false, "Only for servers of one kind")
    }
}

/// Whether a comparison of `compared` is invalid for `now`.
fn is_stale(compared: &Scenario, now: &Scenario) -> bool {
    scenario_on(compared, 1) != scenario_on(now, 1)
}

fn table(ui: &mut Ui, cells: &[Cell]) {
    let mut labels: Vec<&str> = Vec::new();
    for cell in cells {
        if !labels.contains(&cell.label.as_str()) {
            labels.push(&cell.label);
        }
    }
    egui::Grid::new("makespans by servers")
        .striped(true)
        .spacing([10.0, 3.0])
        .show(ui, |ui| {
            ui.weak("makespan s");
            for count in COUNTS {
                ui.weak(format!("{count} servers"));
            }
            ui.end_row();
            for label in labels {
                ui.label(label);
                for count in COUNTS {
                    let found = cells
                        .iter()
                        .find(|cell| cell.servers == count && cell.label == label);
                    match found {
                        Some(cell) => show_cell(ui, cell, best(cells, count)),
                        None => {
                            ui.weak("…");
                        }
                    }
                }
                ui.end_row();
            }
            ui.weak("bound");
            for count in COUNTS {
                let cell = cells.iter().find(|cell| cell.servers == count);
                ui.weak(cell.map_or_else(String::new, |cell| format::number(cell.bound)));
            }
            ui.end_row();
        });
}

fn show_cell(ui: &mut Ui, cell: &Cell, best: f64) {
    let text = cell_text(cell, best);
    if cell.makespan <= best {
        ui.label(strong(text))
    } else {
        ui.label(text)
    };
}

/// Returns the makespan, its distance from the bound, and a mark if it is the best.
fn cell_text(cell: &Cell, best: f64) -> String {
    let star = if cell.makespan <= best { "★ " } else { "" };
    let makespan = format::number(cell.makespan);
    if cell.bound <= 0.0 {
        return format!("{star}{makespan}");
    }
    let above = (cell.makespan / cell.bound - 1.0) * 100.0;
    format!("{star}{makespan} (+{above:.0} %)")
}

/// Returns the least makespan on so many servers.
fn best(cells: &[Cell], servers: u32) -> f64 {
    let column = cells.iter().filter(|cell| cell.servers == servers);
    column.fold(f64::INFINITY, |best, cell| best.min(cell.makespan))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_a_column_is_marked_and_the_gap_shown() {
        let cell = |label: &str, servers, makespan| Cell {
            servers,
            label: label.to_owned(),
            makespan,
            bound: 100.0,
        };
        let cells = [
            cell("LET", 2, 130.0),
            cell("MOM", 2, 125.0),
            cell("LET", 3, 90.0),
        ];
        let least = best(&cells, 2);
        assert_eq!(cell_text(&cells[0], least), "130 (+30 %)");
        assert_eq!(cell_text(&cells[1], least), "★ 125 (+25 %)");
    }
}
