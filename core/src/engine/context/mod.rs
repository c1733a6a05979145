//! Context of a policy: the state it may read and the actions it may take.

mod actions;
mod availability;
pub(crate) mod clusters;
pub(super) mod foresight;
pub(super) mod fork;
pub(super) mod own_nodes;
pub(super) mod reasons;
pub(super) mod service;
pub(super) mod walk;

use super::jobs::queue::CandidateLimits;
use super::jobs::{Job, Phase};
use super::observe::sink::Sink;
use super::observe::view::View;
use super::run_id::RunId;
use super::state::State;
use crate::exact::Exact;
use crate::machine::{Intervals, NodeMemory, Server};
use crate::units::ids::{JobId, ServerId};
use crate::units::time::{Duration, Time};
use crate::workload::Request;

/// State and actions available to a policy at one instant.
///
/// It does not depend on how time passes: submissions, completions and the time come in,
/// decisions go out.
///
/// Jobs are named by the ids that the context hands out. Actions that are not possible
/// return errors; to query a job that was not submitted is a bug of the policy: a panic
/// where debug assertions are on, otherwise the job has an empty specification.
pub struct Context<'s, 'a> {
    pub(crate) state: &'s mut State<'a>,
    pub(super) sink: &'s mut dyn Sink,
    wants_reasons: bool,
}

/// Queries.
impl<'s, 'a> Context<'s, 'a> {
    pub(crate) fn new(state: &'s mut State<'a>, sink: &'s mut dyn Sink, asks_why: bool) -> Self {
        Self {
            state,
            sink,
            wants_reasons: asks_why,
        }
    }

    /// The present instant.
    #[inline]
    pub fn now(&self) -> Time {
        self.state.now
    }

    /// Number of calls of the policy so far, this one included. A policy that was not
    /// called the last time has missed what happened since.
    #[inline]
    pub fn passes(&self) -> u64 {
        self.state.passes
    }

    /// Identifies the run.
    #[inline]
    pub(crate) fn run(&self) -> RunId {
        self.state.run
    }

    /// Number of nodes of the machine.
    #[inline]
    pub fn nodes(&self) -> u32 {
        self.state.nodes.total()
    }

    /// Number of nodes free now.
    #[inline]
    pub fn free_nodes(&self) -> u32 {
        self.state.nodes.free()
    }

    /// First waiting job.
    #[inline]
    pub fn head(&self) -> Option<JobId> {
        self.state.waiting.head
    }

    /// The job behind `job` in its list: the queue, the running jobs, the ended jobs. To be
    /// called before starting or killing `job`, which moves it.
    #[inline]
    pub fn after(&self, job: JobId) -> Option<JobId> {
        self.state.jobs[job.index()].next
    }

    /// The job before `job` in its list.
    #[inline]
    pub(crate) fn before(&self, job: JobId) -> Option<JobId> {
        self.state.jobs[job.index()].previous
    }

