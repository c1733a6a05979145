//! The random domains of a scenario: every parameter of the paper's experiment.

use cosched_core::slots::DomainModel;
use cosched_core::{Duration, Time};
use serde::{Deserialize, Serialize};

use crate::base::problem::Problem;
use crate::scenario::nanoseconds;

/// Parameters of a random domain; by default those of the experiment (fixtures/papers/slots.md,
/// 4.4). Their meanings and units are those of [`DomainModel`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelSpec {
    /// Number of nodes.
    pub nodes: u32,
    /// The least and the largest performance.
    pub performance: (f64, f64),
    /// Whether performances are whole numbers.
    pub whole: bool,
    /// Mean price of a second for each unit of performance.
    pub price: f64,
    /// The standard deviation of the factor on a price.
    pub deviation: f64,
    /// The least factor on a price.
    pub least: f64,
    /// The largest share of a node's time that is booked.
    pub load: f64,
    /// Size of the population that a node's load is drawn from.
    pub population: u32,
    /// Number of marked members.
    pub marked: u32,
    /// Number of draws.
    pub draws: u32,
    /// The shortest and the longest task, in seconds.
    pub task: (f64, f64),
    /// End of the schedules, in seconds.
    pub horizon: f64,
    /// The least and the largest quality.
    pub quality: (f64, f64),
}

impl Default for ModelSpec {
    fn default() -> Self {
        let model = DomainModel::default();
        let pair = |[one, other]: [f64; 2]| (one, other);
        Self {
            nodes: 100,
            performance: pair(model.performance),
            whole: model.whole,
            price: model.price,
            deviation: model.deviation,
            least: model.least,
            load: model.load,
            population: model.population,
            marked: model.marked,
            draws: model.draws,
            task: pair(model.task.map(Duration::seconds)),
            horizon: model.horizon.seconds(),
            quality: pair(model.quality),
        }
    }
}

/// Largest number of nodes that are drawn.
pub const MOST_NODES: u32 = 1_000_000;

impl ModelSpec {
    /// Returns the core's form.
    ///
    /// # Errors
    /// A parameter is out of range.
    pub fn model(&self) -> Result<DomainModel, Problem> {
        if !(1..=MOST_NODES).contains(&self.nodes) {
            return Err(Problem::input(format!(
                "{} nodes cannot be drawn: 1 to {MOST_NODES} can",
                self.nodes
            )));
        }
        let seconds = |value: f64| nanoseconds(value.clamp(0.0, 9e9));
        let model = DomainModel {
            performance: [self.performance.0, self.performance.1],
            whole: self.whole,
            price: self.price,
            deviation: self.deviation,
            least: self.least,
            load: self.load,
            population: self.population,
            marked: self.marked,
            draws: self.draws,
            task: [self.task.0, self.task.1].map(|task| Duration(seconds(task))),
            horizon: Time(seconds(self.horizon)),
            quality: [self.quality.0, self.quality.1],
        };
        let checked = model.check();
        checked.map_err(|error| Problem::input(error.to_string()))?;
        Ok(model)
    }
}
