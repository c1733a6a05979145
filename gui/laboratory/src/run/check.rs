//! Comparison of a run with what a scenario expects.

use std::fmt;
use std::sync::Arc;

use cosched_core::Time;

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::export::allocated;
use crate::load::check_policy;
use crate::metrics as summary;
use crate::record::{Experiment, Run};
use crate::run::{Choice, choices, simulate};
use crate::scenario::{Expectation, nanoseconds};

/// Largest deviation of keys: far above rounding, far below what decides.
const KEY_TOLERANCE: f64 = 1e-6;

/// A deviation from what was expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The run.
    pub run: String,
    /// Its subject: a job's start, a metric, the digest.
    pub subject: String,
    /// The expected value.
    pub expected: String,
    /// The value of the run.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            run,
            subject: what,
            expected,
            found,
        } = self;
        write!(f, "{run}: {what}: expected {expected}, found {found}")
    }
}

/// Runs the policy of `expectation` and returns every difference.
///
/// # Errors
/// The run itself failed, or the expectation does not fit the experiment.
pub fn compare(
    experiment: &Arc<Experiment>,
    expectation: &Expectation,
) -> Result<Vec<Difference>, Problem> {
    let found = compare_with_progress(experiment, expectation, &Progress::default())?;
    found.ok_or_else(|| Problem::output("the run was cancelled"))
}

/// As [`compare`], with progress; `None` if cancelled.
///
/// # Errors
/// Errors of [`compare`].
pub fn compare_with_progress(
    experiment: &Arc<Experiment>,
    expectation: &Expectation,
    progress: &Progress,
) -> Result<Option<Vec<Difference>>, Problem> {
    if *expectation == Expectation::of(expectation.policy, expectation.label.clone()) {
        return Err(Problem::input(format!(
            "`expect` says nothing of {}: completions, starts, nodes, metrics or a digest",
            expectation.policy.title()
        )));
    }
    check_policy(&experiment.scenario.machine, expectation.policy)?;
    let choice = choice(experiment, expectation)?;
    let Some(run) = simulate(experiment, &choice, true, progress)? else {
        return Ok(None);
    };
    let mut found = Vec::new();
    let mut differ = |what: String, expected: String, seen: String| {
        if expected != seen {
            found.push(Difference {
                run: run.label.clone(),
                subject: what,
                expected,
                found: seen,
            });
        }
    };
    // A time within the tolerance counts as the expected one. A time given to the nanosecond may be
    // a fraction rounded either way.
    let times = |expected: &f64, found: Time| {
        let expected = Time(nanoseconds(*expected));
        let tolerance = match expectation.tolerance {
            Some(tolerance) => nanoseconds(tolerance),
            None => u64::from(!expected.0.is_multiple_of(10)),
        };
        let found = if expected.0.abs_diff(found.0) <= tolerance {
            expected
        } else {
            found
        };
        (expected.to_string(), found.to_string())
    };
    if let Some(started) = &expectation.started {
        for (name, expected, job) in per_job(&run, "started", started)? {
            let (expected, found) = times(expected, run.outcomes[job].started);
            differ(name, expected, found);
        }
    }
    if let Some(completed) = &expectation.completed {
        for (name, expected, job) in per_job(&run, "completed", completed)? {
            let (expected, found) = times(expected, run.outcomes[job].completed);
            differ(name, expected, found);
        }
    }
    if let Some(nodes) = &expectation.nodes {
        let held = allocated(&run);
        for (name, expected, job) in per_job(&run, "nodes", nodes)? {
            differ(name, expected.clone(), held[job].clone());
        }
    }
    if let Some(sizes) = &expectation.sizes {
        for (name, expected, job) in per_job(&run, "sizes", sizes)? {
            let requested = run.experiment.jobs[job].nodes;
            let found = run.molds().map_or(requested, |record| record.sizes[job]);
            differ(name, expected.to_string(), found.to_string());
        }
    }
    if let Some(servers) = &expectation.servers {
        for (name, expected, job) in per_job(&run, "servers", servers)? {
            let placed = run.placements().and_then(|record| record.server_of[job]);
            let placed = placed.map_or_else(|| "none".to_owned(), |server| server.to_string());
            differ(name, expected.to_string(), placed);
        }
    }
    if let Some(keys) = &expectation.keys {
        for (name, expected, job) in per_job(&run, "keys", keys)? {
            let found = run.placements().map_or(&[][..], |record| &record.keys[job]);
            let close = |(a, b): (&f64, &f64)| (a - b).abs() <= KEY_TOLERANCE;
            let same = found.len() == expected.len() && found.iter().zip(expected).all(close);
            if !same {
                differ(name, format!("{expected:?}"), format!("{found:?}"));
            }
        }
    }
    if let Some(digest) = &expectation.digest {
        differ(
            "digest".to_owned(),
            digest.clone(),
            format!("{:016x}", run.digest),
        );
    }
    found.extend(metrics(&run, expectation)?);
    Ok(Some(found))
}

fn choice(experiment: &Experiment, expectation: &Expectation) -> Result<Choice, Problem> {
    let plain = Choice::plain(expectation.policy, &experiment.scenario.parameters);
    let Some(label) = &expectation.label else {
        return Ok(plain);
    };
    let choices = choices(&experiment.scenario);
    let named = choices
        .into_iter()
        .find(|choice| choice.policy == expectation.policy && choice.label == *label);
    named.ok_or_else(|| {
        Problem::input(format!(
            "`expect` names the variant `{label}` of {}, which the scenario does not have",
            expectation.policy.title()
        ))
    })
}

/// Each expected value with its name and its job, in the order of submission.
fn per_job<'e, T>(
    run: &Run,
    what: &'static str,
    values: &'e [T],
) -> Result<impl Iterator<Item = (String, &'e T, usize)>, Problem> {
    let jobs = run.experiment.jobs.len();
    if values.len() != jobs {
        return Err(Problem::input(format!(
            "`expect` has {} values in `{what}`; the workload has {jobs} jobs",
            values.len()
        )));
    }
    let numbers: Vec<u64> = run
        .experiment
        .labels
        .iter()
        .map(|label| label.number())
        .collect();
    let values = values.iter().enumerate();
    Ok(values.map(move |(job, value)| (format!("job {} {what}", numbers[job]), value, job)))
}

fn metrics(run: &Run, expectation: &Expectation) -> Result<Vec<Difference>, Problem> {
    let values = summary::values(run).values;
    let mut found = Vec::new();
    for metric in &expectation.metrics {
        let names = summary::all().iter().map(|known| known.name);
        let Some(index) = names.clone().position(|name| name == metric.name) else {
            let names: Vec<_> = names.collect();
            return Err(Problem::input(format!(
                "`expect` names the metric `{}`; there are {}",
                metric.name,
                names.join(", ")
            )));
        };
        // Whole numbers are meant exactly.
        let tolerance = metric.tolerance.unwrap_or(match metric.value.fract() {
            0.0 => 0.0,
            _ => 1e-9 * metric.value.abs(),
        });
        // An undefined metric may be expected to be 0, as an empty sum is.
        let value = values[index].unwrap_or_default();
        let within = (value - metric.value).abs() <= tolerance;
        if !within {
            found.push(Difference {
                run: run.label.clone(),
                subject: metric.name.clone(),
                expected: format!("{} within {tolerance}", metric.value),
                found: value.to_string(),
            });
        }
    }
    Ok(found)
}
