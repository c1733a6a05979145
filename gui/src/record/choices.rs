//! The runs that a scenario asks for.

use super::branch::resolve;
use super::choice::Choice;
use crate::base::problem::Problem;
use crate::scenario::{PolicyName, Scenario};

/// The runs a scenario asks for: the schedule as recorded, then its policies, then its
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
