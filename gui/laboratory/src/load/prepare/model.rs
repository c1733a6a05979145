//! Jobs drawn from a model one by one, of any number and however late.

use super::Scale;
use super::draw::{self, DrawnJob};
use crate::base::long_time::LongTime;
use crate::base::problem::Problem;
use crate::scenario::{Scenario, Workload};

/// Jobs of a scenario's model.
pub struct ModelJobs {
    jobs: DrawnJobs,
    scale: Option<Scale>,
    /// Number of jobs.
    pub total: u64,
}

impl ModelJobs {
    /// Jobs of `scenario` on a machine of `nodes` nodes; `None` if it has no model. For a given
    /// load they are drawn twice: once to be measured, once to be used.
    ///
    /// # Errors
    /// The size of the machine is not known, or no load can be set.
    pub fn new(scenario: &Scenario, nodes: Option<u32>) -> Result<Option<Self>, Problem> {
        let Some((jobs, total)) = jobs(scenario, nodes)? else {
            return Ok(None);
        };
        let mut model = Self {
            jobs,
            scale: None,
            total,
        };
        if let Some(load) = scenario.workload.load() {
            let scale = scale(model.jobs, nodes, load)?;
            let Some((jobs, _)) = self::jobs(scenario, nodes)? else {
                return Ok(None);
            };
            (model.jobs, model.scale) = (jobs, Some(scale));
        }
        Ok(Some(model))
    }
}

impl Iterator for ModelJobs {
    type Item = DrawnJob;

    fn next(&mut self) -> Option<DrawnJob> {
        let (at, job, label) = self.jobs.next()?;
        let at = self.scale.map_or(at, |scale| scale.scaled(at));
        Some((at, job, label))
    }
}

/// Jobs before scaling.
type DrawnJobs = Box<dyn Iterator<Item = DrawnJob>>;

/// Jobs of the scenario's model, and their number.
fn jobs(scenario: &Scenario, nodes: Option<u32>) -> Result<Option<(DrawnJobs, u64)>, Problem> {
    let seed = scenario.seed;
    Ok(match &scenario.workload {
        Workload::Lublin(model) => Some((
            Box::new(draw::lublin(model, seed, nodes)?),
            model.jobs.into(),
        )),
        Workload::Jann(model) => {
            Some((Box::new(draw::jann(model, seed, nodes)?), model.jobs.into()))
        }
        _ => None,
    })
}

/// Scale of the interarrival times of `jobs` for `load`.
fn scale(
    jobs: impl Iterator<Item = DrawnJob>,
    nodes: Option<u32>,
    load: f64,
) -> Result<Scale, Problem> {
    let (mut work, mut first, mut last) = (0.0, None, LongTime::ZERO);
    for (at, job, _) in jobs {
        // Summed in the order of a workload that is kept whole, to the same bits.
        work += job.runtime.seconds() * f64::from(job.nodes);
        first.get_or_insert(at);
        last = at;
    }
    let span = last.since(first.unwrap_or(last)).seconds();
    let nodes = f64::from(nodes.unwrap_or_default());
    Scale::new((span > 0.0).then(|| work / (nodes * span)), first, load)
}
