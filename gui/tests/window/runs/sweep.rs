//! Sweeps in the window: set up, run, read, and a run of one opened.

use cosched::desktop::Command;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driver::{
    Window, choose, click, copied, fill, finish, names, offered_load, perform, restarted, window,
    write,
};

const SWEPT: &str = "(
    title: \"swept\",
    machine: Cluster(nodes: 32),
    workload: Lublin(jobs: 60),
    policies: [Easy, Conservative],
    sweep: (over: [(load: Range(0.6, 0.8, 0.1))], seeds: 3),
)";

#[test]
fn a_sweep_is_run_and_a_click_on_a_point_opens_its_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "swept.ron", SWEPT);
    let mut window = window(vec![path.clone()]);
    perform(&mut window, Command::Sweep);
    let line = format!(
        "cosched sweep {} --out {}",
        path.display(),
        folder.path().join("swept.sweep").display()
    );
    window.get_by_label(&line);
    click(&mut window, "Run sweep");
    assert!(window.state().notices().is_empty());
    window.get_by_label("9 workloads, each under every policy");
    // Three loads under two policies, each of three seeds.
    for policy in ["EASY", "Conservative"] {
        for load in ["0.6", "0.7", "0.8"] {
            let name = format!("{policy} at load {load}: ");
            let point = window.get_by_label_contains(&name);
            assert!(format!("{point:?}").contains(", 3 seeds"), "{point:?}");
        }
    }
    let point = window.get_by_label_contains("Conservative at load 0.7: ");
    point.click();
    finish(&mut window);
    assert_eq!(offered_load(&window), Some(0.7));
    assert_eq!(names(&window), ["EASY", "Conservative"]);
    assert_eq!(window.state().scenario().seed, 1);
    // The scenario still has the sweep, and the one before can be restored.
    assert!(window.state().scenario().sweep.is_some());
    perform(&mut window, Command::Undo);
    assert_eq!(offered_load(&window), None);
}

/// The export is that of the pane in front: of a sweep its own sentences, not the document's.
#[test]
fn the_copied_sentence_is_that_of_the_sweep_in_front() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "swept.ron", SWEPT);
    let mut window = window(vec![path]);
    perform(&mut window, Command::Sweep);
    click(&mut window, "Run sweep");
    window.state_mut().command(Command::TakePaneSentences);
    let said = (0..6).find_map(|_| {
        window.step();
        copied(&window)
    });
    let said = said.unwrap();
    assert!(said.starts_with("Mean wait under EASY: "), "{said}");
    for part in [
        " at load 0.6, ",
        " at load 0.8. ",
        "Conservative against EASY at load 0.8: ",
        "3 seeds each; ± is half of a 95 % interval",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn a_sweep_is_set_up_by_a_form_and_stopped() {
    let mut window = window(Vec::new());
    perform(&mut window, Command::Sweep);
    choose(&mut window, "Vary", "Nodes");
    window.get_by_label("numbers from, to and step are needed");
    for (field, text) in [("From", "32"), ("To", "64"), ("Step", "32"), ("Seeds", "2")] {
        fill(&mut window, field, text);
    }
    click(&mut window, "Run sweep");
    assert!(
        window.state().notices().is_empty(),
        "{:?}",
        window.state().notices()
    );
    window.get_by_label_contains("EASY at nodes 32: ");
    window.get_by_label_contains("EASY at nodes 64: ");
    // Another metric of the same runs.
    choose(&mut window, "Metric", "makespan");
    window.get_by_label_contains("EASY at nodes 64: ");
    // An invalid value is reported, and nothing else happens.
    fill(&mut window, "From", "0");
    click(&mut window, "Run sweep");
    let notices = window.state().notices();
    assert!(
        notices
            .iter()
            .any(|notice| notice.contains("`nodes`: 0 is not allowed")),
        "{notices:?}"
    );
    // Many seeds of the sweep take long enough to be stopped.
    fill(&mut window, "From", "32");
    fill(&mut window, "Seeds", "100000");
    window.get_by_label("Run sweep").click();
    window.run_steps(3);
    window.get_by_label("Cancel sweep").click();
    window.run_steps(3);
    window.get_by_label("Run sweep");
}

/// Text at each point of the curves.
fn points(window: &Window) -> Vec<String> {
    let points = window.query_all_by_label_contains(" at load ");
    let labels = points.filter_map(|node| node.accesskit_node().label());
    labels.filter(|label| label.contains(" seed")).collect()
}

/// It was gone, with the hours it may have taken.
#[test]
fn a_sweep_is_there_again_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let path = write(folder.path(), "swept.ron", SWEPT);
    let mut before = window(vec![path]);
    perform(&mut before, Command::Sweep);
    click(&mut before, "Run sweep");
    choose(&mut before, "Metric", "makespan");
    let of_makespan = points(&before);
    assert_eq!(of_makespan.len(), 6, "{of_makespan:?}");
    let mut after = restarted(&mut before);
    // The pane is in front, as it was left, and shows what it showed.
    assert_eq!(points(&after), of_makespan);
    after.get_by_label("9 workloads, each under every policy");
    assert!(after.state().notices().is_empty());
    // What is known is not run again where more is asked for.
    fill(&mut after, "Seeds", "4");
    click(&mut after, "Run sweep");
    after.get_by_label("12 workloads, each under every policy");
    assert!(points(&after).iter().all(|point| point.contains("4 seeds")));
}

/// Of more than 2000 runs what was swept is remembered, and a click runs it again.
#[test]
fn of_a_large_sweep_what_was_swept_is_there_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let large = SWEPT.replace("jobs: 60", "jobs: 3");
    let large = large.replace("Range(0.6, 0.8, 0.1)", "[0.6]");
    let large = large.replace("seeds: 3", "seeds: 1001");
    let mut before = window(vec![write(folder.path(), "large.ron", &large)]);
    perform(&mut before, Command::Sweep);
    click(&mut before, "Run sweep");
    assert_eq!(before.state().notices(), Vec::<&str>::new());
    assert_eq!(points(&before).len(), 2);
    let mut after = restarted(&mut before);
    assert!(points(&after).is_empty());
    after.get_by_label("0 of 1001 workloads, each under every policy; Run sweep runs the others");
    click(&mut after, "Run sweep");
    assert_eq!(points(&after), points(&before));
}
