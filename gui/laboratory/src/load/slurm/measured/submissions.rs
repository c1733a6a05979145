//! Requests of jobs of a measured run that Slurm's own table does not have.

use std::collections::HashMap;
use std::path::Path;

use cosched_core::machine::cluster::Awaited;
use serde::Deserialize;

use super::jobs::{Job, NodesRequested};
use crate::base::problem::Problem;
use crate::base::text_file;
use crate::load::slurm::decisions::Number;

/// Row of the table of submissions.
#[derive(Deserialize)]
struct Submission {
    id: String,
    #[serde(default)]
    nodes: String,
    #[serde(default)]
    dep: String,
    #[serde(default)]
    array: String,
}

/// Reads from the table of submissions in `path` which jobs requested no number of nodes, how
/// many tasks of an array may run at once, and what jobs depend on. The job `j7` is that of row 7;
/// jobs of other names are those of the rows that are left, in their order.
///
/// # Errors
/// It cannot be read, or a cell of it cannot be.
pub(super) fn read(path: &Path, jobs: &mut [Job]) -> Result<(), Problem> {
    let text = text_file::read(path, "the submissions of a run are a table (.csv)")?;
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut rows: Vec<Submission> = Vec::new();
    for row in reader.deserialize() {
        rows.push(row.map_err(|error| {
            let line = error.position().map_or(1, csv::Position::line);
            Problem::input(error.to_string()).at(line as usize, 1)
        })?);
    }
    let row_of = rows_of_jobs(&rows, jobs);
    let numbers: HashMap<&str, Number> = (0..jobs.len())
        .filter_map(|job| {
            let row = rows.get(row_of[job]?)?;
            Some((row.id.as_str(), jobs[job].array.unwrap_or(jobs[job].id)))
        })
        .collect();
    for (job, row) in jobs.iter_mut().zip(&row_of) {
        let Some(row) = row.and_then(|row| rows.get(row)) else {
            continue;
        };
        if row.nodes.is_empty() {
            job.nodes = NodesRequested::AnyNumber;
        }
        let wrong = |what: String| Problem::input(format!("job {}: {what}", row.id));
        if let Some((_, most)) = row.array.split_once('%') {
            job.at_once = Some(most.parse().map_err(|_| {
                let text = &row.array;
                wrong(format!(
                    "array is `{text}`; a list such as 0-9%2 is allowed"
                ))
            })?);
        }
        for part in row.dep.split(',').filter(|part| !part.is_empty()) {
            if part == "singleton" {
                job.is_singleton = true;
                continue;
            }
            let depends_on = depends_on(part, &numbers).ok_or_else(|| {
                wrong(format!(
                    "dep is `{part}`; singleton, and after, afterany, afterok and afternotok with rows as in `afterok:@3:@5` are allowed"
                ))
            })?;
            job.depends_on.extend(depends_on);
        }
    }
    Ok(())
}

/// Index of the row of each job.
fn rows_of_jobs(rows: &[Submission], jobs: &[Job]) -> Vec<Option<usize>> {
    let by_name: HashMap<String, usize> = rows
        .iter()
        .enumerate()
        .map(|(index, row)| (format!("j{}", row.id), index))
        .collect();
    let mut found: Vec<Option<usize>> = jobs
        .iter()
        .map(|job| by_name.get(&job.name).copied())
        .collect();
    let left = (0..rows.len()).filter(|row| !found.contains(&Some(*row)));
    let left: Vec<usize> = left.collect();
    let mut others: Vec<usize> = (0..jobs.len())
        .filter(|job| found[*job].is_none())
        .collect();
    others.sort_by_key(|&job| jobs[job].id);
    if left.len() == others.len() {
        for (job, row) in others.into_iter().zip(left) {
            found[job] = Some(row);
        }
    }
    found
}

/// Parses `afterok:@3:@5`, with the numbers of the rows' jobs.
fn depends_on(text: &str, numbers: &HashMap<&str, Number>) -> Option<Vec<(Number, Awaited)>> {
    let (kind, rows) = text.split_once(':')?;
    let awaited = match kind {
        "after" => Awaited::Start,
        // Whether a job fails does not depend on when it starts: those that wait in vain for
        // success or failure never started, and are in no whole run.
        "afterany" | "afterok" | "afternotok" => Awaited::End,
        _ => return None,
    };
    let number = |row: &str| match row.strip_prefix('@') {
        Some(row) => numbers.get(row).copied(),
        None => row.parse().ok(),
    };
    rows.split(':')
        .map(|row| Some((number(row)?, awaited)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_name_rows_or_jobs() {
        let numbers = HashMap::from([("3", 30), ("5", 51)]);
        let of = |text| depends_on(text, &numbers);
        let end = |number| (number, Awaited::End);
        assert_eq!(of("afterok:@3:@5"), Some(vec![end(30), end(51)]));
        assert_eq!(of("afternotok:@5"), Some(vec![end(51)]));
        assert_eq!(of("after:7"), Some(vec![(7, Awaited::Start)]));
        for wrong in ["afterok", "afterok:@4", "before:@3", "afterany:x"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
    }
}
