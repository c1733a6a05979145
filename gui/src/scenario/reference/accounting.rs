//! Descriptions of accounting tables as workloads.

use super::Where::Workload;
use super::{Field, Name, Place, word};
use crate::scenario::Units;

/// Fields beside a unit.
const IN_UNITS: &str = "|, path: \"a.csv\", columns: ()";

pub(crate) const SIZING: Field = Field {
    usual: String::new,
    absent: "cores if all jobs have them, else nodes, else GPUs",
    sentence: "What the size of a job counts",
    ..Field::chosen(
        Workload,
        &[Place("Table(size: {})", ", path: \"a.sacct\"")],
        "Size",
        &[
            Name("Cores", "cores", "Its cores"),
            Name("Nodes", "nodes", "Its nodes"),
            Name("Gpus", "GPUs", "Its GPUs; jobs without any are left out"),
        ],
    )
};

pub(crate) const INSTANT_UNIT: Field = Field {
    usual: || word(Units::default().instants),
    sentence: "What numbers are that say when; dates such as 2026-11-21T21:01:44 say it themselves",
    ..Field::chosen(
        Workload,
        &[Place("Table(units: (instants: {}))", IN_UNITS)],
        "Unit of instants",
        &[
            Name("Seconds", "seconds", "Seconds from some start"),
            Name(
                "Milliseconds",
                "milliseconds",
                "Milliseconds from some start",
            ),
            Name(
                "UnixSeconds",
                "seconds since 1970",
                "Seconds since 1970 in UTC",
            ),
            Name(
                "UnixMilliseconds",
                "milliseconds since 1970",
                "Milliseconds since 1970 in UTC",
            ),
        ],
    )
};

/// Units of spans of time.
const SPANS: &[Name] = &[
    Name("Seconds", "seconds", "Seconds"),
    Name("Milliseconds", "milliseconds", "Milliseconds"),
    Name("Minutes", "minutes", "Minutes"),
    Name("Hours", "hours", "Hours"),
];

pub(crate) const SPAN_UNIT: Field = Field {
    usual: || word(Units::default().spans),
    sentence: "What numbers are that say how long a job ran or waited",
    ..Field::chosen(
        Workload,
        &[Place("Table(units: (spans: {}))", IN_UNITS)],
        "Unit of spans",
        SPANS,
    )
};

pub(crate) const LIMIT_UNIT: Field = Field {
    usual: || word(Units::default().limits),
    sentence: "What numbers are that say how long a job may run",
    ..Field::chosen(
        Workload,
        &[Place("Table(units: (limits: {}))", IN_UNITS)],
        "Unit of limits",
        SPANS,
    )
};

pub(crate) const MEMORY_UNIT: Field = Field {
    usual: || word(Units::default().memory),
    sentence: "What numbers are that say how much memory a job needs; 4000M and 4G say it themselves",
    ..Field::chosen(
        Workload,
        &[Place("Table(units: (memory: {}))", IN_UNITS)],
        "Unit of memory",
        &[
            Name("Bytes", "bytes", "Bytes"),
            Name("KiB", "KiB", "1024 bytes"),
            Name("MiB", "MiB", "1024 KiB"),
            Name("GiB", "GiB", "1024 MiB"),
        ],
    )
};

pub(crate) const MEMORY_FOR: Field = Field {
    usual: || word(Units::default().memory_for),
    sentence: "What memory is for",
    ..Field::chosen(
        Workload,
        &[Place("Table(units: (memory_for: {}))", IN_UNITS)],
        "Memory is of",
        &[
            Name("Job", "the job", "The whole job"),
            Name("Node", "each node", "Each of its nodes"),
            Name("Core", "each core", "Each of its cores"),
        ],
    )
};

/// Units of counts.
const COUNTS_IN: &[Name] = &[
    Name("Ones", "as they are", "As they are"),
    Name(
        "Thousandths",
        "thousandths",
        "Thousandths, as of cores in containers",
    ),
];

pub(crate) const CORE_UNIT: Field = Field {
    usual: || word(Units::default().cores),
    sentence: "What numbers of cores are",
    ..Field::chosen(
        Workload,
        &[Place("Table(units: (cores: {}))", IN_UNITS)],
        "Unit of cores",
        COUNTS_IN,
    )
};

pub(crate) const GPU_UNIT: Field = Field {
    usual: || word(Units::default().gpus),
    sentence: "What numbers of GPUs are",
    ..Field::chosen(
        Workload,
        &[Place("Table(units: (gpus: {}))", IN_UNITS)],
        "Unit of GPUs",
        COUNTS_IN,
    )
};
