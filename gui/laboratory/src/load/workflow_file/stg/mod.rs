//! Standard Task Graphs: a line for each task with its number, cost and predecessors.
//!
//! The first line has the number of tasks. The files of the Standard Task Graph Set have two more,
//! dummies of cost 0 at both ends, which some of the files count and some do not; they are kept as
//! tasks of runtime 0.

use crate::base::problem::Problem;
use crate::base::text_file::position_of;

use super::names::{Names, connect, remove_repeats, repeats_remark};
use super::value::{quoted, runtime};
use super::{ParsedTasks, Task};

/// Line of a task.
struct Row<'t> {
    /// First number, with which the line begins.
    number: &'t str,
    predecessors: Vec<&'t str>,
}

pub(super) fn read(text: &str) -> Result<ParsedTasks, Problem> {
    let mut lines = text
        .lines()
        .map(|line| line.split_once('#').map_or(line, |(line, _)| line))
        .filter(|line| !line.trim_ascii().is_empty());
    let first = lines.next().unwrap_or_default();
    let count = count(first).map_err(|sentence| problem_at(sentence, first.trim_ascii(), text))?;
    let mut tasks = Vec::new();
    let mut rows = Vec::new();
    let mut names = Names::default();
    for line in lines {
        let (task, row) = row(line).map_err(|(sentence, part)| problem_at(sentence, part, text))?;
        names
            .add_own(task.name.clone(), tasks.len())
            .map_err(|sentence| problem_at(sentence, row.number, text))?;
        tasks.push(task);
        rows.push(row);
    }
    let seen = tasks.len() as u64;
    if seen != count && seen.checked_sub(2) != Some(count) {
        let sentence = format!(
            "the first line says {count} tasks, and the file has {seen}; {count}, or 2 more with the dummies at both ends, are allowed"
        );
        return Err(problem_at(sentence, first.trim_ascii(), text));
    }
    let mut dependencies = Vec::new();
    for (task, row) in rows.iter().enumerate() {
        for part in &row.predecessors {
            let predecessor = whole(part)
                .and_then(|number| {
                    names.find_relative(&tasks, task, "predecessor", &number.to_string())
                })
                .map_err(|sentence| problem_at(sentence, part, text))?;
            dependencies.push((predecessor, task));
        }
    }
    let mut remarks = vec!["costs have no unit in this format: taken as seconds".to_owned()];
    remarks.extend(repeats_remark(remove_repeats(&mut dependencies)));
    connect(&mut tasks, &dependencies);
    Ok(ParsedTasks { tasks, remarks })
}

fn problem_at(sentence: String, part: &str, text: &str) -> Problem {
    let (line, column) = position_of(part, text);
    Problem::input(sentence).at(line, column)
}

/// Parses the first line: the number of tasks.
fn count(line: &str) -> Result<u64, String> {
    line.trim_ascii().parse().map_err(|_| {
        format!(
            "the first line is {}; a Standard Task Graph begins with the number of its tasks",
            quoted(line.trim_ascii())
        )
    })
}

fn whole(part: &str) -> Result<u64, String> {
    part.parse()
        .map_err(|_| format!("{} is not the number of a task: 0, 1, 2, …", quoted(part)))
}

/// Parses a task from its line; an error has the part of the line it is about.
fn row(line: &str) -> Result<(Task, Row<'_>), (String, &str)> {
    let parts: Vec<_> = line.split_ascii_whitespace().collect();
    let &[number, cost, said, ref predecessors @ ..] = &parts[..] else {
        let sentence = format!(
            "a task's line has {} of the 3 numbers it needs: its number, its cost, how many predecessors it has (and then theirs)",
            parts.len()
        );
        return Err((sentence, line.trim_ascii()));
    };
    let name = whole(number)
        .map_err(|sentence| (sentence, number))?
        .to_string();
    let runtime =
        runtime("cost", cost).map_err(|sentence| (format!("task `{name}`: {sentence}"), cost))?;
    if said.parse() != Ok(predecessors.len()) {
        let sentence = format!(
            "task `{name}`: the number of predecessors is {}, and the line has {}; they must agree",
            quoted(said),
            predecessors.len()
        );
        return Err((sentence, said));
    }
    let task = Task {
        name,
        runtime: Some(runtime),
        ..Task::default()
    };
    let row = Row {
        number,
        predecessors: predecessors.to_vec(),
    };
    Ok((task, row))
}

#[cfg(test)]
mod tests;
