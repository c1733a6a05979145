//! Data structures against slow and simple references, on seeded random runs.

use std::collections::BTreeMap;

use cosched_core::exact::Fraction;
use cosched_core::machine::profile::points_for;
use cosched_core::machine::{Interval, Nodes};
use cosched_core::random::{Random, draw};
use cosched_core::{Duration, Exact, Profile, Rate, Time};

#[test]
fn rates_behave_like_wide_fractions() {
    let mut random = Random::new(2, 0);
    for _ in 0..200_000 {
        let (work, per) = (random.below(70_000) + 1, random.below(70_000) + 1);
        let rate = Rate::new(work as u32, per as u32);
        let span = random.below(1 << 40);
        let done = rate.work_in(Duration(span));
        let wide = u128::from(span) * u128::from(work);
        assert_eq!(u128::from(done.0), wide / u128::from(per));
        let needed = rate.time_for(Duration(span)).unwrap();
        let wide = u128::from(span) * u128::from(per);
        assert_eq!(u128::from(needed.0), wide.div_ceil(u128::from(work)));
        assert!(
            rate.work_in(needed) >= Duration(span),
            "a finish never fires early"
        );
    }
}

/// Takes the lowest free nodes of a plain list of booleans.
fn take_lowest(free: &mut [bool], count: usize) -> Option<Vec<usize>> {
    let lowest: Vec<usize> = (0..free.len())
        .filter(|&node| free[node])
        .take(count)
        .collect();
    (lowest.len() == count && count > 0).then(|| {
        lowest.iter().for_each(|&node| free[node] = false);
        lowest
    })
}

#[test]
fn nodes_behave_like_a_list_of_booleans() {
    const NODES: usize = 300;
    let (mut words, mut intervals) = ([0; NODES.div_ceil(64)], [Interval::EMPTY; 4 * NODES]);
    let mut nodes = Nodes::new(NODES as u32, &mut words, &mut intervals);
    let mut free = [true; NODES];
    let mut held: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut vacated: Vec<(u32, Vec<usize>)> = Vec::new();
    let mut random = Random::new(3, 0);
    for _ in 0..40_000 {
        match random.below(5) {
            0 | 1 => {
                let count = random.below(60) as usize;
                let expected = take_lowest(&mut free, count);
                let list = nodes.allocate(count as u32);
                assert_eq!(list.is_some(), expected.is_some());
                if let (Some(list), Some(expected)) = (list, expected) {
                    let each =
                        |(first, count): (u32, u32)| first as usize..(first + count) as usize;
                    let found: Vec<usize> = nodes.intervals(list).flat_map(each).collect();
                    assert_eq!(found, expected);
                    held.push((list, expected));
                }
            }
            2 if !held.is_empty() => {
                let (list, numbers) = held.swap_remove(random.below(held.len() as u64) as usize);
                nodes.release(list);
                numbers.iter().for_each(|&node| free[node] = true);
            }
            3 if !held.is_empty() && vacated.len() < 20 => {
                let (list, numbers) = held.swap_remove(random.below(held.len() as u64) as usize);
                nodes.vacate(list);
                numbers.iter().for_each(|&node| free[node] = true);
                vacated.push((list, numbers));
            }
            4 if !vacated.is_empty() => {
                let index = random.below(vacated.len() as u64) as usize;
                let fits = vacated[index].1.iter().all(|&node| free[node]);
                assert_eq!(nodes.occupy(vacated[index].0), fits);
                if fits {
                    let (list, numbers) = vacated.swap_remove(index);
                    numbers.iter().for_each(|&node| free[node] = false);
                    held.push((list, numbers));
                } else if random.below(4) == 0 {
                    nodes.forget(vacated.swap_remove(index).0);
                }
            }
            _ => {}
        }
        assert_eq!(
            nodes.free() as usize,
            free.iter().filter(|&&free| free).count()
        );
        let node = random.below(NODES as u64) as usize;
        assert_eq!(nodes.is_free(node as u32), free[node]);
    }
}

/// Free nodes step by step.
struct Steps(Vec<u32>);

