//! A search for windows as a scenario: `Slots(…)`. Times are in seconds.

use std::path::PathBuf;

use cosched_core::Time;
use cosched_core::slots::{Cost, Criterion, Performance, Request, Volume};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use super::SearchGoal;
use super::model::ModelSpec;
use super::values::ValueSpec;
use crate::scenario::reference::Value as _;
use crate::scenario::slots as windows;
use crate::scenario::slots::{LEAST, amount};
use crate::scenario::{LONGEST, Seen, nanoseconds};

/// Everything that decides a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotSearch {
    /// One line for lists and headings.
    #[serde(default)]
    pub title: String,
    /// The nodes and their time.
    pub domain: DomainSource,
    /// End of the schedules; if absent the last end of a slot, which requires that all slots are
    /// given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<f64>,
    /// The request.
    pub request: RequestSpec,
    /// Values whose sum over a window is to be the least.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueSpec>,
    /// Criteria of the best window.
    #[serde(default = "CriterionName::all", skip_serializing_if = "is_all")]
    pub criteria: Vec<CriterionName>,
    /// Requests that are placed one after another.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub batch: Vec<BatchedSpec>,
    /// Seed of everything drawn at random.
    #[serde(default = "one")]
    pub seed: u64,
    /// Expected results; compared by `cosched check`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expect: Vec<ExpectedWindow>,
}

fn is_all(criteria: &[CriterionName]) -> bool {
    criteria == CriterionName::ALL
}

const fn one() -> u64 {
    1
}

/// Source of nodes and their time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum DomainSource {
    /// Written out.
    Nodes(Vec<NodeSpec>),
    /// A table with a line for each slot, relative to the scenario's file.
    Csv(PathBuf),
    /// Drawn at random.
    Model(ModelSpec),
}

/// A node written out: with its idle slots, or with its booked ones.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeSpec {
    /// Its number in results; its position in the list, from 1, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<u64>,
    /// What it does in a second, above 0.
    #[serde(deserialize_with = "performance")]
    pub performance: f64,
    /// What a second costs, 0 or more.
    #[serde(deserialize_with = "price")]
    pub price: f64,
    /// How good it is, 0 or more.
    #[serde(default, deserialize_with = "quality")]
    pub quality: f64,
    /// Idle slots, from and to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slots: Option<Vec<(f64, f64)>>,
    /// Booked slots, from and to; idle otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booked: Option<Vec<(f64, f64)>>,
}

fn performance<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    f64::read(deserializer, &windows::PERFORMANCE)
}

fn price<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    f64::read(deserializer, &windows::PRICE)
}

fn quality<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    f64::read(deserializer, &windows::QUALITY)
}

fn least<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "least performance", 0.0)
}

fn volume<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "volume", LEAST)
}

fn budget<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    amount(f64::deserialize(deserializer)?, "budget", 0.0)
}

fn deadline<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    match value.filter(|value| !(LEAST..=LONGEST).contains(value)) {
        None => Ok(value),
        Some(value) => Err(D::Error::custom(format_args!(
            "{} is not a deadline: {LEAST} to {LONGEST} seconds are allowed",
            Seen(value)
        ))),
    }
}

/// A request for a window.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RequestSpec {
    /// Number of nodes at once.
    pub nodes: u32,
    /// Work to be done on each.
    #[serde(deserialize_with = "volume")]
    pub volume: f64,
    /// Largest cost of all nodes together.
    #[serde(deserialize_with = "budget")]
    pub budget: f64,
    /// The least performance of a node.
    #[serde(default, deserialize_with = "least")]
    pub least: f64,
    /// Parts of a unit of the budget that costs are rounded up to for MaxQ and for values.
    #[serde(default = "unit")]
    pub scale: u32,
    /// Latest end, in seconds, if there is one.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "deadline"
    )]
    pub deadline: Option<f64>,
}

const fn unit() -> u32 {
    1
}

