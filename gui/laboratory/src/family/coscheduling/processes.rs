//! The processes of every job, for policies that schedule them one by one.

use cosched_core::workload::{Grain, GrainClass, ProcessSpec, ProcessTable};
use cosched_core::{Duration, Rate};

use crate::base::problem::Problem;
use crate::record::{Experiment, JobLabel};
use crate::scenario::coscheduling::Coscheduling;
use crate::scenario::{PolicyName, nanoseconds};

/// The processes of every job.
#[derive(Clone, PartialEq, Debug)]
pub struct ProcessData {
    specs: Vec<ProcessSpec>,
    // Index of the first process of each job, and the end.
    bounds: Vec<u32>,
}

impl ProcessData {
    /// Makes the processes of `experiment`, if `policy` needs them.
    ///
    /// # Errors
    /// There are more than `u32` can count.
    pub fn new(
        experiment: &Experiment,
        policy: PolicyName,
        requested: &Coscheduling,
    ) -> Result<Option<Self>, Problem> {
        if !policy.serves_processes() {
            return Ok(None);
        }
        let labels = experiment.labels.iter();
        let specs: Vec<_> = labels.map(|label| spec(label, requested)).collect();
        let (mut bounds, mut end) = (vec![0], 0_u32);
        for job in &experiment.jobs {
            end = end.checked_add(job.nodes).ok_or_else(|| {
                Problem::input(format!(
                    "the jobs have more than {} processes together",
                    u32::MAX
                ))
            })?;
            bounds.push(end);
        }
        Ok(Some(Self { specs, bounds }))
    }

    /// Returns the core's form.
    pub fn as_table(&self) -> ProcessTable<'_> {
        ProcessTable::new(&self.specs, &self.bounds)
    }
}

/// Specification of a job's processes. Barriers are a quarter of a quantum apart in jobs of medium
/// grain, and four quanta in those of coarse grain, unless the scenario gives a distance.
fn spec(label: &JobLabel, requested: &Coscheduling) -> ProcessSpec {
    let terms = label.terms();
    let class = terms.grain.unwrap_or(requested.grain).into();
    let every = |usual: f64| {
        let usual = Duration(nanoseconds(usual).max(1));
        Grain::Every(terms.barrier.unwrap_or(usual))
    };
    ProcessSpec {
        class,
        grain: match class {
            GrainClass::Fine => Grain::Lockstep,
            GrainClass::Medium => every(requested.quantum / 4.0),
            GrainClass::Coarse => every(requested.quantum * 4.0),
            GrainClass::Independent => Grain::Independent,
        },
        utilisation: terms.utilisation.unwrap_or(Rate::FULL),
    }
}
