//! The drawing code through the software renderer, against stored pictures.

mod soft;

use std::sync::Arc;

use cosched::base::progress::Progress;
use cosched::charts::colour::{self, ColourBy, Shading};
use cosched::charts::gantt;
use cosched::charts::gantt::{GanttCache, GanttIndex, GanttOutput, GanttView, Options};
use cosched::charts::graph::{Dress, Graph, GraphResponse, GraphView, State, Vertex};
use cosched::charts::look;
use cosched::charts::memory;
use cosched::charts::memory::{MemoryCache, MemoryOptions};
use cosched::charts::plot;
use cosched::charts::plot::figure::{Curve, Figure};
use cosched::load;
use cosched::record::{Experiment, JobLabel, Outcome, Run, Segment};
use cosched::run::{choices, simulate};
use cosched::scenario::{Machine, Parameters, PolicyName, Scenario, Workload};
use cosched_core::workload::Class;
use cosched_core::{Duration, JobSpec, Memory, Metrics, Time, TransferRate};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use soft::Soft;

/// Submit, start, runtime, first node, nodes; seconds.
const JOBS: [(u64, u64, u64, u32, u32); 10] = [
    (0, 0, 100, 0, 4),
    (5, 5, 60, 4, 2),
    (10, 10, 200, 6, 1),
    (20, 65, 90, 4, 2),
    (30, 100, 50, 0, 3),
    (35, 100, 160, 3, 1),
    (40, 150, 70, 0, 3),
    (50, 155, 40, 4, 2),
    (60, 60, 140, 7, 1),
    (70, 260, 80, 0, 8),
];

/// Ten jobs on eight nodes, started `delay` seconds late from the fourth on.
fn run(delay: u64) -> Run {
    let start = |job: usize| JOBS[job].1 + if job < 3 { 0 } else { delay };
    let end = |job: usize| start(job) + JOBS[job].2;
    let jobs = JOBS.iter().map(|&(submit, _, runtime, _, nodes)| {
        JobSpec::exact(
            Time::from_seconds(submit),
            Duration::from_seconds(runtime),
            nodes,
        )
    });
    let scenario = Scenario::of(Machine::cluster(Some(8)), Workload::Jobs(Vec::new()));
    let outcome = |job: usize| Outcome {
        entered: Time::from_seconds(JOBS[job].0),
        started: Time::from_seconds(start(job)),
        completed: Time::from_seconds(end(job)),
        executed: Duration::from_seconds(JOBS[job].2),
        killed: job == 6,
        refused: false,
    };
    let segment = |job: usize| Segment {
        from: Time::from_seconds(start(job)),
        until: Time::from_seconds(end(job)),
        job: job as u32,
        first_node: JOBS[job].3,
        nodes: JOBS[job].4,
    };
    Run {
        experiment: Arc::new(Experiment {
            scenario,
            nodes: 8,
            size_unit: Default::default(),
            cluster: None,
            hosting: Default::default(),
            molds: Vec::new(),
            precedents: Default::default(),
            names: Vec::new(),
            memory: Memory::ZERO,
            transfer: TransferRate::per_second(0),
            outages: Default::default(),
            power: None,
            growth: None,
            jobs: jobs.collect(),
            labels: (1..=10).map(JobLabel::numbered).collect(),
            remarks: Vec::new(),
            source: None,
            unix_start: None,
            clock: Default::default(),
            label_names: Default::default(),
        }),
        label: "EASY".into(),
        policy: PolicyName::Easy,
        parameters: Parameters::default(),
        branch: None,
        outcomes: (0..10).map(outcome).collect(),
        segments: (0..10).map(segment).collect(),
        spun: 0.0,
        details: Default::default(),
        classes: vec![Class::Short; 10],
        metrics: Metrics::new(),
        digest: delay,
    }
}

/// A chart in a harness, with its last response.
struct Chart {
    run: Run,
    index: GanttIndex,
    view: GanttView,
    cache: GanttCache,
    baseline: Option<Run>,
    selected: Option<usize>,
    slices: bool,
    output: GanttOutput,
    /// The last job clicked on: a click lasts one frame only.
    clicked: Option<usize>,
}

