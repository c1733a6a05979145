//! WfFormat: small files of each shape, remarks on them, and malformed ones.

use super::super::{Format, WorkflowFile, parse};

fn read(text: &str) -> WorkflowFile {
    parse(Format::WfFormat, "title".to_owned(), text).unwrap()
}

/// Line, column and sentence; 0 and 0 without a position.
fn refused(text: &str) -> (usize, usize, String) {
    let problem = parse(Format::WfFormat, String::new(), text).unwrap_err();
    let (line, column) = problem
        .position
        .map_or((0, 0), |index| (index.line, index.column));
    (line, column, problem.sentence)
}

/// A file of the present shape around the lists of its two parts.
fn present_shape(specification: &str, execution: &str) -> String {
    format!(
        r#"{{"schemaVersion": "1.5", "workflow": {{
"specification": {{"tasks": [{specification}]}},
"execution": {{"tasks": [{execution}]}}}}}}"#
    )
}

/// Two tasks, the second of which has these fields besides its name.
fn two_tasks(fields: &str) -> String {
    format!(
        r#"{{"schemaVersion": "1.4", "workflow": {{"tasks": [
{{"name": "first", "runtimeInSeconds": 1}},
{{"name": "second", {fields}}}]}}}}"#
    )
}

#[test]
fn the_shape_of_today_has_dependencies_and_measurements_apart() {
    let text = present_shape(
        r#"{"name": "sift", "id": "sift_1", "parents": [], "children": ["join_2"], "inputFiles": ["x"]},
        {"name": "join_2", "id": "join_2", "parents": ["sift_1"], "children": []}"#,
        // In another order than the specification.
        r#"{"id": "join_2", "runtimeInSeconds": 2.5, "avgCPU": 150.0, "coreCount": 2, "memoryInBytes": 3145728},
        {"id": "sift_1", "runtimeInSeconds": 7, "avgCPU": 40, "command": {"program": "sift"}}"#,
    );
    let workflow = read(&text);
    let [sift, join] = &workflow.tasks[..] else {
        panic!("{workflow:?}");
    };
    assert_eq!(
        (&*sift.name, sift.kind.as_deref()),
        ("sift_1", Some("sift"))
    );
    assert_eq!((&*join.name, join.kind.as_deref()), ("join_2", None));
    assert_eq!((sift.runtime, join.runtime), (Some(7.0), Some(2.5)));
    assert_eq!((sift.cores, join.cores), (None, Some(2)));
    // 40 % of one core; 150 % of one core are three quarters of two.
    assert_eq!(
        (sift.utilisation, join.utilisation),
        (Some(0.4), Some(0.75))
    );
    assert_eq!((sift.memory, join.memory), (None, Some(3.0)));
    assert_eq!((&sift.after[..], &join.after[..]), (&[][..], &[0][..]));
    assert_eq!(
        workflow.remarks,
        [
            "1 of 2 tasks has no core count",
            "1 of 2 tasks has no memory"
        ]
    );
}

#[test]
fn the_older_shape_has_everything_in_one_list() {
    // By name and by id, as such files do.
    let text = r#"{"schemaVersion": "1.4", "workflow": {"tasks": [
        {"name": "c_ID3", "id": "ID3", "category": "c", "parents": ["a_ID1", "ID2"], "runtimeInSeconds": 3},
        {"name": "a_ID1", "id": "ID1", "runtimeInSeconds": 1, "cores": 4, "avgCPU": 200},
        {"name": "b_ID2", "id": "ID2", "runtimeInSeconds": 2, "memory": 1048576}]}}"#;
    let workflow = read(text);
    assert_eq!(workflow.tasks[0].name, "c_ID3");
    assert_eq!(workflow.tasks[0].kind.as_deref(), Some("c"));
    assert_eq!(workflow.tasks[0].after, [1, 2]);
    assert_eq!(workflow.tasks[1].cores, Some(4));
    assert_eq!(workflow.tasks[1].utilisation, Some(0.5));
    // 1 048 576 times 1000 bytes.
    assert_eq!(workflow.tasks[2].memory, Some(1000.0));
}

#[test]
fn the_oldest_shape_is_read_with_a_remark() {
    let text = r#"{"schemaVersion": "1.1", "workflow": {"jobs": [
        {"name": "a", "runtime": 10.5}, {"name": "b", "parents": ["a"], "runtime": 3}]}}"#;
    let workflow = read(text);
    assert_eq!(workflow.tasks[0].runtime, Some(10.5));
    assert_eq!(workflow.tasks[1].after, [0]);
    assert_eq!(workflow.remarks[0], "schemaVersion is `1.1`: read as 1.4");
    let text = text.replace(r#""schemaVersion": "1.1", "#, "");
    assert_eq!(
        read(&text).remarks[0],
        "the file has no schemaVersion: read as 1.4"
    );
}

