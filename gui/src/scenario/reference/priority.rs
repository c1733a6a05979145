//! Descriptions of multifactor priority.

use super::super::fields::{SPANS, TIMES, WHOLE};
use super::super::priority::{Algorithm, PERIODS, Priority, Weights};
use super::Where::Parameters;
use super::{Allowed, Field, Name, Place, said, word};

/// Documentation of the parameters.
const MANUAL: &str = "slurm.conf(5), priority/multifactor";

/// Field with a whole number from 0 on.
const fn whole(places: &'static [Place], name: &'static str) -> Field {
    Field {
        allowed: Allowed::Whole(WHOLE),
        source: MANUAL,
        ..Field::count(Parameters, places, name)
    }
}

pub(crate) const WEIGHT_AGE: Field = Field {
    usual: || said(Weights::default().age),
    sentence: "What the age of a job weighs, from 0 as it enters the queue to 1 at the greatest age (PriorityWeightAge). `priority: (…)` orders the queue of FCFS, EASY, conservative and Slurm",
    ..whole(
        &[Place("priority: (weights: (age: {}))", "")],
        "Weight of age",
    )
};

pub(crate) const WEIGHT_FAIRSHARE: Field = Field {
    usual: || said(Weights::default().fairshare),
    sentence: "What the user's factor of fairshare weighs (PriorityWeightFairshare)",
    ..whole(
        &[Place("priority: (weights: (fairshare: {}))", "")],
        "Weight of fairshare",
    )
};

pub(crate) const WEIGHT_SIZE: Field = Field {
    usual: || said(Weights::default().job_size),
    sentence: "What the size of a job weighs, as a part of the machine's nodes, or of its cores where jobs share nodes (PriorityWeightJobSize)",
    ..whole(
        &[Place("priority: (weights: (job_size: {}))", "")],
        "Weight of job size",
    )
};

pub(crate) const WEIGHT_PARTITION: Field = Field {
    usual: || said(Weights::default().partition),
    sentence: "What the priority of the partition weighs, by the greatest there is (PriorityWeightPartition)",
    ..whole(
        &[Place("priority: (weights: (partition: {}))", "")],
        "Weight of partition",
    )
};

pub(crate) const WEIGHT_QOS: Field = Field {
    usual: || said(Weights::default().qos),
    sentence: "What the priority of the quality of service weighs, by the greatest there is (PriorityWeightQOS)",
    ..whole(
        &[Place("priority: (weights: (qos: {}))", "")],
        "Weight of quality of service",
    )
};

pub(crate) const MAX_AGE: Field = Field {
    allowed: Allowed::Number(SPANS),
    usual: || said(Priority::default().max_age),
    sentence: "Who has waited for so long is as old as can be (PriorityMaxAge)",
    source: MANUAL,
    ..Field::seconds(
        Parameters,
        &[Place("priority: (max_age: {})", "")],
        "Greatest age",
    )
};

pub(crate) const FAVOUR_SMALL: Field = Field {
    sentence: "Whether small jobs have the larger factor of size (PriorityFavorSmall)",
    source: MANUAL,
    ..Field::switch(
        Parameters,
        &[Place("priority: (favour_small: {})", "")],
        "Small jobs first",
    )
};

pub(crate) const FAIRSHARE: Field = Field {
    usual: || word(Algorithm::default()),
    sentence: "How the factor of a user comes from shares and usage",
    source: MANUAL,
    ..Field::chosen(
        Parameters,
        &[Place("priority: (fairshare: {})", "")],
        "Fairshare",
        &[
            Name(
                "Tree",
                "Fair Tree",
                "Level by level, those with most shares for their usage are ranked first, with all below them",
            ),
            Name(
                "Classic",
                "classic",
                "2^(-effective usage / share / dampening), PriorityFlags=NO_FAIR_TREE",
            ),
        ],
    )
};

pub(crate) const DAMPENING: Field = Field {
    usual: || said(Priority::default().dampening),
    sentence: "What the exponent of the classic formula is divided by (FairShareDampeningFactor)",
    source: MANUAL,
    ..Field::count(
        Parameters,
        &[Place("priority: (dampening: {})", "")],
        "Dampening",
    )
};

pub(crate) const HALF_LIFE: Field = Field {
    allowed: Allowed::Number(TIMES),
    usual: || said(Priority::default().half_life),
    sentence: "After how long half of all usage is forgotten; 0: none ever is (PriorityDecayHalfLife)",
    source: MANUAL,
    ..Field::seconds(
        Parameters,
        &[Place("priority: (half_life: {})", "")],
        "Half-life of usage",
    )
};

pub(crate) const CALC_PERIOD: Field = Field {
    allowed: Allowed::Number(PERIODS),
    usual: || said(Priority::default().period),
    sentence: "How often usage is decayed and priorities are calculated (PriorityCalcPeriod)",
    source: MANUAL,
    ..Field::seconds(
        Parameters,
        &[Place("priority: (period: {})", "")],
        "Between calculations",
    )
};

pub(crate) const ACCOUNT_SHARES: Field = Field {
    usual: || said(1),
    sentence: "The shares of an account beside those below the same `parent`, the root if none is named. Accounts that are not listed have 1 below the root",
    ..whole(
        &[Place(
            "priority: (accounts: [(shares: {})])",
            ", name: \"a\"",
        )],
        "Shares of an account",
    )
};

pub(crate) const USER_SHARES: Field = Field {
    usual: || said(1),
    sentence: "The shares of a user in an `account`, or in each that is not named; users that are not listed have 1",
    ..whole(
        &[Place("priority: (users: [(shares: {})])", ", name: \"u\"")],
        "Shares of a user",
    )
};

pub(crate) const QOS_PRIORITY: Field = Field {
    absent: "0",
    sentence: "The priority of a quality of service, by name",
    ..whole(
        &[Place("priority: (qos: {\"high\": {}})", "")],
        "Priority of a quality of service",
    )
};

pub(crate) const PARTITION_PRIORITY: Field = Field {
    absent: "0",
    sentence: "The priority of a partition, by name (PriorityJobFactor)",
    ..whole(
        &[Place("priority: (partitions: {\"main\": {}})", "")],
        "Priority of a partition",
    )
};
