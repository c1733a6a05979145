//! Nodes of jobs that have just ended, which may not be free again, and how long that took by the
//! log.

use super::decision::JobDecision;
use super::state::RunningJob;
use crate::load::slurm::decisions::{Instant, Number};

/// Milliseconds within which nodes are cleared.
const LONGEST: Instant = 1000;

/// A node that a job had until it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClearedNode {
    /// Its index.
    pub node: u32,
    /// The job.
    pub job: Number,
    /// How long the job had ended, in milliseconds.
    pub since: Instant,
}

/// When nodes of ended jobs were free again, by what passes did with them, in milliseconds from the
/// end of the job. The log has no line of that instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ClearingTimes {
    /// The longest time after which a node was not yet used; `None` if each was.
    pub longest_unused: Option<Instant>,
    /// The shortest time after which one was used; `None` if none was that soon.
    pub shortest_used: Option<Instant>,
}

impl ClearingTimes {
    /// Notes that one of these nodes at least was not used yet.
    pub(super) fn note_unused(&mut self, nodes: &[ClearedNode]) {
        let certain = nodes.iter().map(|one| one.since).min();
        self.longest_unused = self.longest_unused.max(certain);
    }

    /// Notes that these were used.
    pub(super) fn note_used(&mut self, nodes: impl Iterator<Item = ClearedNode>) {
        let known = self.shortest_used.into_iter();
        self.shortest_used = nodes.map(|one| one.since).chain(known).min();
    }
}

/// Nodes of jobs that have ended lately.
#[derive(Debug, Default)]
pub(super) struct EndedLately {
    // With the instant of the end in place of the time since.
    nodes: Vec<ClearedNode>,
}

impl EndedLately {
    /// Notes that a running job ends at `at`.
    pub(super) fn note(&mut self, ends: &RunningJob, at: Instant) {
        let held = |node| ends.pieces.iter().any(|(own, _)| *own == node);
        self.nodes
            .retain(|one| at - one.since <= LONGEST && !held(one.node));
        let own = ends.pieces.iter().map(|&(node, _)| ClearedNode {
            node,
            job: ends.job,
            since: at,
        });
        self.nodes.extend(own);
    }

    /// Those that may not be free again at `at`.
    pub(super) fn at(&self, at: Instant) -> impl Iterator<Item = ClearedNode> + '_ {
        let recent = self.nodes.iter().map(move |one| ClearedNode {
            since: at - one.since,
            ..*one
        });
        recent.filter(|one| one.since <= LONGEST)
    }
}

/// Nodes of `cleared` on which a job starts here, and elsewhere in a main pass in reality, which
/// starts no job on any of `cleared`.
pub(super) fn left_out(
    cleared: &[ClearedNode],
    real: Option<&JobDecision>,
    simulated: Option<&JobDecision>,
) -> Vec<ClearedNode> {
    match (real, simulated) {
        (Some(JobDecision::Starts(_)), Some(JobDecision::Starts(here))) => among(cleared, here),
        _ => Vec::new(),
    }
}

/// Nodes of `cleared` for which a backfill pass plans a job for the next second, which starts
/// there here; `second` is that of the decision.
pub(super) fn put_off(
    (second, cleared): (Instant, &[ClearedNode]),
    real: Option<&JobDecision>,
    simulated: Option<&JobDecision>,
) -> Vec<ClearedNode> {
    match (real, simulated) {
        (Some(JobDecision::Planned([start, _], there)), Some(JobDecision::Starts(here)))
            if here == there && *start == second + 1 =>
        {
            among(cleared, here)
        }
        _ => Vec::new(),
    }
}

fn among(cleared: &[ClearedNode], nodes: &[u32]) -> Vec<ClearedNode> {
    let among = cleared.iter().filter(|one| nodes.contains(&one.node));
    among.copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEARED: [ClearedNode; 2] = [
        ClearedNode {
            node: 4,
            job: 3,
            since: 30,
        },
        ClearedNode {
            node: 5,
            job: 4,
            since: 50,
        },
    ];

    #[test]
    fn a_main_pass_starts_elsewhere() {
        let starts = |nodes: &[u32]| Some(JobDecision::Starts(nodes.to_vec()));
        let (here, there) = (starts(&[4, 5]), starts(&[5, 6]));
        let out = left_out(&CLEARED[..1], there.as_ref(), here.as_ref());
        assert_eq!(out, [CLEARED[0]]);
        assert_eq!(left_out(&CLEARED, None, here.as_ref()), []);
        assert_eq!(put_off((9, &CLEARED), there.as_ref(), here.as_ref()), []);
    }

    #[test]
    fn a_backfill_pass_plans_the_same_for_the_next_second() {
        let planned = |start| Some(JobDecision::Planned([start, 70], vec![4, 7]));
        let here = Some(JobDecision::Starts(vec![4, 7]));
        let out = put_off((9, &CLEARED), planned(10).as_ref(), here.as_ref());
        assert_eq!(out, [CLEARED[0]]);
        let later = planned(11);
        assert_eq!(put_off((9, &CLEARED), later.as_ref(), here.as_ref()), []);
        assert_eq!(left_out(&CLEARED, later.as_ref(), here.as_ref()), []);
    }

    #[test]
    fn times_are_counted_from_the_end_of_the_job() {
        let mut lately = EndedLately::default();
        let ends = |job, node| RunningJob {
            end: cosched_core::Time::ZERO,
            order: 0,
            job,
            pieces: vec![(node, 1)],
            memory: 0,
            partition: 0,
            qos: None,
            start: cosched_core::Time::ZERO,
        };
        lately.note(&ends(4, 5), 12_229);
        lately.note(&ends(3, 4), 12_249);
        let cleared: Vec<_> = lately.at(12_279).collect();
        assert_eq!(cleared, [CLEARED[1], CLEARED[0]]);
        assert_eq!(lately.at(13_240).count(), 1);
        let mut times = ClearingTimes::default();
        times.note_unused(&CLEARED);
        times.note_unused(&[]);
        times.note_used(cleared.into_iter());
        times.note_used(lately.at(12_252));
        assert_eq!(times.longest_unused, Some(30));
        assert_eq!(times.shortest_used, Some(3));
    }
}
