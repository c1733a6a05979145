//! Queues by priority: record and table of shares of decayed usage over time and their targets.

use crate::family::room::Table;
use crate::family::{self, Addition};
use crate::record::Run;
use crate::record::priority::FairshareRecorder;

/// The feature.
pub(super) const ADDITION: Addition = Addition {
    tables: |run| table(run).into_iter().collect(),
    add_recorders: |experiment, choice, _, recorders| {
        if let Some(data) = family::priority::data(experiment, choice)? {
            recorders.add(FairshareRecorder::new(data));
        }
        Ok(())
    },
    ..Addition::NONE
};

/// Returns the share of usage and the target of each account, whenever shares were calculated, if
/// the queue of `run` was ordered by priority.
fn table(run: &Run) -> Option<Table> {
    let record = run.fairshare()?;
    let heading = ["at", "name", "part", "target"].map(str::to_owned).to_vec();
    let rows = record.parts.iter().flat_map(|(at, parts)| {
        let each = record.names.iter().zip(parts).zip(&record.targets);
        each.map(|((name, part), target)| {
            vec![
                at.seconds().to_string(),
                name.clone(),
                part.to_string(),
                target.to_string(),
            ]
        })
    });
    let rows = std::iter::once(heading).chain(rows).collect();
    Some(("fairshare.csv", rows))
}
