//! Heap buffers of a policy that was built in by others, and its parameters.

use std::collections::BTreeMap;

use cosched_core::engine::Setup;
use cosched_core::machine::profile::BoxedProfile;

use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::Buffers;
use crate::scenario::PolicyName;
use crate::scenario::policy::own::{Making, OwnPolicy, PolicyInstance};

/// Buffers and parameters of such a policy.
#[derive(Debug)]
pub(super) struct OwnBuffers {
    policy: OwnPolicy,
    values: Vec<f64>,
    jobs: usize,
    profile: BoxedProfile,
}

impl OwnBuffers {
    /// Allocates for `policy`, with its parameters as in the scenario.
    pub(super) fn new(policy: OwnPolicy, given: &BTreeMap<String, f64>, setup: &Setup<'_>) -> Self {
        let parameters = policy.parameters().iter();
        let values = parameters.map(|one| given.get(one.name).copied().unwrap_or(one.usual));
        Self {
            policy,
            values: values.collect(),
            jobs: setup.profiled_jobs(),
            profile: BoxedProfile::new(setup.profiled_jobs(), setup.has_parts()),
        }
    }
}

impl Buffers for OwnBuffers {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let making = Making {
            profile: self.profile.as_profile(),
            jobs: self.jobs,
            nodes: setup.nodes,
            values: self.values.clone(),
        };
        let made = self.policy.make(making);
        let title = PolicyName::Own(self.policy).title();
        let made = made.map_err(|why| Problem::input(format!("{title}: {why}")))?;
        Ok(match made {
            PolicyInstance::Sure(policy) => ReadyPolicy::Boxed(policy),
            PolicyInstance::Fallible(policy) => ReadyPolicy::External(policy),
        })
    }
}
