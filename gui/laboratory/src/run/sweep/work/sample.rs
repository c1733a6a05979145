//! The values of a sample: its workload prepared, and each of its runs simulated or taken over from
//! an equal one.

use std::cell::OnceCell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::super::ResultStorage;
use super::super::plan::{Plan, Sample};
use super::cut::counted_jobs;
use super::durations::Durations;
use super::equal_runs::restricted;
use super::run_table::{FoundRun, RunTable};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::base::system::clock::Stopwatch;
use crate::load::{self, Drafts};
use crate::metrics::job_metrics::values_of_jobs;
use crate::metrics::{Values, values};
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::record::choices::choices;
use crate::run::simulate;

/// Inputs with which the threads compute samples.
pub(super) struct Computation<'p> {
    pub(super) plan: &'p Plan,
    pub(super) kept: &'p dyn ResultStorage,
    drafts: &'p Drafts,
    pub(super) progress: &'p Progress,
    pub(super) runs: RunTable<'p>,
    durations: Mutex<Durations>,
}

/// A workload that all policies of a sample share, and which of its jobs count, if not all do.
struct Prepared {
    experiment: Arc<Experiment>,
    counted: Option<Vec<u32>>,
}

/// The workload of `sample`.
pub(super) fn prepare(
    plan: &Plan,
    drafts: &Drafts,
    sample: Sample,
    progress: &Progress,
) -> Result<Arc<Experiment>, Problem> {
    let scenario = plan.scenario(sample);
    load::prepare_among(drafts, &scenario, Some(&plan.file), &progress.part()).map(Arc::new)
}

impl<'p> Computation<'p> {
    pub(super) fn new(
        plan: &'p Plan,
        kept: &'p dyn ResultStorage,
        drafts: &'p Drafts,
        progress: &'p Progress,
    ) -> Self {
        Self {
            plan,
            kept,
            drafts,
            progress,
            runs: RunTable::new(plan, kept),
            durations: Mutex::default(),
        }
    }

    /// How long runs took so far.
    pub(super) fn durations(&self) -> MutexGuard<'_, Durations> {
        self.durations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Result of `sample` under each policy; `None` if cancelled.
    pub(super) fn values(&self, sample: Sample) -> Result<Option<Vec<Values>>, Problem> {
        let choices = choices(&self.plan.points[sample.point].scenario);
        let choices: Vec<Choice> = choices.into_iter().map(restricted).collect();
        let prepared = OnceCell::new();
        let mut found: Vec<Option<Values>> = vec![None; choices.len()];
        loop {
            let missing = found.iter().enumerate().filter(|(_, one)| one.is_none());
            let missing: Vec<usize> = missing.map(|(policy, _)| policy).collect();
            if missing.is_empty() {
                return Ok(found.into_iter().collect());
            }
            // A thread waits only when it simulates nothing that others wait for.
            self.runs.wait(sample, &missing);
            for policy in missing {
                let choice = &choices[policy];
                found[policy] = match self.runs.find(sample, policy) {
                    FoundRun::Values(values) => Some(Values {
                        label: choice.label.clone(),
                        ..values
                    }),
                    FoundRun::Missing(claim) => {
                        let prepared = self.prepared(&prepared, sample)?;
                        let watch = Stopwatch::start();
                        let Some(values) = self.simulated(prepared, choice)? else {
                            return Ok(None);
                        };
                        self.note(sample, policy, watch.elapsed());
                        claim.finish(&values);
                        Some(values)
                    }
                    FoundRun::Running => None,
                };
            }
        }
    }

    fn note(&self, sample: Sample, policy: usize, duration: Duration) {
        let group = self.runs.equal.groups(sample.point)[policy];
        let jobs = self.plan.jobs(sample.point);
        self.durations().note((group, policy), jobs, duration);
    }

    /// The workload of `sample` in `cell`, prepared if it has not been yet.
    fn prepared<'c>(
        &self,
        cell: &'c OnceCell<Prepared>,
        sample: Sample,
    ) -> Result<&'c Prepared, Problem> {
        if let Some(prepared) = cell.get() {
            return Ok(prepared);
        }
        let experiment = prepare(self.plan, self.drafts, sample, self.progress)?;
        let counted = counted_jobs(&experiment.jobs, experiment.first_counted(), self.plan.cut)?;
        Ok(cell.get_or_init(|| Prepared {
            experiment,
            counted,
        }))
    }

    /// Values of the run of `choice`; `None` if cancelled.
    fn simulated(&self, prepared: &Prepared, choice: &Choice) -> Result<Option<Values>, Problem> {
        let progress = self.progress.part();
        let run = simulate(&prepared.experiment, choice, false, &progress)?;
        Ok(run.map(|run| match &prepared.counted {
            Some(jobs) => values_of_jobs(&run, jobs),
            None => values(&run),
        }))
    }
}
