//! A small workload for images with a single policy, which show the memory that policy
//! needs.

#[path = "workload.rs"]
mod workload;

use workload::workload;

use cosched_core::engine::Policy;
use cosched_core::engine::storage::{timers_for, words_for};
use cosched_core::{Digest, JobSpec, Setup, Simulation, StaticStorage};

/// Jobs of the workload.
pub(crate) const JOBS: usize = 64;
const NODES: usize = 64;

/// Buffers of the engine.
pub(crate) type Buffers = StaticStorage<JOBS, { timers_for(JOBS, 0) }, NODES, { words_for(NODES) }>;

static WORKLOAD: [JobSpec; JOBS] = workload(NODES as u32 / 2);

/// Digest of the workload under `policy`; `None` if it cannot run.
pub(crate) fn digest(buffers: &mut Buffers, policy: &mut impl Policy) -> Option<u64> {
    let mut digest = Digest::default();
    // Once killing jobs at their estimates, once letting them run on.
    for kill_at_estimate in [true, false] {
        let setup = Setup::cluster(&WORKLOAD, NODES as u32).with_kill_at_estimate(kill_at_estimate);
        let mut simulation = Simulation::new(setup, buffers.as_storage()).ok()?;
        simulation.run(policy, &mut digest);
    }
    Some(digest.0)
}

/// Output of an image: a name and a digest, without the code for formatting, which is
/// larger than a policy.
pub(crate) fn line(name: &[u8; 4], digest: u64) -> [u8; 22] {
    let mut line = [b' '; 22];
    let digits = (0..16).map(|index| (digest >> (60 - 4 * index)) as u8 & 0xf);
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
    for (index, byte) in line.iter_mut().zip(text) {
        *index = byte;
    }
    line
}
