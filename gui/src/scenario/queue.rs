//! Queues with backfilling: what they are called. All they are told but a number, all policies are.

use super::PolicyName;
use super::policy::published::Published;
use super::policy::published::Terms;
use super::reference::{Field, Place, Where};

/// What the family is called, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Queues with backfilling",
    policies: &[
        Published::new(
            PolicyName::Fcfs,
            "fcfs",
            "FCFS",
            "First come, first served: nobody passes the head of the queue",
        ),
        Published::new(
            PolicyName::Easy,
            "easy",
            "EASY",
            "Aggressive backfilling: a job may pass if the head is not delayed",
        ),
        Published::new(
            PolicyName::Conservative,
            "conservative",
            "Conservative",
            "Backfilling in which every job holds a reservation",
        ),
    ],
    told: &[&DEPTH],
};

pub(crate) const DEPTH: Field = Field {
    unit: "jobs",
    absent: "all of them",
    sentence: "How many waiting jobs backfilling looks at",
    ..Field::count(Where::Parameters, &[Place("depth: {}", "")], "Depth")
};
