//! Long queues: what the index of the queue finds is what a walk through all jobs finds.

use cosched_core::engine::Setup;
use cosched_core::random::Random;
use cosched_core::{Digest, Duration, JobSpec, Simulation, Time};

use crate::common::{Boxed, Buffers, Choice, workload};
use crate::outages::draw;
use crate::watch::NODES;
use cosched_core::policy::Order;

/// Number of random runs of each kind.
const RUNS: u64 = 60;

/// Many jobs, of which most come in a few bursts; widths and estimates spread widely, with
/// many ties.
pub(crate) fn burst(random: &mut Random) -> Vec<JobSpec> {
    let count = 600 + random.below(900) as usize;
    let mut jobs = workload(random, count, NODES);
    let bursts = 1 + random.below(3);
    for job in &mut jobs {
        let seconds = 100 * random.below(bursts);
        if random.below(4) > 0 {
            job.submit = Time::from_seconds(seconds);
        }
        if random.below(3) == 0 {
            job.runtime = Duration(job.runtime.0 * (1 + random.below(30)));
            job.estimate = Duration(job.estimate.0 * (1 + random.below(30)));
        }
    }
    jobs.sort_by_key(|job| job.submit);
    jobs
}

/// Digest of a run, and the longest queue. Every some steps a random job is cancelled.
fn run(setup: Setup<'_>, choice: Choice, seed: u64) -> (Digest, u32) {
    let (mut buffers, mut storage) = (Buffers::of(&setup), Boxed::with_outages(&setup));
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let (mut policy, mut digest) = (buffers.policy(choice), Digest::default());
    let (mut random, mut longest) = (Random::new(seed, 2), 0);
    while simulation.step(&mut policy, &mut digest).is_some() {
        longest = longest.max(simulation.view().waiting());
        assert!(simulation.view().now() < Time::from_seconds(10_000_000));
        if seed.is_multiple_of(2) && random.below(8) == 0 {
            let job = random.below(setup.workload.len() as u64) as usize;
            let _ = simulation.cancel(job, &mut digest);
        }
    }
    (digest, longest)
}

/// A bound that is never reached, with which each job is looked at in turn.
const WALK: usize = usize::MAX - 1;

#[test]
fn easy_by_the_index_is_easy_by_a_walk() {
    let mut long = 0;
    for seed in 0..RUNS {
        let mut random = Random::new(seed, 1);
        let (jobs, drawn) = (burst(&mut random), draw(&mut random));
        let order = Order::ALL[seed as usize % Order::ALL.len()];
        let setup = Setup::cluster(&jobs, NODES).with_kill_at_estimate(seed % 3 > 0);
        for has_outages in [false, true] {
            let setup = if has_outages {
                setup.with_outages(drawn.outages())
            } else {
                setup
            };
            let indexed = run(setup, Choice::Easy(order, None, usize::MAX), seed);
            let walked = run(setup, Choice::Easy(order, None, WALK), seed);
            assert_eq!(indexed, walked, "seed {seed}, {order:?}");
            long += u64::from(indexed.1 > 512);
        }
    }
    assert!(long > RUNS, "{long} runs had a long queue");
}
