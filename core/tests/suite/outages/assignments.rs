//! Invariants of jobs that share nodes in time while nodes go out of service.

use std::collections::{BTreeMap, BTreeSet};

use cosched_core::engine::{Detail, KillReason, QuantumUse, Setup};
use cosched_core::machine::NodeState;
use cosched_core::workload::GrainClass;
use cosched_core::{Duration, Event, JobId, Sink, Time, View};

/// Checks from outside the nodes of jobs and processes.
pub(crate) struct AssignmentGuard<'a> {
    setup: Setup<'a>,
    // Whether it gets a report of every quantum, so that none is skipped.
    hears_all: bool,
    states: Vec<NodeState>,
    waiting: BTreeSet<JobId>,
    since: BTreeMap<JobId, Time>,
    // Columns of the jobs in the matrix.
    seats: BTreeMap<JobId, Vec<u32>>,
    // Nodes in the present quantum, and its end.
    here: BTreeMap<JobId, (Vec<u32>, Time)>,
    kept: BTreeMap<JobId, Duration>,
    // Useful processor time since the last start.
    useful: BTreeMap<JobId, u128>,
    pub(crate) ends: BTreeMap<JobId, (Time, Event)>,
    pub(crate) requeues: u64,
    pub(crate) submitted: usize,
}

fn nodes_of(bits: &[u64]) -> Vec<u32> {
    let all = (0..64 * bits.len()).filter(|node| bits[node / 64] >> (node % 64) & 1 == 1);
    all.map(|node| node as u32).collect()
}

impl<'a> AssignmentGuard<'a> {
    pub(crate) fn new(setup: Setup<'a>, hears_all: bool) -> Self {
        Self {
            setup,
            hears_all,
            states: vec![NodeState::UP; setup.nodes as usize],
            waiting: BTreeSet::new(),
            since: BTreeMap::new(),
            seats: BTreeMap::new(),
            here: BTreeMap::new(),
            kept: BTreeMap::new(),
            useful: BTreeMap::new(),
            ends: BTreeMap::new(),
            requeues: 0,
            submitted: 0,
        }
    }

    /// Jobs that have not ended.
    pub(crate) fn left(&self) -> usize {
        self.waiting.len() + self.since.len()
    }

    fn class(&self, job: JobId) -> GrainClass {
        self.setup.processes.unwrap().of(job).class
    }

    fn kept(&self, job: JobId) -> Duration {
        self.kept.get(&job).copied().unwrap_or_default()
    }

    /// Fails if `job` is on a node whose maintenance begins before `end`.
    fn clear(&self, job: JobId, nodes: &[u32], now: Time, end: Time, what: &str) {
        for window in self.setup.outages.maintenance {
            let is_in_the_way = window.from < end && window.until > now;
            let hit = nodes
                .iter()
                .find(|node| is_in_the_way && window.includes(**node));
            assert_eq!(hit, None, "{job:?} {what} at {now} into {window:?}");
        }
    }

    /// Fails if `job` starts now on nodes that are not in service until it ends by its
    /// estimate.
    fn starts_on(&self, job: JobId, nodes: &[u32], now: Time) {
        let mut estimate = self.setup.workload[job.index()].estimate;
        let kept = self.kept(job);
        while estimate <= kept {
            estimate = Duration(2 * estimate.0);
        }
        self.clear(
            job,
            nodes,
            now,
            now.after(Duration(estimate.0 - kept.0)),
            "starts",
        );
        for &node in nodes {
            assert!(
                self.states[node as usize].is_up(),
                "{job:?} starts on {node}"
            );
        }
    }

    /// Checks that its progress is its work.
    fn check_work(&self, job: JobId) {
        let spec = self.setup.workload[job.index()];
        let work = if self.setup.kill_at_estimate {
            spec.estimate.min(spec.runtime)
        } else {
            spec.runtime
        };
        if self.hears_all && self.class(job) != GrainClass::Medium {
            let needed = u128::from(work.0 - self.kept(job).0) * u128::from(spec.nodes);
            // Fractions of nanoseconds are not reported.
            let off = needed.abs_diff(self.useful[&job]);
            assert!(off < 1_000, "{job:?} did {} of {needed}", self.useful[&job]);
        }
    }

    fn leaves(&mut self, job: JobId) {
        assert!(self.since.remove(&job).is_some(), "it ran");
        self.seats.remove(&job);
        self.here.remove(&job);
    }
}

