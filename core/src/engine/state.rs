//! State of a simulation without that of the policy, and the changes to it.

use super::buffers::storage::Storage;
use super::clock::timers::Timers;
use super::jobs::attempts::OutageProgress;
use super::jobs::links::invert;
use super::jobs::queue::Queue;
use super::jobs::specs::{Slot, Slots, Specs};
use super::jobs::{Attachment, Job, JobFractions, JobList, Jobs, Phase};
use super::run_id::RunId;
use super::setup::Setup;
use crate::error::StartError;
use crate::exact::{Exact, Fraction};
use crate::families;
use crate::machine::cluster::Cluster;
use crate::machine::contention::{Cycle, Threads};
use crate::machine::table::Table;
use crate::machine::{NodeMemory, Nodes, Server};
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};
use crate::workload::JobSpec;

/// Consequence for a killed job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It waits again in its old position in the queue, with nothing done.
    Requeue,
    /// It is gone.
    Drop,
    /// It is gone, as others need its nodes: it was preempted.
    Cancel,
}

/// The clock, the queue and the machine.
#[derive(Debug)]
pub(crate) struct State<'a> {
    pub(crate) now: Time,
    // Fraction by which the present instant is before the nanosecond it is reported at.
    pub(crate) part: Fraction,
    // Fraction of the instant at which the policy is to be called.
    pub(crate) wake: Fraction,
    // Identity of the run.
    pub(crate) run: RunId,
    // Number of instants so far, each with one call of the policy.
    pub(crate) passes: u64,
    pub(crate) setup: Setup<'a>,
    // Number of jobs submitted so far.
    pub(crate) submitted: usize,
    // Submit time of the next job, as far as it is known; unused where the workload is kept
    // whole.
    pub(crate) next_submit: Option<Time>,
    // Number of jobs that have entered the queue.
    pub(crate) queued: u64,
    pub(crate) jobs: Jobs<'a>,
    pub(crate) specs: Specs<'a>,
    // Empty where all times are whole.
    pub(crate) parts: &'a mut [JobFractions],
    pub(crate) waiting: Queue<'a>,
    // Whether jobs were queued since the policy last ordered the queue.
    pub(crate) queue_grew: bool,
    // The pass in which the queue was last ordered.
    pub(crate) ordered: u64,
    pub(crate) running: JobList,
    pub(crate) suspended: JobList,
    // Jobs that ended at this instant, until policy and sink have seen them.
    pub(crate) ended: JobList,
    pub(crate) nodes: Nodes<'a>,
    pub(crate) memory: Option<NodeMemory<'a>>,
    pub(crate) cluster: Option<Cluster<'a>>,
    pub(crate) servers: &'a mut [Server],
    // Local and remote threads of each group of each job.
    pub(crate) threads: &'a mut [Threads],
    // Scratch space for the threads of one server.
    pub(crate) scratch: &'a mut [Threads],
    pub(crate) cycles: &'a mut [Cycle],
    // Number of servers with events at this instant.
    pub(crate) changed_servers: usize,
    // Seconds by which the present instant is later than the whole nanosecond it is
    // reported at; only events on servers have a fraction.
    pub(crate) carry: f64,
    // Processor time of each process.
    pub(crate) progress: &'a mut [Duration],
    pub(crate) progress_parts: &'a mut [Fraction],
    // Work of each moldable job at its present size; 0 before it has one.
    pub(crate) molded: &'a mut [Exact],
    // Processor time in which processes waited for others, so far, in nanoseconds.
    pub(crate) spinning: u128,
    // The successors of each job.
    pub(crate) links: &'a mut [u32],
    pub(crate) timers: Timers<'a>,
    pub(crate) outages: OutageProgress<'a>,
}

