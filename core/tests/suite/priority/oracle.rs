//! Two thousand random runs against a slow reference, second by second.

use cosched_core::engine::{Policy, Setup};
use cosched_core::policy::priority::{
    Algorithm, Decay, Fairshare, Multifactor, Prioritised, PriorityAttributes, StoredPriority,
    Weights,
};
use cosched_core::policy::{Easy, Fcfs};
use cosched_core::random::Random;
use cosched_core::{Duration, Profile, Time};

use super::slow_tres::DrawnTres;
use super::{TreeMember, members};
use crate::common::{job, run};

/// A job, in seconds.
#[derive(Clone, Copy, Debug)]
struct Job {
    submit: u64,
    runtime: u64,
    estimate: u64,
    standing: PriorityAttributes,
}

/// Input of both programs.
#[derive(Clone, Debug)]
pub(super) struct Case {
    nodes: u32,
    jobs: Vec<Job>,
    pub(super) tree: Vec<TreeMember>,
    algorithm: Algorithm,
    half_life: Option<u64>,
    period: u64,
    phase: u64,
    charges_ends: bool,
    parameters: Multifactor,
    pub(super) tres: DrawnTres,
    max_age: u64,
    backfills: bool,
}

/// State of the slow program at an instant.
struct State<'c> {
    case: &'c Case,
    started: Vec<Option<u64>>,
    priorities: Vec<i64>,
    // Usage of each user in thousandths of unit seconds, and when it was calculated last.
    used: Vec<u128>,
    calculated: u64,
    factors: Vec<f64>,
}

impl State<'_> {
    fn waits(&self, now: u64) -> Vec<usize> {
        let all = 0..self.case.jobs.len();
        let waits =
            |job: &usize| self.started[*job].is_none() && self.case.jobs[*job].submit <= now;
        let mut waiting: Vec<usize> = all.filter(waits).collect();
        waiting.sort_by_key(|&job| (-self.priorities[job], job));
        waiting
    }

    fn runs(&self, now: u64) -> Vec<usize> {
        let runs = |job: &usize| {
            let runtime = self.case.jobs[*job].runtime;
            self.started[*job].is_some_and(|start| now < start + runtime)
        };
        (0..self.case.jobs.len()).filter(runs).collect()
    }

    /// Usage of each member, summed up the tree.
    fn usage(&self) -> Vec<u128> {
        let mut all = vec![0; self.case.tree.len()];
        for (index, used) in self.used.iter().enumerate() {
            let mut next = Some(index);
            while let Some(member) = next {
                all[member] += used;
                next = self.case.tree[member].parent.map(|parent| parent as usize);
            }
        }
        all
    }

    /// Part of usage left after `seconds`, of 2^32.
    fn left(&self, seconds: u64) -> u128 {
        let of_second = match self.case.half_life {
            None => 1.0,
            Some(half_life) => 1.0 - 0.693 / half_life as f64,
        };
        (f64::powi(of_second, seconds as i32) * 2_f64.powi(32)).round() as u128
    }

    /// Usage of `job` at `now` for its seconds since the last calculation, which decay as well, in
    /// millionths of thousandths of unit seconds.
    fn usage_since(&self, job: usize, now: u64) -> u128 {
        let since = self.started[job].unwrap().max(self.calculated);
        let of_unit = 1000 * u128::from(now - since) * self.left(now - since) / (1 << 32);
        let standing = self.case.jobs[job].standing;
        let billed = self.case.tres.millionths(job, standing.partition);
        of_unit * billed.unwrap_or(1_000_000 * u128::from(standing.charged))
    }

    /// Charges the jobs that end at `now`.
    fn charge_ends(&mut self, now: u64) {
        for job in 0..self.case.jobs.len() {
            let end = self.started[job].map(|start| start + self.case.jobs[job].runtime);
            if end == Some(now) {
                self.charge(&[job], now);
            }
        }
    }

    /// Charges `jobs` at `now`, those of each user together.
    fn charge(&mut self, jobs: &[usize], now: u64) {
        for user in 0..self.used.len() {
            let is_own = |job: &&usize| self.case.jobs[**job].standing.user as usize == user;
            let own = jobs.iter().filter(is_own);
            let usage: u128 = own.map(|&job| self.usage_since(job, now)).sum();
            self.used[user] += usage / 1_000_000;
        }
    }

    /// Decays all usage, and charges the jobs that have run until now.
    fn decay(&mut self, now: u64) {
        let left = self.left(self.case.period);
        for used in &mut self.used {
            *used = *used * left / (1 << 32);
        }
        self.charge(&self.runs(now - 1), now);
        self.calculated = now;
    }

    fn calculate(&mut self) {
        let usage = self.usage();
        self.factors = match self.case.algorithm {
            Algorithm::Tree => self.case.ranks(&usage),
            Algorithm::Classic { dampening } => {
                let all = 0..usage.len();
                all.map(|index| self.case.classic(index, dampening, &usage))
                    .collect()
            }
        };
    }

    fn priority(&self, job: usize, age: u64) -> i64 {
        let (parameters, standing) = (self.case.parameters, self.case.jobs[job].standing);
        let part = |value: u32, greatest: u32| match greatest {
            0 => 0.0,
            _ => f64::from(value) / f64::from(greatest),
        };
        let size = |requested: u32, machine: u32| {
            let (requested, machine) = (f64::from(requested), f64::from(machine));
            if parameters.favour_small {
                (machine + 1.0 - requested) / machine
            } else {
                requested.min(machine) / machine
            }
        };
        // New jobs are as large as they ask to be; later passes have seen their nodes.
        let cpus = if self.priorities[job] == 0 {
            standing.cpus
        } else {
            standing.charged
        };
        let size = size(standing.nodes, parameters.nodes) / 2.0 + size(cpus, parameters.cpus) / 2.0;
        let age = age.min(self.case.max_age) as f64 / self.case.max_age as f64;
        let fairshare = self.factors.get(standing.user as usize).copied();
        let Weights {
            age: by_age,
            fairshare: by_fairshare,
            job_size,
            partition,
            qos,
        } = parameters.weights;
        let sum = f64::from(by_age) * age
            + f64::from(by_fairshare) * fairshare.unwrap_or(0.0)
            + f64::from(job_size) * size
            + f64::from(partition) * part(standing.partition, parameters.greatest_partition)
            + f64::from(qos) * part(standing.qos, parameters.greatest_qos)
            + self.case.tres.term(job, standing.partition);
        ((sum + 1e-9).floor() as i64 - i64::from(standing.nice)).max(1)
    }

    /// Starts jobs: in order until one does not fit, then, with backfilling, those behind
    /// that do not delay it.
    fn decide(&mut self, now: u64) {
        let mut head = None;
        let mut extra = 0;
        for job in self.waits(now) {
            let running = self.runs(now);
            let units = |job: usize| self.case.jobs[job].standing.nodes;
            let free = self.case.nodes - running.iter().map(|&job| units(job)).sum::<u32>();
            let Some(shadow) = head else {
                if units(job) <= free {
                    self.started[job] = Some(now);
                    continue;
                }
                if !self.case.backfills {
                    return;
                }
                // Time when there are enough by the estimates, and the surplus then.
                let mut ends: Vec<(u64, u32)> = running
                    .iter()
                    .map(|&job| {
                        (
                            self.started[job].unwrap() + self.case.jobs[job].estimate,
                            units(job),
                        )
                    })
                    .collect();
                ends.sort_unstable();
                let at = ends.iter().map(|end| end.0).find(|&at| {
                    let given: u32 = ends.iter().filter(|end| end.0 <= at).map(|end| end.1).sum();
                    extra = (free + given).saturating_sub(units(job));
                    free + given >= units(job)
                });
                head = at;
                continue;
            };
            let ends_before = now + self.case.jobs[job].estimate <= shadow;
            if units(job) <= free && (ends_before || units(job) <= extra) {
                self.started[job] = Some(now);
                if !ends_before {
                    extra -= units(job);
                }
            }
        }
    }
}

