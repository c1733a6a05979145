//! Heap buffers for multifactor priority, and the policies that support it.

use std::sync::Arc;

use cosched_core::policy::Order;
use cosched_core::policy::priority::{Member, Prioritised, StoredPriority};

use super::ready_policy::ReadyPolicy;
use crate::base::format::listed;
use crate::base::problem::Problem;
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::record::priority::PriorityData;
use crate::scenario::moldable::Deadlines;
use crate::scenario::{Parameters, PolicyName};

/// Buffers of the order of a policy's queue.
#[derive(Debug)]
pub(super) struct OwnedPriority {
    data: Arc<PriorityData>,
    members: Vec<Member>,
    stack: Vec<u32>,
    noted: Vec<StoredPriority>,
}

/// Makes the data of priorities in `experiment` under `choice`, if they order its queue.
///
/// # Errors
/// The accounts are invalid.
pub(crate) fn data(
    experiment: &Experiment,
    choice: &Choice,
) -> Result<Option<Arc<PriorityData>>, Problem> {
    let priority = choice.parameters.priority.as_deref();
    let data = priority.map(|priority| PriorityData::new(experiment, priority));
    Ok(data.transpose()?.map(Arc::new))
}

impl OwnedPriority {
    /// Allocates for `choice`, if its queue is ordered by priority.
    ///
    /// # Errors
    /// The policy has an order of its own, or the accounts are invalid.
    pub(super) fn new(experiment: &Experiment, choice: &Choice) -> Result<Option<Self>, Problem> {
        if choice.policy.replays() {
            // The record only needs usage.
            return Ok(None);
        }
        check(choice.policy, &choice.parameters)?;
        let data = data(experiment, choice)?;
        Ok(data.map(|data| Self {
            members: Vec::new(),
            stack: Vec::new(),
            noted: vec![StoredPriority::NOTHING; experiment.jobs.len()],
            data,
        }))
    }

    /// Returns `policy` with its queue ordered by priority.
    ///
    /// # Errors
    /// None: the accounts have been found to be a tree.
    pub(super) fn wrap<'p>(
        &'p mut self,
        policy: ReadyPolicy<'p>,
    ) -> Result<ReadyPolicy<'p>, Problem> {
        // A run before may have changed them.
        self.members = self.data.ranked_members();
        self.stack.resize(self.members.len(), 0);
        let fairshare = self.data.fairshare(&mut self.members, &mut self.stack)?;
        let prioritised = Prioritised::new(
            policy,
            self.data.multifactor,
            fairshare,
            &self.data.standings,
            &mut self.noted,
        );
        Ok(ReadyPolicy::Boxed(Box::new(prioritised)))
    }
}

/// Whether priorities can order the queue of `policy`.
fn takes_priorities(policy: &PolicyName) -> bool {
    policy.is_queue() || policy.is_of_slurm()
}

/// Checks that `policy` supports the priorities in `parameters`.
fn check(policy: PolicyName, parameters: &Parameters) -> Result<(), Problem> {
    let sentence = if parameters.priority.is_none() {
        return Ok(());
    } else if !takes_priorities(&policy) {
        let others = PolicyName::PUBLISHED.into_iter().filter(takes_priorities);
        let others: Vec<_> = others.map(PolicyName::title).collect();
        format!(
            "{} has an order of its own; it orders the queue of {}",
            policy.title(),
            listed(&others, "and")
        )
    } else if parameters.order != Order::Submitted {
        "the queue has an `order` besides; one of the two is allowed".to_owned()
    } else if parameters.molding.deadlines == Deadlines::Hard {
        "`deadlines: Hard` admits jobs by the order of submission; one of the two is allowed"
            .to_owned()
    } else {
        return Ok(());
    };
    Err(Problem::input(format!("`priority`: {sentence}")))
}
