//! A picture of every pane with three documents, in two sizes and two themes: none is empty where
//! it has something to show, and no text overlaps, is cut, or is outside of the window.
//!
//! With `COSCHED_PICTURES=FOLDER` each is also written to that folder, for inspection.

mod documents;
mod painted;

use std::path::{Path, PathBuf};

use cosched::desktop::{App, Command, Pane};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::driver::{Window, click, find_job, finish, names, perform};
use crate::runs::what_if;
use crate::soft::Soft;
use painted::Painted;

const SIZES: [[f32; 2]; 2] = [[1280.0, 800.0], [1024.0, 700.0]];

/// Panes that a document fills in addition, with the least number of their filled twelfths.
type Filled = &'static [(Pane, usize)];

/// The folder for pictures, if requested.
fn folder() -> Option<PathBuf> {
    std::env::var_os("COSCHED_PICTURES").map(PathBuf::from)
}

fn opened(file: PathBuf) -> Window {
    let mut app = App::new(vec![file]);
    app.settle();
    let mut window = Harness::builder()
        .with_size(SIZES[0])
        .with_max_steps(20)
        .renderer(Soft::default())
        .build_eframe(move |_| app);
    window.run_ok();
    assert!(
        window.state().notices().is_empty(),
        "{:?}",
        window.state().notices()
    );
    window
}

/// Produces the contents of panes: a sweep, a what-if, an instant.
fn fill(window: &mut Window) {
    if window.state().scenario().sweep.is_some() {
        perform(window, Command::Sweep);
        click(window, "Run sweep");
    }
    find_job(window, "20");
    perform(window, Command::BusiestWeek);
    perform(window, Command::Show(Pane::WhatIf));
    let names: Vec<String> = names(window).into_iter().map(str::to_owned).collect();
    let has_field = |name: &&String| {
        let field = format!("{name} with");
        window.query_all_by_label(&field).next().is_some()
    };
    let current = names.iter().find(has_field).unwrap();
    what_if::request(window, current, "policy=easy");
}

/// Shows `pane`: those of an instant in a replay, the others without one, in which they would show
/// only events up to then.
fn bring_to_front(window: &mut Window, pane: Pane) {
    if [Pane::Instant, Pane::Predictions].contains(&pane) {
        for _ in 0..3 {
            perform(window, Command::StepForward);
        }
    } else {
        perform(window, Command::LeaveReplay);
    }
    perform(window, Command::Show(pane));
}

/// Shows every pane and returns the faults, a line each.
fn faults_of_panes(window: &mut Window, name: &str, filled: Filled) -> Vec<String> {
    let mut faults = Vec::new();
    for theme in ["light", "dark"] {
        perform(window, Command::Theme);
        for size in SIZES {
            window.set_size(size.into());
            let mut edge = None;
            for pane in Pane::ALL {
                bring_to_front(window, pane);
                let picture = format!(
                    "{name}-{}-{}-{theme}",
                    pane.title().replace(' ', "-"),
                    size[0]
                );
                let mut all = ALWAYS.iter().chain(filled);
                let least = all.find(|(one, _)| *one == pane);
                // The panes beside do not move because another pane is in front.
                let left = window
                    .state()
                    .pane_rect(&window.ctx, pane)
                    .map(|rect| rect.left());
                if edge.is_some_and(|edge| edge != left) {
                    faults.push(format!("{picture}: its left edge moved to {left:?}"));
                }
                edge = Some(left);
                let found = wrong(window, pane, least.map_or(1, |(_, parts)| *parts));
                faults.extend(found.into_iter().map(|fault| format!("{picture}: {fault}")));
                if let Some(folder) = folder() {
                    write_picture(window, &folder, &picture);
                }
            }
        }
    }
    faults
}

fn wrong(window: &Window, pane: Pane, least: usize) -> Vec<String> {
    let Some(index) = window.state().pane_rect(&window.ctx, pane) else {
        return vec!["is not there".to_owned()];
    };
    let painted = Painted::of(
        &window.output().shapes,
        window.state().scrolling_areas(&window.ctx),
    );
    let mut faults = painted.faults(index, window.ctx.content_rect());
    // What a scenario says is code; all else is read as it stands.
    let quoting = painted
        .words
        .iter()
        .filter(|words| words.text.contains('`'));
    let quoting = quoting.filter(|_| pane != Pane::Scenario);
    faults.extend(quoting.map(|words| format!("backquotes in “{}”", words.text)));
    let filled = painted.filled(index);
    if filled < least {
        faults.push(format!("fills {filled} parts of 12, not {least}"));
    }
    faults
}

fn write_picture(window: &mut Window, folder: &Path, name: &str) {
    std::fs::create_dir_all(folder).unwrap();
    let picture = window.render().unwrap();
    picture
        .save(folder.join(name).with_extension("png"))
        .unwrap();
}

