//! Ranks of jobs in the queue, as far as a log shows who passed whom.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cosched_core::policy::Order;

use super::evidence::{Evidence, RanJob};
use super::held::{Step, steps};
use super::owner::Owner;
use crate::base::format::{count, number};
use crate::scenario::Scenario;
use crate::scenario::priority::{Priority, Weights};

/// Fewest jobs that had one of the other owner next to them, each way. If those of either are passed
/// by chance, half of the time, that three quarters of 50 are on one side and a quarter on the other
/// has a probability of 2e-8, less than 0.001 for ten thousand pairs of owners.
const FEWEST_JOBS: u32 = 50;

/// Least share of the jobs of the lower rank that are passed, and largest share of those of the
/// higher one; without ranks both are the same.
const LEAST_PASSED: f64 = 0.75;
/// See [`LEAST_PASSED`].
const MOST_PASSED: f64 = 0.25;

/// Jobs that had a later one next to them: all, and those that this passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Passes {
    all: u32,
    passed: u32,
}

impl Passes {
    fn share(self) -> f64 {
        f64::from(self.passed) / f64::from(self.all.max(1))
    }
}

/// Two owners of which the jobs of one go before those of the other.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct RankedPair {
    /// The higher and the lower one, by index.
    owners: [u32; 2],
    /// Jobs of the lower one with a later one of the higher next to them, and the other way round.
    passes: [Passes; 2],
}

/// The owners of whom one goes before the other, those with most jobs first.
///
/// Two jobs are compared that asked for just as much of the same partition for as long: the later of
/// them cannot be backfilled in the place of the earlier. Of all that wait they are next to each
/// other when one of them starts: what stands further ahead may be held for days. Who has running
/// jobs may be held by a limit: the user of the earlier job has none. Each earlier job counts once
/// for each owner of later ones.
pub(super) fn ranked(evidence: &Evidence<'_>, owner: Owner) -> Vec<RankedPair> {
    let passes = passes(&evidence.jobs, owner);
    let of = |earlier: u32, later: u32| passes.get(&(earlier, later)).copied();
    let pairs = passes.keys().filter_map(|&(low, high)| {
        let (up, down) = (of(low, high)?, of(high, low)?);
        let is_enough = up.all.min(down.all) >= FEWEST_JOBS;
        let is_ranked = up.share() >= LEAST_PASSED && down.share() <= MOST_PASSED;
        (is_enough && is_ranked && low != high).then_some(RankedPair {
            owners: [high, low],
            passes: [up, down],
        })
    });
    let mut pairs: Vec<RankedPair> = pairs.collect();
    pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.passes[0].all), pair.owners));
    pairs
}

/// How many jobs of each owner had a later one of each owner next to them, by both.
fn passes(jobs: &[RanJob], owner: Owner) -> BTreeMap<(u32, u32), Passes> {
    let of = |index: usize| jobs[index].owners[owner as usize];
    let mut queues: HashMap<_, BTreeSet<usize>> = HashMap::new();
    let mut running: HashMap<Option<u32>, u32> = HashMap::new();
    // Whether the earlier job was passed by one of that owner.
    let mut seen: BTreeMap<(usize, u32), bool> = BTreeMap::new();
    for (_, step, index) in steps(jobs) {
        let job = &jobs[index];
        let alike = (job.partition, job.size, job.gpus, job.limit);
        match step {
            Step::Comes => {
                queues.entry(alike).or_default().insert(index);
            }
            Step::Starts => {
                let queue = queues.entry(alike).or_default();
                queue.remove(&index);
                for (earlier, later, was_passed) in neighbours(queue, index) {
                    let [one, other] = [&jobs[earlier], &jobs[later]];
                    // Jobs that come or start together have no order.
                    let is_ordered = one.ready < other.ready && one.start != other.start;
                    let running = running.get(&one.owners[0]).copied().unwrap_or(0);
                    if let (true, Some(by)) = (is_ordered && running == 0, of(later)) {
                        *seen.entry((earlier, by)).or_default() |= was_passed;
                    }
                }
                *running.entry(job.owners[0]).or_default() += 1;
            }
            Step::Ends => {
                *running.entry(job.owners[0]).or_default() -= 1;
            }
        }
    }
    let mut passes: BTreeMap<(u32, u32), Passes> = BTreeMap::new();
    for ((earlier, by), was_passed) in seen {
        let Some(earlier) = of(earlier) else { continue };
        let one = passes.entry((earlier, by)).or_default();
        one.all += 1;
        one.passed += u32::from(was_passed);
    }
    passes
}

