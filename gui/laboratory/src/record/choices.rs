//! The runs of a scenario.

use super::branch::resolve;
use super::choice::Choice;
use crate::base::problem::Problem;
use crate::scenario::Scenario;

/// Returns the runs of a scenario: the schedule as recorded, then its policies, then its variants,
/// then its branches; without invalid branches, whose faults [`crate::load::prepare`] reports.
pub fn choices(scenario: &Scenario) -> Vec<Choice> {
    let mut all = unbranched(scenario);
    all.extend(branches(scenario).into_iter().flatten());
    all
}

/// Resolves each branch of `scenario`.
///
/// # Errors
/// For each branch its fault.
pub fn branches(scenario: &Scenario) -> Vec<Result<Choice, Problem>> {
    resolve(scenario, unbranched(scenario))
}

/// Checks the branches of `scenario`.
///
/// # Errors
/// The fault of the first that is invalid.
pub(crate) fn check_branches(scenario: &Scenario) -> Result<(), Problem> {
    branches(scenario)
        .into_iter()
        .try_for_each(|branch| branch.map(drop))
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
    // The baseline of comparisons is the first row.
    all.sort_by_key(|choice| !choice.policy.replays());
    all
}
