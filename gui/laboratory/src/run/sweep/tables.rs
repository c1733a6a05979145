//! The tables of a sweep: a row for each run, and a summary.

use super::curves::{Curve, CurvePoint};
use super::plan::{Plan, Sample};
use super::queue::SampleQueue;
use super::{ResultStorage, Shard, SweepFolder};
use crate::base::problem::Problem;
use crate::export::columns::{self, Cell};
use crate::export::parquet;
use crate::export::{self, ColumnValues, columns_of_rows};
use crate::metrics::estimate::Estimate;
use crate::metrics::{Values, all};
use crate::record::metric::Metric;

/// The tables of a sweep, from the results so far.
#[derive(Debug)]
pub struct Tables {
    /// A row for each run, a cell for each column.
    rows: Vec<Vec<Cell>>,
    columns: Vec<String>,
    summary: Vec<Vec<String>>,
    /// Number of samples computed, of those that count.
    pub done: usize,
    /// Names of the missing samples.
    pub missing: Vec<String>,
    /// Whether more samples may be missing than are known to be.
    pub is_lower_bound: bool,
}

/// Makes the tables of the results of `plan` in `kept`.
pub fn tables(plan: &Plan, kept: &dyn ResultStorage) -> Tables {
    let queue = SampleQueue::new(plan, Shard::WHOLE, |sample| kept.read(plan, sample));
    let mut tables = Tables {
        rows: Vec::new(),
        columns: columns(plan),
        summary: vec![summary_columns(plan)],
        done: 0,
        missing: Vec::new(),
        is_lower_bound: false,
    };
    for point in 0..plan.points.len() {
        let samples = queue.counted(point);
        for (seed, found) in samples.iter().enumerate() {
            match found {
                Some(_) => tables.done += 1,
                None => tables.missing.push(plan.name(Sample { point, seed })),
            }
        }
        tables.is_lower_bound |= plan.stops() && samples.iter().any(Option::is_none);
        tables.add(plan, point, &samples);
    }
    tables.drop_empty_columns(plan);
    tables
}

fn columns(plan: &Plan) -> Vec<String> {
    let names = plan.names.iter().map(String::as_str);
    let metrics = all().iter().map(|metric| metric.name);
    let columns = names
        .chain(["policy", "seed"])
        .chain(metrics)
        .chain(["digest"]);
    columns.map(str::to_owned).collect()
}

fn summary_columns(plan: &Plan) -> Vec<String> {
    let names = plan.names.iter().map(String::as_str);
    let columns = names.chain(["policy", "metric"]).chain(Summary::COLUMNS);
    columns.map(str::to_owned).collect()
}

impl Tables {
    /// Adds the runs of a point: policy by policy, and seed by seed.
    fn add(&mut self, plan: &Plan, point: usize, samples: &[Option<&[Values]>]) {
        let values = &plan.points[point].values;
        let named: Vec<Cell> = values.iter().map(|text| Cell::of(text)).collect();
        for (policy, label) in plan.policies(point).enumerate() {
            for (seed, found) in samples.iter().enumerate() {
                let Some(found) = found.map(|found| &found[policy]) else {
                    continue;
                };
                let mut row = named.clone();
                row.extend([
                    Cell::Text(label.to_owned()),
                    Cell::Text(plan.seeds[seed].to_string()),
                ]);
                row.extend(
                    found
                        .values
                        .iter()
                        .map(|value| value.map_or(Cell::Nothing, Cell::Number)),
                );
                row.push(Cell::Text(format!("{:016x}", found.digest)));
                self.rows.push(row);
            }
            for (metric, index) in all().iter().zip(0..) {
                let summary = Summary::of(samples, policy, index);
                let Some(summary) = summary else { continue };
                let texts = named.iter().map(Cell::text);
                let texts = texts.chain([label.to_owned(), metric.name.to_owned()]);
                self.summary.push(texts.chain(summary.cells()).collect());
            }
        }
    }

    /// Drops the columns of metrics that are undefined in every run.
    fn drop_empty_columns(&mut self, plan: &Plan) {
        let metrics = plan.names.len() + 2;
        let is_kept: Vec<bool> = (0..self.columns.len())
            .map(|column| {
                column < metrics || self.rows.iter().any(|row| row[column] != Cell::Nothing)
            })
            .collect();
        let keep = |row: &mut Vec<_>| {
            let mut kept = is_kept.iter();
            row.retain(|_| kept.next().copied().unwrap_or(true));
        };
        self.rows.iter_mut().for_each(keep);
        let mut kept = is_kept.iter();
        self.columns
            .retain(|_| kept.next().copied().unwrap_or(true));
    }