#[test]
fn names_that_repeat_take_their_ids() {
    let text = r#"{"schemaVersion": "1.4", "workflow": {"tasks": [
        {"name": "check", "id": "1"}, {"name": "check", "id": "2", "parents": ["1"]},
        {"name": "join", "id": "3", "parents": ["check_1", "2"]}]}}"#;
    let workflow = read(text);
    let names: Vec<_> = workflow.tasks.iter().map(|task| &*task.name).collect();
    assert_eq!(names, ["check_1", "check_2", "join_3"]);
    assert_eq!(workflow.tasks[1].kind.as_deref(), Some("check"));
    assert_eq!(workflow.tasks[1].after, [0]);
    assert_eq!(workflow.tasks[2].after, [0, 1]);
    let unclear = text.replace(r#""check_1""#, r#""check""#);
    assert_eq!(
        refused(&unclear),
        (
            3,
            49,
            "task `join_3`: several tasks are called `check`, its parent; the name of one is needed".to_owned()
        )
    );
}

/// Where one task's id is another's name, the name counts.
#[test]
fn an_own_name_precedes_an_id() {
    let text = r#"{"schemaVersion": "1.4", "workflow": {"tasks": [
        {"name": "x", "id": "y"}, {"name": "y", "id": "x"},
        {"name": "z", "id": "z", "parents": ["x"]}]}}"#;
    assert_eq!(read(text).tasks[2].after, [0]);
}

#[test]
fn parents_and_children_are_united() {
    let only_children = present_shape(
        r#"{"id": "a", "children": ["b", "c"]}, {"id": "b"}, {"id": "c"}"#,
        "",
    );
    let workflow = read(&only_children);
    assert_eq!(workflow.tasks[1].after, [0]);
    assert_eq!(workflow.tasks[2].after, [0]);
    assert!(
        !workflow
            .remarks
            .iter()
            .any(|remark| remark.contains("named"))
    );
    // b waits for a by both, c by its parent only, d by a's child only.
    let text = present_shape(
        r#"{"id": "a", "children": ["b", "d", "b"]}, {"id": "b", "parents": ["a"]},
        {"id": "c", "parents": ["b"]}, {"id": "d"}"#,
        "",
    );
    let workflow = read(&text);
    let after: Vec<_> = workflow.tasks.iter().map(|task| &task.after[..]).collect();
    assert_eq!(after, [&[][..], &[0], &[1], &[0]]);
    assert_eq!(
        workflow.remarks[..2],
        [
            "1 dependency is a repeat: kept once",
            "2 dependencies are named by only one of their two tasks: kept"
        ]
    );
}

#[test]
fn what_is_missing_or_changed_is_counted() {
    let text = present_shape(
        r#"{"id": "a"}, {"id": "b"}, {"id": "c"}"#,
        r#"{"id": "a", "runtimeInSeconds": 0, "avgCPU": 101}, {"id": "b", "avgCPU": 0, "coreCount": null},
        {"id": "elsewhere", "runtimeInSeconds": 1}"#,
    );
    let workflow = read(&text);
    assert_eq!(workflow.tasks[0].utilisation, Some(1.0));
    assert_eq!(workflow.tasks[1].utilisation, None);
    assert_eq!(
        workflow.remarks,
        [
            "1 executed task dropped: not in the specification",
            "1 of 3 tasks has an avgCPU above 100 % of their cores (of one core without a core count): utilisation taken as 1",
            "1 of 3 tasks has a runtime of 0",
            "2 of 3 tasks have no runtime",
            "no task has a core count",
            "2 of 3 tasks have no utilisation",
            "no task has a memory",
        ]
    );
}

