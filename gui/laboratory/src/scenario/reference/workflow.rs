//! Descriptions of workflows: shapes that are drawn, defaults for files, jobs written out.

use super::super::fields::{
    BANDWIDTHS, JOBS as MANY_JOBS, SPANS, THREADS as MANY_THREADS, TIMES, UTILISATIONS,
};
use super::Where::Workload;
use super::sources::DESIDE;
use super::{Allowed, Field, Name, Place, said};

/// Description of the choice.
pub const WORKFLOW_SHAPE: Field = Field {
    absent: "not drawn",
    sentence: "Which jobs follow which, of a workflow that is drawn",
    ..Field::chosen(
        Workload,
        &[Place("Workflow(shape: {})", "")],
        "Shape",
        &[
            Name(
                "Batch(jobs: 1)",
                "batch",
                "Each job follows 1 or 2 of those shortly ahead of it",
            ),
            Name(
                "ForkJoin(jobs: 1, width: 1)",
                "fork-join",
                "One, many side by side, one, and so on",
            ),
            Name("Chain(jobs: 1)", "chain", "One after the other"),
            Name(
                "Layers(jobs: 1, width: 1)",
                "layers",
                "Each job follows 1 to 3 of the layer above",
            ),
        ],
    )
};

/// Description of the choice.
pub const WORKFLOW_JOBS: Field = Field {
    allowed: Allowed::Whole(MANY_JOBS),
    absent: "needed",
    sentence: "How many jobs are drawn",
    ..Field::count(
        Workload,
        &[
            Place("Workflow(shape: Batch(jobs: {}))", ""),
            Place("Workflow(shape: ForkJoin(jobs: {}))", ", width: 1"),
            Place("Workflow(shape: Chain(jobs: {}))", ""),
            Place("Workflow(shape: Layers(jobs: {}))", ", width: 1"),
        ],
        "Jobs",
    )
};

/// Description of the choice.
pub const WORKFLOW_WINDOW: Field = Field {
    unit: "jobs",
    usual: || said(12),
    sentence: "How far back the jobs are that a job of a batch follows",
    ..Field::count(
        Workload,
        &[Place("Workflow(shape: Batch(window: {}))", ", jobs: 1")],
        "Window",
    )
};

/// Description of the choice.
pub const WORKFLOW_WIDTH: Field = Field {
    unit: "jobs",
    absent: "needed",
    sentence: "How many jobs are side by side",
    ..Field::count(
        Workload,
        &[
            Place("Workflow(shape: ForkJoin(width: {}))", ", jobs: 1"),
            Place("Workflow(shape: Layers(width: {}))", ", jobs: 1"),
        ],
        "Width",
    )
};

/// Description of the choice.
pub const TASK_SUBMIT: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(0),
    sentence: "When a job of a workflow can enter the queue at the earliest",
    ..Field::seconds(
        Workload,
        &[Place(
            "Workflow(jobs: [(submit: {})])",
            ", threads: [(demand: 1)]",
        )],
        "Earliest submit",
    )
};

/// Description of the choice.
pub const THREAD_COUNT: Field = Field {
    allowed: Allowed::Whole(MANY_THREADS),
    usual: || said(1),
    sentence: "How many equal threads there are in a group of a job",
    source: DESIDE,
    ..Field::count(
        Workload,
        &[Place(
            "Workflow(jobs: [(threads: [(count: {})])])",
            ", demand: 1",
        )],
        "Threads of a group",
    )
};

/// Description of the choice.
pub const DEMAND: Field = Field {
    allowed: Allowed::Number(SPANS),
    absent: "needed",
    sentence: "Processor time that each thread needs, in all or in a further phase",
    source: DESIDE,
    ..Field::seconds(
        Workload,
        &[
            Place("Workflow(jobs: [(threads: [(demand: {})])])", ""),
            Place(
                "Workflow(jobs: [(threads: [(then: [(demand: {})])])])",
                "||, demand: 1",
            ),
        ],
        "Demand",
    )
};

/// Description of the choice.
pub const BUSY: Field = Field {
    usual: || said(1),
    sentence: "The share of time each thread is busy when nothing else runs",
    source: DESIDE,
    ..Field::number(
        Workload,
        &[
            Place(
                "Workflow(jobs: [(threads: [(utilisation: {})])])",
                ", demand: 1",
            ),
            Place(
                "Workflow(jobs: [(threads: [(then: [(utilisation: {})])])])",
                ", demand: 1||, demand: 1",
            ),
        ],
        "Busy",
        UTILISATIONS,
    )
};

/// Description of the choice.
pub const ASKED_BANDWIDTH: Field = Field {
    unit: "GB/s",
    usual: || said(0),
    sentence: "Memory bandwidth that each thread asks for when nothing else runs",
    source: DESIDE,
    ..Field::number(
        Workload,
        &[
            Place(
                "Workflow(jobs: [(threads: [(bandwidth: {})])])",
                ", demand: 1",
            ),
            Place(
                "Workflow(jobs: [(threads: [(then: [(bandwidth: {})])])])",
                ", demand: 1||, demand: 1",
            ),
        ],
        "Bandwidth asked for",
        BANDWIDTHS,
    )
};
