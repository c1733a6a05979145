//! A parameter of a scenario's text found by the end of its path: `load`, `nodes`, `bf_interval`.

use super::edit::set;
use super::{is_of_unknown_field, parse};

/// The most names of a path: more than scenarios have within one another.
const MOST_NAMES: usize = 16;
/// What may be left out before a name, in the order in which it is tried.
const LEFT_OUT: [&[&str]; 6] = [
    &[],
    &["parameters"],
    &["workload"],
    &["machine"],
    &["parameters", "slurm"],
    &["parameters", "priority"],
];
/// What says nothing of an experiment.
const ASIDE: [&str; 3] = ["sweep", "expect", "title"];

/// The whole path of the parameter `name` in the scenario `text`, where `value` is to stand;
/// nothing if there is none of that name. Whether `value` is allowed there is not looked at.
pub(crate) fn whole_path(text: &str, name: &str, value: &str) -> Option<Vec<String>> {
    LEFT_OUT.into_iter().find_map(|before| {
        let path: Vec<&str> = before.iter().copied().chain(name.split('.')).collect();
        let is_path = path.len() <= MOST_NAMES && path.iter().all(|name| !name.is_empty());
        if !is_path || ASIDE.contains(&path[0]) {
            return None;
        }
        let text = set(text, &path, value)?;
        // A value that is not allowed is told of where it is used.
        if parse(&text, None).is_err_and(|problem| is_of_unknown_field(&problem)) {
            return None;
        }
        Some(path.into_iter().map(str::to_owned).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_left_out_is_found() {
        let text = "(machine: Cluster(nodes: 8), workload: Lublin(jobs: 9), policies: [Slurm])";
        let path =
            |name: &str, value: &str| whole_path(text, name, value).map(|path| path.join("."));
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
        // What it may not be is said when it is used.
        assert_eq!(path("nodes", "many"), found("machine.nodes"));
        assert_eq!(path("title", "\"other\""), None);
        assert_eq!(path("no_such", "1"), None);
        assert_eq!(path("a..b", "1"), None);
    }
}
