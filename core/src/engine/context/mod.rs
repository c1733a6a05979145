//! What a policy sees and does.

mod acts;
pub(crate) mod clusters;
pub(super) mod foresight;
pub(super) mod fork;
pub(super) mod own_places;
pub(super) mod service;
pub(super) mod telling;
pub(super) mod walk;

use super::jobs::{Job, Phase};
use super::run_id::RunId;
use super::state::State;
use super::told::sink::Sink;
use super::told::view::View;
use crate::exact::Exact;
use crate::machine::{Intervals, NodeMemory, Server};
use crate::units::ids::{JobId, ServerId};
use crate::units::time::{Duration, Time};
use crate::workload::Request;

/// What a policy may see and do at one instant.
///
/// Nothing here knows whether the clock is simulated: submissions,
/// completions and the time come in, decisions go out.
///
/// Jobs are named by the ids that the context hands out. Wishes that cannot be
/// granted are errors; to look at a job that was not submitted is a bug
/// of the policy: a panic where debug assertions are on, else a job of which nothing
/// is known.
pub struct Context<'s, 'a> {
    pub(crate) state: &'s mut State<'a>,
    pub(super) sink: &'s mut dyn Sink,
    asks_why: bool,
}

/// Looking.
impl<'s, 'a> Context<'s, 'a> {
    pub(crate) fn new(state: &'s mut State<'a>, sink: &'s mut dyn Sink, asks_why: bool) -> Self {
        Self {
            state,
            sink,
            asks_why,
        }
    }

    /// The present instant.
    #[inline]
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// How often a policy was called so far, this time included. A policy that
    /// was not called the last time does not know what has happened since.
    #[inline]
    pub fn passes(&self) -> u64 {
        self.state.passes
    }

    /// Which of all runs this is.
    #[inline]
    pub(crate) fn run(&self) -> RunId {
        self.state.run
    }

