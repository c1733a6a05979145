//! Knowledge of holes changes nothing but the time of searches.

extern crate std;

use std::vec;
use std::vec::Vec;

use super::{Profile, Reservations, points_for, room_for};
use crate::exact::Exact;
use crate::random::Random;
use crate::units::time::{Duration, Time};

/// Enough jobs that holes are remembered.
const JOBS: usize = 1_500;
const NODES: u32 = 100;

/// Conservative backfilling without a machine: the planned start of each job.
struct Queue<'a> {
    reservations: Reservations<'a>,
    plans: Vec<Exact>,
    untried: Exact,
}

impl Queue<'_> {
    /// The first job that waits ends early: all behind it are tried in turn.
    fn step(&mut self, ended: usize, jobs: &[(u32, Exact)], share: u64) {
        let (nodes, span) = jobs[ended];
        let start = self.plans[ended];
        let now = start + Exact::from(Duration(span.round_up().0 / 4 * share));
        let now = now.max(self.reservations.profile().now().into());
        self.reservations.advance(now);
        let until = start + span;
        if until <= now {
            return;
        }
        self.reservations.give(now, until, nodes);
        let mut horizon = until.max(self.untried);
        self.untried = Exact::ZERO;
        for (job, &(nodes, span)) in jobs.iter().enumerate() {
            let planned = self.plans[job];
            if job == ended || planned <= now {
                continue;
            }
            if let Some(start) = self.reservations.move_up(nodes, span, planned, horizon) {
                let until = planned + span;
                self.plans[job] = start;
                horizon = horizon.max(until);
                self.untried = self.untried.max(until);
            }
        }
        self.reservations.end_sweep();
    }
}

fn queue<'a>(profile: Profile<'a>, jobs: &[(u32, Exact)]) -> Queue<'a> {
    let mut reservations = Reservations::new(profile, JOBS);
    reservations.rebuild().reset(Time::ZERO, NODES);
    let plans = jobs.iter();
    let plans = plans.map(|&(nodes, span)| reservations.reserve(nodes, span));
    let plans = plans.collect();
    Queue {
        reservations,
        plans,
        untried: Exact::ZERO,
    }
}

#[test]
fn reservations_equal_those_of_a_full_search() {
    for seed in 0..4 {
        let mut random = Random::new(seed, 0);
        let job = |_| {
            let (widest, longest) = (1 << random.below(7), 1 << (10 + random.below(20)));
            let nodes = 1 + random.below(widest) as u32;
            let span = 1 + random.below(longest);
            (nodes.min(NODES), Exact::from(Duration(span)))
        };
        let jobs: Vec<(u32, Exact)> = (0..JOBS).map(job).collect();
        let (mut times, mut free) = (
            vec![Time::ZERO; points_for(JOBS)],
            vec![0; points_for(JOBS)],
        );
        let (mut few_times, mut few) = (vec![Time::ZERO; room_for(JOBS)], vec![0; room_for(JOBS)]);
        let mut one = queue(Profile::new(&mut times, &mut free), &jobs);
        let mut other = queue(Profile::new(&mut few_times, &mut few), &jobs);
        assert!(one.reservations.keeps_holes() && !other.reservations.keeps_holes());
        let mut random = Random::new(seed, 1);
        let mut done = vec![false; JOBS];
        for _ in 0..JOBS / 4 {
            let waiting = (0..JOBS).filter(|&job| !done[job]);
            let Some(ended) = waiting.min_by_key(|&job| one.plans[job]) else {
                break;
            };
            done[ended] = true;
            let share = random.below(5);
            one.step(ended, &jobs, share);
            other.step(ended, &jobs, share);
            assert_eq!(one.plans, other.plans);
        }
        // Points that are not needed may stay in a profile with knowledge of its holes.
        let steps = |queue: &Queue<'_>| {
            let mut steps: Vec<_> = queue.reservations.profile().steps().collect();
            steps.dedup_by_key(|&mut (_, free)| free);
            steps
        };
        assert_eq!(steps(&one), steps(&other));
    }
}
