//! Columns of `jobs.csv` for jobs on servers, where the allocated resources are rows of the chart:
//! a row for each thread.

use crate::base::sanitize::cell;
use crate::family::room::Columns;
use crate::record::Run;

/// The columns.
pub(super) const COLUMNS: Columns = Columns {
    names: &["server", "name"],
    applies: |run| run.placements().is_some(),
    cells,
};

fn cells(run: &Run, job: usize) -> Vec<String> {
    let Some(placements) = run.placements() else {
        return Vec::new();
    };
    let server = placements.server_of[job].map_or_else(String::new, |server| server.to_string());
    let name = run
        .experiment
        .names
        .get(job)
        .map(|name| cell(name).into_owned());
    vec![server, name.unwrap_or_default()]
}
