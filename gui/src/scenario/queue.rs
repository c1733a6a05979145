//! Queues with backfilling: names, and parameters besides those of all policies.

use serde::{Deserialize, Serialize};

use super::PolicyName;
use super::policy::published::Published;
use super::policy::published::Terms;
use super::reference::{Choice, Field, Name, Place, Where, word};

/// Name of the family, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Queues with backfilling",
    policies: &[
        Published {
            knows_partitions: true,
            ..Published::new(
                PolicyName::Fcfs,
                "fcfs",
                "FCFS",
                "First come, first served: nobody passes the head of the queue",
            )
        },
        Published {
            knows_partitions: true,
            ..Published::new(
                PolicyName::Easy,
                "easy",
                "EASY",
                "Aggressive backfilling: a job may pass if the head is not delayed",
            )
        },
        Published {
            knows_partitions: true,
            ..Published::new(
                PolicyName::Conservative,
                "conservative",
                "Conservative",
                "Backfilling in which every job holds a reservation",
            )
        },
    ],
    told: &[&DEPTH, &PREDICTOR.field],
};

pub(crate) const DEPTH: Field = Field {
    unit: "jobs",
    absent: "all of them",
    sentence: "How many waiting jobs backfilling looks at",
    ..Field::count(Where::Parameters, &[Place("depth: {}", "")], "Depth")
};

/// Prediction of runtimes that backfilling plans with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Predictor {
    /// The users' estimates.
    #[default]
    Estimate,
    /// The average of the last two of the user's jobs that have ended.
    LastTwo,
}

/// Predictions that plans can be made with.
const PREDICTORS: &[Name] = &[
    Name("Estimate", "estimates", "The users' estimates"),
    Name(
        "LastTwo",
        "last two",
        "The average of the last two of the user's jobs that have ended, never above the estimate; where it fails it grows by 1 min, 5 min, 15 min and so on",
    ),
];

pub(crate) const PREDICTOR: Choice<Predictor> = Choice {
    field: Field {
        usual: || word(Predictor::default()),
        sentence: "By what EASY and conservative backfilling plan; jobs are killed at their estimates all the same. LastTwo with the backfill order ShortestEstimate, which is then the shortest prediction first, is EASY++",
        source: "Tsafrir, Etsion and Feitelson, 2007",
        ..Field::chosen(
            Where::Parameters,
            &[Place("predictor: {}", "")],
            "Planned by",
            PREDICTORS,
        )
    },
    values: || vec![Predictor::Estimate, Predictor::LastTwo],
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::reference::tests::named;

    #[test]
    fn widgets_choose_what_they_say() {
        named(&PREDICTOR);
    }
}
