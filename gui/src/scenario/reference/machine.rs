//! Descriptions of a scenario's machine: nodes, and kinds of nodes.

use super::super::fields::{MEMORIES, NODES as MANY_NODES};
use super::super::slots::{AMOUNTS, LEAST, MOST};
use super::Where::Machine;
use super::sources::{SCOJO, SLOTS};
use super::{Allowed, Field, Place, said};

pub(crate) const NODES: Field = Field {
    allowed: Allowed::Whole(MANY_NODES),
    absent: "as many as the kinds have, or as in the log",
    sentence: "Equal nodes, each held by one job at a time",
    ..Field::count(Machine, &[Place("Cluster(nodes: {})", "")], "Nodes")
};

pub(crate) const MEMORY: Field = Field {
    unit: "MiB",
    absent: "as in the log, or not simulated",
    sentence: "Memory of each node; policies that let jobs share nodes in time use it: Scojo-PECT, gang scheduling and flexible coscheduling",
    ..Field::number(
        Machine,
        &[Place("Cluster(memory: {})", "")],
        "Memory",
        MEMORIES,
    )
};

pub(crate) const TRANSFER: Field = Field {
    unit: "MiB/s",
    absent: "1 % of the memory a second",
    sentence: "How fast a node loads a job's memory, or swaps it out; only Scojo-PECT swaps",
    source: SCOJO,
    ..Field::number(
        Machine,
        &[Place("Cluster(transfer_rate: {})", "")],
        "Transfer",
        MEMORIES,
    )
};

pub(crate) const KIND_COUNT: Field = Field {
    allowed: Allowed::Whole(MANY_NODES),
    absent: "needed",
    sentence: "How many nodes there are of this kind; the limit is that of all kinds together, too",
    ..Field::count(
        Machine,
        &[Place("Cluster(kinds: [(count: {})])", "")],
        "Nodes of a kind",
    )
};

pub(crate) const PERFORMANCE: Field = Field {
    usual: || said(1),
    sentence: "How many times as fast as a node on which a job runs for its runtime",
    source: SLOTS,
    ..Field::number(
        Machine,
        &[Place("Cluster(kinds: [(performance: {})])", ", count: 1")],
        "Performance",
        LEAST..=MOST,
    )
};

pub(crate) const PRICE: Field = Field {
    usual: || said(1),
    sentence: "What a second on a node costs",
    source: SLOTS,
    ..Field::number(
        Machine,
        &[Place("Cluster(kinds: [(price: {})])", ", count: 1")],
        "Price",
        AMOUNTS,
    )
};

pub(crate) const QUALITY: Field = Field {
    usual: || said(1),
    sentence: "How good a node is, in whatever its owner measures it",
    source: SLOTS,
    ..Field::number(
        Machine,
        &[Place("Cluster(kinds: [(quality: {})])", ", count: 1")],
        "Quality",
        AMOUNTS,
    )
};
