//! How soon a workflow can be done at best, whoever schedules it.

use super::rank::earliest_completions;
use crate::engine::{Setup, alone};
use crate::error::StartError;
use crate::ids::JobId;
use crate::machine::contention::{ServerSpec, ThreadGroup, Threads};
use crate::time::{Duration, Time};

/// Three times that no schedule can beat, from the first submission on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The longest path, every job alone on the server that suits it best.
    pub path: Duration,
    /// All processor time, on all cores.
    pub processors: Duration,
    /// All data, through the bandwidth of all servers: a thread never moves
    /// data faster than its share, and the shares of a server never add up to
    /// more than its bandwidth.
    pub bandwidth: Duration,
}

impl Bound {
    /// The greatest of the three.
    pub fn makespan(&self) -> Duration {
        self.path.max(self.processors).max(self.bandwidth)
    }
}

/// How soon all jobs of `setup`, which run on servers, can be done at best.
/// Gives the time each takes alone (`times`) and the instant it can complete at
/// the earliest (`completions`).
///
/// # Errors
/// [`StartError::NoSuchServer`] if there is none; [`StartError::NoRoom`] if
/// `scratch` has no room for the threads of a job.
pub fn lower_bound(
    setup: &Setup<'_>,
    scratch: &mut [Threads],
    times: &mut [Duration],
    completions: &mut [Time],
) -> Result<Bound, StartError> {
    let (mut processor_time, mut data) = (0.0, 0.0);
    for (index, time) in times.iter_mut().enumerate() {
        let job = JobId::new(index);
        *time = Duration::MAX;
        let mut least = [f64::INFINITY; 2];
        for (place, server) in setup.hosting.servers.iter().enumerate() {
            if setup.hosting.servers[..place].contains(server) {
                continue;
            }
            *time = alone(setup, *server, job, scratch)?.min(*time);
            let areas = areas(setup, *server, job);
            least = [least[0].min(areas[0]), least[1].min(areas[1])];
        }
        if *time == Duration::MAX {
            return Err(StartError::NoSuchServer);
        }
        processor_time += least[0];
        data += least[1];
    }
    let submit = |job: usize| setup.workload[job].submit;
    earliest_completions(submit, times, &setup.precedence, completions);
    let first = setup.workload.first().map_or(Time::ZERO, |job| job.submit);
    let last = completions.iter().copied().max().unwrap_or(first);
    let sum = |of: fn(&ServerSpec) -> f64| setup.hosting.servers.iter().map(of).sum::<f64>();
    // A nanosecond less, so that rounding does not make it too much.
    let whole = |seconds: f64| Duration(((seconds * 1e9) as u64).saturating_sub(1));
    Ok(Bound {
        path: last.since(first),
        processors: whole(processor_time / sum(|server| f64::from(server.cores))),
        bandwidth: whole(data / sum(|server| server.bandwidth)),
    })
}

/// Processor time and data of all threads of `job`.
fn areas(setup: &Setup<'_>, server: ServerSpec, job: JobId) -> [f64; 2] {
    let implied = [setup.implied(job)];
    let phases = setup.phases(job, server.kind, &implied);
    let processor = |group: &ThreadGroup| f64::from(group.count) * group.demand.seconds();
    let data = |group: &ThreadGroup| processor(group) * group.bandwidth;
    [
        phases.iter().map(processor).sum(),
        phases.iter().map(data).sum(),
    ]
}
