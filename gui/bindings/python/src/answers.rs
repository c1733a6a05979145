//! Answers about runs and logs: comparisons, what-ifs, predictions, the health of a log.

use std::path::PathBuf;
use std::sync::Arc;

use charts::plot::figure::Figure as Plot;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::export::columns_of_rows;
use laboratory::load::health::{self, Health};
use laboratory::load::slurm::measured::MeasuredRun;
use laboratory::metrics::select::Scope;
use laboratory::record;
use laboratory::record::clock::Clock;
use laboratory::run::answer::{Question, answer};
use laboratory::run::fit::{LogFit, MeanFit};
use laboratory::run::predict::calibrate::calibrate;
use laboratory::run::predict::forecast::forecast;
use laboratory::run::predict::tables::{LEVEL_COLUMNS, START_COLUMNS, level_rows, start_rows};
use laboratory::run::predict::{Settings, check, log};
use laboratory::run::validate::replay::replay;
use laboratory::run::validate::trajectory::LoggedJobs;
use laboratory::run::whatif::tables::{report, rows, rows_of_all};
use laboratory::run::whatif::{Names, WhatIf, of_run};
use laboratory::scenario::TableWorkload;
use pyo3::prelude::*;

use crate::arrow::{ArrowTable, Columns, Times};
use crate::errors::{input, raised};
use crate::figure::Figure;
use crate::policy::is_of_python;
use crate::run::Run;
use crate::scenario::Scenario;
use crate::worker::interruptible;

/// Sentences of an answer, with the table they are about.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct Answer {
    sentences: Vec<String>,
    rows: Vec<Vec<String>>,
    figure: Option<Plot>,
    // Of a prediction.
    clock: Option<Clock>,
}

/// Columns of predictions that are instants and spans.
const TIMES: Times = Times {
    instants: &["p5", "median", "p95"],
    spans: &["estimate", "waited"],
};

#[pymethods]
impl Answer {
    /// The answer in sentences.
    #[getter]
    fn sentences(&self) -> Vec<String> {
        self.sentences.clone()
    }

    /// The answer in numbers; of predictions instants are dates where the log has a clock, and spans
    /// durations; else times are in seconds, and shares numbers.
    fn table(&self) -> PyResult<ArrowTable> {
        let columns = columns_of_rows(&self.rows);
        match &self.clock {
            Some(clock) => Columns::with_times(columns, &TIMES, clock),
            None => Columns::with_values(columns),
        }
    }

    /// The figure, if there is one.
    fn figure(&self) -> Option<Figure> {
        self.figure.clone().map(Figure::of_plot)
    }
}

/// Rows under the names of their columns.
fn under(columns: &[&str], rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let heading = columns.iter().map(|&name| name.to_owned()).collect();
    std::iter::once(heading).chain(rows).collect()
}

/// The effects of being another run than `baseline` on the same jobs, with intervals: of all jobs,
/// or with those of users, accounts and partitions.
#[pyfunction]
pub(crate) fn compare(
    py: Python<'_>,
    baseline: &Run,
    others: Vec<PyRef<'_, Run>>,
    by_groups: bool,
) -> PyResult<ArrowTable> {
    let baseline = Arc::clone(baseline.inner());
    let others: Vec<_> = others
        .iter()
        .map(|other| Arc::clone(other.inner()))
        .collect();
    let compared = interruptible(py, move |_| {
        let mut all: Vec<Vec<String>> = Vec::new();
        for other in others {
            let label = other.label.clone();
            let found = WhatIf::of([Arc::clone(&baseline)], [other])?;
            let scenario = &baseline.experiment.scenario;
            let rows = if by_groups {
                let names = Names::of(scenario, baseline.experiment.source.as_deref())?;
                rows(&found, &names)
            } else {
                rows_of_all(&found)
            };
            let has_heading = !all.is_empty();
            let named = rows.into_iter().enumerate().skip(usize::from(has_heading));
            all.extend(named.map(|(index, mut row)| {
                let name = if index == 0 { "policy" } else { &label };
                row.insert(0, name.to_owned());
                row
            }));
        }
        Ok::<_, Problem>(all)
    })?;
    let rows = compared.map_err(|problem| raised(&problem))?;
    Columns::with_values(columns_of_rows(&rows))
}

/// What runs of the same jobs come to against one of them, in sentences; nothing without such a run.
#[pyfunction]
pub(crate) fn in_words(
    py: Python<'_>,
    runs: Vec<PyRef<'_, Run>>,
    baseline: usize,
) -> PyResult<Option<String>> {
    let runs: Vec<_> = runs.iter().map(|run| Arc::clone(run.inner())).collect();
    interruptible(py, move |_| {
        let named: Vec<(&str, &record::Run)> = runs
            .iter()
            .map(|run| (run.label.as_str(), &**run))
            .collect();
        let question = Question {
            runs: &named,
            baseline,
            scope: &Scope::default(),
        };
        answer(&question).map(|answer| answer.sentences())
    })
}

/// How well a run fits the log it is of; nothing if that does not say when jobs started.
#[pyfunction]
pub(crate) fn fit(py: Python<'_>, run: &Run) -> PyResult<Option<Answer>> {
    let run = Arc::clone(run.inner());
    interruptible(py, move |_| {
        let fit = LogFit::of_run(&run)?;
        let row = |by: &str, name: &str, means: &MeanFit| {
            let [recorded, simulated] = [means.recorded, means.simulated];
            let numbers = [
                means.jobs.to_string(),
                format!("{recorded:?}"),
                format!("{simulated:?}"),
            ];
            [by.to_owned(), name.to_owned()]
                .into_iter()
                .chain(numbers)
                .collect::<Vec<_>>()
        };
        let groups = fit.groups.iter();
        let groups = groups.map(|group| row(group.by.title(), &group.name, &group.means));
        let all = std::iter::once(row("everybody", "", &fit.all));
        Some(Answer {
            sentences: vec![fit.sentence(), fit.distances()],
            rows: under(
                &["by", "name", "jobs", "recorded", "simulated"],
                all.chain(groups).collect(),
            ),
            figure: Some(Plot::recorded_and_simulated(&fit)),
            clock: None,
        })
    })
}

