//! How often predictions held, by partition and by how far ahead they looked.

use std::collections::BTreeMap;

use serde::Serialize;

use super::JudgedPrediction;

/// Horizons: the first wait beyond each, in seconds, and the name.
const HORIZONS: [(f64, &str); 5] = [
    (600.0, "up to 10 min"),
    (3600.0, "10 min to 1 h"),
    (21_600.0, "1 to 6 h"),
    (86_400.0, "6 h to 1 d"),
    (f64::INFINITY, "more than 1 d"),
];

/// Judged predictions of a partition and a horizon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) predictions: u64,
    /// Within 5 and 95 %.
    pub(crate) held: u64,
    pub(crate) earlier: u64,
    pub(crate) later: u64,
}

/// How often predictions held.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Accuracy {
    /// By partition, and by the index of the horizon: the wait that was predicted to be likely.
    pub(crate) tallies: BTreeMap<(String, usize), Tally>,
    /// Predictions whose jobs have not started.
    pub(crate) open: usize,
    /// Waiting jobs that were to have started in 95 % of all cases.
    pub(crate) overdue: usize,
    /// Jobs that went away without a start.
    pub(crate) withdrawn: u64,
    /// Predictions for which there was no room.
    pub(crate) not_kept: u64,
}

/// A line of the answer.
#[derive(Debug, Serialize)]
pub(crate) struct Line<'a> {
    partition: &'a str,
    horizon: &'static str,
    predictions: u64,
    /// Shares from 0 to 1.
    held: f64,
    earlier: f64,
    later: f64,
}

/// The whole answer.
#[derive(Debug, Serialize)]
pub(crate) struct Report<'a> {
    /// Share that is to hold.
    nominal: f64,
    all: Line<'a>,
    by_partition_and_horizon: Vec<Line<'a>>,
    open: usize,
    overdue: usize,
    withdrawn: u64,
    not_kept: u64,
}

fn key(judged: &JudgedPrediction) -> (String, usize) {
    let ahead = judged.prediction.said[1] - judged.made;
    let horizon = HORIZONS.iter().position(|(until, _)| ahead <= *until);
    let last = HORIZONS.len() - 1;
    (judged.prediction.partition.clone(), horizon.unwrap_or(last))
}

impl Tally {
    pub(super) fn of(judged: &JudgedPrediction) -> Self {
        // Times of a queue are in whole seconds.
        let [from, _, until] = judged.prediction.said;
        let earlier = judged.started < from - 1.0;
        let later = judged.started > until + 1.0;
        Self {
            predictions: 1,
            held: u64::from(!earlier && !later),
            earlier: u64::from(earlier),
            later: u64::from(later),
        }
    }

    fn change(&mut self, other: Self, by: fn(u64, u64) -> u64) {
        self.predictions = by(self.predictions, other.predictions);
        self.held = by(self.held, other.held);
        self.earlier = by(self.earlier, other.earlier);
        self.later = by(self.later, other.later);
    }

    fn line<'a>(&self, partition: &'a str, horizon: &'static str) -> Line<'a> {
        let share = |number: u64| number as f64 / self.predictions.max(1) as f64;
        Line {
            partition,
            horizon,
            predictions: self.predictions,
            held: share(self.held),
            earlier: share(self.earlier),
            later: share(self.later),
        }
    }
}

impl Accuracy {
    pub(super) fn add(&mut self, judged: &JudgedPrediction) {
        let tally = self.tallies.entry(key(judged)).or_default();
        tally.change(Tally::of(judged), u64::saturating_add);
    }

    pub(super) fn remove(&mut self, judged: &JudgedPrediction) {
        if let Some(tally) = self.tallies.get_mut(&key(judged)) {
            tally.change(Tally::of(judged), u64::saturating_sub);
        }
        self.tallies.retain(|_, tally| tally.predictions > 0);
    }

    /// All of it, as it is answered.
    pub(crate) fn report(&self) -> Report<'_> {
        let mut all = Tally::default();
        for tally in self.tallies.values() {
            all.change(*tally, u64::saturating_add);
        }
        let lines = self.lines();
        Report {
            nominal: 0.9,
            all: all.line("all", "all"),
            by_partition_and_horizon: lines
                .map(|(partition, horizon, tally)| tally.line(partition, horizon))
                .collect(),
            open: self.open,
            overdue: self.overdue,
            withdrawn: self.withdrawn,
            not_kept: self.not_kept,
        }
    }

    /// Partition, horizon and tally of each kind of prediction.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&str, &'static str, &Tally)> {
        let tallies = self.tallies.iter();
        tallies
            .map(|((partition, horizon), tally)| (partition.as_str(), HORIZONS[*horizon].1, tally))
    }
}
