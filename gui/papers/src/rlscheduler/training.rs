//! Training of the network by an evolution strategy (fixtures/papers/rlscheduler.md, 10.6).

use std::ops::Range;

use cosched_core::random::Random;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;

use super::super::in_parallel;
use super::episode::run;
use super::log::Log;
use super::network::{WEIGHTS, Weights, choose, first_weights, normal};

/// Pairs of members in a generation, which differ from the mean by the same weights up and down.
const PAIRS: usize = 16;
/// Sequences that every member of a generation schedules.
const SEQUENCES: usize = 8;
/// Standard deviation of the members' weights.
const DEVIATION: f32 = 0.1;
/// Step, and decay of the means of gradients and of their squares. Kingma and Ba, "Adam", 2015.
const STEP: f32 = 0.03;
const DECAY: [f32; 2] = [0.9, 0.999];
/// Generations after which the mean is judged, and the sequences it is judged by.
const INTERVAL: u32 = 20;
const JUDGES: usize = 32;

/// Streams of random numbers: the first weights, the members, sequences, and those that judge.
const WEIGHT: u64 = 1;
const MEMBER: u64 = 2;
const START: u64 = 3;
const JUDGE: u64 = 4;

/// Size of a training.
#[derive(Clone, Debug)]
pub(super) struct Training {
    /// Seed of everything drawn.
    pub(super) seed: u64,
    pub(super) generations: u32,
    /// Indices of the jobs that may be learnt from.
    pub(super) jobs: Range<usize>,
    /// Jobs of a sequence.
    pub(super) length: usize,
}

impl Training {
    /// First jobs of sequences, drawn from `random`.
    fn starts(&self, random: &mut Random, count: usize) -> Vec<usize> {
        let room = (self.jobs.len() - self.length + 1) as u64;
        let start = |_| self.jobs.start + random.below(room) as usize;
        (0..count).map(start).collect()
    }

    /// Mean logarithm of the bounded slowdown under `weights`.
    fn loss(&self, log: &Log, weights: &Weights, starts: &[usize]) -> f64 {
        let each = starts.iter().map(|&start| {
            let jobs = log.sequence(start, self.length);
            let mean = run(jobs, (log.processors, false), |episode| {
                choose(weights, episode)
            });
            libm::log(mean)
        });
        each.sum::<f64>() / starts.len().max(1) as f64
    }

    /// The best mean of the generations, by sequences of the jobs that may be learnt from; `None` if
    /// cancelled.
    pub(super) fn train(&self, log: &Log, progress: &Progress) -> Result<Option<Weights>, Problem> {
        let mut members = Random::new(self.seed, MEMBER);
        let mut sequences = Random::new(self.seed, START);
        let judges = self.starts(&mut Random::new(self.seed, JUDGE), JUDGES);
        let mut adam = Adam::new(first_weights(&mut Random::new(self.seed, WEIGHT)));
        let mut best = (self.loss(log, &adam.weights, &judges), adam.weights);
        for generation in 1..=self.generations {
            let starts = self.starts(&mut sequences, SEQUENCES);
            let differences: Vec<Weights> = (0..PAIRS)
                .map(|_| std::array::from_fn(|_| normal(&mut members)))
                .collect();
            let mean = adam.weights;
            let losses = in_parallel(&differences, &progress.part(), |difference, _| {
                let loss = |sign: f32| {
                    let member = moved(&mean, difference, sign * DEVIATION);
                    self.loss(log, &member, &starts)
                };
                Ok(Some([loss(1.0), loss(-1.0)]))
            })?;
            let Some(losses) = losses else {
                return Ok(None);
            };
            adam.step(&gradient(&differences, &losses));
            if generation % INTERVAL == 0 || generation == self.generations {
                let loss = self.loss(log, &adam.weights, &judges);
                if loss < best.0 {
                    best = (loss, adam.weights);
                }
            }
            progress.report(u64::from(generation), u64::from(self.generations));
        }
        Ok(Some(best.1))
    }
}

/// Weights moved along `difference`.
fn moved(weights: &Weights, difference: &Weights, by: f32) -> Weights {
    std::array::from_fn(|index| weights[index] + by * difference[index])
}

