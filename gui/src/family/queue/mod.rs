//! Space sharing by a queue, with or without backfilling: FCFS, EASY, conservative.

use cosched_core::JobId;
use cosched_core::engine::Setup;
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs, Order};

use super::profile::OwnedProfile;
use super::ready::ReadyPolicy;
use super::room::{Buffers, Family, no_line, no_tables, problem};
use crate::base::problem::Problem;
use crate::scenario::queue::TERMS;
use crate::scenario::{Parameters, PolicyName};

/// The family.
pub const FAMILY: Family = Family {
    title: TERMS.title,
    policies: &PolicyName::SPACE_SHARING,
    // Those of every run.
    metrics: &[],
    line: no_line,
    columns: None,
    tables: no_tables,
    buffers: |_, choice, setup| {
        let buffers = QueueBuffers::new(choice.policy, &choice.parameters, setup);
        Ok(Box::new(buffers))
    },
    // What is kept of every run says it all.
    listen: |_, _, _, _| {},
};

/// Buffers of a policy with a queue.
#[derive(Debug)]
pub struct QueueBuffers {
    name: PolicyName,
    parameters: Parameters,
    // In which order it puts the queue itself.
    order: Order,
    jobs: usize,
    // Jobs that the profile has room for.
    profiled: usize,
    profile: OwnedProfile,
    candidates: Box<[Option<JobId>]>,
}

impl QueueBuffers {
    /// Room for the policy `name` on the workload of `setup`.
    pub fn new(name: PolicyName, parameters: &Parameters, setup: &Setup<'_>) -> Self {
        let candidates = match (name, parameters.backfill_order) {
            (PolicyName::Easy, Some(order)) if order != parameters.order => setup.jobs(),
            _ => 0,
        };
        Self {
            name,
            parameters: parameters.clone(),
            order: parameters.order,
            jobs: setup.jobs(),
            profiled: setup.profiled(),
            profile: match name {
                PolicyName::Fcfs => OwnedProfile::none(setup),
                _ => OwnedProfile::of(setup.profiled(), setup),
            },
            candidates: vec![None; candidates].into(),
        }
    }

    /// The same of one that leaves the queue in the order in which somebody else puts it in
    /// every pass.
    pub(crate) fn as_found(name: PolicyName, parameters: &Parameters, setup: &Setup<'_>) -> Self {
        Self {
            order: Order::Submitted,
            ..Self::new(name, parameters, setup)
        }
    }
}

impl Buffers for QueueBuffers {
    fn policy<'p>(&'p mut self, _: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let order = self.order;
        let depth = match self.parameters.depth {
            Some(depth) => depth as usize,
            None => usize::MAX,
        };
        let profile = self.profile.as_profile();
        let policy = match self.name {
            PolicyName::Conservative => {
                let conservative = Conservative::new(profile, self.profiled).map_err(problem)?;
                AnyPolicy::Conservative(conservative.by(order).to_depth(depth))
            }
            PolicyName::Easy => {
                let easy = Easy::new(profile, self.profiled).map_err(problem)?;
                let easy = easy.by(order).to_depth(depth);
                AnyPolicy::Easy(match self.parameters.backfill_order {
                    Some(behind) if behind != self.parameters.order => easy
                        .backfilling_by(behind, &mut self.candidates, self.jobs)
                        .map_err(problem)?,
                    _ => easy,
                })
            }
            _ => AnyPolicy::Fcfs(Fcfs::by(order)),
        };
        Ok(policy.into())
    }
}
