//! What is free over time, and what of that fits nobody who waits, as a table.

use crate::metrics::fragmentation::fragmentation;
use crate::record::Run;

/// From when on what is free in `run`, and fits nobody, if that can be said of it.
pub(super) fn rows(run: &Run) -> Option<Vec<Vec<String>>> {
    let moments = fragmentation(run)?;
    let heading = match run.experiment.cluster {
        Some(_) => ["from", "free_cores", "unfit_cores"],
        None => ["from", "free_nodes", "unfit_nodes"],
    };
    let heading = heading.map(str::to_owned).to_vec();
    let rows = moments.iter().map(|moment| {
        vec![
            moment.at.seconds().to_string(),
            moment.free.to_string(),
            moment.unfit.to_string(),
        ]
    });
    Some(std::iter::once(heading).chain(rows).collect())
}
