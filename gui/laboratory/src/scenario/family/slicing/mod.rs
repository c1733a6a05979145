//! Parameters of Scojo-PECT in a scenario.

use cosched_core::machine::{self, Charge, Fit, Swapping};
use cosched_core::policy::slicing::{self, Backfilling, Slices, SlicesError};
use cosched_core::workload::{self, ClassBounds, MemoryModel};
use cosched_core::{Duration, Memory};
use cosched_parameters::parameters;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scenario::fields::nanoseconds;
use crate::scenario::policy::info::{FamilyInfo, FamilyParameters};
use crate::scenario::reference::fields_of;
use crate::scenario::reference::kind::SPAN;
use crate::scenario::reference::sources::SCOJO;

/// Name of the family, and its parameters.
pub(crate) const FAMILY_INFO: FamilyInfo = FamilyInfo {
    title: "Time slices with node memory",
    fields: fields_of::<Slicing>,
};

/// Class of jobs by their runtime.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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

/// Table of the classes in the thesis.
const TABLE_1: &str = "Esbaugh, 2010 (Scojo-PECT), table 1";

/// Boundaries between classes, in seconds.
#[parameters(within = Parameters, path = "slicing: (classes: ({}))")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The least estimate of a medium job; shorter ones are short.
    #[parameter(name = "Medium from", kind = SPAN,
        usual = ClassBounds::default().medium.seconds(), source = TABLE_1,
        beside = ", long: 9000000000")]
    pub medium: f64,
    /// The least estimate of a long job.
    #[parameter(name = "Long from", kind = SPAN,
        usual = ClassBounds::default().long.seconds(), source = TABLE_1,
        beside = ", medium: 0.000000001")]
    pub long: f64,
}

/// Class and the seconds of its slice.
#[parameters(within = Parameters, path = "slicing: (slices: [(Long, {})])")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Slice(
    /// Class.
    pub Class,
    /// How long the jobs of a class have the machine in each interval; a slice for each class, in
    /// order.
    #[parameter(name = "Slice", kind = SPAN, needed,
        absent = "2460 s long, 840 s medium, 300 s short", step = (5.0, 3), source = SCOJO)]
    pub f64,
);

/// Parameters of Scojo-PECT.
#[parameters(within = Parameters, path = "slicing: ({})",
    first(slices, interval, classes, relative_response_bound, backfilling, fill_slices,
        launch_guard, short_slices))]
#[derive(Clone, PartialEq, Debug)]
#[serde(remote = "Self")]
pub struct Slicing {
    /// Slices of an interval, in order.
    #[parameter(nested, usual = vec![
        Slice(Class::Long, 2460.0),
        Slice(Class::Medium, 840.0),
        Slice(Class::Short, 300.0),
    ])]
    pub slices: Vec<Slice>,
    /// What the slices must sum to, if that is to be checked.
    // With one slice, it equals the interval.
    #[parameter(name = "Interval", kind = SPAN, absent = "their sum", step = (5.0, 3),
        source = SCOJO, beside = ", slices: [(Long, {})]")]
    pub interval: Option<f64>,
    /// Boundaries between classes.
    #[parameter(nested)]
    pub classes: Bounds,
    /// How jobs may pass others of their class.
    #[parameter(name = "Backfilling", usual = Backfilling::Conservative, source = SCOJO)]
    pub backfilling: Backfilling,
    /// Jobs of other classes fill what the class of a slice leaves free.
    #[parameter(name = "fill slices", usual = true, source = SCOJO)]
    pub fill_slices: bool,
    /// Which of the free nodes a job gets.
    #[parameter(
        name = "Nodes chosen",
        source = "Esbaugh, 2010 (Scojo-PECT), section 4 and appendix B"
    )]
    pub allocation: Allocation,
    /// A job is launched only if what is left of the slice is worth loading its memory.
    #[parameter(name = "launch guard", usual = true, source = SCOJO)]
    pub launch_guard: bool,
    /// Slices may be too short for the jobs' memory, at the risk that jobs never end.
    #[parameter(name = "allow short slices")]
    pub short_slices: bool,
    /// What happens to memory that is displaced.
    #[parameter(name = "Swapping", usual = Swapping::Exact, source = SCOJO)]
    pub swapping: Swapping,
    /// How often a displaced job pays.
    #[parameter(name = "Charge", usual = Charge::Period, source = SCOJO)]
    pub charge: Charge,
    /// Relative response is response over runtime, or over this where the runtime is shorter.
    #[parameter(name = "Least runtime", kind = SPAN, usual = 60.0,
        source = "Esbaugh, 2010 (Scojo-PECT), figure 19, whose bound is not printed")]
    pub relative_response_bound: f64,
}