impl<'a> State<'a> {
    /// A state before the first event, on storage that has been checked.
    pub(crate) fn new(setup: Setup<'a>, storage: Storage<'a>) -> Self {
        let Storage {
            jobs,
            parts,
            free_words,
            intervals,
            heap,
            heap_positions,
            servers,
            threads,
            scratch,
            cycles,
            links,
            progress,
            progress_parts,
            molded,
            residents,
            bills,
            slots,
            queue_buckets,
            node_states,
            attempts,
            changes_by_chance,
            cluster,
        } = storage;
        let jobs = jobs.get_mut(..setup.jobs()).unwrap_or_default();
        jobs.fill(Job::EMPTY);
        let specs = match setup.slots {
            0 => Specs::Whole(setup.workload),
            count => Specs::Slots(Slots::new(
                slots.get_mut(..count as usize).unwrap_or_default(),
            )),
        };
        let parts = if setup.has_parts() {
            parts.get_mut(..setup.jobs()).unwrap_or_default()
        } else {
            &mut []
        };
        parts.fill(JobFractions::NONE);
        let progress_parts = if setup.has_progress_parts() {
            progress_parts
        } else {
            &mut []
        };
        progress_parts.fill(Fraction::NONE);
        invert(&setup.precedence, jobs, links);
        let servers = servers
            .get_mut(..setup.server_setup.servers().len())
            .unwrap_or_default();
        for (server, &spec) in servers.iter_mut().zip(setup.server_setup.servers()) {
            *server = Server::new(spec);
        }
        let has_outages = families::OUTAGES && setup.outages.are_possible();
        let nodes = if has_outages { setup.nodes as usize } else { 0 };
        let chances = match setup.outages.faults {
            Some(_) => nodes,
            None => 0,
        };
        let tried = if has_outages { jobs.len() } else { 0 };
        let outages = OutageProgress::new(
            attempts.get_mut(..tried).unwrap_or_default(),
            changes_by_chance.get_mut(..chances).unwrap_or_default(),
        );
        let node_states = node_states.get_mut(..nodes).unwrap_or_default();
        threads.fill(Threads::EMPTY);
        progress.fill(Duration::ZERO);
        molded.fill(Exact::ZERO);
        let mut state = Self {
            now: Time::ZERO,
            part: Fraction::NONE,
            wake: Fraction::NONE,
            run: RunId::next(),
            passes: 0,
            setup,
            submitted: 0,
            next_submit: None,
            queued: 0,
            jobs: Table::new(jobs, Job::EMPTY),
            specs,
            parts,
            waiting: Queue::new(queue_buckets, setup.jobs()),
            queue_grew: false,
            ordered: 0,
            running: JobList::default(),
            suspended: JobList::default(),
            ended: JobList::default(),
            nodes: Nodes::new(setup.nodes, free_words, intervals).with_states(node_states),
            memory: setup
                .memory()
                .map(|memory| NodeMemory::new(memory, residents, bills)),
            cluster: setup
                .simulated_cluster()
                .map(|setup| Cluster::new(setup, cluster)),
            servers,
            threads,
            scratch,
            cycles,
            changed_servers: 0,
            carry: 0.0,
            progress,
            progress_parts,
            molded,
            spinning: 0,
            links,
            timers: Timers::new(heap, heap_positions),
            outages,
        };
        state.set_outage_timers();
        state.assign_cycles();
        state
    }

    /// Specification of `id` as a policy may know it: empty before its submission.
    #[inline]
    pub(crate) fn visible_spec(&self, id: JobId) -> &JobSpec {
        match &self.specs {
            Specs::Whole(workload) => {
                debug_assert!(id.index() < self.submitted, "{id:?} is of the future");
                let submitted = workload.get(..self.submitted).unwrap_or_default();
                submitted.get(id.index()).unwrap_or(&Slot::EMPTY.spec)
            }
            Specs::Slots(_) => self.specs.of(id),
        }
    }

