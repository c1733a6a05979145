//! Descriptions of the changes of branches.

use super::Where::Scenario;
use super::{Field, Name, Place};

/// Description of the choice.
pub const BRANCH_CHANGES: Field = Field {
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

/// Description of the choice.
pub const ADDED_NODES: Field = Field {
    absent: "needed",
    sentence: "How many nodes are new",
    ..Field::count(
        Scenario,
        &[Place("branches: [(changes: [Add({})])]", "||, at: 0")],
        "Added nodes",
    )
};