    /// Waiting jobs, in the order of the queue.
    pub fn queue(&self) -> impl Iterator<Item = JobId> + '_ {
        self.list(self.state.waiting.head)
    }

    /// First waiting job from `next` on that requests no more nodes than are free, if any.
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

    /// Whether the queue is so long that [`Self::first_candidate`] finds a job faster than a
    /// walk does.
    #[inline]
    pub(crate) fn has_long_queue(&self) -> bool {
        self.state.waiting.is_long()
    }

    /// First waiting job from `next` on that is within `limits`, by the index of a long
    /// queue.
    pub(crate) fn first_candidate(
        &mut self,
        next: Option<JobId>,
        limits: &CandidateLimits,
    ) -> Option<JobId> {
        let State {
            waiting,
            jobs,
            specs,
            ..
        } = &mut *self.state;
        waiting.first(jobs, specs, next?, limits)
    }

    /// Whether the time a job needs from its start is that of its specification: all times
    /// are whole, and no work was kept when a job was interrupted.
    pub(crate) fn is_estimated_plainly(&self) -> bool {
        !self.state.has_parts() && !self.may_lose_nodes()
    }

    /// Number of waiting jobs.
    #[inline]
    pub fn waiting(&self) -> usize {
        self.state.waiting.len as usize
    }

    /// First and number of the jobs in the longest tail of the queue for which `such` is
    /// true.
    pub fn last_waiting(&self, such: impl Fn(JobId) -> bool) -> (Option<JobId>, usize) {
        let waiting = core::iter::successors(self.state.waiting.tail, |&job| self.before(job));
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

    /// Jobs that ended at this instant, in order of submission.
    pub fn ended(&self) -> impl Iterator<Item = JobId> + '_ {
        self.list(self.state.ended.head)
    }

    /// The first job that ended at this instant; [`Context::after`] gives the next.
    pub fn first_ended(&self) -> Option<JobId> {
        self.state.ended.head
    }

    /// Whether the queue was ordered in this pass.
    pub fn is_ordered(&self) -> bool {
        self.state.ordered == self.state.passes
    }

    /// Whether jobs entered the queue since it was last ordered.
    pub fn queue_grew(&self) -> bool {
        self.state.queue_grew
    }

    /// Request of `job`; never its true runtime. Of a job that was not submitted: no nodes
    /// for no time.
    ///
    /// # Panics
    /// Where debug assertions are on, for a job that was not submitted: a policy has its
    /// ids from the context.
    #[inline]
    pub fn request(&self, job: JobId) -> Request {
        self.state.visible_spec(job).request()
    }

    /// Number of jobs submitted before `job`, which breaks all ties: ids do not, where
    /// slots are reused.
    #[inline]
    pub fn order_of(&self, job: JobId) -> u32 {
        self.state.specs.order(job)
    }

    /// First start of `job`; the [planned](Context::plan) start while it waits.
    #[inline]
    pub fn started(&self, job: JobId) -> Time {
        self.state.jobs[job.index()].started
    }

    /// Completion of the running `job` by its estimate and present rate.
    #[inline]
    pub fn expected_completion(&self, job: JobId) -> Exact {
        self.expected_completion_at(job, self.state.now)
    }

    /// The present instant, exactly; [`Context::now`] is this rounded up.
    #[inline]
    pub fn exact_now(&self) -> Exact {
        self.state.exact_now()
    }

    /// Completion of `job` by its estimate if it started now, rounded up.
    #[inline]
    pub fn completion_if_started(&self, job: JobId) -> Time {
        if !self.state.has_parts() {
            self.now().after(self.estimate_to_do(job))
        } else {
            (self.exact_now() + self.estimate(job)).instant()
        }
    }

    /// Estimated time from the start of `job` to its end, exactly, without the work that
    /// checkpoints kept; its [request](Context::request) has the whole estimate, rounded
    /// up.
    #[inline]
    pub fn estimate(&self, job: JobId) -> Exact {
        if !self.state.has_parts() {
            self.estimate_to_do(job).into()
        } else {
            self.state.exact_estimate(job)
        }
    }

    /// [`Context::estimate`] where all times are whole.
    #[inline]
    fn estimate_to_do(&self, job: JobId) -> Duration {
        match self.state.kept(job) {
            Duration::ZERO => self.state.visible_spec(job).estimate,
            _ => self.state.exact_estimate(job).round_up(),
        }
    }

    /// Completion of `job`, running at full rate since its start, by its estimate as of a
    /// given instant.
    ///
    /// A job that has outrun its estimate (possible only if jobs are not killed there) is
    /// expected to need twice the estimate, then four times, and so on: as Tsafrir, Etsion
    /// and Feitelson ("Backfilling using system-generated predictions", 2007) correct a
    /// prediction that failed, with steps that grow.
    #[inline]
    pub fn expected_completion_at(&self, job: JobId, requested: Time) -> Exact {
        if self.state.has_parts() {
            return self.expected_exactly(job, requested);
        }
        let mut estimate = self.estimate_to_do(job);
        let started = self.started(job);
        while started.after(estimate) <= requested && estimate.0 < u64::MAX / 2 {
            estimate = Duration(estimate.0 * 2);
        }
        started.after(estimate).into()
    }

    /// Nodes `job` holds; its requested nodes while it waits.
    #[inline]
    pub fn nodes_of(&self, job: JobId) -> u32 {
        self.state.jobs[job.index()].nodes
    }

    /// Nodes `job` holds exclusively, or held when it ended; none if it waits, was admitted
    /// or placed on a server.
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

    /// Work `job` has left by its estimate, including time owed for memory.
    pub fn estimate_left(&self, job: JobId) -> Exact {
        if !self.state.has_parts() {
            let spec = self.state.specs.of(job);
            let left = self.state.work_left(job).round_up().0 + spec.estimate.0;
            return Exact::whole(left.saturating_sub(self.state.setup.work(spec).0));
        }
        self.estimate_left_exactly(job)
    }

    /// The memory of the nodes, if it is simulated.
    pub fn memory(&self) -> Option<&NodeMemory<'a>> {
        self.state.memory.as_ref()
    }

    /// Time `job` would load its memory if launched now: on its own nodes if it is
    /// suspended, from nothing if it waits.
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

    /// Bitmap of free nodes, 64 to a word.
    pub fn free_words(&self) -> &[u64] {
        self.state.nodes.free_words()
    }

    /// Whether all nodes of the suspended `job` are free.
    pub fn can_resume(&self, job: JobId) -> bool {
        let Job { phase, held, .. } = self.state.jobs[job.index()];
        phase == Phase::Suspended && self.state.nodes.are_free(held.list())
    }

    /// Nodes held by the running or suspended `job`.
    pub fn held(&self, job: JobId) -> Intervals<'_> {
        View::new(self.state).held(job)
    }

    /// Number of threads of `job` on `server`, present or future.
    pub fn threads_of(&self, job: JobId, server: ServerId) -> u32 {
        let host = &self.state.servers[server.index()];
        let (setup, mut count) = (&self.state.setup, 0);
        setup.visit_entries(job, host.spec().kind, |_, group, _| count += group.count);
        count
    }

    /// The shared servers.
    pub fn servers(&self) -> &[Server] {
        self.state.servers
    }

    /// Whether the sink wants to know why jobs wait.
    #[inline]
    pub fn wants_reasons(&self) -> bool {
        self.wants_reasons
    }

    /// Planned start of the waiting `job`; [`Exact::MAX`] without a plan.
    #[inline]
    pub fn plan(&self, job: JobId) -> Exact {
        self.state.started(job)
    }

    fn list(&self, head: Option<JobId>) -> impl Iterator<Item = JobId> + '_ {
        core::iter::successors(head, |&id| self.state.jobs[id.index()].next)
    }
}
