//! Scenarios from and to text, with the place and the value of whatever is wrong.

use std::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::Path;

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{Scenario, Workload};
use crate::problem::Problem;

/// What the text may leave out: `Some( )`, and the inner parentheses of
/// `Swf((path: …))`.
const EXTENSIONS: Extensions = Extensions::IMPLICIT_SOME.union(Extensions::UNWRAP_VARIANT_NEWTYPES);

/// The longest time a scenario may give, in seconds: with it, nanoseconds stay
/// exact.
pub const LONGEST: f64 = 9e9;

/// The largest machine: what it takes to simulate it still fits into memory.
pub const MOST_NODES: u32 = 1 << 24;

/// The most jobs that a model may draw.
pub const MOST_JOBS: u32 = 50_000_000;

/// The most threads of a group.
pub(super) const MOST_THREADS: u32 = 1_000_000;

/// The most servers of a machine.
pub(super) const MOST_SERVERS: u32 = 1 << 16;

/// The most cores of a server.
const MOST_CORES: u32 = 1 << 20;

/// The most bandwidth, in GB/s.
pub(super) const MOST_BANDWIDTH: f64 = 1e6;

/// The least share of time that a thread is busy.
pub const LEAST_UTILISATION: f64 = 1e-3;

/// The loads that interarrival times can be scaled to.
pub const LOADS: RangeInclusive<f64> = 0.001..=1000.0;

thread_local! {
    /// The widest job allowed while reading; see [`parse`].
    static WIDEST: Cell<u32> = const { Cell::new(u32::MAX) };
}

/// Reads a scenario. `file` is for messages only.
///
/// # Errors
/// What is wrong, with line and column.
pub fn parse(text: &str, file: Option<&Path>) -> Result<Scenario, Problem> {
    if text.trim().is_empty() {
        return Err(named(
            file,
            Problem::input("the file is empty; a scenario needs at least `machine` and `workload`"),
        ));
    }
    let scenario = read(text, u32::MAX).map_err(|problem| named(file, problem))?;
    // Only now the machine is known. Where a job is too wide for it, reading
    // again under that limit finds the place.
    let nodes = scenario.machine.nodes().and_then(|cluster| cluster.nodes);
    if let (Some(nodes), Workload::Jobs(jobs)) = (nodes, &scenario.workload)
        && jobs.iter().any(|job| job.nodes > nodes)
    {
        return read(text, nodes).map_err(|problem| named(file, problem));
    }
    Ok(scenario)
}

fn named(file: Option<&Path>, problem: Problem) -> Problem {
    match file {
        Some(file) => problem.in_file(file),
        None => problem,
    }
}

fn read(text: &str, widest: u32) -> Result<Scenario, Problem> {
    let options = ron::Options::default().with_default_extension(EXTENSIONS);
    WIDEST.set(widest);
    let scenario = options.from_str(text);
    WIDEST.set(u32::MAX);
    scenario.map_err(|error| {
        let start = error.span.start;
        let mut sentence = error.code.to_string();
        match token(text, start.line, start.col) {
            // Our own sentences say what was seen.
            _ if matches!(error.code, ron::Error::Message(_)) => {}
            Some(seen) if sentence.contains(&seen) => {}
            Some(seen) => sentence += &format!(", at `{seen}`"),
            None => sentence += ", at the end of the file",
        }
        Problem::input(sentence).at(start.line, start.col)
    })
}

/// The word, the number or the sign at a place or next after it.
fn token(text: &str, line: usize, column: usize) -> Option<String> {
    let lines = text.lines().skip(line.checked_sub(1)?);
    let rest: String = lines.flat_map(|line| line.chars().chain(['\n'])).collect();
    let rest = rest.chars().skip(column.checked_sub(1)?);
    let mut rest = rest.skip_while(|c| c.is_whitespace()).peekable();
    let part = |c: &char| c.is_alphanumeric() || "_.-+\"".contains(*c);
    let sign = rest.peek().copied()?;
    let word: String = rest.take_while(part).collect();
    Some(if word.is_empty() { sign.into() } else { word })
}

/// A scenario as text that [`parse`] reads back.
pub fn to_ron(scenario: &Scenario) -> String {
    let config = PrettyConfig::new()
        .extensions(Extensions::empty())
        .depth_limit(4);
    // Serialising plain data into a string cannot fail.
    let text = ron::Options::default()
        .with_default_extension(EXTENSIONS)
        .to_string_pretty(scenario, config);
    text.unwrap_or_default()
}

