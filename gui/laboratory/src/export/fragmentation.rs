//! Free capacity over time, and the part of it that fits no waiting job, as a table.

use crate::metrics::fragmentation::fragmentation;
use crate::record::Run;

/// Returns free capacity, and what of it fits no waiting job, at each change, if known of `run`.
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
