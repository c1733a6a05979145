//! The record as a Parquet file.

use std::path::Path;
use std::sync::Arc;

use laboratory::base::problem::Problem;
use laboratory::export::{parquet_of_rows, write_whole};
use redb::{Database, ReadableDatabase};

use super::accuracy::Tally;
use super::{FILE, JudgedPrediction, all_judged, broken, open_file};

/// Columns of a judged prediction; times in seconds of the epoch.
const COLUMNS: [&str; 10] = [
    "job",
    "partition",
    "made",
    "p5_as_drawn",
    "median",
    "p95_as_drawn",
    "p5",
    "p95",
    "started",
    "held",
];

/// Writes the judged predictions of the record in `folder` to `out`, and returns their number.
///
/// # Errors
/// There is no record, a service has it open, or the file cannot be written.
pub fn copy_out(folder: &Path, out: &Path) -> Result<usize, Problem> {
    if !folder.join(FILE).is_file() {
        let sentence = format!("no record of predictions: there is no {FILE} in it");
        return Err(Problem::input(sentence).in_file(folder));
    }
    let (rows, parquet) = JudgedRecord(Arc::new(open_file(folder)?)).parquet()?;
    write_whole(out, &parquet)?;
    Ok(rows)
}

/// The judged predictions of a record that may go on being written.
#[derive(Debug)]
pub(crate) struct JudgedRecord(pub(super) Arc<Database>);

impl JudgedRecord {
    /// All of them as they are now: their number, and a table in Parquet.
    pub(crate) fn parquet(&self) -> Result<(usize, Vec<u8>), Problem> {
        let reading = self.0.begin_read().map_err(broken)?;
        let judged = all_judged(&reading)?;
        let heading = COLUMNS.map(str::to_owned).to_vec();
        let rows: Vec<Vec<String>> = std::iter::once(heading)
            .chain(judged.iter().map(row))
            .collect();
        Ok((judged.len(), parquet_of_rows(&rows)?))
    }
}

/// A judged prediction as a row of [`COLUMNS`].
fn row(one: &JudgedPrediction) -> Vec<String> {
    let number = |value: f64| value.to_string();
    let [p5, median, p95] = one.prediction.said;
    vec![
        one.prediction.job.clone(),
        one.prediction.partition.clone(),
        number(one.made),
        number(one.prediction.raw[0]),
        number(median),
        number(one.prediction.raw[2]),
        number(p5),
        number(p95),
        number(one.started),
        Tally::of(one).held.to_string(),
    ]
}
