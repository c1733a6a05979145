//! Power of a scenario's nodes, its cost, and a cap on it.

use std::fmt;
use std::path::PathBuf;

use cosched_parameters::parameters;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scenario::Seen;
use crate::scenario::fields::{TIMES, within};
use crate::scenario::reference::{Editor, Field, Kind, Value};

/// Power of a node.
const WATTS: Kind = Kind::number(
    0.0..=1e5,
    "{} is not what a node draws in watts: {least} to {most} is allowed",
)
.of("W");

/// Cost of energy; negative where there is too much electricity.
pub(crate) const COST_TEXT: Kind = Kind::number(
    -1e6..=1e6,
    "{} is not what a kWh costs: {least} to {most} is allowed",
)
.of("per kWh");

/// Carbon dioxide of energy.
pub(crate) const CARBON: Kind = Kind::number(
    0.0..=1e6,
    "{} is not grams of carbon a kWh: {least} to {most} is allowed",
)
.of("g per kWh");

/// Power of a machine.
pub(crate) const CAP_TEXT: Kind = Kind::number(
    0.0..=1e12,
    "{} is not a cap in watts: {least} to {most} is allowed",
)
.of("W");

/// Power of nodes, its cost, and a cap on it.
#[parameters(within = Machine, path = "Cluster(power: ({}))")]
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Power {
    /// What a node draws on which nobody runs, also while it is out of service; to a milliwatt.
    #[parameter(name = "Power of an idle node", kind = WATTS, needed, beside = ", busy: 100000")]
    pub idle: f64,
    /// What a node draws on which a job runs; to a milliwatt.
    #[parameter(name = "Power of a busy node", kind = WATTS, needed, beside = ", idle: 0")]
    pub busy: f64,
    /// What a node draws that sleeps, under Slurm; to a milliwatt.
    #[parameter(name = "Power of a sleeping node", kind = WATTS, absent = "as an idle one",
        beside = ", idle: 100000, busy: 100000")]
    pub asleep: Option<f64>,
    /// Every when the steps of `cost` and `carbon` begin again; midnights and Mondays are UTC's
    /// where the log says when it began, else the first is time zero.
    #[parameter(
        name = "Steps begin again",
        absent = "never",
        beside = ", idle: 0, busy: 1, cost: [(0, 1)]"
    )]
    pub every: Option<Every>,
    /// What energy costs, in whatever currency: a number, steps from seconds on,
    /// `[(0, 0.2), (25200, 0.3)]`, or the name of a CSV file; to a millionth.
    #[parameter(name = "Cost of energy", kind = COST_TEXT, absent = "not counted",
        beside = ", idle: 0, busy: 1")]
    pub cost: Option<Series>,
    /// Carbon dioxide that energy comes with, written as its cost is.
    #[parameter(name = "Carbon of energy", kind = CARBON, absent = "not counted",
        beside = ", idle: 0, busy: 1")]
    pub carbon: Option<Series>,
    /// What the machine may draw, written as the cost of energy is: no job starts that would by the
    /// estimates make it more before it ends; nobody who runs is stopped. FCFS, EASY and
    /// conservative know it.
    #[parameter(name = "Cap on power", kind = CAP_TEXT, absent = "none", beside = ", idle: 0, busy: 1")]
    pub cap: Option<Series>,
}

/// Power of the nodes of a kind.
#[parameters(within = Machine, path = "Cluster(kinds: [(power: ({}))])")]
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KindPower {
    /// What a node of the kind draws on which nobody runs; goes with `busy`.
    #[parameter(name = "Power of an idle node of the kind", kind = WATTS, needed,
        absent = "as the machine's",
        beside = ", busy: 100000|, count: 1, cores: 1||, power: (idle: 0, busy: 1)")]
    pub idle: f64,
    /// What a node of the kind draws on whose cores jobs run, on all of them; each core has its
    /// part.
    #[parameter(name = "Power of a busy node of the kind", kind = WATTS, needed,
        absent = "as the machine's",
        beside = ", idle: 0|, count: 1, cores: 1||, power: (idle: 0, busy: 1)")]
    pub busy: f64,
    /// What a node of the kind draws that sleeps.
    #[parameter(name = "Power of a sleeping node of the kind", kind = WATTS, absent = "as an idle one of it",
        beside = ", idle: 100000, busy: 100000|, count: 1, cores: 1||, power: (idle: 0, busy: 1)")]
    pub asleep: Option<f64>,
}

/// Period after which steps repeat.
#[parameters]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Every {
    /// Every 24 hours.
    Day,
    /// Every seven days, on Monday.
    Week,
}

impl Every {
    /// Length in seconds.
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Day => 86_400,
            Self::Week => 7 * 86_400,
        }
    }
}

/// Number that may change over time.
#[derive(Clone, PartialEq, Debug)]
pub enum Series {
    /// Constant.
    Constant(f64),
    /// Steps: second of the beginning, and value from then on.
    Steps(Vec<(f64, f64)>),
    /// File of steps as comma-separated values.
    File(PathBuf),
}

impl Series {
    /// Numbers in the scenario itself.
    fn values(&self) -> impl Iterator<Item = f64> + '_ {
        let (constant, steps) = match self {
            Self::Constant(value) => (Some(*value), [].as_slice()),
            Self::Steps(steps) => (None, steps.as_slice()),
            Self::File(_) => (None, [].as_slice()),
        };
        constant
            .into_iter()
            .chain(steps.iter().map(|(_, value)| *value))
    }
}

impl Serialize for Series {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Constant(value) => value.serialize(serializer),
            Self::Steps(steps) => steps.serialize(serializer),
            Self::File(path) => path.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Series {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(SeriesVisitor)
    }
}

/// Visitor that reads a series in any form.
struct SeriesVisitor;

impl<'de> Visitor<'de> for SeriesVisitor {
    type Value = Series;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number, steps such as [(0, 0.2), (25200, 0.3)], or the name of a CSV file")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Series, E> {
        Ok(Series::Constant(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Series, E> {
        Ok(Series::Constant(value as f64))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Series, E> {
        Ok(Series::Constant(value as f64))
    }

    fn visit_str<E: Error>(self, path: &str) -> Result<Series, E> {
        match path.trim() {
            "" => Err(E::custom("the name of the file with the series is empty")),
            _ => Ok(Series::File(path.into())),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Series, A::Error> {
        let mut steps: Vec<(f64, f64)> = Vec::new();
        while let Some((from, value)) = all.next_element::<(f64, f64)>()? {
            within(from, &TIMES, "a time in seconds")?;
            if let Some((before, _)) = steps.last().filter(|(before, _)| *before >= from) {
                return Err(A::Error::custom(format_args!(
                    "a step from {} s on stands behind one from {} s on; each must begin later than the one ahead of it",
                    Seen(from),
                    Seen(*before)
                )));
            }
            steps.push((from, value));
        }
        if steps.is_empty() {
            Err(A::Error::custom(
                "a series without steps; at least one is needed, such as [(0, 0.2)]",
            ))
        } else {
            Ok(Series::Steps(steps))
        }
    }
}

/// Every number in it is of the kind.
impl Value for Option<Series> {
    type Raw = Self;

    fn checked(series: Self, kind: &Kind) -> Result<Self, String> {
        for value in series.iter().flat_map(Series::values) {
            kind.check(value)?;
        }
        Ok(series)
    }

    fn said(&self) -> String {
        String::new()
    }

    /// Forms have none.
    fn edit(&mut self, _: &str, _: &'static Field, _: &Self, _: &mut dyn Editor) {}
}
