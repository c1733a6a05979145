//! Checks of a scenario's fields: each refuses other values with a sentence on what is allowed.

pub(crate) mod names;
mod ranges;

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::Error;
use serde::{Deserialize, Deserializer};

pub use ranges::*;

/// Converts seconds to whole nanoseconds, exactly for whole seconds; `u64::MAX` beyond 584 years.
pub fn nanoseconds(seconds: f64) -> u64 {
    let whole = seconds.trunc();
    let part = ((seconds - whole) * 1e9).round() as u64;
    (whole as u64)
        .saturating_mul(1_000_000_000)
        .saturating_add(part)
}

/// Number as shown in sentences: one with very many digits in scientific notation.
pub(crate) struct Seen(pub(crate) f64);

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value) = *self;
        if value == 0.0 || !value.is_finite() || (1e-6..1e16).contains(&value.abs()) {
            write!(f, "{value}")
        } else {
            write!(f, "{value:e}")
        }
    }
}

/// Time of 0 or more.
pub(super) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    time(f64::deserialize(deserializer)?)
}

fn time<E: Error>(value: f64) -> Result<f64, E> {
    if TIMES.contains(&value) {
        return Ok(value);
    }
    Err(E::custom(format_args!(
        "{} is not a time: 0 to {LONGEST} seconds are allowed",
        Seen(value)
    )))
}

/// Time of at least a nanosecond.
pub(super) fn positive_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    positive(f64::deserialize(deserializer)?)
}

fn positive<E: Error>(value: f64) -> Result<f64, E> {
    if SPANS.contains(&value) {
        return Ok(value);
    }
    Err(E::custom(format_args!(
        "{} is not a span of time: more than 0 and up to {LONGEST} seconds are allowed",
        Seen(value)
    )))
}

/// Number of jobs that are kept.
pub(super) fn jobs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_JOBS)
}

pub(super) fn named_whole<E: Error>(value: f64, most: u32) -> Result<u32, E> {
    whole(value, most).ok_or_else(|| {
        E::custom(format_args!(
            "{} is not allowed: a whole number from 1 to {most} is",
            Seen(value)
        ))
    })
}

/// `value` if it is whole and from 1 to `most`. Numbers are read as floats so
/// that -1 and 1.5 get this sentence, not one about a missing comma.
pub(super) fn whole(value: f64, most: u32) -> Option<u32> {
    let fits = value.fract() == 0.0 && (1.0..=f64::from(most)).contains(&value);
    fits.then_some(value as u32)
}

/// Whole number from 0 on.
pub(super) fn whole_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match f64::deserialize(deserializer)? {
        0.0 => Ok(0),
        value => whole(value, u32::MAX).ok_or_else(|| {
            D::Error::custom(format_args!(
                "{} is not allowed: a whole number from 0 to {} is",
                Seen(value),
                u32::MAX
            ))
        }),
    }
}

/// Whole number from 1 on.
pub(super) fn at_least_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, u32::MAX)
}

/// Largest number of a job: up to it, whole numbers are exact as floats.
const MOST_JOB_NUMBER: f64 = 9_007_199_254_740_992.0;

/// Optional number of a job.
pub(super) fn optional_job_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u64>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value.map(job_number).transpose()
}

/// Numbers of jobs.
pub(super) fn job_numbers<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<u64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Number(#[serde(deserialize_with = "one")] u64);

    fn one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        job_number(f64::deserialize(deserializer)?)
    }
    let numbers = Vec::<Number>::deserialize(deserializer)?;
    Ok(numbers.into_iter().map(|Number(number)| number).collect())
}

fn job_number<E: Error>(value: f64) -> Result<u64, E> {
    if value.fract() == 0.0 && (0.0..=MOST_JOB_NUMBER).contains(&value) {
        return Ok(value as u64);
    }
    Err(E::custom(format_args!(
        "{} is not the number of a job: a whole number from 0 to {MOST_JOB_NUMBER} is allowed",
        Seen(value)
    )))
}

/// `value` if it is in the range, which the error has otherwise; `what` describes the value in it.
pub(super) fn within<E: Error>(
    value: f64,
    allowed: &RangeInclusive<f64>,
    what: &str,
) -> Result<f64, E> {
    if allowed.contains(&value) {
        return Ok(value);
    }
    let (least, most) = (allowed.start(), allowed.end());
    Err(E::custom(format_args!(
        "{} is not {what}: {least} to {most} is allowed",
        Seen(value)
    )))
}

/// Source of estimates, with factors from 1.
pub(super) fn estimates<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<super::Estimates, D::Error> {
    let value = super::Estimates::deserialize(deserializer)?;
    if let super::Estimates::Times(factor) | super::Estimates::UpTo(factor) = value {
        within(factor, &ESTIMATE_FACTORS, "a factor for estimates")?;
    }
    Ok(value)
}

/// Optional list of expected times.
pub(super) fn optional_times<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<f64>>, D::Error> {
    let times = Option::<Vec<Seconds>>::deserialize(deserializer)?;
    Ok(times.map(|times| times.into_iter().map(|Seconds(time)| time).collect()))
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Seconds(#[serde(deserialize_with = "seconds")] f64);

/// Optional keys of servers, each a finite number.
pub(super) fn optional_keys<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<Vec<f64>>>, D::Error> {
    let jobs = Option::<Vec<Vec<Finite>>>::deserialize(deserializer)?;
    let numbers = |keys: Vec<Finite>| keys.into_iter().map(|Finite(key)| key).collect();
    Ok(jobs.map(|jobs| jobs.into_iter().map(numbers).collect()))
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Finite(#[serde(deserialize_with = "finite")] f64);

/// Finite number, which can be compared with.
pub(super) fn finite<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if value.is_finite() {
        return Ok(value);
    }
    Err(D::Error::custom(format_args!(
        "{} is not a number to compare with",
        Seen(value)
    )))
}

/// Optional tolerance of a number.
pub(super) fn optional_tolerance<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(value) if !(0.0..f64::INFINITY).contains(&value) => {
            Err(D::Error::custom(format_args!(
                "{} is not a tolerance: a number from 0 on is allowed",
                Seen(value)
            )))
        }
        value => Ok(value),
    }
}

/// Longest label, in bytes: results are in a folder of that name.
const LONGEST_LABEL: usize = 200;

/// Optional name in one line.
pub(super) fn optional_label<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    let label = Option::<String>::deserialize(deserializer)?;
    match label.as_deref().map(check_label) {
        Some(Err(sentence)) => Err(D::Error::custom(sentence)),
        _ => Ok(label),
    }
}

/// Checks that `label` is a name in one line.
///
/// # Errors
/// It is not; a sentence says why.
pub(super) fn check_label(label: &str) -> Result<(), String> {
    if label.trim().is_empty() || label.contains(char::is_control) {
        return Err(format!(
            "{label:?} is not a label: a name in one line is allowed"
        ));
    }
    if label.len() > LONGEST_LABEL {
        return Err(format!(
            "a label of {} bytes is too long: it names a folder, and {LONGEST_LABEL} are allowed",
            label.len()
        ));
    }
    Ok(())
}
