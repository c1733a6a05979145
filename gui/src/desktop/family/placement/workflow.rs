//! Widgets of workflows: drawn shapes, values that files leave out, jobs written out.

use egui::Ui;

use crate::desktop::widgets::parameter::{Number, choice, choice_of, named, tooltip};
use crate::scenario::placement::workflow::{Batch, Chain, Shape, Wide, WorkflowWorkload};
use crate::scenario::reference;

/// Returns a workflow drawn as in the paper.
pub(in crate::desktop) fn drawn() -> WorkflowWorkload {
    WorkflowWorkload {
        shape: Some(Shape::Batch(Batch {
            jobs: 50,
            window: 12,
        })),
        ..WorkflowWorkload::default()
    }
}

/// Shows the widgets of `workflow`; returns whether a draw depends on the seed.
pub(in crate::desktop) fn widgets(
    ui: &mut Ui,
    workflow: &mut WorkflowWorkload,
    reset: &WorkflowWorkload,
) -> bool {
    if let Some(path) = &workflow.path {
        ui.label(path.display().to_string());
        let (defaults, reset) = (&mut workflow.defaults, &reset.defaults);
        let mut threads = u64::from(defaults.threads);
        let number = Number::of(&reference::THREADS).with_slider(1.0..=64.0);
        let number = number.in_steps(0.1, 0);
        number.whole(ui, &mut threads, u64::from(reset.threads));
        defaults.threads = threads as u32;
        let number = Number::of(&reference::THREAD_BANDWIDTH).with_slider(0.1..=20.0);
        let number = number.in_steps(0.1, 3);
        number.real(ui, &mut defaults.bandwidth, reset.bandwidth);
        let number = Number::of(&reference::UTILISATION).with_slider(0.1..=1.0);
        let number = number.in_steps(0.01, 3);
        number.real(ui, &mut defaults.utilisation, reset.utilisation);
        let number = Number::of(&reference::TASK_RUNTIME).in_steps(1.0, 3);
        number.optional(ui, &mut defaults.runtime, &reset.runtime, "needed", 60.0);
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
    choice_of(ui, &reference::STREAM, &mut workflow.stream, &reset.stream);
    true
}

fn shape_widgets(ui: &mut Ui, shape: &mut Shape, reset: Option<&Shape>) {
    let (jobs, spread) = (*shape.jobs_mut(), spread(shape));
    // In the order of the names.
    let (batch, wide) = (
        Batch {
            jobs,
            window: spread,
        },
        Wide {
            jobs,
            width: spread,
        },
    );
    let all = [
        Shape::Batch(batch),
        Shape::ForkJoin(wide),
        Shape::Chain(Chain { jobs }),
        Shape::Layers(wide),
    ];
    let field = &reference::WORKFLOW_SHAPE;
    let all = named(all, field);
    let back = reset.copied().unwrap_or(*shape);
    choice(ui, (field.name, &tooltip(field)), shape, &back, &all);
    let mut count = u64::from(jobs);
    let mut back = back;
    let number = Number::of(&reference::WORKFLOW_JOBS).with_slider(2.0..=500.0);
    let number = number.in_steps(1.0, 0);
    number.whole(ui, &mut count, u64::from(*back.jobs_mut()));
    *shape.jobs_mut() = count as u32;
    let (field, width) = match shape {
        Shape::Batch(Batch { window, .. }) => (&reference::WORKFLOW_WINDOW, window),
        Shape::ForkJoin(Wide { width, .. }) | Shape::Layers(Wide { width, .. }) => {
            (&reference::WORKFLOW_WIDTH, width)
        }
        Shape::Chain(_) => return,
    };
    let mut whole = u64::from(*width);
    let number = Number::of(field).with_slider(1.0..=64.0);
    number.whole(ui, &mut whole, u64::from(self::spread(&back)));
    *width = whole as u32;
}

fn spread(shape: &Shape) -> u32 {
    match *shape {
        Shape::Batch(Batch { window, .. }) => window,
        Shape::ForkJoin(Wide { width, .. }) | Shape::Layers(Wide { width, .. }) => width,
        Shape::Chain(_) => 12,
    }
}
