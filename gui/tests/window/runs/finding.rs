//! Finding jobs, and stable layout meanwhile.

use cosched::desktop::{Command, Pane};
use egui::{Key, Modifiers, Pos2, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driver::{
    Window, click, find_job, finish, names, perform, press, press_button, window, write,
};

/// A window with two hundred jobs, one after another on the only node.
fn queue(folder: &std::path::Path) -> Window {
    let job = "(submit: 0, runtime: 100, nodes: 1),";
    let text = format!(
        "(machine: Cluster(nodes: 1), workload: Jobs([{}]), policies: [Fcfs])",
        job.repeat(200)
    );
    window(vec![write(folder, "queue.ron", &text)])
}

/// Clicks so many times at `pos`.
fn click_at(window: &mut Window, pos: Pos2, times: usize) {
    window.hover_at(pos);
    window.run_ok();
    for pressed in [true, false].repeat(times) {
        window.event(egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    finish(window);
}

/// Clicks into the schedule, at that share of its width.
fn click_across(window: &mut Window, share: f32) {
    let chart = window.get_by_label("Schedule of FCFS").rect();
    let position = chart.left_center() + egui::vec2(share * chart.width(), 0.0);
    click_at(window, position, 1);
}

#[test]
fn finding_a_job_goes_there_in_the_schedule() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = queue(folder.path());
    find_job(&mut window, "100");
    window.get_by_label("Job 100 under FCFS");
    // In another pane, then back in the schedule: it shows all from the job's submission at 0 s on,
    // with a quarter more, and the job runs from 9900 to 10 000 s.
    find_job(&mut window, "12");
    window.get_by_label("Job 12 under FCFS");
    find_job(&mut window, "100");
    perform(&mut window, Command::Show(Pane::Schedule));
    press(&mut window, Modifiers::NONE, Key::Escape);
    click_across(&mut window, 9_950.0 / 12_500.0);
    window.get_by_label("Job 100 under FCFS");
}

#[test]
fn a_double_click_on_a_row_goes_there_and_one_click_does_not() {
    let folder = tempfile::tempdir().unwrap();
    for (times, goes) in [(1, false), (2, true)] {
        let mut window = queue(folder.path());
        // A frame of a test takes a quarter of a second.
        let slow = |options: &mut egui::Options| {
            options.input_options.max_double_click_delay = 5.0;
        };
        window.ctx.options_mut(slow);
        perform(&mut window, Command::Show(Pane::Jobs));
        // The third job waits for 200 s.
        let wait = window.get_by_label("3 min 20").rect();
        click_at(&mut window, wait.center(), times);
        perform(&mut window, Command::Show(Pane::Schedule));
        window.get_by_label("Job 3 under FCFS");
        // Of 3600 s visible, those from 200 to 300 s; of all, another job's.
        click_across(&mut window, 250.0 / 3_600.0);
        let found = window.query_by_label("Job 3 under FCFS");
        assert_eq!(found.is_some(), goes, "{times} clicks");
    }
}

#[test]
fn nothing_moves_under_the_pointer_when_a_run_ends() {
    let mut window = window(Vec::new());
    let places = |window: &Window| -> Vec<Rect> {
        let widgets = ["Event before", "Play replay", "Next event"];
        let rect = |name| window.get_by_label(name).rect();
        widgets.map(rect).to_vec()
    };
    let before = places(&window);
    window.state_mut().command(Command::RunAll);
    window.step();
    assert_eq!(places(&window), before);
    finish(&mut window);
    assert_eq!(places(&window), before);
}

/// Columns that do not fit are scrolled to, not cut: the value and the change of a cell stand
/// beside each other within it.
#[test]
fn comparing_four_runs_cuts_no_number() {
    let mut window = window(Vec::new());
    for policy in ["Conservative", "Slots"] {
        press_button(&mut window, policy);
    }
    click(&mut window, "Run (F5)");
    assert_eq!(names(&window).len(), 4);
    let said = |node: egui_kittest::Node<'_>| {
        let label = node.accesskit_node().label().unwrap_or_default();
        (label, node.rect().width())
    };
    let cells = window.get_all_by_label_contains("than FCFS").map(said);
    let cells: Vec<(String, f32)> = cells.collect();
    assert!(cells.len() >= 9, "{cells:?}");
    for (text, width) in cells {
        // The text of the change at 12 points, that of the value in bold at 13.
        let change = text.lines().nth(1).unwrap_or_default();
        let change = change.split(':').next().unwrap_or_default();
        let takes = |text: &str, size: f32, family| {
            let font = egui::FontId::new(size, family);
            let layout = |fonts: &mut egui::epaint::text::FontsView<'_>| {
                let words = text.to_owned();
                let galley = fonts.layout_no_wrap(words, font, egui::Color32::WHITE);
                galley.size().x
            };
            window.ctx.fonts_mut(layout)
        };
        let change = takes(change, 12.0, egui::FontFamily::Proportional);
        let value = takes("333 d 23 h", 13.0, cosched::charts::look::bold());
        assert!(change + value < width, "{text}: {width}");
    }
}

