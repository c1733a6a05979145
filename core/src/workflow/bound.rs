//! Lower bounds of the makespan of a workflow under any scheduler.

use super::rank::earliest_completions;
use crate::engine::{Setup, alone};
use crate::error::StartError;
use crate::machine::contention::{
    ServerSpec, Sharing, ThreadGroup, Threads, UnusedBandwidth, remote_threads,
};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Three lower bounds of the time from the first submission to the last end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerBounds {
    /// The longest path, with every job as fast as possible on the server that is best for
    /// it.
    pub path: Duration,
    /// All processor time, on all cores.
    pub processors: Duration,
    /// All data, through the bandwidth of all servers; zero under the stochastic engine,
    /// where a thread keeps the bandwidth of the begin of its interval, whatever jobs have
    /// come since.
    pub bandwidth: Duration,
}

impl LowerBounds {
    /// The greatest of the three.
    pub fn makespan(&self) -> Duration {
        self.path.max(self.processors).max(self.bandwidth)
    }
}

/// Runtime of each job without others, on the server that is best for it (`times`).
///
/// # Errors
/// As [`lower_bound`].
pub fn times_alone(
    setup: &Setup<'_>,
    scratch: &mut [Threads],
    times: &mut [Duration],
) -> Result<(), StartError> {
    for (index, time) in times.iter_mut().enumerate() {
        *time = Duration::MAX;
        for server in kinds(setup) {
            *time = alone(setup, server, JobId::new(index), scratch)?.min(*time);
        }
        if *time == Duration::MAX {
            return Err(StartError::NoSuchServer);
        }
    }
    Ok(())
}

/// Servers without duplicates of earlier ones.
fn kinds<'a>(setup: &Setup<'a>) -> impl Iterator<Item = ServerSpec> + 'a {
    let servers = setup.server_setup.servers;
    let indexed = servers.iter().enumerate();
    let first = indexed.filter(|(index, server)| !servers[..*index].contains(server));
    first.map(|(_, server)| *server)
}

/// Lower bounds for all jobs of `setup`, which run on servers. Writes the least runtime of
/// each (`times`) and its earliest completion (`completions`).
///
/// # Errors
/// [`StartError::NoSuchServer`] if there is none; [`StartError::NoRoom`] if
/// `scratch` has no room for the threads of a job.
pub fn lower_bound(
    setup: &Setup<'_>,
    scratch: &mut [Threads],
    times: &mut [Duration],
    completions: &mut [Time],
) -> Result<LowerBounds, StartError> {
    let (mut processor_time, mut data) = (0.0, 0.0);
    for (index, time) in times.iter_mut().enumerate() {
        let job = JobId::new(index);
        *time = Duration::MAX;
        let mut least = [f64::INFINITY; 2];
        for server in kinds(setup) {
            let areas = areas(setup, server, job);
            let fastest = if is_fastest_alone(setup, server, job) {
                alone(setup, server, job, scratch)?
            } else {
                fastest(setup, server, job, areas)
            };
            *time = fastest.min(*time);
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
    let sum = |of: fn(&ServerSpec) -> f64| setup.server_setup.servers.iter().map(of).sum::<f64>();
    let bandwidth = match setup.server_setup.cycles {
        None => floor_nanoseconds(data / sum(|server| server.bandwidth)),
        Some(_) => Duration::ZERO,
    };
    Ok(LowerBounds {
        path: last.since(first),
        processors: floor_nanoseconds(processor_time / sum(|server| f64::from(server.cores))),
        bandwidth,
    })
}

/// Minus a nanosecond, so that rounding does not make it too much.
fn floor_nanoseconds(seconds: f64) -> Duration {
    Duration(((seconds * 1e9) as u64).saturating_sub(1))
}

/// Whether no job that runs beside `job` can make it faster.
///
/// Where unused bandwidth is lost, every other job takes from all threads, and a thread
/// that has got less far takes as much from the others. Not so with phases, of which the
/// heavy ones may meet when no job holds one of them up; nor with fair shares, where a
/// thread that is held up leaves bandwidth to others; nor where idle times are drawn.
fn is_fastest_alone(setup: &Setup<'_>, server: ServerSpec, job: JobId) -> bool {
    let implied = [setup.implied_group(job)];
    let mut phases = setup.phases(job, server.kind, &implied).iter();
    let is_lost = setup.server_setup.sharing.unused == UnusedBandwidth::Lost;
    is_lost && setup.server_setup.cycles.is_none() && phases.all(|group| !group.continues)
}

/// Lower bound of the runtime of `job` beside any others: its slowest thread with a core
/// and all bandwidth of its own, and all its processor time and data.
fn fastest(setup: &Setup<'_>, server: ServerSpec, job: JobId, areas: [f64; 2]) -> Duration {
    let is_drawn = setup.server_setup.cycles.is_some();
    let [processors, data] = [
        areas[0] / f64::from(server.cores),
        areas[1] / server.bandwidth,
    ];
    let mut slowest = if is_drawn {
        processors
    } else {
        processors.max(data)
    };
    let implied = [setup.implied_group(job)];
    let mut thread = 0.0;
    for group in setup.phases(job, server.kind, &implied) {
        let phase = fastest_phase(&setup.server_setup.sharing, server, group, is_drawn);
        thread = if group.continues { thread } else { 0.0 } + phase;
        slowest = slowest.max(thread);
    }
    floor_nanoseconds(slowest)
}

/// Least seconds of the slowest thread of `group`.
fn fastest_phase(
    sharing: &Sharing,
    server: ServerSpec,
    group: &ThreadGroup,
    is_drawn: bool,
) -> f64 {
    // A fair share may be above the bandwidth of the server, for a thread that holds a core
    // for a part of the time only.
    let most = match sharing.unused {
        UnusedBandwidth::Lost => server.bandwidth,
        UnusedBandwidth::Shared => f64::INFINITY,
    };
    let is_remote = remote_threads(group.count) > 0;
    let demand = group.demand.seconds();
    let busy = demand * sharing.dilation(group.bandwidth, is_remote, most);
    // The shortest idle times beside the longest busy times (equations 8 and 9).
    let least = if is_drawn {
        (1.0 - group.deviation) / (1.0 + group.deviation)
    } else {
        1.0
    };
    busy + least * (group.alone() - demand)
}

/// Processor time and data of all threads of `job`.
fn areas(setup: &Setup<'_>, server: ServerSpec, job: JobId) -> [f64; 2] {
    let implied = [setup.implied_group(job)];
    let phases = setup.phases(job, server.kind, &implied);
    let processor = |group: &ThreadGroup| f64::from(group.count) * group.demand.seconds();
    let data = |group: &ThreadGroup| processor(group) * group.bandwidth;
    [
        phases.iter().map(processor).sum(),
        phases.iter().map(data).sum(),
    ]
}
