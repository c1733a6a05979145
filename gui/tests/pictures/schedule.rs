//! The schedule: colours, clicks, wheel and drags.

use crate::soft::Soft;
use cosched::charts::plot::figure::{Curve, Figure};
use cosched::charts::{look, plot};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::{Chart, harness, run};

#[test]
fn ten_jobs() {
    let mut harness = harness(Chart::new(0), egui::Theme::Light);
    harness.run();
    harness.snapshot("gantt_light");
}

#[test]
fn later_starts_in_the_dark() {
    let mut chart = Chart::new(45);
    chart.baseline = Some(run(0));
    chart.selected = Some(5);
    let mut harness = harness(chart, egui::Theme::Dark);
    harness.run();
    harness.snapshot("gantt_difference_dark");
}

#[test]
fn queue_length() {
    let runs = [run(0), run(45)];
    let mut harness = Harness::builder()
        .with_size([380.0, 240.0])
        .with_theme(egui::Theme::Light)
        .renderer(Soft::default())
        .build_ui(move |ui| {
            if !look::is_ready(ui.ctx()) {
                return;
            }
            let curves = [
                Curve {
                    run: &runs[0],
                    label: "on time",
                    slot: 0,
                },
                Curve {
                    run: &runs[1],
                    label: "late",
                    slot: 1,
                },
            ];
            let figure = Figure::queue_length(&curves);
            plot::show(ui, &figure, egui::Id::unique("queue"));
        });
    harness.run();
    harness.snapshot("queue_length_light");
}

#[test]
fn a_click_finds_the_job_and_the_wheel_zooms_around_it() {
    let mut harness = harness(Chart::new(0), egui::Theme::Light);
    harness.run();
    // The last job fills the machine from 260 s on; the chart ends at the right edge.
    let position = harness.get_by_label("chart").rect().right_center() - egui::vec2(20.0, 0.0);
    harness.hover_at(position);
    harness.run();
    assert_eq!(harness.state().output.hovered.map(|hit| hit.job), Some(9));
    harness.drag_at(position);
    harness.drop_at(position);
    harness.run();
    assert_eq!(harness.state().clicked, Some(9));
    // A drop takes the pointer away.
    harness.hover_at(position);
    harness.run();
    let before = harness.state().view;
    harness.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Wheel,
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 100.0),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run();
    let after = harness.state().view;
    assert!(after.seconds() < before.seconds(), "closer");
    assert_eq!((after.row0, after.row1), (before.row0, before.row1));
    assert_eq!(harness.state().output.hovered.map(|hit| hit.job), Some(9));
}

#[test]
fn a_drag_moves_time_with_the_pointer() {
    let mut chart = Chart::new(0);
    chart.view.zoom_time(100.0, 4.0);
    let mut harness = harness(chart, egui::Theme::Dark);
    harness.run();
    let before = harness.state().view;
    let middle = harness.get_by_label("chart").rect().center();
    harness.drag_at(middle);
    harness.step();
    harness.hover_at(middle - egui::vec2(60.0, 0.0));
    harness.run();
    harness.drop_at(middle - egui::vec2(60.0, 0.0));
    harness.run();
    let after = harness.state().view;
    assert!(after.t0 > before.t0, "to the left is later");
    assert!((after.seconds() - before.seconds()).abs() < 1e-9);
}
