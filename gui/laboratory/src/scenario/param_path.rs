//! Search for a parameter of a scenario by the end of its path: `load`, `nodes`, `bf_interval`.

use super::edit::set;
use super::parse::has_unknown_field;
use super::reference::nearest::nearest_parameter;
use crate::base::problem::Problem;

/// Largest number of names in a path: more than the nesting of scenarios.
const MOST_NAMES: usize = 16;
/// Beginnings of a path that may be left out, in the order in which they are tried.
const OPTIONAL_BEGINNINGS: [&[&str]; 6] = [
    &[],
    &["parameters"],
    &["workload"],
    &["machine"],
    &["parameters", "slurm"],
    &["parameters", "priority"],
];
/// Fields that are not part of an experiment.
const NOT_VARIED: [&str; 3] = ["sweep", "expect", "title"];

/// Whole path of the parameter `name` in the scenario `text`, where `value` is to be set; `None` if
/// there is none of that name. Whether `value` is allowed is not checked.
pub(crate) fn full_path(text: &str, name: &str, value: &str) -> Option<Vec<String>> {
    OPTIONAL_BEGINNINGS.into_iter().find_map(|before| {
        let path: Vec<&str> = before.iter().copied().chain(name.split('.')).collect();
        let is_path = path.len() <= MOST_NAMES && path.iter().all(|name| !name.is_empty());
        if !is_path || NOT_VARIED.contains(&path[0]) {
            return None;
        }
        let text = set(text, &path, value)?;
        // A value that is not allowed is reported where it is used.
        if has_unknown_field(&text) {
            return None;
        }
        Some(path.into_iter().map(str::to_owned).collect())
    })
}

/// The scenario `text` with `value` as the parameter `name`, which may be the end of its path.
/// Whether `value` is allowed is seen when it is parsed.
///
/// ```
/// use cosched_laboratory::scenario::with_parameter;
/// let text = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9), policies: [Easy])";
/// let text = with_parameter(text, "nodes", "16")?;
/// assert!(text.contains("nodes: 16"));
/// assert!(with_parameter(&text, "colour", "3").is_err());
/// # Ok::<(), cosched_laboratory::base::problem::Problem>(())
/// ```
///
/// # Errors
/// A scenario has no parameter of that name.
pub fn with_parameter(text: &str, name: &str, value: &str) -> Result<String, Problem> {
    let path = full_path(text, name, value);
    let changed = path.and_then(|path| {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        set(text, &path, value)
    });
    changed.ok_or_else(|| {
        Problem::input(format!(
            "`{name}`: a scenario has no parameter of that name{}; the reference of scenarios lists all",
            nearest_parameter(name)
        ))
    })
}

/// Shortest name by which `path` is found in the scenario `text`, where `value` is allowed.
pub(crate) fn short_name(text: &str, path: &[String], value: &str) -> String {
    let names = OPTIONAL_BEGINNINGS.iter().filter_map(|before| {
        let is_before = before.len() < path.len() && before.iter().zip(path).all(|(a, b)| a == b);
        is_before.then(|| path[before.len()..].join("."))
    });
    let mut names: Vec<String> = names.collect();
    names.sort_by_key(String::len);
    let finds = |name: &String| full_path(text, name, value).is_some_and(|found| found == path);
    let found = names.into_iter().find(finds);
    found.unwrap_or_else(|| path.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_name_that_finds_a_path_is_found() {
        let text = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9), policies: [Slurm])";
        let short = |path: &str, value: &str| {
            let path: Vec<String> = path.split('.').map(str::to_owned).collect();
            short_name(text, &path, value)
        };
        assert_eq!(short("machine.nodes", "9"), "nodes");
        assert_eq!(short("parameters.slurm.bf_interval", "9"), "bf_interval");
        assert_eq!(short("parameters.priority.weights.age", "9"), "weights.age");
        // `memory` alone is that of the workload's jobs.
        assert_eq!(short("machine.memory", "9"), "machine.memory");
    }

    #[test]
    fn optional_beginnings_are_found() {
        let text = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9), policies: [Slurm])";
        let path =
            |name: &str, value: &str| full_path(text, name, value).map(|path| path.join("."));
        let found = |whole: &str| Some(whole.to_owned());
        assert_eq!(path("nodes", "9"), found("machine.nodes"));
        assert_eq!(path("load", "0.5"), found("workload.load"));
        assert_eq!(
            path("bf_interval", "60"),
            found("parameters.slurm.bf_interval")
        );
        assert_eq!(
            path("slurm.bf_interval", "60"),
            found("parameters.slurm.bf_interval")
        );
        // A value that is not allowed is reported when it is used.
        assert_eq!(path("nodes", "many"), found("machine.nodes"));
        assert_eq!(path("title", "\"other\""), None);
        assert_eq!(path("no_such", "1"), None);
        assert_eq!(path("a..b", "1"), None);
    }
}
