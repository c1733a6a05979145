//! Runs: metrics, jobs, explanations, files.

use std::path::PathBuf;
use std::sync::Arc;

use laboratory::base::format::humanize_seconds;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::export;
use laboratory::metrics;
use laboratory::record::{self, Experiment, NameTables};
use laboratory::run::explain::explain;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrow::{ArrowTable, Columns};
use crate::errors::{input, raised};
use crate::policy::{OwnPolicies, is_of_python};
use crate::tables::{Field, array};
use crate::worker::{interruptible, on_this_thread};

/// A run of a policy.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct Run {
    run: Arc<record::Run>,
    own: Arc<OwnPolicies>,
}

impl Run {
    pub(crate) fn new(run: record::Run, own: Arc<OwnPolicies>) -> Self {
        Self {
            run: Arc::new(run),
            own,
        }
    }

    /// The run as the laboratory has it.
    pub(crate) const fn inner(&self) -> &Arc<record::Run> {
        &self.run
    }

    /// Does `work` about it, where the policy may decide: what Ctrl+C ends is cancelled.
    pub(crate) fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Arc<record::Run>, &Progress) -> Result<Option<T>, Problem> + Send + 'static,
    ) -> PyResult<T> {
        let (run, failure) = (Arc::clone(&self.run), self.own.failure());
        let work = move |progress: &Progress| work(&run, progress);
        let found = if is_of_python(self.run.policy) {
            on_this_thread(work)?
        } else {
            interruptible(py, work)?
        };
        let cancelled = || Problem::output("the run was cancelled");
        let found = found.and_then(|found| found.ok_or_else(cancelled));
        found.map_err(|problem| failure.or_raised(&problem))
    }

    fn column<F: Field>(
        &self,
        columns: &Bound<'_, PyDict>,
        name: &str,
        kind: &str,
        of: &dyn Fn(usize) -> F,
    ) -> PyResult<()> {
        let mut bytes = Vec::new();
        (0..self.run.outcomes.len()).for_each(|job| of(job).append(&mut bytes));
        columns.set_item(name, array(columns.py(), &bytes, kind)?)
    }
}

/// Adds what is known of each job's origin, and the wait that the log has.
pub(crate) fn label_columns(columns: &mut Columns, experiment: &Experiment) {
    let (labels, names) = (&experiment.labels, &experiment.label_names);
    let name = |of: &[String], number: Option<u32>| Some(NameTables::name(of, number?));
    columns.text("user", |job| name(&names.users, labels[job].user()));
    columns.text("group", |job| name(&names.accounts, labels[job].group()));
    columns.text("queue", |job| name(&names.partitions, labels[job].queue()));
    columns.span("recorded_wait", |job| labels[job].recorded_wait());
}

/// The metrics of `runs` as a table for Arrow, a row for each; metrics that are defined for none of
/// them are left out.
#[pyfunction]
pub(crate) fn summary_table(runs: Vec<PyRef<'_, Run>>) -> PyResult<ArrowTable> {
    let all: Vec<_> = runs.iter().map(|run| metrics::values(&run.run)).collect();
    let mut columns = Columns::of(all.len());
    columns.text("policy", |run| Some(all[run].label.clone()));
    for (index, metric) in metrics::all().iter().enumerate() {
        if all.iter().any(|one| one.values[index].is_some()) {
            columns.number(metric.name, |run| all[run].values[index]);
        }
    }
    columns.table()
}

#[pymethods]
impl Run {
    /// Name of the policy.
    #[getter]
    fn label(&self) -> &str {
        &self.run.label
    }

