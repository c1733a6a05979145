//! Space sharing by a queue, with or without backfilling: FCFS, EASY, conservative.

mod shared;

use std::collections::HashMap;

use cosched_core::engine::Setup;
use cosched_core::machine::profile::BoxedProfile;
use cosched_core::policy::plan::BoxedPlan;
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs, LastTwo, Order, Predictions};
use cosched_core::{Duration, JobId};

use super::ready_policy::ReadyPolicy;
use super::room::{Addition, Buffers, Family, problem};
use crate::base::problem::Problem;
use crate::record::Experiment;
use crate::scenario::queue::FAMILY_INFO;
use crate::scenario::queue::Predictor;
use crate::scenario::{Parameters, PolicyName};
use shared::SharedBuffers;

/// The family.
pub const FAMILY: Family = Family {
    title: FAMILY_INFO.title,
    addition: Addition::NONE,
    buffers: |experiment, choice, setup| {
        if setup.cluster.is_some() {
            let shared = SharedBuffers::new(choice.policy, &choice.parameters, setup);
            return Ok(Box::new(shared?));
        }
        let mut buffers = QueueBuffers::new(choice.policy, &choice.parameters, setup);
        if choice.parameters.predictor == Predictor::LastTwo {
            buffers.past = Some(PredictionHistory::new(experiment, setup.jobs()));
        }
        Ok(Box::new(buffers))
    },
};

/// Buffers of a policy with a queue.
#[derive(Debug)]
pub struct QueueBuffers {
    name: PolicyName,
    parameters: Parameters,
    // The order into which the policy itself sorts the queue.
    order: Order,
    jobs: usize,
    // Number of jobs that the profile has room for: EASY's has only running ones in it.
    profiled: usize,
    profile: BoxedProfile,
    // For plans around maintenance.
    plan: Option<BoxedPlan>,
    candidates: Box<[Option<JobId>]>,
    past: Option<PredictionHistory>,
}

/// History for predictions.
#[derive(Debug)]
struct PredictionHistory {
    // User of each job, numbered from 0; `u32::MAX` if unknown.
    users: Vec<u32>,
    last: Vec<LastTwo>,
    noted: Vec<Duration>,
}

impl PredictionHistory {
    fn new(experiment: &Experiment, jobs: usize) -> Self {
        let mut numbers = HashMap::new();
        let labels = experiment.labels.iter().take(jobs);
        let mut users: Vec<u32> = labels
            .map(|label| {
                let next = numbers.len() as u32;
                let number = label
                    .user()
                    .map(|user| *numbers.entry(user).or_insert(next));
                number.unwrap_or(u32::MAX)
            })
            .collect();
        users.resize(jobs, u32::MAX);
        Self {
            users,
            last: vec![LastTwo::EMPTY; numbers.len()],
            noted: vec![Duration::ZERO; jobs],
        }
    }

    /// Returns predictions of which no job has ended yet.
    fn predictions(&mut self, jobs: usize) -> Result<Predictions<'_>, Problem> {
        self.last.fill(LastTwo::EMPTY);
        Predictions::new(&self.users, &mut self.last, &mut self.noted, jobs).map_err(problem)
    }
}

impl QueueBuffers {
    /// Allocates for the policy `name` on the workload of `setup`.
    pub fn new(name: PolicyName, parameters: &Parameters, setup: &Setup<'_>) -> Self {
        let candidates = match (name, parameters.backfill_order) {
            (PolicyName::Easy, Some(order)) if has_own_order(parameters, order) => setup.jobs(),
            _ => 0,
        };
        let depth = parameters.depth.map_or(usize::MAX, |depth| depth as usize);
        let needs_plan = !setup.outages.maintenance.is_empty();
        let profiled = match name {
            PolicyName::Easy => setup.profiled_running_jobs(),
            _ => setup.profiled_jobs(),
        };
        Self {
            plan: (name == PolicyName::Conservative && needs_plan)
                .then(|| BoxedPlan::new(setup, depth)),
            name,
            parameters: parameters.clone(),
            order: parameters.order,
            jobs: setup.jobs(),
            profiled,
            profile: match name {
                PolicyName::Fcfs => BoxedProfile::default(),
                _ => BoxedProfile::new(profiled, setup.has_parts()),
            },
            candidates: vec![None; candidates].into(),
            past: None,
        }
    }
}

/// Allocates for a policy that does not sort the queue, as its caller does in every pass.
///
/// # Errors
/// The parameters are invalid.
pub(super) fn unsorted(
    name: PolicyName,
    parameters: &Parameters,
    setup: &Setup<'_>,
) -> Result<Box<dyn Buffers>, Problem> {
    if setup.cluster.is_some() {
        let parameters = Parameters {
            order: Order::Submitted,
            ..parameters.clone()
        };
        return Ok(Box::new(SharedBuffers::new(name, &parameters, setup)?));
    }
    Ok(Box::new(QueueBuffers {
        order: Order::Submitted,
        ..QueueBuffers::new(name, parameters, setup)
    }))
}

/// Whether backfilling considers jobs in another order than that of the queue, which goes by
/// estimates.
fn has_own_order(parameters: &Parameters, behind: Order) -> bool {
    behind != parameters.order || parameters.predictor != Predictor::Estimate
}

impl Buffers for QueueBuffers {
    fn policy<'p>(&'p mut self, _: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let order = self.order;
        let depth = match self.parameters.depth {
            Some(depth) => depth as usize,
            None => usize::MAX,
        };
        let profile = self.profile.as_profile();
        let past = self.past.as_mut();
        let by = past.map(|past| past.predictions(self.jobs)).transpose()?;
        let policy = match self.name {
            PolicyName::Conservative => {
                let conservative = Conservative::new(profile, self.profiled).map_err(problem)?;
                let conservative = conservative.by(order).to_depth(depth);
                let conservative = match &mut self.plan {
                    Some(plan) => conservative.with_plan(plan.as_buffers()),
                    None => conservative,
                };
                AnyPolicy::Conservative(match by {
                    Some(predictions) => conservative.predicting(predictions),
                    None => conservative,
                })
            }
            PolicyName::Easy => {
                let easy = Easy::new(profile, self.profiled).map_err(problem)?;
                let easy = easy.by(order).to_depth(depth);
                let easy = match by {
                    Some(predictions) => easy.predicting(predictions),
                    None => easy,
                };
                AnyPolicy::Easy(match self.parameters.backfill_order {
                    Some(behind) if has_own_order(&self.parameters, behind) => easy
                        .backfilling_by(behind, &mut self.candidates, self.jobs)
                        .map_err(problem)?,
                    _ => easy,
                })
            }
            PolicyName::Fcfs => AnyPolicy::Fcfs(Fcfs::by(order)),
            other => return Err(without_buffers(other)),
        };
        Ok(policy.into())
    }
}

/// The refusal of a policy that is described, but not made here.
fn without_buffers(policy: PolicyName) -> Problem {
    Problem::input(format!(
        "{} cannot run: there are no buffers for it among the policies with a queue",
        policy.title()
    ))
}
