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
pub(crate) fn ask(window: &mut Window, label: &str, line: &str) {
    fill(window, &format!("{label} with"), line);
    click(window, "Find out");
    finish(window);
}

#[test]
fn who_wins_by_more_nodes_is_shown_and_selected() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "x.swf", LOG);
    let scenario = "(machine: Cluster(), workload: Swf(path: \"x.swf\"), policies: [Fcfs])";
    let mut window = window(vec![write(folder.path(), "x.ron", scenario)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    ask(&mut window, "FCFS", "nodes=4");
    assert!(says(&window, "3 jobs, before and after: nodes=4"));
    for cell in [
        "1 min 30",
        "26.7 s",
        "−70.4 %",
        "−55.6 %",
        "−100.0 %",
        "−1 min 40",
    ] {
        assert!(says(&window, cell), "{cell}");
    }
    assert!(says(&window, "--policy fcfs --set 'nodes=4'"));
    click(&mut window, "user 2");
    perform(&mut window, Command::Show(Pane::Statistics));
    let selected = field(&window, "Jobs").value();
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
fn what_is_not_understood_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = "(machine: Cluster(nodes: 2), workload: Jobs([(submit: 0, runtime: 5, nodes: 1)]), policies: [Fcfs])";
    let mut window = window(vec![write(folder.path(), "x.ron", scenario)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    for (line, sentence) in [
        ("nodes", "nodes: a name and a value are wanted"),
        ("nods=4", "there is no parameter `nods`"),
        ("policy=mom", "MOM needs"),
        ("nodes=0", "0 is not allowed"),
    ] {
        ask(&mut window, "FCFS", line);
        assert!(says(&window, sentence), "{line}");
    }
    ask(&mut window, "FCFS", "nodes=3");
    assert!(says(&window, "1 job, before and after: nodes=3"));
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
fn what_can_be_changed_is_offered_with_what_it_is_now() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    for said in ["What can be changed", "Machine", "Policy"] {
        assert!(says(&window, said), "{said}");
    }
    // A click on the value, a number, and the question.
    click(&mut window, "What if Nodes");
    fill(&mut window, "What if Nodes", "4");
    finish(&mut window);
    click(&mut window, "Find out");
    finish(&mut window);
    assert!(says(&window, "3 jobs, before and after: nodes=4"));
    assert!(says(&window, "--policy fcfs --set 'nodes=4'"));
    // The arrow resets it, and there is nothing left to compute.
    click(&mut window, "Reset Nodes");
    assert!(!says(&window, "--set"));
    // Another policy, and all is undone.
    choose(&mut window, "What if Policy", "Conservative");
    assert!(says(&window, "--set 'policy=conservative'"));
    click(&mut window, "Undo these changes");
    assert!(!says(&window, "--set"));
}

#[test]
fn a_setting_that_cannot_be_so_says_why_and_is_not_asked_about() {
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
        "1 job, before and after: partitions.0.most_time=86400"
    ));
}

#[test]
fn what_a_change_leads_to_is_kept_as_a_run_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(folder.path());
    ask(&mut window, "FCFS", "nodes=4");
    click(&mut window, "Keep as a run");
    assert_eq!(names(&window), ["FCFS", "FCFS, nodes=4"]);
    // The scenario is unchanged, and the run stands beside the one it was made of: a mean of 26.67
    // s instead of 90 s.
    let machine = window.state().scenario().machine.nodes().unwrap();
    assert_eq!(machine.count(), None);
    perform(&mut window, Command::Show(Pane::Compare));
    assert!(says(&window, "mean wait of FCFS, nodes=4: 26.67 s"));
    perform(&mut window, Command::Undo);
    assert_eq!(names(&window), ["FCFS"]);
    // A change of the policy alone is kept just so.
    perform(&mut window, Command::Show(Pane::WhatIf));
    ask(&mut window, "FCFS", "policy=easy");
    click(&mut window, "Keep as a run");
    assert_eq!(names(&window), ["FCFS", "FCFS, policy=easy"]);
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
fn all_limits_are_scaled_and_users_are_called_by_their_names() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.ron", LIMITED)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    assert!(says(&window, "All limits scaled"));
    click(&mut window, "What if All limits scaled");
    fill(&mut window, "What if All limits scaled", "2");
    finish(&mut window);
    click(&mut window, "Find out");
    finish(&mut window);
    assert!(says(&window, "2 jobs, before and after: limits.scale=2"));
    assert!(says(&window, "--set 'limits.scale=2'"));
    assert!(says(&window, "−100.0 %"));
    assert!(window.query_by_label("ann").is_some(), "users have names");
    assert!(!says(&window, "user 1"));
    assert!(!says(&window, "queue 1"), "partitions have names as well");
    perform(&mut window, Command::Show(Pane::Statistics));
    assert!(window.query_by_label("ann").is_some(), "users have names");
    assert!(!says(&window, "user 1"));
}
