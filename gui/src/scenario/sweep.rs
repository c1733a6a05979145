//! What a sweep runs: values of parameters, seeds, and when there are enough of them.

use std::fmt;
use std::ops::RangeInclusive;

use ron::value::RawValue;
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::fields;
use crate::base::decimal::Decimal;

/// How many seeds a point may have.
pub(crate) const SEEDS: RangeInclusive<f64> = 1.0..=1_000_000.0;

/// How large a share of a mean half of its interval may be.
pub(crate) const SHARES: RangeInclusive<f64> = 0.0001..=1.0;

/// The most values of a parameter.
const MOST_VALUES: u64 = 100_000;

/// Every combination of some parameters' values, each with several seeds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sweep {
    /// The parameters, of which the last changes first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<Axis>,
    /// How many seeds each point has, at least; they count up from the scenario's.
    #[serde(default = "one", deserialize_with = "seeds")]
    pub seeds: u64,
    /// More seeds until a mean is known well enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// Which jobs are left out of the metrics, at the beginning and at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// The metrics whose means are wanted, besides that of `until`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub metrics: Vec<String>,
}

/// When there are enough seeds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Until {
    /// The metric whose mean is to be known.
    pub metric: String,
    /// Half the width of its interval of confidence, as a share of the mean.
    #[serde(deserialize_with = "share")]
    pub half_width: f64,
    /// The most seeds, whatever is known then.
    #[serde(deserialize_with = "seeds")]
    pub most: u64,
}

/// Only jobs that are submitted in between count, in seconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// From the first submission on.
    #[serde(default, deserialize_with = "fields::seconds")]
    pub warm_up: f64,
    /// Before the last submission.
    #[serde(default, deserialize_with = "fields::seconds")]
    pub cool_down: f64,
}

/// A parameter and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// What it is called, or where it stands in the scenario.
    pub name: String,
    /// The values as they are written.
    text: String,
    /// Each value as it is written, in their order.
    values: Vec<String>,
}

impl Axis {
    /// The values as scenarios write them.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// What `text` says: a range or a list.
    fn new(name: String, text: &str) -> Result<Self, String> {
        let values = match text.strip_prefix("Range") {
            Some(range) => range_of(range),
            None => list_of(text),
        };
        let values = values.map_err(|why| format!("`{name}`: {why}"))?;
        if values.is_empty() {
            return Err(format!("`{name}`: the list has no values"));
        }
        let text = text.to_owned();
        Ok(Self { name, text, values })
    }
}

/// The values of `(first, last, step)`.
fn range_of(text: &str) -> Result<Vec<String>, String> {
    let inside = text.trim().strip_prefix('(');
    let inside = inside.and_then(|text| text.strip_suffix(')'));
    let inside = inside.map(|text| text.trim_end().trim_end_matches(','));
    let parts: Option<Vec<_>> = inside.and_then(|text| {
        text.split(',')
            .map(|part| Decimal::read(part.trim()))
            .collect()
    });
    let Some([first, last, step]) = parts.as_deref() else {
        return Err(format!(
            "Range{text} is no range: three decimal numbers are, `Range(0.5, 1.0, 0.05)`"
        ));
    };
    match Decimal::count(*first, *last, *step) {
        None => Err(format!(
            "Range{text} has no values: the step has to be above 0, and the end not below the beginning"
        )),
        Some(count) if count > MOST_VALUES => Err(format!(
            "Range{text} has {count} values; up to {MOST_VALUES} are allowed"
        )),
        Some(count) => Ok((0..count)
            .map(|steps| first.after(steps, *step).to_string())
            .collect()),
    }
}

/// The values of `[…]`.
fn list_of(text: &str) -> Result<Vec<String>, String> {
    let list: Result<Vec<Box<RawValue>>, _> = ron::from_str(text);
    let list = list.map_err(|_| {
        "values are a list, `[1, 2]`, or a range, `Range(first, last, step)`".to_owned()
    })?;
    Ok(list
        .iter()
        .map(|value| value.trim().get_ron().to_owned())
        .collect())
}

impl<'de> Deserialize<'de> for Axis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneEntry)
    }
}

