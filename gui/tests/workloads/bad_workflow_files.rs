//! Files that are no workflow, and the error of each.

use std::path::Path;

use crate::packed::packed;
use crate::program::{cosched, text};
use crate::refused::assert_scenario_refused;

/// A file's name, its contents, and its error.
const FILES: [(&str, &str, &str); 29] = [
    (
        "empty.json",
        "",
        " the file is empty; a workflow has at least one task",
    ),
    (
        "empty.dax",
        " ",
        " the file is empty; a workflow has at least one task",
    ),
    (
        "empty.stg",
        "\n",
        " the file is empty; a workflow has at least one task",
    ),
    (
        "none.json",
        r#"{"workflow":{"tasks":[]}}"#,
        " the workflow has no tasks; at least one is needed",
    ),
    (
        "none.dax",
        "<adag/>",
        " the workflow has no tasks; at least one is needed",
    ),
    (
        "none.stg",
        "0\n0 0 0\n1 0 1 0\n",
        " no task of the workflow takes any time",
    ),
    (
        "idle.dax",
        r#"<adag><job id="a" runtime="0"/></adag>"#,
        " no task of the workflow takes any time",
    ),
    (
        "bad.json",
        r#"{"workflow":{"tasks":[,]}}"#,
        "1:23: not JSON: expected value",
    ),
    (
        "bad.dax",
        "<adag><job></adag>",
        "1:12: not XML: expected 'job' tag, not 'adag'",
    ),
    (
        "bad.stg",
        "1\n0 0 0\n1 x 1 0\n2 0 1 1\n",
        "3:3: task `1`: cost is `x`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "other.json",
        r#"{"a":1}"#,
        " no WfFormat: it has neither `workflow.specification.tasks` (1.5) nor `workflow.tasks` (1.4)",
    ),
    (
        "other.dax",
        "<html/>",
        "1:1: the root element is `html`; `adag` is needed",
    ),
    (
        "cut.stg",
        "5\n0 0 0\n1 5 1 0\n",
        "1:1: the first line says 5 tasks, and the file has 2; 5, or 2 more with the dummies at both ends, are allowed",
    ),
    (
        "circle.json",
        r#"{"workflow":{"tasks":[{"name":"t","runtime":3,"parents":["u"]},{"name":"u","runtime":3,"parents":["t"]}]}}"#,
        " tasks wait for each other in a circle: `t` before `u` before `t` again; a workflow has no circle",
    ),
    (
        "circle.dax",
        r#"<adag><job id="a" runtime="3"/><job id="b" runtime="3"/><child ref="a"><parent ref="b"/></child><child ref="b"><parent ref="a"/></child></adag>"#,
        " tasks wait for each other in a circle: `a` before `b` before `a` again; a workflow has no circle",
    ),
    (
        "circle.stg",
        "2\n0 0 0\n1 5 1 2\n2 5 1 1\n3 0 1 2\n",
        " tasks wait for each other in a circle: `1` before `2` before `1` again; a workflow has no circle",
    ),
    (
        "self.dax",
        r#"<adag><job id="a" runtime="3"/><child ref="a"><parent ref="a"/></child></adag>"#,
        "1:47: task `a` is its own parent; another task of the workflow is allowed",
    ),
    (
        "parent.json",
        r#"{"workflow":{"tasks":[{"name":"t","runtime":3,"parents":["u"]}]}}"#,
        "1:58: task `t`: its parent `u` is not in the workflow; the name of another task is allowed",
    ),
    (
        "parent.dax",
        r#"<adag><job id="a" runtime="3"/><child ref="a"><parent ref="z"/></child></adag>"#,
        "1:47: task `a`: its parent `z` is not in the workflow; the name of another task is allowed",
    ),
    (
        "parent.stg",
        "1\n0 0 0\n1 5 1 9\n2 0 1 1\n",
        "3:7: task `1`: its predecessor `9` is not in the workflow; the name of another task is allowed",
    ),
    (
        "twice.json",
        r#"{"workflow":{"tasks":[{"name":"t","runtime":3},{"name":"t","runtime":3}]}}"#,
        "1:56: two tasks are called `t`; each needs a name of its own",
    ),
    (
        "twice.dax",
        r#"<adag><job id="a" runtime="1"/><job id="a" runtime="1"/></adag>"#,
        "1:32: two tasks are called `a`; each needs a name of its own",
    ),
    (
        "minus.json",
        r#"{"workflow":{"tasks":[{"name":"t","runtime":-3}]}}"#,
        "1:45: task `t`: runtime is `-3`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "minus.dax",
        r#"<adag><job id="a" runtime="-3"/></adag>"#,
        "1:7: task `a`: runtime is `-3`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "minus.stg",
        "1\n0 0 0\n1 -5 1 0\n2 0 1 1\n",
        "3:3: task `1`: cost is `-5`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "huge.json",
        r#"{"workflow":{"tasks":[{"name":"t","runtime":1e300}]}}"#,
        "1:45: task `t`: runtime is `1e300`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "huge.stg",
        "1\n0 0 0\n1 1e300 1 0\n2 0 1 1\n",
        "3:3: task `1`: cost is `1e300`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "untimed.json",
        r#"{"workflow":{"tasks":[{"name":"t"}]}}"#,
        " task `t` has no runtime; `defaults: (runtime: …)` can give one",
    ),
    (
        "untimed.dax",
        r#"<adag><job id="a"/></adag>"#,
        " task `a` has no runtime; `defaults: (runtime: …)` can give one",
    ),
];

/// As an argument, and as the path in a scenario.
fn assert_file_refused(folder: &Path, name: &str, content: &[u8], sentence: &str) {
    std::fs::write(folder.join(name), content).unwrap();
    let output = cosched(folder, &["run", name, "--quiet"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{name}: {said}");
    assert!(
        said.ends_with(&format!("{name}:{sentence}\n")),
        "{name}: {said}"
    );
    assert_eq!(said.lines().count(), 1, "{name}: {said}");
    let content = format!("(machine: Servers(), workload: Workflow(path: \"{name}\"))");
    assert_scenario_refused(folder, &content, &format!("{name}:{sentence}"));
}

#[test]
fn files_that_hold_no_workflow_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (name, content, sentence) in FILES {
        assert_file_refused(folder.path(), name, content.as_bytes(), sentence);
    }
}

#[test]
fn truncated_and_binary_files_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = packed("1 2 3 ".repeat(5000).as_bytes());
    for ending in ["json", "dax", "stg"] {
        let binary = [0x7f, b'E', 0xff, 0xfe];
        let name = format!("binary.{ending}");
        let sentence = "1:3: not text; a workflow file is text in UTF-8: JSON, XML or numbers";
        assert_file_refused(folder.path(), &name, &binary, sentence);
        let name = format!("cut.{ending}.gz");
        let sentence = " the gzip file ends too early: it was cut off";
        assert_file_refused(folder.path(), &name, &whole[..whole.len() / 2], sentence);
    }
}
