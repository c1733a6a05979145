//! The effect of another setting, as a pane.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, choose, click, field, fill, finish, names, perform, window, write};

/// On two nodes under FCFS 1 waits 0 s, 2 waits 90 s and 3 waits 180 s; on four 0 s, 0 s and 80 s.
const LOG: &str = "; MaxProcs: 2
1 0 0 100 2 -1 -1 2 120 -1 1 1 1 -1 1 -1 -1 -1
2 10 0 100 2 -1 -1 2 120 -1 1 2 1 -1 1 -1 -1 -1
3 20 0 50 1 -1 -1 1 120 -1 1 1 1 -1 1 -1 -1 -1
";

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// Requests the effect of the changes in `line` on the current run.
pub(crate) fn request(window: &mut Window, label: &str, line: &str) {
    fill(window, &format!("{label} with"), line);
    click(window, "Find out");
    finish(window);
}

#[test]
fn winners_by_more_nodes_are_shown_and_selected() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "x.swf", LOG);
    let scenario = "(machine: Cluster(), workload: Swf(path: \"x.swf\"), policies: [Fcfs])";
    let mut window = window(vec![write(folder.path(), "x.ron", scenario)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    request(&mut window, "FCFS", "nodes=4");
    assert!(says(&window, "3 jobs, before and after: 4 processors"));
    for cell in [
        "1 min 30",
        "26.7 s",
        "−70 %",
        "−56 %",
        "−100 %",
        "−1 min 40",
    ] {
        assert!(says(&window, cell), "{cell}");
    }
    assert!(says(&window, "--policy fcfs --set 'nodes=4'"));
    click(&mut window, "user 2");
    perform(&mut window, Command::Show(Pane::Statistics));
    let selected = field(&window, "Select jobs").value();
    assert_eq!(selected.as_deref(), Some("user == 2"));
    perform(&mut window, Command::Show(Pane::WhatIf));
    click(&mut window, "Take this scenario");
    finish(&mut window);
    assert_eq!(
        window.state().scenario().machine.nodes().unwrap().count(),
        Some(4)
    );
}

#[test]
fn unknown_changes_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 2), workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Fcfs])";
    let mut window = window(vec![write(folder.path(), "x.ron", scenario)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    for (line, sentence) in [
        ("nodes", "nodes: a name and a value are wanted"),
        ("nods=4", "there is no parameter “nods”"),
        ("policy=mom", "MOM needs"),
        ("nodes=0", "0 is not allowed"),
    ] {
        request(&mut window, "FCFS", line);
        assert!(says(&window, sentence), "{line}");
    }
    request(&mut window, "FCFS", "nodes=3");
    assert!(says(&window, "1 job, before and after: 3 nodes"));
}

/// Two nodes under FCFS, as above.
fn opened(folder: &std::path::Path) -> Window {
    write(folder, "x.swf", LOG);
    let scenario = "(machine: Cluster(), workload: Swf(path: \"x.swf\"), policies: [Fcfs])";
    let mut window = window(vec![write(folder, "x.ron", scenario)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    window
}

#[test]
fn settings_are_offered_with_their_values() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    for said in ["What can be changed", "Machine", "Policy"] {
        assert!(says(&window, said), "{said}");
    }
    // A click on the value, a number, and the question.
    click(&mut window, "What if Processors");
    fill(&mut window, "What if Processors", "4");
    finish(&mut window);
    click(&mut window, "Find out");
    finish(&mut window);
    assert!(says(&window, "3 jobs, before and after: 4 processors"));
    assert!(says(&window, "--policy fcfs --set 'nodes=4'"));
    // The arrow resets it, and there is nothing left to compute.
    click(&mut window, "Reset Processors");
    assert!(!says(&window, "--set"));
    // Another policy, and all is undone.
    choose(&mut window, "What if Policy", "Conservative");
    assert!(says(&window, "--set 'policy=conservative'"));
    click(&mut window, "Undo these changes");
    assert!(!says(&window, "--set"));
}

#[test]
fn an_impossible_setting_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(kinds: [(name: \"gpu\", count: 2, cores: 4)], partitions: [
        (name: \"main\", most_time: 7200)]),
        workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Fcfs])";
    let mut window = window(vec![write(folder.path(), "x.ron", scenario)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    for said in ["Partitions", "main: longest estimate", "2 h", "gpu: nodes"] {
        assert!(says(&window, said), "{said}");
    }
    // Spans are read with their units.
    click(&mut window, "What if main: longest estimate");
    fill(&mut window, "What if main: longest estimate", "1 d");
    finish(&mut window);
    click(&mut window, "Find out");
    finish(&mut window);
    assert!(says(
        &window,
        "1 job, before and after: main: longest estimate 1 d instead of 2 h"
    ));
}

#[test]
fn a_what_if_is_kept_as_a_run_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    request(&mut window, "FCFS", "nodes=4");
    click(&mut window, "Keep as a run");
    assert_eq!(names(&window), ["FCFS", "FCFS, 4 processors"]);
    // The scenario is as it was, and the run stands beside the one it was made of: a mean of
    // 26.67 s instead of 90 s.
    let machine = window.state().scenario().machine.nodes().unwrap();
    assert_eq!(machine.count(), None);
    perform(&mut window, Command::Show(Pane::Compare));
    assert!(says(&window, "mean wait of FCFS, 4 processors: 26.7 s"));
    perform(&mut window, Command::Undo);
    assert_eq!(names(&window), ["FCFS"]);
    // A change of the policy alone is kept just so.
    perform(&mut window, Command::Show(Pane::WhatIf));
    request(&mut window, "FCFS", "policy=easy");
    click(&mut window, "Keep as a run");
    assert_eq!(names(&window), ["FCFS", "EASY instead of FCFS"]);
}

/// Two cores, and ann may have one job running: her second waits 100 s, with twice the limits no
/// job waits.
const LIMITED: &str = "(machine: Cluster(
        kinds: [(name: \"n\", count: 1, cores: 2)],
        limits: (users: [(name: \"ann\", running: 1)])),
    workload: Jobs([
        (submit: 0, runtime: 100, nodes: 1, cores: 1, user: \"ann\"),
        (submit: 0, runtime: 100, nodes: 1, cores: 1, user: \"ann\"),
    ]), policies: [Easy])";

#[test]
fn all_limits_are_scaled_and_users_have_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", LIMITED)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    assert!(says(&window, "All limits scaled"));
    click(&mut window, "What if All limits scaled");
    fill(&mut window, "What if All limits scaled", "2");
    finish(&mut window);
    click(&mut window, "Find out");
    finish(&mut window);
    assert!(says(&window, "2 jobs, before and after: all limits × 2"));
    assert!(says(&window, "--set 'limits.scale=2'"));
    assert!(says(&window, "−100 %"));
    assert!(window.query_by_label("ann").is_some(), "users have names");
    assert!(!says(&window, "user 1"));
    assert!(!says(&window, "queue 1"), "partitions have names as well");
    perform(&mut window, Command::Show(Pane::Statistics));
    assert!(window.query_by_label("ann").is_some(), "users have names");
    assert!(!says(&window, "user 1"));
}

/// In a narrow pane the form went up once something was asked, and the button went up with each
/// change, as the command line came below it.
#[test]
fn find_out_stays_where_it_is() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "x.swf", LOG);
    let scenario = "(machine: Cluster(), workload: Swf(path: \"x.swf\"), policies: [Fcfs])";
    let file = write(folder.path(), "x.ron", scenario);
    for width in [1280.0, 1000.0] {
        let mut window = window(vec![file.clone()]);
        window.set_size(egui::vec2(width, 900.0));
        finish(&mut window);
        perform(&mut window, Command::Show(Pane::WhatIf));
        let button = |window: &Window| window.get_by_label("Find out").rect();
        let before = button(&window);
        fill(&mut window, "FCFS with", "nodes=4");
        assert_eq!(button(&window), before, "with a change, {width}");
        window.get_by_label("Find out").click();
        for _ in 0..3 {
            window.step();
            assert_eq!(button(&window), before, "while it works, {width}");
        }
        finish(&mut window);
        assert_eq!(button(&window), before, "once it is found out, {width}");
    }
}
