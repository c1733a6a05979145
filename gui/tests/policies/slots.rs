//! Searches for windows through the program: refused input, no windows, and tables of slots.

use crate::program::{cosched, text};
use crate::refused::assert_scenario_refused;

/// The output of `cosched run` for a search in `folder`.
fn printed(folder: &std::path::Path, search: &str) -> String {
    std::fs::write(folder.join("x.ron"), search).unwrap();
    let output = cosched(folder, &["run", "x.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// A search on these nodes, for one of them and ten units.
fn on(nodes: &str, request: &str) -> String {
    format!("Slots(domain: Nodes([{nodes}]), request: (volume: 10, {request}))")
}

#[test]
fn invalid_domains_and_requests_get_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let good = "(performance: 2, price: 3, slots: [(0, 9)])";
    for (nodes, request, sentence) in [
        (
            "(performance: 2, price: 3, slots: [(0, 9), (8, 12)])",
            "nodes: 1, budget: 15",
            ": a slot of node 1 starts at 8 s, before the one ahead of it ends at 9 s; join them or end the one sooner",
        ),
        (
            "(performance: 2, price: -3, slots: [(0, 9)])",
            "nodes: 1, budget: 15",
            ":1:46: -3 is not a price: 0 to 1000000000 is allowed",
        ),
        (
            "(performance: 0, price: 3, slots: [(0, 9)])",
            "nodes: 1, budget: 15",
            ":1:36: 0 is not a performance: more than 0 and up to 1000000000 is allowed",
        ),
        (
            good,
            "nodes: 2, budget: 15",
            ": 2 nodes are asked for; there are 1: ask for fewer",
        ),
        (
            good,
            "nodes: 0, budget: 15",
            ": 0 nodes are asked for; at least 1 is needed",
        ),
        (
            "(performance: 2, price: 3, slots: [(4, 4)])",
            "nodes: 1, budget: 15",
            ": a slot of node 1 starts at 4 s and ends at 4 s; it must end later than it starts",
        ),
        (
            "(performance: 2, price: 3)",
            "nodes: 1, budget: 15",
            ": node 1 has no `slots`, so that it is idle whenever it is not booked; say until when by `horizon`",
        ),
    ] {
        let sentence = format!("x.ron{sentence}");
        assert_scenario_refused(folder.path(), &on(nodes, request), &sentence);
    }
    let many = "Slots(domain: Model(nodes: 1000000, load: 1, horizon: 1000000000, task: (0.000000001, 0.000000001)),
        request: (nodes: 1, volume: 10, budget: 15))";
    let sentence = "x.ron: up to 1003000000 tasks may have to be drawn; 16777216 are allowed: take fewer nodes, less load, longer tasks or a nearer horizon";
    assert_scenario_refused(folder.path(), many, sentence);
    let request = "nodes: 1000000, budget: 15, scale: 1000000";
    let sentence = "x.ron: 1000000 nodes are asked for; there are 1: ask for fewer";
    assert_scenario_refused(folder.path(), &on(good, request), sentence);
    let search = "Slots(domain: Model(load: 3), request: (nodes: 1, volume: 10, budget: 15))";
    let sentence = "x.ron: a load of 3 is not allowed: it must be from 0 to 1";
    assert_scenario_refused(folder.path(), search, sentence);
}

#[test]
fn no_window_is_an_answer_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let one = "(performance: 2, price: 3, slots: [(0, 9)])";
    for (nodes, request, why) in [
        (
            one,
            "nodes: 1, budget: 14",
            "the cheapest window costs 15, above the budget",
        ),
        (
            one,
            "nodes: 1, budget: 15, least: 3",
            "fewer nodes are fast enough than are asked for: 0",
        ),
        (
            "(performance: 2, price: 3, slots: [(0, 4)])",
            "nodes: 1, budget: 15",
            "never for as long as they need, which is 5 s or more",
        ),
        (
            "(performance: 2, price: 3, slots: [(0, 5)]), (performance: 2, price: 3, slots: [(5, 10)])",
            "nodes: 2, budget: 30",
            "ever idle at once than are asked for: 1",
        ),
    ] {
        let printed = printed(folder.path(), &on(nodes, request));
        // By all seven criteria.
        assert_eq!(printed.matches(why).count(), 7, "{printed}");
    }
}