    /// Remarks on what was changed or dropped while reading.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.run.experiment.remarks.clone()
    }

    /// Name of the time zone of its dates; none if it has no calendar.
    #[getter]
    fn zone(&self) -> Option<&str> {
        self.run.experiment.clock.zone_name()
    }

    /// Number of nodes of the machine.
    #[getter]
    fn nodes(&self) -> u32 {
        self.run.experiment.nodes
    }

    /// Digest of all events: equal if and only if two runs decided the same.
    #[getter]
    fn digest(&self) -> u64 {
        self.run.digest
    }

    /// Values of the metrics that are defined for it, by the names of columns of `summary.csv`.
    #[getter]
    fn metrics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (values, all) = (metrics::values(&self.run), PyDict::new(py));
        for (metric, value) in metrics::all().iter().zip(&values.values) {
            if let Some(value) = value {
                all.set_item(metric.name, value)?;
            }
        }
        Ok(all)
    }

    /// Columns of the jobs, by name; times in seconds.
    #[getter]
    fn jobs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (run, columns) = (&*self.run, PyDict::new(py));
        let outcome = |job: usize| &run.outcomes[job];
        let spec = |job: usize| &run.experiment.jobs[job];
        let number = |name, of: &dyn Fn(usize) -> i64| self.column(&columns, name, "i8", of);
        let time = |name, of: &dyn Fn(usize) -> f64| self.column(&columns, name, "f8", of);
        let flag = |name, of: &dyn Fn(usize) -> bool| self.column(&columns, name, "?", of);
        number("job", &|job| run.experiment.labels[job].number() as i64)?;
        time("submitted", &|job| outcome(job).entered.seconds())?;
        time("started", &|job| outcome(job).started.seconds())?;
        time("ended", &|job| outcome(job).completed.seconds())?;
        number("nodes", &|job| spec(job).nodes.into())?;
        time("estimate", &|job| spec(job).estimate.seconds())?;
        time("wait", &|job| run.wait(job).seconds())?;
        time("response", &|job| run.response(job).seconds())?;
        flag("killed", &|job| outcome(job).killed)?;
        flag("refused", &|job| outcome(job).refused)?;
        Ok(columns)
    }

    /// The jobs as a table for Arrow: instants with the zone of the log where it has a clock, spans
    /// as durations; jobs that were refused have no start, end, wait and response.
    fn table(&self) -> PyResult<ArrowTable> {
        let run = &*self.run;
        let (experiment, clock) = (&run.experiment, &run.experiment.clock);
        let outcome = |job: usize| &run.outcomes[job];
        let ran = |job: usize| (!outcome(job).refused).then_some(job);
        let mut columns = Columns::of(run.outcomes.len());
        columns.whole("job", |job| Some(experiment.labels[job].number() as i64));
        columns.instant("submitted", clock, |job| Some(outcome(job).entered))?;
        columns.instant("started", clock, |job| Some(outcome(ran(job)?).started))?;
        columns.instant("ended", clock, |job| Some(outcome(ran(job)?).completed))?;
        columns.whole("nodes", |job| Some(experiment.jobs[job].nodes.into()));
        columns.span("estimate", |job| Some(experiment.jobs[job].estimate));
        columns.span("wait", |job| Some(run.wait(ran(job)?)));
        columns.span("response", |job| Some(run.response(ran(job)?)));
        columns.flag("killed", |job| outcome(job).killed);
        columns.flag("refused", |job| outcome(job).refused);
        columns.span("runtime", |job| Some(experiment.jobs[job].runtime));
        label_columns(&mut columns, experiment);
        columns.table()
    }

    /// The jobs as `jobs.csv` of the command line has them; nodes only with a schedule.
    fn jobs_csv(&self) -> PyResult<String> {
        export::jobs_csv(&self.run).map_err(|problem| raised(&problem))
    }

    /// Writes `jobs.csv`, `schedule.csv` and what else the command line writes into a folder.
    fn write(&self, folder: PathBuf) -> PyResult<()> {
        export::write_run(&folder, &self.run).map_err(|problem| raised(&problem))
    }

    /// Story of the job of this number: pairs of an instant and what happened, in words.
    fn explain(&self, py: Python<'_>, number: u64) -> PyResult<Vec<(String, String)>> {
        let labels = &self.run.experiment.labels;
        let index = labels.iter().position(|label| label.number() == number);
        let index = index.ok_or_else(|| input(format!("there is no job {number}")))?;
        let found = self.work(py, move |run, progress| explain(run, index, progress))?;
        let started = self.run.outcomes[index].started;
        if !self.run.outcomes[index].refused && found.remarks.iter().all(|one| one.at != started) {
            return Err(input(format!(
                "{}: to explain a job its run is made again, and the policy decided otherwise then; one that draws is to set its seed where it is made",
                self.run.label
            )));
        }
        let clock = |at| self.run.experiment.clock.instant(at);
        let said = |sentence: &str| humanize_seconds(sentence, clock);
        let remarks = found.remarks.iter();
        Ok(remarks
            .map(|one| (self.run.instant(one.at), said(&one.sentence)))
            .collect())
    }

    fn __repr__(&self) -> String {
        format!(
            "<cosched.Run {:?}: {} jobs on {} nodes>",
            self.run.label,
            self.run.outcomes.len(),
            self.run.experiment.nodes
        )
    }
}
