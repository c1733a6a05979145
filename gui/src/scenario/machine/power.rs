//! What the nodes of a scenario draw, what that costs, and a cap on it.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scenario::Seen;
use crate::scenario::fields::{TIMES, within};

/// What a node may draw, in watts.
pub(crate) const WATTS: RangeInclusive<f64> = 0.0..=1e5;

/// What a kilowatt hour may cost; less than nothing where there is too much of it.
pub(crate) const COSTS: RangeInclusive<f64> = -1e6..=1e6;

/// Grams of carbon dioxide that a kilowatt hour may come with.
pub(crate) const CARBON: RangeInclusive<f64> = 0.0..=1e6;

/// What a machine may draw, in watts.
pub(crate) const CAPS: RangeInclusive<f64> = 0.0..=1e12;

/// What nodes draw, what that costs, and a cap on it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Watts that a node draws on which nobody runs, of kinds that do not say it themselves.
    #[serde(deserialize_with = "watts")]
    pub idle: f64,
    /// The same of one on which a job runs, or jobs on all its cores.
    #[serde(deserialize_with = "watts")]
    pub busy: f64,
    /// Every when the steps of cost and carbon begin again; never, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Every>,
    /// What a kilowatt hour costs, in whatever currency.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "cost"
    )]
    pub cost: Option<Series>,
    /// Grams of carbon dioxide that a kilowatt hour comes with.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "carbon"
    )]
    pub carbon: Option<Series>,
    /// Watts that the machine may draw; no job starts that would make it more.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "cap"
    )]
    pub cap: Option<Series>,
}

/// What the nodes of a kind draw.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindPower {
    /// Watts that one draws on which nobody runs.
    #[serde(deserialize_with = "watts")]
    pub idle: f64,
    /// Watts that one draws on whose cores jobs run, on all of them.
    #[serde(deserialize_with = "watts")]
    pub busy: f64,
}

/// How long it is until steps begin again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Every {
    /// 24 hours.
    Day,
    /// Seven of these.
    Week,
}

impl Every {
    /// In seconds.
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Day => 86_400,
            Self::Week => 7 * 86_400,
        }
    }
}

/// A number that may change over time.
#[derive(Clone, PartialEq, Debug)]
pub enum Series {
    /// It does not.
    Constant(f64),
    /// From which second on it is what.
    Steps(Vec<(f64, f64)>),
    /// The same in a file of comma-separated values.
    File(PathBuf),
}

impl Series {
    /// The numbers that are said in the scenario itself.
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
        deserializer.deserialize_any(OfAnyForm)
    }
}

/// Reads a series however it is written.
struct OfAnyForm;

impl<'de> Visitor<'de> for OfAnyForm {
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
        match steps.is_empty() {
            true => Err(A::Error::custom(
                "a series without steps; at least one is needed, such as [(0, 0.2)]",
            )),
            false => Ok(Series::Steps(steps)),
        }
    }
}

fn watts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    within(value, &WATTS, "what a node draws in watts")
}

/// A series of such numbers, or nothing.
fn series<'de, D: Deserializer<'de>>(
    deserializer: D,
    allowed: &RangeInclusive<f64>,
    what: &str,
) -> Result<Option<Series>, D::Error> {
    let series = Option::<Series>::deserialize(deserializer)?;
    for value in series.iter().flat_map(Series::values) {
        within(value, allowed, what)?;
    }
    Ok(series)
}

/// What the numbers of each series are, for sentences that refuse one.
pub(crate) const COST: &str = "what a kWh costs";
/// See [`COST`].
pub(crate) const GRAMS: &str = "grams of carbon a kWh";
/// See [`COST`].
pub(crate) const CAP: &str = "a cap in watts";

fn cost<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Series>, D::Error> {
    series(deserializer, &COSTS, COST)
}

fn carbon<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Series>, D::Error> {
    series(deserializer, &CARBON, GRAMS)
}

fn cap<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Series>, D::Error> {
    series(deserializer, &CAPS, CAP)
}
