//! Descriptions of power: of nodes, its cost and carbon, and a cap.

use super::super::power::{CAPS, CARBON, COSTS, WATTS};
use super::Where::Machine;
use super::{Field, Name, Place};

pub(crate) const IDLE_POWER: Field = Field {
    unit: "W",
    absent: "needed",
    sentence: "What a node draws on which nobody runs, also while it is out of service; to a milliwatt",
    ..Field::number(
        Machine,
        &[Place("Cluster(power: (idle: {}))", ", busy: 100000")],
        "Power of an idle node",
        WATTS,
    )
};

pub(crate) const BUSY_POWER: Field = Field {
    unit: "W",
    absent: "needed",
    sentence: "What a node draws on which a job runs; to a milliwatt",
    ..Field::number(
        Machine,
        &[Place("Cluster(power: (busy: {}))", ", idle: 0")],
        "Power of a busy node",
        WATTS,
    )
};

pub(crate) const IDLE_POWER_OF_KIND: Field = Field {
    unit: "W",
    absent: "as the machine's",
    sentence: "What a node of the kind draws on which nobody runs; goes with `busy`",
    ..Field::number(
        Machine,
        &[Place(
            "Cluster(kinds: [(power: (idle: {}))])",
            ", busy: 100000|, count: 1, cores: 1||, power: (idle: 0, busy: 1)",
        )],
        "Power of an idle node of the kind",
        WATTS,
    )
};

pub(crate) const BUSY_POWER_OF_KIND: Field = Field {
    unit: "W",
    absent: "as the machine's",
    sentence: "What a node of the kind draws on whose cores jobs run, on all of them; each core has its part",
    ..Field::number(
        Machine,
        &[Place(
            "Cluster(kinds: [(power: (busy: {}))])",
            ", idle: 0|, count: 1, cores: 1||, power: (idle: 0, busy: 1)",
        )],
        "Power of a busy node of the kind",
        WATTS,
    )
};

pub(crate) const ENERGY_EVERY: Field = Field {
    absent: "never",
    sentence: "Every when the steps of `cost` and `carbon` begin again; midnights and Mondays are UTC's where the log says when it began, else the first is time zero",
    ..Field::chosen(
        Machine,
        &[Place(
            "Cluster(power: (every: {}))",
            ", idle: 0, busy: 1, cost: [(0, 1)]",
        )],
        "Steps begin again",
        &[
            Name("Day", "day", "Every 24 hours"),
            Name("Week", "week", "Every seven days, on Monday"),
        ],
    )
};

pub(crate) const ENERGY_COST: Field = Field {
    unit: "per kWh",
    absent: "not counted",
    sentence: "What energy costs, in whatever currency: a number, steps from seconds on, `[(0, 0.2), (25200, 0.3)]`, or the name of a CSV file; to a millionth",
    ..Field::number(
        Machine,
        &[Place("Cluster(power: (cost: {}))", ", idle: 0, busy: 1")],
        "Cost of energy",
        COSTS,
    )
};

pub(crate) const ENERGY_CARBON: Field = Field {
    unit: "g per kWh",
    absent: "not counted",
    sentence: "Carbon dioxide that energy comes with, written as its cost is",
    ..Field::number(
        Machine,
        &[Place("Cluster(power: (carbon: {}))", ", idle: 0, busy: 1")],
        "Carbon of energy",
        CARBON,
    )
};

pub(crate) const POWER_CAP: Field = Field {
    unit: "W",
    absent: "none",
    sentence: "What the machine may draw, written as the cost of energy is: no job starts that would by the estimates make it more before it ends; nobody who runs is stopped. FCFS, EASY and conservative know it",
    ..Field::number(
        Machine,
        &[Place("Cluster(power: (cap: {}))", ", idle: 0, busy: 1")],
        "Cap on power",
        CAPS,
    )
};
