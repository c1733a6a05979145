//! Buffers for multifactor priority, and which policies can be told of it.

use std::sync::Arc;

use cosched_core::policy::Order;
use cosched_core::policy::priority::{Member, Noted, Prioritised};

use super::ready::ReadyPolicy;
use crate::base::problem::Problem;
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::record::priority::PriorityData;
use crate::scenario::moldable::Deadlines;
use crate::scenario::{Parameters, PolicyName};

/// Buffers of what orders the queue of a policy.
#[derive(Debug)]
pub(super) struct OwnedPriority {
    data: Arc<PriorityData>,
    members: Vec<Member>,
    stack: Vec<u32>,
    noted: Vec<Noted>,
}

/// What is known of priorities in `experiment` under `choice`, if they order its queue.
///
/// # Errors
/// What is wrong with the accounts.
pub(crate) fn data(
    experiment: &Experiment,
    choice: &Choice,
) -> Result<Option<Arc<PriorityData>>, Problem> {
    let priority = choice.parameters.priority.as_deref();
    let data = priority.map(|priority| PriorityData::new(experiment, priority));
    Ok(data.transpose()?.map(Arc::new))
}

impl OwnedPriority {
    /// Those of `choice`, if its queue is ordered so.
    ///
    /// # Errors
    /// The policy has an order of its own, or something is wrong with the accounts.
    pub(super) fn new(experiment: &Experiment, choice: &Choice) -> Result<Option<Self>, Problem> {
        if choice.policy == PolicyName::Recorded {
            // What was is only counted.
            return Ok(None);
        }
        check(choice.policy, &choice.parameters)?;
        let data = data(experiment, choice)?;
        Ok(data.map(|data| Self {
            members: data.members.clone(),
            stack: vec![0; data.members.len()],
            noted: vec![Noted::NOTHING; experiment.jobs.len()],
            data,
        }))
    }

    /// `policy` with its queue in that order.
    ///
    /// # Errors
    /// None: the accounts have been found to be a tree.
    pub(super) fn before<'p>(
        &'p mut self,
        policy: ReadyPolicy<'p>,
    ) -> Result<ReadyPolicy<'p>, Problem> {
        // They may have been used in a run before.
        self.members.clone_from(&self.data.members);
        let fairshare = self.data.fairshare(&mut self.members, &mut self.stack)?;
        let prioritised = Prioritised::new(
            policy,
            self.data.told,
            fairshare,
            &self.data.standings,
            &mut self.noted,
        );
        Ok(ReadyPolicy::Boxed(Box::new(prioritised)))
    }
}

/// Whether `policy` can be told what it is told of priorities.
fn check(policy: PolicyName, parameters: &Parameters) -> Result<(), Problem> {
    use PolicyName::{Conservative, Easy, Fcfs, Slurm};
    let sentence = if parameters.priority.is_none() {
        return Ok(());
    } else if !matches!(policy, Fcfs | Easy | Conservative | Slurm) {
        format!(
            "{} has an order of its own; it orders the queue of {}, {}, {} and {}",
            policy.title(),
            Fcfs.title(),
            Easy.title(),
            Conservative.title(),
            Slurm.title()
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
