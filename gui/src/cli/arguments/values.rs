//! Values on the command line that are more than words and numbers.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, RangedI64ValueParser, TypedValueParser};
use cosched_core::Time;
use cosched_core::workload::jann::Sizes;

use laboratory::base::span;
use laboratory::scenario::policy::external::External;
use laboratory::scenario::queue::Predictor;
use laboratory::scenario::{LOADS, MOST_DRAWN, MOST_JOBS, MOST_NODES, NamedOrder, PolicyName};
use papers::MOST_WORKLOADS;

/// Returns the orders that a queue can have, for the help text.
pub(in crate::cli) fn orders() -> String {
    let names = NamedOrder::ALL.map(|one| one.kebab).join(", ");
    format!(
        "The order of the queue: {names}, or a formula, as in \
         '(wait / estimate)^3 * nodes', of which the greatest value is first"
    )
}

/// Parser of a number of jobs of which none is kept.
pub(in crate::cli) fn jobs_to_draw() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MOST_DRAWN))
}

/// A mark with a text: its first and last instant, equal for an instant.
#[derive(Clone, Debug)]
pub(in crate::cli) struct JobsToMark {
    pub(in crate::cli) span: [Time; 2],
    pub(in crate::cli) text: String,
}

/// Parses a note of an instant or a span.
pub(in crate::cli) fn note(text: &str) -> Result<JobsToMark, String> {
    let wrong = || {
        "an instant or a span and a text are allowed, as in `90m=outage` or `2d..3d=the course`"
            .to_owned()
    };
    let (when, text) = text.split_once('=').ok_or_else(wrong)?;
    let (from, until) = when.split_once("..").unwrap_or((when, when));
    let [from, until] = [from, until].map(|at| span::instant(at.trim()));
    match (from, until, text.trim()) {
        (Some(from), Some(until), text) if from <= until && !text.is_empty() => Ok(JobsToMark {
            span: [from, until],
            text: text.to_owned(),
        }),
        _ => Err(wrong()),
    }
}

pub(in crate::cli) fn load(text: &str) -> Result<f64, String> {
    let load = text.parse().ok().filter(|load| LOADS.contains(load));
    load.ok_or_else(|| format!("{} to {} is allowed", LOADS.start(), LOADS.end()))
}

/// Parses a pace, in seconds of a log for each second.
pub(in crate::cli) fn pace(text: &str) -> Result<f64, String> {
    let pace = text.parse().ok();
    let pace = pace.filter(|pace| (0.0..=1e6).contains(pace));
    pace.ok_or_else(|| "0 to 1000000 is allowed".to_owned())
}

/// Parses a span of at least a hundredth of a second, in seconds.
pub(in crate::cli) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok();
    let seconds = seconds.filter(|seconds| (0.01..=1e7).contains(seconds));
    seconds.ok_or_else(|| "0.01 to 10000000 seconds are allowed".to_owned())
}

/// Parses a program and its arguments, as on a shell's line.
pub(in crate::cli) fn external(text: &str) -> Result<PolicyName, String> {
    let words = shlex::split(text).ok_or("a quotation mark or a backslash has nothing after it")?;
    External::new(words, None, true).map(PolicyName::External)
}

/// Parses what backfilling plans by.
pub(in crate::cli) fn predictor(text: &str) -> Result<Predictor, String> {
    match text {
        "estimate" => Ok(Predictor::Estimate),
        "last-two" => Ok(Predictor::LastTwo),
        _ => Err("estimate and last-two are allowed".to_owned()),
    }
}

/// Parses the name of a parameter and its value.
pub(in crate::cli) fn setting(text: &str) -> Result<(String, f64), String> {
    let (name, value) = text.split_once('=').ok_or("`NAME=VALUE` is wanted")?;
    let value = value
        .parse()
        .map_err(|_| format!("`{value}` is not a number"))?;
    Ok((name.to_owned(), value))
}

/// Parser of a policy.
pub(in crate::cli) fn policy() -> impl TypedValueParser<Value = PolicyName> {
    one_of(PolicyName::all().collect())
}

/// Parser of a policy that gives processors to commands.
#[cfg(unix)]
pub(in crate::cli) fn live_policy() -> impl TypedValueParser<Value = PolicyName> {
    one_of(PolicyName::queues().collect())
}

fn one_of(policies: Vec<PolicyName>) -> impl TypedValueParser<Value = PolicyName> {
    let values = policies
        .iter()
        .map(|policy| PossibleValue::new(policy.kebab()).help(policy.summary()));
    PossibleValuesParser::new(values).try_map(move |name| {
        let found = policies.iter().find(|policy| policy.kebab() == name);
        found.copied().ok_or("there is no such policy")
    })
}

/// Distribution of job sizes within their class, by its name on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::cli) struct SizesName(pub(in crate::cli) Sizes);

impl SizesName {
    /// Name on the command line.
    pub(in crate::cli) const fn text(self) -> &'static str {
        match self.0 {
            Sizes::Uniform => "uniform",
            Sizes::UpperBound => "upper-bound",
            Sizes::Empirical => "empirical",
        }
    }
}

impl ValueEnum for SizesName {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [SizesName; 3] = [
            SizesName(Sizes::Uniform),
            SizesName(Sizes::UpperBound),
            SizesName(Sizes::Empirical),
        ];
        &ALL
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        Some(
            clap::builder::PossibleValue::new(self.text()).help(match self.0 {
                Sizes::Uniform => "Every size of the class, equally likely",
                Sizes::UpperBound => "The greatest size of the class",
                Sizes::Empirical => "The most frequent sizes of the log, equally likely",
            }),
        )
    }
}

pub(in crate::cli) fn nodes() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MOST_NODES))
}

pub(in crate::cli) fn workloads() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MOST_WORKLOADS))
}

pub(in crate::cli) fn jobs() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(1..=i64::from(MOST_JOBS))
}

/// Width and height in millimetres.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::cli) struct Millimetres(pub(in crate::cli) [f64; 2]);

/// The size of letters in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::cli) struct Points(pub(in crate::cli) f64);

/// Parses a size such as `85x60mm`.
pub(in crate::cli) fn millimetres(text: &str) -> Result<Millimetres, String> {
    let side = |side: &str| {
        side.parse()
            .ok()
            .filter(|side| (20.0..=1000.0).contains(side))
    };
    let sides = text.strip_suffix("mm").unwrap_or(text).split_once('x');
    let sides = sides.and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides
        .map(Millimetres)
        .ok_or_else(|| "two numbers from 20 to 1000 are allowed, as in 85x60mm".to_owned())
}

/// Parses a size such as `8pt`.
pub(in crate::cli) fn points(text: &str) -> Result<Points, String> {
    let size = text.strip_suffix("pt").unwrap_or(text).parse().ok();
    size.filter(|size| (4.0..=40.0).contains(size))
        .map(Points)
        .ok_or_else(|| "a number from 4 to 40 is allowed, as in 8pt".to_owned())
}
