//! Descriptions of workflows: shapes that are drawn, defaults for files, jobs written out.

use super::super::fields::{
    BANDWIDTHS, DEVIATIONS, JOBS as MANY_JOBS, SPANS, THREADS as MANY_THREADS, TIMES, UTILISATIONS,
};
use super::super::placement::workflow::{Defaults, StreamBandwidth, WorkflowWorkload};
use super::Where::Workload;
use super::sources::DESIDE;
use super::{Allowed, Choice, Field, Name, Place, said, word};

pub(crate) const WORKFLOW_SHAPE: Field = Field {
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

pub(crate) const WORKFLOW_JOBS: Field = Field {
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

pub(crate) const WORKFLOW_WINDOW: Field = Field {
    unit: "jobs",
    usual: || said(12),
    sentence: "How far back the jobs are that a job of a batch follows",
    ..Field::count(
        Workload,
        &[Place("Workflow(shape: Batch(window: {}))", ", jobs: 1")],
        "Window",
    )
};

pub(crate) const WORKFLOW_WIDTH: Field = Field {
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

pub(crate) const STREAM: Choice<StreamBandwidth> = Choice {
    field: Field {
        usual: || word(StreamBandwidth::default()),
        sentence: "What bandwidth the threads of a drawn job ask for",
        source: DESIDE,
        ..Field::chosen(
            Workload,
            &[Place("Workflow(stream: {})", "")],
            "Bandwidths",
            &[
                Name("Uniform", "3.6 to 10.5", "GB/s, uniformly"),
                Name(
                    "ByThreads",
                    "by threads",
                    "100.8 GB/s over the threads, at most 10.5",
                ),
            ],
        )
    },
    values: || vec![StreamBandwidth::Uniform, StreamBandwidth::ByThreads],
};

pub(crate) const DEVIATION: Field = Field {
    usual: || said(WorkflowWorkload::default().deviation),
    sentence: "How far the utilisation of an interval is off in jobs that are drawn or in a file, as a share of it; only the stochastic engine draws it",
    source: "Chahal, Mathew and Nambiar, 2019 (DESiDE), equations 8 and 9",
    ..Field::number(
        Workload,
        &[Place("Workflow(deviation: {})", "")],
        "Deviation",
        DEVIATIONS,
    )
};

pub(crate) const THREADS: Field = Field {
    allowed: Allowed::Whole(MANY_THREADS),
    usual: || said(Defaults::default().threads),
    sentence: "Threads of a task whose cores the file does not say",
    ..Field::count(
        Workload,
        &[Place("Workflow(defaults: (threads: {}))", "")],
        "Threads",
    )
};

pub(crate) const UTILISATION: Field = Field {
    usual: || said(Defaults::default().utilisation),
    sentence: "Share of time a thread is busy, where the file does not say it",
    ..Field::number(
        Workload,
        &[Place("Workflow(defaults: (utilisation: {}))", "")],
        "Utilisation",
        UTILISATIONS,
    )
};

pub(crate) const THREAD_BANDWIDTH: Field = Field {
    unit: "GB/s",
    usual: || said(Defaults::default().bandwidth),
    sentence: "Memory bandwidth each thread asks for; no file format says it",
    ..Field::number(
        Workload,
        &[Place("Workflow(defaults: (bandwidth: {}))", "")],
        "Bandwidth",
        BANDWIDTHS,
    )
};

pub(crate) const TASK_RUNTIME: Field = Field {
    absent: "needed where the file does not say it",
    sentence: "Runtime of a task whose runtime the file does not say",
    ..Field::seconds(
        Workload,
        &[Place("Workflow(defaults: (runtime: {}))", "")],
        "Runtime",
    )
};

pub(crate) const TASK_SUBMIT: Field = Field {
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

pub(crate) const THREAD_COUNT: Field = Field {
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

pub(crate) const DEMAND: Field = Field {
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

pub(crate) const BUSY: Field = Field {
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

pub(crate) const ASKED_BANDWIDTH: Field = Field {
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
