//! Arguments that are not allowed.

use cosched::scenario::PolicyName;

use super::scenario;
use crate::program::{cosched, text};

#[test]
fn every_bad_command_line_gets_status_2() {
    let folder = tempfile::tempdir().unwrap();
    for (name, expect) in [
        ("nothing.ron", ""),
        ("early.ron", ", started: [-5]"),
        ("vague.ron", ", metrics: [(name: \"makespan\", value: NaN)]"),
        (
            "loose.ron",
            ", metrics: [(name: \"makespan\", value: 5, tolerance: inf)]",
        ),
    ] {
        let expect = format!("    expect: [(policy: Fcfs{expect})],\n");
        let content = scenario("(submit: 0, runtime: 5, nodes: 1)", &expect);
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    std::fs::write(
        folder.path().join("good.ron"),
        scenario("(submit: 0, runtime: 5, nodes: 1)", ""),
    )
    .unwrap();
    for (arguments, sentence) in [
        (
            &["run", "missing.swf"][..],
            "missing.swf: cannot be read: no such file or directory",
        ),
        (&["run", "."], "cannot be read: is a directory"),
        (
            &["generate", "lublin", "--load", "0"],
            "0.001 to 1000 is allowed",
        ),
        (
            &["generate", "lublin", "--load=NaN"],
            "0.001 to 1000 is allowed",
        ),
        (
            &["generate", "lublin", "--load=-1"],
            "0.001 to 1000 is allowed",
        ),
        (
            &["run", "good.ron", "--nodes", "99999999"],
            "99999999 is not in 1..=16777216",
        ),
        (
            &["check", "nothing.ron"],
            "nothing.ron: `expect` says nothing of FCFS",
        ),
        (&["check", "early.ron"], "-5 is not a time"),
        (&["check", "vague.ron"], "is not a number to compare with"),
        (
            &["check", "loose.ron"],
            "is not a tolerance: a number from 0 on is allowed",
        ),
        (
            &["run", "good.ron", "--policy", "eazy"],
            "[possible values: fcfs, easy, conservative, scojo-pect, ",
        ),
        (
            &["run", "good.ron", "--nodes", "0"],
            "0 is not in 1..=16777216",
        ),
        (
            &["run", "good.ron", "--order", "fastest"],
            "allowed are submitted, shortest-estimate",
        ),
        (
            &["run", "good.ron", "--order", "wait / estimat"],
            "at character 8: `estimat` is not known; known are wait, estimate",
        ),
        (
            &["run", "good.ron", "--load", "0.5"],
            "jobs that are written out have the submit times they have",
        ),
        (&["run"], "required arguments were not provided"),
        (
            &["check", "good.ron"],
            "good.ron: nothing to check: it has no `expect`",
        ),
        (&["generate", "lublim"], "unrecognized subcommand"),
        (
            &["--screenshot", "x.png", "--size", "3x3"],
            "two numbers from 200 to 8000 are allowed, as in 1440x900",
        ),
        (
            &["--screenshot", "x.png", "--pane", "nothing"],
            "there is no pane `nothing`; there are schedule, busy, queue,",
        ),
    ] {
        let output = cosched(folder.path(), arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert!(said.contains(sentence), "{arguments:?}: {said}");
        assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    }
}

#[test]
fn without_a_policy_the_error_lists_all() {
    let folder = tempfile::tempdir().unwrap();
    let good = "(submit: 0, runtime: 5, nodes: 1)";
    let files = [
        ("policy.ron", scenario(good, "    policies: [Eazy],\n")),
        ("good.ron", scenario(good, "")),
    ];
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content).unwrap();
    }
    let error_of = |arguments: &[&str]| text(&cosched(folder.path(), arguments).stderr);
    // Policies on nodes, then those on servers, then the recorded schedule.
    let mut all = PolicyName::PUBLISHED.to_vec();
    all.sort_by_key(|policy| policy.is_for_servers());
    all.push(PolicyName::Recorded);
    let names: Vec<_> = all
        .iter()
        .map(|policy| format!("`{}`", policy.name()))
        .collect();
    let names = names.join(", ");
    let names = format!("(is `Easy` meant?); there are {names} and `External`");
    let written = error_of(&["run", "policy.ron"]);
    assert!(written.contains(&names), "{written}");
    let kebabs: Vec<_> = all.iter().map(|policy| policy.kebab()).collect();
    let names = format!("[possible values: {}]", kebabs.join(", "));
    let typed = error_of(&["run", "good.ron", "--policy", "eazy"]);
    assert!(typed.contains(&names), "{typed}");
}
