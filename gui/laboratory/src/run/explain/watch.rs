//! Events of one job, and starts of other jobs while it waits.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use cosched_core::engine::{StartReason, View, WaitReason};
use cosched_core::machine::Candidate;
use cosched_core::{Event, JobId, Time};

use super::order::{QueueOrder, order_of};
use super::plans::PlannedStarts;
use super::story::{Cause, Entry, Head, Passer, Reservation, Story};
use crate::record::Experiment;
use crate::record::choice::Choice;

/// Records the events of one job, and its reasons to wait when they change.
pub(super) struct Watch<'e> {
    experiment: &'e Experiment,
    queue: QueueOrder<'e>,
    /// The jobs ahead of it at the last instant, where only the engine knows the order.
    ahead: Option<Vec<usize>>,
    job: JobId,
    /// Nodes of a cluster that are eligible for it, a bit each.
    nodes: Vec<u64>,
    pub(super) seen: Vec<(Time, Event)>,
    pub(super) considered: Vec<Candidate>,
    pub(super) story: Story,
    waiting: bool,
    is_head: bool,
    /// Whether planned starts are computed here, as the policy reports none.
    predicts_start: bool,
    now: InstantEvents,
    /// The last reserved start, if there is one.
    reserved: Option<Time>,
}

/// Events of the present instant.
#[derive(Default)]
struct InstantEvents {
    has_entered: bool,
    started: Vec<usize>,
    /// Number of jobs started before it, if it starts as the first of the queue.
    own: Option<usize>,
    held: Option<WaitReason>,
}

impl<'e> Watch<'e> {
    /// A watch on the job at index `job` under `choice`.
    pub(super) fn new(experiment: &'e Experiment, choice: &Choice, job: usize) -> Self {
        let is_plain = !experiment.limits().are_possible() && experiment.cluster.is_none();
        Self {
            experiment,
            queue: QueueOrder::new(experiment, order_of(choice)),
            ahead: choice.parameters.priority.is_some().then(Vec::new),
            job: JobId::new(job),
            nodes: experiment
                .cluster
                .as_ref()
                .map_or_else(Vec::new, |cluster| {
                    cluster.layout.nodes_for(&cluster.requests[job])
                }),
            seen: Vec::new(),
            considered: Vec::new(),
            story: Story::default(),
            waiting: false,
            is_head: false,
            predicts_start: choice.policy.foresees_starts() && is_plain && choice.branch.is_none(),
            now: InstantEvents::default(),
            reserved: None,
        }
    }

    fn enters(&mut self) {
        self.waiting = true;
        self.now.has_entered = true;
        (self.is_head, self.reserved) = (false, None);
    }

    fn starts(&mut self, at: Time) {
        self.waiting = false;
        // A start at the same instant passes no job.
        self.story.passers.retain(|passer| passer.at < at);
        self.story.ahead_started.retain(|&(then, _)| then < at);
    }

    /// Whether it waits.
    pub(super) fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Whether it waits, or was submitted at the present instant.
    pub(super) fn is_awake(&self) -> bool {
        self.waiting || self.now.has_entered
    }

    /// Records the start of another job.
    pub(super) fn on_other_start(&mut self, at: Time, job: usize, why: StartReason) {
        if !self.queue.compete(job, self.job.index()) {
            return;
        }
        // That may be later in the pass in which the job itself starts.
        if self.now.has_entered && (self.ahead.is_none() || was_first(why)) {
            self.now.started.push(job);
        }
        if !self.waiting {
            return;
        }
        let is_ahead = match &self.ahead {
            // A job held by a limit is passed by the first of the others.
            Some(ahead) => ahead.contains(&job) || (was_first(why) && self.now.held.is_none()),
            None => self.queue.is_ahead(job, self.job.index(), at),
        };
        if is_ahead {
            self.story.ahead_started.push((at, job))
        } else {
            self.story.passers.push(Passer { at, job, why })
        }
    }

    /// Records an event of the job itself.
    pub(super) fn on_own_event(&mut self, at: Time, event: Event) {
        match event {
            Event::StillWaiting(_, reason) => self.now.held = Some(reason),
            Event::Submitted(_) => self.enters(),
            Event::Killed(_, reason) if reason.is_requeued() => self.enters(),
            // Refused, or cancelled while it waits: it is no longer in the queue.
            Event::Killed(..) => self.waiting = false,
            Event::Started(_, why) => {
                self.now.own = was_first(why).then_some(self.now.started.len());
                self.starts(at);
            }
            _ => {}
        }
        let held = |&&(_, event): &&(Time, Event)| matches!(event, Event::StillWaiting(..));
        let repeated = match (self.seen.last().filter(held), event) {
            (Some(&(_, Event::StillWaiting(_, last))), Event::StillWaiting(_, reason)) => {
                is_repetition(last, reason)
            }
            _ => false,
        };
        if !repeated {
            self.seen.push((at, event));
        }
    }

