//! Backfilling while a chosen job does not fit, as RLScheduler has it.

use cosched_core::engine::Context;
use cosched_core::{JobId, Simulation, Time};

use super::replay::start;

/// The instant at which `job`, which does not fit, would fit by the estimates of the running jobs.
/// It lies in the past if these have outrun them.
pub(super) fn shadow_time(simulation: &Simulation<'_>, job: JobId) -> Time {
    let view = simulation.view();
    let end = |running: JobId| {
        let started = view.started(running).unwrap_or(view.now());
        let end = started.after(view.request(running).estimate);
        (end, view.nodes_of(running))
    };
    let mut ends: Vec<(Time, u32)> = view.on_nodes().map(end).collect();
    ends.sort_unstable();
    let (mut free, mut shadow) = (view.free_nodes(), view.now());
    for (end, nodes) in ends {
        (free, shadow) = (free + nodes, end);
        if free >= view.nodes_of(job) {
            break;
        }
    }
    shadow
}

/// Starts, in the order of the queue, the jobs other than `head` that fit and would end before the
/// `shadow` time, and calls `note` with each.
pub(super) fn backfill(
    context: &mut Context<'_, '_>,
    head: JobId,
    shadow: Time,
    mut note: impl FnMut(JobId),
) {
    let mut queue = context.walk();
    while let Some(job) = queue.next(context) {
        let ends_before = context.completion_if_started(job) < shadow;
        if job != head && ends_before && start(context, job) {
            note(job);
        }
    }
}
