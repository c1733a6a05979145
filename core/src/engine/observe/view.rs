//! Read access to the state of a simulation.

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
pub struct EndedJob {
    /// The job; its slot may be reused afterwards.
    pub job: JobId,
    /// The tag of the caller or the source; in a workload that is kept whole, its index.
    pub tag: u64,
    /// Time when it entered the queue: its submission, or the completion of its last
    /// predecessor if that was later.
    pub submit: Time,
    /// First start.
    pub started: Time,
    /// Completion, or when it was killed.
    pub completed: Time,
    /// Work done, as time at full rate.
    pub executed: Duration,
    /// Part of that spent on writing checkpoints.
    pub writing: Duration,
    /// Number of nodes it held.
    pub nodes: u32,
    /// Whether it was killed before its work was done.
    pub killed: bool,
}

/// Read access to the present state.
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

    /// Number of jobs submitted so far.
    pub fn submitted(&self) -> usize {
        self.state.submitted
    }

    /// Number of jobs that have entered the queue so far; requeued jobs count once.
    pub fn queued(&self) -> u64 {
        self.state.queued
    }

    /// Processor time in which processes that had it waited for others, in nanoseconds
    /// summed over them, by the end of the present quantum.
    pub fn spinning(&self) -> u128 {
        self.state.spinning
    }

    /// Number of jobs on servers.
    pub fn placed(&self) -> u32 {
        let servers = self.state.servers.iter();
        servers.map(|server| server.residents()).sum()
    }

    /// Number of jobs of the whole workload, or of slots.
    pub fn jobs(&self) -> usize {
        self.state.jobs.len()
    }

    /// Number of jobs in the queue.
    pub fn waiting(&self) -> u32 {
        self.state.waiting.len
    }

    /// Number of jobs on exclusive nodes.
    pub fn running(&self) -> u32 {
        self.state.running.len
    }

    /// Jobs in the queue, in order.
    pub fn queue(&self) -> impl Iterator<Item = JobId> + 's {
        self.list(self.state.waiting.head)
    }

    /// Jobs on exclusive nodes, in the order of their starts.
    pub fn on_nodes(&self) -> impl Iterator<Item = JobId> + 's {
        self.list(self.state.running.head)
    }

    fn list(&self, head: Option<JobId>) -> impl Iterator<Item = JobId> + 's {
        let state = self.state;
        core::iter::successors(head, |&id| state.jobs[id.index()].next)
    }

    /// Number of suspended jobs.
    pub fn suspended(&self) -> u32 {
        self.state.suspended.len
    }

    /// Nodes not held by any running job; on a cluster those in service, as jobs share them
    /// (see [`Cluster::free_cores`]).
    pub fn free_nodes(&self) -> u32 {
        self.state.nodes.free()
    }

    /// The cluster, if there is one.
    pub fn cluster(&self) -> Option<&'s Cluster<'a>> {
        self.state.cluster.as_ref()
    }

    /// Number of nodes out of service.
    pub fn out_of_service(&self) -> u32 {
        self.state.nodes.out_of_service()
    }

    /// State of `node`.
    pub fn node_state(&self, node: u32) -> NodeState {
        self.state.nodes.state(node)
    }

    /// The shared servers.
    pub fn servers(&self) -> &'s [Server] {
        self.state.servers
    }

    /// Time when `job` entered the queue, if all its predecessors have completed.
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

    /// Memory bandwidth of the threads on `server`, without contention and actual, in GB/s;
    /// `None` in the stochastic engine.
    pub fn bandwidth(&self, server: ServerId) -> Option<(f64, f64)> {
        self.state.bandwidth(server)
    }

    /// Work `job` has done by now, as time at full rate.
    pub fn executed(&self, job: JobId) -> Duration {
        match self.job(job).phase {
            Phase::Future | Phase::Waiting | Phase::Rejected => Duration::ZERO,
            _ => self.state.executed(job).round_up(),
        }
    }

    /// The memory of the nodes, if it is simulated.
    pub fn memory(&self) -> Option<&'s NodeMemory<'a>> {
        self.state.memory.as_ref()
    }

    /// Phase of `job`; `Future` if there is no such job.
    pub fn phase(&self, job: JobId) -> Phase {
        self.job(job).phase
    }

    /// Nodes that `job` has or had last; the requested number while it waits; 0 if there is
    /// no such job.
    pub fn nodes_of(&self, job: JobId) -> u32 {
        self.job(job).nodes
    }

    /// First start of `job`, if it has started.
    pub fn started(&self, job: JobId) -> Option<Time> {
        let job = self.job(job);
        (!matches!(job.phase, Phase::Future | Phase::Waiting | Phase::Rejected))
            .then_some(job.started)
    }

    /// End of `job`, completed or killed, if it has ended.
    pub fn completed(&self, job: JobId) -> Option<Time> {
        let job = self.job(job);
        matches!(job.phase, Phase::Completed | Phase::Killed).then_some(job.updated)
    }

    /// Nodes `job` holds; none if it shares a server, waits or has ended.
    pub fn held(&self, job: JobId) -> Intervals<'s> {
        let job = self.job(job);
        let list = match job.phase {
            Phase::Running | Phase::Loading | Phase::Suspended => job.held.list(),
            _ => 0,
        };
        self.state.nodes.intervals(list)
    }

    /// Request of `job`, until the end of the instant at which it ended; empty if there is
    /// no such job.
    pub fn request(&self, job: JobId) -> Request {
        if self.has(job) {
            self.state.specs.of(job).request()
        } else {
            Slot::EMPTY.spec.request()
        }
    }

    /// The tag of the caller or the source for `job`; in a workload that is kept whole, and
    /// if there is no such job, its index.
    pub fn tag(&self, job: JobId) -> u64 {
        if self.has(job) {
            self.state.specs.tag(job)
        } else {
            job.index() as u64
        }
    }

    /// Jobs that ended at this instant and had started before.
    pub fn ended(&self) -> impl Iterator<Item = EndedJob> + 's {
        let state = self.state;
        core::iter::successors(state.ended.head, |&id| state.jobs[id.index()].next)
            .filter(|&id| state.jobs[id.index()].phase != Phase::Rejected)
            .map(|id| {
                let job = &state.jobs[id.index()];
                let executed = state.executed(id).round_up();
                EndedJob {
                    job: id,
                    tag: state.specs.tag(id),
                    submit: state.entered(id),
                    started: job.started,
                    completed: job.updated,
                    executed,
                    writing: state.checkpoint_time(id, executed),
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
