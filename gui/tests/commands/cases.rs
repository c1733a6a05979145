//! Files of several scenarios from the command line: all of them checked, one of them chosen.

use std::path::Path;

use crate::program::{cosched, text};

/// Writes a file of two cases, of which the second one expects `completed`.
fn two_cases(folder: &Path, completed: u32) {
    let case = |nodes: u32, completed: u32| {
        format!(
            "(machine: Cluster(nodes: {nodes}), policies: [Fcfs], workload: Jobs([
                (submit: 0, runtime: 5, nodes: 1), (submit: 0, runtime: 5, nodes: 1)]),
            expect: [(policy: Fcfs, completed: [5, {completed}])])"
        )
    };
    let (small, large) = (case(1, 10), case(2, completed));
    let text = format!("// Two machines.\n{{\n\"small\": {small},\n\"large\": {large},\n}}");
    std::fs::write(folder.join("two.ron"), text).unwrap();
}

#[test]
fn every_case_of_a_file_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    two_cases(folder.path(), 5);
    let output = cosched(folder.path(), &["check", "two.ron"]);
    assert_eq!(
        text(&output.stdout),
        "two.ron#small: 1 expectations met\ntwo.ron#large: 1 expectations met\n"
    );
    two_cases(folder.path(), 6);
    let output = cosched(folder.path(), &["check", "two.ron"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout), "two.ron#small: 1 expectations met\n");
    let said = text(&output.stderr);
    assert!(said.starts_with("two.ron#large: "), "{said}");
    assert!(
        said.ends_with("cosched: 1 of 1 files came out differently than expected\n"),
        "{said}"
    );
}

#[test]
fn a_name_chooses_a_case() {
    let folder = tempfile::tempdir().unwrap();
    two_cases(folder.path(), 5);
    let output = cosched(folder.path(), &["check", "two.ron#large"]);
    assert_eq!(text(&output.stdout), "two.ron#large: 1 expectations met\n");
    let both = ["run", "two.ron#small", "two.ron#large", "--out", "out"];
    let output = cosched(folder.path(), &both);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let ends = ["small", "large"].map(|name| {
        let path = folder.path().join("out").join(name).join("fcfs/jobs.csv");
        let table = std::fs::read_to_string(path).unwrap();
        table.lines().nth(2).unwrap().to_owned()
    });
    assert_ne!(ends[0], ends[1]);
}

#[test]
fn a_missing_or_wrong_name_lists_the_names() {
    let folder = tempfile::tempdir().unwrap();
    two_cases(folder.path(), 5);
    for (arguments, sentence) in [
        (
            ["run", "two.ron"],
            "two.ron: there are 2 cases in it: put `#` and the name of one behind the file's name; they are small, large",
        ),
        (
            ["explain", "two.ron#middle"],
            "two.ron: no case is called `middle`; they are small, large",
        ),
    ] {
        let output = cosched(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains(sentence), "{said}");
    }
}

/// An error in a case is where it stands in the file.
#[test]
fn an_error_has_its_position_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let bad = "{\n\"a\": (\n    machine: Cluster(nodes: 2),\n    workload: Jobz([]),\n),\n}";
    std::fs::write(folder.path().join("bad.ron"), bad).unwrap();
    let output = cosched(folder.path(), &["check", "bad.ron"]);
    let said = text(&output.stderr);
    assert!(said.starts_with("cosched: bad.ron#a:4:"), "{said}");
}
