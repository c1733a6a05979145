//! Descriptions of what workloads have in common: of those that are drawn the seed and users'
//! estimates, of logs the warm-up.

use super::super::Estimates;
use super::super::fields::{ESTIMATE_FACTORS, TIMES};
use super::Where::{Scenario, Workload};
use super::{Allowed, Choice, Field, Name, Place, said, word};

/// Description of the choice.
pub const SEED: Field = Field {
    allowed: Allowed::Whole(0.0..=u64::MAX as f64),
    usual: || said(1),
    sentence: "Start of everything drawn at random",
    ..Field::count(Scenario, &[Place("seed: {}", "")], "Seed")
};

/// Description of the choice.
pub const LOG_WARM_UP: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "until the first end if it seems to be an extract by end time, else 0",
    sentence: "Until so long after the first submission jobs start as recorded, whatever the policy, and do not count; also `\"5 d\"`, `Jobs(500)` and `FirstEnd`, when the first job ends",
    first: Some(604_800.0),
    step: Some((3_600.0, 0)),
    ..Field::seconds(
        Workload,
        &[
            Place("Swf(warm_up: {})", ", path: \"a.swf\""),
            Place("Table(warm_up: {})", ", path: \"a.sacct\""),
        ],
        "Warm-up",
    )
};

/// Factors are the initial ones of a widget.
pub const ESTIMATES: Choice<Estimates> = Choice {
    field: Field {
        usual: || word(Estimates::default()),
        sentence: "How well users estimate the runtime of their jobs",
        source: "after Mu’alem and Feitelson, 2001",
        ..Field::chosen(
            Workload,
            &[
                Place("Lublin(estimates: {})", ", jobs: 1"),
                Place("Jann(estimates: {})", ", jobs: 1"),
            ],
            "Estimates",
            &[
                Name("Exact", "exact", "Users know the runtime"),
                Name(
                    "Times(2)",
                    "always ×",
                    "Every estimate is so many times the runtime",
                ),
                Name(
                    "UpTo(3)",
                    "up to ×",
                    "Each estimate is the runtime times a factor drawn from 1 to this",
                ),
            ],
        )
    },
    values: || {
        vec![
            Estimates::Exact,
            Estimates::Times(2.0),
            Estimates::UpTo(3.0),
        ]
    },
};

/// Description of the choice.
pub const ESTIMATE_FACTOR: Field = Field {
    absent: "needed",
    sentence: "How many times the runtime an estimate is, or is at most",
    ..Field::number(
        Workload,
        &[
            Place("Lublin(estimates: Times({}))", "|, jobs: 1"),
            Place("Lublin(estimates: UpTo({}))", "|, jobs: 1"),
            Place("Jann(estimates: Times({}))", "|, jobs: 1"),
            Place("Jann(estimates: UpTo({}))", "|, jobs: 1"),
        ],
        "Estimate factor",
        ESTIMATE_FACTORS,
    )
};