#[test]
fn jobs_killed_at_their_estimates_are_reported_at_the_top() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(machine: Cluster(nodes: 1), policies: [Fcfs], workload: Jobs([
        (submit: 0, runtime: 100, nodes: 1, estimate: 10),
        (submit: 0, runtime: 100, nodes: 1),
        (submit: 0, runtime: 100, nodes: 1)]))";
    let mut window = window(vec![write(folder.path(), "killed.ron", text)]);
    let words = "1 of 3 jobs (33 %) were killed at their estimates";
    let notice = window.get_by_label(words).rect();
    assert!(notice.bottom() < window.get_by_label("Policies").rect().top());
    click(&mut window, "Let them run on");
    window.run_steps(30);
    finish(&mut window);
    assert!(window.query_by_label(words).is_none());
    assert!(!window.state().scenario().parameters.kill_at_estimate);
}

/// Job 1 makes room for job 2 when that comes, long before its estimate.
#[test]
fn jobs_preempted_for_good_are_not_reported_as_killed_at_their_estimates() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(machine: Cluster(kinds: [(name: \"k\", count: 1, cores: 1)], partitions: [
            (name: \"scrap\", preempt_mode: Cancel), (name: \"urgent\", tier: 2)]),
        policies: [Slurm], workload: Jobs([
        (submit: 0, runtime: 1000, estimate: 1200, nodes: 1, partition: \"scrap\"),
        (submit: 100, runtime: 100, estimate: 200, nodes: 1, partition: \"urgent\")]))";
    let mut window = window(vec![write(folder.path(), "preempted.ron", text)]);
    finish(&mut window);
    window.get_by_label(" jobs wait ");
    let words = "killed at their estimates";
    assert!(window.query_by_label_contains(words).is_none());
}

/// The only job comes when its reservation is over, so that no job ends.
#[test]
fn where_no_job_ends_none_is_reported_as_killed() {
    let folder = tempfile::tempdir().unwrap();
    let text = "(machine: Cluster(kinds: [(name: \"k\", count: 1, cores: 1)],
            reservations: [(name: \"r\", nodes: [\"k\"], from: 0, until: 10)]),
        policies: [Slurm], workload: Jobs([(submit: 20, runtime: 5, nodes: 1, reservation: \"r\")]))";
    let mut window = window(vec![write(folder.path(), "over.ron", text)]);
    finish(&mut window);
    window.get_by_label_contains("none of these jobs");
    let words = "killed at their estimates";
    assert!(window.query_by_label_contains(words).is_none());
}

#[test]
fn plots_say_that_nothing_is_known_instead_of_zero() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = queue(folder.path());
    perform(&mut window, Command::Show(Pane::Deadlines));
    window.get_by_label("No run here has jobs with deadlines");
    perform(&mut window, Command::Show(Pane::Overhead));
    window.get_by_label_contains("No run here simulates memory");
}
