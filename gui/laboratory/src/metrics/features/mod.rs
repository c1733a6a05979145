//! Features of machines and workloads, which every family of policies may meet: what each adds to
//! runs.

mod cluster;
pub mod fragmentation;
mod outages;
mod power;
mod priority;
mod sleep;
mod warm_up;

use super::spread;
use crate::base::problem::Problem;
use crate::family::{self, Addition};
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::record::details::Recorders;

/// All features, in the order of their columns in `summary.csv`; among them are the distributions,
/// which all runs have.
pub const ALL: &[&Addition] = &[
    &warm_up::ADDITION,
    &outages::ADDITION,
    // Power goes by who sleeps.
    &sleep::ADDITION,
    &power::ADDITION,
    &spread::ADDITION,
    &fragmentation::ADDITION,
    &cluster::ADDITION,
    &priority::ADDITION,
];

/// Returns what is added to runs: by each family of policies, then by each feature.
pub fn additions() -> impl Iterator<Item = &'static Addition> {
    let families = family::ALL.into_iter().map(|family| &family.addition);
    families.chain(ALL.iter().copied())
}

/// Returns all recorders for a run; with `in_full`, with all that charts need.
///
/// # Errors
/// A parameter of a feature is invalid.
pub(crate) fn recorders<'e>(
    experiment: &'e Experiment,
    choice: &Choice,
    in_full: bool,
) -> Result<Recorders<'e>, Problem> {
    let mut recorders = Recorders::default();
    for addition in additions() {
        (addition.add_recorders)(experiment, choice, in_full, &mut recorders)?;
    }
    Ok(recorders)
}
