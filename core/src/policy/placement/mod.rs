//! Placement on shared servers: SLF, LET and MOM, a baseline, and a mapping made beforehand.

mod average;
mod look_ahead;
mod mapping;

pub use average::{LoadAverage, ServerAverage};
pub use look_ahead::{Goal, LookAhead, MaximumOver};
pub use mapping::Mapping;

use crate::engine::{Context, Setup};
use crate::error::{CapacityError, PolicyError};
use crate::units::time::Duration;

/// Orders jobs that wait together by upward rank, the greatest first; equal ones keep their
/// order. Without ranks they are in the order of the workload.
///
/// Topcuoglu, Hariri and Wu, "Performance-effective and low-complexity task
/// scheduling for heterogeneous computing", 2002.
fn order_by_rank(context: &mut Context<'_, '_>, ranks: Option<&[Duration]>) {
    let Some(ranks) = ranks else { return };
    let rank = |job: crate::JobId| ranks.get(job.index()).copied().unwrap_or_default();
    context.order_queue(|a, b| rank(b.job).cmp(&rank(a.job)));
}

/// Checks that a policy made for `servers` servers, with these ranks, can place the jobs of
/// `setup`.
fn check(servers: usize, ranks: Option<&[Duration]>, setup: &Setup<'_>) -> Result<(), PolicyError> {
    setup.check_always_up()?;
    let jobs = setup.jobs();
    let ranked = ranks.map_or(jobs, <[Duration]>::len);
    CapacityError::unless("ranks", jobs, ranked)?;
    PolicyError::unless_servers(servers, setup.server_setup.servers.len())
}

/// Index of the least of `keys`, the first of equals.
fn first_least(keys: &[f64]) -> usize {
    let mut least = 0;
    for (index, key) in keys.iter().enumerate() {
        if *key < keys[least] {
            least = index;
        }
    }
    least
}
