//! Queues with backfilling: names, and parameters besides those of all policies.

use cosched_parameters::parameters;

use crate::scenario::policy::info::FamilyInfo;
use crate::scenario::policy::info::PolicyInfo;
use crate::scenario::{Parameters, PolicyName};

/// Name of the family, and its policies.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Queues with backfilling",
    policies: &[
        PolicyInfo {
            colour: 0,
            is_queue: true,
            knows_partitions: true,
            foresees_starts: true,
            ..PolicyInfo::new(
                PolicyName::Fcfs,
                "fcfs",
                "FCFS",
                "First come, first served: nobody passes the head of the queue",
            )
        },
        PolicyInfo {
            colour: 1,
            likeness: 1,
            is_queue: true,
            knows_partitions: true,
            ..PolicyInfo::new(
                PolicyName::Easy,
                "easy",
                "EASY",
                "Aggressive backfilling: a job may pass if the head is not delayed",
            )
        },
        PolicyInfo {
            colour: 2,
            is_queue: true,
            knows_partitions: true,
            plans_all: true,
            ..PolicyInfo::new(
                PolicyName::Conservative,
                "conservative",
                "Conservative",
                "Backfilling in which every job holds a reservation",
            )
        },
    ],
    fields: || vec![&Parameters::DEPTH, &Parameters::PREDICTOR],
};

/// Prediction of runtimes that backfilling plans with.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Predictor {
    /// The users' estimates.
    #[parameter(name = "estimates")]
    #[default]
    Estimate,
    /// The average of the last two of the user's jobs that have ended, never above the estimate;
    /// where it fails it grows by 1 min, 5 min, 15 min and so on.
    LastTwo,
}
