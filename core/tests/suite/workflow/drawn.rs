//! Random workflows with all features: groups, phases, kinds of servers, release times.

use cosched_core::engine::Setup;
use cosched_core::machine::ServerSetup;
use cosched_core::machine::contention::{
    BandwidthDivision, Cycles, Remote, ServerSpec, Sharing, ThreadGroup, ThreadTable,
    UnusedBandwidth,
};
use cosched_core::random::Random;
use cosched_core::workflow::Shape;
use cosched_core::workload::Precedence;
use cosched_core::{Duration, JobId, JobSpec, Time};

const fn sharing(
    among: BandwidthDivision,
    unused: UnusedBandwidth,
    remote: Option<Remote>,
) -> Sharing {
    Sharing {
        among,
        unused,
        remote,
    }
}

const fn remote(latency: f64, always: bool) -> Option<Remote> {
    Some(Remote { latency, always })
}

/// Every reading of the paper, and some together.
pub(crate) const SHARINGS: [Sharing; 8] = [
    sharing(BandwidthDivision::Running, UnusedBandwidth::Lost, None),
    sharing(BandwidthDivision::All, UnusedBandwidth::Lost, None),
    sharing(BandwidthDivision::Running, UnusedBandwidth::Shared, None),
    sharing(
        BandwidthDivision::Running,
        UnusedBandwidth::Lost,
        remote(2.0, false),
    ),
    sharing(
        BandwidthDivision::Running,
        UnusedBandwidth::Lost,
        remote(1.5, true),
    ),
    sharing(
        BandwidthDivision::All,
        UnusedBandwidth::Shared,
        remote(1.25, false),
    ),
    sharing(
        BandwidthDivision::Running,
        UnusedBandwidth::Shared,
        remote(2.0, false),
    ),
    sharing(
        BandwidthDivision::Running,
        UnusedBandwidth::Shared,
        remote(1.5, true),
    ),
];

/// Kinds of servers.
const KINDS: u32 = 2;

pub(crate) struct RandomWorkflow {
    pub(crate) jobs: Vec<JobSpec>,
    servers: Vec<ServerSpec>,
    groups: Vec<ThreadGroup>,
    first_group: Vec<u32>,
    predecessors: Vec<JobId>,
    first: Vec<u32>,
}

impl RandomWorkflow {
    pub(crate) fn new(seed: u64) -> Self {
        Self::of(seed, [1.0, 1.0, 0.5, 0.3])
    }

    /// Threads that are nearly always idle beside some that never are, more of
    /// them than there are cores.
    pub(crate) fn crowded(seed: u64) -> Self {
        Self::of(seed, [1.0, 0.5, 0.1, 0.01])
    }

    /// Threads with these utilisations.
    fn of(seed: u64, utilisations: [f64; 4]) -> Self {
        let mut random = Random::new(seed, 2019);
        let jobs = 1 + random.below(20) as usize;
        let servers = (0..1 + random.below(4))
            .map(|_| ServerSpec {
                cores: 2 + random.below(7) as u32,
                bandwidth: [20.0, 35.5, 40.0, f64::INFINITY][random.below(4) as usize],
                kind: random.below(u64::from(KINDS)) as u32,
            })
            .collect();
        let mut drawn = Self {
            jobs: Vec::new(),
            servers,
            groups: Vec::new(),
            first_group: vec![0],
            predecessors: Vec::new(),
            first: vec![0; jobs + 1],
        };
        let mut submit = 0;
        for _ in 0..jobs {
            submit += random.below(3) * 500_000_000;
            for _ in 0..KINDS {
                for _ in 0..1 + random.below(3) {
                    drawn.group(utilisations, &mut random);
                }
                drawn.first_group.push(drawn.groups.len() as u32);
            }
            let runtime = Duration::from_seconds(1 + random.below(20));
            drawn.jobs.push(JobSpec::exact(Time(submit), runtime, 1));
        }
        drawn.shape(seed, &mut random);
        drawn
    }

    /// Some threads, in one to three phases.
    fn group(&mut self, utilisations: [f64; 4], random: &mut Random) {
        let count = 1 + random.below(6) as u32;
        for phase in 0..1 + random.below(6).saturating_sub(3) {
            self.groups.push(ThreadGroup {
                count,
                demand: Duration(1 + random.below(12_000_000_000)),
                utilisation: utilisations[random.below(4) as usize],
                bandwidth: random.below(25) as f64 / 2.0,
                deviation: 0.2,
                continues: phase > 0,
            });
        }
    }

    fn shape(&mut self, seed: u64, random: &mut Random) {
        let shape = [
            Shape::Batch { window: 4 },
            Shape::Layers { width: 3 },
            Shape::ForkJoin { width: 3 },
            Shape::Chain,
        ][seed as usize % 4];
        let mut pairs = Vec::new();
        let jobs = self.jobs.len();
        shape.draw(jobs, random, |job, before| pairs.push((job, before)));
        // A pair may come twice, which must not matter.
        for (job, end) in self.first[1..].iter_mut().enumerate() {
            let of_job = pairs.iter().filter(|pair| pair.0 == job);
            self.predecessors
                .extend(of_job.map(|pair| JobId::new(pair.1)));
            *end = self.predecessors.len() as u32;
        }
    }

    pub(crate) fn setup(&self, sharing: Sharing, cycles: Option<Cycles>) -> Setup<'_> {
        Setup::cluster(&self.jobs, 0)
            .with_server_setup(ServerSetup {
                servers: &self.servers,
                threads: ThreadTable::by_kind(&self.groups, &self.first_group, KINDS),
                sharing,
                cycles,
            })
            .with_precedence(Precedence::new(&self.predecessors, &self.first))
    }
}