fn check(name: &str, make: fn(&Path) -> PathBuf, filled: Filled) {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(make(folder.path()));
    fill(&mut window);
    let faults = faults_of_panes(&mut window, name, filled);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Panes that every document fills, with the least number of their filled twelfths.
const ALWAYS: [(Pane, usize); 14] = [
    (Pane::Schedule, 12),
    (Pane::Utilisation, 9),
    (Pane::Queue, 9),
    (Pane::Wait, 9),
    (Pane::Slowdown, 9),
    (Pane::SlowdownBySize, 9),
    (Pane::Compare, 6),
    (Pane::Differences, 9),
    (Pane::TradeOff, 9),
    (Pane::Statistics, 6),
    (Pane::WhatIf, 6),
    (Pane::Jobs, 3),
    (Pane::Scenario, 3),
    (Pane::Fragmentation, 9),
];

#[test]
fn every_pane_of_a_small_document() {
    check("small", documents::small, &[(Pane::Sweep, 9)]);
}

#[test]
fn every_pane_of_a_log() {
    check(
        "log",
        documents::log,
        &[(Pane::Sweep, 9), (Pane::Health, 6)],
    );
}

#[test]
fn every_pane_of_a_cluster() {
    check(
        "cluster",
        documents::cluster,
        &[(Pane::Power, 9), (Pane::Fairshare, 9)],
    );
}

/// The line of a replay says in a line of its own at which instant it is, in the middle and at the
/// end of time.
#[test]
fn the_tag_of_a_replay_lies_over_no_other_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(documents::log(folder.path()));
    let mut faults = Vec::new();
    for size in SIZES {
        window.set_size(size.into());
        for pane in [Pane::Schedule, Pane::Utilisation, Pane::Queue] {
            perform(&mut window, Command::Show(pane));
            for steps in [10, 60] {
                for _ in 0..steps {
                    window.state_mut().command(Command::StepForward);
                    window.step();
                }
                finish(&mut window);
                let picture = format!("replay-{}-{}-{steps}", pane.title(), size[0]);
                let found = wrong(&window, pane, 1).into_iter();
                faults.extend(found.map(|fault| format!("{picture}: {fault}")));
                if let Some(folder) = self::folder() {
                    write_picture(&mut window, &folder, &picture);
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Texts that may have the word all the same: names that filters and changes are written with,
/// and a family's title.
const WRITTEN: [&str; 6] = [
    "nodes =",
    "nodes >",
    "nodes <",
    "nodes=",
    ".nodes",
    "Time slices with node memory",
];

#[test]
fn panes_of_processors_name_no_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(documents::processors(folder.path()));
    fill(&mut window);
    let mut faults = Vec::new();
    for pane in Pane::ALL {
        // A scenario's text is in its own words, and windows of slots are on nodes of their own.
        if [Pane::Scenario, Pane::Slots].contains(&pane) {
            continue;
        }
        bring_to_front(&mut window, pane);
        let sideways = window.state().scrolling_areas(&window.ctx);
        faults.extend(wrong(&window, pane, 1));
        let painted = Painted::of(&window.output().shapes, sideways);
        for words in painted.words {
            let is_written = WRITTEN.iter().any(|name| words.text.contains(name));
            if words.text.to_lowercase().contains("node") && !is_written {
                faults.push(format!("{}: “{}”", pane.title(), words.text));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The span of all runs was shown beside the name of one.
#[test]
fn the_minimap_names_the_runs_of_its_span() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(documents::small(folder.path()));
    perform(&mut window, Command::Show(Pane::Schedule));
    let sideways = window.state().scrolling_areas(&window.ctx);
    let painted = Painted::of(&window.output().shapes, sideways);
    let is_there = |begin: &str| painted.words.iter().any(|one| one.text.starts_with(begin));
    assert!(is_there("All runs, ") && is_there("drawn: FCFS"));
}

/// The text on a selected span stood over the names of the axis.
#[test]
fn what_is_said_of_a_selected_span_hides_no_name_of_the_axis() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened(documents::log(folder.path()));
    perform(&mut window, Command::Show(Pane::Schedule));
    perform(&mut window, Command::BusiestWeek);
    let axis = window.get_by_label("Axis of time").rect();
    let sideways = window.state().scrolling_areas(&window.ctx);
    let painted = Painted::of(&window.output().shapes, sideways);
    let in_axis = painted
        .words
        .iter()
        .filter(|words| axis.contains(words.ink.center()));
    let (tags, names): (Vec<_>, Vec<_>) = in_axis.partition(|words| words.text.ends_with(" jobs"));
    let [tag] = tags[..] else {
        panic!("the span is said once");
    };
    assert!(names.len() > 1, "the axis has names");
    for name in names {
        assert!(!painted.is_hidden(name), "{} under {}", name.text, tag.text);
    }
}
