//! Time of a frame of the Gantt chart at 200 000 jobs on 1 024 nodes, by the clock and in
//! processor time.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration as Span, Instant};

use cosched::base::progress::Progress;
use cosched::charts::colour::{ColourBy, Shading};
use cosched::charts::gantt::paint::{mesh, raster};
use cosched::charts::gantt::{Colours, GanttCache, GanttIndex, GanttView, Options, Overview, show};
use cosched::charts::plot::figure::{Curve, Figure};
use cosched::record::{Experiment, JobLabel, Run};
use cosched::run::{Choice, simulate};
use cosched::scenario::{Machine, Parameters, PolicyName, Scenario, Workload};
use cosched_benches::workload;
use cosched_core::{Memory, TransferRate};
use cpu_time::ProcessTime;
use egui::{Context, RawInput, Rect, pos2};

const JOBS: usize = 200_000;
const NODES: u32 = 1_024;
const SIZE: [usize; 2] = [1_280, 800];
const ROUNDS: usize = 21;

fn main() {
    let Some(run) = run() else {
        eprintln!("the simulation failed");
        return;
    };
    println!(
        "{JOBS} jobs, {NODES} nodes, {} bars, {SIZE:?} pixels; medians of {ROUNDS}",
        run.segments.len()
    );
    report("index", || GanttIndex::new(&run).len());
    report("colours by wait", || {
        Colours::new(&run, &Shading::of(&run, ColourBy::Wait, false), None)
    });
    let index = GanttIndex::new(&run);
    drawing(&run, &index);
    frames(&run, &index);
    let curve = [Curve {
        run: &run,
        label: "EASY",
        slot: 0,
    }];
    report("utilisation", || Figure::utilisation(&curve));
    report("queue length", || Figure::queue_length(&curve));
    report("wait distribution", || Figure::wait_distribution(&curve));
}

/// All, just less than an overview covers, a tenth of the time and a quarter of the nodes,
/// and so close that jobs have numbers.
fn views(run: &Run) -> [(&'static str, GanttView); 4] {
    let all = GanttView::fit(&[run]);
    let (mut quarter, mut part, mut close) = (all, all, all);
    let middle = (all.t0 + all.t1) / 2.0;
    quarter.zoom_time(middle, 4.3);
    part.zoom_time(middle, 10.0);
    part.zoom_rows(500.0, 4.0);
    close.zoom_time(middle, 500.0);
    close.zoom_rows(500.0, 33.0);
    [
        ("all", all),
        ("quarter", quarter),
        ("part", part),
        ("close", close),
    ]
}

fn drawing(run: &Run, index: &GanttIndex) {
    let colours = Colours::new(run, &Shading::of(run, ColourBy::Job, false), None);
    let chart = Rect::from_min_max(pos2(0.0, 0.0), pos2(SIZE[0] as f32, SIZE[1] as f32));
    report("overview", || Overview::new(index, &colours));
    let overview = Overview::new(index, &colours);
    for (name, view) in views(run) {
        println!("{name}: {} bars visible", index.visible(&view).count());
        report("  picture", || {
            raster::picture(index, &view, SIZE[0], SIZE[1], &colours)
        });
        report("  from the overview", || {
            overview.picture(&view, SIZE[0], SIZE[1])
        });
        report("  mesh", || mesh::build(index, &view, chart, 1.0, &colours));
    }
}

/// Whole frames, layout and tessellation included, at rest and with the view moving.
fn frames(run: &Run, index: &GanttIndex) {
    for (name, view) in views(run) {
        let context = Context::default();
        let (mut view, mut cache) = (view, GanttCache::default());
        let mut now = 0.0;
        let mut frame = |pan: f64, later: f64| {
            view.pan(pan * view.seconds(), 0.0);
            now += later;
            let input = RawInput {
                time: Some(now),
                screen_rect: Some(Rect::from_min_max(pos2(0.0, 0.0), pos2(1_280.0, 800.0))),
                ..RawInput::default()
            };
            let mut output = context.run_ui(input, |ui| {
                show(
                    ui,
                    "chart",
                    run,
                    index,
                    &mut view,
                    &mut cache,
                    &Options::default(),
                );
            });
            output.textures_delta.clear();
            context.tessellate(output.shapes, 1.0).len()
        };
        frame(0.0, 0.0);
        report(&format!("frame of {name} at rest"), || frame(0.0, 0.01));
        report(&format!("frame of {name} moving"), || frame(1e-3, 0.01));
        // Both frames: the last one that moves, and the one that draws anew.
        report(&format!("frame of {name} come to rest"), || {
            frame(1e-3, 0.01) + frame(0.0, 1.0)
        });
    }
}

fn report<T>(name: &str, mut work: impl FnMut() -> T) {
    let (clock, processors): (Vec<Span>, Vec<Span>) = (0..ROUNDS)
        .map(|_| {
            let (start, busy) = (Instant::now(), ProcessTime::now());
            black_box(work());
            (start.elapsed(), busy.elapsed())
        })
        .unzip();
    let [clock, processors] = [clock, processors].map(median);
    println!("{name:32} {clock:9.3} ms {processors:9.3} ms of processors");
}

fn median(mut spans: Vec<Span>) -> f64 {
    spans.sort_unstable();
    spans[ROUNDS / 2].as_secs_f64() * 1e3
}

fn run() -> Option<Run> {
    let jobs = workload(JOBS, NODES, 0.9);
    let parameters = Parameters::default();
    let experiment = Experiment {
        scenario: Scenario {
            parameters: parameters.clone(),
            ..Scenario::of(Machine::cluster(Some(NODES)), Workload::Jobs(Vec::new()))
        },
        nodes: NODES,
        size_unit: Default::default(),
        cluster: None,
        hosting: Default::default(),
        precedents: Default::default(),
        molds: Vec::new(),
        names: Vec::new(),
        memory: Memory::ZERO,
        transfer: TransferRate::per_second(0),
        power: None,
        growth: None,
        outages: Default::default(),
        clock: Default::default(),
        label_names: Default::default(),
        labels: (1..).take(jobs.len()).map(JobLabel::numbered).collect(),
        jobs,
        remarks: Vec::new(),
        source: None,
        unix_start: None,
        warm_up: None,
    };
    let choice = Choice::plain(PolicyName::Easy, &parameters);
    simulate(&Arc::new(experiment), &choice, true, &Progress::default())
        .ok()
        .flatten()
}
