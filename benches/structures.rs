//! Nodes and the availability profile, one operation at a time.

use cosched_core::machine::profile::points_for;
use cosched_core::machine::{Interval, Nodes};
use cosched_core::random::Random;
use cosched_core::{Duration, Profile, Time};

fn main() {
    divan::main();
}

const SIZES: [usize; 3] = [100, 1_000, 10_000];

/// Allocates and releases nodes of a machine with many small jobs.
#[divan::bench(args = [1_000, 10_000, 150_000])]
fn nodes_allocate_and_release(bencher: divan::Bencher<'_, '_>, count: usize) {
    let (mut words, mut intervals) = (vec![0; count.div_ceil(64)], vec![Interval::EMPTY; count]);
    let mut nodes = Nodes::new(count as u32, &mut words, &mut intervals);
    let mut random = Random::new(1, 0);
    let mut held = Vec::new();
    while let Some(list) = nodes.allocate(1 + random.below(count as u64 / 50) as u32) {
        held.push(list);
    }
    bencher.bench_local(|| {
        let index = random.below(held.len() as u64) as usize;
        nodes.release(held.swap_remove(index));
        while let Some(list) = nodes.allocate(1 + random.below(count as u64 / 50) as u32) {
            held.push(list);
        }
    });
}

/// Finds the earliest start among `count` reservations, makes the reservation, and gives it
/// back.
#[divan::bench(args = SIZES)]
fn profile_reserve_and_give_back(bencher: divan::Bencher<'_, '_>, count: usize) {
    let points = points_for(count + 1);
    let (mut times, mut free) = (vec![Time::ZERO; points], vec![0; points]);
    let mut profile = Profile::new(&mut times, &mut free);
    profile.reset(Time::ZERO, 1_024);
    let mut random = Random::new(1, 0);
    let mut reserve = |profile: &mut Profile<'_>| {
        let nodes = 1 + random.below(512) as u32;
        let duration = Duration::from_seconds(1 + random.below(20_000));
        let start = profile.earliest(nodes, duration);
        profile.take(start, start + duration.into(), nodes);
        (start, start + duration.into(), nodes)
    };
    for _ in 0..count {
        reserve(&mut profile);
    }
    bencher.bench_local(|| {
        let (start, end, nodes) = reserve(&mut profile);
        profile.give(start, end, nodes);
    });
}
