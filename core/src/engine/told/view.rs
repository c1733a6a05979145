//! What anybody may see of a simulation.

use crate::engine::jobs::specs::Slot;
use crate::engine::jobs::{Job, Phase};
use crate::engine::state::State;
use crate::machine::cluster::Cluster;
use crate::machine::{Intervals, NodeMemory, NodeState, Server};
use crate::units::ids::{JobId, ServerId};
use crate::units::time::{Duration, Time};
use crate::workload::Request;

/// A job that ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The job, whose slot may be another's afterwards.
    pub job: JobId,
    /// What the caller or the source calls it; of a workload that is kept whole, its
    /// place.
    pub tag: u64,
    /// When it entered the queue: was submitted, or its last predecessor
    /// completed if that was later.
    pub submit: Time,
    /// When it first started.
    pub started: Time,
    /// When it completed or was killed.
    pub completed: Time,
    /// Work done, as time at full rate.
    pub executed: Duration,
    /// How much of that it wrote checkpoints.
    pub writing: Duration,
    /// Nodes it held.
    pub nodes: u32,
    /// Whether it was killed before its work was done.
    pub killed: bool,
}

/// The present state, to look at.
#[derive(Clone, Copy, Debug)]
pub struct View<'s, 'a> {
    state: &'s State<'a>,
}

impl<'s, 'a> View<'s, 'a> {
    pub(crate) fn new(state: &'s State<'a>) -> Self {
        Self { state }
    }

    /// The present instant.
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// Jobs submitted so far.
    pub fn submitted(&self) -> usize {
        self.state.submitted
    }

    /// Jobs that have entered the queue so far; those sent back to it count once.
    pub fn queued(&self) -> u64 {
        self.state.queued
    }

    /// Processor time in which processes that had it waited for others, in
    /// nanoseconds summed over them, by the end of the present quantum.
    pub fn spun(&self) -> u128 {
        self.state.spun
    }

    /// Jobs on servers, counted.
    pub fn placed(&self) -> u32 {
        let servers = self.state.servers.iter();
        servers.map(|server| server.residents()).sum()
    }

    /// Jobs of the whole workload, or slots of jobs in the system.
    pub fn jobs(&self) -> usize {
        self.state.jobs.len()
    }

    /// Jobs in the queue, counted.
    pub fn waiting(&self) -> u32 {
        self.state.waiting.len
    }

    /// Jobs on nodes of their own, counted.
    pub fn running(&self) -> u32 {
        self.state.running.len
    }