/// Reads `(name: values)`, or `{"a.path": values}` where the name is no word.
struct OneEntry;

impl<'de> Visitor<'de> for OneEntry {
    type Value = Axis;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a parameter with its values, `(load: [0.5, 1.0])`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Axis, A::Error> {
        let one = "each entry of `over` has one parameter, `(load: [0.5, 1.0])`";
        let Some((name, values)) = map.next_entry::<String, Box<RawValue>>()? else {
            return Err(A::Error::custom(one));
        };
        let axis = Axis::new(name, values.trim().get_ron()).map_err(A::Error::custom)?;
        match map.next_key::<String>()? {
            None => Ok(axis),
            Some(_) => Err(A::Error::custom(one)),
        }
    }
}

impl Serialize for Axis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = RawValue::from_boxed_ron(self.text.clone().into_boxed_str());
        let text = text.map_err(serde::ser::Error::custom)?;
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&self.name, &text)?;
        map.end()
    }
}

const fn one() -> u64 {
    1
}

fn seeds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if value.fract() == 0.0 && SEEDS.contains(&value) {
        return Ok(value as u64);
    }
    Err(D::Error::custom(format_args!(
        "{} seeds: a whole number from {} to {} is allowed",
        fields::Seen(value),
        SEEDS.start(),
        SEEDS.end()
    )))
}

fn share<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if SHARES.contains(&value) {
        return Ok(value);
    }
    Err(D::Error::custom(format_args!(
        "{} is no share of a mean: {} to {} is allowed",
        fields::Seen(value),
        SHARES.start(),
        SHARES.end()
    )))
}

#[cfg(test)]
mod tests {
    use crate::scenario::{parse, to_ron};

    fn sweep(text: &str) -> String {
        format!("(machine: Cluster(nodes: 4), workload: Lublin(jobs: 9), sweep: {text})")
    }

    #[test]
    fn a_saved_sweep_is_the_same() {
        let text = sweep(
            "(over: [(load: Range(0.5, 1.0, 0.05)), (policy: [Easy, External(command: [\"a, b\"])]),
              {\"parameters.slicing.classes.long\": [3.0, 4]}], seeds: 20, cut: (warm_up: 60),
              metrics: [\"mean_wait\"], until: (metric: \"mean_wait\", half_width: 0.02, most: 200))",
        );
        let scenario = parse(&text, None).unwrap();
        assert_eq!(parse(&to_ron(&scenario), None).unwrap(), scenario);
        let over = &scenario.sweep.unwrap().over;
        assert_eq!(
            (over[0].values().len(), over[0].values()[7].as_str()),
            (11, "0.85")
        );
        assert_eq!(over[1].values(), ["Easy", "External(command: [\"a, b\"])"]);
        assert_eq!(over[2].name, "parameters.slicing.classes.long");
    }

    #[test]
    fn what_is_wrong_is_one_sentence() {
        for (text, sentence) in [
            (
                "(over: [(load: Range(1, 0, 0.1))])",
                "`load`: Range(1, 0, 0.1) has no values: the step has to be above 0, and the end not below the beginning",
            ),
            ("(over: [(load: Range(0, 1, 0))])", "has no values"),
            ("(over: [(load: Range(0, 1))])", "three decimal numbers are"),
            (
                "(over: [(load: Range(0, 1, 0.0000001))])",
                "has 10000001 values; up to 100000 are allowed",
            ),
            ("(over: [(load: 3)])", "`load`: values are a list"),
            ("(over: [(load: [])])", "`load`: the list has no values"),
            (
                "(over: [(load: [1], depth: [2])])",
                "each entry of `over` has one parameter",
            ),
            (
                "(seeds: 0)",
                "0 seeds: a whole number from 1 to 1000000 is allowed",
            ),
            ("(seeds: 1.5)", "1.5 seeds"),
            (
                "(until: (metric: \"mean_wait\", half_width: 0, most: 9))",
                "0 is no share of a mean: 0.0001 to 1 is allowed",
            ),
            ("(cut: (warm_up: -1))", "-1 is not a time"),
        ] {
            let said = parse(&sweep(text), None).unwrap_err().sentence;
            assert!(said.contains(sentence), "{text}: {said}");
        }
    }
}
