//! WfFormat of WfCommons in JSON: its present shape (1.5, 1.6) and earlier ones.
//!
//! Since 1.5 a file has the dependencies in `workflow.specification` and the measurements in
//! `workflow.execution`, and tasks refer to each other by `id`. Before, `workflow.tasks` (or
//! `workflow.jobs`) had both, and they referred to each other by `name`.

mod shape;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use serde_json::value::RawValue;

use crate::base::problem::Problem;
use crate::base::text_file::position_of;

use super::names::{Dependency, Names, connect, remove_repeats, repeats_remark};
use super::value::{self, quoted};
use super::{ParsedTasks, Task, share_remark};
use shape::{Entry, Raw, Workflow};

pub(super) fn read(text: &str) -> Result<ParsedTasks, Problem> {
    let file = shape::parse(text)?;
    let mut reader = Reader {
        text,
        tasks: Vec::new(),
        names: Names::default(),
        remarks: Vec::new(),
        busier: 0,
    };
    let workflow = file.workflow;
    match workflow {
        Some(Workflow {
            specification: Some(specification),
            execution,
            ..
        }) => {
            reader.version(file.schema_version, &["1.5", "1.6"])?;
            let entries = specification.tasks.unwrap_or_default();
            reader.by_id(&entries)?;
            reader.dependencies(&entries)?;
            let measured = execution.and_then(|part| part.tasks);
            reader.read_measurements(&measured.unwrap_or_default())?;
        }
        Some(Workflow {
            tasks: Some(entries),
            ..
        })
        | Some(Workflow {
            jobs: Some(entries),
            ..
        }) => {
            reader.version(file.schema_version, &["1.4"])?;
            reader.by_name(&entries)?;
            reader.dependencies(&entries)?;
            for (task, entry) in entries.iter().enumerate() {
                reader.measured(task, entry)?;
            }
        }
        _ => {
            let sentence = "no WfFormat: it has neither `workflow.specification.tasks` (1.5) nor `workflow.tasks` (1.4)";
            return Err(Problem::input(sentence));
        }
    }
    Ok(reader.finish())
}

struct Reader<'t> {
    text: &'t str,
    tasks: Vec<Task>,
    names: Names<'t>,
    remarks: Vec<String>,
    /// Number of tasks busy for more than all the time of their cores.
    busier: usize,
}

impl<'t> Reader<'t> {
    fn problem_at(&self, sentence: String, raw: &RawValue) -> Problem {
        let (line, column) = position_of(raw.get(), self.text);
        Problem::input(sentence).at(line, column)
    }

    /// Text of a string.
    fn string(&self, raw: &RawValue, what: &str) -> Result<String, Problem> {
        serde_json::from_str(raw.get()).map_err(|_| {
            let sentence = format!(
                "{what} is {}; a text in quotes is needed",
                quoted(raw.get())
            );
            self.problem_at(sentence, raw)
        })
    }

    fn version(&mut self, seen: Raw<'_>, of_shape: &[&str]) -> Result<(), Problem> {
        let read_as = of_shape[0];
        let remark = match seen {
            None => format!("the file has no schemaVersion: read as {read_as}"),
            Some(raw) => {
                let seen = self.string(raw, "schemaVersion")?;
                if of_shape.contains(&&*seen) {
                    return Ok(());
                }
                format!("schemaVersion is {}: read as {read_as}", quoted(&seen))
            }
        };
        self.remarks.push(remark);
        Ok(())
    }

