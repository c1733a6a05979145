//! Parameters of gang scheduling, flexible coscheduling and Agile in a scenario.

pub mod grains;

use cosched_core::policy::coscheduling::{ListRules, MeasuringRules, Rules, TurnRules};
use cosched_core::{Duration, workload};
use cosched_parameters::parameters;

use crate::scenario::fields::nanoseconds;
use crate::scenario::policy::info::{FamilyInfo, FamilyParameters};
use crate::scenario::reference::kind::{COUNT, SPAN, TIME};
use crate::scenario::reference::sources::{AGILE, FLEXIBLE};
use crate::scenario::reference::{Name, Variants, fields_of};
use grains::{Classes, Shares};

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Coscheduling",
    fields: fields_of::<Coscheduling>,
};

/// Class of jobs by how often their processes wait for one another.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GrainClass {
    /// They must run at once.
    Fine,
    /// Every quarter of a quantum; they do not use all of the time.
    Medium,
    /// Every four quanta.
    Coarse,
    /// Never.
    #[default]
    Independent,
}

impl GrainClass {
    /// Name in a sentence.
    pub fn name(self) -> &'static str {
        let Name(_, name, _) = Self::NAMES[self.index()];
        name
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
#[parameters(within = Parameters, path = "coscheduling: ({})")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coscheduling {
    /// How long a row runs before the next one has its turn.
    #[parameter(name = "Quantum", kind = SPAN, usual = 60.0, source = "Ousterhout, 1982")]
    pub quantum: f64,
    /// What a job loses of a quantum if it did not run in the one before; less than a quantum.
    #[parameter(name = "Switch", kind = TIME)]
    pub switch: f64,
    /// How often the processes of a job wait for one another, unless the job says so itself.
    #[parameter(name = "Grain", source = AGILE)]
    pub grain: GrainClass,
    /// How many rows may take turns; who finds no place waits.
    #[parameter(name = "Rows", kind = COUNT, absent = "as many as jobs", first = 5.0,
        source = "Ousterhout, 1982")]
    pub rows: Option<u32>,
    /// Jobs of other rows run on nodes that are idle for a quantum.
    #[parameter(name = "alternates", usual = true, source = "Ousterhout, 1982")]
    pub alternates: bool,
    /// Rows that have no node in common become one.
    #[parameter(name = "unify rows", usual = true)]
    pub unify: bool,
    /// Jobs never share a row.
    #[parameter(name = "a row for each job")]
    pub alone: bool,
    /// Where flexible coscheduling has the classes of jobs from.
    #[parameter(name = "Classes from", source = FLEXIBLE)]
    pub classes: Classes,
    /// How Agile reads its paper.
    #[parameter(name = "Agile", source = AGILE)]
    pub reading: Reading,
    /// How many primaries, and how many secondaries, Agile places in a quantum.
    #[parameter(name = "Primaries", kind = COUNT, usual = 5,
        source = "five in Sudha and Thanushkodi, 2009 (Agile)")]
    pub most: u32,
    /// What jobs of several grains have of the machine under Agile.
    #[parameter(name = "Grains share")]
    pub shares: Shares,
}

impl FamilyParameters for Coscheduling {}

/// Reading of Agile's paper.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Jobs that fit are looked for in the whole list.
    // New ones come first, and the two lists of coarse jobs take turns.
    #[default]
    Recommended,
    /// Only the first five jobs are looked at, and the next five.
    Literal,
}

impl Coscheduling {
    /// Turns of rows, for the core.
    pub fn turns(&self) -> TurnRules {
        TurnRules {
            switch: Duration(nanoseconds(self.switch)),
            alternates: self.alternates,
            unify: self.unify,
            alone: self.alone,
            ..TurnRules::of(self.core_quantum())
        }
    }

    /// Rules of Agile, for the core.
    pub fn agile_rules(&self) -> Rules {
        let turns = self.turns();
        let lists = [ListRules::medium, ListRules::coarse, ListRules::independent];
        Rules {
            turns,
            lists: lists.map(|of| {
                let lists = ListRules {
                    switch: turns.switch,
                    max_jobs: self.most,
                    ..of(turns.quantum)
                };
                match self.reading {
                    Reading::Recommended => lists,
                    Reading::Literal => ListRules {
                        heads: lists.partial,
                        ..lists.literal()
                    },
                }
            }),
            shares: self.shares.into(),
        }
    }

    /// Measurement of classes, if they are measured.
    pub fn measuring(&self) -> Option<MeasuringRules> {
        match self.classes {
            Classes::ByGrain => None,
            Classes::Measured(measured) => Some(measured.into()),
        }
    }

    /// Quantum, for the core.
    pub fn core_quantum(&self) -> Duration {
        Duration(nanoseconds(self.quantum))
    }
}