impl Sink for AssignmentGuard<'_> {
    fn record(&mut self, now: Time, event: Event) {
        match event {
            Event::Submitted(job) => {
                self.submitted += 1;
                assert!(self.waiting.insert(job));
            }
            Event::Started(job, _) => {
                assert!(self.waiting.remove(&job));
                self.since.insert(job, now);
                self.useful.insert(job, 0);
                if let Some(columns) = self.seats.get(&job) {
                    self.starts_on(job, columns, now);
                }
            }
            Event::Killed(job, KillReason::OutOfService(why)) => {
                let spec = self.setup.workload[job.index()];
                assert_eq!(why.nodes, spec.nodes);
                let seat = self.seats.get(&job);
                let index = seat.or(self.here.get(&job).map(|(nodes, _)| nodes));
                let is_there = |index: &Vec<u32>| index.contains(&why.node);
                assert!(
                    !self.hears_all || index.is_some_and(is_there),
                    "{job:?} was not there"
                );
                // In lists all jobs have left nodes when their maintenance begins.
                let state = self.states[why.node as usize];
                let is_foreseen = state.is_in_maintenance() && !state.is_down();
                assert!(seat.is_some() || !is_foreseen, "{job:?} in maintenance");
                let before = self.kept.insert(job, why.kept).unwrap_or_default();
                if self.hears_all && self.class(job) == GrainClass::Fine {
                    let done = why.lost.0 + why.kept.0 - before.0;
                    let useful = self.useful[&job];
                    assert_eq!(useful, u128::from(done) * u128::from(spec.nodes), "{job:?}");
                }
                self.leaves(job);
                self.requeues += u64::from(why.is_requeued);
                if why.is_requeued {
                    assert!(self.waiting.insert(job))
                } else {
                    assert_eq!(self.ends.insert(job, (now, event)), None)
                }
            }
            Event::Completed(job) | Event::Killed(job, _) => {
                self.check_work(job);
                self.leaves(job);
                assert_eq!(self.ends.insert(job, (now, event)), None);
            }
            _ => {}
        }
    }

    fn wants_quanta(&self) -> bool {
        self.hears_all
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        let now = view.now();
        let here = self.here.iter().filter(|(_, (_, until))| *until > now);
        let here = here.map(|(job, (nodes, _))| (job, nodes));
        for (job, nodes) in here.chain(&self.seats) {
            for &node in nodes {
                let state = self.states[node as usize];
                assert_eq!(state, view.node_state(node));
                let is_out = state.is_down() || state.is_in_maintenance();
                assert!(
                    !is_out,
                    "{job:?} is on node {node}, out of service, at {now}"
                );
            }
        }
        let out = self.states.iter().filter(|state| !state.is_up()).count();
        assert_eq!(out as u32, view.out_of_service());
    }

    fn detail(&mut self, at: Time, detail: &Detail<'_>) {
        match *detail {
            Detail::RowAssigned { job, columns, .. } => self.seated(at, job, columns),
            Detail::RowRemoved { job } => self.unseated(job),
            Detail::Occupies {
                job,
                nodes,
                until,
                used,
            } => self.occupies(at, job, nodes, until, used),
            Detail::NodeState {
                first,
                count,
                state,
            } => self.node_state(first, count, state),
            _ => {}
        }
    }
}

impl AssignmentGuard<'_> {
    fn seated(&mut self, now: Time, job: JobId, columns: &[u64]) {
        if !columns.is_empty() {
            let columns = nodes_of(columns);
            assert!(self.waiting.contains(&job), "jobs that run never move");
            self.starts_on(job, &columns, now);
            self.seats.insert(job, columns);
        }
    }

    fn unseated(&mut self, job: JobId) {
        self.seats.remove(&job);
    }

    fn occupies(&mut self, now: Time, job: JobId, nodes: &[u64], until: Time, used: QuantumUse) {
        let nodes = nodes_of(nodes);
        self.clear(job, &nodes, now, until, "is served");
        for node in &nodes {
            let state = self.states[*node as usize];
            let seat = self.seats.get(&job);
            assert!(seat.is_none_or(|seat| seat.contains(node)));
            let stays = seat.is_some() && !state.is_down() && !state.is_in_maintenance();
            assert!(state.is_up() || stays, "{job:?} on node {node} at {now}");
        }
        if self.since[&job] == now {
            self.starts_on(job, &nodes, now);
        }
        *self.useful.get_mut(&job).unwrap() += used.useful;
        self.here.insert(job, (nodes, until));
    }

    fn node_state(&mut self, first: u32, count: u32, state: NodeState) {
        self.states[first as usize..(first + count) as usize].fill(state);
    }
}
