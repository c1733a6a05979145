//! Tables and pages filled by a value for each row and column.

use super::trials::Metric;
use super::{Cell, Estimate, Page, Quantity, Table};

impl Table {
    /// Table with a cell for each row and column.
    pub(super) fn of<R: Copy, C: Copy>(
        [title, corner]: [&str; 2],
        rows: impl IntoIterator<Item = (String, R)>,
        columns: impl IntoIterator<Item = (impl Into<String>, C)>,
        cell: impl Fn(R, C) -> Cell,
    ) -> Self {
        let (names, columns): (Vec<_>, Vec<_>) = columns
            .into_iter()
            .map(|(name, column)| (name.into(), column))
            .unzip();
        let cells = |row| columns.iter().map(|column| cell(row, *column)).collect();
        let rows = rows.into_iter().map(|(name, row)| (name, cells(row)));
        Self {
            title: title.to_owned(),
            corner: corner.to_owned(),
            rows: rows.collect(),
            columns: names,
        }
    }
}

impl Page {
    /// The page with two metrics among its columns, across and up, to be drawn against each other.
    pub(super) fn with_against(self, metrics: [Metric; 2]) -> Self {
        let column = |metric: Metric| self.columns.iter().position(|one| one.name == metric.name);
        let against = match metrics.map(column) {
            [Some(across), Some(up)] => Some([across, up]),
            _ => None,
        };
        Self {
            compared_columns: against,
            ..self
        }
    }

    /// Page with a value for each row, column and group.
    pub(super) fn of<R: Copy, C: Copy, G: Copy>(
        [title, source]: [&str; 2],
        rows: impl IntoIterator<Item = ([String; 2], R)>,
        columns: impl IntoIterator<Item = (Quantity, C)>,
        groups: impl IntoIterator<Item = (String, G)>,
        value: impl Fn(R, C, G) -> Option<Estimate>,
    ) -> Self {
        let (rows, row_keys): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let (columns, column_keys): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let (groups, group_keys): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
        let mut cells = Vec::new();
        for row in row_keys {
            for column in &column_keys {
                cells.extend(group_keys.iter().map(|group| value(row, *column, *group)));
            }
        }
        Self {
            title: title.to_owned(),
            source: source.to_owned(),
            rows,
            columns,
            groups,
            cells,
            compared_columns: None,
        }
    }
}
