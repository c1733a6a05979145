//! Names of tasks with their indices in the list, and dependencies by name.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::Task;
use super::value::quoted;

/// Task of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TaskName {
    /// Index of the task whose own name it is.
    Own(usize),
    /// Index of the only task whose second name it is.
    Second(usize),
    /// Several tasks have it as their second name.
    Ambiguous,
}

/// Names by which tasks can be referred to.
#[derive(Default)]
pub(super) struct Names<'t> {
    indices: HashMap<Cow<'t, str>, TaskName>,
}

impl<'t> Names<'t> {
    /// Adds the name of the task at `index`, which no other may have.
    pub(super) fn add_own(
        &mut self,
        name: impl Into<Cow<'t, str>>,
        index: usize,
    ) -> Result<(), String> {
        match self.indices.entry(name.into()) {
            Entry::Vacant(entry) => {
                entry.insert(TaskName::Own(index));
                Ok(())
            }
            Entry::Occupied(entry) => Err(format!(
                "two tasks are called {}; each needs a name of its own",
                quoted(entry.key())
            )),
        }
    }

    /// Adds a second name of the task at `index`; own names must all be known, as they take
    /// precedence.
    pub(super) fn add_second(&mut self, name: impl Into<Cow<'t, str>>, index: usize) {
        self.indices
            .entry(name.into())
            .and_modify(|known| {
                if matches!(known, TaskName::Second(other) if *other != index) {
                    *known = TaskName::Ambiguous;
                }
            })
            .or_insert(TaskName::Second(index));
    }

    /// Index of the task called `name`, if it is unambiguous.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        match self.indices.get(name)? {
            TaskName::Own(index) | TaskName::Second(index) => Some(*index),
            TaskName::Ambiguous => None,
        }
    }

    /// Index of the task called `name`, which the one at `of` calls its `relation` (parent, child
    /// or predecessor).
    pub(super) fn find_relative(
        &self,
        tasks: &[Task],
        of: usize,
        relation: &str,
        name: &str,
    ) -> Result<usize, String> {
        let task = quoted(&tasks[of].name);
        match (self.find(name), self.indices.contains_key(name)) {
            (Some(index), _) if index == of => Err(format!(
                "task {task} is its own {relation}; another task of the workflow is allowed"
            )),
            (Some(index), _) => Ok(index),
            (None, true) => Err(format!(
                "task {task}: several tasks are called {}, its {relation}; the name of one is needed",
                quoted(name)
            )),
            (None, false) => Err(format!(
                "task {task}: its {relation} {} is not in the workflow; the name of another task is allowed",
                quoted(name)
            )),
        }
    }
}

/// Dependency: indices of the predecessor and of the task that waits for it.
pub(super) type Dependency = (usize, usize);

/// Sorts dependencies and removes repeats; returns how many these were.
pub(super) fn remove_repeats(dependencies: &mut Vec<Dependency>) -> usize {
    let all = dependencies.len();
    dependencies.sort_unstable();
    dependencies.dedup();
    all - dependencies.len()
}

/// Sets the predecessors of tasks. `dependencies` are sorted, without repeats.
pub(super) fn connect(tasks: &mut [Task], dependencies: &[Dependency]) {
    for &(predecessor, task) in dependencies {
        tasks[task].after.push(predecessor);
    }
}

/// Remark on repeated dependencies, if there are any.
pub(super) fn repeats_remark(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 dependency is a repeat: kept once".to_owned()),
        _ => Some(format!("{count} dependencies are repeats: kept once each")),
    }
}
