//! Columns of `jobs.csv` for jobs that buy windows.

use crate::family::room::Columns;
use crate::record::Run;

/// The columns; empty for a job that was refused.
pub(super) const COLUMNS: Columns = Columns {
    names: &["cost", "quality"],
    applies: |run| run.slots().is_some(),
    cells,
};

fn cells(run: &Run, job: usize) -> Vec<String> {
    let Some(record) = run.slots() else {
        return Vec::new();
    };
    match record.bought.get(job).copied().flatten() {
        Some(bought) => vec![bought.cost.to_string(), bought.quality.to_string()],
        None => vec![String::new(); COLUMNS.names.len()],
    }
}
