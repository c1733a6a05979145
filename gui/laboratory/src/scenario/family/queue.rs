//! Queues with backfilling: names, and parameters besides those of all policies.

use cosched_parameters::parameters;

use crate::scenario::Parameters;
use crate::scenario::policy::info::FamilyInfo;

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Queues with backfilling",
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
