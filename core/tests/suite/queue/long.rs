//! Long queues: what the index of the queue and the knowledge of holes in the profile find is
//! what a walk through all jobs and all points finds.

use cosched_core::engine::{Policy, Setup};
use cosched_core::machine::profile::points_for;
use cosched_core::machine::{Cap, Outages};
use cosched_core::policy::{Conservative, Order};
use cosched_core::random::Random;
use cosched_core::{Digest, Duration, JobSpec, Profile, Simulation, Time};

use crate::common::{Boxed, Buffers, Choice, workload};
use crate::outages::draw;
use crate::watch::NODES;

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

/// Caps that fall and rise while there is a long queue; in the end all nodes may be busy.
fn draw_caps(random: &mut Random) -> Vec<Cap> {
    let (mut caps, mut from) = (Vec::new(), 0);
    for _ in 0..random.below(12) {
        let nodes = 1 + random.below(u64::from(NODES)) as u32;
        caps.push(Cap {
            from: Time::from_seconds(from),
            nodes,
        });
        from += 1 + random.below(1_000);
    }
    caps.push(Cap {
        from: Time::from_seconds(from),
        nodes: NODES,
    });
    caps
}

/// Digest of a run, and the longest queue. Every some steps a random job is cancelled.
fn run(setup: Setup<'_>, policy: &mut impl Policy, seed: u64) -> (Digest, u32) {
    let mut storage = Boxed::with_outages(&setup);
    let mut simulation = Simulation::new(setup, storage.as_storage()).unwrap();
    let mut digest = Digest::default();
    let (mut random, mut longest) = (Random::new(seed, 2), 0);
    while simulation.step(policy, &mut digest).is_some() {
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
    let mut long = [0; 4];
    for seed in 0..RUNS {
        let mut random = Random::new(seed, 1);
        let (jobs, drawn) = (burst(&mut random), draw(&mut random));
        let caps = draw_caps(&mut random);
        let order = Order::ALL[seed as usize % Order::ALL.len()];
        let setup = Setup::cluster(&jobs, NODES).with_kill_at_estimate(seed % 3 > 0);
        let all = [(false, false), (true, false), (false, true), (true, true)];
        for ((has_outages, has_caps), long) in all.into_iter().zip(&mut long) {
            let outages = if has_outages {
                drawn.outages()
            } else {
                Outages::NONE
            };
            let caps = if has_caps { &caps[..] } else { &[] };
            let setup = setup.with_outages(Outages { caps, ..outages });
            let easy = |depth| {
                let mut buffers = Buffers::of(&setup);
                let choice = Choice::Easy(order, None, depth);
                run(setup, &mut buffers.policy(choice), seed)
            };
            let (indexed, walked) = (easy(usize::MAX), easy(WALK));
            assert_eq!(
                indexed, walked,
                "seed {seed}, {order:?}, {has_outages}, {caps:?}"
            );
            *long += u64::from(indexed.1 > 512);
        }
    }
    assert!(
        long.iter().all(|&long| 2 * long > RUNS),
        "long queues: {long:?}"
    );
}

/// With as many entries as points, nothing is remembered about holes of the profile.
#[test]
fn conservative_with_knowledge_of_holes_is_conservative_without() {
    let mut long = [0; 2];
    for seed in 0..RUNS / 2 {
        let mut random = Random::new(seed, 3);
        let jobs = burst(&mut random);
        let caps = draw_caps(&mut random);
        let order = Order::ALL[seed as usize % Order::ALL.len()];
        let setup = Setup::cluster(&jobs, NODES).with_kill_at_estimate(seed % 3 > 0);
        for (caps, long) in [&[], &caps[..]].into_iter().zip(&mut long) {
            let setup = setup.with_outages(Outages {
                caps,
                ..Outages::NONE
            });
            let profiled = setup.profiled_jobs();
            let conservative = |entries: usize| {
                let (mut times, mut free) = (vec![Time::ZERO; entries], vec![0; entries]);
                let profile = Profile::new(&mut times, &mut free);
                let policy = Conservative::new(profile, profiled).unwrap();
                run(setup, &mut policy.by(order), seed)
            };
            let knowing = conservative(points_for(profiled.max(1_500)));
            let searching = conservative(2 * profiled + 2);
            assert_eq!(knowing, searching, "seed {seed}, {order:?}, {caps:?}");
            *long += u64::from(knowing.1 > 512);
        }
    }
    assert!(
        long.iter().all(|&long| long > RUNS / 4),
        "long queues: {long:?}"
    );
}