/// Direction in which ranks of losses grow: each member counts by its rank, from -1/2 to 1/2.
fn gradient(differences: &[Weights], losses: &[[f64; 2]]) -> Weights {
    let mut order: Vec<usize> = (0..2 * losses.len()).collect();
    let loss = |member: usize| losses[member / 2][member % 2];
    order.sort_by(|&one, &other| loss(one).total_cmp(&loss(other)));
    let most = (order.len() - 1).max(1) as f32;
    let mut sum = [0.0; WEIGHTS];
    for (rank, member) in order.into_iter().enumerate() {
        let centred = rank as f32 / most - 0.5;
        let sign = if member % 2 == 0 { centred } else { -centred };
        sum = moved(&sum, &differences[member / 2], sign / losses.len() as f32);
    }
    sum
}

/// State of Adam.
struct Adam {
    weights: Weights,
    means: [Weights; 2],
    /// Decay to the power of the steps so far.
    powers: [f32; 2],
}

impl Adam {
    const fn new(weights: Weights) -> Self {
        Self {
            weights,
            means: [[0.0; WEIGHTS]; 2],
            powers: [1.0; 2],
        }
    }

    /// Moves the weights against a gradient.
    fn step(&mut self, gradient: &Weights) {
        for (power, decay) in self.powers.iter_mut().zip(DECAY) {
            *power *= decay;
        }
        for (index, &slope) in gradient.iter().enumerate() {
            let values = [slope, slope * slope];
            let [mean, square] = std::array::from_fn(|order| {
                let mean = &mut self.means[order][index];
                *mean += (1.0 - DECAY[order]) * (values[order] - *mean);
                *mean / (1.0 - self.powers[order])
            });
            self.weights[index] -= STEP * mean / (libm::sqrtf(square) + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::log::Job;
    use super::*;

    /// Bursts of short and long jobs as wide as the machine, of which short ones should go first.
    fn bursts() -> Log {
        let job = |index: i64| {
            let is_long = index * 7 % 5 < 2;
            let runtime = if is_long { 2000 } else { 20 };
            Job {
                submit: index / 16 * 20_000,
                runtime,
                requested_time: runtime,
                processors: 4,
            }
        };
        Log {
            processors: 4,
            jobs: (0..640).map(job).collect(),
        }
    }

    /// A training on the first half of the bursts.
    fn short() -> Training {
        Training {
            seed: 1,
            generations: 20,
            jobs: 0..320,
            length: 32,
        }
    }

    /// What is learnt beats first come, first served, and is the same again.
    #[test]
    fn it_learns_to_take_short_jobs_first() {
        let log = bursts();
        let training = short();
        let weights = training.train(&log, &Progress::default()).unwrap().unwrap();
        let again = training.train(&log, &Progress::default()).unwrap().unwrap();
        assert_eq!(weights, again);
        let held_out = log.sequence(320, 320);
        let own = run(held_out, (4, false), |episode| choose(&weights, episode));
        let fcfs = run(held_out, (4, false), |_| 0);
        assert!(own < 0.5 * fcfs, "{own} {fcfs}");
    }

    /// Three pairs of losses 1 to 6: ranks -0.5, -0.3 and so on, a third of each along its weights.
    #[test]
    fn gradients_are_of_ranks_by_hand() {
        let differences = [[1.0; WEIGHTS], [2.0; WEIGHTS], [3.0; WEIGHTS]];
        let found = gradient(&differences, &[[1.0, 6.0], [2.0, 3.0], [5.0, 4.0]]);
        let expected = (-0.5 - 0.5 + 2.0 * (-0.3 + 0.1) + 3.0 * (0.3 - 0.1)) / 3.0;
        assert!(
            found.iter().all(|one| (one - expected).abs() < 1e-6),
            "{}",
            found[0]
        );
    }

    #[test]
    fn a_cancelled_training_ends() {
        let log = bursts();
        let training = short();
        let progress = Progress::default();
        progress.cancel();
        assert_eq!(training.train(&log, &progress), Ok(None));
    }
}
