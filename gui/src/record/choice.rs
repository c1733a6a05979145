//! The runs a scenario asks for.

use crate::scenario::{Parameters, PolicyName, Scenario};

/// A policy with its parameters and the name of its results.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The policy.
    pub policy: PolicyName,
    /// Its name in results.
    pub label: String,
    /// Its parameters.
    pub parameters: Parameters,
}

impl Choice {
    /// `policy` with `parameters`, named after the policy.
    pub fn plain(policy: PolicyName, parameters: &Parameters) -> Self {
        Self {
            policy,
            label: policy.title().to_owned(),
            parameters: parameters.clone(),
        }
    }
}

/// The runs a scenario asks for: the schedule as it was, then its policies, then its
/// variants.
pub fn choices(scenario: &Scenario) -> Vec<Choice> {
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
    });
    let mut all: Vec<Choice> = plain.chain(variants).collect();
    // What others are compared with is the first row.
    all.sort_by_key(|choice| choice.policy != PolicyName::Recorded);
    all
}
