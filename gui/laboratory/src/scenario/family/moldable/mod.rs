//! Moldable jobs, and parameters of the policies that choose their sizes, in a scenario.

pub mod mold;

use std::ops::RangeInclusive;

use cosched_core::policy::moldable::Rule;
use cosched_parameters::parameters;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};

use crate::scenario::PolicyName;
use crate::scenario::fields::Seen;
use crate::scenario::policy::info::{FamilyInfo, FamilyParameters};
use crate::scenario::reference::sources::{ADASA, DOWNEY};
use crate::scenario::reference::{Field, Kind, Name, Place, Where, fields_of, said};
use mold::Curve;

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Moldable jobs on two tiers",
    fields: || {
        let molds = fields_of::<MoldableJobs>();
        fields_of::<Molding>().into_iter().chain(molds).collect()
    },
};

/// Speed-up of a job on more processors.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SpeedupName {
    /// Downey's model.
    Downey {
        /// Average parallelism, 1 or more.
        parallelism: f64,
        /// Coefficient of the variance of parallelism, 0 or more.
        variance: f64,
    },
    /// On 1, 2, 3 … processors; never falling.
    Table(Vec<f64>),
}

impl From<&SpeedupName> for Curve {
    fn from(name: &SpeedupName) -> Self {
        match name {
            &SpeedupName::Downey {
                parallelism,
                variance,
            } => Self::Downey {
                parallelism,
                variance,
            },
            SpeedupName::Table(table) => Self::Table(table.clone()),
        }
    }
}

pub(in crate::scenario) const SPEEDUP: Field = Field {
    absent: "the job is not moldable",
    sentence: "How much faster the job is on more processors",
    source: DOWNEY,
    ..Field::chosen(
        Where::Workload,
        &[Place(
            "Jobs([(speedup: {})])",
            ", submit: 0, runtime: 1, nodes: 1",
        )],
        "Speed-up",
        &[
            Name(
                "Downey(parallelism: 1, variance: 0)",
                "Downey",
                "By Downey's model",
            ),
            Name(
                "Table([1, 2])",
                "table",
                "On 1, 2, 3 … processors; never falling",
            ),
        ],
    )
};

pub(in crate::scenario) const PARALLELISM: Field = Field {
    absent: "needed",
    sentence: "The average parallelism of the job",
    source: DOWNEY,
    ..Field::number(
        Where::Workload,
        &[Place(
            "Jobs([(speedup: Downey(parallelism: {}))])",
            ", variance: 0|, submit: 0, runtime: 1, nodes: 1",
        )],
        "Parallelism",
        1.0..=1e9,
    )
};

pub(in crate::scenario) const VARIANCE: Field = Field {
    absent: "needed",
    sentence: "The coefficient of the variance of the job's parallelism",
    source: DOWNEY,
    ..Field::number(
        Where::Workload,
        &[Place(
            "Jobs([(speedup: Downey(variance: {}))])",
            ", parallelism: 1|, submit: 0, runtime: 1, nodes: 1",
        )],
        "Variance",
        0.0..=1e9,
    )
};

/// Optional speed-up, checked to be one.
pub(in crate::scenario) fn optional_speedup<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SpeedupName>, D::Error> {
    let name = Option::<SpeedupName>::deserialize(deserializer)?;
    if let Some(name) = &name {
        let curve = Curve::from(name);
        curve.as_speedup().check().map_err(D::Error::custom)?;
    }
    Ok(name)
}

/// Molds of jobs that have none of their own: ranges from which values are drawn for each.
#[parameters(within = Scenario, path = "moldable: ({})")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoldableJobs {
    /// Range of the variance of parallelism. The average parallelism is the size that the workload
    /// gives the job, and its runtime is that at this size.
    #[parameter(usual = (0.0, 2.0), rows(&VARIANCE_FROM, &VARIANCE_TO))]
    #[serde(deserialize_with = "range")]
    pub variance: (f64, f64),
    /// How many times the size of a job its user asks for.
    #[parameter(name = "Over-request", kind = OVER_REQUEST, usual = 1.0)]
    pub over_request: f64,
    /// Range of the time from submission to the deadline, in runtimes at the requested size; no
    /// deadlines if absent.
    #[parameter(usual = Some((2.0, 6.0)), rows(&SLACK_FROM, &SLACK_TO))]
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_range"
    )]
    pub slack: Option<(f64, f64)>,
}

/// Factor by which users may request more than a job's size.
const OVER_REQUEST: Kind = Kind::number(
    1e-3..=MOST_FACTOR,
    "{} is not allowed: {least} to {most} is",
);

/// One end of a range of factors.
const fn factor(name: &'static str, places: &'static [Place]) -> Field {
    Field::number(Where::Scenario, places, name, FACTORS)
}

