//! A `summary.csv` without the columns that need all jobs, as a stream writes it.

use cosched::metrics::spread::METRICS;

/// These rows, including the heading, without those columns.
pub(crate) fn summed(rows: &[String]) -> Vec<String> {
    let heading = rows.iter().find(|row| row.starts_with("run,")).unwrap();
    let of_all = |name: &str| METRICS.iter().any(|metric| metric.name == name);
    let is_kept: Vec<bool> = heading.split(',').map(|name| !of_all(name)).collect();
    let left_out = is_kept.iter().filter(|is_kept| !**is_kept).count();
    assert_eq!(left_out, METRICS.len());
    let row = |row: &String| {
        let cells = row.split(',').zip(&is_kept).filter(|(_, kept)| **kept);
        cells.map(|(cell, _)| cell).collect::<Vec<_>>().join(",")
    };
    rows.iter().map(row).collect()
}
