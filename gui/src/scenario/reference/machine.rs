//! Descriptions of a scenario's machine: nodes, kinds of nodes, servers.

use super::super::fields::{CORES as MANY_CORES, LATENCIES, MEMORIES};
use super::super::fields::{NODES as MANY_NODES, SERVER_BANDWIDTHS, SERVERS as MANY_SERVERS};
use super::super::placement::servers::{
    BandwidthModel, CycleEngine, Engine, Equation14, Servers, Th,
};
use super::super::slots::{AMOUNTS, LEAST, MOST};
use super::Where::Machine;
use super::sources::{DESIDE, OUR_OWN, SCOJO, SLOTS};
use super::{Allowed, Choice, Field, Name, Place, said, word};

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

pub(crate) const SERVERS: Field = Field {
    allowed: Allowed::Whole(MANY_SERVERS),
    usual: || said(Servers::default().count),
    sentence: "Servers that jobs share, slowing one another down",
    source: DESIDE,
    ..Field::count(Machine, &[Place("Servers(count: {})", "")], "Servers")
};

pub(crate) const CORES: Field = Field {
    allowed: Allowed::Whole(MANY_CORES),
    usual: || said(Servers::default().cores),
    sentence: "Logical cores of each server",
    source: DESIDE,
    ..Field::count(Machine, &[Place("Servers(cores: {})", "")], "Cores")
};

pub(crate) const BANDWIDTH: Field = Field {
    unit: "GB/s",
    usual: || said(Servers::default().bandwidth),
    sentence: "Local memory bandwidth of each server",
    source: DESIDE,
    ..Field::number(
        Machine,
        &[Place("Servers(bandwidth: {})", "")],
        "Bandwidth",
        SERVER_BANDWIDTHS,
    )
};

pub(crate) const SERVERS_OF_KIND: Field = Field {
    usual: || said(1),
    source: OUR_OWN,
    places: &[Place(
        "Servers(kinds: [(count: {})])",
        ", name: \"a\", cores: 1, bandwidth: 1",
    )],
    ..SERVERS
};

pub(crate) const CORES_OF_KIND: Field = Field {
    usual: String::new,
    absent: "needed",
    source: OUR_OWN,
    places: &[Place(
        "Servers(kinds: [(cores: {})])",
        ", name: \"a\", bandwidth: 1",
    )],
    ..CORES
};

pub(crate) const BANDWIDTH_OF_KIND: Field = Field {
    usual: String::new,
    absent: "needed",
    source: OUR_OWN,
    places: &[Place(
        "Servers(kinds: [(bandwidth: {})])",
        ", name: \"a\", cores: 1",
    )],
    ..BANDWIDTH
};

pub(crate) const LATENCY: Field = Field {
    usual: || said(Servers::default().delta_rl),
    sentence: "Latency of remote over latency of local memory",
    source: "Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 13",
    ..Field::number(
        Machine,
        &[Place("Servers(delta_rl: {})", "")],
        "Latency",
        LATENCIES,
    )
};

pub(crate) const CYCLE: Field = Field {
    usual: || said(CycleEngine::default().interval),
    sentence: "How long a thread is busy and idle in turn, when it is alone",
    source: "Chahal, Mathew and Nambiar, 2019 (DESiDE), equations 6 to 9",
    ..Field::seconds(
        Machine,
        &[Place("Servers(engine: Cycle(interval: {}))", "")],
        "Interval",
    )
};

pub(crate) const DIVIDED_BY: Choice<Th> = Choice {
    field: Field {
        usual: || word(Servers::default().th),
        sentence: "Which threads the bandwidth is divided by",
        source: "Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 11",
        ..Field::chosen(
            Machine,
            &[Place("Servers(th: {})", "")],
            "Divided by",
            &[
                Name(
                    "Running",
                    "threads on cores",
                    "No more than there are cores",
                ),
                Name("All", "all threads", "Too many threads then count twice"),
            ],
        )
    },
    values: || vec![Th::Running, Th::All],
};

pub(crate) const UNUSED: Choice<BandwidthModel> = Choice {
    field: Field {
        usual: || word(Servers::default().bw_model),
        sentence: "What becomes of bandwidth that a thread does not use",
        source: "equal shares: Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 11; max-min: our own",
        ..Field::chosen(
            Machine,
            &[Place("Servers(bw_model: {})", "")],
            "Unused",
            &[
                Name(
                    "Equal",
                    "is lost",
                    "Everybody gets an equal share (equation 11)",
                ),
                Name("MaxMin", "goes to others", "The shares are max-min fair"),
            ],
        )
    },
    values: || vec![BandwidthModel::Equal, BandwidthModel::MaxMin],
};

pub(crate) const BINDING: Field = Field {
    usual: || word(Servers::default().binding),
    sentence: "All memory is local; off: a quarter of the threads reach for the memory of another socket",
    source: DESIDE,
    ..Field::switch(
        Machine,
        &[Place("Servers(binding: {})", "")],
        "bind memory to sockets",
    )
};

pub(crate) const REMOTE: Choice<Equation14> = Choice {
    field: Field {
        usual: || word(Servers::default().eq14),
        sentence: "What remote memory costs",
        source: "Chahal, Mathew and Nambiar, 2019 (DESiDE), equation 14",
        ..Field::chosen(
            Machine,
            &[Place("Servers(eq14: {})", "")],
            "Remote costs",
            &[
                Name(
                    "Literal",
                    "where short",
                    "1 + s d: nothing where there is bandwidth enough",
                ),
                Name("Always", "always", "(1 + s) d"),
            ],
        )
    },
    values: || vec![Equation14::Literal, Equation14::Always],
};

pub(crate) const ENGINE: Choice<Engine> = Choice {
    field: Field {
        usual: || word(Servers::default().engine),
        sentence: "How threads progress",
        source: "Chahal, Mathew and Nambiar, 2019 (DESiDE), equations 6 to 14",
        ..Field::chosen(
            Machine,
            &[Place("Servers(engine: {})", "")],
            "Engine",
            &[
                Name(
                    "Fluid",
                    "fluid",
                    "Each thread progresses at one rate until something changes",
                ),
                Name(
                    "Cycle()",
                    "cycles",
                    "As in the paper: threads are busy and idle by turns, drawn by the seed",
                ),
            ],
        )
    },
    values: || vec![Engine::Fluid, Engine::Cycle(CycleEngine::default())],
};
