//! Units of a log by their names: processors are not nodes.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use super::says;
use crate::driver::{Window, find_job, perform, window, write};

/// Two nodes of four processors each; the second job waits for the first.
const PROCESSORS: &str = "; MaxNodes: 2
; MaxProcs: 8
1 0 0 100 6 -1 -1 6 120 -1 1 1 1 -1 1 -1 -1 -1
2 10 90 50 4 -1 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
";

/// Accounting of those jobs, with sizes in cores.
const CORES: &str = "JobID|User|Submit|Start|End|Timelimit|State|NNodes|AllocCPUS
1|u|2026-03-02T10:00:00|2026-03-02T10:00:00|2026-03-02T10:01:40|00:02:00|COMPLETED|1|6
2|v|2026-03-02T10:00:10|2026-03-02T10:01:40|2026-03-02T10:02:30|00:01:00|COMPLETED|1|4
";

/// Asserts that the machine, the curve, the replay and the inspector name `many`, and no nodes.
fn assert_unit(mut window: Window, many: &str) {
    assert!(says(&window, &format!("Busy {many} over time")));
    perform(&mut window, Command::StepForward);
    assert!(says(&window, &format!(" {many} free")));
    perform(&mut window, Command::Show(Pane::Instant));
    assert!(!says(&window, "nodes free"));
    find_job(&mut window, "2");
    assert!(says(&window, &format!("4 {many}")), "the reason");
    assert!(!says(&window, "4 nodes"));
}

#[test]
fn a_log_of_processors_is_shown_in_processors() {
    let folder = tempfile::tempdir().unwrap();
    let window = window(vec![write(folder.path(), "x.swf", PROCESSORS)]);
    assert_unit(window, "processors");
}

#[test]
fn accounting_of_cores_is_shown_in_cores() {
    let folder = tempfile::tempdir().unwrap();
    let window = window(vec![write(folder.path(), "x.sacct", CORES)]);
    assert_unit(window, "cores");
}

/// The sentence under the pointer spoke of nodes where the setting's name spoke of processors.
#[test]
fn what_is_said_of_a_setting_of_processors_speaks_of_processors() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "x.swf", PROCESSORS)]);
    perform(&mut window, Command::Show(Pane::WhatIf));
    window.get_by_label("Processors").hover();
    for _ in 0..60 {
        window.step();
    }
    assert!(says(&window, "Equal processors, each held"));
    assert!(!says(&window, "Equal nodes"));
}
