//! Shares of decayed usage over time and their targets, as a table.

use crate::record::Run;

/// Returns the share of usage and the target of each account, whenever shares were calculated, if
/// the queue of `run` was ordered by priority.
pub(super) fn rows(run: &Run) -> Option<Vec<Vec<String>>> {
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
    Some(std::iter::once(heading).chain(rows).collect())
}
