//! Lower bounds of starts in a profile that only fills up, by width and runtime.

use crate::exact::Exact;
use crate::units::time::{Duration, Time};

/// Number of powers of two of nodes that are distinguished.
const WIDTHS: usize = 12;
/// Number of powers of two of runtimes that are distinguished: from nine seconds to three days.
const RUNS: usize = 16;
/// Exponent of the first runtime, in nanoseconds.
const FIRST_RUN: u32 = 33;

/// Starts of reservations: a job with at least as many nodes that runs at least as long
/// cannot start sooner, as the profile has no more nodes free than then.
#[derive(Debug)]
pub(super) struct EarliestStarts {
    // Never falling with either power.
    starts: [[Time; RUNS]; WIDTHS],
}

impl EarliestStarts {
    /// Nothing is reserved.
    pub(super) const fn new() -> Self {
        Self {
            starts: [[Time::ZERO; RUNS]; WIDTHS],
        }
    }

    /// Instant before which a job with `nodes` and `run` cannot start.
    pub(super) fn of(&self, nodes: u32, run: Exact) -> Time {
        let width = nodes.max(1).ilog2() as usize;
        let run = run.round_down().0.max(1).ilog2();
        match run.checked_sub(FIRST_RUN) {
            Some(run) => self.starts[width.min(WIDTHS - 1)][(run as usize).min(RUNS - 1)],
            None => Time::ZERO,
        }
    }

    /// Notes that a job with `nodes` and `run` could start at `start`, and no sooner.
    pub(super) fn note(&mut self, nodes: u32, run: Exact, start: Exact) {
        let width = nodes.max(1).next_power_of_two().ilog2() as usize;
        let Duration(run) = run.round_up();
        let run = run.checked_next_power_of_two().map_or(64, u64::ilog2);
        let run = run.saturating_sub(FIRST_RUN) as usize;
        let start = Time(start.round_down().0);
        for row in self.starts.iter_mut().skip(width) {
            let later = row.iter_mut().skip(run).take_while(|other| **other < start);
            if later.map(|other| *other = start).count() == 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EarliestStarts;
    use crate::exact::Exact;
    use crate::machine::profile::{Profile, points_for};
    use crate::random::Random;
    use crate::units::time::{Duration, Time};

    const JOBS: usize = 120;

    /// A profile with some jobs that run.
    fn begun<'p>(times: &'p mut [Time], free: &'p mut [u32], seed: u64) -> Profile<'p> {
        let mut random = Random::new(seed, 1);
        let mut profile = Profile::new(times, free);
        profile.reset(Time::ZERO, 64);
        for _ in 0..random.below(20) {
            let (until, nodes) = (1 + random.below(5000), 1 + random.below(8) as u32);
            profile.take(Time::ZERO, Time::from_seconds(until), nodes);
        }
        profile
    }

    #[test]
    fn reservations_are_those_of_a_search_from_the_front() {
        let mut skipped = 0;
        for seed in 0..300 {
            let mut buffers =
                [const { ([Time::ZERO; points_for(JOBS)], [0; points_for(JOBS)]) }; 2];
            let [(times, free), (other_times, other_free)] = &mut buffers;
            let mut quick = begun(times, free, seed);
            let mut slow = begun(other_times, other_free, seed);
            let (mut starts, mut random) = (EarliestStarts::new(), Random::new(seed, 0));
            let longest = [3, 100, 20_000, 2_000_000][seed as usize % 4];
            for _ in 0..100 {
                let nodes = 1 + random.below(64) as u32;
                let run = Exact::from(Duration(random.below(longest * 1_000_000_000)));
                let earliest = starts.of(nodes, run);
                skipped += usize::from(earliest > Time::ZERO);
                let start = quick.reserve_from(nodes, run, earliest);
                starts.note(nodes, run, start);
                assert_eq!(start, slow.reserve(nodes, run), "{seed}");
            }
            assert!(quick.points().eq(slow.points()), "{seed}");
        }
        assert!(skipped > 10_000, "{skipped}");
    }
}
