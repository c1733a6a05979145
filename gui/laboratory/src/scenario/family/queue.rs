//! Queues with backfilling: names, and parameters besides those of all policies.

use cosched_parameters::parameters;

use crate::scenario::policy::info::FamilyInfo;
use crate::scenario::{Parameters, PolicyName};

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Queues with backfilling",
    fields: || vec![&Parameters::DEPTH, &Parameters::PREDICTOR],
};

/// Sets the parameters of backfilling that runs under `policy` do not heed to their usual values.
pub(in crate::scenario) fn restrict(parameters: &mut Parameters, policy: PolicyName) {
    let usual = Parameters::default();
    if policy != PolicyName::Easy {
        parameters.backfill_order = usual.backfill_order;
    }
    if !matches!(policy, PolicyName::Easy | PolicyName::Conservative) {
        parameters.depth = usual.depth;
        parameters.predictor = usual.predictor;
    }
}

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
