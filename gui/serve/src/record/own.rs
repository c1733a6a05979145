//! Intervals moved by how far the starts of a partition lay outside of them: conformalized quantile
//! regression (Romano, Patterson and Candès, 2019), each side by itself, on logarithms of waits.

use std::collections::{HashMap, VecDeque};

use super::JudgedPrediction;

/// Last predictions of a partition that are learned from.
const LAST: usize = 500;
/// Least number of them.
const LEAST: usize = 40;
/// Share that is to lie outside on either side.
const OUTSIDE: f64 = 0.05;
/// Offset of the logarithm, in seconds: shorter waits count as alike.
const OFFSET: f64 = 60.0;

/// How far starts lay below and above their intervals as drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnRecalibration(HashMap<String, VecDeque<[f64; 2]>>);

fn log_scale(wait: f64) -> f64 {
    (wait.max(0.0) + OFFSET).ln()
}

impl OwnRecalibration {
    pub(super) fn add(&mut self, judged: &JudgedPrediction) {
        let scores = self
            .0
            .entry(judged.prediction.partition.clone())
            .or_default();
        let wait = log_scale(judged.started - judged.made);
        let [from, _, until] = judged.prediction.raw.map(|at| log_scale(at - judged.made));
        scores.push_back([from - wait, wait - until]);
        if scores.len() > LAST {
            scores.pop_front();
        }
    }

    /// The distance that is not exceeded in 95 % of all cases on that side, with the rank of
    /// conformal prediction; `None` if there are too few.
    fn distance(&self, partition: &str, side: usize) -> Option<f64> {
        let scores = self.0.get(partition).filter(|all| all.len() >= LEAST)?;
        let mut all: Vec<f64> = scores.iter().map(|score| score[side]).collect();
        all.sort_by(f64::total_cmp);
        let rank = ((1.0 - OUTSIDE) * (all.len() + 1) as f64).ceil() as usize;
        all.get(rank.clamp(1, all.len()) - 1).copied()
    }

    /// Moves the waits of 5, 50 and 95 %, in seconds from now.
    pub(crate) fn moved(&self, partition: &str, [from, median, until]: [f64; 3]) -> [f64; 3] {
        let distances = [0, 1].map(|side| self.distance(partition, side));
        let [Some(below), Some(above)] = distances else {
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
