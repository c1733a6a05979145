//! The warm-up of a log: how long the schedule is the log's own, and jobs do not count.

use std::str::FromStr;

use ron::value::RawValue;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::base::ron_text::read_ron;
use crate::scenario::edit::trimmed;
use crate::scenario::sweep::{Edge, parse_span};

/// Where the warm-up of a log ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum WarmUp {
    /// After a time from the first submission, or after the first jobs; 0 is no warm-up.
    Edge(Edge),
    /// When the first job of the log ends: from then on a table of what ended since some instant
    /// has all jobs.
    FirstEnd,
}

/// Its name in scenarios.
const FIRST_END: &str = "FirstEnd";

impl WarmUp {
    /// No warm-up.
    pub const NONE: Self = Self::Edge(Edge::Seconds(0.0));

    /// Whether there is none.
    pub fn is_none(self) -> bool {
        matches!(self, Self::Edge(Edge::Seconds(0.0) | Edge::Jobs(0)))
    }
}

impl Serialize for WarmUp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Edge(edge) => edge.serialize(serializer),
            Self::FirstEnd => serializer.serialize_unit_variant("WarmUp", 0, FIRST_END),
        }
    }
}

impl<'de> Deserialize<'de> for WarmUp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = trimmed(raw.get_ron());
        if text == FIRST_END {
            return Ok(Self::FirstEnd);
        }
        let edge = read_ron(text).map(Self::Edge);
        edge.map_err(|problem| D::Error::custom(problem.sentence))
    }
}

/// As on the command line: `7d`, `500 jobs`, `first-end`, `none`.
impl FromStr for WarmUp {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let jobs = text.strip_suffix("jobs").map(|count| count.trim().parse());
        match (text, jobs) {
            ("none", _) => Ok(Self::NONE),
            ("first-end", _) => Ok(Self::FirstEnd),
            (_, Some(Ok(count))) => Ok(Self::Edge(Edge::Jobs(count))),
            (_, Some(Err(_))) => Err(format!(
                "`{text}` is not a number of jobs: 0 to {} are allowed, as in \"500 jobs\"",
                u32::MAX
            )),
            (_, None) => parse_span(text)
                .map(|seconds| Self::Edge(Edge::Seconds(seconds)))
                .map_err(|sentence| {
                    format!(
                        "{sentence}; also none, first-end, and a number of jobs, as in \"500 jobs\""
                    )
                }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ron_text::write_ron;

    #[test]
    fn what_is_typed_and_what_scenarios_have_are_the_same() {
        for (typed, written, warm_up) in [
            ("7d", "604800.0", WarmUp::Edge(Edge::Seconds(604_800.0))),
            ("1.5 h", "\"1.5 h\"", WarmUp::Edge(Edge::Seconds(5_400.0))),
            ("500 jobs", "Jobs(500)", WarmUp::Edge(Edge::Jobs(500))),
            ("first-end", "FirstEnd", WarmUp::FirstEnd),
            ("none", "0", WarmUp::NONE),
        ] {
            assert_eq!(typed.parse(), Ok(warm_up));
            assert_eq!(read_ron::<WarmUp>(written).unwrap(), warm_up);
            let again = write_ron(&warm_up);
            assert_eq!(read_ron::<WarmUp>(&again).unwrap(), warm_up, "{again}");
        }
        let are_none = ["none", "0", "0 jobs", "1s"].map(|text| text.parse::<WarmUp>().unwrap());
        assert_eq!(are_none.map(WarmUp::is_none), [true, true, true, false]);
    }

    #[test]
    fn other_values_are_refused_with_what_is_allowed() {
        for (text, sentence) in [
            ("5y", "`5y` is not a span: a number and s, min, h, d or w"),
            ("-1d", "`-1d` is not a span"),
            ("", "`` is not a span"),
            (
                "-3 jobs",
                "`-3 jobs` is not a number of jobs: 0 to 4294967295",
            ),
            ("many jobs", "`many jobs` is not a number of jobs"),
        ] {
            let refused = text.parse::<WarmUp>().unwrap_err();
            assert!(refused.starts_with(sentence), "{refused}");
        }
        for text in ["-1", "\"5 y\"", "Jobs(-1)", "Last"] {
            assert!(read_ron::<WarmUp>(text).is_err(), "{text}");
        }
    }
}
