//! Jobs at the beginning and at the end of a run that do not count.

use ron::value::RawValue;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::ron_text::read_ron;
use crate::scenario::edit::trimmed;
use crate::scenario::fields;

/// Jobs that run, but do not count: while the machine fills, and while it runs empty.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// Time from the first submission, or number of the first jobs.
    #[serde(default)]
    pub warm_up: Edge,
    /// Time until the last submission, or number of the last jobs.
    #[serde(default)]
    pub cool_down: Edge,
}

/// Length of what is cut.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Edge {
    /// Time, in seconds.
    Seconds(f64),
    /// Number of jobs, in order of submission.
    Jobs(u32),
}

impl Default for Edge {
    fn default() -> Self {
        Self::Seconds(0.0)
    }
}

impl Serialize for Edge {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Seconds(seconds) => seconds.serialize(serializer),
            Self::Jobs(jobs) => serializer.serialize_newtype_variant("Edge", 1, "Jobs", jobs),
        }
    }
}

impl<'de> Deserialize<'de> for Edge {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(transparent)]
        struct Seconds(#[serde(deserialize_with = "fields::seconds")] f64);
        #[derive(Deserialize)]
        enum Count {
            Jobs(#[serde(deserialize_with = "fields::whole_or_none")] u32),
        }
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = trimmed(raw.get_ron());
        let read = match text.as_bytes().first() {
            Some(b'"') => read_ron::<String>(text).map(|span| parse_span(&span).map(Self::Seconds)),
            Some(b'J') => read_ron(text).map(|Count::Jobs(jobs)| Ok(Self::Jobs(jobs))),
            _ => read_ron(text).map(|Seconds(seconds)| Ok(Self::Seconds(seconds))),
        };
        match read {
            Ok(edge) => edge.map_err(D::Error::custom),
            Err(problem) => Err(D::Error::custom(problem.sentence)),
        }
    }
}

/// Parses a span like `5 d` or `12 h` into seconds.
pub fn parse_span(span: &str) -> Result<f64, String> {
    let text = span.trim();
    let end = text.find(char::is_alphabetic).unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let factor = match unit {
        "s" | "" => 1.0,
        "min" | "m" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        "w" => 604_800.0,
        _ => f64::NAN,
    };
    let seconds = number
        .trim()
        .parse()
        .map_or(f64::NAN, |number: f64| number * factor);
    if fields::TIMES.contains(&seconds) {
        Ok(seconds)
    } else {
        Err(format!(
            "`{span}` is not a span: a number and s, min, h, d or w are allowed, as in \"5 d\""
        ))
    }
}
