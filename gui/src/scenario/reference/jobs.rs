//! Descriptions of jobs that are written out in a scenario.

use super::super::coscheduling::told::GRAINS;
use super::super::fields::{MEMORIES, TIMES, UTILISATIONS};
use super::super::slicing::Class;
use super::super::slots::{AMOUNTS, told::CRITERIA};
use super::Where::Workload;
use super::sources::{ADASA, AGILE, DOWNEY, FLEXIBLE, SLOTS, SWF};
use super::{Allowed, Choice, Field, Name, Place};

/// Fields that every job needs.
const NEEDED: &str = ", submit: 0, runtime: 1, nodes: 1";

pub(crate) const SUBMIT: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "needed",
    sentence: "When the job enters the queue",
    source: SWF,
    ..Field::seconds(
        Workload,
        &[Place("Jobs([(submit: {})])", ", runtime: 1, nodes: 1")],
        "Submit",
    )
};

pub(crate) const RUNTIME: Field = Field {
    absent: "needed",
    sentence: "How long the job runs",
    source: SWF,
    ..Field::seconds(
        Workload,
        &[Place("Jobs([(runtime: {})])", ", submit: 0, nodes: 1")],
        "Runtime",
    )
};

pub(crate) const WIDTH: Field = Field {
    unit: "nodes",
    absent: "needed",
    sentence: "How many nodes the job needs; no more than the machine has; not of one that asks for `tasks`",
    source: SWF,
    ..Field::count(
        Workload,
        &[Place("Jobs([(nodes: {})])", ", submit: 0, runtime: 1")],
        "Nodes",
    )
};

pub(crate) const ESTIMATE: Field = Field {
    absent: "the runtime",
    sentence: "The user's estimate of the runtime",
    source: SWF,
    ..Field::seconds(
        Workload,
        &[Place("Jobs([(estimate: {})])", NEEDED)],
        "Estimate",
    )
};

pub(crate) const MEMORY_OF_JOB: Field = Field {
    unit: "MiB",
    absent: "none",
    sentence: "What the job needs on each node, or for each task",
    source: SWF,
    ..Field::number(
        Workload,
        &[Place("Jobs([(memory: {})])", NEEDED)],
        "Memory",
        MEMORIES,
    )
};

pub(crate) const CLASS: Choice<Class> = Choice {
    field: Field {
        absent: "by its estimate",
        sentence: "The class of the job under Scojo-PECT, if its estimate is not to tell",
        source: "Esbaugh, 2010 (Scojo-PECT), table 1",
        ..Field::chosen(
            Workload,
            &[Place("Jobs([(class: {})])", NEEDED)],
            "Class",
            &[
                Name("Short", "short", "Minutes"),
                Name("Medium", "medium", "Hours"),
                Name("Long", "long", "Longer"),
            ],
        )
    },
    values: || vec![Class::Short, Class::Medium, Class::Long],
};

pub(crate) const GRAIN_OF_JOB: Field = Field {
    absent: "as the parameters have it",
    sentence: "How often the processes of the job wait for one another",
    source: AGILE,
    ..Field::chosen(
        Workload,
        &[Place("Jobs([(grain: {})])", NEEDED)],
        "Grain",
        GRAINS,
    )
};

pub(crate) const BARRIER: Field = Field {
    absent: "by its grain",
    sentence: "Processor time between two barriers of the job",
    source: FLEXIBLE,
    ..Field::seconds(
        Workload,
        &[Place("Jobs([(barrier: {})])", NEEDED)],
        "Barrier",
    )
};

pub(crate) const UTILISATION_OF_JOB: Field = Field {
    absent: "all of it",
    sentence: "The share of a node that each process uses",
    source: FLEXIBLE,
    ..Field::number(
        Workload,
        &[Place("Jobs([(utilisation: {})])", NEEDED)],
        "Utilisation",
        UTILISATIONS,
    )
};

pub(crate) const SPEEDUP: Field = Field {
    absent: "the job is not moldable",
    sentence: "How much faster the job is on more processors",
    source: DOWNEY,
    ..Field::chosen(
        Workload,
        &[Place("Jobs([(speedup: {})])", NEEDED)],
        "Speed-up",
        &[
            Name(
                "Downey(parallelism: 1, variance: 0)",
                "Downey",
                "By Downey's model",
            ),
            Name(
                "Table([1, 2])",
                "table",
                "On 1, 2, 3 … processors; never falling",
            ),
        ],
    )
};

pub(crate) const PARALLELISM: Field = Field {
    absent: "needed",
    sentence: "The average parallelism of the job",
    source: DOWNEY,
    ..Field::number(
        Workload,
        &[Place(
            "Jobs([(speedup: Downey(parallelism: {}))])",
            ", variance: 0|, submit: 0, runtime: 1, nodes: 1",
        )],
        "Parallelism",
        1.0..=1e9,
    )
};

pub(crate) const VARIANCE: Field = Field {
    absent: "needed",
    sentence: "The coefficient of the variance of the job's parallelism",
    source: DOWNEY,
    ..Field::number(
        Workload,
        &[Place(
            "Jobs([(speedup: Downey(variance: {}))])",
            ", parallelism: 1|, submit: 0, runtime: 1, nodes: 1",
        )],
        "Variance",
        0.0..=1e9,
    )
};

pub(crate) const WORK: Field = Field {
    absent: "what goes with its runtime",
    sentence: "Time that a moldable job takes on one processor",
    ..Field::seconds(Workload, &[Place("Jobs([(work: {})])", NEEDED)], "Work")
};

pub(crate) const DEADLINE: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "none",
    sentence: "When the job should have ended",
    source: ADASA,
    ..Field::seconds(
        Workload,
        &[Place("Jobs([(deadline: {})])", NEEDED)],
        "Deadline",
    )
};

pub(crate) const BUDGET_OF_JOB: Field = Field {
    absent: "as the parameters have it",
    sentence: "The most the job pays for all its nodes together",
    source: SLOTS,
    ..Field::number(
        Workload,
        &[Place("Jobs([(budget: {})])", NEEDED)],
        "Budget",
        AMOUNTS,
    )
};

pub(crate) const CRITERION_OF_JOB: Field = Field {
    absent: "as the parameters have it",
    sentence: "What makes a window the best for the job",
    source: SLOTS,
    ..Field::chosen(
        Workload,
        &[Place("Jobs([(criterion: {})])", NEEDED)],
        "Criterion",
        CRITERIA,
    )
};

pub(crate) const LEAST_PERFORMANCE: Field = Field {
    absent: "any",
    sentence: "The least performance of the job's nodes",
    source: SLOTS,
    ..Field::number(
        Workload,
        &[Place("Jobs([(least: {})])", NEEDED)],
        "Least performance",
        AMOUNTS,
    )
};