impl Case {
    /// Start of each job, by the slow program.
    fn starts(&self) -> Vec<u64> {
        let mut state = State {
            case: self,
            started: vec![None; self.jobs.len()],
            priorities: vec![0; self.jobs.len()],
            used: vec![0; self.tree.len()],
            calculated: 0,
            factors: Vec::new(),
        };
        state.calculate();
        let mut now = 0;
        while state.started.iter().any(Option::is_none) {
            let is_calculated = now % self.period == self.phase && now > 0;
            if is_calculated {
                state.decay(now);
                state.calculate();
            }
            if self.charges_ends {
                state.charge_ends(now);
            }
            for job in 0..self.jobs.len() {
                let submit = self.jobs[job].submit;
                if submit == now || (is_calculated && submit < now) {
                    state.priorities[job] = state.priority(job, now - submit);
                }
            }
            state.decide(now);
            now += 1;
        }
        state.started.into_iter().map(Option::unwrap).collect()
    }

    /// Start of each job, by the policy.
    pub(super) fn by_policy(&self) -> Vec<u64> {
        let spec = |one: &Job| job(one.submit, one.standing.nodes, one.runtime, one.estimate);
        let workload: Vec<_> = self.jobs.iter().map(spec).collect();
        let jobs = self.jobs.iter().enumerate();
        let standing = |(job, one): (usize, &Job)| self.tres.standing(job, one.standing);
        let standings: Vec<PriorityAttributes> = jobs.map(standing).collect();
        let (mut tree, mut stack) = (members(&self.tree), vec![0; self.tree.len()]);
        let decay = Decay {
            half_life: self.half_life.map(Duration::from_seconds),
            period: Duration::from_seconds(self.period),
            phase: Duration::from_seconds(self.phase),
            charges_ends: self.charges_ends,
        };
        let fairshare = Fairshare::new(self.algorithm, decay, &mut tree, &mut stack).unwrap();
        let mut noted = vec![StoredPriority::NOTHING; workload.len()];
        let count = workload.len();
        let (mut times, mut free) = (vec![Time::ZERO; 2 * count + 2], vec![0; 2 * count + 2]);
        let setup = Setup::cluster(&workload, self.nodes);
        let (parameters, noted) = (self.parameters, &mut noted[..]);
        let schedule = if self.backfills {
            let easy = Easy::new(Profile::new(&mut times, &mut free), count).unwrap();
            go(
                setup,
                Prioritised::new(easy, parameters, fairshare, &standings, noted),
            )
        } else {
            go(
                setup,
                Prioritised::new(Fcfs::new(), parameters, fairshare, &standings, noted),
            )
        };
        let starts = schedule.into_iter();
        starts.map(|(start, _)| start.0 / 1_000_000_000).collect()
    }

