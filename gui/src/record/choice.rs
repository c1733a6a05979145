//! The runs a scenario asks for.

use super::branch::{Branched, resolve};
use crate::base::problem::Problem;
use crate::scenario::{Parameters, PolicyName, Scenario};

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

/// The runs a scenario asks for: the schedule as it was, then its policies, then its
/// variants, then its branches; without branches if one of them cannot be, which
/// [`crate::load::prepare`] says.
pub fn choices(scenario: &Scenario) -> Vec<Choice> {
    let plain = unbranched(scenario);
    resolve(scenario, plain.clone()).unwrap_or(plain)
}

/// Whether the branches of `scenario` can be.
///
/// # Errors
/// What is wrong with one.
pub(crate) fn check_branches(scenario: &Scenario) -> Result<(), Problem> {
    resolve(scenario, unbranched(scenario)).map(|_| ())
}

/// The runs that are no branches.
fn unbranched(scenario: &Scenario) -> Vec<Choice> {
    let plain = scenario.policies.iter();
    let plain = plain.map(|&policy| Choice::plain(policy, &scenario.parameters));
    let variants = scenario.variants.iter().enumerate();
    let variants = variants.map(|(index, variant)| Choice {
        policy: variant.policy,
        label: variant
            .label
            .clone()
            .unwrap_or_else(|| format!("{} {}", variant.policy.title(), index + 1)),
        parameters: variant.parameters.clone(),
        branch: None,
    });
    let mut all: Vec<Choice> = plain.chain(variants).collect();
    // What others are compared with is the first row.
    all.sort_by_key(|choice| choice.policy != PolicyName::Recorded);
    all
}