impl FamilyParameters for Slicing {
    /// What metrics tell short and long jobs apart by.
    fn under_others(&self) -> Self {
        Self {
            classes: self.classes,
            relative_response_bound: self.relative_response_bound,
            ..Self::default()
        }
    }
}

/// [`Backfilling`] in a scenario.
#[parameters(remote = Backfilling)]
enum BackfillingName {
    /// A job may pass others of its class if none of them is delayed.
    Conservative,
    /// A job may pass others of its class if the first of them is not delayed.
    #[parameter(name = "EASY")]
    Easy,
}

/// [`Swapping`] in a scenario.
#[parameters(remote = Swapping)]
enum SwappingName {
    /// What is displaced is gone, and its owner pays for exactly that.
    Exact,
    /// What the thesis's program does, slips included.
    #[parameter(name = "as in appendix A")]
    Literal,
}

/// [`Charge`] in a scenario.
#[parameters(remote = Charge)]
enum ChargeName {
    /// Once between two launches: its nodes swap at the same time.
    #[parameter(name = "once")]
    Period,
    /// Once for each job that displaces it; a wide job may then never end.
    #[parameter(name = "each time")]
    Event,
}

/// Choice of nodes.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Allocation {
    /// The free nodes with the lowest numbers.
    #[parameter(name = "first-free")]
    FirstFree,
    /// The free nodes with the fewest jobs assigned.
    Intelligent,
    /// Nodes where the job fits beside those assigned; if there are too few, those where it will fit
    /// soonest.
    #[parameter(name = "memory-aware")]
    MemoryAware(MemoryAware),
}

impl Default for Allocation {
    fn default() -> Self {
        Self::MemoryAware(MemoryAware::default())
    }
}

/// Section of the thesis on both stages.
const SECTION_4: &str = "Esbaugh, 2010 (Scojo-PECT), section 4";

/// Memory-aware allocation.
#[parameters(within = Parameters, path = "slicing: (allocation: MemoryAware({}))")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryAware {
    /// Which come first among nodes where the job's memory fits.
    #[parameter(name = "First stage", usual = Fit::Best, source = SECTION_4)]
    pub first: Fit,
    /// Which come first among nodes to fill up with, where it fits on too few.
    #[parameter(name = "Second stage", usual = Fit::Worst, source = SECTION_4)]
    pub second: Fit,
    /// The second stage begins with nodes to which less memory is assigned than the job needs, as
    /// appendix B has it.
    #[parameter(
        name = "literal second stage",
        source = "Esbaugh, 2010 (Scojo-PECT), appendix B"
    )]
    pub literal_second_stage: bool,
    /// The second stage goes by the soonest end of a job, not by when the memory will fit.
    #[parameter(name = "sort by soonest end", source = SCOJO)]
    pub soonest_end: bool,
    /// The first stage also asks for free memory among what is resident now.
    #[parameter(name = "check what is resident", source = SCOJO)]
    pub resident_check: bool,
    /// Best and worst fit compare what is resident now, not what is assigned.
    #[parameter(name = "fit by what is resident", source = SCOJO)]
    pub by_resident: bool,
}

/// [`Fit`] in a scenario.
#[parameters(remote = Fit)]
enum FitName {
    /// Those with the least free memory first.
    #[parameter(name = "best fit")]
    Best,
    /// Those with the most free memory first.
    #[parameter(name = "worst fit")]
    Worst,
    /// Those with the lowest numbers first.
    #[parameter(name = "first fit")]
    First,
}

/// Source of the memory of jobs.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemorySource {
    /// Requested memory, or used memory where that is missing; of logs alone.
    #[parameter(name = "as in the log")]
    Log,
    /// Long jobs need much memory, short ones little.
    #[parameter(name = "MM1: long much")]
    Mm1,
    /// Short jobs need much memory, long ones little.
    #[parameter(name = "MM2: short much")]
    Mm2,
    /// Like MM1, more so.
    #[parameter(name = "MM3: long more")]
    Mm3,
    /// Like MM2, more so.
    #[parameter(name = "MM4: short more")]
    Mm4,
    /// Every class the same: runtime does not tell memory.
    #[parameter(name = "MM5: even")]
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
