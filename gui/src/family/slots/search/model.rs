//! The random domains of a scenario: every parameter of the paper's experiment.

use cosched_core::slots::DomainModel;
use cosched_core::{Duration, Time};
use serde::{Deserialize, Serialize};

use crate::base::problem::Problem;
use crate::scenario::nanoseconds;

/// How a domain is drawn; the experiment's own values if nothing else is said
/// (fixtures/papers/slots.md, 4.4). Their meanings and units are those of [`DomainModel`].
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ModelSpec {
    /// How many nodes.
    pub nodes: u32,
    /// The least and the greatest performance.
    pub performance: (f64, f64),
    /// Whether performances are whole numbers.
    pub whole: bool,
    /// What a second costs for each unit of performance, in the mean.
    pub price: f64,
    /// The standard deviation of the factor on a price.
    pub deviation: f64,
    /// The least factor.
    pub least: f64,
    /// The greatest part of a node's time that is booked.
    pub load: f64,
    /// Of so many, for the load of a node.
    pub population: u32,
    /// So many are marked.
    pub marked: u32,
    /// And so many are drawn.
    pub draws: u32,
    /// The shortest and the longest task.
    pub task: (f64, f64),
    /// The end of what is looked at.
    pub horizon: f64,
    /// The least and the greatest quality.
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

/// The most nodes that are drawn.
pub(crate) const MOST_NODES: u32 = 1_000_000;

impl ModelSpec {
    /// As the core wants it.
    ///
    /// # Errors
    /// What is out of range.
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
