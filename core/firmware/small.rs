//! One small workload for images that hold a single policy: what it takes to run that policy alone.

use cosched_core::policy::Policy;
use cosched_core::storage::{timers_for, words_for};
use cosched_core::{Digest, Duration, JobSpec, Memory, Setup, Simulation, StaticStorage, Time};

/// Jobs of the workload.
pub(crate) const JOBS: usize = 64;
const NODES: usize = 64;

/// The buffers of the engine.
pub(crate) type Buffers = StaticStorage<JOBS, { timers_for(JOBS, 0) }, NODES, { words_for(NODES) }>;

static WORKLOAD: [JobSpec; JOBS] = workload();

/// The digest of the workload under `policy`; nothing if it cannot be run.
pub(crate) fn digest(buffers: &mut Buffers, policy: &mut impl Policy) -> Option<u64> {
    let mut digest = Digest::default();
    // Once killing jobs at their estimates, once letting them run on.
    for kill_at_estimate in [true, false] {
        let setup = Setup {
            kill_at_estimate,
            ..Setup::cluster(&WORKLOAD, NODES as u32)
        };
        let mut simulation = Simulation::new(setup, buffers.as_storage()).ok()?;
        simulation.run(policy, &mut digest);
    }
    Some(digest.0)
}

/// What an image prints: a name and a digest, written without the machinery of
/// formatting, which is larger than a policy.
pub(crate) fn line(name: &[u8; 4], digest: u64) -> [u8; 22] {
    let mut line = [b' '; 22];
    let digits = (0..16).map(|place| (digest >> (60 - 4 * place)) as u8 & 0xf);
    let digits = digits.map(|digit| match digit {
        0..10 => b'0' + digit,
        _ => b'a' - 10 + digit,
    });
    let text = name
        .iter()
        .copied()
        .chain([b' '])
        .chain(digits)
        .chain([b'\n']);
    for (place, byte) in line.iter_mut().zip(text) {
        *place = byte;
    }
    line
}

/// Jobs about 20 s apart that run for up to 200 s on up to half of the machine.
/// Most are estimated at one to three times their runtime; one in eight outruns
/// its estimate.
const fn workload() -> [JobSpec; JOBS] {
    let mut jobs = [JobSpec::exact(Time::ZERO, Duration::ZERO, 0); JOBS];
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
            nodes: 1 + (random >> 7) as u32 % (NODES as u32 / 2),
            memory: Memory::ZERO,
        };
        index += 1;
    }
    jobs
}
