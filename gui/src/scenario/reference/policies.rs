//! What policies can be told, described: the queue, moldable jobs, windows, servers.

use super::super::fields::SERVER_PLACES;
use super::super::moldable::{LOSSES, Molding};
use super::super::slots::{AMOUNTS, Buying, MOST_SCALE};
use super::super::{NamedOrder, Parameters as Told};
use super::Where::Parameters;
use super::{Allowed, Choice, Field, Name, Place, said, word};
use crate::scenario::placement::{Over, Placing, Ready};

/// The orders that have names, and formulas.
const ORDERS: [Name; NamedOrder::ALL.len() + 1] = {
    let formula = Name(
        "Formula(\"wait\")",
        "formula…",
        "The greatest value first, of wait, estimate, submit (in seconds) and nodes, with + - * / ^, sqrt, ln, log2, log10, exp, abs, min and max",
    );
    let mut names = [formula; NamedOrder::ALL.len() + 1];
    let mut place = 0;
    while place < NamedOrder::ALL.len() {
        let one = &NamedOrder::ALL[place];
        names[place] = Name(one.name, one.title, one.sentence);
        place += 1;
    }
    names
};

pub(crate) const ORDER: Field = Field {
    usual: || word(Told::default().order),
    sentence: "The order in which waiting jobs are considered",
    ..Field::chosen(
        Parameters,
        &[Place("order: {}", "")],
        "Queue order",
        &ORDERS,
    )
};

pub(crate) const BACKFILL_ORDER: Field = Field {
    absent: "as the queue",
    sentence: "The order in which EASY tries jobs behind the head",
    ..Field::chosen(
        Parameters,
        &[Place("backfill_order: {}", "")],
        "Backfill order",
        &ORDERS,
    )
};

pub(crate) const DEPTH: Field = Field {
    unit: "jobs",
    absent: "all of them",
    sentence: "How many waiting jobs backfilling looks at",
    ..Field::count(Parameters, &[Place("depth: {}", "")], "Depth")
};

pub(crate) const KILL: Field = Field {
    usual: || word(Told::default().kill_at_estimate),
    sentence: "A job that has run as long as its estimate is killed, as on real machines",
    ..Field::switch(
        Parameters,
        &[Place("kill_at_estimate: {}", "")],
        "kill at the estimate",
    )
};

pub(crate) const LOSS: Field = Field {
    usual: || said(Molding::default().loss),
    sentence: "The share of processor time that virtual machines take",
    source: "less than 0.05, says the paper of KCEASY",
    ..Field::number(
        Parameters,
        &[Place("molding: (loss: {})", "")],
        "Loss",
        LOSSES,
    )
};

pub(crate) const EXPAND: Field = Field {
    usual: || word(Molding::default().expand_idle),
    sentence: "ADaSA gives processors that nobody waits for to jobs that start; off: exactly the least size that meets the deadline",
    ..Field::switch(
        Parameters,
        &[Place("molding: (expand_idle: {})", "")],
        "expand into idle processors",
    )
};

pub(crate) const DEADLINES: Field = Field {
    usual: || word(Molding::default().deadlines),
    sentence: "What becomes of jobs that cannot meet their deadlines",
    ..Field::chosen(
        Parameters,
        &[Place("molding: (deadlines: {})", "")],
        "Deadlines are",
        &[
            Name(
                "Soft",
                "soft",
                "All jobs run; those that are late are counted",
            ),
            Name(
                "Hard",
                "hard",
                "A job that would be late, by what can be foreseen on its arrival, is refused",
            ),
        ],
    )
};

pub(crate) const FAIR: Field = Field {
    usual: || word(Molding::default().fair),
    sentence: "What fair-shared scheduling means",
    ..Field::chosen(
        Parameters,
        &[Place("molding: (fair: {})", "")],
        "Fair means",
        &[
            Name(
                "First",
                "all to the first",
                "As many processors as are of use to the first job, as the paper says",
            ),
            Name(
                "Weighted",
                "by work",
                "Up to the part that goes with a job's part of all work, as the work it cites says",
            ),
        ],
    )
};

/// What makes a window the best.
pub(super) const CRITERIA: &[Name] = &[
    Name("FirstFit", "FirstFit", "The earliest start"),
    Name(
        "GroupFirst",
        "FirstFit by group",
        "The earliest start on the fastest nodes on which there is a window at all",
    ),
    Name("MinFinish", "MinFinish", "The earliest end"),
    Name("MinRuntime", "MinRuntime", "The shortest"),
    Name("MinCost", "MinCost", "The cheapest"),
    Name(
        "MaxQ",
        "MaxQ",
        "The greatest sum of the nodes' qualities within the budget",
    ),
];

pub(crate) const CRITERION: Field = Field {
    usual: || word(Buying::default().criterion),
    sentence: "What makes a window the best, for jobs that name no criterion",
    ..Field::chosen(
        Parameters,
        &[Place("slots: (criterion: {})", "")],
        "Criterion",
        CRITERIA,
    )
};

pub(crate) const BUDGET: Field = Field {
    absent: "any price",
    sentence: "The most a job pays for all its nodes together, if it does not say it",
    ..Field::number(
        Parameters,
        &[Place("slots: (budget: {})", "")],
        "Budget",
        AMOUNTS,
    )
};

pub(crate) const SCALE: Field = Field {
    allowed: Allowed::Whole(1.0..=MOST_SCALE as f64),
    usual: || said(Buying::default().scale),
    sentence: "Parts into which a unit of the budget is divided where the greatest quality is asked for",
    ..Field::count(Parameters, &[Place("slots: (scale: {})", "")], "Scale")
};

pub(crate) const HORIZON: Field = Field {
    absent: "no end",
    sentence: "When all windows must have ended, counted from time 0",
    ..Field::seconds(Parameters, &[Place("slots: (horizon: {})", "")], "Horizon")
};

pub(crate) const MOM: Choice<Over> = Choice {
    field: Field {
        usual: || word(Placing::default().mom),
        sentence: "Which jobs MOM takes the maximum over",
        ..Field::chosen(
            Parameters,
            &[Place("placing: (mom: {})", "")],
            "MOM over",
            &[
                Name(
                    "All",
                    "all jobs",
                    "Those on the server and the one to be placed",
                ),
                Name(
                    "Existing",
                    "those there",
                    "The active jobs only, as the paper has it; an idle server is then best",
                ),
            ],
        )
    },
    values: || vec![Over::All, Over::Existing],
};

pub(crate) const READY: Choice<Ready> = Choice {
    field: Field {
        usual: || word(Placing::default().ready),
        sentence: "The order in which jobs that become ready together are placed",
        ..Field::chosen(
            Parameters,
            &[Place("placing: (ready: {})", "")],
            "Ready jobs",
            &[
                Name("Listed", "as listed", "By their place in the workload"),
                Name(
                    "UpwardRank",
                    "longest path",
                    "By HEFT's upward rank, the greatest first",
                ),
            ],
        )
    },
    values: || vec![Ready::Listed, Ready::UpwardRank],
};

pub(crate) const MAPPING: Field = Field {
    allowed: Allowed::Whole(SERVER_PLACES),
    absent: "needed by the policy Mapping",
    sentence: "The server of each job, in the order of the workload, counted from 0; for the policy Mapping alone",
    ..Field::count(
        Parameters,
        &[Place("placing: (mapping: [{}])", "")],
        "Server of a job",
    )
};