    /// Adds tasks called by their `id`, or by their `name` without one.
    fn by_id(&mut self, entries: &[Entry<'_>]) -> Result<(), Problem> {
        for (index, entry) in entries.iter().enumerate() {
            let raw = either(entry.id, entry.name, "id", "name");
            let (raw, field) = raw.ok_or_else(|| nameless(index))?;
            let called = self.string(raw, field)?;
            let name = entry.name.map(|raw| self.string(raw, "name"));
            let kind = name.transpose()?.filter(|name| *name != called);
            self.add_task(raw, called, kind)?;
        }
        Ok(())
    }

    /// Adds tasks called by their `name`, with their `id` where names repeat.
    fn by_name(&mut self, entries: &[Entry<'_>]) -> Result<(), Problem> {
        let mut called = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            let raw = either(entry.name, entry.id, "name", "id");
            let (raw, field) = raw.ok_or_else(|| nameless(index))?;
            let id = entry.id.map(|raw| self.string(raw, "id")).transpose()?;
            called.push((raw, self.string(raw, field)?, id));
        }
        let mut seen = HashSet::new();
        let unique = called.iter().all(|(_, name, _)| seen.insert(name.clone()));
        for ((raw, name, id), entry) in called.iter().zip(entries) {
            let own = match id {
                Some(id) if !unique && !name.contains(id.as_str()) => format!("{name}_{id}"),
                _ => name.clone(),
            };
            let category = entry.category.map(|raw| self.string(raw, "category"));
            let kind = category
                .transpose()?
                .or_else(|| (own != *name).then(|| name.clone()));
            self.add_task(raw, own, kind)?;
        }
        for (index, (_, name, id)) in called.into_iter().enumerate() {
            for also in id.into_iter().chain([name]) {
                self.names.add_second(also, index);
            }
        }
        Ok(())
    }

    fn add_task(
        &mut self,
        raw: &RawValue,
        name: String,
        kind: Option<String>,
    ) -> Result<(), Problem> {
        self.names
            .add_own(name.clone(), self.tasks.len())
            .map_err(|sentence| self.problem_at(sentence, raw))?;
        self.tasks.push(Task {
            name,
            kind,
            ..Task::default()
        });
        Ok(())
    }

    /// Unites the parents and the children that tasks have.
    fn dependencies(&mut self, entries: &[Entry<'_>]) -> Result<(), Problem> {
        let mut of_parents: Vec<Dependency> = Vec::new();
        let mut of_children: Vec<Dependency> = Vec::new();
        for (task, entry) in entries.iter().enumerate() {
            for raw in entry.parents.iter().flatten() {
                of_parents.push((self.relative(task, "parent", raw)?, task));
            }
            for raw in entry.children.iter().flatten() {
                of_children.push((task, self.relative(task, "child", raw)?));
            }
        }
        let repeats = remove_repeats(&mut of_parents) + remove_repeats(&mut of_children);
        self.remarks.extend(repeats_remark(repeats));
        // A file may have only one of the two.
        let both = !of_parents.is_empty() && !of_children.is_empty();
        let dependency_count = of_parents.len() + of_children.len();
        let mut all = of_parents;
        all.append(&mut of_children);
        // Dependencies in both are there twice.
        let agreed = 2 * remove_repeats(&mut all);
        match dependency_count - agreed {
            0 => {}
            _ if !both => {}
            1 => self
                .remarks
                .push("1 dependency is named by only one of its two tasks: kept".to_owned()),
            disagreed => self.remarks.push(format!(
                "{disagreed} dependencies are named by only one of their two tasks: kept"
            )),
        }
        connect(&mut self.tasks, &all);
        Ok(())
    }

    fn relative(&self, task: usize, relation: &str, raw: &RawValue) -> Result<usize, Problem> {
        let what = format!("task {}: its {relation}", quoted(&self.tasks[task].name));
        let name = self.string(raw, &what)?;
        self.names
            .find_relative(&self.tasks, task, relation, &name)
            .map_err(|sentence| self.problem_at(sentence, raw))
    }

    /// Reads the measurements of `workflow.execution`.
    fn read_measurements(&mut self, entries: &[Entry<'_>]) -> Result<(), Problem> {
        let mut seen = vec![false; self.tasks.len()];
        let mut unknown = 0;
        for (index, entry) in entries.iter().enumerate() {
            let raw = either(entry.id, entry.name, "id", "name");
            let (raw, field) = raw.ok_or_else(|| nameless(index))?;
            let name = self.string(raw, field)?;
            let Some(task) = self.names.find(&name) else {
                unknown += 1;
                continue;
            };
            if std::mem::replace(&mut seen[task], true) {
                let sentence = format!(
                    "task {} was executed twice; each has its measurements once",
                    quoted(&name)
                );
                return Err(self.problem_at(sentence, raw));
            }
            self.measured(task, entry)?;
        }
        let tasks = if unknown == 1 { "task" } else { "tasks" };
        if unknown > 0 {
            self.remarks.push(format!(
                "{unknown} executed {tasks} dropped: not in the specification"
            ));
        }
        Ok(())
    }

    /// Reads the measurements of a task.
    fn measured(&mut self, task: usize, entry: &Entry<'_>) -> Result<(), Problem> {
        const MEBIBYTE: f64 = 1_048_576.0;
        let runtime = self.value(
            task,
            either(
                entry.runtime_in_seconds,
                entry.runtime,
                "runtimeInSeconds",
                "runtime",
            ),
            value::runtime,
        )?;
        let cores = self.value(
            task,
            either(entry.core_count, entry.cores, "coreCount", "cores"),
            value::cores,
        )?;
        let percent = entry.average_cpu.map(|raw| (raw, "avgCPU"));
        let percent = self.value(task, percent, value::percent)?;
        let memory = match (entry.memory_in_bytes, entry.memory) {
            (None, Some(raw)) => self.value(task, Some((raw, "memory")), |field, seen| {
                // For the versions that counted memory so.
                value::memory(field, seen, 1000.0 / MEBIBYTE, "kB")
            }),
            (raw, _) => self.value(
                task,
                raw.map(|raw| (raw, "memoryInBytes")),
                |field, seen| value::memory(field, seen, 1.0 / MEBIBYTE, "bytes"),
            ),
        }?;
        let busy = percent.filter(|&percent| percent > 0.0);
        let busy = busy.map(|percent| percent / 100.0 / f64::from(cores.unwrap_or(1)));
        self.busier += usize::from(busy.is_some_and(|busy| busy > 1.0));
        let task = &mut self.tasks[task];
        task.runtime = runtime;
        task.cores = cores;
        task.utilisation = busy.map(|busy| busy.min(1.0));
        task.memory = memory;
        Ok(())
    }

    /// Value of a task's field, checked by `check`.
    fn value<T>(
        &self,
        task: usize,
        field: Option<(&RawValue, &str)>,
        check: impl Fn(&str, &str) -> Result<T, String>,
    ) -> Result<Option<T>, Problem> {
        let Some((raw, field)) = field else {
            return Ok(None);
        };
        check(field, raw.get()).map(Some).map_err(|sentence| {
            let task = quoted(&self.tasks[task].name);
            self.problem_at(format!("task {task}: {sentence}"), raw)
        })
    }

    fn finish(mut self) -> ParsedTasks {
        let what = "an avgCPU above 100 % of their cores (of one core without a core count): utilisation taken as 1";
        self.remarks
            .extend(share_remark(self.busier, self.tasks.len(), what));
        ParsedTasks {
            tasks: self.tasks,
            remarks: self.remarks,
        }
    }
}

/// First of two fields that is present, with its name.
fn either<'t, 'n>(
    first: Raw<'t>,
    second: Raw<'t>,
    first_name: &'n str,
    second_name: &'n str,
) -> Option<(&'t RawValue, &'n str)> {
    let first = first.map(|raw| (raw, first_name));
    first.or_else(|| second.map(|raw| (raw, second_name)))
}

fn nameless(index: usize) -> Problem {
    Problem::input(format!(
        "task {} in its list has neither an `id` nor a `name`; one is needed",
        index + 1
    ))
}
