//! Reports as text for a terminal and as rows for a file.

use super::{Cell, Report, Table};

/// Legend of the cells in a table.
pub const LEGEND: &str = "measured ± half of the 95 % interval [reported]; = reported lies in the interval, \
     ~ same sign, ? same sign but perhaps zero, ! opposite sign";

/// Lines for a terminal.
pub fn lines(report: &Report) -> Vec<String> {
    let mut lines = vec![report.title.clone(), String::new()];
    lines.extend(report.notes.iter().map(|note| format!("* {note}")));
    for table in &report.tables {
        lines.push(String::new());
        lines.extend(table_lines(table));
    }
    lines.push(String::new());
    lines.push(LEGEND.to_owned());
    lines.push(String::new());
    for claim in &report.claims {
        lines.push(format!("{}: {}", claim.statement, claim.holds.text()));
        let details = claim.details();
        lines.extend(details.map(|(name, text)| format!("    {name}: {text}")));
    }
    lines
}

fn table_lines(table: &Table) -> Vec<String> {
    let heading = std::iter::once(table.corner.clone()).chain(table.columns.iter().cloned());
    let mut rows = vec![heading.collect::<Vec<_>>()];
    for (name, cells) in &table.rows {
        let cells = cells.iter().map(cell);
        rows.push(std::iter::once(name.clone()).chain(cells).collect());
    }
    let widths: Vec<_> = (0..rows[0].len())
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        })
        .collect();
    let mut lines = vec![table.title.clone()];
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (cell, &width))| match column {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line: Vec<_> = cells.collect();
        lines.push(format!("  {}", line.join("  ")));
    }
    lines
}

fn cell(cell: &Cell) -> String {
    let measured = cell
        .measured
        .map_or("-".to_owned(), |measured| measured.words());
    match (cell.reported, cell.verdict()) {
        (Some(reported), Some(verdict)) => {
            format!("{measured} [{reported:.2}] {}", verdict.symbol())
        }
        (Some(reported), None) => format!("{measured} [{reported:.2}]"),
        (None, _) => measured,
    }
}

/// Every value on a row of its own, for a file: table, row, column, reported,
/// measured, half of the interval.
pub fn csv(report: &Report) -> Vec<Vec<String>> {
    let heading = [
        "table",
        "row",
        "column",
        "reported",
        "measured",
        "half_of_interval",
    ];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    for table in &report.tables {
        for (name, cells) in &table.rows {
            for (column, cell) in table.columns.iter().zip(cells) {
                rows.push(vec![
                    table.title.clone(),
                    name.clone(),
                    column.clone(),
                    number(cell.reported),
                    number(cell.measured.map(|measured| measured.mean)),
                    number(cell.measured.and_then(|measured| measured.half_width)),
                ]);
            }
        }
    }
    rows
}
