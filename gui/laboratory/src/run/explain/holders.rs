//! Which jobs held the nodes of a job before it, by their segments.

use std::collections::BTreeMap;

use cosched_core::Time;

use super::story::NodeHolder;
use crate::record::Segment;

/// Returns the jobs that held the nodes of `job`'s first start and left them after `entered`: of
/// each node, the last before it. The last to leave are first. `node_of` gives the node of each row
/// of a segment.
pub(in crate::run) fn holders_before(
    segments: &[Segment],
    job: usize,
    entered: Time,
    node_of: &dyn Fn(u32) -> u32,
) -> Vec<NodeHolder> {
    let span = |segment: &Segment| {
        let (first, end) = span(segment);
        (node_of(first), node_of(end - 1) + 1)
    };
    let own = |segment: &&Segment| segment.job as usize == job;
    let Some(start) = segments.iter().filter(own).map(|own| own.from).min() else {
        return Vec::new();
    };
    let own = segments.iter().filter(own).filter(|own| own.from == start);
    let mut own: Vec<(u32, u32)> = own.map(span).collect();
    own.dedup();
    let mut last: BTreeMap<u32, (Time, usize)> = BTreeMap::new();
    let before = |segment: &&Segment| entered < segment.until && segment.until <= start;
    for segment in segments.iter().filter(before) {
        if segment.job as usize == job {
            continue;
        }
        let (first, end) = span(segment);
        for &(own_first, own_end) in &own {
            for node in first.max(own_first)..end.min(own_end) {
                let found = (segment.until, segment.job as usize);
                let known = last.entry(node).or_insert(found);
                *known = found.max(*known);
            }
        }
    }
    let mut by_job: BTreeMap<(Time, usize), u32> = BTreeMap::new();
    for holder in last.into_values() {
        *by_job.entry(holder).or_default() += 1;
    }
    let held = by_job.into_iter().rev();
    held.map(|((until, job), nodes)| NodeHolder { job, until, nodes })
        .collect()
}

/// The first row of a segment, and the one behind its last.
fn span(segment: &Segment) -> (u32, u32) {
    let first = segment.first_node;
    (first, first.saturating_add(segment.nodes))
}
