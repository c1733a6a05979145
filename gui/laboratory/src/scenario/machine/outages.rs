//! Outages in a scenario: maintenance, events, random failures, and checkpoints of jobs.

use cosched_core::machine::Interrupted;
use cosched_parameters::parameters;
use serde::{Deserialize, Deserializer, Serialize};

use crate::scenario::fields;
use crate::scenario::reference::kind::{COUNT, COUNT_OR_NONE, SPAN, TIME};
use crate::scenario::reference::{Field, Name, Place, Where};
use crate::scenario::slots::amount;

/// Outages of nodes, and their effect on jobs.
#[parameters(within = Machine, path = "Cluster(outages: ({}))")]
#[derive(Clone, PartialEq, Debug)]
pub struct Outages {
    /// Maintenance, known beforehand: no job starts that would not end before it.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub maintenance: Vec<MaintenanceWindow>,
    /// Events at given times, which policies do not know beforehand.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<NodeEvent>,
    /// Random failures of each node by itself, drawn from the scenario's seed.
    #[parameter(rows(&LIFETIME, &MEAN, &SHAPE, &SCALE))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failures: Option<Failures>,
    /// What becomes of a job when one of its nodes goes out of service.
    #[parameter(name = "Interrupted jobs are", quiet)]
    pub interrupted: Interrupted,
    /// How often a job is sent back to the queue; the next time it is killed.
    #[parameter(name = "Most requeues", kind = COUNT_OR_NONE, usual = 20, quiet)]
    pub most_requeues: u32,
    /// Checkpoints that all jobs write.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<Checkpoints>,
}

/// [`Interrupted`] in a scenario.
#[parameters(remote = Interrupted)]
enum InterruptedName {
    /// They wait again in their old places, with nothing done.
    Requeued,
    /// They wait again in their old places, with what their last checkpoints kept.
    TakenUp,
    /// They are gone.
    Killed,
}

/// Nodes in maintenance.
#[parameters(within = Machine, path = "Cluster(outages: (maintenance: [({})]))")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MaintenanceWindow {
    /// When maintenance begins; policies know it beforehand, and no job starts that could not end
    /// before.
    #[parameter(name = "Maintenance from", kind = TIME, needed, beside = ", until: 9000000000")]
    pub from: f64,
    /// When maintenance ends.
    #[parameter(name = "Maintenance until", kind = TIME, needed, beside = ", from: 0")]
    pub until: f64,
    /// The first of the nodes, counted from 0.
    // Described with that of events.
    #[parameter(kind = COUNT_OR_NONE)]
    pub first: u32,
    /// How many nodes are in maintenance, from the first on.
    #[parameter(name = "Nodes in maintenance", kind = COUNT, absent = "all the others",
        beside = ", from: 0, until: 1")]
    pub count: Option<u32>,
}

/// Event of nodes.
#[parameters(within = Machine, path = "Cluster(outages: (events: [({})]))",
    first(at, what, count))]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeEvent {
    /// When something befalls nodes, of which policies know nothing beforehand.
    #[parameter(name = "Event at", kind = TIME, needed, beside = ", what: Down")]
    pub at: f64,
    /// What befalls the nodes.
    #[parameter(name = "Event", needed, beside = ", at: 0")]
    pub what: What,
    /// The first of the nodes, counted from 0.
    #[parameter(name = "First node", kind = COUNT_OR_NONE,
        path = "Cluster(outages: (maintenance: [(first: {})]))",
        beside = ", from: 0, until: 1",
        also(("Cluster(outages: (events: [(first: {})]))", ", at: 0, what: Down")))]
    pub first: u32,
    /// How many nodes it befalls, from the first on.
    #[parameter(name = "Nodes of an event", kind = COUNT, usual = 1, beside = ", at: 0, what: Down")]
    pub count: u32,
}

/// Kind of event.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// They fail.
    Down,
    /// They take no more jobs.
    Drain,
    /// They are in service again.
    Up,
}

/// Checkpoints of a job.
#[parameters(within = Machine, path = "Cluster(outages: (checkpoint: ({})))")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Checkpoints {
    /// How much a job works before it writes the next checkpoint.
    #[parameter(name = "Checkpoint after", kind = SPAN, needed)]
    pub interval: f64,
    /// How long a job writes a checkpoint.
    #[parameter(name = "Checkpoint cost", kind = TIME, beside = ", interval: 1")]
    pub cost: f64,
}

