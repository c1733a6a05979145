//! Runs and values made by hand and at random, for tests.

use std::sync::Arc;

use cosched_core::workload::Class;
use cosched_core::{Duration, JobSpec, Memory, Metrics, Time, TransferRate};

use super::colour::{ColourBy, WaitScale};
use super::write::schedule::Schedule;
use laboratory::record::clock::Clock;
use laboratory::record::{Experiment, JobLabel, Outcome, Run, Segment};
use laboratory::run::sample as sample_run;
use laboratory::scenario::{Machine, Parameters, PolicyName, Scenario, Workload};
use papers::{Estimate, Page, Quantity, Unit};

/// A job in whole seconds: submit, start, runtime, first node, nodes.
pub(super) type Row = (u64, u64, u64, u32, u32);

/// A generator good enough for tests, the same on every machine.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// Returns a number below `end`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end.max(1)
    }
}

/// Returns ten jobs, the first of which is submitted on Monday, 23 September 1996, 14:00:31.
pub(super) fn dated() -> Run {
    let mut run = ten_jobs();
    let mut experiment = (*run.experiment).clone();
    experiment.clock = Clock::new(843_480_031, Some("Europe/Stockholm"));
    run.experiment = Arc::new(experiment);
    run
}

/// Returns all of `run` to be drawn.
pub(super) fn schedule(run: &Run) -> Schedule<'_> {
    Schedule {
        title: &run.label,
        run,
        notes: &[],
        span: None,
        colour_by: ColourBy::Wait,
        waits: WaitScale::of([run]),
    }
}

/// Returns the run in which `rows` happened on `nodes` nodes.
pub(super) fn run(nodes: u32, rows: &[Row]) -> Run {
    let mut segments: Vec<_> = (0..)
        .zip(rows)
        .map(|(job, row)| segment(job, row))
        .collect();
    segments.sort_by_key(|segment| segment.from);
    Run {
        experiment: Arc::new(experiment(nodes, rows)),
        label: "EASY".into(),
        policy: PolicyName::Easy,
        parameters: Parameters::default(),
        branch: None,
        outcomes: rows.iter().map(outcome).collect(),
        segments: segments.into_iter().collect(),
        spun: 0.0,
        details: Default::default(),
        classes: vec![Class::Short; rows.len()],
        metrics: Metrics::new(),
        digest: 0,
    }
}

/// Returns ten jobs on eight nodes; the seventh is killed.
pub(super) fn ten_jobs() -> Run {
    let mut run = run(
        8,
        &[
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
        ],
    );
    run.outcomes[6].killed = true;
    run
}

/// Returns random jobs that never overlap, at most three nodes wide: nodes are filled singly.
pub(super) fn random(seed: u64, nodes: u32, jobs: usize) -> Run {
    let mut random = Random(seed);
    let mut free = vec![0_u64; nodes as usize];
    let mut rows = Vec::with_capacity(jobs);
    while rows.len() < jobs {
        let width = 1 + random.below(3.min(u64::from(nodes)));
        let first = random.below(u64::from(nodes) - width + 1) as usize;
        let lanes = &mut free[first..first + width as usize];
        let start = lanes.iter().copied().max().unwrap_or(0) + random.below(20);
        let runtime = 1 + random.below(100);
        lanes.fill(start + runtime);
        rows.push((
            start.saturating_sub(random.below(60)),
            start,
            runtime,
            first as u32,
            width as u32,
        ));
    }
    rows.sort_unstable();
    run(nodes, &rows)
}

/// Returns two jobs that displace each other's memory on a node of 10 MiB, as in the fixture.
pub(super) fn displacing() -> Run {
    sample_run::simulated(include_str!(
        "../../../fixtures/by_hand/slicing/two_jobs_displace_each_other.ron"
    ))
}