impl Steps {
    fn change(&mut self, from: u64, until: u64, by: i64) {
        for free in &mut self.0[from as usize..until as usize] {
            *free = (i64::from(*free) + by) as u32;
        }
    }

    fn earliest(&self, now: u64, nodes: u32, duration: u64) -> u64 {
        let fits = |start: &u64| {
            let span = *start as usize..(*start + duration) as usize;
            self.0[span].iter().all(|&free| free >= nodes)
        };
        (now..self.0.len() as u64 - duration).find(fits).unwrap()
    }
}

#[test]
fn profile_behaves_like_nanoseconds_counted_one_by_one() {
    profile_behaves_like_steps_of(1, &mut []);
}

#[test]
fn exact_profile_behaves_like_thirds_of_nanoseconds_counted_one_by_one() {
    profile_behaves_like_steps_of(3, &mut [Fraction::NONE; POINTS]);
}

const PROFILE_JOBS: usize = 40;
const POINTS: usize = points_for(PROFILE_JOBS);

/// Random reservations, one step being a nanosecond divided by `per`.
fn profile_behaves_like_steps_of(per: u64, parts: &mut [Fraction]) {
    const NODES: u32 = 20;
    let (mut times, mut free) = ([Time::ZERO; POINTS], [0; POINTS]);
    let at = |step: u64| Exact::ratio(step.into(), per);
    let mut random = Random::new(4, 0);
    for _ in 0..300 {
        let mut profile = Profile::new(&mut times, &mut free).with_parts(parts);
        profile.reset(at(0), NODES);
        let mut model = Steps(vec![NODES; 4_000]);
        let mut held: Vec<(u64, u64, u32)> = Vec::new();
        let mut now = 0;
        for _ in 0..200 {
            now += random.below(3);
            profile.advance(at(now));
            held.retain(|&(_, until, _)| until > now);
            let (nodes, duration) = (
                1 + random.below(u64::from(NODES)) as u32,
                1 + random.below(30),
            );
            if held.len() < PROFILE_JOBS && random.below(3) > 0 {
                let start = model.earliest(now, nodes, duration);
                assert_eq!(profile.earliest(nodes, at(duration)), at(start));
                match random.below(2) {
                    0 => profile.take(at(start), at(start + duration), nodes),
                    _ => assert_eq!(profile.reserve(nodes, at(duration)), at(start)),
                }
                model.change(start, start + duration, -i64::from(nodes));
                held.push((start, start + duration, nodes));
            } else if !held.is_empty() {
                let index = random.below(held.len() as u64) as usize;
                let (start, until, nodes) = held.swap_remove(index);
                let start = start.max(now);
                model.change(start, until, i64::from(nodes));
                match random.below(2) {
                    0 => profile.give(at(start), at(until), nodes),
                    _ => {
                        let (span, earliest) =
                            (until - start, model.earliest(now, nodes, until - start));
                        let found = profile.move_up(nodes, at(span), at(start), Exact::MAX);
                        assert_eq!(found, (earliest < start).then_some(at(earliest)));
                        model.change(earliest, earliest + span, -i64::from(nodes));
                        held.push((earliest, earliest + span, nodes));
                    }
                }
            }
            let steps: BTreeMap<Exact, u32> = profile.steps().collect();
            for step in now..now + 100 {
                let (_, free) = steps.range(..=at(step)).next_back().unwrap();
                assert_eq!(*free, model.0[step as usize], "at {step}");
            }
            assert!(
                profile.len() <= points_for(held.len()),
                "no needless points"
            );
        }
    }
}

#[test]
fn draws_have_the_published_check_values() {
    // From an independent program that follows the same definition.
    for (seed, name, expected) in CHECK_VALUES {
        assert_eq!(draw(seed, name), expected);
    }
}

const CHECK_VALUES: [(u64, [u64; 4], f64); 4] = [
    (1, [0, 0, 0, 0], 0.2052648726319105),
    (1, [0, 0, 0, 1], 0.07044219111355254),
    (1, [2, 3, 4, 0], 0.40633139146067065),
    (7, [11, 13, 17, 1], 0.580834757616003),
];