/// Seconds as whole nanoseconds, exact for whole seconds.
pub fn nanoseconds(seconds: f64) -> u64 {
    let whole = seconds.trunc();
    whole as u64 * 1_000_000_000 + ((seconds - whole) * 1e9).round() as u64
}

/// A number as sentences show it: one with very many digits with an exponent.
pub(super) struct Seen(pub(super) f64);

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(value) = *self;
        match value == 0.0 || !value.is_finite() || (1e-6..1e16).contains(&value.abs()) {
            true => write!(f, "{value}"),
            false => write!(f, "{value:e}"),
        }
    }
}

/// A time of 0 or more.
pub(super) fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if (0.0..=LONGEST).contains(&value) {
        return Ok(value);
    }
    Err(D::Error::custom(format_args!(
        "{} is not a time: 0 to {LONGEST} seconds are allowed",
        Seen(value)
    )))
}

/// A time of at least a nanosecond.
pub(super) fn positive_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    positive(f64::deserialize(deserializer)?)
}

fn positive<E: Error>(value: f64) -> Result<f64, E> {
    if (1e-9..=LONGEST).contains(&value) {
        return Ok(value);
    }
    Err(E::custom(format_args!(
        "{} is not a span of time: more than 0 and up to {LONGEST} seconds are allowed",
        Seen(value)
    )))
}

/// The same, or nothing.
pub(super) fn optional_seconds<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(value) => positive(value).map(Some),
        None => Ok(None),
    }
}

/// A number of nodes that a job may ask for.
pub(super) fn width<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let (value, widest) = (f64::deserialize(deserializer)?, WIDEST.get());
    whole(value, widest).ok_or_else(|| {
        D::Error::custom(match widest {
            u32::MAX => format!(
                "{} nodes: a job needs a whole number from 1 on",
                Seen(value)
            ),
            machine => format!("{} nodes: this machine allows 1 to {machine}", Seen(value)),
        })
    })
}

/// The most memory of a node, in MiB.
const MOST_MEMORY: f64 = 4.0 * 1024.0 * 1024.0 - 1.0;

/// Memory in MiB, or nothing.
pub(super) fn optional_memory<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(value) if !(0.0..=MOST_MEMORY).contains(&value) => {
            Err(D::Error::custom(format_args!(
                "{} is no amount of memory: 0 to {MOST_MEMORY} MiB are allowed",
                Seen(value)
            )))
        }
        value => Ok(value),
    }
}

/// MiB a second, or nothing.
pub(super) fn optional_transfer_rate<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(value) if !(0.0..=MOST_MEMORY).contains(&value) => {
            Err(D::Error::custom(format_args!(
                "{} is no transfer rate: 0 to {MOST_MEMORY} MiB a second are allowed",
                Seen(value)
            )))
        }
        value => Ok(value),
    }
}

/// How many nodes a machine has, or nothing.
pub(super) fn machine<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    optional_whole(deserializer, MOST_NODES)
}

/// How many jobs a model draws.
pub(super) fn jobs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_JOBS)
}

/// A whole number from 1 on, or nothing.
pub(super) fn optional_at_least_one<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    optional_whole(deserializer, u32::MAX)
}

fn optional_whole<'de, D: Deserializer<'de>>(
    deserializer: D,
    most: u32,
) -> Result<Option<u32>, D::Error> {
    let value = Option::<f64>::deserialize(deserializer)?;
    value.map(|value| named_whole(value, most)).transpose()
}

fn named_whole<E: Error>(value: f64, most: u32) -> Result<u32, E> {
    whole(value, most).ok_or_else(|| {
        E::custom(format_args!(
            "{} is not allowed: a whole number from 1 to {most} is",
            Seen(value)
        ))
    })
}

/// `value` if it is whole and from 1 to `most`. Numbers are read as floats so
/// that -1 and 1.5 get this sentence, not one about a missing comma.
fn whole(value: f64, most: u32) -> Option<u32> {
    let fits = value.fract() == 0.0 && (1.0..=f64::from(most)).contains(&value);
    fits.then_some(value as u32)
}

/// A whole number from 1 on.
pub(super) fn at_least_one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, u32::MAX)
}