/// Fields of the second of two tasks, on line 3, with the position and the message of their error.
const WRONG: &[(&str, usize, &str)] = &[
    (
        r#""runtimeInSeconds": -5"#,
        40,
        "task `second`: runtimeInSeconds is `-5`; 0 to 9000000000 seconds are allowed",
    ),
    (
        r#""runtimeInSeconds": "5 s""#,
        40,
        "task `second`: runtimeInSeconds is `\"5 s\"`; 0 to 9000000000 seconds are allowed",
    ),
    (
        r#""runtime": 1e40"#,
        31,
        "task `second`: runtime is `1e40`; 0 to 9000000000 seconds are allowed",
    ),
    (
        r#""coreCount": 0"#,
        33,
        "task `second`: coreCount is `0`; 1 to 1048576 cores are allowed",
    ),
    (
        r#""cores": 1.5"#,
        29,
        "task `second`: cores is `1.5`; a whole number of cores is needed",
    ),
    (
        r#""avgCPU": -1"#,
        30,
        "task `second`: avgCPU is `-1`; 0 to 104857600 percent are allowed",
    ),
    (
        r#""memoryInBytes": -1"#,
        37,
        "task `second`: memoryInBytes is `-1`; 0 to 4398045462528 bytes are allowed",
    ),
    (
        r#""parents": ["third"]"#,
        32,
        "task `second`: its parent `third` is not in the workflow; the name of another task is allowed",
    ),
    (
        r#""children": ["third"]"#,
        33,
        "task `second`: its child `third` is not in the workflow; the name of another task is allowed",
    ),
    (
        r#""parents": ["second"]"#,
        32,
        "task `second` is its own parent; another task of the workflow is allowed",
    ),
    (
        r#""parents": [7]"#,
        32,
        "task `second`: its parent is `7`; a text in quotes is needed",
    ),
];

#[test]
fn values_that_cannot_be_are_refused_by_task_and_field() {
    for &(fields, column, sentence) in WRONG {
        assert_eq!(
            refused(&two_tasks(fields)),
            (3, column, sentence.to_owned())
        );
    }
}

#[test]
fn tasks_have_names_of_their_own() {
    let twice = present_shape("{\"id\": \"a\"},\n{\"id\": \"a\"}", "");
    assert_eq!(
        refused(&twice),
        (
            3,
            8,
            "two tasks are called `a`; each needs a name of its own".to_owned()
        )
    );
    let executed = present_shape(r#"{"id": "a"}"#, "{\"id\": \"a\"},\n{\"id\": \"a\"}");
    assert_eq!(
        refused(&executed),
        (
            4,
            8,
            "task `a` was executed twice; each has its measurements once".to_owned()
        )
    );
    let nameless = present_shape(r#"{"id": "a"}, {"parents": ["a"]}"#, "");
    assert_eq!(
        refused(&nameless).2,
        "task 2 in its list has neither an `id` nor a `name`; one is needed"
    );
}

#[test]
fn a_cycle_names_its_tasks() {
    let text = present_shape(
        r#"{"id": "a", "parents": ["c"]}, {"id": "b", "parents": ["a"]}, {"id": "c", "parents": ["b"]}"#,
        "",
    );
    assert_eq!(
        refused(&text).2,
        "tasks wait for each other in a circle: `a` before `b` before `c` before `a` again; a workflow has no circle"
    );
}

#[test]
fn what_is_no_wfformat_is_refused_with_its_place() {
    let deep = format!("{}{}", r#"{"workflow": "#, "[".repeat(100_000));
    for (text, line, column, sentence) in [
        ("{\n  \"workflow\": }", 2, 15, "not JSON: expected value"),
        (
            "{\"workflow\": {}",
            1,
            15,
            "not JSON: EOF while parsing an object",
        ),
        ("{} {}", 1, 4, "not JSON: trailing characters"),
        (
            "\"text\"",
            1,
            6,
            "not as WfFormat has it: invalid type: string \"text\", expected WfFormat: an object with a `workflow`",
        ),
        (
            "{\"workflow\": 5}",
            1,
            14,
            "not as WfFormat has it: invalid type: integer `5`, expected a workflow: an object with a `specification` or `tasks`",
        ),
        (
            "{\"workflow\": {\"tasks\": [{\"parents\": \"a\"}]}}",
            1,
            39,
            "not as WfFormat has it: invalid type: string \"a\", expected a sequence",
        ),
        ("{}", 0, 0, "no WfFormat: it has neither"),
        ("{\"workflow\": {}}", 0, 0, "no WfFormat: it has neither"),
        (
            "{\"workflow\": {\"tasks\": []}}",
            0,
            0,
            "the workflow has no tasks; at least one is needed",
        ),
        ("null", 1, 4, "not as WfFormat has it: invalid type: null"),
        (&deep, 1, deep.len(), "not JSON: EOF while parsing a list"),
    ] {
        let seen = refused(text);
        assert!(seen.2.starts_with(sentence), "{text:.40}: {seen:?}");
        if column > 0 {
            assert_eq!((seen.0, seen.1), (line, column), "{text:.40}");
        }
    }
}

/// Fields that are not read may be nested to any depth.
#[test]
fn deep_nesting_is_passed_over() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let text = format!(
        r#"{{"more": {deep}, "workflow": {{"tasks": [{{"name": "a", "files": {deep}}}]}}}}"#
    );
    assert_eq!(read(&text).tasks.len(), 1);
}
