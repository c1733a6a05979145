//! The record as a Parquet file.

use std::path::Path;

use laboratory::base::problem::Problem;
use laboratory::export::{parquet_of_rows, write_whole};
use redb::ReadableDatabase;

use super::{FILE, all_judged, broken, open_file};

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
    let record = open_file(folder)?;
    let reading = record.begin_read().map_err(broken)?;
    let judged = all_judged(&reading)?;
    let number = |value: f64| value.to_string();
    let heading = COLUMNS.map(str::to_owned).to_vec();
    let rows = judged.iter().map(|one| {
        let [p5, median, p95] = one.prediction.said;
        let held = one.started >= p5 - 1.0 && one.started <= p95 + 1.0;
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
            u8::from(held).to_string(),
        ]
    });
    let rows: Vec<Vec<String>> = std::iter::once(heading).chain(rows).collect();
    write_whole(out, &parquet_of_rows(&rows)?)?;
    Ok(judged.len())
}
