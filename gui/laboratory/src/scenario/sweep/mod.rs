//! Sweep of a scenario: parameters that are varied, repetitions, and jobs that count.

mod cut;
pub use cut::parse_span;

use std::fmt;

use cosched_parameters::parameters;
use ron::value::RawValue;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use cut::{Cut, Edge};

use super::edit::{FieldName, ValueParts, split_value, trimmed, value_at};
use super::reference::{COOL_DOWN, Kind, WARM_UP};
use crate::base::decimal::Decimal;

/// Largest number of values of a parameter.
const MOST_VALUES: usize = 100_000;

/// Numbers of seeds of a point.
const SEEDS: Kind = Kind::whole(1.0..=1_000_000.0, NOT_SEEDS);

/// Numbers of seeds where an interval decides: a single value has none.
const MOST_SEEDS: Kind = Kind::whole(2.0..=1_000_000.0, NOT_SEEDS);

/// Sentence that refuses a number of seeds.
const NOT_SEEDS: &str =
    "{} is no number of seeds: a whole number from {least} to {most} is allowed";

/// Half width of an interval, as a share of the mean.
const HALF_WIDTH: Kind = Kind::number(
    0.0001..=1.0,
    "{} is not a share of the mean: {least} to {most} is allowed",
);

/// Sweep over values of parameters.
#[parameters(within = Scenario, path = "sweep: ({})")]
#[derive(Clone, PartialEq, Debug)]
pub struct Sweep {
    /// Varied parameters; the last one varies fastest.
    pub over: Vec<Axis>,
    /// How many seeds each point of a sweep has, from the scenario's own on; with `until` the least.
    #[parameter(name = "Seeds", kind = SEEDS, absent = "1, or 5 with `until`")]
    pub seeds: Option<u32>,
    /// Condition under which the seeds suffice; after `seeds` of them, if absent.
    #[parameter(nested)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// Jobs at the beginning and at the end that do not count; all count if absent.
    #[parameter(rows(&WARM_UP, &COOL_DOWN))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
}

/// Condition under which the seeds suffice.
#[parameters(within = Scenario, path = "sweep: (until: ({}))")]
#[derive(Clone, PartialEq, Debug)]
pub struct Until {
    /// Metric whose mean is estimated.
    #[parameter(needed)]
    pub metric: String,
    /// Seeds are added until half the width of the interval of confidence is at most this share of
    /// the mean.
    #[parameter(name = "Half width", kind = HALF_WIDTH, needed,
        beside = ", metric: \"mean_wait\", most: 1000000")]
    pub half_width: f64,
    /// The most seeds of a point, whatever is known then.
    #[parameter(name = "Most seeds", kind = MOST_SEEDS, needed,
        beside = ", metric: \"mean_wait\", half_width: 0.1")]
    pub most: u32,
}

/// Parameter, by its path in the scenario, and its values.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Path: names with points between them.
    pub path: String,
    /// Values.
    pub values: Values,
}

/// Values of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Values {
    /// From the first up to the second, in steps of the third.
    Range([Decimal; 3]),
    /// Written out, as in a scenario.
    List(Vec<String>),
}

impl Values {
    /// Parses `Range(0.5, 1.0, 0.05)` or `[…]`.
    fn of(text: &str) -> Result<Self, String> {
        let text = trimmed(text);
        let ValueParts::Listed(listed) = split_value(text) else {
            return Err(format!(
                "`{text}` is neither a list nor `Range(first, last, step)`"
            ));
        };
        if text.starts_with('[') {
            return match listed.len() {
                0 => Err("an empty list: at least one value is needed".to_owned()),
                1..=MOST_VALUES => {
                    let values = listed.iter().map(|value| trimmed(value).to_owned());
                    Ok(Self::List(values.collect()))
                }
                count => Err(format!(
                    "{count} values are too many; {MOST_VALUES} are allowed"
                )),
            };
        }
        let numbers: Option<Vec<_>> = listed
            .iter()
            .map(|value| Decimal::parse(trimmed(value)))
            .collect();
        match (text.starts_with("Range"), numbers.as_deref()) {
            (true, Some(&[first, last, step])) => {
                match Decimal::range(first, last, step, MOST_VALUES) {
                    Some(_) => Ok(Self::Range([first, last, step])),
                    None => Err(format!(
                        "steps of {step} do not lead from {first} to {last}, or not within {MOST_VALUES} values"
                    )),
                }
            }
            _ => Err(format!(
                "`{text}` is neither a list nor `Range(first, last, step)` of three numbers"
            )),
        }
    }

    /// Each value, as in a scenario.
    pub fn value_texts(&self) -> Vec<String> {
        match self {
            Self::List(values) => values.clone(),
            Self::Range([first, last, step]) => {
                let values = Decimal::range(*first, *last, *step, MOST_VALUES);
                values
                    .unwrap_or_default()
                    .iter()
                    .map(ToString::to_string)
                    .collect()
            }
        }
    }
}

