//! The memory of nodes, and slices.

use std::sync::Arc;

use crate::soft::Soft;
use cosched::base::progress::Progress;
use cosched::charts::colour;
use cosched::charts::gantt::GanttView;
use cosched::charts::memory::{MemoryCache, MemoryOptions};
use cosched::charts::{look, memory};
use cosched::load;
use cosched::record::Run;
use cosched::run::{choices, simulate};
use cosched_core::Time;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{Chart, harness};

/// The first run of the scenario in `text`.
fn simulated(text: &str) -> Run {
    let scenario = cosched::scenario::parse(text, None).unwrap();
    let experiment = load::prepare(&scenario, None, &Progress::default()).unwrap();
    let choice = &choices(&scenario)[0];
    let run = simulate(&Arc::new(experiment), choice, true, &Progress::default());
    run.unwrap().unwrap()
}

/// Two jobs that displace each other; worked out in the fixture.
fn displacing() -> Run {
    simulated(include_str!(
        "../../fixtures/by_hand/slicing/two_jobs_displace_each_other.ron"
    ))
}

/// The short job has half of node 0 from 0 to 35 s, five of them to load. Meanwhile the long one
/// fills nodes 1 and 2, up to 70 s. No job needs node 3.
const HALF_AND_FULL: &str = "(
    machine: Cluster(nodes: 4, memory: 10, transfer_rate: 1),
    workload: Jobs([
        (id: 1, submit: 0, runtime: 60, nodes: 2, memory: 10, class: Long),
        (id: 2, submit: 0, runtime: 30, nodes: 1, memory: 5, class: Short),
    ]),
    variants: [(policy: ScojoPect, parameters: (slicing: (
        slices: [(Short, 50), (Long, 50)], allocation: FirstFree,
    )))],
)";

#[test]
fn a_full_node_is_dark_and_an_empty_one_clear() {
    let run = simulated(HALF_AND_FULL);
    let mut view = GanttView::fit(&[&run]);
    let mut cache = MemoryCache::default();
    let show = move |ui: &mut egui::Ui, clicked: &mut Option<u32>| {
        if !look::is_ready(ui.ctx()) {
            return;
        }
        let options = MemoryOptions {
            dark: ui.visuals().dark_mode,
            selected_job: Some(0),
            ..MemoryOptions::default()
        };
        let output = memory::show(ui, "memory", &run, &mut view, &mut cache, &options);
        *clicked = output.clicked_node.or(*clicked);
    };
    let mut harness = Harness::builder()
        .with_size([360.0, 180.0])
        .with_theme(egui::Theme::Light)
        .renderer(Soft::default())
        .build_ui_state(show, None);
    harness.run();
    harness.snapshot("memory_light");
    let picture = harness.render().unwrap();
    // Below the legend and above the axis; to the right of the numbers of nodes.
    let rect = harness.get_by_label("memory").rect();
    let chart = egui::Rect::from_min_max(
        rect.min + egui::vec2(14.0, 18.0),
        rect.max - egui::vec2(0.0, 18.0),
    );
    let position =
        |seconds: f32, node: f32| chart.lerp_inside(egui::vec2(seconds / 70.0, (node + 0.5) / 4.0));
    let clear = egui::Color32::WHITE;
    let shade = |share| colour::memory(share, false);
    for (seconds, node, expected) in [
        (20.0, 0.0, shade(0.5)),
        (50.0, 0.0, clear),
        (2.0, 1.0, shade(1.0)),
        (50.0, 2.0, shade(1.0)),
        (20.0, 3.0, clear),
        (50.0, 3.0, clear),
    ] {
        let position = position(seconds, node);
        let found = picture.get_pixel(position.x as u32, position.y as u32).0;
        let both = found.into_iter().zip(expected.to_array());
        assert!(
            both.clone().all(|(one, other)| one.abs_diff(other) <= 3),
            "node {node} at {seconds} s is {found:?}, not {expected:?}"
        );
    }
    harness.drag_at(position(50.0, 2.0));
    harness.drop_at(position(50.0, 2.0));
    harness.run();
    assert_eq!(*harness.state(), Some(2));
}

#[test]
fn residents_of_a_node() {
    let run = displacing();
    let mut view = GanttView::fit(&[&run]);
    let mut harness = Harness::builder()
        .with_size([360.0, 140.0])
        .with_theme(egui::Theme::Dark)
        .renderer(Soft::default())
        .build_ui(move |ui| {
            if !look::is_ready(ui.ctx()) {
                return;
            }
            memory::stack(ui, &run, 0, &mut view, Some(Time::from_seconds(45)), true)
        });
    harness.run();
    harness.snapshot("memory_stack_dark");
}

/// Slices of 20 s; loads are hatched, and both jobs go on after being suspended.
#[test]
fn slices_loads_and_suspensions() {
    let mut chart = Chart::of(displacing());
    chart.slices = true;
    let mut harness = harness(chart, egui::Theme::Light);
    harness.run();
    harness.snapshot("gantt_slices_light");
}
