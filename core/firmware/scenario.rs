//! A small scenario with the same results, event for event, on every machine.

#[path = "coscheduling.rs"]
mod coscheduling;
#[path = "moldable.rs"]
mod moldable;
#[path = "slots.rs"]
mod slots;
#[path = "workflow.rs"]
mod workflow;
#[path = "workload.rs"]
mod workload;

pub(crate) use coscheduling::CoschedulingBuffers;
pub(crate) use moldable::MoldableMemory;
pub(crate) use slots::SlotsMemory;
pub(crate) use workflow::WorkflowBuffers;
use workload::workload;

use cosched_core::engine::storage::{timers_for, words_for};
use cosched_core::machine::profile::points_for;
use cosched_core::machine::{Allocation, Fit, MemoryAware, MemorySetup};
use cosched_core::policy::slicing::{
    Classes, ScojoPect, Slice, Slices, Slicing, StaticSlicing, held_words_for,
};
use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs};
use cosched_core::workload::lublin::{Draws, Generator, ParameterSet};
use cosched_core::workload::{Class, ClassBounds};
use cosched_core::{
    Digest, Duration, JobSpec, Memory, Profile, Setup, Simulation, StaticMemory, StaticStorage,
    Storage, Time, TransferRate,
};

/// Jobs of each workload.
pub(crate) const JOBS: usize = 200;
/// Nodes of the machine.
pub(crate) const NODES: usize = 256;
/// Points of a policy's profile.
pub(crate) const POINTS: usize = points_for(JOBS);

/// Number of nodes of the machine on which jobs share memory, and maximum number on a node.
pub(crate) const SHARED_NODES: usize = 32;
pub(crate) const RESIDENTS: usize = Class::COUNT;
/// Entries for the jobs assigned to those nodes.
pub(crate) const SLOTS: usize = SHARED_NODES * RESIDENTS;

const TIMERS: usize = timers_for(JOBS, 0);
const WORDS: usize = words_for(NODES);
const NO_JOB: JobSpec = JobSpec::exact(Time::ZERO, Duration::ZERO, 0);

static WORKLOAD: [JobSpec; JOBS] = workload(NODES as u32 / 2);

/// Memory of the runs, all zero bytes when new.
pub(crate) struct Buffers {
    storage: StaticStorage<JOBS, TIMERS, NODES, WORDS>,
    times: [Time; POINTS],
    free: [u32; POINTS],
    drawn: [JobSpec; JOBS],
    memory: StaticMemory<SLOTS, JOBS>,
    slicing: SharedBuffers,
    workflow: WorkflowBuffers,
    coscheduling: CoschedulingBuffers,
    moldable: MoldableMemory,
    slots: SlotsMemory,
}

/// Further memory for time slices.
pub(crate) type SharedBuffers =
    StaticSlicing<SHARED_NODES, { held_words_for(SHARED_NODES) }, POINTS>;

impl Buffers {
    /// Empty buffers.
    pub(crate) const fn new() -> Self {
        Self {
            storage: StaticStorage::new(),
            times: [Time::ZERO; POINTS],
            free: [0; POINTS],
            drawn: [NO_JOB; JOBS],
            memory: StaticMemory::new(),
            slicing: SharedBuffers::new(),
            workflow: WorkflowBuffers::new(),
            coscheduling: CoschedulingBuffers::new(),
            moldable: MoldableMemory::new(),
            slots: SlotsMemory::new(),
        }
    }

