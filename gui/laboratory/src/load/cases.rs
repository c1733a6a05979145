//! Files of several scenarios: `FILE.ron#NAME` is the path of one of them.

use std::path::{Path, PathBuf};

use crate::base::input_file::has_ending;
use crate::base::problem::Problem;
use crate::base::system::files;
use crate::base::text_file;
use crate::scenario::cases::{Case, are_in, split};

/// Ending of the names of scenarios.
pub(super) const SCENARIO_ENDING: &str = ".ron";

/// The file of `path`, and the name of the case in it, if `path` has one.
pub fn split_path(path: &Path) -> (&Path, Option<&str>) {
    let parts = path.to_str().and_then(|text| text.rsplit_once('#'));
    match parts {
        // A file may have any name.
        Some((file, name)) if is_scenario_name(file) && !files::is_file(path) => {
            (Path::new(file), Some(name))
        }
        _ => (path, None),
    }
}

/// Whether the file of `path` is a scenario by its name, or has several.
pub fn is_scenario(path: &Path) -> bool {
    is_scenario_name(&split_path(path).0.to_string_lossy())
}

/// Path of the case `name` in `file`.
pub fn path_of(file: &Path, name: &str) -> PathBuf {
    let mut path = file.as_os_str().to_owned();
    path.push("#");
    path.push(name);
    path.into()
}

/// Names of the cases in `file`; `None` if it has none.
pub fn names(file: &Path) -> Option<Vec<String>> {
    let text = read(file).ok().filter(|text| are_in(text))?;
    let cases = split(&text).ok()?;
    Some(cases.into_iter().map(|case| case.name).collect())
}

/// Texts of the scenarios in `file`, with their paths: that of the whole file if it has no cases.
///
/// # Errors
/// The file cannot be read, or its cases cannot be told apart.
pub(super) fn texts(file: &Path) -> Result<Vec<(PathBuf, String)>, Problem> {
    let text = read(file)?;
    if !are_in(&text) {
        return Ok(vec![(file.to_path_buf(), text)]);
    }
    let cases = split(&text).map_err(|problem| problem.in_file(file))?;
    let path = |case: Case| (path_of(file, &case.name), case.text);
    Ok(cases.into_iter().map(path).collect())
}

/// Text of the scenario at `path`: the whole file, or the case that `path` names.
///
/// # Errors
/// The file cannot be read, or has not exactly one scenario by that name.
pub(crate) fn text(path: &Path) -> Result<String, Problem> {
    let (file, name) = split_path(path);
    let text = read(file)?;
    match (are_in(&text), name) {
        (true, name) => {
            let cases = split(&text).map_err(|problem| problem.in_file(file))?;
            chosen(cases, name).map_err(|problem| problem.in_file(file))
        }
        (false, None) => Ok(text),
        (false, Some(name)) => Err(Problem::input(format!(
            "this is one scenario, not a file of cases: leave out `#{name}`"
        ))
        .in_file(file)),
    }
}

/// Whether a file called `name` is a scenario, or has several.
fn is_scenario_name(name: &str) -> bool {
    has_ending(Path::new(name), &[SCENARIO_ENDING])
}

fn read(file: &Path) -> Result<String, Problem> {
    text_file::read(file, "a scenario is a text file in RON")
}

/// Text of the case called `name`, of `cases`.
fn chosen(cases: Vec<Case>, name: Option<&str>) -> Result<String, Problem> {
    let names: Vec<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    let names = names.join(", ");
    let Some(name) = name else {
        return Err(Problem::input(format!(
            "there are {} cases in it: put `#` and the name of one behind the file's name; they are {names}",
            cases.len()
        )));
    };
    let case = cases.into_iter().find(|case| case.name == name);
    let text = case.map(|case| case.text);
    text.ok_or_else(|| Problem::input(format!("no case is called `{name}`; they are {names}")))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Two cases in a file, of which the folder goes when it is dropped.
    pub(in crate::load) fn two_cases() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("two.ron");
        let case = |nodes| {
            format!(
                "(machine: Cluster(nodes: {nodes}), workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]))"
            )
        };
        let text = format!("{{\n\"one\": {},\n\"other\": {},\n}}", case(1), case(2));
        std::fs::write(&file, text).unwrap();
        (folder, file)
    }

    #[test]
    fn a_case_is_found_by_its_name() {
        let (_folder, file) = two_cases();
        assert_eq!(names(&file).unwrap(), ["one", "other"]);
        let all = texts(&file).unwrap();
        assert_eq!(all.len(), 2);
        for ((path, found), name) in all.iter().zip(["one", "other"]) {
            assert_eq!(path, &path_of(&file, name));
            assert_eq!(split_path(path), (file.as_path(), Some(name)));
            assert_eq!(&text(path).unwrap(), found);
        }
        assert_ne!(all[0].1, all[1].1);
    }

    #[test]
    fn a_case_may_be_called_like_a_file() {
        let (folder, _) = two_cases();
        let file = folder.path().join("odd.ron");
        let scenario =
            "(machine: Cluster(nodes: 1), workload: Jobs([(submit: 0, runtime: 1, nodes: 1)]))";
        std::fs::write(&file, format!("{{\"old.ron\": {scenario}}}")).unwrap();
        let path = path_of(&file, "old.ron");
        assert_eq!(text(&path).unwrap().trim(), scenario);
        assert!(is_scenario(&path) && is_scenario(Path::new("a.ron.gz")));
        assert!(!is_scenario(Path::new("a.swf")));
    }

    #[test]
    fn a_sentence_lists_the_names() {
        let (_folder, file) = two_cases();
        let sentence = |path: &Path| text(path).unwrap_err().sentence;
        assert_eq!(
            sentence(&file),
            "there are 2 cases in it: put `#` and the name of one behind the file's name; they are one, other"
        );
        assert_eq!(
            sentence(&path_of(&file, "third")),
            "no case is called `third`; they are one, other"
        );
        let single = file.with_file_name("single.ron");
        std::fs::write(&single, "(machine: Cluster())").unwrap();
        assert_eq!(
            sentence(&path_of(&single, "one")),
            "this is one scenario, not a file of cases: leave out `#one`"
        );
        assert_eq!(names(&single), None);
    }

    #[test]
    fn a_file_may_have_a_number_sign_in_its_name() {
        let (folder, file) = two_cases();
        let odd = folder.path().join("two.ron#one");
        std::fs::copy(&file, &odd).unwrap();
        assert_eq!(split_path(&odd), (odd.as_path(), None));
        let log = Path::new("a.swf#b");
        assert_eq!(split_path(log), (log, None));
    }
}
