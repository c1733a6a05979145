//! Descriptions of nodes that jobs share by cores, memory and GPUs, in partitions.

use super::super::fields::{CORES as MANY_CORES, NODE_MEMORIES, TIMES, WHOLE};
use super::Where::{Machine, Workload};
use super::{Allowed, Field, Place, said, word};

/// Fields beside one of a kind.
const OF_KIND: &str = ", count: 1, cores: 1";

/// Fields beside one of a partition.
const OF_PARTITION: &str = ", name: \"a\"||, kinds: [(count: 1, cores: 1)]";

/// Fields beside a limit.
const OF_LIMIT: &str = "|||, kinds: [(count: 1, cores: 1)]";

/// Fields beside a request of a job.
const OF_JOB: &str = ", submit: 0, runtime: 1, nodes: 1";

pub(crate) const CORES_OF_NODE: Field = Field {
    allowed: Allowed::Whole(MANY_CORES),
    absent: "nodes are not shared",
    sentence: "Cores of each node: with them, jobs share nodes by what they ask for on each",
    ..Field::count(
        Machine,
        &[Place("Cluster(kinds: [(cores: {})])", ", count: 1")],
        "Cores of a node",
    )
};

pub(crate) const MEMORY_OF_NODE: Field = Field {
    unit: "MiB",
    absent: "not counted",
    sentence: "Memory of each node, counted in whole MiB",
    ..Field::number(
        Machine,
        &[Place("Cluster(kinds: [(memory: {})])", OF_KIND)],
        "Memory of a node",
        NODE_MEMORIES,
    )
};

pub(crate) const GPUS_OF_NODE: Field = Field {
    allowed: Allowed::Whole(WHOLE),
    usual: || said(0),
    sentence: "GPUs of each node",
    ..Field::count(
        Machine,
        &[Place("Cluster(kinds: [(gpus: {})])", OF_KIND)],
        "GPUs of a node",
    )
};

pub(crate) const PARTITION_TIME: Field = Field {
    absent: "any",
    sentence: "The longest estimate of a job in the partition",
    ..Field::seconds(
        Machine,
        &[Place(
            "Cluster(partitions: [(most_time: {})])",
            OF_PARTITION,
        )],
        "Longest estimate",
    )
};

pub(crate) const PARTITION_WIDTH: Field = Field {
    unit: "nodes",
    absent: "any",
    sentence: "The most nodes that a job may ask for in the partition",
    ..Field::count(
        Machine,
        &[Place(
            "Cluster(partitions: [(most_nodes: {})])",
            OF_PARTITION,
        )],
        "Most nodes",
    )
};

pub(crate) const TIER: Field = Field {
    allowed: Allowed::Whole(WHOLE),
    usual: || said(0),
    sentence: "Jobs of partitions of a higher tier are considered before all of lower ones",
    ..Field::count(
        Machine,
        &[Place("Cluster(partitions: [(tier: {})])", OF_PARTITION)],
        "Tier",
    )
};

pub(crate) const DEFAULT_PARTITION: Field = Field {
    sentence: "Jobs that name no partition go here; to the only one where there is one",
    ..Field::switch(
        Machine,
        &[Place("Cluster(partitions: [(default: {})])", OF_PARTITION)],
        "Default partition",
    )
};

pub(crate) const PARTITION_UP: Field = Field {
    usual: || word(true),
    sentence: "Its jobs start; who asks for one that is down is refused",
    ..Field::switch(
        Machine,
        &[Place("Cluster(partitions: [(up: {})])", OF_PARTITION)],
        "Partition up",
    )
};

pub(crate) const WHOLE_NODES: Field = Field {
    sentence: "Its jobs get nodes whole, whatever they ask for on them",
    ..Field::switch(
        Machine,
        &[Place(
            "Cluster(partitions: [(whole_nodes: {})])",
            OF_PARTITION,
        )],
        "Whole nodes",
    )
};

pub(crate) const RESERVED_FROM: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "needed",
    sentence: "When a reservation begins: from then on its nodes are there for the jobs that name it, and for no other",
    ..Field::seconds(
        Machine,
        &[Place(
            "Cluster(reservations: [(from: {})])",
            ", until: 9000000000, name: \"a\"||, kinds: [(count: 1, cores: 1)]",
        )],
        "Reserved from",
    )
};

pub(crate) const RESERVED_UNTIL: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "needed",
    sentence: "When a reservation ends; its jobs start only if they end by then by their estimates",
    ..Field::seconds(
        Machine,
        &[Place(
            "Cluster(reservations: [(until: {})])",
            ", from: 0, name: \"a\"||, kinds: [(count: 1, cores: 1)]",
        )],
        "Reserved until",
    )
};

/// Limit of users, accounts or qualities of service.
macro_rules! limit {
    ($field:literal, $name:literal, $sentence:literal) => {
        Field {
            absent: "no limit",
            sentence: $sentence,
            ..Field::count(
                Machine,
                &[
                    Place(
                        concat!("Cluster(limits: (users: [(", $field, ": {})]))"),
                        OF_LIMIT,
                    ),
                    Place(
                        concat!("Cluster(limits: (accounts: [(", $field, ": {})]))"),
                        OF_LIMIT,
                    ),
                    Place(
                        concat!("Cluster(limits: (qos: [(", $field, ": {})]))"),
                        OF_LIMIT,
                    ),
                ],
                $name,
            )
        }
    };
}

pub(crate) const MOST_RUNNING: Field = limit!(
    "running",
    "Running jobs",
    "Jobs that may run at once, of the user, account or quality of service with that `name`; without one, of each that is not named"
);

pub(crate) const MOST_NODES_HELD: Field = limit!(
    "nodes",
    "Nodes held",
    "Nodes that the running jobs may have asked for"
);

pub(crate) const MOST_CORES_HELD: Field = limit!(
    "cores",
    "Cores held",
    "Cores that the running jobs may have asked for"
);

pub(crate) const MOST_SUBMITTED: Field = limit!(
    "submitted",
    "Submitted jobs",
    "Jobs that may wait or run at once; who submits more is refused"
);

pub(crate) const TASKS: Field = Field {
    absent: "it asks for nodes",
    sentence: "Tasks that the job needs, on however many nodes, instead of `nodes`",
    ..Field::count(
        Workload,
        &[Place("Jobs([(tasks: {})])", ", submit: 0, runtime: 1")],
        "Tasks",
    )
};

pub(crate) const CORES_OF_JOB: Field = Field {
    allowed: Allowed::Whole(MANY_CORES),
    absent: "1",
    sentence: "Cores on each of its nodes, or of each of its tasks, where nodes are shared",
    ..Field::count(
        Workload,
        &[Place("Jobs([(cores: {})])", OF_JOB)],
        "Cores on a node",
    )
};

pub(crate) const GPUS_OF_JOB: Field = Field {
    allowed: Allowed::Whole(WHOLE),
    usual: || said(0),
    sentence: "GPUs on each of its nodes, or of each of its tasks",
    ..Field::count(
        Workload,
        &[Place("Jobs([(gpus: {})])", OF_JOB)],
        "GPUs on a node",
    )
};

pub(crate) const WHOLE_NODES_OF_JOB: Field = Field {
    sentence: "The job wants its nodes whole",
    ..Field::switch(
        Workload,
        &[Place("Jobs([(whole_nodes: {})])", OF_JOB)],
        "Whole nodes",
    )
};
