//! One small scenario that must come out the same, event for event, on every machine.

use cosched_core::policy::{AnyPolicy, Conservative, Easy, Fcfs};
use cosched_core::profile::points_for;
use cosched_core::storage::{timers_for, words_for};
use cosched_core::workload::lublin::{Draws, Generator, Set};
use cosched_core::{
    Digest, Duration, JobSpec, Memory, Profile, Setup, Simulation, StaticStorage, Storage, Time,
};

/// Jobs of each workload.
pub(crate) const JOBS: usize = 200;
/// Nodes of the machine.
pub(crate) const NODES: usize = 256;
/// Points of a policy's profile.
pub(crate) const POINTS: usize = points_for(JOBS);

const TIMERS: usize = timers_for(JOBS);
const WORDS: usize = words_for(NODES);
const NO_JOB: JobSpec = JobSpec::exact(Time::ZERO, Duration::ZERO, 0);

static WORKLOAD: [JobSpec; JOBS] = workload();

/// Everything the runs write to, all zero bytes when new.
pub(crate) struct Buffers {
    storage: StaticStorage<JOBS, TIMERS, NODES, WORDS, 0>,
    times: [Time; POINTS],
    free: [u32; POINTS],
    drawn: [JobSpec; JOBS],
}

impl Buffers {
    /// Empty buffers.
    pub(crate) const fn new() -> Self {
        Self {
            storage: StaticStorage::new(),
            times: [Time::ZERO; POINTS],
            free: [0; POINTS],
            drawn: [NO_JOB; JOBS],
        }
    }

    /// The digests of all runs, on these buffers.
    pub(crate) fn digests(&mut self) -> [(&'static str, u64); 4] {
        digests(
            self.storage.as_storage(),
            &mut self.times,
            &mut self.free,
            &mut self.drawn,
        )
    }
}

/// The digest of each policy on the written workload, and of EASY on workloads
/// drawn from a model in floating point.
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
            let setup = Setup {
                kill_at_estimate,
                ..Setup::cluster(workload, NODES as u32)
            };
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
        let jobs = Generator::new(Set::Typed, NODES as u32, 7, draws);
        for (place, job) in drawn.iter_mut().zip(jobs) {
            *place = job.spec();
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

type Make = fn(Profile<'_>) -> AnyPolicy<'_>;

fn make_easy(profile: Profile<'_>) -> AnyPolicy<'_> {
    AnyPolicy::Easy(Easy::new(profile, JOBS).expect("the profile was made for these workloads"))
}

fn make_conservative(profile: Profile<'_>) -> AnyPolicy<'_> {
    AnyPolicy::Conservative(
        Conservative::new(profile, JOBS).expect("the profile was made for these workloads"),
    )
}

/// Jobs about 20 s apart that run for up to 200 s on up to half of the machine.
/// Most are estimated at one to three times their runtime; one in eight outruns
/// its estimate.
const fn workload() -> [JobSpec; JOBS] {
    let mut jobs = [NO_JOB; JOBS];
    let (mut state, mut at, mut index) = (42u64, 0, 0);
    while index < JOBS {
        // The linear congruential generator of Knuth's MMIX.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let random = state >> 33;
        at += random * 4_099 % 40_000_000_007;
        let runtime = 1_000_000_000 + (random >> 3) * 8_191 % 200_000_000_003;
        let estimate = match random % 8 {
            0 => runtime / 2,
            _ => runtime * (1 + random % 3),
        };
        jobs[index] = JobSpec {
            submit: Time(at),
            runtime: Duration(runtime),
            estimate: Duration(estimate),
            nodes: 1 + (random >> 7) as u32 % 128,
            memory: Memory::ZERO,
        };
        index += 1;
    }
    jobs
}
