//! Intervals moved by how far the starts of a partition lay outside of them: conformalized quantile
//! regression (Romano, Patterson and Candès, 2019), each side by itself, on logarithms of waits.

use std::collections::{HashMap, VecDeque};

use super::JudgedPrediction;

/// Last jobs of a partition that are learned from.
const LAST: usize = 500;
/// Least number of them.
const LEAST: usize = 40;
/// Share that is to lie outside on either side.
const OUTSIDE: f64 = 0.05;
/// Offset of the logarithm, in seconds: shorter waits count as alike.
const OFFSET: f64 = 60.0;

/// How far a start lay below and above the interval of a prediction as drawn.
type Score = [f64; 2];

/// Scores by partition.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnRecalibration(HashMap<String, PartitionScores>);

/// Scores of the predictions of each of the last jobs: those of one job err together, so that a job
/// weighs as one however often it was looked at.
#[derive(Clone, Debug, Default)]
struct PartitionScores {
    jobs: VecDeque<Vec<Score>>,
    /// By how much intervals are moved below and above, if that is known.
    distances: Option<Score>,
}

fn log_scale(wait: f64) -> f64 {
    (wait.max(0.0) + OFFSET).ln()
}

fn score(judged: &JudgedPrediction) -> Score {
    let wait = log_scale(judged.started - judged.made);
    let [from, _, until] = judged.prediction.raw.map(|at| log_scale(at - judged.made));
    [from - wait, wait - until]
}

impl PartitionScores {
    /// The distance that is not exceeded in 95 % of all cases on that side, with the rank of
    /// conformal prediction.
    fn distance(&self, side: usize) -> Option<f64> {
        let many = self.jobs.len();
        if many < LEAST {
            return None;
        }
        let weighted = |job: &Vec<Score>| {
            let weight = 1.0 / job.len().max(1) as f64;
            let scores: Vec<f64> = job.iter().map(|score| score[side]).collect();
            scores.into_iter().map(move |score| (score, weight))
        };
        let mut all: Vec<(f64, f64)> = self.jobs.iter().flat_map(weighted).collect();
        all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let mut left = (1.0 - OUTSIDE) * (many + 1) as f64 - 1e-9;
        let mut found = all.iter().skip_while(|(_, weight)| {
            left -= weight;
            left > 0.0
        });
        found.next().or(all.last()).map(|(score, _)| *score)
    }
}

impl OwnRecalibration {
    /// Takes the judged predictions of a job; [`settle`](Self::settle) learns from them.
    pub(super) fn add(&mut self, job: &[JudgedPrediction]) {
        let Some(first) = job.first() else {
            return;
        };
        let partition = first.prediction.partition.clone();
        let jobs = &mut self.0.entry(partition).or_default().jobs;
        jobs.push_back(job.iter().map(score).collect());
        if jobs.len() > LAST {
            jobs.pop_front();
        }
    }

    /// Learns from what was added.
    pub(super) fn settle(&mut self) {
        for scores in self.0.values_mut() {
            let [below, above] = [0, 1].map(|side| scores.distance(side));
            scores.distances = below.zip(above).map(|(below, above)| [below, above]);
        }
    }

    /// Moves the waits of 5, 50 and 95 %, in seconds from now.
    pub(crate) fn moved(&self, partition: &str, [from, median, until]: [f64; 3]) -> [f64; 3] {
        let known = self.0.get(partition).and_then(|scores| scores.distances);
        let Some([below, above]) = known else {
            return [from, median, until];
        };
        let by = |wait: f64, distance: f64| ((log_scale(wait) + distance).exp() - OFFSET).max(0.0);
        [
            by(from, -below).min(median),
            median,
            by(until, above).max(median),
        ]
    }
}
