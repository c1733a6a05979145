//! Columns of `jobs.csv` for jobs with memory on their nodes.

use crate::family::room::Columns;
use crate::record::Run;

/// The columns.
pub(super) const COLUMNS: Columns = Columns {
    names: &[
        "class",
        "memory",
        "first_load",
        "reload",
        "swap_out",
        "preemptions",
    ],
    applies: |run| !run.overheads().is_empty(),
    cells,
};

fn cells(run: &Run, job: usize) -> Vec<String> {
    let Some(overhead) = run.overheads().get(job) else {
        return Vec::new();
    };
    vec![
        run.classes[job].to_string(),
        run.experiment.jobs[job].memory.to_string(),
        overhead.first_load.to_string(),
        overhead.reload.to_string(),
        overhead.swap_out.to_string(),
        overhead.preempted.to_string(),
    ]
}
