//! Nodes of each job over time, from the segments of a run.

use cosched_core::Time;
use cosched_core::machine::cluster::{Amounts, ClusterRequest};

use super::{Run, Segment};

/// Nodes of a job over a span of time.
pub struct HeldNodes {
    /// First instant.
    pub from: Time,
    /// Instant from which on they are free again.
    pub until: Time,
    /// Index of the job.
    pub job: usize,
    /// First node, number of nodes, and number of the job's nodes or tasks on each.
    pub places: Vec<(u32, u32, u32)>,
}

/// Returns the nodes of each job of `run` that is running at `at`, with its nodes or tasks there;
/// together no more than it requests.
pub(crate) fn held_nodes_at(run: &Run, at: Time) -> Vec<HeldNodes> {
    let is_now = |segment: &&Segment| segment.from <= at && at < segment.until;
    let now: Vec<Segment> = run.segments.iter().filter(is_now).copied().collect();
    let mut all = groups(run, &now);
    for held in &mut all {
        let request = request(run, held.job);
        let mut left = request.units();
        for (.., units) in &mut held.places {
            // A node that the job got whole has room for more.
            *units = (*units).min(request.max_per_node()).min(left);
            left -= *units;
        }
    }
    all
}

/// Returns the nodes of each job in `run`, in the order of its segments.
pub fn held_nodes(run: &Run) -> Vec<HeldNodes> {
    groups(run, &run.segments)
}

fn groups(run: &Run, segments: &[Segment]) -> Vec<HeldNodes> {
    let alike = |a: &Segment, b: &Segment| (a.job, a.from) == (b.job, b.from);
    let groups = segments.chunk_by(alike);
    let held = |group: &[Segment]| HeldNodes {
        from: group[0].from,
        until: group[0].until,
        job: group[0].job as usize,
        places: places(run, group),
    };
    groups.map(held).collect()
}

/// The nodes of these segments of a job, with its nodes or tasks on each.
fn places(run: &Run, group: &[Segment]) -> Vec<(u32, u32, u32)> {
    let Some(cluster) = &run.experiment.cluster else {
        let each = group.iter();
        return each.map(|one| (one.first_node, one.nodes, 1)).collect();
    };
    let mut nodes: Vec<(u32, u32)> = Vec::new();
    for segment in group {
        let (mut row, end) = (segment.first_node, segment.first_node + segment.nodes);
        while row < end {
            let node = cluster.layout.node_of_core(row);
            let beyond = cluster.layout.cores_before(node + 1).min(end);
            nodes.push((node, beyond - row));
            row = beyond;
        }
    }
    nodes.sort_unstable();
    let each = request(run, group[0].job as usize).each.cores().max(1);
    let of_node = |group: &[(u32, u32)]| {
        let cores: u32 = group.iter().map(|(_, cores)| cores).sum();
        (group[0].0, 1, (cores / each).max(1))
    };
    nodes.chunk_by(|a, b| a.0 == b.0).map(of_node).collect()
}

/// The request of a job: of equal nodes, one core of each.
pub fn request(run: &Run, job: usize) -> ClusterRequest {
    let cluster = run.experiment.cluster.as_ref();
    let own = cluster.and_then(|cluster| cluster.requests.get(job).copied());
    own.unwrap_or_else(|| {
        let width = run.experiment.jobs.get(job).map_or(1, |job| job.nodes);
        ClusterRequest::nodes(width, Amounts::new(1, 0, 0))
    })
}
