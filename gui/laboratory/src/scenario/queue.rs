//! Queues with backfilling: names, and parameters besides those of all policies.

use cosched_parameters::parameters;

use super::policy::info::FamilyInfo;
use super::policy::info::PolicyInfo;
use super::{Parameters, PolicyName};

/// Name of the family, and its policies.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Queues with backfilling",
    policies: &[
        PolicyInfo {
            knows_partitions: true,
            ..PolicyInfo::new(
                PolicyName::Fcfs,
                "fcfs",
                "FCFS",
                "First come, first served: nobody passes the head of the queue",
            )
        },
        PolicyInfo {
            knows_partitions: true,
            ..PolicyInfo::new(
                PolicyName::Easy,
                "easy",
                "EASY",
                "Aggressive backfilling: a job may pass if the head is not delayed",
            )
        },
        PolicyInfo {
            knows_partitions: true,
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