/// The number of a job. Up to it, whole numbers are exact as floats.
const MOST_JOB_NUMBER: f64 = 9_007_199_254_740_992.0;

/// The number of a job, or nothing.
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

/// Servers by their places.
pub(super) fn server_places<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<u32>, D::Error> {
    #[derive(Deserialize)]
    #[serde(transparent)]
    struct Place(#[serde(deserialize_with = "one")] u32);

    fn one<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        let value = f64::deserialize(deserializer)?;
        let place = whole(value + 1.0, MOST_SERVERS).map(|number| number - 1);
        place.ok_or_else(|| {
            D::Error::custom(format_args!(
                "{} is not a server: a whole number from 0 to {} is allowed",
                Seen(value),
                MOST_SERVERS - 1
            ))
        })
    }
    let places = Vec::<Place>::deserialize(deserializer)?;
    Ok(places.into_iter().map(|Place(place)| place).collect())
}

/// How many threads a task has.
pub(super) fn threads<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_THREADS)
}

/// How many servers of a kind there are.
pub(super) fn servers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_SERVERS)
}

/// How many cores a server has.
pub(super) fn cores<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    named_whole(f64::deserialize(deserializer)?, MOST_CORES)
}

/// A number from a range, called `what` in the sentence that refuses another.
fn within<'de, D: Deserializer<'de>>(
    deserializer: D,
    allowed: RangeInclusive<f64>,
    what: &str,
) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if allowed.contains(&value) {
        return Ok(value);
    }
    let (least, most) = allowed.into_inner();
    Err(D::Error::custom(format_args!(
        "{} is not {what}: {least} to {most} is allowed",
        Seen(value)
    )))
}

/// Bandwidth of a server, in GB/s.
pub(super) fn server_bandwidth<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<f64, D::Error> {
    within(
        deserializer,
        1e-3..=MOST_BANDWIDTH,
        "a server's bandwidth in GB/s",
    )
}

/// Bandwidth that a thread asks for, in GB/s.
pub(super) fn bandwidth<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    within(deserializer, 0.0..=MOST_BANDWIDTH, "a bandwidth in GB/s")
}

/// A share of time.
pub(super) fn utilisation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    within(deserializer, LEAST_UTILISATION..=1.0, "a utilisation")
}

/// How far utilisations are off.
pub(super) fn deviation<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    within(deserializer, 0.0..=0.999, "a deviation")
}

/// A latency as a multiple of another.
pub(super) fn latency<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    within(deserializer, 1.0..=1e3, "a ratio of latencies")
}

/// A load above 0, or nothing.
pub(super) fn optional_load<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<f64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        Some(load) if !LOADS.contains(&load) => Err(D::Error::custom(format_args!(
            "{} is not a load: {} to {} is allowed",
            Seen(load),
            LOADS.start(),
            LOADS.end()
        ))),
        load => Ok(load),
    }
}

/// How estimates come about, with factors from 1.
pub(super) fn estimates<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<super::Estimates, D::Error> {
    let value = super::Estimates::deserialize(deserializer)?;
    match value {
        super::Estimates::Times(factor) | super::Estimates::UpTo(factor)
            if !(1.0..=1e6).contains(&factor) =>
        {
            Err(D::Error::custom(format_args!(
                "{} is not a factor for estimates: 1 to 1000000 is allowed",
                Seen(factor)
            )))
        }
        value => Ok(value),
    }
}

/// Expected times, or nothing.
pub(super) fn optional_times<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Vec<f64>>, D::Error> {
    let times = Option::<Vec<Seconds>>::deserialize(deserializer)?;
    Ok(times.map(|times| times.into_iter().map(|Seconds(time)| time).collect()))
}

#[derive(Deserialize)]
#[serde(transparent)]
struct Seconds(#[serde(deserialize_with = "seconds")] f64);

/// A number that can be compared with.
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

/// How far off a number may be, or nothing.
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

/// A name in one line, or nothing.
pub(super) fn optional_label<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    match Option::<String>::deserialize(deserializer)? {
        Some(label) if label.trim().is_empty() || label.contains(char::is_control) => {
            Err(D::Error::custom(format_args!(
                "{label:?} is not a label: a name in one line is allowed"
            )))
        }
        label => Ok(label),
    }
}