impl RequestSpec {
    /// Returns the core's form.
    pub fn request(&self) -> Request {
        Request {
            nodes: self.nodes,
            volume: Volume::of(self.volume),
            least: Performance::of(self.least),
            budget: Cost::of(self.budget),
            scale: self.scale,
            deadline: self
                .deadline
                .map_or(Time::MAX, |end| Time(nanoseconds(end))),
        }
    }
}

/// A request that is placed after others, by a criterion of its own.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchedSpec {
    /// The request.
    pub request: RequestSpec,
    /// The criterion of its best window.
    pub criterion: CriterionName,
}

/// Criterion of the best window. Toporkov and Yemelyanov, "Optimization of resources selection for
/// jobs scheduling in heterogeneous distributed computing environments", 2018.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum CriterionName {
    /// The earliest start.
    FirstFit,
    /// The earliest start on the fastest nodes on which there is a window at all.
    GroupFirst,
    /// The earliest end.
    MinFinish,
    /// The shortest.
    MinRuntime,
    /// The cheapest.
    MinCost,
    /// The greatest sum of qualities.
    MaxQ,
    /// The best of windows that FirstFit finds one after another.
    MultipleBest,
}

impl CriterionName {
    /// All criteria.
    pub const ALL: [Self; 7] = [
        Self::FirstFit,
        Self::GroupFirst,
        Self::MinFinish,
        Self::MinRuntime,
        Self::MinCost,
        Self::MaxQ,
        Self::MultipleBest,
    ];

    fn all() -> Vec<Self> {
        Self::ALL.to_vec()
    }

    /// Its published name.
    pub const fn title(self) -> &'static str {
        match self {
            Self::FirstFit => "FirstFit",
            Self::GroupFirst => "FirstFit by group",
            Self::MinFinish => "MinFinish",
            Self::MinRuntime => "MinRuntime",
            Self::MinCost => "MinCost",
            Self::MaxQ => "MaxQ",
            Self::MultipleBest => "MultipleBest",
        }
    }

    /// Its meaning, in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Self::FirstFit => "The earliest start",
            Self::GroupFirst => {
                "The earliest start on the fastest nodes on which there is a window at all"
            }
            Self::MinFinish => "The earliest end",
            Self::MinRuntime => "The shortest",
            Self::MinCost => "The cheapest",
            Self::MaxQ => "The greatest sum of qualities within the budget",
            Self::MultipleBest => {
                "The best, in each respect, of windows that FirstFit finds one after another"
            }
        }
    }

    /// Returns the aim of its search.
    pub const fn wanted(self) -> SearchGoal {
        match self {
            Self::FirstFit => SearchGoal::Best(Criterion::FirstFit),
            Self::GroupFirst => SearchGoal::Best(Criterion::GroupFirst),
            Self::MinFinish => SearchGoal::Best(Criterion::MinFinish),
            Self::MinRuntime => SearchGoal::Best(Criterion::MinRuntime),
            Self::MinCost => SearchGoal::Best(Criterion::MinCost),
            Self::MaxQ => SearchGoal::Best(Criterion::MaxQ),
            Self::MultipleBest => SearchGoal::MultipleBest,
        }
    }
}

/// Expected result of one criterion, value or request of the batch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedWindow {
    /// The criterion, unless it is about a value or a request of the batch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criterion: Option<CriterionName>,
    /// The name of a value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The sum of that value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<f64>,
    /// Position of a request in the batch, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<usize>,
    /// Whether there must be no window.
    #[serde(default)]
    pub none: bool,
    /// Words of the reason why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// Its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<f64>,
    /// Its length; for MultipleBest this, as the others, is the best in that respect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runtime: Option<f64>,
    /// Its cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// The sum of qualities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quality: Option<f64>,
    /// The numbers of its nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<u64>>,
    /// Of MultipleBest: every window, in the order in which they are found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub windows: Option<Vec<ExpectedPart>>,
}

/// One of several expected windows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedPart {
    /// Its start.
    pub start: f64,
    /// Its end.
    pub finish: f64,
    /// Its cost.
    pub cost: f64,
    /// The sum of qualities.
    pub quality: f64,
    /// The numbers of its nodes.
    pub nodes: Vec<u64>,
}
