//! The report of a study: notes, claims and tables.

use std::cmp::Ordering;

use egui::{CollapsingHeader, Grid, Label, RichText, Ui};

use crate::panes::compare::cell;
use crate::widgets::wide;
use ::papers::{Cell, Claim, Estimate, Holds, LEGEND, Report, Table, Verdict};
use charts::look::strong;
use laboratory::base::format;

/// Shows the claims and tables of `report`.
pub(super) fn show(ui: &mut Ui, report: &Report) {
    CollapsingHeader::new("Claims")
        .default_open(true)
        .show(ui, |ui| {
            report
                .claims
                .iter()
                .for_each(|claim| self::claim(ui, claim));
        });
    CollapsingHeader::new("Tables")
        .default_open(true)
        .show(ui, |ui| {
            ui.add(Label::new(RichText::new(LEGEND).weak()).wrap());
            for (index, table) in report.tables.iter().enumerate() {
                ui.add_space(4.0);
                ui.label(strong(&table.title));
                ui.push_id(index, |ui| wide::show(ui, |ui| self::table(ui, table)));
            }
        });
}

/// Shows assumptions and choices, at first only their heading.
pub(super) fn notes(ui: &mut Ui, report: &Report) {
    CollapsingHeader::new("Notes").show(ui, |ui| {
        for note in &report.notes {
            ui.add(Label::new(format!("• {note}")).wrap());
        }
    });
}

/// Shows a claim of the paper, whether it holds, and what was measured.
fn claim(ui: &mut Ui, claim: &Claim) {
    let verdict = match claim.holds {
        Holds::Yes => Ordering::Greater,
        Holds::InDirection => Ordering::Equal,
        Holds::No => Ordering::Less,
    };
    let holds = RichText::new(claim.holds.text()).strong();
    ui.label(holds.color(cell::ink(ui, verdict)));
    ui.add(Label::new(&claim.statement).wrap());
    for (name, text) in claim.details() {
        ui.add(Label::new(RichText::new(format!("{name}: {text}")).weak()).wrap());
    }
    ui.add_space(6.0);
}

fn table(ui: &mut Ui, table: &Table) {
    Grid::new("values")
        .striped(true)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            ui.weak(&table.corner);
            for column in &table.columns {
                ui.weak(column);
            }
            ui.end_row();
            for (name, cells) in &table.rows {
                ui.label(name);
                cells.iter().for_each(|cell| self::cell(ui, cell));
                ui.end_row();
            }
        });
}

/// Shows what was measured, what was reported, and whether they agree.
fn cell(ui: &mut Ui, cell: &Cell) {
    ui.horizontal(|ui| {
        ui.label(cell.measured.map_or("–".to_owned(), format_estimate));
        if let Some(reported) = cell.reported {
            ui.weak(format!("[{}]", format::number(reported)))
                .on_hover_text("What the paper reports");
        }
        if let Some(verdict) = cell.verdict() {
            let colour = cell::ink(ui, order(verdict));
            ui.label(RichText::new(verdict.symbol()).color(colour))
                .on_hover_text(verdict.text());
        }
    });
}

fn format_estimate(estimate: Estimate) -> String {
    let mean = format::number(estimate.mean);
    match estimate.half_width {
        Some(half) => format!("{mean} ± {}", format::number(half)),
        None => mean,
    }
}

/// Returns how good a verdict is.
fn order(verdict: Verdict) -> Ordering {
    match verdict {
        Verdict::Equal | Verdict::Direction => Ordering::Greater,
        Verdict::Unsure => Ordering::Equal,
        Verdict::Opposite => Ordering::Less,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_has_its_interval_if_there_is_one() {
        let estimate = |half_width| Estimate {
            mean: 12_345.6,
            half_width,
        };
        assert_eq!(format_estimate(estimate(None)), "12 346");
        assert_eq!(format_estimate(estimate(Some(0.25))), "12 346 ± 0.25");
    }
}
