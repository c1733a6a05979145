//! Backfill passes that yield, by the parameters of the policy, and their buffers.

use cosched_core::Duration;
use cosched_core::policy::slurm::{Resources, Slurm as Policy, YieldRules, Yields};

use crate::base::problem::Problem;
use crate::family::room::problem;
use crate::scenario::nanoseconds;
use crate::scenario::slurm::Slurm;

/// Returns how backfill passes yield; `None` if they take no time.
fn rules(settings: &Slurm) -> Option<YieldRules> {
    let microseconds = |count: u32| Duration(1_000 * u64::from(count));
    let longest = settings.bf_max_time.map_or(settings.bf_interval, f64::from);
    settings.has_long_passes().then(|| YieldRules {
        work: if settings.sleeps_at_every_test() {
            Duration::ZERO
        } else {
            microseconds(settings.bf_yield_interval)
        },
        test: microseconds(settings.test_time),
        sleep: microseconds(settings.bf_yield_sleep),
        longest: Duration(nanoseconds(longest)),
        goes_on: settings.bf_continue,
    })
}

/// Buffers of passes that yield.
#[derive(Debug)]
pub struct OwnedYields {
    rules: Option<YieldRules>,
    nodes: u32,
    sets: Vec<u64>,
}

impl OwnedYields {
    /// Those of `settings` on so many nodes.
    pub fn new(settings: &Slurm, nodes: u32) -> Self {
        let rules = rules(settings);
        let words = rules.map_or(0, |_| 2 * (nodes as usize).div_ceil(64));
        Self {
            rules,
            nodes,
            sets: vec![0; words],
        }
    }

    /// The sleeps, on these buffers, if there are any.
    ///
    /// # Errors
    /// None: the buffers are long enough.
    pub fn as_yields(&mut self) -> Result<Option<Yields<'_>>, Problem> {
        let yields = self
            .rules
            .map(|rules| Yields::new(self.nodes, rules, &mut self.sets));
        yields.transpose().map_err(problem)
    }
}

/// The policy with passes that yield, if they do.
pub fn with_yields<'p, G: Resources>(
    slurm: Policy<'p, G>,
    yields: Option<Yields<'p>>,
) -> Policy<'p, G> {
    match yields {
        Some(yields) => slurm.with_yields(yields),
        None => slurm,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milliseconds(count: u64) -> Duration {
        Duration(1_000_000 * count)
    }

    #[test]
    fn passes_yield_where_tests_take_time_or_each_takes_too_long() {
        let usual = Slurm::default();
        assert_eq!(rules(&usual), None);
        let at_every_test = Slurm {
            bf_yield_interval: 1,
            bf_yield_sleep: 400_000,
            bf_interval: 3.0,
            bf_continue: true,
            ..usual
        };
        let expected = YieldRules {
            work: Duration::ZERO,
            test: Duration::ZERO,
            sleep: milliseconds(400),
            longest: Duration::from_seconds(3),
            goes_on: true,
        };
        assert_eq!(rules(&at_every_test), Some(expected));
        let slow = Slurm {
            test_time: 9_000,
            bf_max_time: Some(60),
            ..usual
        };
        let expected = YieldRules {
            work: Duration::from_seconds(2),
            test: milliseconds(9),
            sleep: milliseconds(500),
            longest: Duration::from_seconds(60),
            goes_on: false,
        };
        assert_eq!(rules(&slow), Some(expected));
    }
}
