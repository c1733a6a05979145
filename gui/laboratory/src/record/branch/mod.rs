//! Branches in time: the run that each branches from, its instants, and the changes made then.

mod growth;
mod resolve;
pub mod sentences;

use cosched_core::Time;

use crate::scenario::branch::Change;
use crate::scenario::{Parameters, PolicyName};

pub use growth::{AddedNodes, Growth};
pub(crate) use resolve::resolve;

/// A run that equals another up to an instant.
#[derive(Clone, PartialEq, Debug)]
pub struct Branching {
    /// Label of the run that it branches from.
    pub origin: String,
    /// The policy up to the first instant.
    pub first_settings: PolicySettings,
    /// Changes, in the order of time.
    pub steps: Vec<Step>,
}

/// Changes at an instant.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Its instant.
    pub at: Time,
    /// The changes.
    pub changes: Vec<Change>,
    /// The policy from then on.
    pub settings: PolicySettings,
}

/// A policy with its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicySettings {
    /// The policy.
    pub policy: PolicyName,
    /// Its parameters.
    pub parameters: Parameters,
}

impl Step {
    /// Whether it changes the run itself at that instant: submitted jobs are part of its workload.
    pub fn changes_run(&self) -> bool {
        let is_submission = |change: &Change| matches!(change, Change::Submit(_));
        !self.changes.iter().all(is_submission)
    }

    /// Whether another policy takes over then, or the queue has another order.
    pub fn takes_over(&self) -> bool {
        let takes_over = |change: &Change| {
            matches!(
                change,
                Change::Policy(_)
                    | Change::Order(_)
                    | Change::BackfillOrder(_)
                    | Change::Depth(_)
                    | Change::Move(_)
            )
        };
        self.changes.iter().any(takes_over)
    }

    /// Whether nodes go out of service or are added.
    pub fn changes_nodes(&self) -> bool {
        let is_of_nodes = |change: &Change| matches!(change, Change::Drain(_) | Change::Add(_));
        self.changes.iter().any(is_of_nodes)
    }
}

impl Branching {
    /// Returns all changes, each with its instant.
    pub fn changes(&self) -> impl Iterator<Item = (Time, &Change)> {
        let steps = self.steps.iter();
        steps.flat_map(|step| step.changes.iter().map(|change| (step.at, change)))
    }

    /// Whether nodes go out of service or are added.
    pub fn changes_nodes(&self) -> bool {
        self.steps.iter().any(Step::changes_nodes)
    }

    /// Returns the last instant of branching, until which it equals the run it branches from.
    pub fn at(&self) -> Time {
        self.steps.last().map_or(Time::ZERO, |step| step.at)
    }
}
