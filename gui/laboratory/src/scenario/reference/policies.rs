//! Descriptions of the parameters of all policies.

use super::super::{NamedOrder, Parameters as PolicyParameters};
use super::Where::Parameters;
use super::{Field, Name, Place, word};

/// Orders with names, and formulas.
const ORDERS: [Name; NamedOrder::ALL.len() + 1] = {
    let formula = Name(
        "Formula(\"wait\")",
        "formula…",
        "The greatest value first, of wait, estimate, submit (in seconds) and nodes, with + - * / ^, sqrt, ln, log2, log10, exp, abs, min and max",
    );
    let mut names = [formula; NamedOrder::ALL.len() + 1];
    let mut index = 0;
    while index < NamedOrder::ALL.len() {
        let one = &NamedOrder::ALL[index];
        names[index] = Name(one.name, one.title, one.sentence);
        index += 1;
    }
    names
};

/// Description of the choice.
pub const ORDER: Field = Field {
    usual: || word(PolicyParameters::default().order),
    sentence: "The order in which waiting jobs are considered",
    source: "WFP3 and UNICEF: Tang and others, 2009",
    ..Field::chosen(
        Parameters,
        &[Place("order: {}", "")],
        "Queue order",
        &ORDERS,
    )
};

/// Description of the choice.
pub const BACKFILL_ORDER: Field = Field {
    absent: "as the queue",
    sentence: "The order in which EASY tries jobs behind the head",
    source: "WFP3 and UNICEF: Tang and others, 2009",
    ..Field::chosen(
        Parameters,
        &[Place("backfill_order: {}", "")],
        "Backfill order",
        &ORDERS,
    )
};