    /// Jobs in the queue, in its order.
    pub fn queue(&self) -> impl Iterator<Item = JobId> + 's {
        self.list(self.state.waiting.head)
    }

    /// Jobs on nodes of their own, in the order of their starts.
    pub fn on_nodes(&self) -> impl Iterator<Item = JobId> + 's {
        self.list(self.state.running.head)
    }

    fn list(&self, head: Option<JobId>) -> impl Iterator<Item = JobId> + 's {
        let state = self.state;
        core::iter::successors(head, |&id| state.jobs[id.index()].next)
    }

    /// Suspended jobs, counted.
    pub fn suspended(&self) -> u32 {
        self.state.suspended.len
    }

    /// Nodes not held by any running job; on a cluster those in service, as jobs share them
    /// (see [`Cluster::free_cores`]).
    pub fn free_nodes(&self) -> u32 {
        self.state.nodes.free()
    }

    /// The nodes of the cluster, if there is one.
    pub fn cluster(&self) -> Option<&'s Cluster<'a>> {
        self.state.cluster.as_ref()
    }

    /// Nodes that are out of service, counted.
    pub fn out_of_service(&self) -> u32 {
        self.state.nodes.out_of_service()
    }

    /// Whether `node` is in service.
    pub fn node_state(&self, node: u32) -> NodeState {
        self.state.nodes.state(node)
    }

    /// The shared servers.
    pub fn servers(&self) -> &'s [Server] {
        self.state.servers
    }

    /// When `job` entered the queue, if all it follows has completed.
    pub fn entered(&self, job: JobId) -> Option<Time> {
        if !self.has(job) {
            return None;
        }
        let predecessors = self.state.setup.precedence.of(job);
        let mut known = predecessors
            .iter()
            .all(|&before| self.phase(before) == Phase::Completed);
        known &= job.index() < self.submitted();
        known.then(|| self.state.entered(job))
    }

    /// The server `job` is on, if it is on one.
    pub fn server_of(&self, job: JobId) -> Option<ServerId> {
        let Job { phase, held, .. } = self.job(job);
        (phase == Phase::Placed).then(|| held.server())
    }

    /// Memory bandwidth that threads on `server` would use if nobody were in
    /// their way, and what they use, in GB/s; the stochastic engine does not say.
    pub fn bandwidth(&self, server: ServerId) -> Option<(f64, f64)> {
        self.state.bandwidth(server)
    }

    /// Work `job` has done by now, as time at full rate.
    pub fn executed(&self, job: JobId) -> Duration {
        match self.job(job).phase {
            Phase::Future | Phase::Waiting | Phase::Rejected => Duration::ZERO,
            _ => self.state.executed(job).up(),
        }
    }

    /// The memory of the nodes, if it is simulated.
    pub fn memory(&self) -> Option<&'s NodeMemory<'a>> {
        self.state.memory.as_ref()
    }

    /// Where `job` is in its life; `Future` if there is no such job.
    pub fn phase(&self, job: JobId) -> Phase {
        self.job(job).phase
    }

    /// Nodes that `job` has or had last; what it asks for while it waits; none if there is
    /// no such job.
    pub fn nodes_of(&self, job: JobId) -> u32 {
        self.job(job).nodes
    }

    /// When `job` first started, if it has.
    pub fn started(&self, job: JobId) -> Option<Time> {
        let job = self.job(job);
        (!matches!(job.phase, Phase::Future | Phase::Waiting | Phase::Rejected))
            .then_some(job.started)
    }

    /// When `job` completed or was killed, if it has.
    pub fn completed(&self, job: JobId) -> Option<Time> {
        let job = self.job(job);
        matches!(job.phase, Phase::Completed | Phase::Killed).then_some(job.updated)
    }

    /// The nodes `job` holds; none if it shares a server, waits or has ended.
    pub fn held(&self, job: JobId) -> Intervals<'s> {
        let job = self.job(job);
        let list = match job.phase {
            Phase::Running | Phase::Loading | Phase::Suspended => job.held.list(),
            _ => 0,
        };
        self.state.nodes.intervals(list)
    }

    /// What `job` asked for, until the end of the instant at which it ended; nothing if
    /// there is no such job.
    pub fn request(&self, job: JobId) -> Request {
        if self.has(job) {
            self.state.specs.of(job).request()
        } else {
            Slot::EMPTY.spec.request()
        }
    }

    /// What the caller or the source calls `job`; of a workload that is kept whole,
    /// its place. If there is no such job, the place as well.
    pub fn tag(&self, job: JobId) -> u64 {
        if self.has(job) {
            self.state.specs.tag(job)
        } else {
            job.index() as u64
        }
    }

    /// Jobs that ended at this very instant and had started before.
    pub fn ended(&self) -> impl Iterator<Item = Ended> + 's {
        let state = self.state;
        core::iter::successors(state.ended.head, |&id| state.jobs[id.index()].next)
            .filter(|&id| state.jobs[id.index()].phase != Phase::Rejected)
            .map(|id| {
                let job = &state.jobs[id.index()];
                let executed = state.executed(id).up();
                Ended {
                    job: id,
                    tag: state.specs.tag(id),
                    submit: state.entered(id),
                    started: job.started,
                    completed: job.updated,
                    executed,
                    writing: state.writing(id, executed),
                    nodes: job.nodes,
                    killed: job.phase == Phase::Killed,
                }
            })
    }

    /// Whether there is a job, or a slot for one, of that id.
    fn has(&self, id: JobId) -> bool {
        id.index() < self.jobs()
    }

    fn job(&self, id: JobId) -> Job {
        let job = self.state.jobs.get(id.index());
        job.copied().unwrap_or(Job::EMPTY)
    }
}