    /// A row for each run as comma-separated values.
    fn results(&self) -> Vec<Vec<String>> {
        let rows = self
            .rows
            .iter()
            .map(|row| row.iter().map(Cell::text).collect());
        std::iter::once(self.columns.clone()).chain(rows).collect()
    }

    /// Returns the columns of the runs, as in `results.parquet`: names with values.
    pub fn result_columns(&self) -> Vec<(String, ColumnValues)> {
        columns::typed(&self.columns, &self.rows)
    }

    /// Returns the columns of the summary, as in `summary.csv`: names with values.
    pub fn summary_columns(&self) -> Vec<(String, ColumnValues)> {
        columns_of_rows(&self.summary)
    }

    /// Returns the means of `metric`, as rows of a point's values, policy, seeds, mean, half width
    /// and difference from the first policy.
    pub fn summary_of(&self, metric: &str) -> impl Iterator<Item = &[String]> {
        let index = self.summary[0]
            .iter()
            .position(|name| name == "metric")
            .unwrap_or(0);
        let of_metric = move |row: &&Vec<String>| row[index] == metric || row[index] == "metric";
        self.summary.iter().filter(of_metric).map(Vec::as_slice)
    }

    /// Writes `results.csv`, `results.parquet` and `summary.csv`, each atomically.
    ///
    /// # Errors
    /// They cannot be written.
    pub fn write(&self, store: &SweepFolder) -> Result<(), Problem> {
        let folder = store.folder();
        let parquet = parquet::file(&self.columns, &self.rows)?;
        export::write_rows(&folder.join("results.csv"), self.results())?;
        export::write_whole(&folder.join("results.parquet"), &parquet)?;
        export::write_rows(&folder.join("summary.csv"), self.summary.clone())
    }
}

/// Results of the samples of a point under one policy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// How many values there are.
    pub count: usize,
    /// Their mean.
    pub mean: Estimate,
    /// By how much they are above those of the first policy, seed by seed; nothing of that itself.
    pub difference: Option<Estimate>,
}

impl Summary {
    /// Names of its numbers in `summary.csv`.
    pub const COLUMNS: [&str; 5] = [
        "n",
        "mean",
        "half_width",
        "difference",
        "difference_half_width",
    ];

    /// Of the metric at that index, under the policy at that one; nothing without a value.
    fn of(samples: &[Option<&[Values]>], policy: usize, metric: usize) -> Option<Self> {
        let found = samples.iter().flatten();
        let own: Vec<f64> = found
            .filter_map(|sample| sample[policy].values[metric])
            .collect();
        Some(Self {
            count: own.len(),
            mean: Estimate::of(&own)?,
            difference: difference(samples, policy, metric).filter(|_| policy > 0),
        })
    }

    /// Its numbers but the first.
    pub fn numbers(&self) -> [Option<f64>; 4] {
        let difference = self.difference;
        [
            Some(self.mean.mean),
            self.mean.half_width,
            difference.map(|difference| difference.mean),
            difference.and_then(|difference| difference.half_width),
        ]
    }

    fn cells(&self) -> impl Iterator<Item = String> {
        let text = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
        let numbers = self.numbers().map(text);
        std::iter::once(self.count.to_string()).chain(numbers)
    }
}

/// What each point of `curves`, which are of `metric`, comes to in numbers, curve by curve.
pub fn summaries(
    plan: &Plan,
    kept: &dyn ResultStorage,
    metric: &Metric,
    curves: &[Curve],
) -> Vec<(CurvePoint, Summary)> {
    let Some(index) = all().iter().position(|one| one.name == metric.name) else {
        return Vec::new();
    };
    let queue = SampleQueue::new(plan, Shard::WHOLE, |sample| kept.read(plan, sample));
    let points = curves.iter().flat_map(|curve| &curve.points);
    let found = points.filter_map(|known| {
        let samples = queue.counted(known.point);
        Some((*known, Summary::of(&samples, known.policy, index)?))
    });
    found.collect()
}

/// Difference of `metric` from its value under the first policy, seed by seed.
pub(super) fn difference(
    samples: &[Option<&[Values]>],
    policy: usize,
    metric: usize,
) -> Option<Estimate> {
    let found = samples.iter().flatten();
    let pairs = found
        .filter_map(|sample| Some((sample[0].values[metric]?, sample[policy].values[metric]?)));
    let (before, after): (Vec<f64>, Vec<f64>) = pairs.unzip();
    Estimate::of_pairs(&before, &after)
}
