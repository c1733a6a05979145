//! Models that draw jobs, as kinds of workload.

use cosched::scenario::{JannWorkload, Workload, to_ron};
use cosched_core::workload::jann::Sizes;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, choose, click, field, finish, names, offered_load, window};

fn jann(window: &Window) -> &JannWorkload {
    match &window.state().scenario().workload {
        Workload::Jann(model) => model,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_refit_of_jann_is_chosen_changed_and_run() {
    let mut window = window(Vec::new());
    assert!(window.query_by_label("Job sizes").is_none());
    choose(&mut window, "Workload kind", "jann97-refit");
    assert_eq!((jann(&window).jobs, jann(&window).load), (500, Some(0.8)));
    choose(&mut window, "Job sizes", "upper bound");
    assert_eq!(jann(&window).sizes, Sizes::UpperBound);
    field(&window, "Jobs").set_value_accesskit(200.0);
    window.run_steps(30);
    finish(&mut window);
    assert_eq!(jann(&window).jobs, 200);
    assert!(window.query_by_label("bit-exact").is_none());
    assert_eq!(names(&window), ["FCFS", "EASY"]);
    assert!(window.state().run_names().iter().all(|(_, old)| !*old));
    assert!(window.state().notices().is_empty());
    choose(&mut window, "Workload kind", "Lublin model");
    window.get_by_label("bit-exact");
}

/// Widgets offer what scenarios allow, up to the largest machine and load.
#[test]
fn widgets_offer_what_scenarios_allow() {
    let mut window = window(Vec::new());
    click(&mut window, "re-run on change");
    click(&mut window, "Machine");
    for (name, value) in [("Nodes", 16_777_216.0), ("Offered load", 1000.0)] {
        field(&window, name).set_value_accesskit(value);
        window.run_ok();
    }
    assert_eq!(offered_load(&window), Some(1000.0));
    let text = to_ron(window.state().scenario());
    assert!(text.contains("16777216"), "{text}");
    field(&window, "Offered load").set_value_accesskit(0.001);
    window.run_ok();
    assert_eq!(offered_load(&window), Some(0.001));
}
