//! Offered load of a workload, and scaling of interarrival times to another one.

use cosched_core::JobSpec;

use super::shared::with_cores;
use crate::base::long_time::LongTime;
use crate::base::problem::Problem;
use crate::record::Experiment;
use crate::scenario::LONGEST;

/// Work submitted per capacity of the machine while jobs are submitted;
/// `None` if all are submitted at one instant.
pub fn offered_load(jobs: &[JobSpec], nodes: u32) -> Option<f64> {
    let (first, last) = (jobs.first()?, jobs.last()?);
    let span = last.submit.since(first.submit).seconds();
    let work: f64 = jobs
        .iter()
        .map(|job| job.runtime.seconds() * f64::from(job.nodes))
        .sum();
    (span > 0.0).then(|| work / (f64::from(nodes) * span))
}

/// Offered load of all jobs of `experiment`; where they share nodes, by the cores they request.
pub fn offered_load_of(experiment: &Experiment) -> Option<f64> {
    let cluster = experiment.cluster.as_ref();
    let sized = cluster.map(|cluster| with_cores(&experiment.jobs, cluster));
    let jobs = sized.as_ref().unwrap_or(&experiment.jobs);
    offered_load(jobs, experiment.nodes)
}

/// Multiplies interarrival times so that the offered load becomes `load`;
/// runtimes stay as they are.
pub fn scale_to_load(jobs: &mut [JobSpec], nodes: u32, load: f64) -> Result<(), Problem> {
    scale_from(jobs, offered_load(jobs, nodes), load)
}

/// Multiplies interarrival times of jobs with the load `offered`.
pub(super) fn scale_from(
    jobs: &mut [JobSpec],
    offered: Option<f64>,
    load: f64,
) -> Result<(), Problem> {
    let first = jobs.first().map(|job| job.submit.into());
    let scale = Scale::new(offered, first, load)?;
    jobs.iter_mut().try_for_each(|job| scale.scale_job(job))
}

/// Factor for interarrival times.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    load: f64,
    factor: f64,
    first: LongTime,
}

impl Scale {
    /// Scale from the load `offered`, from the instant `first` on, to `load`.
    pub(super) fn new(
        offered: Option<f64>,
        first: Option<LongTime>,
        load: f64,
    ) -> Result<Self, Problem> {
        let (Some(offered), Some(first)) = (offered, first) else {
            return Err(Problem::input(
                "all jobs are submitted at one instant: no load can be set",
            ));
        };
        let factor = offered / load;
        Ok(Self {
            load,
            factor,
            first,
        })
    }

    pub(super) fn scale_job(self, job: &mut JobSpec) -> Result<(), Problem> {
        let (load, offset) = (self.load, self.offset(job.submit.into()));
        if offset > LONGEST {
            return Err(Problem::input(format!(
                "at a load of {load} jobs would be submitted over {offset:.0} s; {LONGEST} s are allowed"
            )));
        }
        job.submit = self.scaled(job.submit.into()).in_era(LongTime::ZERO);
        Ok(())
    }

    /// Scaled submission of a job submitted at `at`, however late that is.
    pub(super) fn scaled(self, at: LongTime) -> LongTime {
        // Whole seconds, as in logs.
        let offset = LongTime::from_seconds(self.offset(at).round() as u64);
        LongTime(self.first.0 + offset.0)
    }

    /// Seconds from the first job to the one at `at`, scaled.
    pub(super) fn offset(self, at: LongTime) -> f64 {
        at.since(self.first).seconds() * self.factor
    }
}