const VARIANCE_FROM: Field = Field {
    usual: || said(MoldableJobs::default().variance.0),
    sentence: "The least coefficient of variance of a job's parallelism, by Downey's model; its average parallelism is its size",
    source: DOWNEY,
    ..factor(
        "Variance from",
        &[Place("moldable: (variance: ({}, …))", "")],
    )
};

const VARIANCE_TO: Field = Field {
    usual: || said(MoldableJobs::default().variance.1),
    sentence: "The greatest coefficient of variance of a job's parallelism",
    source: DOWNEY,
    ..factor("Variance to", &[Place("moldable: (variance: (0, {}))", "")])
};

const SLACK_FROM: Field = Field {
    usual: || said(MoldableJobs::default().slack.unwrap_or_default().0),
    sentence: "The nearest deadline: so many runtimes, at the size asked for, after submission",
    ..factor("Slack from", &[Place("moldable: (slack: ({}, …))", "")])
};

const SLACK_TO: Field = Field {
    usual: || said(MoldableJobs::default().slack.unwrap_or_default().1),
    sentence: "The farthest deadline, likewise; there are no deadlines with `slack: None`",
    ..factor("Slack to", &[Place("moldable: (slack: (0, {}))", "")])
};

/// Largest of any of these factors.
const MOST_FACTOR: f64 = 1e6;

/// Variances of parallelism, and slacks.
pub(crate) const FACTORS: RangeInclusive<f64> = 0.0..=MOST_FACTOR;

fn range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(f64, f64), D::Error> {
    in_order(<(f64, f64)>::deserialize(deserializer)?)
}

fn optional_range<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<(f64, f64)>, D::Error> {
    let range = Option::<(f64, f64)>::deserialize(deserializer)?;
    range.map(in_order).transpose()
}

fn in_order<E: Error>((from, to): (f64, f64)) -> Result<(f64, f64), E> {
    if FACTORS.contains(&from) && (from..=MOST_FACTOR).contains(&to) {
        Ok((from, to))
    } else {
        Err(E::custom(format_args!(
            "({}, {}) is not a range: two numbers from 0 to {MOST_FACTOR} are allowed, the first not above the second",
            Seen(from),
            Seen(to)
        )))
    }
}

/// Parameters of policies that choose sizes.
#[parameters(within = Parameters, path = "molding: ({})", first(loss, expand_idle, deadlines))]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Molding {
    /// ADaSA gives processors that nobody waits for to jobs that start; off: exactly the least size
    /// that meets the deadline.
    #[parameter(
        name = "expand into idle processors",
        usual = true,
        source = "by the letter, off: Li and others, 2017 (ADaSA); on: our own"
    )]
    pub expand_idle: bool,
    /// What fair-shared scheduling means.
    #[parameter(name = "Fair means", source = ADASA)]
    pub fair: Fair,
    /// The share of processor time that virtual machines take.
    #[parameter(name = "Loss", kind = LOSS, source = "less than 0.05 in the paper of KCEASY, 2012")]
    pub loss: f64,
    /// What becomes of jobs that cannot meet their deadlines.
    #[parameter(name = "Deadlines are")]
    pub deadlines: Deadlines,
}

impl FamilyParameters for Molding {
    /// All of them: deadlines and speed-ups are of jobs, whoever decides.
    fn under_others(&self) -> Self {
        *self
    }
}

/// Treatment of jobs that cannot meet their deadlines.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Deadlines {
    /// All jobs run; those that are late are counted.
    #[default]
    Soft,
    /// A job that would be late, by what can be foreseen on its arrival, is refused.
    Hard,
}

/// Share of processor time that virtual machines may take.
const LOSS: Kind = Kind::number(0.0..=0.9, "{} is not a loss: {least} to {most} is allowed");

/// Meaning of fair-shared scheduling.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fair {
    /// As many processors as are of use to the first job, as the paper says.
    #[parameter(name = "all to the first")]
    #[default]
    First,
    /// Up to the part that goes with a job's part of all work, as the work it cites says.
    #[parameter(name = "by work")]
    Weighted,
}

impl Molding {
    /// Rule by which the policy `name` chooses sizes.
    pub fn rule(&self, name: PolicyName) -> Rule {
        match (name, self.fair) {
            (PolicyName::Parallel, _) => Rule::Parallel,
            (PolicyName::Fair, Fair::First) => Rule::Fair,
            (PolicyName::Fair, Fair::Weighted) => Rule::FairWeighted,
            (PolicyName::Adasa, _) => Rule::Adasa {
                expand: self.expand_idle,
            },
            _ => Rule::Kceasy,
        }
    }
}
