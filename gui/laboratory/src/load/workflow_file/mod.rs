//! Workflows read from files in three formats: WfCommons, Pegasus and Standard Task Graphs.

mod cycles;
mod dax;
mod names;
mod stg;
mod value;
mod wfformat;

use std::path::Path;

use crate::base::problem::Problem;
use crate::base::text_file;

pub use cycles::cycle;
use cycles::cycle_message;

/// Workflow as read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct WorkflowFile {
    /// Name of the file without its ending. The titles in the files themselves are often no more
    /// than `test`.
    pub title: String,
    /// At least one; names are unique, and no task waits for itself.
    pub tasks: Vec<Task>,
    /// Remarks on what is missing and what was changed, counted, one sentence each.
    pub remarks: Vec<String>,
}

/// Task of a workflow, as described in its file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Task {
    /// Name, unique in the workflow, by which the file refers to it.
    pub name: String,
    /// Program, where the file has it apart from the name: several tasks may run the same.
    pub kind: Option<String>,
    /// Seconds; 0 for the dummies of a Standard Task Graph, and for tasks too
    /// short for the clock they were measured with.
    pub runtime: Option<f64>,
    /// Number of cores, at least 1.
    pub cores: Option<u32>,
    /// Share of time its threads are busy, above 0 and up to 1; of a task
    /// without a core count as if it had one core.
    pub utilisation: Option<f64>,
    /// Memory in MiB.
    pub memory: Option<f64>,
    /// Indices of its predecessors in the list, ascending, without repeats.
    pub after: Vec<usize>,
}

/// Format of workflow files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// WfFormat of WfCommons: JSON.
    WfFormat,
    /// Pegasus' DAX: XML.
    Dax,
    /// Standard Task Graph: numbers.
    Stg,
}

/// Endings of names, longer ones first where one is the end of another.
const ENDINGS: [(&str, Format); 5] = [
    (".json", Format::WfFormat),
    (".dax.xml", Format::Dax),
    (".dax", Format::Dax),
    (".xml", Format::Dax),
    (".stg", Format::Stg),
];

/// Endings of the names of workflow files.
pub(super) fn endings() -> Vec<&'static str> {
    let all = ENDINGS.iter().map(|(ending, _)| *ending);
    let is_whole = |ending: &&str| ending.rfind('.') == Some(0);
    all.filter(is_whole).collect()
}

impl Format {
    /// Format by the ending of a file's name, packed or not.
    pub fn of(path: &Path) -> Option<Self> {
        format_and_stem(path).map(|(format, _)| format)
    }
}

/// Format by the ending of a file's name, and the name without it.
fn format_and_stem(path: &Path) -> Option<(Format, String)> {
    let name = path.file_name()?.to_string_lossy();
    let lower = name.to_ascii_lowercase();
    let unpacked = lower.strip_suffix(".gz").unwrap_or(&lower);
    ENDINGS.iter().find_map(|&(ending, format)| {
        let stem = unpacked.strip_suffix(ending)?;
        Some((format, name[..stem.len()].to_owned()))
    })
}

/// Reads the workflow at `path`, packed by gzip or not, in the format its name has.
///
/// # Errors
/// The file cannot be read, or holds no workflow: one sentence, with the position where it is
/// known.
pub fn read(path: &Path) -> Result<WorkflowFile, Problem> {
    let Some((format, title)) = format_and_stem(path) else {
        let sentence = "no workflow file by its name; the endings .json (WfCommons), .dax, .xml (Pegasus) and .stg (Standard Task Graph) are allowed, each also with .gz";
        return Err(Problem::input(sentence).in_file(path));
    };
    let text = text_file::read(
        path,
        "a workflow file is text in UTF-8: JSON, XML or numbers",
    )?;
    parse(format, title, &text).map_err(|problem| problem.in_file(path))
}

/// Parses a workflow.
///
/// # Errors
/// As [`read`], without a file.
pub fn parse(format: Format, title: String, text: &str) -> Result<WorkflowFile, Problem> {
    if text.trim_ascii().is_empty() {
        let sentence = "the file is empty; a workflow has at least one task";
        return Err(Problem::input(sentence));
    }
    let contents = match format {
        Format::WfFormat => wfformat::read(text),
        Format::Dax => dax::read(text),
        Format::Stg => stg::read(text),
    }?;
    contents.check(title)
}

/// Parsed contents; whether a task waits for itself is still to be checked.
struct ParsedTasks {
    tasks: Vec<Task>,
    remarks: Vec<String>,
}

impl ParsedTasks {
    fn check(mut self, title: String) -> Result<WorkflowFile, Problem> {
        let tasks = self.tasks;
        if tasks.is_empty() {
            let sentence = "the workflow has no tasks; at least one is needed";
            return Err(Problem::input(sentence));
        }
        // The lists are lent to the search, not copied.
        let (after, mut tasks): (Vec<_>, Vec<_>) = tasks
            .into_iter()
            .map(|mut task| (std::mem::take(&mut task.after), task))
            .unzip();
        if let Some(places) = cycle(&after) {
            let names: Vec<_> = places.iter().map(|&index| &*tasks[index].name).collect();
            return Err(Problem::input(cycle_message(&names)));
        }
        for (task, after) in tasks.iter_mut().zip(after) {
            task.after = after;
        }
        self.remarks.extend(missing_remarks(&tasks));
        Ok(WorkflowFile {
            title,
            tasks,
            remarks: self.remarks,
        })
    }
}

/// A sentence for each value that some tasks lack.
fn missing_remarks(tasks: &[Task]) -> Vec<String> {
    let count = |lacks: fn(&Task) -> bool| tasks.iter().filter(|task| lacks(task)).count();
    let lacking = [
        (count(|task| task.runtime.is_none()), "runtime"),
        (count(|task| task.cores.is_none()), "core count"),
        (count(|task| task.utilisation.is_none()), "utilisation"),
        (count(|task| task.memory.is_none()), "memory"),
    ];
    let zero = count(|task| task.runtime == Some(0.0));
    let mut remarks = Vec::from_iter(share_remark(zero, tasks.len(), "a runtime of 0"));
    for (count, what) in lacking {
        if count == tasks.len() {
            remarks.push(format!("no task has a {what}"));
        } else {
            remarks.extend(share_remark(count, tasks.len(), &format!("no {what}")));
        }
    }
    remarks
}

/// `3 of 10 tasks have` `what`, if any has.
fn share_remark(count: usize, of: usize, what: &str) -> Option<String> {
    let has = if count == 1 { "has" } else { "have" };
    let tasks = if of == 1 { "task" } else { "tasks" };
    (count > 0).then(|| format!("{count} of {of} {tasks} {has} {what}"))
}

#[cfg(test)]
mod tests;