impl Chart {
    fn new(delay: u64) -> Self {
        Self::of(run(delay))
    }

    fn of(run: Run) -> Self {
        Self {
            index: GanttIndex::new(&run),
            view: GanttView::fit(&[&run]),
            cache: GanttCache::default(),
            baseline: None,
            selected: None,
            slices: false,
            output: GanttOutput::default(),
            clicked: None,
            run,
        }
    }

    fn show(&mut self, ui: &mut egui::Ui) {
        if !look::is_ready(ui.ctx()) {
            return;
        }
        let options = Options {
            against: self.baseline.as_ref(),
            selected: self.selected,
            cursor: Some(Time::from_seconds(120)),
            shading: Shading {
                by: ColourBy::Job,
                dark: ui.visuals().dark_mode,
                ..Shading::default()
            },
            slices: self.slices,
            ..Options::default()
        };
        let output = gantt::show(
            ui,
            "chart",
            &self.run,
            &self.index,
            &mut self.view,
            &mut self.cache,
            &options,
        );
        self.clicked = output.clicked.map(|hit| hit.job).or(self.clicked);
        self.output = output;
    }
}

fn harness(chart: Chart, theme: egui::Theme) -> Harness<'static, Chart> {
    Harness::builder()
        .with_size([360.0, 180.0])
        // A tooltip appears with a delay.
        .with_max_steps(20)
        .with_theme(theme)
        .renderer(Soft::default())
        .build_ui_state(|ui, chart: &mut Chart| chart.show(ui), chart)
}

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
    simulated(include_str!("../../fixtures/by_hand/scojo_p2.ron"))
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

/// One job before two before one, with the state of the graph.
struct Workflow {
    view: GraphView,
    states: [State; 4],
    selected: Option<usize>,
    response: GraphResponse,
    /// The last vertex clicked on: a click lasts one frame only.
    clicked: Option<usize>,
}

const BANDWIDTHS: [f64; 4] = [3.6, 10.5, 7.0, 3.6];

fn workflow(states: [State; 4], theme: egui::Theme) -> Harness<'static, Workflow> {
    let workflow = Workflow {
        view: GraphView::new(&[vec![], vec![0], vec![0], vec![1, 2]]),
        states,
        selected: None,
        response: GraphResponse::default(),
        clicked: None,
    };
    let show = |ui: &mut egui::Ui, workflow: &mut Workflow| {
        if !look::is_ready(ui.ctx()) {
            return;
        }
        let vertices: [Vertex<'_>; 4] = std::array::from_fn(|index| Vertex {
            label: ["load", "left", "right", "join"][index],
            threads: 8,
            value: BANDWIDTHS[index],
            state: workflow.states[index],
        });
        let graph = Graph {
            vertices: &vertices,
            critical: &[],
            unit: "GB/s",
            selected: workflow.selected,
        };
        workflow.response = workflow.view.show(ui, "graph", &graph, |ui, vertex| {
            ui.label(format!("tooltip of {vertex}"));
        });
        workflow.clicked = workflow.response.clicked.or(workflow.clicked);
    };
    Harness::builder()
        .with_size([460.0, 240.0])
        .with_max_steps(20)
        .with_theme(theme)
        .renderer(Soft::default())
        .build_ui_state(show, workflow)
}

/// The middle of `vertex` on the screen.
fn middle(harness: &Harness<'_, Workflow>, vertex: usize) -> egui::Pos2 {
    let (state, layout) = (harness.state(), harness.state().view.layout());
    state
        .view
        .on(state.response.chart.unwrap(), layout.middles[vertex])
}

