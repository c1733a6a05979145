//! Rows of GPUs below the cores of each node; jobs have them in the drawing only.

use cosched_core::Time;

use laboratory::record::held_nodes::{held_nodes, request};
use laboratory::record::{Run, Segment, Segments};
use laboratory::scenario::cluster::Layout;

/// Returns the segments of `run` on the rows of its chart: cores and GPUs of each node, where nodes
/// have GPUs that jobs share.
pub(crate) fn on_rows(run: &Run) -> Segments {
    let layout = run.experiment.cluster.as_ref().map(|all| &all.layout);
    match layout.filter(|layout| layout.rows() > layout.cores()) {
        None => run.segments.clone(),
        Some(layout) => {
            let cores = run.segments.iter();
            let mut all: Vec<Segment> = cores.flat_map(|one| split_by_node(layout, &one)).collect();
            all.extend(gpu_segments(run, layout));
            all.sort_by_key(|segment| (segment.from, segment.job));
            all.into_iter().collect()
        }
    }
}

/// Splits a segment of cores by node, on the rows of these.
fn split_by_node(layout: &Layout, segment: &Segment) -> Vec<Segment> {
    let (mut core, end) = (segment.first_node, segment.first_node + segment.nodes);
    let mut parts: Vec<Segment> = Vec::new();
    while core < end {
        let node = layout.node_of_core(core);
        let before = layout.cores_before(node);
        let beyond = layout.cores_before(node + 1).min(end);
        let row = layout.rows_before(node) + core - before;
        match parts.last_mut() {
            Some(last) if last.first_node + last.nodes == row => last.nodes += beyond - core,
            _ => parts.push(Segment {
                first_node: row,
                nodes: beyond - core,
                ..*segment
            }),
        }
        core = beyond;
    }
    parts
}

/// Assigns GPUs to jobs: the first free ones of each node.
fn gpu_segments(run: &Run, layout: &Layout) -> Vec<Segment> {
    let mut all = held_nodes(run);
    all.sort_by_key(|held| held.from);
    let mut taken: Vec<Vec<Time>> = (0..layout.nodes())
        .map(|node| vec![Time::ZERO; layout.gpus_of(node) as usize])
        .collect();
    let mut found: Vec<Segment> = Vec::new();
    for held in &all {
        let each = request(run, held.job).each.gpus();
        let cluster = run.experiment.cluster.as_ref();
        let is_whole = cluster.is_some_and(|cluster| cluster.takes_whole(held.job));
        for &(node, _, units) in &held.places {
            let Some(gpus) = taken.get_mut(node as usize) else {
                continue;
            };
            let wanted = if is_whole {
                gpus.len()
            } else {
                (each * units) as usize
            };
            let first = layout.rows_before(node) + layout.cores_of(node);
            let free = (first..)
                .zip(gpus)
                .filter(|(_, until)| **until <= held.from);
            for (row, until) in free.take(wanted) {
                *until = held.until;
                match found.last_mut() {
                    Some(last)
                        if (last.job as usize, last.from) == (held.job, held.from)
                            && last.first_node + last.nodes == row =>
                    {
                        last.nodes += 1;
                    }
                    _ => found.push(Segment {
                        from: held.from,
                        until: held.until,
                        job: held.job as u32,
                        first_node: row,
                        nodes: 1,
                    }),
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use laboratory::base::progress::Progress;
    use laboratory::load::prepare;
    use laboratory::run::{choices, simulate};
    use laboratory::scenario::parse;

    /// Node 0 has rows 0 and 1; the next two have two cores and two GPUs each, rows 2 to 5 and
    /// 6 to 9. The first job has a core and a GPU of node 1, the second both cores of nodes 0
    /// and 2, the third what is left of node 1. The last one wants a node whole, and both are in use until
    /// 10.
    #[test]
    fn gpus_have_rows_below_the_cores_of_their_node() {
        let text = "(machine: Cluster(kinds: [(count: 1, cores: 2), (count: 2, cores: 2, gpus: 2)]),
            policies: [Easy], workload: Jobs([
            (submit: 0, runtime: 10, nodes: 1, gpus: 1), (submit: 0, runtime: 10, nodes: 2, cores: 2),
            (submit: 1, runtime: 4, nodes: 1, gpus: 1), (submit: 2, runtime: 3, nodes: 1, gpus: 2, whole_nodes: true)]))";
        let scenario = parse(text, None).unwrap();
        let experiment = prepare(&scenario, None, &Progress::default()).unwrap();
        let choice = &choices(&scenario)[0];
        let run = simulate(&Arc::new(experiment), choice, true, &Progress::default());
        let run = run.unwrap().unwrap();
        let found = on_rows(&run);
        let found = found.iter().map(|one| {
            let from = one.from.seconds() as u32;
            (from, one.job, one.first_node, one.nodes)
        });
        let mut found: Vec<_> = found.collect();
        found.sort_unstable();
        let expected = [
            (0, 0, 2, 1),
            (0, 0, 4, 1),
            (0, 1, 0, 2),
            (0, 1, 6, 2),
            (1, 2, 3, 1),
            (1, 2, 5, 1),
            (10, 3, 2, 2),
            (10, 3, 4, 2),
        ];
        assert_eq!(found, expected);
    }
}
