//! What gang scheduling, flexible coscheduling and Agile can be told, as a scenario says it.

use cosched_core::policy::coscheduling::{Lists, Turns};
use cosched_core::{Duration, workload};
use serde::{Deserialize, Serialize};

use super::fields::{self, nanoseconds};

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

/// What gang scheduling, flexible coscheduling and Agile can be told.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Coscheduling {
    /// How long a row runs, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub quantum: f64,
    /// The class of jobs that do not say it.
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
    /// How Agile reads its paper.
    pub reading: Reading,
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
            grain: GrainClass::default(),
            rows: None,
            alternates: true,
            unify: true,
            alone: false,
            reading: Reading::default(),
        }
    }
}

impl Coscheduling {
    /// How rows take turns, as the core wants it.
    pub fn turns(&self) -> Turns {
        Turns {
            quantum: self.length(),
            alternates: self.alternates,
            unify: self.unify,
            alone: self.alone,
        }
    }

    /// How lists are worked off for jobs of `class`; nothing where Agile is
    /// gang scheduling.
    pub fn lists(&self, class: workload::GrainClass) -> Option<Lists> {
        let quantum = self.length();
        let lists = match class {
            workload::GrainClass::Fine => return None,
            workload::GrainClass::Medium => Lists::medium(quantum),
            workload::GrainClass::Coarse => Lists::coarse(quantum),
            workload::GrainClass::Independent => Lists::independent(quantum),
        };
        Some(match self.reading {
            Reading::Recommended => lists,
            Reading::Literal => Lists {
                heads: lists.partial,
                ..lists.literal()
            },
        })
    }

    /// The quantum, as the core wants it.
    pub fn length(&self) -> Duration {
        Duration(nanoseconds(self.quantum))
    }
}
