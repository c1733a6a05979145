//! The pane of the fit to a log: what the log shows of machine, limits and policy, and how near a
//! simulation is with that and without.

use egui::{Id, Label, RichText, ScrollArea, Ui, vec2};
use egui_extras::{Column, TableBuilder};

use crate::command::action::Action;
use crate::panes::view::View;
use crate::shared::Shared;
use crate::widgets::{align, wide};
use charts::look::strong;
use charts::plot;
use charts::plot::figure::Figure;
use laboratory::base::format::counted;
use laboratory::base::sanitize::quoted;
use laboratory::export::{Cell, Table};
use laboratory::load::health::can_inspect;
use laboratory::run::fit::report::{COLUMNS, FitTable};
use laboratory::run::fit::{FitReport, LogFit};

/// Width of a line that is easily read.
const WIDTH: f32 = 900.0;
/// Height of a row, and widths of columns.
const ROW: f32 = 24.0;
const NAME: f32 = 150.0;
const WIDTHS: [f32; 4] = [64.0, 84.0, 84.0, 170.0];

/// Height of the distributions of waits.
const HEIGHT: f32 = 260.0;

/// The fit to the open log.
#[derive(Default)]
pub(crate) struct Fit {
    /// The figure of a fit, which takes long to make of many jobs.
    made: Option<(LogFit, Figure)>,
}

impl View for Fit {
    fn show(&mut self, ui: &mut Ui, shared: &Shared, actions: &mut Vec<Action>) {
        let experiment = shared.experiment.as_ref();
        if !experiment.is_some_and(|experiment| can_inspect(&experiment.scenario)) {
            ui.weak("Only logs and accounting have recorded starts that a simulation could fit to");
            return;
        }
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(WIDTH.min(ui.available_width()));
            match &shared.predicted.fit {
                None => offer(ui, actions),
                Some(None) => {
                    ui.weak("being simulated…");
                }
                Some(Some(Err(problem))) => {
                    ui.colored_label(ui.visuals().error_fg_color, quoted(problem));
                }
                Some(Some(Ok(report))) => {
                    show_report(ui, report, self.made(&report.after), actions)
                }
            }
        });
    }

    fn figure(&self, shared: &Shared) -> Option<Figure> {
        let report = shared.predicted.fitted()?;
        Some(Figure::recorded_and_simulated(&report.after))
    }

    fn table(&self, shared: &Shared) -> Option<Table> {
        shared.predicted.fitted().map(table_of)
    }

    fn sentences(&self, shared: &Shared) -> Option<String> {
        let report = shared.predicted.fitted()?;
        Some(report.verdict().join("\n"))
    }

    fn has_sentences(&self, shared: &Shared) -> bool {
        shared.predicted.fitted().is_some()
    }
}

impl Fit {
    /// The figure of `fit`.
    fn made(&mut self, fit: &LogFit) -> &Figure {
        let known = self.made.take().filter(|(known, _)| known == fit);
        let make = || (fit.clone(), Figure::recorded_and_simulated(fit));
        &self.made.insert(known.unwrap_or_else(make)).1
    }
}

/// Shows what a fit is, and the button that starts it.
fn offer(ui: &mut Ui, actions: &mut Vec<Action>) {
    let words = "What the log shows of its machine, of limits and of the policy, and how near a simulation is with that: to the whole log, and to its second half with what the first shows";
    ui.add(Label::new(RichText::new(words).weak()).wrap());
    let button = ui.button("Fit the scenario to the log");
    let button =
        button.on_hover_text("Simulate the log without and with what it shows, a few runs in all");
    if button.clicked() {
        actions.push(Action::FitToLog);
    }
}

/// Shows the proposals, the verdict and the groups.
fn show_report(ui: &mut Ui, report: &FitReport, figure: &Figure, actions: &mut Vec<Action>) {
    ui.label(strong("What the log shows"));
    let evidence = report.evidence();
    if evidence.is_empty() {
        ui.weak("nothing that a scenario could have more");
    }
    for line in evidence {
        ui.indent("evidence", |ui| ui.add(Label::new(line).wrap()));
    }
    if !report.proposals.is_empty() {
        let button = ui.button("Take these into the scenario");
        let button = button
            .on_hover_text("Have the scenario with all of them in the place of the present one");
        if button.clicked() {
            actions.push(Action::Scenario(Box::new(
                report.scenario_beside_recorded(),
            )));
        }
    }
    ui.add_space(6.0);
    ui.label(strong("Verdict"));
    for line in report.verdict() {
        ui.indent("verdict", |ui| ui.add(Label::new(line.trim()).wrap()));
    }
    ui.add_space(6.0);
    let size = vec2(ui.available_width(), HEIGHT);
    ui.allocate_ui(size, |ui| plot::show(ui, figure, Id::unique("fit")));
    for table in report.tables() {
        ui.add_space(6.0);
        ui.push_id(table.title, |ui| {
            wide::show(ui, |ui| show_table(ui, &table));
        });
    }
}

fn show_table(ui: &mut Ui, table: &FitTable) {
    let mut builder = TableBuilder::new(ui)
        .id_salt(table.title)
        .vscroll(false)
        .striped(true)
        .cell_layout(align::numbers())
        .column(Column::exact(NAME).clip(true));
    for width in WIDTHS {
        builder = builder.column(Column::exact(width));
    }
    builder
        .header(ROW, |mut row| {
            row.col(|ui| {
                align::from_left(ui, true, |ui| {
                    ui.label(strong(table.heading()));
                });
            });
            for name in COLUMNS {
                row.col(|ui| {
                    ui.label(strong(name));
                });
            }
        })
        .body(|body| {
            body.rows(ROW, table.rows.len(), |mut line| {
                let row = &table.rows[line.index()];
                for (column, cell) in row.iter().enumerate() {
                    line.col(|ui| {
                        align::from_left(ui, column == 0, |ui| {
                            ui.label(cell);
                        });
                    });
                }
            });
        });
    if table.left > 0 {
        ui.weak(format!(
            "… {} that deviate less",
            counted(table.left, table.title)
        ));
    }
}

/// Returns a row for each group.
fn table_of(report: &FitReport) -> Table {
    let heading = ["by", "group", "jobs", "recorded", "simulated", "miss"];
    let groups = report.after.groups.iter();
    let rows = groups.map(|group| {
        let means = &group.means;
        vec![
            Cell::text(group.by.title()),
            Cell::text(&group.name),
            Cell::number(Some(means.jobs as f64), laboratory::base::format::number),
            Cell::number(Some(means.recorded), laboratory::base::format::span),
            Cell::number(Some(means.simulated), laboratory::base::format::span),
            Cell::number(
                Some(means.miss()).filter(|miss| miss.is_finite()),
                laboratory::base::format::number,
            ),
        ]
    });
    Table {
        title: "Fit to the log".to_owned(),
        heading: heading.map(str::to_owned).to_vec(),
        rows: rows.collect(),
    }
}
