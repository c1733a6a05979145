//! A small workflow on servers under contention with the same results on every machine.

use cosched_core::engine::storage::{links_for, threads_for, timers_for};
use cosched_core::machine::ServerSetup;
use cosched_core::machine::contention::{
    Cycle, Cycles, Remote, ServerSpec, Sharing, ThreadGroup, ThreadTable, Threads, UnusedBandwidth,
};
use cosched_core::policy::placement::{Goal, LookAhead, MaximumOver};
use cosched_core::random::Random;
use cosched_core::workflow::{Shape, Stream, StreamBandwidth};
use cosched_core::workload::Precedence;
use cosched_core::{
    Digest, Duration, JobId, JobSpec, Setup, Simulation, StaticServers, StaticStorage, Storage,
    Time,
};

/// Number of jobs of the workflow.
const JOBS: usize = 40;
/// Maximum number of predecessors: two per job.
const PREDECESSORS: usize = 2 * JOBS;
const THREADS: usize = threads_for(JOBS, JOBS);
const TIMERS: usize = timers_for(JOBS, SERVERS.len());
/// Maximum number of threads.
const CYCLES: usize = 7 * JOBS;

/// Quarters of servers as in the paper, and one that is smaller.
const SERVERS: [ServerSpec; 3] = [
    ServerSpec::new(14, 20.0),
    ServerSpec::new(14, 20.0),
    ServerSpec::new(6, 12.5),
];

/// Memory of the runs, all zero bytes when new.
pub(crate) struct WorkflowBuffers {
    storage: StaticStorage<JOBS, TIMERS, 0, 0>,
    servers: StaticServers<{ SERVERS.len() }, THREADS>,
    links: [u32; links_for(JOBS, PREDECESSORS)],
    cycles: [Cycle; CYCLES],
    scratch: [Threads; THREADS],
    keys: [f64; SERVERS.len()],
}

impl WorkflowBuffers {
    /// Empty buffers.
    pub(crate) const fn new() -> Self {
        Self {
            storage: StaticStorage::new(),
            servers: StaticServers::new(),
            links: [0; links_for(JOBS, PREDECESSORS)],
            cycles: [Cycle::EMPTY; CYCLES],
            scratch: [Threads::EMPTY; THREADS],
            keys: [0.0; SERVERS.len()],
        }
    }

    /// Digest of MOM: by the fluid engine, with remote memory and shared bandwidth, and by
    /// the stochastic engine.
    pub(crate) fn digest(&mut self) -> (&'static str, u64) {
        let mut jobs = RandomJobs::new();
        jobs.draw();
        let remote = Sharing {
            unused: UnusedBandwidth::Shared,
            remote: Some(Remote {
                latency: 1.6,
                always: false,
            }),
            ..Sharing::default()
        };
        let mut digest = Digest::default();
        self.run(&jobs, Sharing::default(), None, &mut digest);
        self.run(&jobs, remote, None, &mut digest);
        let cycles = Cycles {
            interval: Duration::from_seconds(2),
            seed: 7,
        };
        self.run(&jobs, Sharing::default(), Some(cycles), &mut digest);
        ("mom", digest.0)
    }

    fn run(
        &mut self,
        jobs: &RandomJobs,
        sharing: Sharing,
        cycles: Option<Cycles>,
        digest: &mut Digest,
    ) {
        let first: [u32; JOBS + 1] = core::array::from_fn(|job| job as u32);
        let setup = Setup::cluster(&jobs.specs, 0)
            .with_server_setup(ServerSetup {
                threads: ThreadTable::new(&jobs.groups, &first),
                sharing,
                cycles,
                servers: &SERVERS,
            })
            .with_precedence(Precedence::new(
                &jobs.predecessors[..jobs.count],
                &jobs.first,
            ));
        let storage = self.storage.as_storage().with_servers(&mut self.servers);
        let storage = Storage {
            links: &mut self.links,
            cycles: &mut self.cycles,
            ..storage
        };
        let goal = Goal::EarliestLastCompletion(MaximumOver::All);
        let (keys, scratch) = (&mut self.keys, &mut self.scratch);
        let mut mom = LookAhead::new(goal, keys, SERVERS.len(), scratch, THREADS)
            .expect("the buffers were made for these servers");
        Simulation::new(setup, storage)
            .expect("the buffers were made for this workflow")
            .run(&mut mom, digest);
    }
}

/// Jobs and their predecessors.
struct RandomJobs {
    specs: [JobSpec; JOBS],
    groups: [ThreadGroup; JOBS],
    predecessors: [JobId; PREDECESSORS],
    first: [u32; JOBS + 1],
    count: usize,
}

impl RandomJobs {
    fn new() -> Self {
        let second = Duration::from_seconds(1);
        Self {
            specs: [JobSpec::exact(Time::ZERO, second, 1); JOBS],
            groups: [ThreadGroup::busy(1, second, 0.0); JOBS],
            predecessors: [JobId::new(0); PREDECESSORS],
            first: [0; JOBS + 1],
            count: 0,
        }
    }

    fn draw(&mut self) {
        let mut random = Random::new(2019, 1);
        let stream = Stream::new(StreamBandwidth::Uniform, &mut random);
        for (index, (spec, group)) in self.specs.iter_mut().zip(&mut self.groups).enumerate() {
            let variant = stream.draw(&mut random);
            *group = ThreadGroup {
                count: variant.count / 4,
                // Every third is idle for a part of the time.
                utilisation: if index % 3 == 2 { 0.8 } else { 1.0 },
                deviation: 0.2,
                ..variant
            };
            let alone = Duration((group.alone() * 1e9) as u64);
            *spec = JobSpec::exact(Time::ZERO, alone, group.count);
        }
        let shape = Shape::Batch { window: 8 };
        shape.draw(JOBS, &mut random, |job, before| {
            self.predecessors[self.count] = JobId::new(before);
            self.count += 1;
            self.first[job + 1] = self.count as u32;
        });
    }
}
