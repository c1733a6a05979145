//! Values whose sum over a window is minimised, as a scenario gives them: energy, time, cost or a
//! mixture.

use cosched_core::slots::{LeastSum, Node, Request, Value};
use cosched_core::{Duration, Time};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::{Answer, DomainData, FoundWindow, Searcher};
use crate::base::problem::Problem;
use crate::scenario::Seen;

/// The amount that each node of a window adds to a sum that is minimised; 0 where nothing is given.
///
/// No part of it decreases where a window begins later or is longer, so that only starts of slots
/// have to be examined.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueSpec {
    /// Its name.
    pub name: String,
    /// Amount for each second.
    #[serde(default, deserialize_with = "weight")]
    pub time: f64,
    /// Amount for each second and unit of performance.
    #[serde(default, deserialize_with = "weight")]
    pub performance: f64,
    /// Amount for each unit of cost.
    #[serde(default, deserialize_with = "weight")]
    pub price: f64,
    /// Amount for each second from 0 until the window begins.
    #[serde(default, deserialize_with = "weight")]
    pub start: f64,
    /// Amount subtracted for each unit of quality.
    #[serde(default, deserialize_with = "weight")]
    pub quality: f64,
}

/// Largest weight, and number of parts in which one is counted.
const MOST: f64 = 1e9;
const PARTS: f64 = 1e6;
/// Bound of the sums that the core can count (see [`Value::of`]).
const GREATEST: i64 = 1 << 60;

fn weight<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if (0.0..=MOST).contains(&value) {
        Ok(value)
    } else {
        Err(D::Error::custom(format_args!(
            "{} is not a weight: 0 to {MOST} is allowed",
            Seen(value)
        )))
    }
}

impl ValueSpec {
    /// Returns the core's form.
    pub fn value(&self) -> LeastSum {
        let parts = |weight: f64| (weight * PARTS).round() as u64;
        LeastSum {
            time: parts(self.time),
            performance: parts(self.performance),
            price: parts(self.price),
            start: parts(self.start),
            quality: parts(self.quality),
        }
    }

    /// Returns the window for `request` with the least sum, or why there is none.
    ///
    /// # Errors
    /// The value, the domain or the request is invalid.
    pub fn find(
        &self,
        data: &DomainData,
        request: &Request,
        searcher: &mut Searcher,
    ) -> Result<Answer, Problem> {
        let value = self.value();
        if value == LeastSum::default() {
            return Err(Problem::input(format!(
                "the value \"{}\" is 0 for every window; one of `time`, `performance`, `price`, `start` and `quality` must be {} or more",
                self.name,
                1.0 / PARTS
            )));
        }
        self.check(data, request)?;
        searcher.maximise(data, request, &value)
    }

    /// Checks that all sums can be counted.
    fn check(&self, data: &DomainData, request: &Request) -> Result<(), Problem> {
        let nodes = data.nodes.iter();
        let capable = nodes.filter(|node| node.performance >= request.least);
        let slowest = capable.clone().map(|node| node.performance).min();
        let longest = slowest.map_or(Duration::ZERO, |one| one.time_for(request.volume));
        let latest = data.idle.iter().map(|slot| slot.end).max();
        let value = self.value();
        let of = |node: &Node| {
            let worst = value.of(node, latest.unwrap_or_default().instant(), longest);
            let best = value.of(node, Time::ZERO, Duration::ZERO);
            worst.unsigned_abs().max(best.unsigned_abs())
        };
        let most = GREATEST as u64 / u64::from(request.nodes.max(1));
        if capable.map(of).all(|one| one <= most) {
            Ok(())
        } else {
            Err(Problem::input(format!(
                "the value \"{}\" of {} nodes may add up to more than {}; take smaller weights",
                self.name,
                request.nodes,
                GREATEST as f64 / PARTS
            )))
        }
    }

    /// Returns the sum over `window`.
    pub fn sum(&self, data: &DomainData, window: &FoundWindow) -> f64 {
        let value = self.value();
        let nodes = window.nodes.iter().map(|&node| &data.nodes[node as usize]);
        let values =
            nodes.map(|node| value.of(node, window.start.instant(), window.length.round_up()));
        -values.map(|value| value as f64).sum::<f64>() / PARTS
    }
}
