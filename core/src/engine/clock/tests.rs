//! The event queue against a sorted set, on a seeded random run.

extern crate std;

use std::collections::BTreeSet;

use super::timers::{TimerEntry, Timers};
use crate::random::Random;
use crate::units::time::Time;

#[test]
fn timers_behave_like_a_sorted_set() {
    const TIMERS: usize = 100;
    let (mut heap, mut positions) = ([TimerEntry::EMPTY; TIMERS], [0; TIMERS]);
    let mut timers = Timers::new(&mut heap, &mut positions);
    let mut model: BTreeSet<(Time, usize)> = BTreeSet::new();
    let mut set = [None; TIMERS];
    let mut random = Random::new(1, 0);
    for _ in 0..200_000 {
        let timer = random.below(TIMERS as u64) as usize;
        match random.below(4) {
            0 | 1 => {
                let at = Time(random.below(50));
                if let Some(old) = set[timer].replace(at) {
                    model.remove(&(old, timer));
                }
                model.insert((at, timer));
                timers.set(timer, timer as u32, at);
            }
            2 => {
                if let Some(old) = set[timer].take() {
                    model.remove(&(old, timer));
                }
                timers.stop(timer);
            }
            _ => {
                let expected = model.pop_first();
                if let Some((_, timer)) = expected {
                    set[timer] = None;
                }
                assert_eq!(timers.pop_due(Time::MAX), expected.map(|(_, timer)| timer));
            }
        }
        assert_eq!(timers.len, model.len());
        assert_eq!(timers.next(), model.first().map(|&(at, _)| at));
    }
}
