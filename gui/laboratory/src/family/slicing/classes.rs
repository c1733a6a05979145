//! Metrics of short, medium and long jobs separately.

use cosched_core::Duration;
use cosched_core::workload::Class;

use super::metrics::{mean_relative_response, overhead, processing};
use super::record::Overhead;
use crate::family::room::Table;
use crate::record::Run;

/// The jobs of one class in one run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClassRow {
    /// The class.
    pub class: Class,
    /// Number of its jobs.
    pub jobs: usize,
    /// Its share of all jobs.
    pub share_of_jobs: f64,
    /// Its share of all work, nodes counted.
    pub share_of_work: f64,
    /// Mean seconds from submission to the first start.
    pub mean_wait: f64,
    /// Mean seconds from submission to the end.
    pub mean_response: f64,
    /// Mean of response over runtime, or over the bound where that is longer.
    pub mean_relative_response: f64,
    /// Overhead of its jobs' memory.
    pub overhead: Overhead,
    /// Overhead over execution time.
    pub overhead_share: f64,
}

/// Column names of [`ClassRow::cells`].
const HEADING: [&str; 11] = [
    "class",
    "jobs",
    "share_of_jobs",
    "share_of_work",
    "mean_wait",
    "mean_response",
    "mean_relative_response",
    "first_load",
    "reload",
    "swap_out",
    "overhead_share",
];

impl ClassRow {
    /// Returns the row as text, in the order of [`HEADING`].
    fn cells(&self) -> [String; HEADING.len()] {
        [
            self.class.to_string(),
            self.jobs.to_string(),
            self.share_of_jobs.to_string(),
            self.share_of_work.to_string(),
            self.mean_wait.to_string(),
            self.mean_response.to_string(),
            self.mean_relative_response.to_string(),
            self.overhead.first_load.to_string(),
            self.overhead.reload.to_string(),
            self.overhead.swap_out.to_string(),
            self.overhead_share.to_string(),
        ]
    }
}

/// Computes a row for each class.
pub fn by_class(run: &Run) -> [ClassRow; Class::COUNT] {
    let work = |job: usize| {
        let seconds = run.outcomes[job].executed.seconds();
        seconds * f64::from(run.size(job))
    };
    let all: f64 = (0..run.outcomes.len()).map(work).sum();
    Class::ALL.map(|class| {
        let is_in = |job: usize| run.classes[job] == class;
        let jobs: Vec<_> = run.admitted().filter(|&job| is_in(job)).collect();
        let count = jobs.len();
        let mean = |of: &dyn Fn(usize) -> Duration| {
            sum(jobs.iter().map(|&job| of(job).seconds())) / count.max(1) as f64
        };
        let overhead = overhead(run, is_in);
        ClassRow {
            class,
            jobs: count,
            share_of_jobs: count as f64 / run.admitted().count().max(1) as f64,
            share_of_work: sum(jobs.iter().map(|&job| work(job))) / all.max(f64::MIN_POSITIVE),
            mean_wait: mean(&|job| run.wait(job)),
            mean_response: mean(&|job| run.response(job)),
            mean_relative_response: mean_relative_response(run, is_in),
            overhead,
            overhead_share: overhead.total().seconds()
                / processing(run, is_in).max(f64::MIN_POSITIVE),
        }
    })
}

/// The sum of `values`; 0 of none, where `Iterator::sum` returns -0.
fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}

/// Returns lines for a terminal: a heading, then a row for each class.
pub(super) fn lines(run: &Run) -> Vec<String> {
    let heading = format!(
        "{:8} {:>8} {:>8} {:>8} {:>14} {:>14} {:>10} {:>10}",
        "class", "jobs", "% jobs", "% work", "mean wait s", "response s", "relative", "overhead %"
    );
    let rows = by_class(run).map(|row| {
        format!(
            "{:8} {:>8} {:>8.2} {:>8.2} {:>14.3} {:>14.3} {:>10.4} {:>10.3}",
            row.class.to_string(),
            row.jobs,
            100.0 * row.share_of_jobs,
            100.0 * row.share_of_work,
            row.mean_wait,
            row.mean_response,
            row.mean_relative_response,
            100.0 * row.overhead_share
        )
    });
    std::iter::once(heading).chain(rows).collect()
}

/// Returns the rows as a table with the name of its file, where overheads of memory were recorded.
pub(super) fn tables(run: &Run) -> Vec<Table> {
    if run.overheads().is_empty() {
        return Vec::new();
    }
    let heading = HEADING.map(str::to_owned).to_vec();
    let rows = by_class(run).map(|row| row.cells().to_vec());
    vec![(
        "classes.csv",
        std::iter::once(heading).chain(rows).collect(),
    )]
}
