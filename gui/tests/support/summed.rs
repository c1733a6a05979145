//! A `summary.csv` without the columns that need all jobs, as a stream writes it.

use cosched::metrics::spread::METRICS;

/// These rows, including the heading, without those columns.
pub(crate) fn summed(rows: &[String]) -> Vec<String> {
    let heading = rows.iter().find(|row| row.starts_with("run,")).unwrap();
    // What the layout of all jobs leaves free is one of them, beside the distributions.
    let needs_all: Vec<&str> = METRICS
        .iter()
        .map(|metric| metric.name)
        .chain(["loss_of_capacity"])
        .collect();
    let of_all = |name: &str| needs_all.contains(&name);
    let is_kept: Vec<bool> = heading.split(',').map(|name| !of_all(name)).collect();
    let left_out = is_kept.iter().filter(|is_kept| !**is_kept).count();
    assert_eq!(left_out, needs_all.len());
    let row = |row: &String| {
        let cells = row.split(',').zip(&is_kept).filter(|(_, kept)| **kept);
        cells.map(|(cell, _)| cell).collect::<Vec<_>>().join(",")
    };
    rows.iter().map(row).collect()
}
