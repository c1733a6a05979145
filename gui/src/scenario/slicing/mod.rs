//! Parameters of Scojo-PECT in a scenario.

pub(crate) mod told;

use cosched_core::machine::{self, Charge, Swapping};
use cosched_core::policy::slicing::{self, Backfilling, Slices, SlicesError};
use cosched_core::workload::{self, ClassBounds, MemoryModel};
use cosched_core::{Duration, Memory};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::PolicyName;
use super::fields::names::{BackfillingName, ChargeName, FitName, SwappingName};
use super::fields::{self, nanoseconds};
use super::policy::published::Published;
use super::policy::published::Terms;

/// Name of the family, and its policies.
pub(crate) const TERMS: Terms = Terms {
    title: "Time slices with node memory",
    policies: &[Published {
        shares_nodes: true,
        ..Published::new(
            PolicyName::ScojoPect,
            "scojo-pect",
            "Scojo-PECT",
            "Time slices for short, medium and long jobs that share node memory",
        )
    }],
    told: told::ALL,
};

/// Class of jobs by their runtime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Class {
    /// Minutes.
    Short,
    /// Hours.
    Medium,
    /// Longer.
    Long,
}

impl From<Class> for workload::Class {
    fn from(class: Class) -> Self {
        match class {
            Class::Short => Self::Short,
            Class::Medium => Self::Medium,
            Class::Long => Self::Long,
        }
    }
}

/// Boundaries between classes, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bounds {
    /// Least estimate of a medium job.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub medium: f64,
    /// Least estimate of a long job.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub long: f64,
}

impl Default for Bounds {
    fn default() -> Self {
        let ClassBounds { medium, long } = ClassBounds::default();
        Self {
            medium: medium.seconds(),
            long: long.seconds(),
        }
    }
}

/// Class and the seconds of its slice.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Slice(
    /// Class.
    pub Class,
    /// Length, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub f64,
);

/// Parameters of Scojo-PECT.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, remote = "Self")]
pub struct Slicing {
    /// Slices of an interval, in order.
    pub slices: Vec<Slice>,
    /// Sum that the slices must have, in seconds; not checked if absent.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "fields::optional_seconds"
    )]
    pub interval: Option<f64>,
    /// Boundaries between classes.
    pub classes: Bounds,
    /// Backfilling among jobs of a class.
    #[serde(with = "BackfillingName")]
    pub backfilling: Backfilling,
    /// Whether jobs of other classes fill what a slice's own class leaves.
    pub fill_slices: bool,
    /// Choice of nodes.
    pub allocation: Allocation,
    /// Whether a job is launched only if the rest of the slice is worth its load.
    pub launch_guard: bool,
    /// Whether slices may be too short for the memory, at the risk that jobs
    /// never end.
    pub short_slices: bool,
    /// Treatment of displaced memory.
    #[serde(with = "SwappingName")]
    pub swapping: Swapping,
    /// Times at which a displaced job pays.
    #[serde(with = "ChargeName")]
    pub charge: Charge,
    /// Least divisor of relative response times, in seconds.
    #[serde(deserialize_with = "fields::positive_seconds")]
    pub relative_response_bound: f64,
}

impl Default for Slicing {
    fn default() -> Self {
        Self {
            slices: vec![
                Slice(Class::Long, 2460.0),
                Slice(Class::Medium, 840.0),
                Slice(Class::Short, 300.0),
            ],
            interval: None,
            classes: Bounds::default(),
            backfilling: Backfilling::Conservative,
            fill_slices: true,
            allocation: Allocation::default(),
            launch_guard: true,
            short_slices: false,
            swapping: Swapping::Exact,
            charge: Charge::Period,
            relative_response_bound: 60.0,
        }
    }
}

/// Choice of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Allocation {
    /// The free nodes with the lowest numbers.
    FirstFree,
    /// Those with the fewest jobs assigned.
    Intelligent,
    /// Those where the memory fits; else where it will fit soonest.
    MemoryAware(MemoryAware),
}

impl Default for Allocation {
    fn default() -> Self {
        Self::MemoryAware(MemoryAware::default())
    }
}

