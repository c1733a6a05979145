//! The widgets of workflows: shapes that are drawn, what files leave out, jobs written out.

use egui::Ui;

use crate::desktop::widgets::parameter::{Number, choice};
use crate::scenario::fields;
use crate::scenario::placement::workflow::{
    Batch, Chain, Shape, StreamBandwidth, Wide, WorkflowWorkload,
};

const JOBS: Number<'_> = Number {
    name: "Jobs",
    unit: "",
    tooltip: "How many jobs are drawn",
    range: fields::JOBS,
    speed: 1.0,
    decimals: 0,
    slider: Some(2.0..=500.0),
    described: None,
};

const SPREAD: Number<'_> = Number {
    name: "Width",
    unit: "jobs",
    tooltip: "Jobs side by side; in a batch, how far back the jobs are that a job follows",
    range: fields::COUNTS,
    speed: 0.2,
    decimals: 0,
    slider: Some(1.0..=64.0),
    described: None,
};

const BANDWIDTH: Number<'_> = Number {
    name: "Bandwidth",
    unit: "GB/s",
    tooltip: "Memory bandwidth each thread asks for; no file format says it",
    range: fields::BANDWIDTHS,
    speed: 0.1,
    decimals: 3,
    slider: Some(0.1..=20.0),
    described: None,
};

const THREADS: Number<'_> = Number {
    name: "Threads",
    unit: "",
    tooltip: "Threads of a task whose cores the file does not say",
    range: fields::THREADS,
    speed: 0.1,
    decimals: 0,
    slider: Some(1.0..=64.0),
    described: None,
};

const UTILISATION: Number<'_> = Number {
    name: "Utilisation",
    unit: "",
    tooltip: "Share of time a thread is busy, where the file does not say it",
    range: fields::UTILISATIONS,
    speed: 0.01,
    decimals: 3,
    slider: Some(0.1..=1.0),
    described: None,
};

const RUNTIME: Number<'_> = Number {
    name: "Runtime",
    unit: "s",
    tooltip: "Runtime of a task whose runtime the file does not say",
    range: fields::SPANS,
    speed: 1.0,
    decimals: 3,
    slider: None,
    described: None,
};

/// A workflow drawn as the paper's are.
pub(in crate::desktop) fn drawn() -> WorkflowWorkload {
    WorkflowWorkload {
        shape: Some(Shape::Batch(Batch {
            jobs: 50,
            window: 12,
        })),
        ..WorkflowWorkload::default()
    }
}

/// The widgets of `workflow`; whether a draw depends on the seed.
pub(in crate::desktop) fn widgets(
    ui: &mut Ui,
    workflow: &mut WorkflowWorkload,
    reset: &WorkflowWorkload,
) -> bool {
    if let Some(path) = &workflow.path {
        ui.label(path.display().to_string());
        let (defaults, reset) = (&mut workflow.defaults, &reset.defaults);
        let mut threads = u64::from(defaults.threads);
        THREADS.whole(ui, &mut threads, u64::from(reset.threads));
        defaults.threads = threads as u32;
        BANDWIDTH.real(ui, &mut defaults.bandwidth, reset.bandwidth);
        UTILISATION.real(ui, &mut defaults.utilisation, reset.utilisation);
        RUNTIME.optional(ui, &mut defaults.runtime, &reset.runtime, "needed", 60.0);
        return false;
    }
    let Some(shape) = &mut workflow.shape else {
        ui.label(format!(
            "{} jobs, written in the scenario text",
            workflow.jobs.len()
        ));
        return false;
    };
    shape_widgets(ui, shape, reset.shape.as_ref());
    choice(
        ui,
        ("Bandwidths", "What bandwidth the threads of a job ask for"),
        &mut workflow.stream,
        &reset.stream,
        &[
            (StreamBandwidth::Uniform, "3.6 to 10.5", "GB/s, uniformly"),
            (
                StreamBandwidth::ByThreads,
                "by threads",
                "100.8 GB/s over the threads, at most 10.5",
            ),
        ],
    );
    true
}

fn shape_widgets(ui: &mut Ui, shape: &mut Shape, reset: Option<&Shape>) {
    let (jobs, spread) = (*shape.jobs_mut(), spread(shape));
    let all = [
        (
            Shape::Batch(Batch {
                jobs,
                window: spread,
            }),
            "batch",
            "Each job follows 1 or 2 of those shortly ahead of it",
        ),
        (
            Shape::ForkJoin(Wide {
                jobs,
                width: spread,
            }),
            "fork-join",
            "One, many side by side, one, and so on",
        ),
        (
            Shape::Layers(Wide {
                jobs,
                width: spread,
            }),
            "layers",
            "Each job follows 1 to 3 of the layer above",
        ),
        (Shape::Chain(Chain { jobs }), "chain", "One after the other"),
    ];
    let back = reset.copied().unwrap_or(*shape);
    choice(ui, ("Shape", "Which jobs follow which"), shape, &back, &all);
    let mut count = u64::from(jobs);
    let mut back = back;
    JOBS.whole(ui, &mut count, u64::from(*back.jobs_mut()));
    *shape.jobs_mut() = count as u32;
    if let Shape::Batch(Batch { window: width, .. })
    | Shape::ForkJoin(Wide { width, .. })
    | Shape::Layers(Wide { width, .. }) = shape
    {
        let mut whole = u64::from(*width);
        SPREAD.whole(ui, &mut whole, u64::from(self::spread(&back)));
        *width = whole as u32;
    }
}

fn spread(shape: &Shape) -> u32 {
    match *shape {
        Shape::Batch(Batch { window, .. }) => window,
        Shape::ForkJoin(Wide { width, .. }) | Shape::Layers(Wide { width, .. }) => width,
        Shape::Chain(_) => 12,
    }
}
