//! Pegasus' DAX: small files, and malformed ones.

use super::super::{Format, WorkflowFile, parse};

fn read(text: &str) -> WorkflowFile {
    parse(Format::Dax, String::new(), text).unwrap()
}

/// `line:column` and the sentence.
fn refused(text: &str) -> (String, String) {
    let problem = parse(Format::Dax, String::new(), text).unwrap_err();
    let position = problem
        .position
        .map(|index| format!("{}:{}", index.line, index.column));
    (position.unwrap_or_default(), problem.sentence)
}

#[test]
fn jobs_and_their_parents_are_read() {
    let workflow = read(
        r#"<?xml version="1.0"?>
<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1" jobCount="3">
  <child ref="last"><parent ref="b"/><parent ref="a"/></child>
  <job id="a" name="cut" runtime="1.5" cores="4"><uses file="x" link="input"/></job>
  <!-- a job without a runtime -->
  <job id="b" name="cut"/>
  <job id="last" runtime="16200"/>
  <child ref="last"><parent ref="a"/></child>
</adag>"#,
    );
    let [a, b, last] = &workflow.tasks[..] else {
        panic!("{workflow:?}");
    };
    assert_eq!((&*a.name, a.kind.as_deref()), ("a", Some("cut")));
    assert_eq!((a.runtime, a.cores), (Some(1.5), Some(4)));
    assert_eq!((b.runtime, b.cores), (None, None));
    assert_eq!(last.runtime, Some(16_200.0));
    assert_eq!(last.after, [0, 1]);
    assert_eq!(
        workflow.remarks,
        [
            "1 dependency is a repeat: kept once",
            "1 of 3 tasks has no runtime",
            "2 of 3 tasks have no core count",
            "no task has a utilisation",
            "no task has a memory",
        ]
    );
}

#[test]
fn version_3_has_profiles_and_sub_workflows() {
    let workflow = read(
        r#"<adag version="3.6" jobCount="9">
  <job id="a"><profile namespace="pegasus" key="runtime"> 12 </profile>
    <profile namespace="env" key="cores">7</profile>
    <profile namespace="PEGASUS" key="cores">2</profile>
    <profile namespace="pegasus" key="memory">512</profile></job>
  <dax id="b" file="more.dax"/>
  <dag id="c" file="more.dag"/>
  <child ref="b"><parent ref="a"/></child>
</adag>"#,
    );
    let a = &workflow.tasks[0];
    assert_eq!(
        (a.runtime, a.cores, a.memory),
        (Some(12.0), Some(2), Some(512.0))
    );
    assert_eq!(workflow.tasks[1].after, [0]);
    assert_eq!(
        workflow.remarks[..2],
        [
            "jobCount is `9`, and there are 3 jobs",
            "2 sub-workflows are taken as one task each"
        ]
    );
}

/// Text behind two jobs on line 4, with the position and the message of its error.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "<job id='c' runtime='-1'/>",
        "4:1",
        "task `c`: runtime is `-1`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "<job id='c' runtime='NaN'/>",
        "4:1",
        "task `c`: runtime is `NaN`; 0 to 9000000000 seconds are allowed",
    ),
    (
        "<job id='c' cores='0'/>",
        "4:1",
        "task `c`: cores is `0`; 1 to 1048576 cores are allowed",
    ),
    (
        "<job id='a'/>",
        "4:1",
        "two tasks are called `a`; each needs a name of its own",
    ),
    (
        " <job name='x'/>",
        "4:2",
        "a `job` has no `id`; the id of a job is needed",
    ),
    (
        "<child ref='b'>\n <parent ref='z'/></child>",
        "5:2",
        "task `b`: its parent `z` is not in the workflow; the name of another task is allowed",
    ),
    (
        "<child ref='z'><parent ref='a'/></child>",
        "4:1",
        "`z`, a child of `a`, is not in the workflow; the id of a job is allowed",
    ),
    (
        "<child ref='a'><parent ref='a'/></child>",
        "4:16",
        "task `a` is its own parent; another task of the workflow is allowed",
    ),
    (
        "<child ref='a'><parent/></child>",
        "4:16",
        "a `parent` has no `ref`; the id of a job is needed",
    ),
    (
        "<child ref='a'><parent ref='b'/></child><child ref='b'><parent ref='a'/></child>",
        "",
        "tasks wait for each other in a circle: `a` before `b` before `a` again; a workflow has no circle",
    ),
    (
        "<job id='c'>",
        "5:1",
        "not XML: expected 'job' tag, not 'adag'",
    ),
];

#[test]
fn errors_have_their_position() {
    let jobs = "<job id='a'/>\n<job id='b'/>\n";
    for &(inner, position, sentence) in WRONG {
        let text = format!("<adag>\n{jobs}{inner}\n</adag>");
        let expected = (position.to_owned(), sentence.to_owned());
        assert_eq!(refused(&text), expected);
    }
}

#[test]
fn what_is_no_dax_is_refused() {
    for (text, position, sentence) in [
        (
            "<workflow/>",
            "1:1",
            "the root element is `workflow`; `adag` is needed",
        ),
        (
            "<adag/>",
            "",
            "the workflow has no tasks; at least one is needed",
        ),
        ("{\"workflow\": {}}", "1:1", "not XML: "),
        ("<adag><job id='a'", "", "not XML: "),
        (
            "<adag>",
            "",
            "not XML: the root node was opened but never closed",
        ),
        (
            "<!DOCTYPE adag [<!ENTITY e 'x'>]><adag/>",
            "",
            "not XML: XML with DTD detected",
        ),
    ] {
        let seen = refused(text);
        assert_eq!(seen.0, position, "{text}: {seen:?}");
        assert!(seen.1.starts_with(sentence), "{text}: {seen:?}");
    }
}

/// Neither stack nor time runs out.
#[test]
fn deep_nesting_is_passed_over() {
    let deep = 50_000;
    let text = format!(
        "<adag><job id='a'/>{}{}</adag>",
        "<x>".repeat(deep),
        "</x>".repeat(deep)
    );
    assert_eq!(read(&text).tasks.len(), 1);
    let (_, sentence) = refused(&"<x>".repeat(deep));
    assert!(sentence.starts_with("not XML: "), "{sentence}");
}
