//! Objects of WfFormat as far as they are read; everything else in them is ignored.

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::base::problem::Problem;

use super::super::value::one_line;

/// Unparsed value, whose position is known.
pub(super) type Raw<'t> = Option<&'t RawValue>;

#[derive(Deserialize)]
#[serde(
    rename_all = "camelCase",
    expecting = "WfFormat: an object with a `workflow`"
)]
pub(super) struct File<'t> {
    #[serde(borrow)]
    pub(super) schema_version: Raw<'t>,
    #[serde(borrow)]
    pub(super) workflow: Option<Workflow<'t>>,
}

#[derive(Deserialize)]
#[serde(expecting = "a workflow: an object with a `specification` or `tasks`")]
pub(super) struct Workflow<'t> {
    #[serde(borrow)]
    pub(super) specification: Option<Part<'t>>,
    #[serde(borrow)]
    pub(super) execution: Option<Part<'t>>,
    #[serde(borrow)]
    pub(super) tasks: Option<Vec<Entry<'t>>>,
    #[serde(borrow)]
    pub(super) jobs: Option<Vec<Entry<'t>>>,
}

#[derive(Deserialize)]
#[serde(expecting = "an object with `tasks`")]
pub(super) struct Part<'t> {
    #[serde(borrow)]
    pub(super) tasks: Option<Vec<Entry<'t>>>,
}

/// Task in any of the lists.
#[derive(Deserialize)]
#[serde(
    rename_all = "camelCase",
    expecting = "a task: an object with an `id` or a `name`"
)]
pub(super) struct Entry<'t> {
    #[serde(borrow)]
    pub(super) name: Raw<'t>,
    #[serde(borrow)]
    pub(super) id: Raw<'t>,
    #[serde(borrow)]
    pub(super) category: Raw<'t>,
    #[serde(borrow)]
    pub(super) parents: Option<Vec<&'t RawValue>>,
    #[serde(borrow)]
    pub(super) children: Option<Vec<&'t RawValue>>,
    #[serde(borrow)]
    pub(super) runtime_in_seconds: Raw<'t>,
    #[serde(borrow)]
    pub(super) runtime: Raw<'t>,
    #[serde(borrow)]
    pub(super) core_count: Raw<'t>,
    #[serde(borrow)]
    pub(super) cores: Raw<'t>,
    #[serde(borrow, rename = "avgCPU")]
    pub(super) average_cpu: Raw<'t>,
    #[serde(borrow)]
    pub(super) memory_in_bytes: Raw<'t>,
    #[serde(borrow)]
    pub(super) memory: Raw<'t>,
}

/// Parses the objects of a text.
pub(super) fn parse(text: &str) -> Result<File<'_>, Problem> {
    serde_json::from_str(text).map_err(|error| malformed(&error))
}

fn malformed(error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let sentence = error.to_string();
    // The position is reported apart from the sentence.
    let sentence = sentence
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&sentence);
    let what = match error.classify() {
        Category::Data => "not as WfFormat has it",
        _ => "not JSON",
    };
    let sentence = one_line(sentence, 200);
    Problem::input(format!("{what}: {sentence}")).at(line.max(1), column.max(1))
}
