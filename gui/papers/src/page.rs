//! Pages of small charts as values, independent of how they are drawn.

use super::Estimate;

/// Bars of several groups, in a chart for each row and column.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// Title in one line.
    pub title: String,
    /// Source of its values, in a word or two.
    pub source: String,
    /// Rows, each with a name and a remark.
    pub rows: Vec<[String; 2]>,
    /// Columns.
    pub columns: Vec<Quantity>,
    /// Names of the bars in each chart.
    pub groups: Vec<String>,
    /// Values by row, column and group.
    pub cells: Vec<Option<Estimate>>,
    /// Two columns, in which less is better, to be drawn against each other: across and up.
    pub compared_columns: Option<[usize; 2]>,
}

/// Quantity of a column of charts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantity {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: Unit,
}

/// Unit of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Instant, in seconds from a meaningful one: its axis is linear, as 0 must be on it and twice
    /// as late is twice as far.
    Instant,
    /// Share, 0 to 1.
    Share,
    /// Number without a unit.
    Number,
}

impl Page {
    /// Value of `group` in the chart in `row` and `column`, if there is one.
    pub fn value(&self, row: usize, column: usize, group: usize) -> Option<Estimate> {
        let chart = row * self.columns.len() + column;
        let value = self.cells.get(chart * self.groups.len() + group);
        value.copied().flatten()
    }
}