    /// Records the state at the end of an instant.
    pub(super) fn on_instant(&mut self, view: &View<'_, '_>, plans: &PlannedStarts) {
        let now = std::mem::take(&mut self.now);
        if now.has_entered {
            let ahead = match self.ahead {
                Some(_) if !self.waiting => now.own.map(|own| now.started[..own].to_vec()),
                Some(_) => Some(now.started.into_iter().chain(self.before(view)).collect()),
                None => {
                    let others = view.queue().map(JobId::index).chain(now.started);
                    Some(self.queue.ahead_of(self.job.index(), others, view.now()))
                }
            };
            let at = view.now();
            self.story.entries.push(Entry { at, ahead });
        }
        if self.waiting {
            if self.ahead.is_some() {
                self.ahead = Some(self.before(view).collect());
            }
            self.note_head(view, now.held);
            self.note_reservation(view, now.held, plans);
        }
    }
}

/// Whether a job that starts for that reason was the first of the queue.
fn was_first(why: StartReason) -> bool {
    matches!(
        why,
        StartReason::Head | StartReason::Reserved { passed: None }
    )
}

impl Watch<'_> {
    /// The jobs ahead of it in the queue; the whole queue if it does not wait.
    fn before<'v>(&'v self, view: &'v View<'_, '_>) -> impl Iterator<Item = usize> {
        let own = self.job;
        let ahead = view.queue().take_while(move |&other| other != own);
        let ahead = ahead.map(JobId::index);
        ahead.filter(move |&other| self.queue.compete(other, own.index()))
    }

    fn note_head(&mut self, view: &View<'_, '_>, held: Option<WaitReason>) {
        let is_head = self.before(view).next().is_none();
        if is_head && !self.is_head {
            let free = match (view.cluster(), held) {
                (None, _) => Some(view.free_nodes()),
                (Some(_), Some(WaitReason::HeadUntil { free, .. })) => Some(free),
                (Some(_), _) => None,
            };
            let at = view.now();
            self.story.headed.push(Head { at, free });
        }
        self.is_head = is_head;
    }

    fn note_reservation(
        &mut self,
        view: &View<'_, '_>,
        held: Option<WaitReason>,
        plans: &PlannedStarts,
    ) {
        let start = match held {
            Some(WaitReason::HeadUntil { shadow, .. }) => Some(shadow),
            Some(WaitReason::Reserved { start }) => Some(start),
            _ if self.predicts_start && self.is_head => self.predicted_start(view),
            _ => None,
        };
        if let Some(start) = start
            && self.reserved != Some(start)
        {
            let at = view.now();
            let mut holders: Vec<(Time, usize)> = self
                .on_its_nodes(view)
                .map(|job| (estimated_end(view, job, at), job.index()))
                .filter(|&(end, _)| end <= start)
                .collect();
            holders.sort_unstable();
            self.story.reservations.push(Reservation {
                at,
                start,
                waits_for: self.waits_for(start, &holders, plans),
                holders: holders.into_iter().map(|(_, job)| job).collect(),
                cause: self.cause(start, view),
            });
        }
        self.reserved = start;
    }

    /// Whether nodes of the partition of `other` are eligible for this job.
    fn may_have_its_nodes(&self, other: usize) -> bool {
        self.experiment.cluster.as_ref().is_none_or(|cluster| {
            let theirs = &cluster.partition_of(other).nodes;
            let mut words = self.nodes.iter().zip(theirs);
            words.any(|(own, theirs)| own & theirs != 0)
        })
    }

    /// Running jobs on nodes that are eligible for it.
    fn on_its_nodes<'v>(&'v self, view: &'v View<'_, '_>) -> impl Iterator<Item = JobId> {
        let there: Option<BTreeSet<JobId>> = view.cluster().map(|cluster| {
            let all = (0..).zip(&self.nodes).flat_map(|(word, &nodes)| {
                let own = (0..64).filter(move |bit| nodes >> bit & 1 == 1);
                own.map(move |bit| word * 64 + bit)
            });
            all.flat_map(|node| cluster.jobs_on(node).map(|(job, _)| job))
                .collect()
        });
        let is_there = move |job: &JobId| there.as_ref().is_none_or(|there| there.contains(job));
        view.on_nodes().filter(is_there)
    }

    /// Jobs that end at `start` by the estimates, of `holders` or by their reservations.
    fn waits_for(
        &self,
        start: Time,
        holders: &[(Time, usize)],
        plans: &PlannedStarts,
    ) -> Vec<usize> {
        let running = holders.iter().filter(|&&(end, _)| end == start);
        let running = running.map(|&(_, job)| job);
        let planned = plans.starts.iter().filter(|&(&job, plan)| {
            let end = plan.after(self.experiment.jobs[job].estimate);
            end == start && job != self.job.index() && self.may_have_its_nodes(job)
        });
        let mut all: Vec<usize> = running.chain(planned.map(|(&job, _)| job)).collect();
        all.sort_unstable();
        all
    }

    /// Why the reservation differs from the one before.
    fn cause(&self, start: Time, view: &View<'_, '_>) -> Cause {
        let Some(before) = self.reserved else {
            return Cause::First;
        };
        let ahead = self.story.ahead_started.iter().rev();
        let ahead = ahead.take_while(|&&(at, _)| at == view.now());
        let mut ahead: Vec<usize> = ahead.map(|&(_, job)| job).collect();
        if start > before && !ahead.is_empty() {
            ahead.sort_unstable();
            return Cause::Overtaken(ahead);
        }
        let estimate = |job: JobId| view.request(job).estimate;
        let own = self.job.index();
        let early = view
            .ended()
            .filter(|ended| self.queue.compete(ended.job.index(), own));
        let early = early.filter(|ended| {
            let requested = Time(ended.completed.0.saturating_sub(1));
            doubled_estimate_end(ended.started, estimate(ended.job), requested) > ended.completed
        });
        let mut early: Vec<usize> = early.map(|ended| ended.job.index()).collect();
        if !early.is_empty() {
            early.sort_unstable();
            return Cause::Ended(early);
        }
        let outran = self.on_its_nodes(view).filter(|&job| {
            let started = view.started(job);
            started.is_some_and(|started| started.after(estimate(job)) <= view.now())
        });
        let mut outran: Vec<usize> = outran.map(JobId::index).collect();
        outran.sort_unstable();
        if outran.is_empty() {
            Cause::Other
        } else {
            Cause::Outran(outran)
        }
    }

    /// When enough nodes will be free by the estimates of the running jobs.
    fn predicted_start(&self, view: &View<'_, '_>) -> Option<Time> {
        let (needs, now) = (self.experiment.jobs[self.job.index()].nodes, view.now());
        let mut ends: Vec<(Reverse<Time>, u32)> = view
            .on_nodes()
            .map(|job| (Reverse(estimated_end(view, job, now)), view.nodes_of(job)))
            .collect();
        ends.sort_unstable();
        let mut free = view.free_nodes();
        while let Some((Reverse(end), nodes)) = ends.pop() {
            free = free.saturating_add(nodes);
            if free >= needs {
                return Some(end);
            }
        }
        None
    }
}

