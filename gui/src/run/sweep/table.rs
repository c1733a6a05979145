//! The tables of a sweep: a row for each run, and the means of each point and policy.

use super::Results;
use super::grid::{Grid, wanted};
use super::interval::Mean;
use super::point::{Rows, shown};
use crate::base::problem::Problem;
use crate::metrics;

/// What stands where a table has nothing to say.
fn cell(value: Option<f64>) -> String {
    shown(&value)
}

/// Every run: parameters, policy, seed, and each metric that says something of any run.
///
/// # Errors
/// Those of [`Grid::point`].
pub fn results(grid: &Grid, results: &Results) -> Result<Vec<Vec<String>>, Problem> {
    let all = metrics::all();
    let says = |metric: usize| {
        let mut rows = results.iter().flatten().flatten();
        rows.any(|row| row[metric].is_some())
    };
    let said: Vec<usize> = (0..all.len()).filter(|metric| says(*metric)).collect();
    let mut heading = beginning(grid);
    heading.push("seed".to_owned());
    heading.extend(said.iter().map(|metric| all[*metric].name.to_owned()));
    let mut table = vec![heading];
    for (number, seeds) in results.iter().enumerate() {
        let point = grid.point(number)?;
        for (policy, choice) in point.choices.iter().enumerate() {
            for (place, rows) in seeds.iter().enumerate() {
                let seed = point.scenario.seed.wrapping_add(place as u64);
                let mut row = point.values.clone();
                row.extend([choice.label.clone(), seed.to_string()]);
                row.extend(said.iter().map(|metric| cell(rows[policy][*metric])));
                table.push(row);
            }
        }
    }
    Ok(table)
}

/// For each point, policy and wanted metric its mean, and the mean of the differences to the
/// first policy under the same seeds, each with half the width of its interval.
///
/// # Errors
/// Those of [`Grid::point`].
pub fn summary(grid: &Grid, results: &Results) -> Result<Vec<Vec<String>>, Problem> {
    let mut heading = beginning(grid);
    let columns = [
        "metric",
        "runs",
        "mean",
        "half_width",
        "difference",
        "difference_half_width",
    ];
    heading.extend(columns.map(str::to_owned));
    let mut table = vec![heading];
    for (number, seeds) in results.iter().enumerate() {
        let point = grid.point(number)?;
        for (policy, choice) in point.choices.iter().enumerate() {
            for name in wanted(&grid.sweep) {
                let mut row = point.values.clone();
                row.extend([choice.label.clone(), name.to_owned()]);
                row.extend(means(seeds, policy, name));
                table.push(row);
            }
        }
    }
    Ok(table)
}

/// The columns that say which point and policy it is.
fn beginning(grid: &Grid) -> Vec<String> {
    let names = grid.names().map(str::to_owned);
    names.chain(["policy".to_owned()]).collect()
}

/// What is known of one metric under one of the policies of a point.
fn means(seeds: &[Rows], policy: usize, name: &str) -> [String; 5] {
    let mean = mean_of(seeds, policy, name);
    let difference = match policy {
        0 => None,
        _ => {
            let pairs = seeds
                .iter()
                .filter_map(|rows| Some((value(&rows[0], name)?, value(&rows[policy], name)?)));
            Mean::of_differences(&pairs.collect::<Vec<_>>())
        }
    };
    [
        mean.map_or(0, |mean| mean.count).to_string(),
        cell(mean.map(|mean| mean.mean)),
        cell(mean.and_then(|mean| mean.half_width)),
        cell(difference.map(|mean| mean.mean)),
        cell(difference.and_then(|mean| mean.half_width)),
    ]
}

/// The mean of a metric over the seeds of which it says something.
pub(super) fn mean_of(seeds: &[Rows], policy: usize, name: &str) -> Option<Mean> {
    let values = seeds.iter().filter_map(|rows| value(&rows[policy], name));
    Mean::of(&values.collect::<Vec<_>>())
}

fn value(row: &[Option<f64>], name: &str) -> Option<f64> {
    let place = metrics::all()
        .iter()
        .position(|metric| metric.name == name)?;
    *row.get(place)?
}
