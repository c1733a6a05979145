//! The files that a scenario names, where it is to be read elsewhere.

use std::path::{Path, PathBuf};

use crate::load::resolve;
use crate::scenario::power::Series;
use crate::scenario::{Machine, Scenario, Workload};

/// Makes the paths of `scenario`, which are relative to the file `source`, absolute, so that the scenario
/// can be saved anywhere.
pub fn make_paths_absolute(scenario: &mut Scenario, source: Option<&Path>) {
    for path in paths(scenario) {
        *path = absolute(path, source);
    }
}

/// Makes the paths of `scenario`, which are relative to the file `source`, plain names, so that it can
/// be read where its files lie beside it; returns each file with its name there.
pub fn make_paths_plain(scenario: &mut Scenario, source: Option<&Path>) -> Vec<(String, PathBuf)> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for path in paths(scenario) {
        let found = absolute(path, source);
        let own = found.file_name().unwrap_or_default().to_string_lossy();
        let is_taken = |name: &str| {
            files
                .iter()
                .any(|(other, file)| other == name && *file != found)
        };
        // Of two folders they may have one name; the ending has to stay.
        let numbered = (2..).map(|number| format!("{number}-{own}"));
        let mut names = std::iter::once(own.to_string()).chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        *path = PathBuf::from(&name);
        if files.iter().all(|(_, file)| *file != found) {
            files.push((name, found));
        }
    }
    files
}

fn absolute(path: &Path, source: Option<&Path>) -> PathBuf {
    let found = resolve(path, source);
    std::path::absolute(&found).unwrap_or(found)
}

/// The paths of all files that `scenario` names.
fn paths(scenario: &mut Scenario) -> impl Iterator<Item = &mut PathBuf> {
    let machine = match &mut scenario.machine {
        Machine::Cluster(cluster) => cluster.power.as_deref_mut(),
        _ => None,
    };
    let series = machine
        .into_iter()
        .flat_map(|power| [&mut power.cost, &mut power.carbon, &mut power.cap]);
    let files = series.flatten().filter_map(|series| match series {
        Series::File(path) => Some(path),
        _ => None,
    });
    let workload = match &mut scenario.workload {
        Workload::Swf(log) => Some(&mut log.path),
        Workload::Table(table) => Some(&mut table.path),
        Workload::Workflow(workflow) => workflow.path.as_mut(),
        _ => None,
    };
    files.chain(workload)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::parse;

    #[test]
    fn files_of_two_folders_with_one_name_stay_apart() {
        let text = "(machine: Cluster(nodes: 4, power: (idle: 1, busy: 2, cost: \"b/x.txt\", carbon: \"c/x.txt\")), \
            policies: [Easy], workload: Swf(path: \"a/x.txt\"))";
        let mut scenario = parse(text, None).unwrap();
        let files = make_paths_plain(&mut scenario, Some(Path::new("/d/s.ron")));
        let expected = [
            ("x.txt", "/d/b/x.txt"),
            ("2-x.txt", "/d/c/x.txt"),
            ("3-x.txt", "/d/a/x.txt"),
        ];
        let expected = expected.map(|(name, file)| (name.to_owned(), PathBuf::from(file)));
        assert_eq!(files, expected);
        let Workload::Swf(log) = &scenario.workload else {
            panic!("{:?}", scenario.workload);
        };
        assert_eq!(log.path, Path::new("3-x.txt"));
    }
}