    /// Estimated time of `id` from its start where all times are whole.
    #[cfg_attr(
        not(any(feature = "cluster", feature = "caps")),
        allow(dead_code, reason = "policies ask for it")
    )]
    #[inline]
    pub(crate) fn estimate_of(&self, id: JobId) -> Duration {
        match self.kept(id) {
            Duration::ZERO => self.specs.of(id).estimate,
            _ => self.exact_estimate(id).round_up(),
        }
    }

    /// Estimated end of the running `id` where all times are whole; if it has outrun its
    /// estimate it is expected to need twice as long, and so on.
    #[cfg_attr(
        not(any(feature = "cluster", feature = "caps")),
        allow(dead_code, reason = "for policies that look at each running job")
    )]
    #[inline]
    pub(crate) fn expected_end(&self, id: JobId) -> Time {
        let started = self.jobs[id.index()].started;
        let mut estimate = self.estimate_of(id);
        while started.after(estimate) <= self.now && estimate.0 < u64::MAX / 2 {
            estimate.0 *= 2;
        }
        started.after(estimate)
    }

    /// Sets the finish timer of `id`.
    #[inline]
    pub(crate) fn set_timer(&mut self, id: JobId, at: Time) {
        self.timers.set(id.index(), self.specs.order(id), at);
    }

    /// Updates the work done so far, then moves the finish timer: the single place where a
    /// job's rate changes.
    #[inline(always)]
    pub(crate) fn set_rate(&mut self, id: JobId, rate: Rate) {
        let is_even = rate == Rate::FULL || rate.is_stopped();
        let goes_on = is_even && self.jobs[id.index()].rate == rate;
        // It goes on, or stands still, as before: nothing to do.
        if !goes_on || rate.is_stopped() == self.timers.is_set(id.index()) {
            self.change_rate(id, rate);
        }
    }

    #[inline(never)]
    fn change_rate(&mut self, id: JobId, rate: Rate) {
        if self.has_parts() {
            return self.change_rate_exactly(id, rate);
        }
        let job = &mut self.jobs[id.index()];
        let done = job.rate.work_in(self.now.since(job.updated));
        job.remaining = Duration(job.remaining.0.saturating_sub(done.0));
        job.updated = self.now;
        job.rate = rate;
        match rate.time_for(job.remaining) {
            Some(left) => {
                let end = self.now.after(left);
                self.set_timer(id, end);
            }
            None => self.timers.stop(id.index()),
        }
    }

    /// Work `id` has done by now.
    pub(crate) fn executed(&self, id: JobId) -> Exact {
        let job = &self.jobs[id.index()];
        if !self.has_parts() && !job.phase.is_placed() {
            let work = self.setup.work(self.specs.of(id));
            let running = job.rate.work_in(self.now.since(job.updated));
            let left = job.remaining.0.saturating_sub(running.0);
            return Exact::whole(work.0.saturating_sub(left));
        }
        self.work_of(id) - self.work_left(id)
    }

    /// Work `id` has left.
    #[inline]
    pub(crate) fn work_left(&self, id: JobId) -> Exact {
        let job = &self.jobs[id.index()];
        if job.phase.is_placed() {
            return self.left_on_server(id).into();
        }
        if !self.has_parts() {
            let running = job.rate.work_in(self.now.since(job.updated));
            return Exact::whole(job.remaining.0.saturating_sub(running.0));
        }
        self.left_exactly(id)
    }

    #[inline]
    pub(crate) fn expect(
        &self,
        id: JobId,
        phase: Phase,
        error: StartError,
    ) -> Result<(), StartError> {
        match self.jobs.get(id.index()) {
            Some(job) if job.phase == phase => Ok(()),
            _ => Err(error),
        }
    }

    pub(super) fn begin(&mut self, id: JobId, phase: Phase, held: Attachment, nodes: u32) {
        self.waiting.remove(&mut self.jobs, id);
        let job = &mut self.jobs[id.index()];
        job.phase = phase;
        job.held = held;
        job.nodes = nodes;
        job.started = self.now;
        job.updated = self.now;
        if let Some(parts) = self.parts.get_mut(id.index()) {
            (parts.started, parts.updated) = (self.part, self.part);
        }
    }

    /// Removes a job from the machine and from its list.
    pub(super) fn remove_from_machine(&mut self, id: JobId) {
        let Job { phase, held, .. } = self.jobs[id.index()];
        if families::SLICING
            && !phase.is_placed()
            && let Some(memory) = &mut self.memory
        {
            memory.remove_job(id, self.nodes.intervals(held.list()));
        }
        match phase {
            Phase::Placed if families::PLACEMENT => {
                self.jobs[id.index()].remaining = self.left_on_server(id);
                self.leave_server(id, held.server());
            }
            Phase::Suspended => {
                self.suspended.remove(&mut self.jobs, id);
                self.nodes.forget(held.list());
            }
            _ => {
                self.running.remove(&mut self.jobs, id);
                self.note_leaving(held.list());
                match &self.cluster {
                    Some(_) if families::CLUSTER => self.leave_cluster(id, held.list()),
                    _ => self.nodes.release(held.list()), // nothing if it was admitted
                }
            }
        }
    }
}