/// The earlier and the later of two jobs that are next to each other in the `queue`, one of which
/// starts: that at `index`. Whether the later one passes comes with them.
fn neighbours(queue: &BTreeSet<usize>, index: usize) -> impl Iterator<Item = (usize, usize, bool)> {
    let ahead = queue.range(..index).next_back();
    let behind = queue.range(index..).next();
    let passed = ahead.map(|&ahead| (ahead, index, true));
    let in_order = behind.map(|&behind| (index, behind, false));
    passed.into_iter().chain(in_order)
}

/// Sentence on a pair of owners called `names`.
fn in_words(pair: &RankedPair, owner: Owner, names: &[String]) -> Option<String> {
    let [high, low] = pair.owners;
    let (high, low) = (names.get(high as usize)?, names.get(low as usize)?);
    let percent = |passes: Passes| {
        format!(
            "{} % of {}",
            number((1000.0 * passes.share()).round() / 10.0),
            count(u64::from(passes.all))
        )
    };
    Some(format!(
        "{} {high} before {low}: of jobs that wait with a later one of the other next to them that asks for as much, {} of {low} are passed and {} of {high}",
        owner.noun(),
        percent(pair.passes[0]),
        percent(pair.passes[1])
    ))
}

/// Priorities of qualities of service.
#[derive(Clone, PartialEq, Debug)]
pub struct ProposedRanks {
    /// Priority by name; 0 for the lowest.
    pub priorities: BTreeMap<String, u32>,
    evidence: String,
}

impl ProposedRanks {
    /// Priorities of the qualities of service of `evidence`; `None` without ranks, or if these
    /// contradict one another. One that `is_limited`, by index, may be held by that.
    pub(super) fn of(evidence: &Evidence<'_>, is_limited: impl Fn(u32) -> bool) -> Option<Self> {
        let mut pairs = ranked(evidence, Owner::Qos);
        pairs.retain(|pair| !is_limited(pair.owners[1]));
        let names = Owner::Qos.names(&evidence.accounts.names);
        let levels = levels(&pairs)?;
        let named = levels
            .into_iter()
            .filter_map(|(index, level)| Some((names.get(index as usize)?.clone(), level)));
        let sentences = pairs.iter();
        let sentences: Vec<String> = sentences
            .filter_map(|pair| in_words(pair, Owner::Qos, names))
            .collect();
        (!pairs.is_empty()).then(|| Self {
            priorities: named.collect(),
            evidence: sentences.join("; "),
        })
    }

    /// Whether `scenario` can have them: its policies have a queue, whose order is that of
    /// submission.
    pub(super) fn suits(scenario: &Scenario) -> bool {
        let variants = scenario.variants.iter().map(|variant| &variant.parameters);
        let mut policies = scenario.all_policies();
        let have_queues = policies.all(|policy| policy.is_queue() || policy.is_of_slurm());
        let mut all = variants.chain([&scenario.parameters]);
        have_queues
            && all.all(|parameters| {
                parameters.priority.is_none() && parameters.order == Order::Submitted
            })
    }

    pub(super) fn in_words(&self) -> String {
        let mut ranks: Vec<(&String, &u32)> = self.priorities.iter().collect();
        ranks.sort_by_key(|(name, level)| (std::cmp::Reverse(**level), *name));
        let ranks = ranks.into_iter();
        let ranks: Vec<String> = ranks
            .map(|(name, level)| format!("{name} {level}"))
            .collect();
        format!("priorities of qualities of service: {}", ranks.join(", "))
    }

    pub(super) fn evidence(&self) -> String {
        self.evidence.clone()
    }

    /// Takes them into `scenario`: who has the same is in the order of submission.
    pub(super) fn apply(&self, scenario: &mut Scenario) {
        let weights = Weights {
            qos: 1000,
            ..Weights::default()
        };
        let variants = scenario.variants.iter_mut();
        let variants = variants.map(|variant| &mut variant.parameters);
        for parameters in variants.chain([&mut scenario.parameters]) {
            parameters.priority = Some(Box::new(Priority {
                weights,
                qos: self.priorities.clone(),
                ..Priority::default()
            }));
        }
    }
}

/// The level of each owner above all that it goes before; `None` if they go round in a cycle.
fn levels(pairs: &[RankedPair]) -> Option<BTreeMap<u32, u32>> {
    let owners = pairs.iter().flat_map(|pair| pair.owners);
    let mut levels: BTreeMap<u32, u32> = owners.map(|owner| (owner, 0)).collect();
    // The longest chain has each owner once.
    for _ in 0..=levels.len() {
        let mut is_done = true;
        for pair in pairs {
            let [high, low] = pair.owners.map(|owner| levels[&owner]);
            if high <= low {
                levels.insert(pair.owners[0], low + 1);
                is_done = false;
            }
        }
        if is_done {
            return Some(levels);
        }
    }
    None
}

