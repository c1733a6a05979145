//! Branches in time: which run goes on differently, from when on, and what is done to it.

mod resolve;
pub(crate) mod words;

use cosched_core::Time;

use crate::scenario::branch::Change;
use crate::scenario::{Parameters, PolicyName};

pub(crate) use resolve::resolve;

/// A run that is another until an instant.
#[derive(Clone, PartialEq, Debug)]
pub struct Branched {
    /// What the run is called that it is beside.
    pub beside: String,
    /// What decides until the first instant.
    pub before: Decider,
    /// What is done, in the order of time.
    pub steps: Vec<Step>,
}

/// What is done at an instant.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// When.
    pub at: Time,
    /// What.
    pub changes: Vec<Change>,
    /// What decides from then on.
    pub then: Decider,
}

/// Who decides.
#[derive(Clone, PartialEq, Debug)]
pub struct Decider {
    /// The policy.
    pub policy: PolicyName,
    /// Its parameters.
    pub parameters: Parameters,
}

impl Step {
    /// Whether anything is done to the run itself at that instant: jobs that are submitted
    /// are in its workload.
    pub fn acts(&self) -> bool {
        let is_submission = |change: &Change| matches!(change, Change::Submit(_));
        !self.changes.iter().all(is_submission)
    }

    /// Whether another policy takes over then, or one that is told another order.
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

    /// Whether nodes go out of service or are new.
    pub fn changes_nodes(&self) -> bool {
        let is_of_nodes = |change: &Change| matches!(change, Change::Drain(_) | Change::Add(_));
        self.changes.iter().any(is_of_nodes)
    }
}

impl Branched {
    /// Everything that is done, with its instant.
    pub fn changes(&self) -> impl Iterator<Item = (Time, &Change)> {
        let steps = self.steps.iter();
        steps.flat_map(|step| step.changes.iter().map(|change| (step.at, change)))
    }

    /// Whether nodes go out of service or are new.
    pub fn changes_nodes(&self) -> bool {
        self.steps.iter().any(Step::changes_nodes)
    }

    /// When the last branching is: until then it is the run it is beside.
    pub fn at(&self) -> Time {
        self.steps.last().map_or(Time::ZERO, |step| step.at)
    }
}