#[test]
fn slots_may_come_from_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let table =
        "node,performance,price,quality,start,end\n7,6,3,2,0,8\n7,6,3,2,20,60\n9,5,2,9,5,40\n";
    std::fs::write(folder.path().join("slots.csv"), table).unwrap();
    let search = "Slots(domain: Csv(\"slots.csv\"), criteria: [MinCost],
        request: (nodes: 2, volume: 60, budget: 100))";
    // Twelve seconds on the slower, at five a second.
    let printed = printed(folder.path(), search);
    let line = printed.lines().last().unwrap();
    let words: Vec<_> = line.split_whitespace().collect();
    assert_eq!(
        words,
        [
            "MinCost", "20.000", "12.000", "32.000", "60.000", "11.000", "7", "9"
        ]
    );
    for (line, sentence) in [
        (
            "7,6,-3,2,70,80",
            "slots.csv:5:1: -3 is not a price: 0 to 1000000000 is allowed",
        ),
        (
            "7,6,4,2,70,80",
            "slots.csv:5:1: node 7 has another performance, price or quality than in a line above",
        ),
        (
            "7,6,3,2,50,80",
            "slots.csv: a slot of node 7 starts at 50 s, before the one ahead of it ends at 60 s; join them or end the one sooner",
        ),
        (
            "7,6,3,2,x,80",
            "slots.csv:5:1: `x` in the column `start` is no such number",
        ),
    ] {
        std::fs::write(folder.path().join("slots.csv"), format!("{table}{line}\n")).unwrap();
        assert_scenario_refused(folder.path(), search, sentence);
    }
}

/// Impossible deadlines and values are refused with their position.
#[test]
fn invalid_deadlines_and_values_get_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let search = |request: &str, more: &str| {
        format!(
            "Slots(\ndomain: Nodes([(performance: 2, price: 3, slots: [(0, 9)])]),\nrequest: (nodes: 1, volume: 10, budget: 15{request}),\n{more})"
        )
    };
    for (request, more, sentence) in [
        (
            ", deadline: -1",
            "",
            "-1 is not a deadline: 0.000000001 to 9000000000 seconds are allowed",
        ),
        (
            ", deadline: 0",
            "",
            "0 is not a deadline: 0.000000001 to 9000000000 seconds are allowed",
        ),
        (
            "",
            "values: [(name: \"heat\", time: -2)]",
            "-2 is not a weight: 0 to 1000000000 is allowed",
        ),
        (
            "",
            "values: [(name: \"heat\")]",
            "the value \"heat\" is 0 for every window; one of `time`, `performance`, `price`, `start` and `quality` must be 0.000001 or more",
        ),
    ] {
        std::fs::write(folder.path().join("x.ron"), search(request, more)).unwrap();
        let output = cosched(folder.path(), &["run", "x.ron"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(sentence), "{said}");
    }
    // Five seconds end at 5 s, and not by 4 s.
    let late = printed(folder.path(), &search(", deadline: 4", ""));
    let why = "the first window ends at 5 s, after the deadline";
    assert_eq!(late.matches(why).count(), 7, "{late}");
    let values = "values: [(name: \"energy\", time: 2, performance: 1)]";
    let energy = printed(folder.path(), &search(", deadline: 5", values));
    assert!(energy.contains("1  (energy 20)"), "{energy}");
}

/// A search has no policies.
#[test]
fn options_of_jobs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let search = on(
        "(performance: 2, price: 3, slots: [(0, 9)])",
        "nodes: 1, budget: 15",
    );
    std::fs::write(folder.path().join("x.ron"), search).unwrap();
    for (option, sentence) in [
        (
            ["--policy", "easy"],
            "--policy: a search for windows has no jobs and no policies",
        ),
        (
            ["--seed", "3"],
            "--seed: only `domain: Model(…)` draws at random",
        ),
    ] {
        let arguments = [&["run", "x.ron"], &option[..]].concat();
        let output = cosched(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2));
        let said = text(&output.stderr);
        assert!(said.contains(sentence), "{said}");
    }
}

#[test]
fn results_are_written_to_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let search = on(
        "(performance: 2, price: 3, slots: [(1, 9)])",
        "nodes: 1, budget: 15",
    );
    std::fs::write(folder.path().join("x.ron"), search).unwrap();
    let output = cosched(folder.path(), &["run", "x.ron", "--out", "out"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let table = std::fs::read_to_string(folder.path().join("out/windows.csv")).unwrap();
    assert!(table.contains("\nMinCost,1,5,6,15,0,1\n"), "{table}");
}
