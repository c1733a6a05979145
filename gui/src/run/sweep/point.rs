//! One seed of a point: run, or read if it was run before, and written whole under its own name.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::grid::Point;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::export::{write_rows, write_whole};
use crate::load;
use crate::metrics::of_jobs::values_of_jobs;
use crate::metrics::{self, values};
use crate::record::{Experiment, Run};
use crate::run::{check, simulate};
use crate::scenario::sweep::Cut;
use crate::scenario::{Scenario, nanoseconds};

/// The metrics of a run, in the order of [`metrics::all`]; nothing where one says nothing.
pub type Row = Vec<Option<f64>>;

/// A row for each policy of a point, under one seed.
pub type Rows = Vec<Row>;

/// A point with the folder of its results.
#[derive(Debug)]
pub(super) struct Place {
    /// The point.
    pub(super) point: Point,
    /// Where its results lie.
    pub(super) folder: PathBuf,
    /// Which jobs count.
    pub(super) cut: Option<Cut>,
    /// What the folder is of, as text.
    pub(super) manifest: String,
}

impl Place {
    fn file(&self, seed: u64) -> PathBuf {
        self.folder.join(format!("{seed}.csv"))
    }

    /// The seed of the `place`th run, counted from 0.
    pub(super) fn seed(&self, place: usize) -> u64 {
        self.point.scenario.seed.wrapping_add(place as u64)
    }

    /// The jobs under a seed: whatever the policy, they are the same.
    fn prepare(
        &self,
        seed: u64,
        source: &Path,
        progress: &Progress,
    ) -> Result<Arc<Experiment>, Problem> {
        let scenario = Scenario {
            seed,
            ..self.point.scenario.clone()
        };
        load::prepare(&scenario, Some(source), progress).map(Arc::new)
    }

    /// Whether it can be run, by its first seed; what was run can be.
    pub(super) fn check(&self, source: &Path, progress: &Progress) -> Result<(), Problem> {
        let seed = self.seed(0);
        if self.stored(seed).is_some() {
            return Ok(());
        }
        let experiment = self.prepare(seed, source, progress)?;
        for choice in &self.point.choices {
            check(&experiment, choice)?;
        }
        match self.cut {
            Some(cut) => jobs_between(&experiment, cut).map(|_| ()),
            None => Ok(()),
        }
    }

    /// Runs `seed` and writes its rows; nothing if that was cancelled.
    pub(super) fn run(
        &self,
        seed: u64,
        source: &Path,
        progress: &Progress,
    ) -> Result<Option<Rows>, Problem> {
        let experiment = self.prepare(seed, source, progress)?;
        let mut rows = Rows::new();
        for choice in &self.point.choices {
            match simulate(&experiment, choice, false, progress)? {
                Some(run) => rows.push(self.row(&run)?),
                None => return Ok(None),
            }
        }
        self.write(seed, &rows)?;
        Ok(Some(rows))
    }

    /// What `run` is measured by.
    fn row(&self, run: &Run) -> Result<Row, Problem> {
        Ok(match self.cut {
            None => values(run).values,
            Some(cut) => values_of_jobs(run, &jobs_between(&run.experiment, cut)?).values,
        })
    }

    fn write(&self, seed: u64, rows: &Rows) -> Result<(), Problem> {
        // Whoever finds results finds what they are of.
        let manifest = self.folder.join("manifest.json");
        if !manifest.exists() {
            write_whole(&manifest, self.manifest.as_bytes())?;
        }
        let lines = self.point.choices.iter().zip(rows).map(|(choice, row)| {
            let cells = row.iter().map(shown);
            std::iter::once(choice.label.clone()).chain(cells).collect()
        });
        let lines = std::iter::once(heading()).chain(lines);
        write_rows(&self.file(seed), lines.collect())
    }

    /// The rows of `seed` if they were written before, and by such a program.
    pub(super) fn stored(&self, seed: u64) -> Option<Rows> {
        let mut reader = csv::Reader::from_path(self.file(seed)).ok()?;
        if reader.headers().ok()?.iter().ne(heading().iter()) {
            return None;
        }
        let mut rows = Rows::new();
        for (record, choice) in reader.records().zip(&self.point.choices) {
            let record = record.ok()?;
            let mut cells = record.iter();
            if cells.next()? != choice.label {
                return None;
            }
            let read = |cell: &str| match cell {
                "" => Some(None),
                cell => cell.parse().ok().map(Some),
            };
            rows.push(cells.map(read).collect::<Option<Row>>()?);
        }
        (rows.len() == self.point.choices.len()).then_some(rows)
    }
}

/// The first line of every file of results.
fn heading() -> Vec<String> {
    let names = metrics::all().iter().map(|metric| metric.name);
    std::iter::once("policy")
        .chain(names)
        .map(str::to_owned)
        .collect()
}

/// A number so that it is read again as the same; nothing where there is none.
pub(super) fn shown(value: &Option<f64>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// The jobs that are submitted when the warm-up is over and the cool-down has not begun.
fn jobs_between(experiment: &Experiment, cut: Cut) -> Result<Vec<u32>, Problem> {
    let jobs = &experiment.jobs;
    let [first, last] = [jobs.first(), jobs.last()].map(|job| job.map_or(0, |job| job.submit.0));
    let from = first.saturating_add(nanoseconds(cut.warm_up));
    let until = last.saturating_sub(nanoseconds(cut.cool_down));
    let places = jobs.iter().enumerate();
    let between = places.filter(|(_, job)| (from..=until).contains(&job.submit.0));
    let between: Vec<u32> = between.map(|(place, _)| place as u32).collect();
    if !between.is_empty() {
        return Ok(between);
    }
    Err(Problem::input(format!(
        "no job is submitted after a warm-up of {} s and before a cool-down of {} s",
        cut.warm_up, cut.cool_down
    )))
}
