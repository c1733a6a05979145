//! The branches of a document: which of them can be run, and the errors of the others.

use laboratory::base::problem::Problem;
use laboratory::record::choice::Choice;
use laboratory::record::choices;
use laboratory::scenario::Scenario;

/// Results of running branches.
#[derive(Default)]
pub(crate) struct Branches {
    /// Branches that could not be run, and why.
    failed: Vec<(Choice, String)>,
}

impl Branches {
    /// Notes that `choice` could not be run.
    pub(crate) fn failed(&mut self, choice: Choice, problem: Problem) {
        self.failed.retain(|(known, _)| known.label != choice.label);
        self.failed.push((choice, problem.sentence));
    }

    /// Returns why `choice` could not be run, if it could not.
    pub(crate) fn failure_of(&self, choice: &Choice) -> Option<&str> {
        let known = self.failed.iter().find(|(known, _)| known == choice);
        known.map(|(_, sentence)| sentence.as_str())
    }

    /// Returns the error of each branch of `scenario`, in its order; `None` for those that can be
    /// run as far as is known.
    pub(crate) fn errors_of(&self, scenario: &Scenario) -> Vec<Option<String>> {
        let branches = choices::branches(scenario).into_iter();
        branches
            .map(|branch| match branch {
                Ok(choice) => self.failure_of(&choice).map(str::to_owned),
                Err(problem) => Some(problem.sentence),
            })
            .collect()
    }
}

/// Returns `scenario` with only those of its branches that are possible, so that the others keep
/// nothing from being run.
pub(crate) fn with_valid_branches(mut scenario: Scenario) -> Scenario {
    let mut possible = choices::branches(&scenario).into_iter();
    let is_possible = |_: &_| possible.next().is_some_and(|branch| branch.is_ok());
    scenario.branches.retain(is_possible);
    scenario
}
