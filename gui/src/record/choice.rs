//! A policy with what it is told: what a run is of.

use super::branch::Branched;
use crate::scenario::{Parameters, PolicyName};

/// A policy with its parameters and the name of its results; of a branch, that which decides
/// in the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The policy.
    pub policy: PolicyName,
    /// Its name in results.
    pub label: String,
    /// Its parameters.
    pub parameters: Parameters,
    /// What it is until when, if it is a branch.
    pub branch: Option<Branched>,
}

impl Choice {
    /// `policy` with `parameters`, named after the policy.
    pub fn plain(policy: PolicyName, parameters: &Parameters) -> Self {
        Self {
            policy,
            label: policy.title().to_owned(),
            parameters: parameters.clone(),
            branch: None,
        }
    }

    /// The policy that decides at the beginning.
    pub fn first_policy(&self) -> PolicyName {
        let branch = self.branch.as_ref();
        branch.map_or(self.policy, |branch| branch.before.policy)
    }
}