/// Returns three hundred jobs under Scojo-PECT on 32 nodes of 400 MiB.
pub(super) fn sliced() -> Run {
    sample_run::simulated(
        "(machine: Cluster(nodes: 32, memory: 400),
        workload: Lublin(jobs: 300, load: 0.9, memory: Uniform), policies: [ScojoPect], seed: 5)",
    )
}

/// Returns `run` with every start and end `seconds` later.
pub(super) fn shifted(run: &Run, seconds: u64) -> Run {
    let span = Duration::from_seconds(seconds);
    Run {
        experiment: Arc::clone(&run.experiment),
        label: "later".into(),
        policy: run.policy,
        parameters: run.parameters.clone(),
        branch: run.branch.clone(),
        outcomes: run
            .outcomes
            .iter()
            .map(|outcome| Outcome {
                started: outcome.started.after(span),
                completed: outcome.completed.after(span),
                ..*outcome
            })
            .collect(),
        segments: run
            .segments
            .iter()
            .map(|segment| Segment {
                from: segment.from.after(span),
                until: segment.until.after(span),
                ..segment
            })
            .collect(),
        spun: 0.0,
        details: Default::default(),
        classes: run.classes.clone(),
        metrics: run.metrics,
        digest: run.digest + 1,
    }
}

fn experiment(nodes: u32, rows: &[Row]) -> Experiment {
    Experiment {
        scenario: Scenario {
            title: "sample".into(),
            ..Scenario::of(Machine::cluster(Some(nodes)), Workload::Jobs(Vec::new()))
        },
        nodes,
        size_unit: Default::default(),
        cluster: None,
        hosting: Default::default(),
        precedents: Default::default(),
        names: Vec::new(),
        memory: Memory::ZERO,
        transfer: TransferRate::per_second(0),
        outages: Default::default(),
        power: None,
        warm_up: None,
        growth: None,
        jobs: rows
            .iter()
            .map(|&(submit, _, runtime, _, nodes)| {
                JobSpec::exact(
                    Time::from_seconds(submit),
                    Duration::from_seconds(runtime),
                    nodes,
                )
            })
            .collect(),
        labels: (1..)
            .zip(rows)
            .map(|(number, _)| JobLabel::numbered(number))
            .collect(),
        molds: Vec::new(),
        remarks: Vec::new(),
        source: None,
        unix_start: None,
        clock: Clock::default(),
        label_names: Default::default(),
    }
}

fn outcome(&(submit, start, runtime, ..): &Row) -> Outcome {
    Outcome {
        entered: Time::from_seconds(submit),
        started: Time::from_seconds(start),
        completed: Time::from_seconds(start + runtime),
        executed: Duration::from_seconds(runtime),
        killed: false,
        refused: false,
    }
}

fn segment(job: u32, &(_, start, runtime, first_node, nodes): &Row) -> Segment {
    Segment {
        from: Time::from_seconds(start),
        until: Time::from_seconds(start + runtime),
        job,
        first_node,
        nodes,
    }
}

/// Returns two rows of two charts of two groups; one value is missing.
pub(super) fn page() -> Page {
    let value = |mean, half_width| Some(Estimate { mean, half_width });
    let quantity = |name: &str, unit| Quantity {
        name: name.to_owned(),
        unit,
    };
    Page {
        title: "A page <of charts>".to_owned(),
        source: "logs".to_owned(),
        rows: ["fine", "coarse"]
            .map(|name| [name.to_owned(), "a & b".to_owned()])
            .to_vec(),
        columns: vec![
            quantity("slowdown", Unit::Number),
            quantity("utilisation", Unit::Share),
        ],
        groups: vec!["FCFS".to_owned(), "Gang".to_owned()],
        cells: vec![
            value(5000.0, None),
            value(20.0, None),
            value(0.5, Some(0.25)),
            value(1.0, Some(0.5)),
            value(4.0, None),
            None,
            value(0.0, None),
            value(f64::NAN, None),
        ],
        compared_columns: None,
    }
}
