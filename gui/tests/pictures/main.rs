//! The drawing code through the software renderer, against stored pictures.

mod graph;
mod node_memory;
mod schedule;
#[path = "../support/soft.rs"]
mod soft;

use std::sync::Arc;

use cosched::charts::colour::{ColourBy, Shading};
use cosched::charts::gantt::{GanttCache, GanttIndex, GanttOutput, GanttView, Options};
use cosched::charts::{gantt, look};
use cosched::record::{Experiment, JobLabel, Outcome, Run, Segment};
use cosched::scenario::{Machine, Parameters, PolicyName, Scenario, Workload};
use cosched_core::workload::Class;
use cosched_core::{Duration, JobSpec, Memory, Metrics, Time, TransferRate};
use egui_kittest::Harness;
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
            warm_up: None,
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
