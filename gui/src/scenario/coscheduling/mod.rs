//! What gang scheduling, flexible coscheduling and Agile can be told, as a scenario says it.

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

/// What the family is called, and its policies.
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

/// Jobs by how often their processes wait for one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum GrainClass {
    /// They must run at once.
    Fine,
    /// They should, but do not use all of the time.
    Medium,
    /// They seldom wait.
    Coarse,
    /// They never do.
    #[default]
    Independent,
}

impl GrainClass {
    /// All of them, the finest first.
    pub const ALL: [Self; 4] = [Self::Fine, Self::Medium, Self::Coarse, Self::Independent];

    /// The name in a sentence.
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

/// What gang scheduling, flexible coscheduling and Agile can be told.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Coscheduling {
    /// How long a row runs, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub quantum: f64,
    /// What a job loses of a quantum if it did not run in the one before, in
    /// seconds.
    #[serde(deserialize_with = "fields::seconds")]
    pub switch: f64,
    /// The class of jobs that name none.
    pub grain: GrainClass,
    /// How many rows there may be; as many as there are jobs if absent.
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
    /// Where flexible coscheduling has the classes of jobs from.
    pub classes: Classes,
    /// How Agile reads its paper.
    pub reading: Reading,
    /// How many primaries, and how many secondaries, Agile places in a quantum.
    #[serde(deserialize_with = "fields::at_least_one")]
    pub most: u32,
    /// What jobs of several grains have of the machine under Agile.
    pub shares: Shares,
}

/// How Agile reads its paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Reading {
    /// Jobs that fit are looked for in the whole list, those that have just
    /// come first, and the two lists of coarse jobs take turns.
    #[default]
    Recommended,
    /// Only the first five jobs are looked at, and the next five.
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
    /// How rows take turns, as the core wants it.
    pub fn turns(&self) -> Turns {
        Turns {
            quantum: self.length(),
            switch: Duration(nanoseconds(self.switch)),
            alternates: self.alternates,
            unify: self.unify,
            alone: self.alone,
        }
    }

    /// What Agile is told, as the core wants it.
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

    /// How classes are measured, if they are.
    pub fn measuring(&self) -> Option<Measuring> {
        match self.classes {
            Classes::ByGrain => None,
            Classes::Measured(measured) => Some(measured.into()),
        }
    }

    /// The quantum, as the core wants it.
    pub fn length(&self) -> Duration {
        Duration(nanoseconds(self.quantum))
    }
}
