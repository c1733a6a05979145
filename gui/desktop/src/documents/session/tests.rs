//! Tests of sessions: what earlier versions wrote, and what is left of changes that were given up.

use super::*;

const SCENARIO: &str = "(machine: Cluster(nodes: 2), policies: [Fcfs], \
    workload: Jobs([(submit: 0, runtime: 5, nodes: 2)]))";

/// Written by an earlier version: a run of its own, a kept one, one of another scenario, and an
/// invalid view.
#[test]
fn a_session_of_an_earlier_version_is_read_without_runs_of_other_documents() {
    let kept = SCENARIO.replace(
        "policies: [Fcfs]",
        "variants: [(policy: Easy, label: \"kept\")]",
    );
    let run = |scenario: Option<&str>, label: &str, aside: bool| {
        let scenario = scenario.map(str::to_owned);
        let scenario = ron::to_string(&scenario).unwrap();
        format!("(source: None, scenario: {scenario}, label: {label:?}, aside: {aside})")
    };
    let runs = [
        run(Some(&kept), "FCFS, another log", true),
        run(None, "FCFS", false),
        run(Some(&kept), "kept", false),
    ];
    let text = format!(
        "(scenario: {SCENARIO:?}, saved: {SCENARIO:?}, runs: [{}], view: Some((NaN, 1.0, 0.0, inf)))",
        runs.join(", ")
    );
    let session: Session = ron::from_str(&text).unwrap();
    let mut document = OpenDocument::of_session(session).unwrap();
    document.restore();
    document.settle();
    let entries = document.shared.runs.entries.iter();
    let labels: Vec<&str> = entries.map(|entry| entry.label.as_str()).collect();
    assert_eq!(labels, ["FCFS", "kept"]);
    let said: Vec<&str> = document.notices.texts().collect();
    assert!(
        said.len() == 1 && said[0].starts_with("1 run of other documents"),
        "{said:?}"
    );
}

/// They were there again at the next start.
#[test]
fn of_changes_that_were_given_up_nothing_is_remembered() {
    let saved = scenario::parse(SCENARIO, None).unwrap();
    let changed = SCENARIO.replace("runtime: 5", "runtime: 6");
    let changed = scenario::parse(&changed, None).unwrap();
    for file in [None, Some(PathBuf::from("two.ron"))] {
        let document = Document::restored(changed.clone(), file.clone(), saved.clone());
        let mut document = OpenDocument::new(document);
        let before = document.session().unwrap();
        assert_eq!(before.scenario, scenario::to_ron(&changed));
        document.changes_discarded = true;
        let left = document.session();
        assert_eq!(left.is_some(), file.is_some());
        if let Some(left) = left {
            assert_eq!(
                (left.source, left.scenario),
                (file, scenario::to_ron(&saved))
            );
        }
    }
}
