//! Descriptions of the parameters of policies that choose sizes, and of the molds of jobs that have
//! none.

use super::{Deadlines, FACTORS, Fair, LOSSES, MoldableJobs, Molding, OVER_REQUESTS};
use crate::scenario::reference::Where::{Parameters, Scenario};
use crate::scenario::reference::sources::{ADASA, DOWNEY};
use crate::scenario::reference::{Choice, Field, Name, Place, said, word};

/// All descriptions, in the order of the guide.
pub(super) const ALL: &[&Field] = &[
    &LOSS,
    &EXPAND,
    &DEADLINES.field,
    &FAIR.field,
    &VARIANCE_FROM,
    &VARIANCE_TO,
    &OVER_REQUEST,
    &SLACK_FROM,
    &SLACK_TO,
];

pub(crate) const LOSS: Field = Field {
    usual: || said(Molding::default().loss),
    sentence: "The share of processor time that virtual machines take",
    source: "less than 0.05 in the paper of KCEASY, 2012",
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
    source: "by the letter, off: Li and others, 2017 (ADaSA); on: our own",
    ..Field::switch(
        Parameters,
        &[Place("molding: (expand_idle: {})", "")],
        "expand into idle processors",
    )
};

pub(crate) const DEADLINES: Choice<Deadlines> = Choice {
    field: Field {
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
    },
    values: || vec![Deadlines::Soft, Deadlines::Hard],
};

pub(crate) const FAIR: Choice<Fair> = Choice {
    field: Field {
        usual: || word(Molding::default().fair),
        sentence: "What fair-shared scheduling means",
        source: ADASA,
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
    },
    values: || vec![Fair::First, Fair::Weighted],
};

pub(crate) const VARIANCE_FROM: Field = Field {
    usual: || said(MoldableJobs::default().variance.0),
    sentence: "The least coefficient of variance of a job's parallelism, by Downey's model; its average parallelism is its size",
    source: DOWNEY,
    ..Field::number(
        Scenario,
        &[Place("moldable: (variance: ({}, …))", "")],
        "Variance from",
        FACTORS,
    )
};

pub(crate) const VARIANCE_TO: Field = Field {
    usual: || said(MoldableJobs::default().variance.1),
    sentence: "The greatest coefficient of variance of a job's parallelism",
    source: DOWNEY,
    ..Field::number(
        Scenario,
        &[Place("moldable: (variance: (0, {}))", "")],
        "Variance to",
        FACTORS,
    )
};

pub(crate) const OVER_REQUEST: Field = Field {
    usual: || said(MoldableJobs::default().over_request),
    sentence: "How many times the size of a job its user asks for",
    ..Field::number(
        Scenario,
        &[Place("moldable: (over_request: {})", "")],
        "Over-request",
        OVER_REQUESTS,
    )
};

pub(crate) const SLACK_FROM: Field = Field {
    usual: || said(MoldableJobs::default().slack.unwrap_or_default().0),
    sentence: "The nearest deadline: so many runtimes, at the size asked for, after submission",
    ..Field::number(
        Scenario,
        &[Place("moldable: (slack: ({}, …))", "")],
        "Slack from",
        FACTORS,
    )
};

pub(crate) const SLACK_TO: Field = Field {
    usual: || said(MoldableJobs::default().slack.unwrap_or_default().1),
    sentence: "The farthest deadline, likewise; there are no deadlines with `slack: None`",
    ..Field::number(
        Scenario,
        &[Place("moldable: (slack: (0, {}))", "")],
        "Slack to",
        FACTORS,
    )
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::reference::tests::named;

    #[test]
    fn widgets_choose_what_they_say() {
        named(&DEADLINES);
        named(&FAIR);
    }
}
