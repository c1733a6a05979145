//! The run that is nearest to a log, by the jobs of a half of it.

use super::log_fit::{Half, LogFit};
use crate::record::Run;
use crate::scenario::PolicyName;

/// The run of several that is nearest to the log.
pub(super) struct Nearest {
    /// Its index.
    pub(super) run: usize,
    /// Its policy.
    pub(super) policy: PolicyName,
    /// Its fit.
    pub(super) fit: LogFit,
    /// Wasserstein's distance under each policy, in seconds.
    pub(super) distances: Vec<(PolicyName, f64)>,
}

/// Whether a run is of the policy that most systems have.
fn is_usual(run: &Run) -> bool {
    run.policy == PolicyName::Easy
}

/// The run of the usual policy, or the first of `runs`.
pub(super) fn usual_of(runs: &[Run]) -> Option<&Run> {
    runs.iter().find(|run| is_usual(run)).or(runs.first())
}

/// The nearest of `runs`, by the jobs of `half`; of equal ones the usual one, or the first.
pub(super) fn nearest(runs: &[Run], half: Half) -> Option<Nearest> {
    let fits = runs.iter().map(|run| LogFit::of(run, &half.jobs(run)));
    let fits: Vec<LogFit> = fits.collect::<Option<_>>()?;
    let distances = runs.iter().zip(&fits);
    let distances = distances.map(|(run, fit)| (run.policy, fit.wasserstein));
    let order = |one: &(usize, LogFit), other: &(usize, LogFit)| {
        let by_distance = one.1.wasserstein.total_cmp(&other.1.wasserstein);
        by_distance.then_with(|| is_usual(&runs[other.0]).cmp(&is_usual(&runs[one.0])))
    };
    let distances = distances.collect();
    let (run, fit) = fits.into_iter().enumerate().min_by(order)?;
    Some(Nearest {
        run,
        policy: runs[run].policy,
        fit,
        distances,
    })
}