    /// Nodes in the machine.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.state.nodes.total()
    }

    /// Nodes free now.
    #[inline]
    pub fn free_nodes(&self) -> u32 {
        self.state.nodes.free()
    }

    /// The first waiting job.
    #[inline]
    pub fn head(&self) -> Option<JobId> {
        self.state.waiting.head
    }

    /// The job behind `job` in the list it is on: the queue, the running jobs,
    /// the ended jobs. Ask before starting or killing `job`, which moves it.
    #[inline]
    pub fn after(&self, job: JobId) -> Option<JobId> {
        self.state.jobs[job.index()].next
    }

    /// Waiting jobs, first to be considered first.
    pub fn queue(&self) -> impl Iterator<Item = JobId> + '_ {
        self.list(self.state.waiting.head)
    }

    /// The first waiting job from this one on that asks for no more nodes than are
    /// free; none if none are.
    #[inline]
    pub(crate) fn first_fitting(&self, mut next: Option<JobId>) -> Option<JobId> {
        let free = self.free_nodes();
        if free == 0 {
            return None;
        }
        let jobs = &self.state.jobs;
        while let Some(job) = next
            && jobs[job.index()].nodes > free
        {
            next = jobs[job.index()].next;
        }
        next
    }

    /// Waiting jobs, counted.
    #[inline]
    pub fn waiting(&self) -> usize {
        self.state.waiting.len as usize
    }

    /// The first of those at the end of the queue that are all `such`, and how many.
    pub(crate) fn last_waiting(&self, such: impl Fn(JobId) -> bool) -> (Option<JobId>, usize) {
        let before = |job: &JobId| self.state.jobs[job.index()].previous;
        let waiting = core::iter::successors(self.state.waiting.tail, before);
        let those = waiting.take_while(|&job| such(job));
        those.fold((None, 0), |(_, count), job| (Some(job), count + 1))
    }

    /// Jobs that hold nodes or were admitted, in order of start.
    pub fn running(&self) -> impl Iterator<Item = JobId> + '_ {
        self.list(self.state.running.head)
    }

    /// The first running job; [`Context::after`] gives the next.
    pub fn first_running(&self) -> Option<JobId> {
        self.state.running.head
    }

    /// Suspended jobs, in order of submission.
    pub fn suspended(&self) -> impl Iterator<Item = JobId> + '_ {
        self.list(self.state.suspended.head)
    }

    /// Jobs that ended at this instant, in order of their place in the workload.
    pub fn ended(&self) -> impl Iterator<Item = JobId> + '_ {
        self.list(self.state.ended.head)
    }

    /// The first job that ended at this instant; [`Context::after`] gives the next.
    pub fn first_ended(&self) -> Option<JobId> {
        self.state.ended.head
    }

    /// Whether the queue was ordered in this very pass.
    pub fn is_ordered(&self) -> bool {
        self.state.ordered == self.state.passes
    }

    /// Whether jobs entered the queue since it was last ordered.
    pub fn queue_grew(&self) -> bool {
        self.state.queue_grew
    }

    /// What `job` asks for; never its true runtime. Of a job that was not submitted, nothing:
    /// no nodes for no time.
    ///
    /// # Panics
    /// Where debug assertions are on, of a job that was not submitted: a policy has its ids from
    /// the context.
    #[inline]
    pub fn request(&self, job: JobId) -> Request {
        self.state.known(job).request()
    }

    /// How many jobs were submitted before `job`, which resolves all ties: ids do
    /// not, where slots are used again.
    #[inline]
    pub fn order_of(&self, job: JobId) -> u32 {
        self.state.specs.order(job)
    }

    /// When `job` first started; what was [planned](Context::plan) while it waits.
    #[inline]
    pub fn started(&self, job: JobId) -> Time {
        self.state.jobs[job.index()].started
    }

    /// When the running `job` will complete by its estimate, as it looks now.
    #[inline]
    pub fn expected_completion(&self, job: JobId) -> Exact {
        self.expected_completion_at(job, self.state.now)
    }

    /// The present instant, exactly; [`Context::now`] is that rounded up.
    #[inline]
    pub fn exact_now(&self) -> Exact {
        self.state.exact_now()
    }

    /// When `job` would complete by its estimate if it started now, rounded up.
    #[inline]
    pub fn completion_if_started(&self, job: JobId) -> Time {
        match !self.state.has_parts() {
            true => self.now().after(self.estimate_to_do(job)),
            false => (self.exact_now() + self.estimate(job)).time(),
        }
    }

    /// How long `job` is estimated to run from its start, exactly; its
    /// [request](Context::request) has that rounded up, and with what checkpoints kept
    /// of starts before.
    #[inline]
    pub fn estimate(&self, job: JobId) -> Exact {
        match !self.state.has_parts() {
            true => self.estimate_to_do(job).into(),
            false => self.state.exact_estimate(job),
        }
    }

    /// The same where all times are whole.
    #[inline]
    fn estimate_to_do(&self, job: JobId) -> Duration {
        match self.state.kept(job) {
            Duration::ZERO => self.state.known(job).estimate,
            _ => self.state.exact_estimate(job).up(),
        }
    }

    /// When `job`, which has been running at full rate since it started, was
    /// to complete by its estimate, as it looked at `asked`.
    ///
    /// A job that has outrun its estimate (possible only if jobs are not
    /// killed there) is expected to need twice the estimate, then four times,
    /// and so on: as Tsafrir, Etsion and Feitelson ("Backfilling using
    /// system-generated predictions", 2007) correct a prediction that failed,
    /// with steps that grow.
    #[inline]
    pub fn expected_completion_at(&self, job: JobId, asked: Time) -> Exact {
        if self.state.has_parts() {
            return self.expected_exactly(job, asked);
        }
        let mut estimate = self.estimate_to_do(job);
        let started = self.started(job);
        while started.after(estimate) <= asked && estimate.0 < u64::MAX / 2 {
            estimate = Duration(estimate.0 * 2);
        }
        started.after(estimate).into()
    }

    /// Nodes `job` holds; what it asks for while it waits.
    #[inline]
    pub fn nodes_of(&self, job: JobId) -> u32 {
        self.state.jobs[job.index()].nodes
    }

    /// Nodes `job` holds alone, or held when it ended: none if it was placed on
    /// a server or admitted, or waits.
    #[inline]
    pub fn exclusive_nodes(&self, job: JobId) -> u32 {
        let Job {
            held, nodes, phase, ..
        } = self.state.jobs[job.index()];
        match phase {
            Phase::Waiting | Phase::Placed => 0,
            _ if held.is_nothing() => 0,
            _ => nodes,
        }
    }

    /// The first suspended job; [`Context::after`] gives the next.
    pub fn first_suspended(&self) -> Option<JobId> {
        self.state.suspended.head
    }

    /// Work `job` has left by its estimate, what it owes for memory included.
    pub fn estimate_left(&self, job: JobId) -> Exact {
        if !self.state.has_parts() {
            let spec = self.state.specs.of(job);
            let left = self.state.left(job).up().0 + spec.estimate.0;
            return Exact::whole(left.saturating_sub(self.state.setup.work(spec).0));
        }
        self.estimate_left_exactly(job)
    }

    /// The memory of the nodes, if it is simulated.
    pub fn memory(&self) -> Option<&NodeMemory<'a>> {
        self.state.memory.as_ref()
    }

    /// How long `job` would load its memory if it were launched now: on its
    /// own nodes if it is suspended, from nothing if it waits.
    pub fn load_time(&self, job: JobId) -> Exact {
        let Some(memory) = &self.state.memory else {
            return Exact::ZERO;
        };
        let Job { phase, held, .. } = self.state.jobs[job.index()];
        match phase {
            Phase::Suspended => memory.load_time(job, self.state.nodes.intervals(held.list())),
            _ => memory.setup().time_to_load(self.request(job).memory),
        }
    }

    /// One bit per node, set if it is free, 64 to a word.
    pub fn free_words(&self) -> &[u64] {
        self.state.nodes.free_words()
    }

    /// Whether the suspended `job` finds all of its nodes free.
    pub fn can_resume(&self, job: JobId) -> bool {
        let Job { phase, held, .. } = self.state.jobs[job.index()];
        phase == Phase::Suspended && self.state.nodes.are_free(held.list())
    }

    /// The nodes the running or suspended `job` holds.
    pub fn held(&self, job: JobId) -> Intervals<'_> {
        View::new(self.state).held(job)
    }

    /// Threads `job` has, or will have, on `server`.
    pub fn threads_of(&self, job: JobId, server: ServerId) -> u32 {
        let host = &self.state.servers[server.index()];
        let (setup, mut count) = (&self.state.setup, 0);
        setup.parts(job, host.spec().kind, |_, group, _| count += group.count);
        count
    }

    /// The shared servers.
    pub fn servers(&self) -> &[Server] {
        self.state.servers
    }

    /// Whether anybody wants to hear why jobs wait.
    #[inline]
    pub fn asks_why(&self) -> bool {
        self.asks_why
    }

    /// The start planned for the waiting `job`; [`Exact::MAX`] if there is none.
    #[inline]
    pub fn plan(&self, job: JobId) -> Exact {
        self.state.started(job)
    }

    fn list(&self, head: Option<JobId>) -> impl Iterator<Item = JobId> + '_ {
        core::iter::successors(head, |&id| self.state.jobs[id.index()].next)
    }
}
