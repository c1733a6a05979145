//! Outages of nodes and their effect on the jobs there.

use crate::engine::clock::owners::TimerOwner;
use crate::engine::jobs::Phase;
use crate::engine::jobs::attempts::{Attempt, KeptShare};
use crate::engine::observe::detail::Detail;
use crate::engine::observe::event::{Interruption, KillReason};
use crate::engine::observe::sink::Sink;
use crate::engine::state::{Fate, State};
use crate::families;
use crate::machine::{Change, Interrupted, NodeChange, NodeState};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// No chance failures in the second half of the time range, in which jobs must end.
const LAST_FAULT: Time = Time(u64::MAX / 2);

impl State<'_> {
    /// Sets the first timers of outages.
    pub(crate) fn set_outage_timers(&mut self) {
        if !families::OUTAGES {
            return;
        }
        self.apply_caps();
        self.set_outage_timer();
        for node in 0..self.outages.changes_by_chance.len() {
            self.set_fault_timer(node as u32);
        }
    }

    fn set_outage_timer(&mut self) {
        let setup = self.setup.outages;
        let cap = self.next_cap();
        let begun = setup
            .maintenance
            .get(self.outages.finished_maintenance..self.outages.begun_maintenance);
        let ends = begun.unwrap_or_default().iter().map(|window| window.until);
        let begins = setup.maintenance.get(self.outages.begun_maintenance);
        let change = setup.changes.get(self.outages.applied_changes);
        let next = ends
            .filter(|&until| until > self.now)
            .chain(begins.map(|window| window.from))
            .chain(change.map(|change| change.at))
            .chain(cap)
            .min();
        let timer = self.timer_of(TimerOwner::Outages);
        match next {
            Some(at) => self.timers.set(timer, u32::MAX, at),
            None if setup.are_possible() => self.timers.stop(timer),
            None => {}
        }
    }

    fn set_fault_timer(&mut self, node: u32) {
        let changes = self.outages.changes_by_chance.get(node as usize);
        let (Some(faults), Some(&changes)) = (self.setup.outages.faults, changes) else {
            return;
        };
        let at = self.now.after(faults.duration(node, changes));
        if at <= LAST_FAULT {
            let timer = self.timer_of(TimerOwner::Node(node));
            self.timers.set(timer, u32::MAX, at);
        }
    }

    /// Handles the chance failure or repair of `node`.
    pub(in crate::engine) fn fault_due(&mut self, node: u32, sink: &mut dyn Sink) {
        let Some(changes) = self.outages.changes_by_chance.get_mut(node as usize) else {
            return;
        };
        *changes = changes.saturating_add(1);
        if changes.is_multiple_of(2) {
            self.remove_reason(node, 1, NodeState::FAILED, sink)
        } else {
            self.add_reason(node, 1, NodeState::FAILED, sink)
        }
        self.set_fault_timer(node);
    }

    /// Handles changes known beforehand: first maintenance ends, then it begins, then the
    /// rest.
    pub(in crate::engine) fn scheduled_due(&mut self, sink: &mut dyn Sink) {
        let setup = self.setup.outages;
        let now = self.now;
        // Windows end in any order; `over` counts the finished ones from the first on.
        for index in self.outages.finished_maintenance..self.outages.begun_maintenance {
            if let Some(window) = setup.maintenance.get(index)
                && window.until == now
            {
                self.remove_reason(window.first, window.count, NodeState::MAINTENANCE, sink);
            }
        }
        while let Some(window) = setup.maintenance.get(self.outages.finished_maintenance)
            && self.outages.finished_maintenance < self.outages.begun_maintenance
            && window.until <= now
        {
            self.outages.finished_maintenance += 1;
        }
        while let Some(window) = setup.maintenance.get(self.outages.begun_maintenance)
            && window.from <= now
        {
            self.outages.begun_maintenance += 1;
            self.add_reason(window.first, window.count, NodeState::MAINTENANCE, sink);
        }
        while let Some(&NodeChange {
            at,
            first,
            count,
            change,
        }) = setup.changes.get(self.outages.applied_changes)
            && at <= now
        {
            self.outages.applied_changes += 1;
            self.change_nodes(first, count, change, sink);
        }
        self.apply_caps();
        self.set_outage_timer();
    }

    pub(crate) fn change_nodes(
        &mut self,
        first: u32,
        count: u32,
        change: Change,
        sink: &mut dyn Sink,
    ) {
        match change {
            Change::Down => self.add_reason(first, count, NodeState::DOWN, sink),
            Change::Drain => self.add_reason(first, count, NodeState::DRAINED, sink),
            Change::Up => {
                let out = NodeState::DOWN.with(NodeState::DRAINED);
                self.remove_reason(first, count, out, sink);
            }
        }
    }

    /// Takes nodes out of service for one more reason; unless they are drained, jobs on
    /// them are interrupted.
    fn add_reason(&mut self, first: u32, count: u32, why: NodeState, sink: &mut dyn Sink) {
        if why != NodeState::DRAINED {
            self.interrupt_on(first, count, sink);
            for node in first..first.saturating_add(count) {
                self.nodes.note_outage(node);
            }
        }
        self.outages.has_changed = true;
        self.set_states(first, count, |state| state.with(why), sink);
        if why != NodeState::MAINTENANCE {
            self.skip_pass();
        }
    }

    /// Removes a reason for which nodes are out of service.
    fn remove_reason(&mut self, first: u32, count: u32, why: NodeState, sink: &mut dyn Sink) {
        self.outages.has_changed = true;
        self.set_states(first, count, |state| state.without(why), sink);
        if why != NodeState::MAINTENANCE {
            self.skip_pass();
        }
    }

    fn set_states(
        &mut self,
        first: u32,
        count: u32,
        change: impl Fn(NodeState) -> NodeState,
        sink: &mut dyn Sink,
    ) {
        // Neighbours in the same state are reported together.
        let now = self.now;
        let mut tell = |first, count, state| {
            let detail = Detail::NodeState {
                first,
                count,
                state,
            };
            sink.detail(now, &detail);
        };
        let mut pending: Option<(u32, u32, NodeState)> = None;
        for node in first..first.saturating_add(count) {
            let before = self.nodes.state(node);
            let after = change(before);
            if before == after {
                continue;
            }
            // Jobs on a drained node stay; all other reasons end them.
            let has_alone = self.cluster.is_none();
            let is_held = before == NodeState::DRAINED && has_alone && self.is_held(node);
            self.nodes.set_state(node, after, is_held);
            if families::CLUSTER
                && let Some(cluster) = &mut self.cluster
                && before.is_up() != after.is_up()
            {
                cluster.set_out(node, !after.is_up());
            }
            match &mut pending {
                Some((first, count, state)) if *state == after && *first + *count == node => {
                    *count += 1;
                }
                _ => {
                    if let Some((first, count, state)) = pending.replace((node, 1, after)) {
                        tell(first, count, state);
                    }
                }
            }
        }
        if let Some((first, count, state)) = pending {
            tell(first, count, state);
        }
    }

    /// Whether a job runs on `node`.
    fn is_held(&self, node: u32) -> bool {
        let running = core::iter::successors(self.running.head, |&id| self.jobs[id.index()].next);
        let mut held = running.map(|id| self.jobs[id.index()].held.list());
        held.any(|held| self.nodes.first_on_list(held, node, 1).is_some())
    }

    /// Interrupts the jobs that run or are suspended on these nodes, in the order of
    /// starts.
    fn interrupt_on(&mut self, first: u32, count: u32, sink: &mut dyn Sink) {
        for list in [self.running.head, self.suspended.head] {
            let mut next = list;
            while let Some(id) = next {
                next = self.jobs[id.index()].next;
                let held = self.jobs[id.index()].held.list();
                if let Some(node) = self.nodes.first_on_list(held, first, count) {
                    self.interrupt(id, node, sink);
                }
            }
        }
    }

    /// Interrupts `id` because `node` goes out of service.
    pub(in crate::engine) fn interrupt(&mut self, id: JobId, node: u32, sink: &mut dyn Sink) {
        let outages = self.setup.outages;
        self.cut_load(id, sink);
        let done = self.executed(id).round_up();
        // A chosen size has other work than the requested size, in terms of which kept work
        // is recorded.
        let (requested, work) = (self.exact_work(id).round_up(), self.work_of(id).round_up());
        let kept_before = self.kept_part(id).of(work);
        let attempt = self.outages.attempts.get_mut(id.index());
        let mut unknown = Attempt::FIRST;
        let attempt = attempt.unwrap_or(&mut unknown);
        let goes_on =
            outages.interrupted != Interrupted::Killed && attempt.requeues < outages.max_requeues;
        let run = Duration(done.0.saturating_sub(kept_before.0));
        let kept = match outages.checkpoint(id.index()) {
            Some(checkpoint) if goes_on && outages.interrupted == Interrupted::TakenUp => {
                Duration(kept_before.0 + checkpoint.kept(run).0)
            }
            _ => Duration::ZERO,
        };
        let lost = Duration(done.0.saturating_sub(kept.0));
        let fate = if goes_on {
            attempt.kept = KeptShare { kept, whole: work }.of(requested);
            attempt.requeues += 1;
            Fate::Requeue
        } else {
            Fate::Drop
        };
        let nodes = self.jobs[id.index()].nodes;
        let why = KillReason::OutOfService(Interruption {
            node,
            nodes,
            kept,
            lost,
            is_requeued: goes_on,
        });
        // It runs or is suspended, so this cannot fail.
        let _ = self.kill_for(id, fate, why, sink);
        self.skip_pass();
    }

    /// Part of the whole work of `id` that its checkpoints kept.
    #[inline]
    pub(crate) fn kept_part(&self, id: JobId) -> KeptShare {
        match self.kept(id) {
            Duration::ZERO => KeptShare::NOTHING,
            kept => KeptShare {
                kept,
                whole: self.exact_work(id).round_up(),
            },
        }
    }

    /// Whether `id` waits again since this very instant because one of its nodes went out
    /// of service.
    pub(crate) fn was_interrupted_now(&self, id: JobId) -> bool {
        let attempt = self.outages.attempts.get(id.index());
        attempt.is_some_and(|attempt| attempt.requeues > 0)
            && self.jobs[id.index()].phase == Phase::Waiting
            && self.jobs[id.index()].updated == self.now
    }

    /// Work that the checkpoints of `id` kept of its earlier starts.
    #[inline]
    pub(crate) fn kept(&self, id: JobId) -> Duration {
        match self.outages.attempts.get(id.index()) {
            Some(attempt) if families::OUTAGES => attempt.kept,
            _ => Duration::ZERO,
        }
    }

    /// Forgets the attempts of the previous job in this slot.
    #[inline]
    pub(crate) fn forget_attempts(&mut self, id: JobId) {
        if families::OUTAGES
            && let Some(attempt) = self.outages.attempts.get_mut(id.index())
        {
            *attempt = Attempt::FIRST;
        }
    }

    /// Part of the executed time of `id` spent on writing checkpoints.
    pub(crate) fn checkpoint_time(&self, id: JobId, executed: Duration) -> Duration {
        let checkpoint = self.setup.outages.checkpoint(id.index());
        checkpoint.map_or(Duration::ZERO, |checkpoint| checkpoint.writing(executed))
    }

    /// Whether nothing is left to be simulated but outages.
    #[inline]
    pub(crate) fn has_only_outages_left(&self) -> bool {
        families::OUTAGES
            && self.setup.outages.are_possible()
            && self.waiting.len == 0
            && self.running.len == 0
            && self.suspended.len == 0
            && self.next_submit().is_none()
            && self.servers.iter().all(|server| server.residents() == 0)
    }

    /// Notes that a job leaves its nodes: those out of service do not become free, which no
    /// policy could foresee.
    #[inline]
    pub(crate) fn note_leaving(&mut self, held: u32) {
        if families::OUTAGES
            && self.nodes.out_of_service() > 0
            && self.nodes.has_out_of_service(held)
        {
            self.skip_pass();
        }
    }
}
