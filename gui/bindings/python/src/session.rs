//! Sessions: simulations that stop wherever a waiting job could start.

use std::sync::Arc;

use laboratory::run::session;
use pyo3::prelude::*;

use crate::errors::{input, raised};
use crate::run::Run;
use crate::scenario::Scenario;
use crate::tables::{Field, RowType};
use crate::worker::interruptible;

/// Instants between two looks for signals.
const INSTANTS: usize = 100_000;

static WAITING: RowType = RowType::new(&[
    ("row", "i8"),
    ("nodes", "i8"),
    ("waited", "f8"),
    ("estimate", "f8"),
    ("fits", "?"),
]);

/// A simulation that stops at choices.
#[pyclass(module = "cosched")]
pub(crate) struct Session(session::Session);

/// A state of a session, to which it can be restored.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct Snapshot(session::Snapshot);

#[pymethods]
impl Session {
    #[new]
    fn new(py: Python<'_>, scenario: &Scenario) -> PyResult<Self> {
        let experiment = scenario.prepare(py)?;
        let session = session::Session::new(&experiment, &scenario.scenario.parameters);
        session.map(Self).map_err(|problem| raised(&problem))
    }

    /// Goes on to the next instant at which one of the first `window` waiting jobs (all, if None) could start, and
    /// returns whether there is one.
    #[pyo3(signature = (window=None))]
    fn until_choice(&mut self, py: Python<'_>, window: Option<i64>) -> PyResult<bool> {
        let window = window_size(window);
        loop {
            let found = self.0.search_choice(window, INSTANTS);
            match found.map_err(|problem| raised(&problem))? {
                Some(is_choice) => return Ok(is_choice),
                None => py.check_signals()?,
            }
        }
    }

    /// Goes on to the next instant at which a job waits, whether it fits or not, and returns whether there is one.
    #[pyo3(signature = (window=None))]
    fn until_waiting(&mut self, window: Option<i64>) -> PyResult<bool> {
        let found = self.0.until_waiting(window_size(window));
        found.map_err(|problem| raised(&problem))
    }

    /// The waiting jobs at this choice, each with `row` (that of `Run.jobs`), `nodes`, `waited`
    /// and `estimate` in seconds, `fits`.
    #[getter]
    fn queue<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        queue_rows(py, self.0.queue())
    }

    /// Starts the job at `index` of the queue.
    fn start(&mut self, index: i64) -> PyResult<()> {
        let started = self.0.start(counted(index)?);
        started.map_err(|problem| raised(&problem))
    }

    /// Makes the job at `index` of the queue its head, and goes on until it has started, which it
    /// returns.
    #[pyo3(signature = (index, backfill=false))]
    fn choose(&mut self, index: i64, backfill: bool) -> PyResult<bool> {
        let chosen = self.0.choose(counted(index)?, backfill);
        chosen.map_err(|problem| raised(&problem))
    }

    /// Number of nodes of the machine.
    #[getter]
    fn nodes(&self) -> u32 {
        self.0.experiment().nodes
    }

    /// Nodes that no job has and that are in service.
    #[getter]
    fn free_nodes(&self) -> u32 {
        self.0.free_nodes()
    }

    /// Whether all nodes are equal, in service all the time, and no job's in part.
    #[getter]
    fn has_equal_nodes(&self) -> bool {
        self.0.experiment().has_equal_nodes()
    }

    /// Lets no more jobs start at this instant.
    fn skip(&mut self) {
        self.0.pass();
    }

    /// The present instant in seconds.
    #[getter]
    fn now(&self) -> f64 {
        self.0.now().seconds()
    }

    /// Seconds that all jobs together have waited since this was asked last.
    fn waited(&mut self) -> f64 {
        self.0.waited()
    }

    fn __repr__(&self) -> String {
        let (waiting, chosen) = (self.0.queue().len(), self.0.chosen().len());
        format!(
            "<cosched.Session at {} s: {chosen} jobs chosen, {waiting} to choose from>",
            self.now()
        )
    }

    /// Begins again.
    fn reset(&mut self) -> PyResult<()> {
        self.0.reset(None).map_err(|problem| raised(&problem))
    }

    /// The present state.
    fn snapshot(&self) -> Snapshot {
        Snapshot(self.0.snapshot())
    }

    /// Goes to a state of this session.
    fn restore(&mut self, state: &Snapshot) -> PyResult<()> {
        self.0.restore(&state.0).map_err(|problem| raised(&problem))
    }

    /// The whole run as it was chosen.
    #[pyo3(signature = (label="Chosen"))]
    fn finish(&self, py: Python<'_>, label: &str) -> PyResult<Run> {
        finished(py, self.0.schedule(), label)
    }
}

/// Waiting jobs as rows.
pub(crate) fn queue_rows<'py>(
    py: Python<'py>,
    queue: &[session::WaitingJob],
) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = Vec::with_capacity(33 * queue.len());
    for job in queue {
        (job.job.index() as i64).append(&mut bytes);
        i64::from(job.nodes).append(&mut bytes);
        job.waited.seconds().append(&mut bytes);
        job.estimate.seconds().append(&mut bytes);
        job.fits.append(&mut bytes);
    }
    WAITING.array(py, &bytes)
}

/// The run in which starts are as in `schedule`.
pub(crate) fn finished(
    py: Python<'_>,
    schedule: session::ChosenSchedule,
    label: &str,
) -> PyResult<Run> {
    let label = label.to_owned();
    let run = interruptible(py, move |progress| schedule.run(&label, progress))?;
    let run = run.map_err(|problem| raised(&problem))?;
    Ok(Run::new(run, Arc::default()))
}

/// Number of waiting jobs to look at: all if none is given; 0, which the session refuses, if it is negative.
fn window_size(window: Option<i64>) -> usize {
    window.map_or(usize::MAX, |jobs| usize::try_from(jobs).unwrap_or(0))
}

/// An index of the queue.
fn counted(index: i64) -> PyResult<usize> {
    let wrong = || input(format!("choice {index}: choices are counted from 0"));
    usize::try_from(index).map_err(|_| wrong())
}