/// Memory-aware allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MemoryAware {
    /// Choice among nodes where the memory fits.
    #[serde(with = "FitName")]
    pub first: machine::Fit,
    /// Choice among the nodes added where it fits on too few.
    #[serde(with = "FitName")]
    pub second: machine::Fit,
    /// Whether the second stage takes "not enough free" as in appendix B.
    pub literal_second_stage: bool,
    /// Whether the second stage sorts by the soonest end of a job.
    pub soonest_end: bool,
    /// Whether the first stage also needs free memory beside what is resident.
    pub resident_check: bool,
    /// Whether best and worst fit compare what is resident.
    pub by_resident: bool,
}

impl Default for MemoryAware {
    fn default() -> Self {
        Self {
            first: machine::Fit::Best,
            second: machine::Fit::Worst,
            literal_second_stage: false,
            soonest_end: false,
            resident_check: false,
            by_resident: false,
        }
    }
}

/// Source of the memory of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MemorySource {
    /// The log: requested memory, or used memory where that is missing.
    Log,
    /// Long jobs need much, short ones little.
    Mm1,
    /// Short jobs need much, long ones little.
    Mm2,
    /// Like MM1, more so.
    Mm3,
    /// Like MM2, more so.
    Mm4,
    /// Every class the same.
    Mm5,
    /// One to ten tenths of a node, equally likely.
    Uniform,
}

impl MemorySource {
    /// Memory model of the thesis, if it is one.
    pub fn model(self) -> Option<MemoryModel> {
        match self {
            Self::Mm1 => Some(MemoryModel::LongHigh),
            Self::Mm2 => Some(MemoryModel::ShortHigh),
            Self::Mm3 => Some(MemoryModel::LongVeryHigh),
            Self::Mm4 => Some(MemoryModel::ShortVeryHigh),
            Self::Mm5 => Some(MemoryModel::Even),
            Self::Log | Self::Uniform => None,
        }
    }
}

impl Slicing {
    /// Converts it for the core.
    ///
    /// # Errors
    /// There are no slices or too many, or they do not sum to the interval.
    pub fn to_core(&self) -> Result<slicing::Slicing, SlicesError> {
        let span = |seconds| Duration(nanoseconds(seconds));
        let slice = |&Slice(class, seconds)| slicing::Slice {
            class: class.into(),
            length: span(seconds),
        };
        let slices: Vec<_> = self.slices.iter().map(slice).collect();
        Ok(slicing::Slicing {
            slices: Slices::new(&slices, self.interval.map(span))?,
            backfilling: self.backfilling,
            fill_slices: self.fill_slices,
            allocation: self.allocation.to_core(),
            launch_guard: self.launch_guard,
            short_slices: self.short_slices,
        })
    }

    /// Boundaries between classes.
    pub fn bounds(&self) -> ClassBounds {
        ClassBounds {
            medium: Duration(nanoseconds(self.classes.medium)),
            long: Duration(nanoseconds(self.classes.long)),
        }
    }
}

impl Allocation {
    /// Rules of memory-aware allocation; the defaults for the others.
    pub fn rules(self) -> MemoryAware {
        match self {
            Self::MemoryAware(rules) => rules,
            Self::FirstFree | Self::Intelligent => MemoryAware::default(),
        }
    }

    fn to_core(self) -> machine::Allocation {
        match self {
            Self::FirstFree => machine::Allocation::FirstFree,
            Self::Intelligent => machine::Allocation::Intelligent,
            Self::MemoryAware(rules) => machine::Allocation::MemoryAware(machine::MemoryAware {
                first_stage: rules.first,
                second_stage: rules.second,
                literal_second_stage: rules.literal_second_stage,
                soonest_end: rules.soonest_end,
                resident_check: rules.resident_check,
                by_resident: rules.by_resident,
            }),
        }
    }
}

/// Derived for the fields; then the slices must sum to their interval, and the classes be in order.
impl<'de> Deserialize<'de> for Slicing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let slicing = Self::deserialize(deserializer)?;
        slicing.to_core().map_err(D::Error::custom)?;
        let Bounds { medium, long } = slicing.classes;
        if medium > long {
            return Err(D::Error::custom(format_args!(
                "medium jobs begin at {medium} s, long ones before that, at {long} s; they must not"
            )));
        }
        Ok(slicing)
    }
}

impl Serialize for Slicing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::serialize(self, serializer)
    }
}

/// Converts MiB to KiB, rounded to the nearest; the value was checked when it was read.
pub fn memory(mebibytes: f64) -> Memory {
    Memory((mebibytes * 1024.0).round() as u32)
}
