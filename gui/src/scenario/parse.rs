//! Scenarios from and to text, with the position and the value of whatever is wrong.

use std::path::Path;

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Cluster, Scenario, Workload, cluster, fields};
use crate::base::problem::Problem;

/// Syntax that may be left out: `Some( )`, and the inner parentheses of `Swf((path: …))`.
const EXTENSIONS: Extensions = Extensions::IMPLICIT_SOME.union(Extensions::UNWRAP_VARIANT_NEWTYPES);

/// Parses a scenario. `file` is for messages only.
///
/// # Errors
/// The text is malformed or a value is not allowed, with line and column.
pub fn parse(text: &str, file: Option<&Path>) -> Result<Scenario, Problem> {
    if text.trim().is_empty() {
        return Err(named(
            file,
            Problem::input("the file is empty; a scenario needs at least `machine` and `workload`"),
        ));
    }
    let scenario = read(text, u32::MAX).map_err(|problem| named(file, problem))?;
    // Only now the machine is known. Where a job is too wide for it, reading again under that limit
    // finds the position.
    let nodes = scenario.machine.nodes().and_then(Cluster::count);
    if let (Some(nodes), Workload::Jobs(jobs)) = (nodes, &scenario.workload)
        && jobs.iter().any(|job| job.nodes > nodes)
    {
        return read(text, nodes).map_err(|problem| named(file, problem));
    }
    // Likewise for errors of a partition, a reservation, or a job on shared nodes.
    if let Some(refusal) = refusal(&scenario) {
        let again = fields::with_refused(refusal, || read(text, u32::MAX));
        return again.map_err(|problem| named(file, problem));
    }
    Ok(scenario)
}

/// First partition, reservation or job that is wrong on the machine of `scenario`.
fn refusal(scenario: &Scenario) -> Option<(fields::Part, usize, String)> {
    let cluster = scenario.machine.nodes().filter(|one| one.is_shared())?;
    match cluster::Layout::new(cluster) {
        Ok(layout) => {
            let (place, why) = cluster::refused(&layout, &scenario.workload)?;
            Some((fields::Part::Job, place, why))
        }
        // Other errors are reported when the scenario is prepared.
        Err(wrong) => {
            let (part, place) = wrong.part?;
            Some((part, place, wrong.sentence))
        }
    }
}

fn named(file: Option<&Path>, problem: Problem) -> Problem {
    match file {
        Some(file) => problem.in_file(file),
        None => problem,
    }
}

fn read(text: &str, widest: u32) -> Result<Scenario, Problem> {
    fields::with_widest(widest, || read_ron(text))
}

/// Syntax of scenarios.
pub(super) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(EXTENSIONS)
}

/// Whether `problem` is an unknown field.
pub(crate) fn is_of_unknown_field(problem: &Problem) -> bool {
    problem.sentence.starts_with("Unexpected field named")
}

/// Parses any value in the syntax of scenarios.
///
/// # Errors
/// The text is malformed or a value is not allowed, with line and column.
pub(crate) fn read_ron<T: DeserializeOwned>(text: &str) -> Result<T, Problem> {
    options().from_str(text).map_err(|error| {
        let start = error.span.start;
        let mut sentence = error.code.to_string();
        match token(text, start.line, start.col) {
            // Messages of our own have the value.
            _ if matches!(error.code, ron::Error::Message(_)) => {}
            Some(seen) if sentence.contains(&seen) => {}
            Some(seen) => sentence += &format!(", at `{seen}`"),
            None => sentence += ", at the end of the file",
        }
        Problem::input(sentence).at(start.line, start.col)
    })
}

/// Word, number or character at a position or next after it.
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

/// Writes a scenario as text that [`parse`] reads back.
pub fn to_ron(scenario: &Scenario) -> String {
    write_ron(scenario)
}

/// Writes any value as text that [`read_ron`] reads back.
pub(crate) fn write_ron<T: Serialize>(value: &T) -> String {
    let config = PrettyConfig::new()
        .extensions(Extensions::empty())
        .depth_limit(4);
    // Serialising plain data into a string cannot fail.
    let text = options().to_string_pretty(value, config);
    text.unwrap_or_default()
}