    /// Digests of all runs, on these buffers.
    pub(crate) fn digests(&mut self) -> [(&'static str, u64); 9] {
        let (times, free, drawn) = (&mut self.times, &mut self.free, &mut self.drawn);
        let [fcfs, easy, conservative, lublin] =
            digests(self.storage.as_storage(), times, free, drawn);
        let storage = self.storage.as_storage().with_memory(&mut self.memory);
        let scojo_pect = shared_digest(storage, drawn, &mut self.slicing);
        let mom = self.workflow.digest();
        let coscheduling = self.coscheduling.digest();
        let moldable = self.moldable.digest();
        let slots = self.slots.digest();
        [
            fcfs,
            easy,
            conservative,
            lublin,
            scojo_pect,
            mom,
            coscheduling,
            moldable,
            slots,
        ]
    }
}

/// Digest of each policy on the written workload, and of EASY on workloads drawn from a
/// model in floating point.
pub(crate) fn digests(
    mut storage: Storage<'_>,
    times: &mut [Time],
    free: &mut [u32],
    drawn: &mut [JobSpec],
) -> [(&'static str, u64); 4] {
    let [mut fcfs, mut easy, mut conservative, mut lublin] = [Digest::default(); 4];
    let mut run = |workload: &[JobSpec], policy: Make, digest: &mut Digest| {
        // Once killing jobs at their estimates, once letting them run on.
        for kill_at_estimate in [true, false] {
            let setup =
                Setup::cluster(workload, NODES as u32).with_kill_at_estimate(kill_at_estimate);
            let mut policy = policy(Profile::new(times, free));
            Simulation::new(setup, storage.reborrow())
                .expect("the buffers were made for these workloads")
                .run(&mut policy, digest);
        }
    };
    run(&WORKLOAD, |_| AnyPolicy::Fcfs(Fcfs::new()), &mut fcfs);
    run(&WORKLOAD, make_easy, &mut easy);
    run(&WORKLOAD, make_conservative, &mut conservative);
    for draws in [Draws::Free, Draws::BitExact] {
        let jobs = Generator::new(ParameterSet::Typed, NODES as u32, 7, draws);
        for (index, job) in drawn.iter_mut().zip(jobs) {
            *index = job.spec();
        }
        run(drawn, make_easy, &mut lublin);
    }
    [
        ("fcfs", fcfs.0),
        ("easy", easy.0),
        ("conservative", conservative.0),
        ("lublin", lublin.0),
    ]
}

/// Digest of Scojo-PECT on the written workload, made narrower and given memory: slices of
/// a minute or two, jobs that displace one another.
pub(crate) fn shared_digest(
    storage: Storage<'_>,
    jobs: &mut [JobSpec],
    buffers: &mut SharedBuffers,
) -> (&'static str, u64) {
    for (job, spec) in jobs.iter_mut().zip(&WORKLOAD) {
        // Three in four jobs need a part of a node that no second divides.
        let sixteenths = spec.nodes % 17 * (spec.nodes % 4).min(1);
        *job = spec
            .with_nodes(1 + spec.nodes % (SHARED_NODES as u32 / 2))
            .with_memory(Memory(NODE_MEMORY.0 / 16 * sixteenths));
    }
    let memory = MemorySetup::new(
        NODE_MEMORY,
        TransferRate::per_second(3_001),
        RESIDENTS as u32,
    );
    let setup = Setup::cluster(jobs, SHARED_NODES as u32).with_memory(memory);
    let slicing = Slicing {
        allocation: Allocation::MemoryAware(MemoryAware::new(Fit::Best, Fit::Worst)),
        ..Slicing::new(Slices::new(&SLICES, None).expect("there are three, none empty"))
    };
    let mut policy = ScojoPect::new(
        &slicing,
        Classes::ByEstimate(BOUNDS),
        buffers.as_buffers(),
        &setup,
    )
    .expect("the slices are long enough");
    let mut digest = Digest::default();
    Simulation::new(setup, storage)
        .expect("the buffers were made for this workload")
        .run(&mut policy, &mut digest);
    ("scojo_pect", digest.0)
}

const NODE_MEMORY: Memory = Memory::from_mebibytes(16);

const BOUNDS: ClassBounds = ClassBounds {
    medium: Duration::from_seconds(60),
    long: Duration::from_seconds(150),
};

const SLICES: [Slice; 3] = [
    slice(Class::Long, 120),
    slice(Class::Medium, 60),
    slice(Class::Short, 30),
];

const fn slice(class: Class, seconds: u64) -> Slice {
    Slice {
        class,
        length: Duration::from_seconds(seconds),
    }
}

type Make = fn(Profile<'_>) -> AnyPolicy<'_>;

fn make_easy(profile: Profile<'_>) -> AnyPolicy<'_> {
    AnyPolicy::Easy(Easy::new(profile, JOBS).expect("the profile was made for these workloads"))
}

fn make_conservative(profile: Profile<'_>) -> AnyPolicy<'_> {
    AnyPolicy::Conservative(
        Conservative::new(profile, JOBS).expect("the profile was made for these workloads"),
    )
}
