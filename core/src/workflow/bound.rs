//! How soon a workflow can be done at best, whoever schedules it.

use super::rank::earliest_completions;
use crate::engine::{Setup, alone};
use crate::error::StartError;
use crate::machine::contention::{
    ServerSpec, Sharing, ThreadGroup, Threads, Unused, remote_threads,
};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Three times that no schedule can beat, from the first submission on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The longest path, every job as fast as it can be on the server that
    /// suits it best.
    pub path: Duration,
    /// All processor time, on all cores.
    pub processors: Duration,
    /// All data, through the bandwidth of all servers, of which no more than
    /// there is goes through; nothing under the stochastic engine, where a
    /// thread keeps what it got when its interval began, whoever has come since.
    pub bandwidth: Duration,
}

impl Bound {
    /// The greatest of the three.
    pub fn makespan(&self) -> Duration {
        self.path.max(self.processors).max(self.bandwidth)
    }
}

/// How long each job takes when nothing else is there, on the server that suits
/// it best (`times`).
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

/// Every server that is not like one ahead of it.
fn kinds<'a>(setup: &Setup<'a>) -> impl Iterator<Item = ServerSpec> + 'a {
    let servers = setup.hosting.servers;
    let places = servers.iter().enumerate();
    let first = places.filter(|(place, server)| !servers[..*place].contains(server));
    first.map(|(_, server)| *server)
}

/// How soon all jobs of `setup`, which run on servers, can be done at best.
/// Gives the time each takes at least (`times`) and the instant it can complete
/// at the earliest (`completions`).
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
        for server in kinds(setup) {
            let areas = areas(setup, server, job);
            let fastest = match is_fastest_alone(setup, server, job) {
                true => alone(setup, server, job, scratch)?,
                false => fastest(setup, server, job, areas),
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
    let sum = |of: fn(&ServerSpec) -> f64| setup.hosting.servers.iter().map(of).sum::<f64>();
    let bandwidth = match setup.hosting.cycles {
        None => whole(data / sum(|server| server.bandwidth)),
        Some(_) => Duration::ZERO,
    };
    Ok(Bound {
        path: last.since(first),
        processors: whole(processor_time / sum(|server| f64::from(server.cores))),
        bandwidth,
    })
}

/// A nanosecond less, so that rounding does not make it too much.
fn whole(seconds: f64) -> Duration {
    Duration(((seconds * 1e9) as u64).saturating_sub(1))
}

/// Whether nothing that runs beside `job` can make it faster.
///
/// Where unused bandwidth is lost, whoever else is there takes from every
/// thread, and a thread that has got less far takes as much from the others.
/// Not so with phases, of which the heavy ones may meet when nobody is there to
/// hold one of them up; nor with fair shares, where a thread that is held up
/// leaves bandwidth to others; nor where idle times are drawn.
fn is_fastest_alone(setup: &Setup<'_>, server: ServerSpec, job: JobId) -> bool {
    let implied = [setup.implied(job)];
    let mut phases = setup.phases(job, server.kind, &implied).iter();
    let is_lost = setup.hosting.sharing.unused == Unused::Lost;
    is_lost && setup.hosting.cycles.is_none() && phases.all(|group| !group.continues)
}

/// What `job` cannot be faster than, whoever is beside it: its slowest thread
/// with a core and all bandwidth of its own, and all its processor time and
/// data.
fn fastest(setup: &Setup<'_>, server: ServerSpec, job: JobId, areas: [f64; 2]) -> Duration {
    let is_drawn = setup.hosting.cycles.is_some();
    let [processors, data] = [
        areas[0] / f64::from(server.cores),
        areas[1] / server.bandwidth,
    ];
    let mut slowest = if is_drawn {
        processors
    } else {
        processors.max(data)
    };
    let implied = [setup.implied(job)];
    let mut thread = 0.0;
    for group in setup.phases(job, server.kind, &implied) {
        let phase = fastest_phase(&setup.hosting.sharing, server, group, is_drawn);
        thread = if group.continues { thread } else { 0.0 } + phase;
        slowest = slowest.max(thread);
    }
    whole(slowest)
}

/// Seconds that the slowest thread of `group` takes at least.
fn fastest_phase(
    sharing: &Sharing,
    server: ServerSpec,
    group: &ThreadGroup,
    is_drawn: bool,
) -> f64 {
    // A fair share may be above the bandwidth of the server, for a thread that
    // holds a core for a part of the time only.
    let most = match sharing.unused {
        Unused::Lost => server.bandwidth,
        Unused::Shared => f64::INFINITY,
    };
    let is_remote = remote_threads(group.count) > 0;
    let demand = group.demand.seconds();
    let busy = demand * sharing.dilation(group.bandwidth, is_remote, most);
    // The shortest idle times beside the longest busy times (equations 8 and 9).
    let least = match is_drawn {
        true => (1.0 - group.deviation) / (1.0 + group.deviation),
        false => 1.0,
    };
    busy + least * (group.alone() - demand)
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
