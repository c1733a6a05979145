//! Scenarios from and to text, with the position and the value of whatever is wrong.

use std::path::Path;

use super::edit::{trimmed, value_at};
use super::{Scenario, Workload, cluster};
use crate::base::problem::Problem;
use crate::base::ron_text::{options, read_ron, write_ron};

/// Parses a scenario. `file` is for messages only.
///
/// # Errors
/// The text is malformed or a value is not allowed, with line and column.
pub fn parse(text: &str, file: Option<&Path>) -> Result<Scenario, Problem> {
    if text.trim().is_empty() {
        return Err(with_file(
            file,
            Problem::input("the file is empty; a scenario needs at least `machine` and `workload`"),
        ));
    }
    let read = read_ron(text).and_then(|scenario: Scenario| {
        // Only now the machine is known.
        let refusal = Refusal::of(&scenario);
        let problem = refusal.and_then(|refusal| refusal.problem(text));
        problem.map_or(Ok(scenario), Err)
    });
    read.map_err(|problem| with_file(file, problem))
}

/// Part of a scenario that does not go with the machine.
struct Refusal {
    /// Its path, with points between the names.
    path: String,
    /// Whether it is one value; the others are reported where they end.
    is_value: bool,
    sentence: String,
}

impl Refusal {
    /// The first part of `scenario` that is to be refused: a job that is too wide for the machine,
    /// or a partition, a reservation or a job on shared nodes. Other errors of the machine are
    /// reported when the scenario is prepared.
    fn of(scenario: &Scenario) -> Option<Self> {
        let part = |path, sentence| Self {
            path,
            is_value: false,
            sentence,
        };
        let cluster = scenario.machine.nodes()?;
        if let (Some(nodes), Workload::Jobs(jobs)) = (cluster.count(), &scenario.workload)
            && let Some(index) = jobs.iter().position(|job| job.nodes > nodes)
        {
            let requested = jobs[index].nodes;
            return Some(Self {
                path: format!("workload.{index}.nodes"),
                is_value: true,
                sentence: format!("{requested} nodes: this machine allows 1 to {nodes}"),
            });
        }
        if !cluster.is_shared() {
            return None;
        }
        match cluster::Layout::new(cluster) {
            Ok(layout) => {
                let (index, why) = cluster::first_refused(&layout, &scenario.workload)?;
                Some(part(format!("workload.{index}"), why))
            }
            Err(wrong) => {
                let (list, index) = wrong.part?;
                Some(part(format!("machine.{list}.{index}"), wrong.sentence))
            }
        }
    }

    /// The problem at its position in `text`; `None` if it is not written there.
    fn problem(self, text: &str) -> Option<Problem> {
        let path: Vec<&str> = self.path.split('.').collect();
        let part = trimmed(value_at(text, &path)?);
        let start = part.as_ptr().addr() - text.as_ptr().addr();
        let end = if self.is_value {
            start
        } else {
            start + part.len() - 1
        };
        let before = &text[..end];
        let line = before.matches('\n').count() + 1;
        let column = before
            .chars()
            .rev()
            .take_while(|&letter| letter != '\n')
            .count()
            + 1;
        Some(Problem::input(self.sentence).at(line, column))
    }
}

fn with_file(file: Option<&Path>, problem: Problem) -> Problem {
    match file {
        Some(file) => problem.in_file(file),
        None => problem,
    }
}

/// Whether the scenario `text` has a field that there is not.
pub(super) fn has_unknown_field(text: &str) -> bool {
    let read: ron::error::SpannedResult<Scenario> = options().from_str(text);
    read.is_err_and(|error| matches!(error.code, ron::Error::NoSuchStructField { .. }))
}

/// Parses a scenario in JSON, as `serde` names its parts: `{"machine": {"Cluster": {"nodes": 4}}, …}`.
///
/// # Errors
/// The text is malformed or a value is not allowed.
pub fn from_json(text: &str) -> Result<Scenario, Problem> {
    let read = serde_json::from_str(text);
    let scenario: Scenario = read.map_err(|error: serde_json::Error| {
        // Nobody wrote the lines of what programs make.
        let words = error.to_string();
        let sentence = words
            .rsplit_once(" at line ")
            .map_or(&*words, |(said, _)| said);
        Problem::input(sentence.to_owned())
    })?;
    parse(&to_ron(&scenario), None).map_err(|problem| Problem::input(problem.sentence))
}

/// Writes a scenario as JSON that [`from_json`] reads back.
pub fn to_json(scenario: &Scenario) -> String {
    // Serialising plain data into a string cannot fail.
    serde_json::to_string(scenario).unwrap_or_default()
}

/// Writes a scenario as text that [`parse`] reads back.
pub fn to_ron(scenario: &Scenario) -> String {
    write_ron(scenario)
}
