//! Nodes that no plan may use: out of service for long, or in maintenance.

use crate::engine::Context;
use crate::exact::Exact;
use crate::families;
use crate::machine::profile::Profile;
use crate::units::ids::JobId;

/// Number of nodes out of service for an unknown time that no job holds; `lost` returns how
/// many of them a job holds.
pub(in crate::policy) fn out_for_long(
    context: &Context<'_, '_>,
    lost: impl Fn(JobId) -> u32,
) -> u32 {
    if !families::OUTAGES || context.out_of_service() == 0 {
        return 0;
    }
    let held: u32 = context.running().map(lost).sum();
    let nodes = 0..context.nodes();
    let out = nodes.filter(|&node| context.node_state(node).is_out_for_long());
    (out.count() as u32).saturating_sub(held)
}

/// Takes nodes in maintenance out of the profile, except those out of service for longer.
pub(in crate::policy) fn take_maintenance(
    profile: &mut Profile<'_>,
    context: &Context<'_, '_>,
    end_of: impl Fn(JobId) -> Exact,
) {
    let stays = |node: u32| !context.node_state(node).is_out_for_long();
    for window in context.maintenance() {
        let nodes = window.first..window.first + window.count;
        let from = window.from.max(context.now());
        // A job that has outrun its estimate may be expected to run on into the
        // maintenance.
        for job in context.running() {
            let until = end_of(job).min(window.until.into());
            if until > Exact::from(from) {
                let held = context
                    .held(job)
                    .flat_map(|(first, count)| first..first + count);
                let within = held.filter(|&node| nodes.contains(&node) && stays(node));
                profile.give(from, until, within.count() as u32);
            }
        }
        // Nodes that are out of service for longer are already missing.
        let count = match context.out_of_service() {
            0 => window.count,
            _ => nodes.filter(|&node| stays(node)).count() as u32,
        };
        profile.take(from, window.until, count);
    }
}
