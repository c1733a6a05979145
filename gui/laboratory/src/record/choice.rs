//! A policy with its parameters: the input of a run besides the experiment.

use super::branch::Branching;
use crate::scenario::{Parameters, PolicyName};

/// A policy with its parameters and the label of its results; of a branch, the last policy.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The policy.
    pub policy: PolicyName,
    /// Its name in results.
    pub label: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// The policies and changes before, if it is a branch.
    pub branch: Option<Branching>,
}

impl Choice {
    /// Makes a choice labelled with the title of the policy.
    pub fn plain(policy: PolicyName, parameters: &Parameters) -> Self {
        Self {
            policy,
            label: policy.title().to_owned(),
            parameters: parameters.clone(),
            branch: None,
        }
    }

    /// Returns the policy that decides at the beginning.
    pub fn first_policy(&self) -> PolicyName {
        let branch = self.branch.as_ref();
        branch.map_or(self.policy, |branch| branch.first_settings.policy)
    }

    /// Whether nodes go out of service, or are added, in its branch.
    pub fn changes_nodes(&self) -> bool {
        let branch = self.branch.as_ref();
        branch.is_some_and(Branching::changes_nodes)
    }
}