/// When `job`, which is running, ends by its estimate as seen at `now`.
fn estimated_end(view: &View<'_, '_>, job: JobId, now: Time) -> Time {
    let started = view.started(job).unwrap_or(now);
    doubled_estimate_end(started, view.request(job).estimate, now)
}

/// An exceeded estimate is doubled, as often as needed.
fn doubled_estimate_end(started: Time, estimate: cosched_core::Duration, now: Time) -> Time {
    let mut estimate = estimate.0.max(1);
    while started.0.saturating_add(estimate) <= now.0 && estimate < u64::MAX / 2 {
        estimate *= 2;
    }
    Time(started.0.saturating_add(estimate))
}

/// Whether a reason repeats the last one, but for numbers that need no second remark.
fn is_repetition(last: WaitReason, reason: WaitReason) -> bool {
    use WaitReason::*;
    match (last, reason) {
        (TooFewNodes { .. }, TooFewNodes { .. }) => true,
        (OutOfService { out: a, .. }, OutOfService { out: b, .. }) => a == b,
        (Maintenance { from: a, .. }, Maintenance { from: b, .. }) => a == b,
        (HeadUntil { shadow: a, .. }, HeadUntil { shadow: b, .. }) => a == b,
        (WouldDelay { head: a, .. }, WouldDelay { head: b, .. }) => a == b,
        (a, b) => a == b,
    }
}
