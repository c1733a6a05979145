//! Nodes of each job over time, from the segments of a run.

use cosched_core::Time;
use cosched_core::machine::cluster::{Amounts, ClusterRequest};

use super::{Period, Run, Segment};

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
    let is_now = |period: &Period| period.from <= at && at < period.until;
    let periods = run.segments.periods().iter().enumerate();
    let now = periods.filter(|(_, period)| is_now(period));
    let mut all: Vec<HeldNodes> = now.map(|(index, _)| held_nodes_of(run, index)).collect();
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
    let all = 0..run.segments.periods().len();
    all.map(|period| held_nodes_of(run, period)).collect()
}

/// Returns the nodes of a job in the period of `run` at the index `period`.
pub(crate) fn held_nodes_of(run: &Run, period: usize) -> HeldNodes {
    let Period {
        from, until, job, ..
    } = run.segments.periods()[period];
    HeldNodes {
        from,
        until,
        job: job as usize,
        places: places(run, job as usize, run.segments.of_period(period)),
    }
}

/// The nodes of these segments of `job`, with its nodes or tasks on each.
fn places(run: &Run, job: usize, segments: impl Iterator<Item = Segment>) -> Vec<(u32, u32, u32)> {
    let Some(cluster) = &run.experiment.cluster else {
        let each = segments.map(|one| (one.first_node, one.nodes, 1));
        return each.collect();
    };
    let mut nodes: Vec<(u32, u32)> = Vec::new();
    for segment in segments {
        let (mut row, end) = (segment.first_node, segment.first_node + segment.nodes);
        while row < end {
            let node = cluster.layout.node_of_core(row);
            let beyond = cluster.layout.cores_before(node + 1).min(end);
            nodes.push((node, beyond - row));
            row = beyond;
        }
    }
    nodes.sort_unstable();
    let each = request(run, job).each.cores().max(1);
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
