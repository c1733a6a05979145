//! The tables of the effect of changes: all jobs, and each user, account and partition.

use egui::{Align2, Color32, FontId, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};
use egui_extras::{Column, TableBuilder};

use crate::command::action::Action;
use crate::shared::Shared;
use crate::widgets::{align, bar, wide};
use charts::colour::tokens::tokens;
use charts::look::strong;
use laboratory::run::whatif::tables::{COLUMNS, Row, Table, WhatIfReport};

/// Height of a row, and widths of columns.
const ROW: f32 = 24.0;
const NAME: [f32; 2] = [128.0, 200.0];
const WIDTHS: [f32; 8] = [52.0, 74.0, 74.0, 66.0, 106.0, 96.0, 52.0, 52.0];
/// Width of drawn changes, and the column before them.
const DRAWN: f32 = 132.0;
const BEFORE: usize = 6;
/// Number of users listed above and below.
const EACH_WAY: usize = 12;

/// Shows the tables of the report, one below the other.
pub(super) fn show_tables(
    ui: &mut Ui,
    report: &WhatIfReport,
    shared: &Shared,
    actions: &mut Vec<Action>,
) {
    for (index, table) in report.tables.iter().enumerate() {
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
