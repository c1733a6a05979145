//! Descriptions of outages: maintenance, events, random failures, checkpoints.

use super::super::fields::{TIMES, WHOLE};
use super::super::outages::{Outages, SHAPES};
use super::Where::Machine;
use super::{Allowed, Field, Name, Place, said, word};

pub(crate) const MAINTENANCE_FROM: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "needed",
    sentence: "When maintenance begins; policies know it beforehand, and no job starts that could not end before",
    ..Field::seconds(
        Machine,
        &[Place(
            "Cluster(outages: (maintenance: [(from: {})]))",
            ", until: 9000000000",
        )],
        "Maintenance from",
    )
};

pub(crate) const MAINTENANCE_UNTIL: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "needed",
    sentence: "When maintenance ends",
    ..Field::seconds(
        Machine,
        &[Place(
            "Cluster(outages: (maintenance: [(until: {})]))",
            ", from: 0",
        )],
        "Maintenance until",
    )
};

pub(crate) const EVENT_AT: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "needed",
    sentence: "When something befalls nodes, of which policies know nothing beforehand",
    ..Field::seconds(
        Machine,
        &[Place(
            "Cluster(outages: (events: [(at: {})]))",
            ", what: Down",
        )],
        "Event at",
    )
};

pub(crate) const EVENT_WHAT: Field = Field {
    absent: "needed",
    sentence: "What befalls the nodes",
    ..Field::chosen(
        Machine,
        &[Place("Cluster(outages: (events: [(what: {})]))", ", at: 0")],
        "Event",
        &[
            Name("Down", "down", "They fail"),
            Name("Drain", "drain", "They take no more jobs"),
            Name("Up", "up", "They are in service again"),
        ],
    )
};

pub(crate) const FIRST_NODE: Field = Field {
    allowed: Allowed::Whole(WHOLE),
    usual: || said(0),
    sentence: "The first of the nodes, counted from 0",
    ..Field::count(
        Machine,
        &[
            Place(
                "Cluster(outages: (maintenance: [(first: {})]))",
                ", from: 0, until: 1",
            ),
            Place(
                "Cluster(outages: (events: [(first: {})]))",
                ", at: 0, what: Down",
            ),
        ],
        "First node",
    )
};

pub(crate) const NODES_IN_MAINTENANCE: Field = Field {
    absent: "all the others",
    sentence: "How many nodes are in maintenance, from the first on",
    ..Field::count(
        Machine,
        &[Place(
            "Cluster(outages: (maintenance: [(count: {})]))",
            ", from: 0, until: 1",
        )],
        "Nodes in maintenance",
    )
};

pub(crate) const NODES_OF_EVENT: Field = Field {
    usual: || said(1),
    sentence: "How many nodes it befalls, from the first on",
    ..Field::count(
        Machine,
        &[Place(
            "Cluster(outages: (events: [(count: {})]))",
            ", at: 0, what: Down",
        )],
        "Nodes of an event",
    )
};

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

pub(crate) const LIFETIME: Field = Field {
    absent: "no failures",
    sentence: "By which distribution the time to a node's failure, and to its repair, is drawn",
    source: "Weibull: Schroeder and Gibson, 2006",
    ..Field::chosen(
        Machine,
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

pub(crate) const MEAN: Field = Field {
    absent: "needed",
    sentence: "How long a node is up, or then down, in the mean",
    ..Field::seconds(
        Machine,
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

pub(crate) const SHAPE: Field = Field {
    absent: "needed",
    sentence: "The shape of the Weibull distribution; 1 is the exponential one",
    source: "0.7 to 0.8 between failures: Schroeder and Gibson, 2006",
    ..Field::number(
        Machine,
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

pub(crate) const SCALE_OF_LIFETIME: Field = Field {
    absent: "needed",
    sentence: "The scale of the Weibull distribution: 63 % have ended by then",
    ..Field::seconds(
        Machine,
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

pub(crate) const INTERRUPTED: Field = Field {
    usual: || word(Outages::default().interrupted),
    sentence: "What becomes of a job when one of its nodes goes out of service",
    ..Field::chosen(
        Machine,
        &[Place("Cluster(outages: (interrupted: {}))", "")],
        "Interrupted jobs are",
        &[
            Name(
                "Requeued",
                "requeued",
                "They wait again in their old places, with nothing done",
            ),
            Name(
                "TakenUp",
                "taken up",
                "They wait again in their old places, with what their last checkpoints kept",
            ),
            Name("Killed", "killed", "They are gone"),
        ],
    )
};

pub(crate) const MOST_REQUEUES: Field = Field {
    allowed: Allowed::Whole(WHOLE),
    usual: || said(Outages::default().most_requeues),
    sentence: "How often a job is sent back to the queue; the next time it is killed",
    ..Field::count(
        Machine,
        &[Place("Cluster(outages: (most_requeues: {}))", "")],
        "Most requeues",
    )
};

pub(crate) const CHECKPOINT_INTERVAL: Field = Field {
    absent: "needed",
    sentence: "How much a job works before it writes the next checkpoint",
    ..Field::seconds(
        Machine,
        &[Place("Cluster(outages: (checkpoint: (interval: {})))", "")],
        "Checkpoint after",
    )
};

pub(crate) const CHECKPOINT_COST: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(0),
    sentence: "How long a job writes a checkpoint",
    ..Field::seconds(
        Machine,
        &[Place(
            "Cluster(outages: (checkpoint: (cost: {})))",
            ", interval: 1",
        )],
        "Checkpoint cost",
    )
};
