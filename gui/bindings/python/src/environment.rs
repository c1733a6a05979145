//! Environments for agents: one queue, or many side by side, that write what an agent sees into arrays
//! of numpy.

use std::sync::Arc;

use charts::queue::QueuePicture;
use laboratory::base::problem::Problem;
use laboratory::run::session::environment::{self, Batch, Episodes, Reward, Rows, Settings};
use laboratory::run::session::{Maxima, Observation};
use numpy::{
    PyArray1, PyArray3, PyArrayMethods as _, PyReadonlyArray1, PyReadwriteArray1,
    PyReadwriteArray2, PyReadwriteArray3,
};
use pyo3::prelude::*;

use crate::errors::{input, raised};
use crate::run::Run;
use crate::scenario::Scenario;
use crate::session::{finished, queue_rows};

/// What episodes are of, and how an agent sees them and is rewarded.
#[pyclass(frozen, module = "cosched", name = "Episodes")]
pub(crate) struct PyEpisodes(Arc<Episodes>);

#[pymethods]
impl PyEpisodes {
    #[new]
    fn new(
        py: Python<'_>,
        scenario: &Scenario,
        window: i64,
        jobs: Option<i64>,
        reward: &str,
        is_backfilling: bool,
        observation: &str,
    ) -> PyResult<Self> {
        let reward = Reward::named(reward).map_err(|problem| raised(&problem))?;
        let experiment = scenario.prepare(py)?;
        let observation = match observation {
            "shares" => Observation::Shares,
            "rlscheduler" => Observation::RlScheduler(Maxima::of(&experiment)),
            other => {
                return Err(input(format!(
                    "observation '{other}': shares, rlscheduler are allowed"
                )));
            }
        };
        let settings = Settings {
            window: count("window", window)?,
            jobs: jobs.map(|jobs| count("jobs", jobs)).transpose()?,
            reward,
            is_backfilling,
            observation,
        };
        let made = Episodes::new(&experiment, settings);
        made.map(Self).map_err(|problem| raised(&problem))
    }

    /// Number of features of an observation.
    #[getter]
    fn features(&self) -> usize {
        self.0.settings().observation.features()
    }
}

/// A queue of which an agent chooses the next job.
#[pyclass(module = "cosched")]
pub(crate) struct Environment(environment::Environment);

#[pymethods]
impl Environment {
    #[new]
    fn new(episodes: &PyEpisodes) -> PyResult<Self> {
        let made = environment::Environment::new(&episodes.0);
        made.map(Self).map_err(|problem| raised(&problem))
    }

    /// Draws the same from now on as any with this seed.
    fn seed(&mut self, seed: u64) {
        self.0.seed(seed);
    }

    /// Begins an episode, which begins with the job in row `first`, and writes the observation and
    /// which rows have jobs.
    fn reset(
        &mut self,
        first: Option<i64>,
        mut rows: PyReadwriteArray2<'_, f32>,
        mut mask: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let first = first.map(|first| count("first", first)).transpose()?;
        self.0.reset(first).map_err(|problem| raised(&problem))?;
        self.0.observe(rows.as_slice_mut()?, mask.as_slice_mut()?);
        Ok(())
    }

    /// Chooses the job in row `action`, writes likewise, and returns the reward.
    fn step(
        &mut self,
        action: f64,
        mut rows: PyReadwriteArray2<'_, f32>,
        mut mask: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<f64> {
        let last = self.0.episodes().settings().window - 1;
        if action.fract() != 0.0 || !(0.0..=last as f64).contains(&action) {
            return Err(input(format!("action {action}: 0 to {last} are allowed")));
        }
        let reward = self.0.step(action as usize);
        let reward = reward.map_err(|problem| raised(&problem))?;
        self.0.observe(rows.as_slice_mut()?, mask.as_slice_mut()?);
        Ok(reward)
    }

    /// Whether the episode is over, or none has begun.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The waiting jobs that the observation has, as those of a session.
    #[getter]
    fn queue<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        queue_rows(py, &self.0.rows())
    }

    /// A picture of machine and queue on so many pixels, as red, green and blue.
    fn picture<'py>(
        &self,
        py: Python<'py>,
        width: u32,
        height: u32,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let picture = QueuePicture::of(self.0.session(), self.0.rows());
        let bytes = picture.rgb([width, height]);
        PyArray1::from_vec(py, bytes).reshape([height as usize, width as usize, 3])
    }

    /// The present instant in seconds, nodes that are free, and nodes of the machine.
    #[getter]
    fn state(&self) -> (f64, u32, u32) {
        let session = self.0.session();
        (
            session.now().seconds(),
            session.free_nodes(),
            session.experiment().nodes,
        )
    }

    /// The run of the present episode.
    fn finish(&self, py: Python<'_>) -> PyResult<Run> {
        finished(py, self.0.schedule(), "Agent")
    }
}

/// Environments that go on side by side, on threads of their own.
#[pyclass(module = "cosched")]
pub(crate) struct Environments(Batch);

#[pymethods]
impl Environments {
    #[new]
    fn new(episodes: &PyEpisodes, environments: i64, threads: Option<i64>) -> PyResult<Self> {
        let environments = count("num_envs", environments)?;
        let threads = threads
            .map(|threads| count("threads", threads))
            .transpose()?;
        let made = Batch::new(&episodes.0, environments, threads);
        made.map(Self).map_err(|problem| raised(&problem))
    }

    /// Begins an episode, which begins with the job in row `first`, in each environment for which
    /// `is_reset` says so, with its seed, if it has one, and writes as `step` does.
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Vec<Option<u64>>,
        is_reset: Vec<bool>,
        first: Option<i64>,
        written: Arrays<'_>,
    ) -> PyResult<()> {
        let first = first.map(|first| count("first", first)).transpose()?;
        let batch = &mut self.0;
        written.by(py, |rows| batch.reset(&seeds, &is_reset, first, rows))
    }

    /// Chooses the job in row `actions` of each environment, and writes observations, which rows have
    /// jobs, rewards and whether episodes are over.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        written: Arrays<'_>,
    ) -> PyResult<()> {
        let (batch, actions) = (&mut self.0, actions.as_slice()?);
        written.by(py, |rows| batch.step(actions, rows))
    }
}

/// The arrays that a batch is written into.
#[derive(FromPyObject)]
struct Arrays<'py>(
    PyReadwriteArray3<'py, f32>,
    PyReadwriteArray2<'py, bool>,
    PyReadwriteArray1<'py, f64>,
    PyReadwriteArray1<'py, bool>,
);

impl Arrays<'_> {
    /// Lets `work` write them while others may use the interpreter.
    fn by(
        mut self,
        py: Python<'_>,
        work: impl FnOnce(Rows<'_>) -> Result<(), Problem> + Send,
    ) -> PyResult<()> {
        let rows = Rows {
            observations: self.0.as_slice_mut()?,
            masks: self.1.as_slice_mut()?,
            rewards: self.2.as_slice_mut()?,
            ends: self.3.as_slice_mut()?,
        };
        py.detach(|| work(rows)).map_err(|problem| raised(&problem))
    }
}

/// A number of things, or an index: not negative.
fn count(name: &str, number: i64) -> PyResult<usize> {
    let wrong = |_| input(format!("{name} {number}: no negative number is allowed"));
    usize::try_from(number).map_err(wrong)
}
