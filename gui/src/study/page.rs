//! A page of small charts, as values: what is drawn of them is no business of a study.

use super::Estimate;

/// Bars of several groups, in a chart for each row and column.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// What it shows, in one line.
    pub title: String,
    /// What its values come from, in a word or two.
    pub source: String,
    /// Its rows, each with a name and what more there is to say of it.
    pub rows: Vec<[String; 2]>,
    /// Its columns.
    pub columns: Vec<Quantity>,
    /// What the bars of each chart stand for.
    pub groups: Vec<String>,
    /// A value for each group, of each column, of each row.
    pub cells: Vec<Option<Estimate>>,
    /// Two columns of which less is better that are worth a look together: across
    /// and up.
    pub against: Option<[usize; 2]>,
}

/// What a column of charts measures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quantity {
    /// Its name.
    pub name: String,
    /// Its unit.
    pub unit: Unit,
}

/// What a value is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// A moment, in seconds from one that means something: its axis is even, as 0
    /// must have a place on it and twice as late is twice as far.
    Instant,
    /// A share, 0 to 1.
    Share,
    /// Nothing.
    Number,
}

impl Page {
    /// The value of `group` in the chart in `row` and `column`, if there is one.
    pub fn value(&self, row: usize, column: usize, group: usize) -> Option<Estimate> {
        let chart = row * self.columns.len() + column;
        let value = self.cells.get(chart * self.groups.len() + group);
        value.copied().flatten()
    }
}
