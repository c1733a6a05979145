//! Standard Task Graphs: small ones, and malformed ones.

use super::super::{Format, WorkflowFile, parse};

fn read(text: &str) -> WorkflowFile {
    parse(Format::Stg, String::new(), text).unwrap()
}

/// `line:column` and the sentence.
fn refused(text: &str) -> (String, String) {
    let problem = parse(Format::Stg, String::new(), text).unwrap_err();
    let index = problem
        .position
        .map(|index| format!("{}:{}", index.line, index.column));
    (index.unwrap_or_default(), problem.sentence)
}

const DIAMOND: &str = "0 0 0\n1 4 1 0\n 2  2.5  1  0 # the short way\n\n3 0 2 2 1\n# the end\n";

#[test]
fn a_graph_is_read_whether_its_count_has_the_dummies_or_not() {
    let counted = read(&format!("4\n{DIAMOND}"));
    assert_eq!(read(&format!("# a comment\n  2\n{DIAMOND}")), counted);
    let names: Vec<_> = counted.tasks.iter().map(|task| &*task.name).collect();
    assert_eq!(names, ["0", "1", "2", "3"]);
    let runtimes: Vec<_> = counted.tasks.iter().map(|task| task.runtime).collect();
    assert_eq!(runtimes, [Some(0.0), Some(4.0), Some(2.5), Some(0.0)]);
    let after: Vec<_> = counted.tasks.iter().map(|task| &task.after[..]).collect();
    assert_eq!(after, [&[][..], &[0], &[0], &[1, 2]]);
    assert_eq!(
        counted.remarks,
        [
            "costs have no unit in this format: taken as seconds",
            "2 of 4 tasks have a runtime of 0",
            "no task has a core count",
            "no task has a utilisation",
            "no task has a memory",
        ]
    );
}

#[test]
fn lines_may_end_as_on_other_systems_and_repeats_are_kept_once() {
    let workflow = read("2\r\n1 5 0\r\n2 6 2 1 1\r\n");
    assert_eq!(workflow.tasks[1].after, [0]);
    assert!(
        workflow
            .remarks
            .contains(&"1 dependency is a repeat: kept once".to_owned())
    );
}

/// Texts, with the position and the message of their error.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "4 tasks\n",
        "1:1",
        "the first line is `4 tasks`; a Standard Task Graph begins with the number of its tasks",
    ),
    ("\n -3\n", "2:2", "the first line is `-3`;"),
    (
        "5\n0 0 0\n1 4 1 0\n",
        "1:1",
        "the first line says 5 tasks, and the file has 2; 5, or 2 more with the dummies at both ends, are allowed",
    ),
    (
        "2\n0 0 0\n 1 4\n",
        "3:2",
        "a task's line has 2 of the 3 numbers it needs",
    ),
    (
        "2\n0 0 0\n1 4 2 0\n",
        "3:5",
        "task `1`: the number of predecessors is `2`, and the line has 1; they must agree",
    ),
    (
        "2\n0 0 0\n1 -4 1 0\n",
        "3:3",
        "task `1`: cost is `-4`; 0 to 9000000000 seconds are allowed",
    ),
    ("2\n0 0 0\n1 NaN 1 0\n", "3:3", "task `1`: cost is `NaN`;"),
    (
        "2\n0 0 0\nx 4 1 0\n",
        "3:1",
        "`x` is not the number of a task: 0, 1, 2, …",
    ),
    (
        "2\n0 0 0\n1 4 1 y\n",
        "3:7",
        "`y` is not the number of a task: 0, 1, 2, …",
    ),
    (
        "2\n0 0 0\n0 4 0\n",
        "3:1",
        "two tasks are called `0`; each needs a name of its own",
    ),
    (
        "2\n0 0 0\n1 4 1 9\n",
        "3:7",
        "task `1`: its predecessor `9` is not in the workflow; the name of another task is allowed",
    ),
    (
        "2\n0 0 0\n1 4 1 1\n",
        "3:7",
        "task `1` is its own predecessor; another task of the workflow is allowed",
    ),
    (
        "2\n0 1 1 1\n1 4 1 0\n",
        "",
        "tasks wait for each other in a circle: `0` before `1` before `0` again; a workflow has no circle",
    ),
    (
        "0\n",
        "",
        "the workflow has no tasks; at least one is needed",
    ),
    (
        "99999999999999999999\n",
        "1:1",
        "the first line is `99999999999999999999`;",
    ),
];

#[test]
fn errors_have_their_position() {
    for &(text, index, sentence) in WRONG {
        let seen = refused(text);
        assert_eq!(seen.0, index, "{text}");
        assert!(seen.1.starts_with(sentence), "{text}: {}", seen.1);
    }
}
