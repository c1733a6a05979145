//! Sweeps: planned, worked on as a whole or piece by piece, and their tables.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use charts::plot::figure::Figure as Plot;
use laboratory::base::problem::Problem;
use laboratory::metrics;
use laboratory::run::sweep::{
    self, Memory, Outcome, Shard, check, curves, sentences, tables, work,
};
use laboratory::scenario::sweep::{Axis, Sweep};
use laboratory::scenario::to_ron;
use pyo3::prelude::*;

use crate::arrow::{ArrowTable, Columns};
use crate::choice::PolicyArgument;
use crate::errors::{input, raised};
use crate::figure::Figure;
use crate::scenario::Scenario;
use crate::worker::{interruptible, watched};

/// Name of the file of a scenario that has none: its files are found from the working directory.
const NO_FILE: &str = "scenario.ron";

/// A planned sweep, and what is known of it.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct Plan {
    plan: Arc<sweep::Plan>,
    known: Arc<Memory>,
    text: String,
    file: PathBuf,
}

impl Plan {
    fn of(text: String, file: PathBuf) -> PyResult<Self> {
        let plan = sweep::Plan::of(&text, &file).map_err(|problem| {
            // Positions in a text that nobody wrote say nothing.
            raised(&Problem::input(problem.sentence))
        })?;
        Ok(Self {
            plan: Arc::new(plan),
            known: Arc::default(),
            text,
            file,
        })
    }
}

#[pymethods]
impl Plan {
    /// The plan of `scenario` under these policies, or its own if there are none, over parameters
    /// with lists of values, with so many seeds from its own on or with those listed; what is not
    /// given is as the scenario says.
    #[new]
    fn new(
        scenario: &Scenario,
        policies: Vec<PolicyArgument>,
        over: Vec<(String, String)>,
        seeds: Option<u32>,
        listed: Option<String>,
    ) -> PyResult<Self> {
        let mut changed = scenario.scenario.clone();
        let mut sweep = changed.sweep.take().unwrap_or(Sweep {
            over: Vec::new(),
            seeds: None,
            until: None,
            cut: None,
        });
        if !policies.is_empty() {
            let names = policies.into_iter().map(PolicyArgument::published);
            changed.policies = names.collect::<PyResult<_>>()?;
            changed.variants.clear();
            sweep.over.retain(|axis| axis.path != "policy");
        }
        if !over.is_empty() {
            sweep
                .over
                .retain(|axis| ["policy", "seed"].contains(&&*axis.path));
        }
        if listed.is_some() || seeds.is_some() {
            sweep.over.retain(|axis| axis.path != "seed");
            (sweep.seeds, sweep.until) = (seeds, sweep.until.filter(|_| listed.is_none()));
        }
        for (path, values) in over
            .into_iter()
            .chain(listed.map(|all| ("seed".into(), all)))
        {
            sweep.over.push(Axis::read(&path, &values).map_err(input)?);
        }
        changed.sweep = Some(sweep);
        let file = scenario.file().unwrap_or(Path::new(NO_FILE)).to_path_buf();
        Self::of(to_ron(&changed), file)
    }

    /// The plan of a task, in whatever process.
    #[staticmethod]
    fn of_task(text: String, file: PathBuf) -> PyResult<Self> {
        Self::of(text, file)
    }

    /// What makes this plan in another process: its text and the file it is relative to.
    #[getter]
    fn task(&self) -> (String, PathBuf) {
        let file = std::path::absolute(&self.file);
        (self.text.clone(), file.unwrap_or(self.file.clone()))
    }

    /// Number of pieces of work.
    #[getter]
    fn pieces(&self) -> usize {
        self.plan.pieces()
    }

    /// Checks that every point can be run, with its first workload.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let (plan, known) = (Arc::clone(&self.plan), Arc::clone(&self.known));
        let done = interruptible(py, move |progress| {
            check(&plan, &*known, Shard::WHOLE, progress)
        })?;
        done.map_err(|problem| raised(&problem))
    }

    /// Works on all that is not known yet on so many threads; `report` is called with the number of
    /// samples done and of all.
    fn work(&self, py: Python<'_>, threads: usize, report: Option<Py<PyAny>>) -> PyResult<()> {
        let (plan, known) = (Arc::clone(&self.plan), Arc::clone(&self.known));
        let said = |done: u64, total: u64| match &report {
            Some(report) => report.call1(py, (done, total)).map(|_| ()),
            None => Ok(()),
        };
        let done = watched(py, &said, move |progress| {
            work(&plan, &*known, Shard::WHOLE, threads, usize::MAX, progress)
        })?;
        done.map(|_| ()).map_err(|problem| raised(&problem))
    }

    /// Works on one piece, and returns what comes out as text, for `add`.
    fn work_on(&self, py: Python<'_>, piece: usize) -> PyResult<String> {
        let shard = Shard::new(piece + 1, self.plan.pieces());
        let shard = shard.ok_or_else(|| input(format!("there is no piece {piece}")))?;
        let plan = Arc::clone(&self.plan);
        let done = interruptible(py, move |progress| {
            let memory = Memory::default();
            let done = work(&plan, &memory, shard, 1, usize::MAX, progress)?;
            done.is_complete
                .then(|| Outcome::to_text(&memory.outcomes(&plan)))
                .ok_or_else(|| Problem::output("the work was cancelled"))
        })?;
        done.map_err(|problem| raised(&problem))
    }

    /// This plan, knowing what came out of pieces.
    fn with_outcomes(&self, outcomes: Vec<String>) -> PyResult<Self> {
        let read: Result<Vec<Vec<Outcome>>, Problem> = outcomes
            .iter()
            .map(|text| Outcome::from_text(text))
            .collect();
        let read = read.map_err(|problem| raised(&problem))?;
        let known = Memory::of(&self.plan, read.into_iter().flatten().collect());
        Ok(Self {
            plan: Arc::clone(&self.plan),
            known: Arc::new(known),
            text: self.text.clone(),
            file: self.file.clone(),
        })
    }

    /// Names of the samples that are missing.
    #[getter]
    fn missing(&self) -> Vec<String> {
        tables(&self.plan, &*self.known).missing
    }

    /// A row for each run: values of the parameters, policy, seed, metrics, digest.
    fn table(&self) -> PyResult<ArrowTable> {
        Columns::with_values(tables(&self.plan, &*self.known).result_columns())
    }

    /// A row for each point, policy and metric: the mean over the seeds, half of its interval, and the
    /// difference from the first policy.
    fn summary(&self) -> PyResult<ArrowTable> {
        Columns::with_values(tables(&self.plan, &*self.known).summary_columns())
    }

    /// The metric that decides when a point has enough seeds, or else the mean wait.
    #[getter]
    fn metric(&self) -> &'static str {
        self.plan.deciding().unwrap_or("mean_wait")
    }

    /// What came out, in sentences about a metric; nothing if there are too many curves for them.
    fn sentences(&self, metric: &str) -> Option<String> {
        let metric = metrics::all().iter().find(|one| one.name == metric)?;
        let curves = curves(&self.plan, &*self.known, metric.name);
        sentences(&self.plan, &*self.known, metric, &curves)
    }

    /// The metric along the first parameter that is varied.
    fn figure(&self, metric: &str) -> PyResult<Figure> {
        let plot = Plot::of_sweep(&self.plan, &*self.known, metric);
        plot.map(Figure::of_plot)
            .map_err(|problem| raised(&problem))
    }
}
