//! The fit of a scenario to its log, in its pane: requested, said, and taken into the scenario.

use cosched::desktop::{Command, Pane};
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, click, finish, perform, press_button, window, write};

fn says(window: &Window, text: &str) -> bool {
    window.query_all_by_label_contains(text).next().is_some()
}

/// User 1 submits ten jobs of ten minutes every hour and has two running at once, on a machine that
/// is nearly empty.
fn log() -> String {
    let mut text = "; MaxProcs: 100\n".to_owned();
    for hour in 0..40 {
        let submit = 3600 * hour;
        for index in 0..10 {
            let number = 10 * hour + index + 1;
            let wait = 600 * (index / 2);
            text += &format!("{number} {submit} {wait} 600 4 -1 -1 4 600 -1 1 1 1 -1 1 -1 -1 -1\n");
        }
    }
    text + "401 144000 0 900 1 -1 -1 1 900 -1 1 2 1 -1 1 -1 -1 -1\n"
}

#[test]
fn what_a_log_shows_is_taken_into_the_scenario() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(vec![write(folder.path(), "limited.swf", &log())]);
    finish(&mut window);
    assert!(says(&window, "The largest part is user 1 (100 %)"));
    click(
        &mut window,
        "what the log shows of its limits: see how the simulation fits the log, and what the log shows",
    );
    press_button(&mut window, "Fit the scenario to the log");
    finish(&mut window);
    assert!(says(&window, "limit of user 1 to 2 running jobs: "));
    assert!(says(
        &window,
        "With them: wait 19 min 57 recorded, 19 min 57 simulated"
    ));
    press_button(&mut window, "Take these into the scenario");
    finish(&mut window);
    let scenario = &window.state().scenario();
    let limits = &scenario.machine.nodes().unwrap().limits;
    assert_eq!(limits.users[0].running, Some(2));
}

#[test]
fn only_logs_are_fitted_to() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(machine: Cluster(nodes: 2), policies: [Easy], workload: Lublin(jobs: 9))";
    let mut window = window(vec![write(folder.path(), "x.ron", text)]);
    perform(&mut window, Command::Show(Pane::Fit));
    assert!(says(
        &window,
        "Only logs and accounting have recorded starts"
    ));
}