/// What changes, each as `name=value`, would have done to the jobs of a run.
#[pyfunction]
pub(crate) fn whatif(
    py: Python<'_>,
    run: &Run,
    changes: Vec<String>,
    phases: u32,
) -> PyResult<Answer> {
    if is_of_python(run.inner().policy) {
        return Err(input(format!(
            "{}: its policy is in Python; `cosched.run` with other parameters, and `compare`, say what they change",
            run.inner().label
        )));
    }
    run.work(py, move |run, progress| {
        let found = of_run(run, &changes, phases, progress)?;
        Ok(found.map(|(found, names)| {
            let report = report(&found, &names, &changes);
            Answer {
                rows: rows(&found, &names),
                figure: Some(Plot::before_and_after(&report.waits)),
                clock: None,
                sentences: vec![report.in_words()],
            }
        }))
    })
}

/// The run from which predictions begin: as the log has it where it says when jobs started, unless
/// `is_simulated`.
fn begin(
    run: &Arc<record::Run>,
    is_simulated: bool,
    progress: &Progress,
) -> Result<Option<Arc<record::Run>>, Problem> {
    check(run)?;
    if is_simulated {
        return Ok(Some(Arc::clone(run)));
    }
    log::begin(Arc::clone(run), None, progress)
}

/// When those who wait at an instant of a run will start, by what is known then.
#[pyfunction]
pub(crate) fn predict(
    py: Python<'_>,
    run: &Run,
    at: &str,
    draws: u32,
    instants: u32,
    is_simulated: bool,
) -> PyResult<Answer> {
    let clock = &run.inner().experiment.clock;
    let at = clock.parse(at).map_err(|problem| raised(&problem))?;
    run.work(py, move |run, progress| {
        let Some(run) = begin(run, is_simulated, progress)? else {
            return Ok(None);
        };
        let seed = run.experiment.scenario.seed;
        let found = forecast(&run, at, instants, Settings { draws, seed }, progress)?;
        Ok(found.map(|found| Answer {
            sentences: vec![found.heading(&run)],
            rows: under(&START_COLUMNS, start_rows(&run, &found)),
            figure: None,
            clock: Some(run.experiment.clock.clone()),
        }))
    })
}

/// How often such predictions held at instants of the later half of a run.
#[pyfunction]
pub(crate) fn calibration(
    py: Python<'_>,
    run: &Run,
    draws: u32,
    instants: u32,
    is_simulated: bool,
) -> PyResult<ArrowTable> {
    let rows = run.work(py, move |run, progress| {
        let Some(run) = begin(run, is_simulated, progress)? else {
            return Ok(None);
        };
        let seed = run.experiment.scenario.seed;
        let found = calibrate(&run, instants, Settings { draws, seed }, progress)?;
        Ok(found.map(|found| under(&LEVEL_COLUMNS, level_rows(&run.label, &found))))
    })?;
    Columns::with_values(columns_of_rows(&rows))
}

/// Sections of a report on a log: headings with sentences.
#[pyfunction]
pub(crate) fn inspect(
    py: Python<'_>,
    scenario: &Scenario,
    nodes: Option<u32>,
) -> PyResult<Vec<(&'static str, Vec<String>)>> {
    let (scenario, file) = (
        scenario.scenario.clone(),
        scenario.file().map(PathBuf::from),
    );
    let found = interruptible(py, move |_| match &file {
        // A log is read as `cosched inspect` reads it.
        Some(file) => health::inspect(file, &TableWorkload::default(), nodes),
        None => health::inspect_scenario(&scenario, None),
    })?;
    // What was read from no file is in none.
    let named = |problem: Problem| match &problem.file {
        Some(file) if file.as_os_str().is_empty() => Problem::input(problem.sentence),
        _ => problem,
    };
    let Health { sections, .. } = found.map_err(|problem| raised(&named(problem)))?;
    let sections = sections.into_iter();
    Ok(sections.map(|one| (one.title, one.lines)).collect())
}

/// Slurm's decisions in a measured run against ours: names of numbers with their values.
#[pyfunction]
pub(crate) fn validate(py: Python<'_>, prefix: PathBuf) -> PyResult<Vec<(&'static str, f64)>> {
    let found = interruptible(py, move |_| {
        let measured = MeasuredRun::read(&prefix)?;
        let wrong = |problem: Problem| problem.in_file(&prefix);
        let replay = replay(&measured).map_err(wrong)?;
        let fed = LoggedJobs::of(&measured).map_err(wrong)?;
        let followed = fed.with_logged_ticks(&measured, &replay).map_err(wrong)?;
        let [planned, planned_by_slurm] = replay.planned.map(|count| count as f64);
        let [started, started_by_slurm] = replay.started.map(|count| count as f64);
        Ok::<_, Problem>(vec![
            ("planned", planned),
            ("planned_by_slurm", planned_by_slurm),
            ("started", started),
            ("started_by_slurm", started_by_slurm),
            ("mean_wait", followed.wait),
            ("mean_wait_of_slurm", fed.real_wait()),
        ])
    })?;
    found.map_err(|problem| raised(&problem))
}