#[test]
fn a_vertex_has_the_colour_of_its_band_and_state() {
    let states = [
        State::Done,
        State::Running(0.5),
        State::Ready,
        State::NotReady,
    ];
    for (theme, dark) in [(egui::Theme::Light, false), (egui::Theme::Dark, true)] {
        let mut harness = workflow(states, theme);
        harness.run();
        let picture = harness.render().unwrap();
        for (vertex, band) in [(0, 0), (1, 3), (2, 1), (3, 0)] {
            // Left of all words, right of the outline.
            let state = harness.state();
            let scale = state.view.scale(state.response.chart.unwrap());
            let left = middle(&harness, vertex) - egui::vec2(25.4 * scale, 0.0);
            let found = picture.get_pixel(left.x as u32, left.y as u32).0;
            let expected = Dress::new(band, states[vertex], dark).fill.to_array();
            let both = found.into_iter().zip(expected);
            assert!(
                both.clone().all(|(one, other)| one.abs_diff(other) <= 3),
                "{vertex} is {found:?}, not {expected:?}"
            );
        }
        if dark {
            harness.snapshot("graph_dark");
        }
    }
}

#[test]
fn a_click_finds_the_vertex_and_keys_and_wheel_move_the_graph() {
    let mut harness = workflow([State::Unknown; 4], egui::Theme::Light);
    harness.run();
    let (position, fitted) = (middle(&harness, 2), harness.state().view.clone());
    harness.hover_at(position);
    harness.run();
    assert_eq!(harness.state().response.hovered, Some(2));
    assert!(harness.query_by_label("tooltip of 2").is_some());
    harness.drag_at(position);
    harness.drop_at(position);
    harness.run();
    assert_eq!(harness.state().clicked, Some(2));
    harness.state_mut().selected = Some(2);
    harness.hover_at(egui::pos2(20.0, 200.0));
    harness.run();
    assert_eq!(harness.state().response.hovered, None);
    harness.snapshot("graph_light");
    harness.hover_at(position);
    harness.run();
    harness.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Wheel,
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 100.0),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
    });
    harness.run();
    assert!(
        middle(&harness, 2).distance(position) < 0.1,
        "stays under the pointer"
    );
    let chart = harness.state().response.chart.unwrap();
    assert!(
        harness.state().view.scale(chart) > fitted.scale(chart),
        "closer"
    );
    harness.key_press(egui::Key::ArrowRight);
    harness.run();
    assert!(
        middle(&harness, 2).x < position.x,
        "what is to the right comes in"
    );
    harness.key_press(egui::Key::Home);
    harness.run();
    assert_eq!(harness.state().view, fitted);
}

/// Every real workflow, drawn: all tasks are in the picture, and no two of
/// them overlap.
#[test]
fn every_real_workflow_is_drawn() {
    let folder =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/traces/workflows");
    let Ok(files) = std::fs::read_dir(folder) else {
        println!("skipped: the workflows are not beside the project");
        return;
    };
    let mut drawn = 0;
    for path in files.map(|file| file.unwrap().path()) {
        let file = cosched::load::workflow_file::read(&path).unwrap();
        let index = |index: &usize| u32::try_from(*index).unwrap();
        let predecessors: Vec<Vec<u32>> = file
            .tasks
            .iter()
            .map(|task| task.after.iter().map(index).collect())
            .collect();
        let vertices: Vec<_> = file
            .tasks
            .iter()
            .map(|task| Vertex {
                label: &task.name,
                threads: task.cores.unwrap_or(1),
                value: 0.0,
                state: State::default(),
            })
            .collect();
        let graph = Graph {
            vertices: &vertices,
            ..Graph::default()
        };
        let view = GraphView::new(&predecessors);
        let boxes: Vec<_> = (0..vertices.len())
            .map(|vertex| view.layout().rect(vertex))
            .collect();
        for (index, one) in boxes.iter().enumerate() {
            let apart = |other: &egui::Rect| !one.shrink(0.5).intersects(*other);
            assert!(boxes[index + 1..].iter().all(apart), "{}", path.display());
        }
        let picture =
            cosched::charts::write::svg::graph("drawn", &view, &graph, [1600, 1000], false);
        // Names may be too long for their boxes; the boxes are there.
        let boxes_drawn = picture.matches("<rect").count();
        assert!(
            boxes_drawn >= boxes.len(),
            "{}: {boxes_drawn}",
            path.display()
        );
        drawn += 1;
    }
    assert!(drawn >= 19, "{drawn}");
}
