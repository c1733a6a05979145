//! Models that draw jobs, as kinds of workload.

use cosched::scenario::{JannWorkload, Workload};
use cosched_core::workload::jann::Sizes;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, choose, field, finish, names, window};

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
