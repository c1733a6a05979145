//! Heap buffers of admission control for hard deadlines, which decides before a policy.

use cosched_core::JobId;
use cosched_core::engine::Setup;
use cosched_core::machine::profile::BoxedProfile;
use cosched_core::policy::AnyPolicy;
use cosched_core::policy::moldable::Admission;

use crate::base::format::listed;
use crate::base::problem::Problem;
use crate::family::room::problem;
use crate::scenario::PolicyName;
use crate::scenario::moldable::{Deadlines, Molding};

/// Whether the starts under `policy` can be planned, and so jobs be refused.
fn can_refuse(policy: &PolicyName) -> bool {
    policy.molds() || policy.is_queue()
}

/// Buffers of the plan that new jobs have to fit in.
#[derive(Debug)]
pub(crate) struct OwnedAdmission {
    profile: BoxedProfile,
    order: Vec<Option<JobId>>,
}

impl OwnedAdmission {
    /// Allocates for the workload of `setup`; `None` unless deadlines are hard.
    ///
    /// # Errors
    /// They are hard, and the starts under the policy `name` cannot be planned.
    pub(crate) fn new(
        name: PolicyName,
        molding: &Molding,
        setup: &Setup<'_>,
    ) -> Result<Option<Self>, Problem> {
        if molding.deadlines == Deadlines::Soft {
            return Ok(None);
        }
        if !can_refuse(&name) {
            let others = PolicyName::PUBLISHED.into_iter().filter(can_refuse);
            let others: Vec<_> = others.map(PolicyName::name).collect();
            return Err(Problem::input(format!(
                "`deadlines: Hard` is not for the policy {}: {} can refuse jobs",
                name.title(),
                listed(&others, "and")
            )));
        }
        if !setup.precedence.is_empty() {
            return Err(Problem::input(
                "`deadlines: Hard` is not for jobs that follow others: they would wait for ever for one that is refused",
            ));
        }
        Ok(Some(Self {
            profile: BoxedProfile::new(setup.profiled_jobs(), setup.has_parts()),
            order: vec![None; setup.workload.len()],
        }))
    }

    /// Puts the admission control before `policy`.
    ///
    /// # Errors
    /// A buffer is too small.
    pub(crate) fn wrap<'p>(
        &'p mut self,
        policy: AnyPolicy<'p>,
        setup: &Setup<'p>,
    ) -> Result<Admission<'p, AnyPolicy<'p>>, Problem> {
        let profile = self.profile.as_profile();
        let jobs = setup.workload.len();
        let admission = Admission::new(policy, setup.nodes, jobs, profile, &mut self.order);
        admission.map_err(problem)
    }
}
