//! Answers of another program, and the reasons in its own words.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

/// Decisions at an instant.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Answer {
    /// Jobs that start, in this sequence.
    pub(super) start: Vec<Start>,
    /// Reasons of waiting jobs.
    pub(super) hold: Vec<Hold>,
    /// When the program is to be asked again in any case, in seconds.
    pub(super) wake: Option<f64>,
}

impl Answer {
    /// Parses a line.
    ///
    /// # Errors
    /// It is invalid, with the position.
    pub(super) fn read(line: &str) -> Result<Self, String> {
        let seen: String = line.trim_end().chars().take(80).collect();
        if !line.trim_start().starts_with('{') {
            return Err(format!(
                "its answer `{seen}` is not understood: an answer is one line in braces, {{\"start\":[…]}}"
            ));
        }
        serde_json::from_str(line)
            .map_err(|error| format!("its answer `{seen}` is not understood: {error}"))
    }
}

/// A job that starts: its number alone, or with more.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) job: u64,
    /// The reason, put behind "started".
    pub(super) why: Option<String>,
    /// The values of each `{}` in the reason.
    pub(super) values: Vec<Value>,
    /// The first job ahead of it that still waits.
    pub(super) passed: Option<u64>,
}

/// A job that waits, with the reason, put behind "waits".
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hold {
    pub(super) job: u64,
    pub(super) why: String,
    /// The values of each `{}` in the reason.
    #[serde(default)]
    pub(super) values: Vec<Value>,
}

/// A number with its unit, in a reason.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Value {
    Number(u64),
    Nodes(u32),
    /// The number of a job in answers.
    Job(u64),
    /// An instant, in seconds from the beginning.
    Time(f64),
    /// A length of time, in seconds.
    Duration(f64),
}

impl<'de> Deserialize<'de> for Start {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Starts;
        impl<'de> Visitor<'de> for Starts {
            type Value = Start;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the number of a job, or {\"job\": …, \"why\": …, \"passed\": …}")
            }

            fn visit_u64<E: Error>(self, job: u64) -> Result<Start, E> {
                Ok(Start {
                    job,
                    why: None,
                    values: Vec::new(),
                    passed: None,
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Start, A::Error> {
                #[derive(Deserialize)]
                #[serde(deny_unknown_fields)]
                struct StartFields {
                    job: u64,
                    why: Option<String>,
                    #[serde(default)]
                    values: Vec<Value>,
                    passed: Option<u64>,
                }
                let fields = StartFields::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Start {
                    job: fields.job,
                    why: fields.why,
                    values: fields.values,
                    passed: fields.passed,
                })
            }
        }
        deserializer.deserialize_any(Starts)
    }
}