/// As in a scenario.
impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(values) => write!(f, "[{}]", values.join(", ")),
            Self::Range([first, last, step]) => write!(f, "Range({first}, {last}, {step})"),
        }
    }
}

impl Axis {
    /// Parses the values `text` of the parameter at `path`, as in a scenario.
    ///
    /// # Errors
    /// There are none.
    pub fn read(path: &str, text: &str) -> Result<Self, String> {
        let values = Values::of(text).map_err(|why| format!("`{path}`: {why}"))?;
        let path = path.to_owned();
        Ok(Self { path, values })
    }
}

/// Part of a scenario's text with the values of the axis with this number.
pub(crate) fn values_text(scenario: &str, axis: usize) -> Option<&str> {
    let axis = value_at(scenario, &["sweep", "over", &axis.to_string()])?;
    match split_value(axis) {
        ValueParts::Named(named) => named.first().map(|(_, values)| trimmed(values)),
        _ => None,
    }
}

impl Serialize for Axis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        let values = RawValue::from_boxed_ron(self.values.to_string().into_boxed_str());
        map.serialize_entry(&self.path, &values.map_err(serde::ser::Error::custom)?)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for Axis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AxisVisitor)
    }
}

struct AxisVisitor;

impl<'de> Visitor<'de> for AxisVisitor {
    type Value = Axis;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a parameter with its values, as in (load: [0.5, 0.9])")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Axis, A::Error> {
        let Some(FieldName(path)) = map.next_key()? else {
            return Err(A::Error::custom(
                "a parameter is missing, as in (load: [0.5, 0.9])",
            ));
        };
        let text: Box<RawValue> = map.next_value()?;
        let axis = Axis::read(&path, text.get_ron()).map_err(A::Error::custom)?;
        if map.next_key::<FieldName>()?.is_some() {
            return Err(A::Error::custom(
                "two parameters at once; each needs parentheses of its own",
            ));
        }
        Ok(axis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ron_text::{read_ron, write_ron};

    fn read(text: &str) -> Result<Sweep, String> {
        read_ron(text).map_err(|problem| problem.to_string())
    }

    #[test]
    fn a_sweep_is_read_and_written_back() {
        let text = "(over: [(load: Range(0.5, 1.0, 0.05)), (policy: [Easy, Conservative]),
            {\"parameters.slicing.interval\": [60, 120]}], seeds: 20,
            until: (metric: \"mean_wait\", half_width: 0.02, most: 200),
            cut: (warm_up: \"5 d\", cool_down: Jobs(50)))";
        let sweep = read(text).unwrap();
        assert_eq!(sweep.over[0].values.value_texts().len(), 11);
        assert_eq!(sweep.over[1].values.value_texts(), ["Easy", "Conservative"]);
        assert_eq!(sweep.over[2].path, "parameters.slicing.interval");
        let cut = sweep.cut.unwrap();
        assert_eq!(
            (cut.warm_up, cut.cool_down),
            (Edge::Seconds(432_000.0), Edge::Jobs(50))
        );
        assert_eq!(read(&write_ron(&sweep)).unwrap(), sweep);
    }

    #[test]
    fn what_is_no_sweep_is_refused_with_what_is_allowed() {
        for (text, said) in [
            (
                "(over: [(load: 0.5)])",
                "`load`: `0.5` is neither a list nor `Range(first, last, step)`",
            ),
            (
                "(over: [(load: [])])",
                "`load`: an empty list: at least one value is needed",
            ),
            (
                "(over: [(load: Range(1, 2, -1))])",
                "steps of -1 do not lead from 1 to 2",
            ),
            ("(over: [(load: Range(1, 2))])", "of three numbers"),
            (
                "(over: [(load: [1], seed: [2])])",
                "each needs parentheses of its own",
            ),
            (
                "(seeds: 0)",
                "0 is no number of seeds: a whole number from 1 to 1000000 is allowed",
            ),
            (
                "(until: (metric: \"x\", half_width: 2, most: 9))",
                "2 is not a share of the mean",
            ),
            (
                "(until: (metric: \"x\", half_width: 0.1, most: 1))",
                "1 is no number of seeds: a whole number from 2 to",
            ),
            ("(cut: (warm_up: \"5 y\"))", "`5 y` is not a span"),
            ("(cut: (warm_up: Jobs(-1)))", "-1 is not allowed"),
            ("(cut: (warm_up: -1))", "-1 is not a time"),
        ] {
            let problem = read(text).unwrap_err();
            assert!(problem.contains(said), "{text}: {problem}");
        }
    }
}
