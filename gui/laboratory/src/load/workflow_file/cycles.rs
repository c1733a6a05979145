//! Cycles in the order of tasks, and the sentence about them.

/// Marks an index that does not exist, or not yet.
const NO_INDEX: usize = usize::MAX;

/// Finds tasks that wait for each other in a cycle: each is a predecessor of the next and the last
/// one of the first, beginning with the lowest; `None` if there is no cycle. `after` has the
/// indices of each task's predecessors.
///
/// # Panics
/// If an index is out of the list.
pub fn cycle(after: &[Vec<usize>]) -> Option<Vec<usize>> {
    let remain = leads_to_cycle(after);
    let first = remain.iter().position(|&remains| remains)?;
    // Each task that remains has a successor that does.
    let mut successor = vec![NO_INDEX; after.len()];
    for (task, predecessors) in after.iter().enumerate().rev() {
        for &predecessor in predecessors {
            if remain[task] {
                successor[predecessor] = task;
            }
        }
    }
    let mut step = vec![NO_INDEX; after.len()];
    let mut path = Vec::new();
    let mut task = first;
    while step[task] == NO_INDEX {
        step[task] = path.len();
        path.push(task);
        task = successor[task];
    }
    let mut cycle = path.split_off(step[task]);
    let lowest = (0..cycle.len()).min_by_key(|&index| cycle[index])?;
    cycle.rotate_left(lowest);
    Some(cycle)
}

/// Removes tasks without successors until there are none, and returns which tasks remain.
fn leads_to_cycle(after: &[Vec<usize>]) -> Vec<bool> {
    let mut waiting = vec![0_usize; after.len()];
    for &predecessor in after.iter().flatten() {
        waiting[predecessor] += 1;
    }
    let mut free: Vec<_> = (0..after.len())
        .filter(|&task| waiting[task] == 0)
        .collect();
    while let Some(task) = free.pop() {
        for &predecessor in &after[task] {
            waiting[predecessor] -= 1;
            if waiting[predecessor] == 0 {
                free.push(predecessor);
            }
        }
    }
    waiting.iter().map(|&waiting| waiting > 0).collect()
}

/// Number of tasks of a cycle that are named.
const MOST_NAMED: usize = 6;

/// Sentence about tasks that wait for each other in a cycle, with their names in the order of
/// [`cycle`].
pub(super) fn cycle_message(names: &[&str]) -> String {
    let named: Vec<_> = names
        .iter()
        .take(MOST_NAMED)
        .map(|name| format!("`{name}`"))
        .collect();
    let more = match names.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "tasks wait for each other in a circle: {}{more} before `{}` again; a workflow has no circle",
        named.join(" before "),
        names.first().unwrap_or(&"")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diamond_has_no_cycle() {
        assert_eq!(cycle(&[vec![], vec![0], vec![0], vec![1, 2]]), None);
        assert_eq!(cycle(&[]), None);
        // Predecessors may come later in the list.
        assert_eq!(cycle(&[vec![1], vec![2], vec![]]), None);
    }

    #[test]
    fn a_task_after_itself_is_a_cycle() {
        assert_eq!(cycle(&[vec![], vec![0, 1]]), Some(vec![1]));
    }

    /// Tasks before and after the cycle, and a second way through it, are no part of it.
    #[test]
    fn a_cycle_begins_with_its_lowest_task() {
        let after = [
            vec![],
            vec![0, 4],
            vec![3],
            vec![1, 0],
            vec![2],
            vec![4],
            vec![5],
        ];
        assert_eq!(cycle(&after), Some(vec![1, 3, 2, 4]));
    }

    #[test]
    fn a_tail_that_leads_into_a_cycle_is_left_out() {
        // 0 before 3 before 1 before 2 before 3.
        let after = [vec![], vec![3], vec![1], vec![0, 2]];
        assert_eq!(cycle(&after), Some(vec![1, 2, 3]));
    }

    /// Neither stack nor time runs out: the search is linear and does not recurse.
    #[test]
    fn a_long_cycle_is_found() {
        let tasks = 200_000;
        let mut after: Vec<_> = (0..tasks)
            .map(|task: usize| vec![task.max(1) - 1])
            .collect();
        after[0] = vec![tasks - 1];
        let found = cycle(&after).unwrap();
        assert!(found.into_iter().eq(0..tasks));
        after[0].clear();
        assert_eq!(cycle(&after), None);
    }

    #[test]
    fn the_message_names_a_cycle() {
        assert_eq!(
            cycle_message(&["a", "b"]),
            "tasks wait for each other in a circle: `a` before `b` before `a` again; a workflow has no circle"
        );
        let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        assert!(cycle_message(&names).contains("`f` and 2 more before `a` again"));
    }
}
