//! Widgets of workflows: drawn shapes, values that files leave out, jobs written out.

use egui::Ui;

use crate::widgets::lines::lines;
use crate::widgets::parameter::{Number, choice, named, tooltip};
use laboratory::scenario::placement::workflow::{
    Batch, Chain, Defaults, Shape, Wide, WorkflowWorkload,
};
use laboratory::scenario::reference;

/// Returns a workflow drawn as in the paper.
pub(crate) fn drawn() -> WorkflowWorkload {
    WorkflowWorkload {
        shape: Some(Shape::Batch(Batch {
            jobs: 50,
            window: 12,
        })),
        ..WorkflowWorkload::default()
    }
}

/// Shows the widgets of `workflow`; returns whether a draw depends on the seed.
pub(crate) fn widgets(
    ui: &mut Ui,
    workflow: &mut WorkflowWorkload,
    reset: &WorkflowWorkload,
) -> bool {
    if let Some(path) = &workflow.path {
        ui.label(path.display().to_string());
        let (defaults, reset) = (&mut workflow.defaults, &reset.defaults);
        let fields = [
            &Defaults::THREADS,
            &Defaults::BANDWIDTH,
            &Defaults::UTILISATION,
        ];
        lines(ui, &fields, defaults, reset);
        let number = Number::of(&Defaults::RUNTIME);
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
    lines(ui, &[&WorkflowWorkload::STREAM], workflow, reset);
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
