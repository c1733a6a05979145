//! Which jobs held the nodes of a job before it, by their segments: of one job, or of all at once.

use std::collections::BTreeMap;

use cosched_core::Time;

use super::story::NodeHolder;
use crate::record::{Period, Segment, Segments};

/// Returns the jobs that held the nodes of `job`'s first start and left them after `entered`: of
/// each node, the last before it. The last to leave are first. `node_of` gives the node of each row
/// of a segment.
pub(in crate::run) fn holders_before(
    segments: &Segments,
    job: usize,
    entered: Time,
    node_of: &dyn Fn(u32) -> u32,
) -> Vec<NodeHolder> {
    let span = |segment: Segment| {
        let (first, end) = span(segment);
        (node_of(first), node_of(end - 1) + 1)
    };
    let own = |segment: &Segment| segment.job as usize == job;
    let Some(start) = segments.iter().filter(own).map(|own| own.from).min() else {
        return Vec::new();
    };
    let own = segments.iter().filter(own).filter(|own| own.from == start);
    let mut own: Vec<(u32, u32)> = own.map(span).collect();
    own.dedup();
    let mut last: BTreeMap<u32, (Time, usize)> = BTreeMap::new();
    let before = |segment: &Segment| entered < segment.until && segment.until <= start;
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
    by_job(last.into_values())
}

/// Returns the same of every job, by its index: in time that grows with the nodes of all segments,
/// not with the jobs times the segments.
pub(in crate::run) fn holders_of_each(
    segments: &Segments,
    jobs: usize,
    entered: Time,
    node_of: &dyn Fn(u32) -> u32,
) -> Vec<Vec<NodeHolder>> {
    let nodes = |segment: Segment| {
        let (first, end) = span(segment);
        node_of(first)..node_of(end - 1) + 1
    };
    let period = |index: usize| &segments.periods()[index];
    let start = |index: usize| (period(index).from, period(index).job);
    let mut starts: Vec<usize> = (0..segments.periods().len()).collect();
    starts.sort_by_key(|index| start(*index));
    let mut ends = starts.clone();
    ends.retain(|index| period(*index).until > entered);
    ends.sort_by_key(|index| (period(*index).until, period(*index).job));
    let mut ends = ends.into_iter().peekable();
    let all = segments.iter().map(|segment| nodes(segment).end);
    let mut last = vec![LastHolders::default(); all.max().unwrap_or(0) as usize];
    let mut found: Vec<Option<Vec<NodeHolder>>> = vec![None; jobs];
    for started in starts.chunk_by(|one, other| start(*one) == start(*other)) {
        let Period { from, job, .. } = *period(started[0]);
        let job = job as usize;
        while let Some(ended) = ends.next_if(|index| period(*index).until <= from) {
            let holder = (period(ended).until, period(ended).job as usize);
            let left = segments.of_period(ended).flat_map(nodes);
            left.for_each(|node| last[node as usize].add(holder));
        }
        // Starts come in their order, so that the first of a job is the first found.
        let Some(first) = found.get_mut(job).filter(|first| first.is_none()) else {
            continue;
        };
        let mut own: Vec<u32> = started
            .iter()
            .flat_map(|index| segments.of_period(*index))
            .flat_map(nodes)
            .collect();
        own.sort_unstable();
        own.dedup();
        let holders = own
            .iter()
            .filter_map(|node| last[*node as usize].other_than(job));
        *first = Some(by_job(holders));
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}

/// The last two jobs that left a node, the later one first. Of a job that takes no time, its own end
/// is not behind its start.
#[derive(Clone, Default)]
struct LastHolders([Option<(Time, usize)>; 2]);

impl LastHolders {
    fn add(&mut self, holder: (Time, usize)) {
        let [last, before] = &mut self.0;
        if last.is_some_and(|(_, job)| job != holder.1) {
            *before = *last;
        }
        *last = Some(holder);
    }

    /// The last of them that is not `job`.
    fn other_than(&self, job: usize) -> Option<(Time, usize)> {
        let mut both = self.0.iter().flatten();
        both.find(|(_, other)| *other != job).copied()
    }
}

/// The holders of nodes, one a node, by job: the last to leave first.
fn by_job(nodes: impl Iterator<Item = (Time, usize)>) -> Vec<NodeHolder> {
    let mut counts: BTreeMap<(Time, usize), u32> = BTreeMap::new();
    for holder in nodes {
        *counts.entry(holder).or_default() += 1;
    }
    let held = counts.into_iter().rev();
    held.map(|((until, job), nodes)| NodeHolder { job, until, nodes })
        .collect()
}

/// The first row of a segment, and the one behind its last.
fn span(segment: Segment) -> (u32, u32) {
    let first = segment.first_node;
    (first, first.saturating_add(segment.nodes))
}

#[cfg(test)]
mod tests {
    use cosched_core::random::Random;

    use super::*;

    /// Jobs of one to three segments, some of which take no time, on nodes of which up to two jobs
    /// share each: rows are numbered by cores, two a node.
    fn segments(random: &mut Random, jobs: u32) -> Segments {
        let mut all = Vec::new();
        for job in 0..jobs {
            let mut from = random.below(60);
            for _ in 0..=random.below(3) {
                let until = from + random.below(9);
                for _ in 0..=random.below(2) {
                    all.push(Segment {
                        job,
                        from: Time(from),
                        until: Time(until),
                        first_node: random.below(12) as u32,
                        nodes: 1 + random.below(5) as u32,
                    });
                }
                from = until + random.below(5);
            }
        }
        all.into_iter().collect()
    }

    #[test]
    fn the_holders_of_all_jobs_are_those_of_each() {
        let mut random = Random::new(5, 36);
        let node_of = |row: u32| row / 2;
        for _ in 0..300 {
            let jobs = 1 + random.below(20) as u32;
            let segments = segments(&mut random, jobs);
            let entered = Time(random.below(30));
            // One job more than there are has none.
            let found = holders_of_each(&segments, jobs as usize + 1, entered, &node_of);
            for (job, holders) in found.iter().enumerate() {
                let each = holders_before(&segments, job, entered, &node_of);
                assert_eq!(*holders, each, "job {job} of {segments:?}");
            }
        }
    }
}
