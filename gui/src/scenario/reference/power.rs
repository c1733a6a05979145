//! What nodes draw, described: power, its cost and carbon, and a cap.

use super::super::power::{CAPS, CARBON, COSTS, WATTS};
use super::Where::Machine;
use super::{Field, Place};

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