    pub(super) fn drawn(seed: u64) -> Self {
        let mut random = Random::new(seed, 17);
        let mut below = |bound: u64| random.below(bound);
        let mut tree = Vec::new();
        for index in 0..below(5) {
            // Below the root, or one of those ahead.
            let parent = below(index + 1).checked_sub(1).map(|parent| parent as u32);
            tree.push(TreeMember::account(parent, below(5) as u32));
        }
        let accounts = tree.len() as u64;
        for _ in 0..1 + below(6) {
            let parent = below(accounts + 1)
                .checked_sub(1)
                .map(|parent| parent as u32);
            tree.push(TreeMember::user(parent, below(4) as u32));
        }
        let nodes = 1 + below(12) as u32;
        let (users, mut submit) = (tree.len() as u64 - accounts, 0);
        // On some machines nodes have several CPUs, which all are the job's.
        let cpus_of_node = 1 + below(3) as u32;
        let jobs = (0..8 + below(25)).map(|_| {
            submit += below(3) * below(90);
            let runtime = 1 + below(900);
            let requested = 1 + below(u64::from(nodes)) as u32;
            let cpus = requested * cpus_of_node;
            Job {
                submit,
                runtime,
                estimate: runtime + below(2) * below(600),
                standing: PriorityAttributes {
                    // Some have an unknown user.
                    user: (accounts + below(users + 1)) as u32,
                    charged: cpus + below(2) as u32,
                    partition: below(3) as u32,
                    qos: below(4) as u32,
                    nice: below(3) as i32 - 1,
                    ..PriorityAttributes::of_unknown_user(requested, cpus)
                },
            }
        });
        let jobs: Vec<Job> = jobs.collect();
        let mut weight = || [0, 1, 10, 1000, 100_000][below(5) as usize];
        let weights = Weights {
            age: weight(),
            fairshare: weight().max(10),
            job_size: weight(),
            partition: weight(),
            qos: weight(),
        };
        let (max_age, period) = (100 + below(5000), 30 + below(300));
        let standings: Vec<_> = jobs.iter().map(|one| one.standing).collect();
        let tres = DrawnTres::drawn(&mut below, &standings, (nodes, cpus_of_node));
        Self {
            tres,
            nodes,
            jobs,
            tree,
            algorithm: match below(4) {
                0 => Algorithm::Classic { dampening: 1 },
                1 => Algorithm::Classic {
                    dampening: 1 + below(5) as u32,
                },
                _ => Algorithm::Tree,
            },
            half_life: [None, Some(300 + below(3000)), Some(20_000)][below(3) as usize],
            period,
            phase: below(2) * below(period),
            charges_ends: below(2) == 0,
            parameters: Multifactor {
                weights,
                max_age: Duration::from_seconds(max_age),
                favour_small: below(2) == 0,
                greatest_partition: 2 + below(2) as u32,
                greatest_qos: 3,
                ..Multifactor::new(nodes, nodes * cpus_of_node)
            },
            max_age,
            backfills: below(2) == 0,
        }
    }
}

fn go(setup: Setup<'_>, mut policy: impl Policy) -> Vec<(Time, Time)> {
    policy.check(&setup).unwrap();
    run(setup, &mut policy, &mut ())
}

#[test]
fn two_thousand_random_runs_start_as_the_slow_program_says() {
    let mut reordered = 0;
    for seed in 0..2000 {
        let case = Case::drawn(seed);
        let starts = case.starts();
        assert_eq!(case.by_policy(), starts, "seed {seed}: {case:?}");
        reordered += usize::from(!case.backfills && !starts.is_sorted());
    }
    // Otherwise it would be a test of the order of submission.
    assert!(reordered > 500, "{reordered}");
}
