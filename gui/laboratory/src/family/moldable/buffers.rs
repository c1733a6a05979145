//! Heap buffers of policies that choose the sizes of jobs.

use cosched_core::engine::Setup;
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::moldable::{BoxedMoldable, Moldable, Rule};

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::record::choice::Choice;

/// Buffers of KCEASY, greedy parallel, fair-shared and ADaSA.
#[derive(Debug)]
pub(super) struct OwnedMolding {
    rule: Rule,
    buffers: BoxedMoldable,
}

impl OwnedMolding {
    /// Allocates for the policy of `choice`.
    pub(super) fn new(choice: &Choice, setup: &Setup<'_>) -> Self {
        let (jobs, nodes) = (setup.workload.len(), setup.nodes as usize);
        Self {
            rule: choice.parameters.molding.rule(choice.policy),
            buffers: BoxedMoldable::new(nodes, jobs, setup.profiled_jobs()),
        }
    }
}

impl Buffers for OwnedMolding {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let (jobs, buffers) = (setup.workload.len(), self.buffers.as_buffers());
        let moldable = Moldable::new(self.rule, setup.nodes, jobs, buffers);
        Ok(AnyPolicy::Moldable(moldable.map_err(problem)?).into())
    }
}
