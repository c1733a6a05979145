//! Power of a scenario's nodes, its cost, and a cap on it.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::scenario::Seen;
use crate::scenario::fields::{TIMES, within};

/// Power of a node, in watts.
pub(crate) const WATTS: RangeInclusive<f64> = 0.0..=1e5;

/// Cost per kWh; negative where there is too much electricity.
pub(crate) const COSTS: RangeInclusive<f64> = -1e6..=1e6;

/// Grams of carbon dioxide per kWh.
pub(crate) const CARBON: RangeInclusive<f64> = 0.0..=1e6;

/// Power of a machine, in watts.
pub(crate) const CAPS: RangeInclusive<f64> = 0.0..=1e12;

/// Power of nodes, its cost, and a cap on it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Watts of an idle node, for kinds without a value of their own.
    #[serde(deserialize_with = "watts")]
    pub idle: f64,
    /// Watts of a node on which a job runs, or jobs on all its cores.
    #[serde(deserialize_with = "watts")]
    pub busy: f64,
    /// Period after which the steps of cost and carbon repeat; never, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Every>,
    /// Cost per kWh, in any currency.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "cost"
    )]
    pub cost: Option<Series>,
    /// Grams of carbon dioxide per kWh.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "carbon"
    )]
    pub carbon: Option<Series>,
    /// Cap on the power of the machine, in watts; no job starts that would exceed it.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "cap"
    )]
    pub cap: Option<Series>,
}

/// Power of the nodes of a kind.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KindPower {
    /// Watts of an idle node.
    #[serde(deserialize_with = "watts")]
    pub idle: f64,
    /// Watts of a node with jobs on all its cores.
    #[serde(deserialize_with = "watts")]
    pub busy: f64,
}

/// Period after which steps repeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Every {
    /// 24 hours.
    Day,
    /// Seven days.
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
        deserializer.deserialize_any(OfAnyForm)
    }
}

/// Visitor that reads a series in any form.
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

/// Optional series of numbers in `allowed`.
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

/// Noun for the numbers of a series, in sentences that refuse one.
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
