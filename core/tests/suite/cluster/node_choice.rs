//! Nodes by score (the first, the best fit, the least fragmentation): against the slow program.

use cosched_core::machine::cluster::{NodeChoice, TypicalTask};
use cosched_core::random::Random;

use super::compare;
use super::draw::Case;
use super::oracle::{AMOUNTS, Policy, World};
use super::shares::{refusal_by_conservative, shared};

#[derive(Clone, Debug)]
pub(crate) enum Choice {
    ByCores,
    FirstFit,
    BestFit,
    Fgd(Vec<TypicalTask>),
}

impl Choice {
    pub(crate) fn as_core(&self) -> NodeChoice<'_> {
        match self {
            Self::ByCores => NodeChoice::ByCores,
            Self::FirstFit => NodeChoice::FirstFit,
            Self::BestFit => NodeChoice::BestFit,
            Self::Fgd(tasks) => NodeChoice::Fgd(tasks),
        }
    }
}

impl World<'_> {
    /// Rank of `node`, of which so much is free, for `job`: the least is first.
    pub(super) fn rank(
        &self,
        job: usize,
        node: usize,
        free: [u32; AMOUNTS],
        most_first: bool,
    ) -> (usize, i64) {
        let cores = i64::from(free[0]);
        let requested = &self.case.jobs[job];
        let left = cores - i64::from(requested.each[0]);
        let gpus = self.gpus(node, self.running.iter());
        match &self.case.choice {
            Choice::ByCores if most_first => (self.case.kind_of(node), -cores),
            Choice::ByCores => (self.case.kind_of(node), cores),
            Choice::FirstFit => (0, 0),
            Choice::BestFit => {
                let most = |index: usize| {
                    let all = self.case.kinds.iter().map(|kind| kind.room[index]);
                    i64::from(all.max().unwrap())
                };
                let wanted = i64::from(1000 * requested.each[2] + requested.share);
                let gpus = gpus.into_iter().map(i64::from).sum::<i64>() - wanted;
                // Both on the denominator of the most cores and thousandths of GPUs.
                (0, left * 1000 * most(2) + gpus * most(0))
            }
            Choice::Fgd(_) => {
                let places = vec![(node, 1)];
                let mut then = gpus.clone();
                for (_, gpu, amount) in self.run(job, places).gpus {
                    then[gpu] -= amount;
                }
                let before = self.fragments(node, cores, &gpus);
                (0, self.fragments(node, left, &then) - before)
            }
        }
    }

    /// Thousandths of each GPU of `node` that each of the typical tasks could not have.
    fn fragments(&self, node: usize, cores: i64, gpus: &[u32]) -> i64 {
        let Choice::Fgd(tasks) = &self.case.choice else {
            return 0;
        };
        let features = self.case.kinds[self.case.kind_of(node)].features;
        let mut sum = 0;
        for task in tasks {
            let enough = gpus.iter().filter(|&&free| free >= task.share).count();
            let runs = task.gpus > 0
                && i64::from(task.cores) <= cores
                && task.features & !features == 0
                && enough >= task.gpus as usize;
            for &free in gpus {
                let is_of_use = runs && free >= task.share;
                sum += if is_of_use {
                    0
                } else {
                    i64::from(task.count * free)
                };
            }
        }
        sum
    }

    /// GPU that the first part of `job` on `node` is of, if that is chosen by fragmentation.
    pub(super) fn least_fragmented(&self, job: usize, node: usize, free: &[u32]) -> Option<usize> {
        let requested = &self.case.jobs[job];
        if !matches!(self.case.choice, Choice::Fgd(_)) || requested.share == 0 {
            return None;
        }
        let cores = self.free(node, self.running.iter())[0];
        let left = i64::from(cores) - i64::from(requested.each[0]);
        let suffice = (0..free.len()).filter(|&gpu| free[gpu] >= requested.share);
        suffice.min_by_key(|&gpu| {
            let mut then = free.to_vec();
            then[gpu] -= requested.share;
            self.fragments(node, left, &then)
        })
    }
}

/// Case `number` with parts of GPUs, and nodes chosen so.
fn chosen(number: u64, choice: &Choice) -> Case {
    let mut case = shared(number);
    let mut random = Random::new(number, 26);
    let mut draw = |bound: u64| random.below(bound) as u32;
    case.choice = match choice {
        Choice::Fgd(_) => {
            let tasks = (0..1 + draw(4)).map(|_| {
                let gpus = draw(3);
                TypicalTask {
                    cores: 1 + draw(10),
                    gpus,
                    share: if gpus == 1 {
                        100 * (1 + draw(10))
                    } else {
                        1000
                    },
                    features: u64::from(draw(8).saturating_sub(5)),
                    count: 1 + draw(5),
                }
            });
            Choice::Fgd(tasks.collect())
        }
        other => other.clone(),
    };
    case
}

fn compare_all(choice: &Choice) {
    for policy in [Policy::Fcfs, Policy::Easy] {
        compare(policy, (0..1000).map(|number| chosen(number, choice)));
    }
}

#[test]
fn the_first_node_as_the_slow_program_has_it() {
    compare_all(&Choice::FirstFit);
}

#[test]
fn the_best_fit_as_the_slow_program_has_it() {
    compare_all(&Choice::BestFit);
}

#[test]
fn the_least_fragmentation_as_the_slow_program_has_it() {
    compare_all(&Choice::Fgd(Vec::new()));
}

#[test]
fn who_chooses_nodes_itself_says_so() {
    let mut case = chosen(1, &Choice::BestFit);
    for job in &mut case.jobs {
        job.share = 0;
    }
    let said = refusal_by_conservative(&case);
    assert!(said.contains("it chooses them itself"), "{said}");
}