/// Random failures.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failures {
    /// Time that a node is up.
    pub time_to_failure: Lifetime,
    /// Time that it is then down.
    pub time_to_repair: Lifetime,
}

/// Random length of time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Lifetime {
    /// Exponentially distributed.
    Exponential {
        /// Mean, in seconds.
        #[serde(deserialize_with = "fields::positive_seconds")]
        mean: f64,
    },
    /// Weibull distributed.
    Weibull {
        /// Shape.
        #[serde(deserialize_with = "shape")]
        shape: f64,
        /// Scale, in seconds.
        #[serde(deserialize_with = "fields::positive_seconds")]
        scale: f64,
    },
}

/// Shapes of Weibull distributions that occur in practice, and far beyond.
pub(crate) const SHAPES: std::ops::RangeInclusive<f64> = 0.05..=100.0;

fn shape<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = amount(f64::deserialize(deserializer)?, "shape", *SHAPES.start())?;
    if value <= *SHAPES.end() {
        Ok(value)
    } else {
        Err(serde::de::Error::custom(format_args!(
            "a shape of {value}; it must be from {} to {}",
            SHAPES.start(),
            SHAPES.end()
        )))
    }
}

/// Allowed distributions of the two lifetimes.
const LIFETIMES: &[Name] = &[
    Name(
        "Exponential(mean: 1)",
        "exponential",
        "It does not depend on how long it has lasted when it ends",
    ),
    Name(
        "Weibull(shape: 1, scale: 1)",
        "Weibull",
        "A shape below 1: the longer it has lasted, the longer it will; above 1 the other way round",
    ),
];

const LIFETIME: Field = Field {
    absent: "no failures",
    sentence: "By which distribution the time to a node's failure, and to its repair, is drawn",
    source: "Weibull: Schroeder and Gibson, 2006",
    ..Field::chosen(
        Where::Machine,
        &[
            Place(
                "Cluster(outages: (failures: (time_to_failure: {})))",
                ", time_to_repair: Exponential(mean: 1)",
            ),
            Place(
                "Cluster(outages: (failures: (time_to_repair: {})))",
                ", time_to_failure: Exponential(mean: 1)",
            ),
        ],
        "Time to failure, to repair",
        LIFETIMES,
    )
};

const MEAN: Field = Field {
    absent: "needed",
    sentence: "How long a node is up, or then down, in the mean",
    ..Field::seconds(
        Where::Machine,
        &[
            Place(
                "Cluster(outages: (failures: (time_to_failure: Exponential(mean: {}))))",
                "|, time_to_repair: Exponential(mean: 1)",
            ),
            Place(
                "Cluster(outages: (failures: (time_to_repair: Exponential(mean: {}))))",
                "|, time_to_failure: Exponential(mean: 1)",
            ),
        ],
        "Mean time",
    )
};

const SHAPE: Field = Field {
    absent: "needed",
    sentence: "The shape of the Weibull distribution; 1 is the exponential one",
    source: "0.7 to 0.8 between failures: Schroeder and Gibson, 2006",
    ..Field::number(
        Where::Machine,
        &[
            Place(
                "Cluster(outages: (failures: (time_to_failure: Weibull(shape: {}))))",
                ", scale: 1|, time_to_repair: Exponential(mean: 1)",
            ),
            Place(
                "Cluster(outages: (failures: (time_to_repair: Weibull(shape: {}))))",
                ", scale: 1|, time_to_failure: Exponential(mean: 1)",
            ),
        ],
        "Shape",
        SHAPES,
    )
};

const SCALE: Field = Field {
    absent: "needed",
    sentence: "The scale of the Weibull distribution: 63 % have ended by then",
    ..Field::seconds(
        Where::Machine,
        &[
            Place(
                "Cluster(outages: (failures: (time_to_failure: Weibull(scale: {}))))",
                ", shape: 1|, time_to_repair: Exponential(mean: 1)",
            ),
            Place(
                "Cluster(outages: (failures: (time_to_repair: Weibull(scale: {}))))",
                ", shape: 1|, time_to_failure: Exponential(mean: 1)",
            ),
        ],
        "Scale of lifetimes",
    )
};