/// Sentence on users and accounts of whom some go before others, for which there is no parameter,
/// and on qualities of service unless their ranks are proposed.
pub(super) fn remark(evidence: &Evidence<'_>, are_proposed: bool) -> Option<String> {
    let mut sentences = Vec::new();
    for owner in Owner::ALL {
        if owner == Owner::Qos && are_proposed {
            continue;
        }
        let pairs = ranked(evidence, owner);
        let names = owner.names(&evidence.accounts.names);
        let first = pairs.first().and_then(|pair| in_words(pair, owner, names));
        sentences.extend(first.map(|first| match pairs.len() {
            1 => first,
            all => format!("{first}, and {} more pairs", count(all as u64 - 1)),
        }));
    }
    (!sentences.is_empty()).then(|| {
        format!(
            "who goes before whom: {}; shares of users and accounts, or an order that the scenario has, may say so",
            sentences.join("; ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::account::Accounts;

    /// One job after the other runs for 100 s, as `order` chooses of those that wait: pairs of a job
    /// of owner 0 and one of owner 1, the owner `first` earlier, come with the start of each second
    /// one.
    fn pairs(
        rounds: i64,
        first: impl Fn(i64) -> u32,
        goes_first: impl Fn(i64) -> u32,
    ) -> Vec<RanJob> {
        let mut jobs = Vec::new();
        for round in 0..rounds {
            for place in 0..2 {
                let owner = if place == 0 {
                    first(round)
                } else {
                    1 - first(round)
                };
                let place_to_start = i64::from(owner != goes_first(round));
                let start = 1000 * round + 100 * place_to_start + 500;
                jobs.push(RanJob {
                    ready: 1000 * (1000 * round + place),
                    start: 1000 * start,
                    end: 1000 * (start + 100),
                    owners: [None, None, Some(owner)],
                    ..RanJob::EXAMPLE
                });
            }
        }
        jobs.sort_by_key(|job| job.ready);
        jobs
    }

    fn ranked_of(jobs: Vec<RanJob>) -> Vec<RankedPair> {
        let evidence = Evidence {
            accounts: &Accounts::default(),
            jobs,
        };
        ranked(&evidence, Owner::Qos)
    }

    /// In each of 100 rounds owner 1 goes first, and has come first in every second one: it passes
    /// all 50 jobs of 0 that came before, and none of its own 50 is passed.
    #[test]
    fn who_passes_and_is_not_passed_ranks_higher() {
        let found = ranked_of(pairs(100, |round| (round % 2) as u32, |_| 1));
        let expected = RankedPair {
            owners: [1, 0],
            passes: [
                Passes {
                    all: 50,
                    passed: 50,
                },
                Passes { all: 50, passed: 0 },
            ],
        };
        assert_eq!(found, [expected]);
        assert_eq!(ranked_of(pairs(98, |round| (round % 2) as u32, |_| 1)), []);
    }

    /// In the order of submission nobody is passed; last come, first served passes both alike.
    #[test]
    fn orders_of_submission_are_no_ranks() {
        let first = |round: i64| (round % 2) as u32;
        assert_eq!(ranked_of(pairs(400, first, first)), []);
        assert_eq!(ranked_of(pairs(400, first, |round| 1 - first(round))), []);
        // By chance, in half of the rounds each.
        assert_eq!(
            ranked_of(pairs(400, first, |round| (round / 2 % 2) as u32)),
            []
        );
    }

    /// Another job of their user runs all the while.
    #[test]
    fn jobs_of_users_who_have_some_running_are_not_compared() {
        let mut jobs = pairs(100, |round| (round % 2) as u32, |_| 1);
        jobs.insert(
            0,
            RanJob {
                end: 1_000_000_000,
                size: 2,
                ..RanJob::EXAMPLE
            },
        );
        assert_eq!(ranked_of(jobs), []);
    }

    /// Who asks for less may be backfilled.
    #[test]
    fn jobs_that_ask_for_less_are_not_compared() {
        let mut jobs = pairs(100, |round| (round % 2) as u32, |_| 1);
        for job in &mut jobs {
            job.limit = job.owners[2].map(|owner| 1000 - u64::from(owner));
        }
        assert_eq!(ranked_of(jobs), []);
    }

    #[test]
    fn ranks_are_levels_unless_they_go_round() {
        let pair = |high, low| RankedPair {
            owners: [high, low],
            passes: [Passes::default(); 2],
        };
        let chain = levels(&[pair(2, 1), pair(1, 0), pair(2, 0)]);
        assert_eq!(chain, Some(BTreeMap::from([(0, 0), (1, 1), (2, 2)])));
        assert_eq!(levels(&[pair(2, 1), pair(1, 0), pair(0, 2)]), None);
        assert_eq!(levels(&[]), Some(BTreeMap::new()));
    }
}
