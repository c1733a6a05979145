//! Parameters of gang scheduling, flexible coscheduling and Agile in a scenario.

pub mod grains;
pub(crate) mod told;

use cosched_core::policy::coscheduling::{Lists, Measuring, Rules, Turns};
use cosched_core::{Duration, workload};
use serde::{Deserialize, Serialize};

use super::PolicyName;
use super::fields::{self, nanoseconds};
use super::policy::published::Published;
use super::policy::published::Terms;
use grains::{Classes, Shares};

/// Name of the family, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Coscheduling",
    policies: &[
        Published {
            has_quanta: true,
            ..Published::new(
                PolicyName::Gang,
                "gang",
                "Gang",
                "All processes of a job run at once; rows of jobs take turns",
            )
        },
        Published {
            has_quanta: true,
            serves_processes: true,
            ..Published::new(
                PolicyName::Flexible,
                "flexible",
                "Flexible",
                "Gang scheduling in which independent processes fill gaps",
            )
        },
        Published {
            has_quanta: true,
            serves_processes: true,
            ..Published::new(
                PolicyName::Agile,
                "agile",
                "Agile",
                "Jobs of a grain in lists from which every quantum is filled anew",
            )
        },
    ],
    told: told::ALL,
};

/// Class of jobs by how often their processes wait for one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum GrainClass {
    /// Processes must run at once.
    Fine,
    /// Processes should run at once, but do not use all of the time.
    Medium,
    /// Processes seldom wait.
    Coarse,
    /// Processes never wait.
    #[default]
    Independent,
}

impl GrainClass {
    /// All classes, the finest first.
    pub const ALL: [Self; 4] = [Self::Fine, Self::Medium, Self::Coarse, Self::Independent];

    /// Name in a sentence.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Medium => "medium",
            Self::Coarse => "coarse",
            Self::Independent => "independent",
        }
    }
}

impl From<GrainClass> for workload::GrainClass {
    fn from(class: GrainClass) -> Self {
        match class {
            GrainClass::Fine => Self::Fine,
            GrainClass::Medium => Self::Medium,
            GrainClass::Coarse => Self::Coarse,
            GrainClass::Independent => Self::Independent,
        }
    }
}

impl From<workload::GrainClass> for GrainClass {
    fn from(class: workload::GrainClass) -> Self {
        match class {
            workload::GrainClass::Fine => Self::Fine,
            workload::GrainClass::Medium => Self::Medium,
            workload::GrainClass::Coarse => Self::Coarse,
            workload::GrainClass::Independent => Self::Independent,
        }
    }
}

/// Parameters of gang scheduling, flexible coscheduling and Agile.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Coscheduling {
    /// Length of a row's turn, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub quantum: f64,
    /// Seconds of a quantum lost by a job that did not run in the one before.
    #[serde(deserialize_with = "fields::seconds")]
    pub switch: f64,
    /// Class of jobs without one of their own.
    pub grain: GrainClass,
    /// Largest number of rows; as many as there are jobs if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_at_least_one"
    )]
    pub rows: Option<u32>,
    /// Whether jobs of other rows run on columns that are idle for a quantum.
    pub alternates: bool,
    /// Whether rows that have no column in common are merged.
    pub unify: bool,
    /// Whether every job has a row of its own.
    pub alone: bool,
    /// Source of the classes of jobs in flexible coscheduling.
    pub classes: Classes,
    /// Reading of Agile's paper.
    pub reading: Reading,
    /// Number of primaries, and of secondaries, that Agile places in a quantum.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub most: u32,
    /// Shares of the machine for jobs of several grains under Agile.
    pub shares: Shares,
}

/// Reading of Agile's paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Reading {
    /// Jobs that fit are looked for in the whole list, new ones first, and the two lists of coarse
    /// jobs take turns.
    #[default]
    Recommended,
    /// Only the first five jobs are tried, and the next five.
    Literal,
}

impl Default for Coscheduling {
    fn default() -> Self {
        Self {
            quantum: 60.0,
            switch: 0.0,
            grain: GrainClass::default(),
            rows: None,
            alternates: true,
            unify: true,
            alone: false,
            classes: Classes::default(),
            reading: Reading::default(),
            most: 5,
            shares: Shares::default(),
        }
    }
}

impl Coscheduling {
    /// Turns of rows, for the core.
    pub fn turns(&self) -> Turns {
        Turns {
            quantum: self.length(),
            switch: Duration(nanoseconds(self.switch)),
            alternates: self.alternates,
            unify: self.unify,
            alone: self.alone,
        }
    }

    /// Rules of Agile, for the core.
    pub fn rules(&self) -> Rules {
        let turns = self.turns();
        let lists = [Lists::medium, Lists::coarse, Lists::independent];
        Rules {
            turns,
            lists: lists.map(|of| {
                let lists = Lists {
                    switch: turns.switch,
                    most: self.most,
                    ..of(turns.quantum)
                };
                match self.reading {
                    Reading::Recommended => lists,
                    Reading::Literal => Lists {
                        heads: lists.partial,
                        ..lists.literal()
                    },
                }
            }),
            shares: self.shares.into(),
        }
    }

    /// Measurement of classes, if they are measured.
    pub fn measuring(&self) -> Option<Measuring> {
        match self.classes {
            Classes::ByGrain => None,
            Classes::Measured(measured) => Some(measured.into()),
        }
    }

    /// Quantum, for the core.
    pub fn length(&self) -> Duration {
        Duration(nanoseconds(self.quantum))
    }
}
