//! Descriptions of the parameters of the policy that buys windows.

use cosched_core::slots::Criterion;

use super::{AMOUNTS, Buying, MOST_SCALE};
use crate::scenario::reference::Where::Parameters;
use crate::scenario::reference::sources::SLOTS;
use crate::scenario::reference::{Allowed, Choice, Field, Name, Place, said, word};

/// All descriptions, in the order of the guide.
pub(super) const ALL: &[&Field] = &[&CRITERION.field, &BUDGET, &SCALE, &HORIZON];

/// Criteria by which a window is the best.
pub(in crate::scenario) const CRITERIA: &[Name] = &[
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

pub(crate) const CRITERION: Choice<Criterion> = Choice {
    field: Field {
        usual: || word(Buying::default().criterion),
        sentence: "What makes a window the best, for jobs that name no criterion",
        source: SLOTS,
        ..Field::chosen(
            Parameters,
            &[Place("slots: (criterion: {})", "")],
            "Criterion",
            CRITERIA,
        )
    },
    values: || Criterion::ALL.to_vec(),
};

pub(crate) const BUDGET: Field = Field {
    absent: "any price",
    sentence: "The most a job pays for all its nodes together, if it does not say it",
    source: SLOTS,
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
    source: SLOTS,
    ..Field::seconds(Parameters, &[Place("slots: (horizon: {})", "")], "Horizon")
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::reference::tests::named;

    #[test]
    fn widgets_choose_what_they_say() {
        named(&CRITERION);
    }
}
