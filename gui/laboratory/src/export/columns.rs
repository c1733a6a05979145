//! Columns of tables, with the type that all their cells have.

use crate::base::sanitize::cell;

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    /// A measured number.
    Number(f64),
    /// A word, or a number as written in the scenario.
    Text(String),
    /// No value.
    Nothing,
}

impl Cell {
    /// Makes a cell of a scenario's text, without quotation marks.
    pub(crate) fn of(text: &str) -> Self {
        let inside = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        Self::Text(inside.unwrap_or(text).to_owned())
    }

    /// Returns the cell as CSV text.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            // Numbers may begin with a sign; formulas, which spreadsheets would evaluate, may not.
            Self::Text(text) if text.parse::<f64>().is_ok() => text.clone(),
            Self::Text(text) => cell(text).into_owned(),
            Self::Nothing => String::new(),
        }
    }

    pub(crate) fn whole(&self) -> Option<i64> {
        match self {
            Self::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            // A whole number beyond `i64` would lose digits as a floating-point number.
            Self::Text(text) if text.parse::<u128>().is_ok() && self.whole().is_none() => None,
            Self::Text(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
            Self::Nothing => None,
        }
    }
}

/// Columns of texts, even if all of these could be read as numbers.
const TEXTS: [&str; 7] = [
    "policy",
    "metric",
    "digest",
    "name",
    "user",
    "reason",
    "no_interval",
];

/// Type of a column's cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Whole,
    Number,
    Text,
}

impl Kind {
    /// The type of the column with that index.
    pub(crate) fn of(name: &str, rows: &[Vec<Cell>], column: usize) -> Self {
        let mut cells = rows
            .iter()
            .map(|row| &row[column])
            .filter(|cell| **cell != Cell::Nothing);
        if TEXTS.contains(&name) {
            Self::Text
        } else if cells.clone().all(|cell| cell.whole().is_some()) {
            Self::Whole
        } else if cells.all(|cell| cell.number().is_some()) {
            Self::Number
        } else {
            Self::Text
        }
    }
}

/// Values of a column, of the type that all of them have.
#[derive(Clone, PartialEq, Debug)]
pub enum ColumnValues {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Numbers.
    Number(Vec<Option<f64>>),
    /// Texts.
    Text(Vec<Option<String>>),
}

impl ColumnValues {
    /// Number of rows.
    pub fn len(&self) -> usize {
        match self {
            Self::Whole(values) => values.len(),
            Self::Number(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns the names of `columns`, each with its values in `rows`.
pub(crate) fn typed(columns: &[String], rows: &[Vec<Cell>]) -> Vec<(String, ColumnValues)> {
    let values = |(index, name): (usize, &String)| {
        let cells = rows.iter().map(|row| &row[index]);
        let values = match Kind::of(name, rows, index) {
            Kind::Whole => ColumnValues::Whole(cells.map(Cell::whole).collect()),
            Kind::Number => ColumnValues::Number(cells.map(Cell::number).collect()),
            Kind::Text => {
                let text = |cell: &Cell| (*cell != Cell::Nothing).then(|| cell.text());
                ColumnValues::Text(cells.map(text).collect())
            }
        };
        (name.clone(), values)
    };
    columns.iter().enumerate().map(values).collect()
}

/// Returns the columns of a table of texts, whose first row has their names.
pub fn columns_of_rows(rows: &[Vec<String>]) -> Vec<(String, ColumnValues)> {
    let Some((names, rows)) = rows.split_first() else {
        return Vec::new();
    };
    typed(names, &cells_of(rows))
}

/// Returns the cells of rows of texts; an empty text is no value.
pub(super) fn cells_of(rows: &[Vec<String>]) -> Vec<Vec<Cell>> {
    let cell = |text: &String| {
        let text = (!text.is_empty()).then(|| text.clone());
        text.map_or(Cell::Nothing, Cell::Text)
    };
    rows.iter()
        .map(|row| row.iter().map(cell).collect())
        .collect()
}
