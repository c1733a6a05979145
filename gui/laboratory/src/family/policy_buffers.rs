//! A policy with its buffers, of the size the experiment needs.

use cosched_core::Time;
use cosched_core::engine::storage::words_for;
use cosched_core::engine::{Setup, Sizes};
use cosched_core::exact::Fraction;
use cosched_core::machine::Candidate;
use cosched_core::machine::contention::Threads;

use super::moldable::admission::OwnedAdmission;
use super::priority::OwnedPriority;
use super::queue::QueueBuffers;
use super::ready_policy::ReadyPolicy;
use super::room::Buffers;
use super::{Family, placement, queue};
use crate::base::problem::Problem;
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::scenario::queue::Predictor;
use crate::scenario::{Parameters, PolicyName};

/// Checks that there is memory for [`cosched_core::engine::BoxedStorage`] and the buffers of
/// `policy` for `setup`.
///
/// # Errors
/// There is not; the sentence says how much is needed.
pub(crate) fn check_memory(policy: PolicyName, setup: &Setup<'_>) -> Result<(), Problem> {
    let (jobs, nodes) = (setup.jobs(), setup.nodes as usize);
    // Rows of a matrix.
    let rows = if policy.has_quanta() { 2 * jobs } else { 0 };
    // The profile, with parts, and a bill of each job; the candidates for its nodes; the threads of
    // look-ahead.
    let buffers = [
        (2 * jobs, size_of::<Time>() + size_of::<Fraction>()),
        (2 * jobs, size_of::<u32>()),
        (nodes, size_of::<Candidate>()),
        (placement::threads_of(setup), size_of::<Threads>()),
        (rows, words_for(nodes) * size_of::<u64>()),
    ];
    let sizes = buffers.map(|(count, size)| count.saturating_mul(size));
    let bytes = sizes
        .into_iter()
        .fold(Sizes::of(setup).bytes(), usize::saturating_add);
    let mut room = Vec::<u8>::new();
    room.try_reserve_exact(bytes).map_err(|_| {
        Problem::output(format!(
            "there is not enough memory to simulate it: some {} MiB are needed",
            bytes >> 20
        ))
    })
}

/// A policy's buffers, with those of admission control where deadlines are hard, and those of
/// priorities.
#[derive(Debug)]
pub struct OwnedPolicy {
    buffers: Box<dyn Buffers>,
    admission: Option<OwnedAdmission>,
    priority: Option<OwnedPriority>,
}

impl OwnedPolicy {
    /// Allocates for the policy of `choice` on the workload of `setup`, which is that of
    /// `experiment`.
    ///
    /// # Errors
    /// The parameters are invalid.
    pub fn new(
        experiment: &Experiment,
        choice: &Choice,
        setup: &Setup<'_>,
    ) -> Result<Self, Problem> {
        let family = Family::of(choice.policy);
        Ok(Self {
            buffers: (family.buffers)(experiment, choice, setup)?,
            admission: OwnedAdmission::new(choice.policy, &choice.parameters.molding, setup)?,
            priority: OwnedPriority::new(experiment, choice)?,
        })
    }

    /// Allocates for a policy with a queue, of jobs that are submitted one by one.
    ///
    /// # Errors
    /// The parameters are invalid.
    pub fn queue(
        name: PolicyName,
        parameters: &Parameters,
        setup: &Setup<'_>,
    ) -> Result<Self, Problem> {
        if parameters.predictor != Predictor::Estimate {
            return Err(Problem::input(
                "predictor: predictions are made where all jobs and their users are known beforehand; here estimates are allowed",
            ));
        }
        if parameters.priority.is_some() {
            return Err(Problem::input(
                "priority: fair shares are of users who are known beforehand with all jobs; here `order` is allowed",
            ));
        }
        Ok(Self {
            buffers: Box::new(QueueBuffers::new(name, parameters, setup)),
            admission: OwnedAdmission::new(name, &parameters.molding, setup)?,
            priority: None,
        })
    }

    /// Allocates for a policy with a queue that does not sort it, as its caller does.
    ///
    /// # Errors
    /// The parameters are invalid.
    pub(crate) fn unsorted_queue(
        name: PolicyName,
        parameters: &Parameters,
        setup: &Setup<'_>,
    ) -> Result<Self, Problem> {
        Ok(Self {
            buffers: queue::unsorted(name, parameters, setup)?,
            // Hard deadlines have been refused before.
            admission: None,
            // Priorities together with moved jobs have been refused before.
            priority: None,
        })
    }

    /// Returns the policy, on these buffers.
    ///
    /// # Errors
    /// The parameters do not suit the workload.
    pub fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        if let Some(priority) = &mut self.priority {
            return priority.wrap(self.buffers.policy(setup)?);
        }
        match (self.buffers.policy(setup)?, &mut self.admission) {
            (ReadyPolicy::Published(policy), Some(admission)) => {
                admission.wrap(policy, setup).map(ReadyPolicy::Admitting)
            }
            // Hard deadlines have been refused for the others.
            (policy, _) => Ok(policy),
        }
    }
}
