//! Life cycle of a job: submission, start and end, each reported to the sink.

mod caps;
pub(super) mod cluster;
pub(super) mod loading;
pub(super) mod molding;
pub(super) mod outages;
pub(super) mod outlook;
pub(super) mod preemption;
pub(super) mod release;
pub(super) mod serving;

use super::jobs::{Attachment, Phase};
use super::observe::detail::Detail;
use super::observe::event::{Event, KillReason, StartReason};
use super::observe::sink::Sink;
use super::state::State;
use crate::error::StartError;
use crate::exact::Fraction;
use crate::families;
use crate::units::ids::JobId;
use crate::units::rate::Rate;
use crate::units::time::{Duration, Time};

impl State<'_> {
    /// Handles the submission of `id`; it may still have to wait for its predecessors.
    #[inline]
    pub(crate) fn arrive(&mut self, id: JobId, sink: &mut dyn Sink) {
        if self.jobs[id.index()].held.is_nothing() {
            self.submit(id, sink);
        }
    }

    #[inline]
    pub(crate) fn submit(&mut self, id: JobId, sink: &mut dyn Sink) {
        let spec = self.specs.of(id);
        let job = &mut self.jobs[id.index()];
        job.phase = Phase::Waiting;
        job.remaining = self.setup.work(spec);
        job.nodes = spec.nodes;
        job.started = Time::MAX; // no plan yet
        if let Some(parts) = self.parts.get_mut(id.index()) {
            parts.started = Fraction::NONE;
            let work = self.setup.exact(id, spec, self.setup.work(spec));
            parts.remaining = work.fraction();
        }
        if self.setup.precedence.is_empty() {
            self.waiting.push(&mut self.jobs, &self.specs, id)
        } else {
            self.enqueue(id)
        }
        self.queue_grew = true;
        self.queued += 1;
        self.forget_attempts(id);
        sink.record(self.now, Event::Submitted(id));
        if families::CLUSTER && self.cluster.is_some() {
            self.submit_to_cluster(id, sink);
        }
    }

    /// Appends a job to the queue, in the order of the workload among those that enter it
    /// at this instant, whatever order their predecessors completed in.
    fn enqueue(&mut self, id: JobId) {
        self.jobs[id.index()].updated = self.now;
        let mut before = self.waiting.tail;
        while let Some(other) = before
            && other > id
            && self.jobs[other.index()].updated == self.now
        {
            before = self.jobs[other.index()].previous;
        }
        self.waiting.insert(&mut self.jobs, &self.specs, id, before);
    }

    /// Starts `id` on the lowest-numbered free `nodes` nodes.
    pub(crate) fn start(
        &mut self,
        id: JobId,
        nodes: u32,
        rate: Rate,
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        if families::CLUSTER && self.cluster.is_some() {
            return self.start_anywhere(id, reason, sink);
        }
        let held = self.allocate(id, nodes, rate);
        let held = held.ok_or(StartError::NoRoom)?;
        self.take(id, held, nodes, rate, reason, sink)
    }

    /// Starts `id` on the nodes that are least useful to a job that needs nodes throughout
    /// the `spared` time.
    pub(crate) fn start_sparing(
        &mut self,
        id: JobId,
        spared: (Time, Time),
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        let held = self.allocate_sparing(id, spared);
        let held = held.ok_or(StartError::NoRoom)?;
        let nodes = self.jobs[id.index()].nodes;
        self.take(id, held, nodes, Rate::FULL, reason, sink)
    }

    /// Starts `id` on those of its eligible nodes for which `wants` is true.
    #[cfg(any(feature = "cluster", feature = "outages"))]
    pub(crate) fn start_wanted(
        &mut self,
        id: JobId,
        wants: impl FnMut(u32) -> bool,
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        let held = self.allocate_wanted(id, wants);
        let held = held.ok_or(StartError::NoRoom)?;
        let nodes = self.jobs[id.index()].nodes;
        self.take(id, held, nodes, Rate::FULL, reason, sink)
    }

    /// Starts `id` on exactly these `nodes`.
    pub(crate) fn start_at(
        &mut self,
        id: JobId,
        nodes: &[u32],
        rate: Rate,
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        if (families::CLUSTER && self.cluster.is_some()) || !self.are_clear(id, nodes) {
            return Err(StartError::NoRoom);
        }
        let held = self.nodes.allocate_these(nodes);
        let held = held.ok_or(StartError::NoRoom)?;
        self.take(id, held, nodes.len() as u32, rate, reason, sink)
    }

    /// Starts `id` on the nodes just allocated for it.
    pub(super) fn take(
        &mut self,
        id: JobId,
        held: u32,
        nodes: u32,
        rate: Rate,
        reason: StartReason,
        sink: &mut dyn Sink,
    ) -> Result<(), StartError> {
        if families::SLICING
            && let Some(memory) = &mut self.memory
        {
            if !memory.have_room(self.nodes.intervals(held)) {
                self.nodes.release(held);
                return Err(StartError::NoRoom);
            }
            let demand = self.specs.of(id).memory;
            memory.assign(id, self.nodes.intervals(held), demand);
        }
        self.begin(id, Phase::Running, Attachment::nodes(held), nodes);
        self.running.push(&mut self.jobs, id);
        sink.record(self.now, Event::Started(id, reason));
        let nodes = self.nodes.intervals(held);
        sink.detail(self.now, &Detail::Holds { job: id, nodes });
        self.launch(id, rate, sink);
        Ok(())
    }

    /// Lets `id` run without nodes; the policy assigns nodes itself and sets the rate.
    #[inline]
    pub(crate) fn admit(&mut self, id: JobId, sink: &mut dyn Sink) -> Result<(), StartError> {
        self.expect(id, Phase::Waiting, StartError::NotWaiting)?;
        self.admit_waiting(id, sink);
        Ok(())
    }

    fn admit_waiting(&mut self, id: JobId, sink: &mut dyn Sink) {
        let nodes = self.jobs[id.index()].nodes;
        self.begin(id, Phase::Running, Attachment::NOTHING, nodes);
        self.running.push(&mut self.jobs, id);
        sink.record(self.now, Event::Started(id, StartReason::Admitted));
    }

    /// Handles the end of `id`, which has done all the work it may do.
    #[inline]
    pub(crate) fn end(&mut self, id: JobId, sink: &mut dyn Sink) {
        self.remove_from_machine(id);
        self.complete(id, sink);
    }

    /// Completes `id`, which has done all its work and is off the machine.
    #[inline]
    pub(super) fn complete(&mut self, id: JobId, sink: &mut dyn Sink) {
        let spec = self.specs.of(id);
        let cut = self.setup.work(spec) < spec.runtime;
        let job = &mut self.jobs[id.index()];
        job.remaining = Duration::ZERO;
        job.rate = Rate::STOPPED;
        job.updated = self.now;
        if let Some(parts) = self.parts.get_mut(id.index()) {
            (parts.remaining, parts.updated) = (Fraction::NONE, self.part);
        }
        job.phase = if cut { Phase::Killed } else { Phase::Completed };
        self.ended.push(&mut self.jobs, id);
        self.end_on_cluster(id);
        let event = if cut {
            Event::Killed(id, KillReason::EstimateReached)
        } else {
            Event::Completed(id)
        };
        sink.record(self.now, event);
    }
}
