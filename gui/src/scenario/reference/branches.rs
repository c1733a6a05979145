//! Descriptions of branches: their instant, and their changes.

use super::super::fields::TIMES;
use super::Where::Scenario;
use super::{Allowed, Field, Name, Place, said};

pub(crate) const BRANCH_AT: Field = Field {
    allowed: Allowed::Number(TIMES),
    absent: "needed",
    sentence: "The instant until which a branch is the run it is beside, `from`",
    ..Field::seconds(
        Scenario,
        &[Place("branches: [(at: {})]", ", changes: []")],
        "Instant",
    )
};

pub(crate) const BRANCH_CHANGES: Field = Field {
    absent: "needed",
    sentence: "What is done then, in this order",
    ..Field::chosen(
        Scenario,
        &[Place("branches: [(changes: [{}])]", "|, at: 0")],
        "Changes",
        &[
            Name(
                "Policy(Easy)",
                "policy",
                "Another policy decides from then on",
            ),
            Name(
                "Order(Wfp3)",
                "order",
                "The queue has another order from then on",
            ),
            Name(
                "BackfillOrder(Wfp3)",
                "backfill order",
                "Those that EASY tries behind the head have another order",
            ),
            Name(
                "Depth(1)",
                "depth",
                "Backfilling looks at so many waiting jobs",
            ),
            Name("Drain(count: 1)", "drain", "Nodes take no more jobs"),
            Name("Add(1)", "add", "Nodes are new"),
            Name(
                "Submit(runtime: 1, nodes: 1)",
                "submit",
                "One more job is submitted",
            ),
            Name(
                "Cancel(1)",
                "cancel",
                "The job of that number is taken back",
            ),
            Name(
                "Move(job: 1, to: Front)",
                "move",
                "It goes to the `Front` of the queue, the `Back`, or `Before(2)`",
            ),
        ],
    )
};

pub(crate) const DRAINED_NODES: Field = Field {
    usual: || said(1),
    sentence: "How many nodes are drained: from `first` on, counted from 0, or the last ones",
    ..Field::count(
        Scenario,
        &[Place(
            "branches: [(changes: [Drain(count: {})])]",
            "||, at: 0",
        )],
        "Drained nodes",
    )
};

pub(crate) const ADDED_NODES: Field = Field {
    absent: "needed",
    sentence: "How many nodes are new",
    ..Field::count(
        Scenario,
        &[Place("branches: [(changes: [Add({})])]", "||, at: 0")],
        "Added nodes",
    )
};

pub(crate) const SUBMITTED_NODES: Field = Field {
    absent: "needed",
    sentence: "Nodes that a job needs which is submitted besides",
    ..Field::count(
        Scenario,
        &[Place(
            "branches: [(changes: [Submit(nodes: {})])]",
            ", runtime: 1||, at: 0",
        )],
        "Nodes of the job",
    )
};

pub(crate) const SUBMITTED_RUNTIME: Field = Field {
    absent: "needed",
    sentence: "How long it runs; `submit`, `estimate` and `id` are as of jobs written out",
    ..Field::seconds(
        Scenario,
        &[Place(
            "branches: [(changes: [Submit(runtime: {})])]",
            ", nodes: 1||, at: 0",
        )],
        "Runtime of the job",
    )
};
