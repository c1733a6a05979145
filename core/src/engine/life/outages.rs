//! Outages of nodes and their effect on the jobs there.

use crate::engine::clock::owners::Owner;
use crate::engine::jobs::Phase;
use crate::engine::jobs::attempts::{Attempt, KeptPart};
use crate::engine::state::{Fate, State};
use crate::engine::told::detail::Detail;
use crate::engine::told::event::{Interruption, KillReason};
use crate::engine::told::sink::Sink;
use crate::families;
use crate::machine::{Change, Interrupted, NodeChange, NodeState};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// No chance failures in the second half of the time range, in which jobs must end.
const LAST_FAULT: Time = Time(u64::MAX / 2);

impl State<'_> {
    /// Sets the first timers of outages.
    pub(crate) fn expect_outages(&mut self) {
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
        let begun = setup.maintenance.get(self.outages.over..self.outages.begun);
        let ends = begun.unwrap_or_default().iter().map(|window| window.until);
        let begins = setup.maintenance.get(self.outages.begun);
        let change = setup.changes.get(self.outages.happened);
        let next = ends
            .filter(|&until| until > self.now)
            .chain(begins.map(|window| window.from))
            .chain(change.map(|change| change.at))
            .chain(cap)
            .min();
        let timer = self.timer_of(Owner::Outages);
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
        let at = self.now.after(faults.lasts(node, changes));
        if at <= LAST_FAULT {
            let timer = self.timer_of(Owner::Node(node));
            self.timers.set(timer, u32::MAX, at);
        }
    }

    /// Handles the chance failure or repair of `node`.
    pub(in crate::engine) fn fault_due(&mut self, node: u32, sink: &mut dyn Sink) {
        let Some(changes) = self.outages.changes_by_chance.get_mut(node as usize) else {
            return;
        };
        *changes = changes.saturating_add(1);
        match changes.is_multiple_of(2) {
            false => self.take_out(node, 1, NodeState::FAILED, sink),
            true => self.put_back(node, 1, NodeState::FAILED, sink),
        }
        self.set_fault_timer(node);
    }

    /// Handles changes known beforehand: first maintenance ends, then it begins, then the
    /// rest.
    pub(in crate::engine) fn known_due(&mut self, sink: &mut dyn Sink) {
        let setup = self.setup.outages;
        let now = self.now;
        // Windows end in any order; `over` counts the finished ones from the first on.
        for place in self.outages.over..self.outages.begun {
            if let Some(window) = setup.maintenance.get(place)
                && window.until == now
            {
                self.put_back(window.first, window.count, NodeState::MAINTENANCE, sink);
            }
        }
        while let Some(window) = setup.maintenance.get(self.outages.over)
            && self.outages.over < self.outages.begun
            && window.until <= now
        {
            self.outages.over += 1;
        }
        while let Some(window) = setup.maintenance.get(self.outages.begun)
            && window.from <= now
        {
            self.outages.begun += 1;
            self.take_out(window.first, window.count, NodeState::MAINTENANCE, sink);
        }
        while let Some(&NodeChange {
            at,
            first,
            count,
            change,
        }) = setup.changes.get(self.outages.happened)
            && at <= now
        {
            self.outages.happened += 1;
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
            Change::Down => self.take_out(first, count, NodeState::DOWN, sink),
            Change::Drain => self.take_out(first, count, NodeState::DRAINED, sink),
            Change::Up => {
                let out = NodeState::DOWN.with(NodeState::DRAINED);
                self.put_back(first, count, out, sink);
            }
        }
    }

    /// Takes nodes out of service for one more reason; unless they are drained, jobs on
    /// them are interrupted.
    fn take_out(&mut self, first: u32, count: u32, why: NodeState, sink: &mut dyn Sink) {
        if why != NodeState::DRAINED {
            self.interrupt_on(first, count, sink);
            for node in first..first.saturating_add(count) {
                self.nodes.note_fall(node);
            }
        }
        self.outages.is_new = true;
        self.set_states(first, count, |state| state.with(why), sink);
        if why != NodeState::MAINTENANCE {
            self.unforeseen();
        }
    }

    /// Removes a reason for which nodes are out of service.
    fn put_back(&mut self, first: u32, count: u32, why: NodeState, sink: &mut dyn Sink) {
        self.outages.is_new = true;
        self.set_states(first, count, |state| state.without(why), sink);
        if why != NodeState::MAINTENANCE {
            self.unforeseen();
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
        let mut told: Option<(u32, u32, NodeState)> = None;
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
            match &mut told {
                Some((first, count, state)) if *state == after && *first + *count == node => {
                    *count += 1;
                }
                _ => {
                    if let Some((first, count, state)) = told.replace((node, 1, after)) {
                        tell(first, count, state);
                    }
                }
            }
        }
        if let Some((first, count, state)) = told {
            tell(first, count, state);
        }
    }

    /// Whether a job runs on `node`.
    fn is_held(&self, node: u32) -> bool {
        let running = core::iter::successors(self.running.head, |&id| self.jobs[id.index()].next);
        let mut held = running.map(|id| self.jobs[id.index()].held.list());
        held.any(|held| self.nodes.touches(held, node, 1).is_some())
    }

    /// Interrupts the jobs that run or are suspended on these nodes, in the order of
    /// starts.
    fn interrupt_on(&mut self, first: u32, count: u32, sink: &mut dyn Sink) {
        for list in [self.running.head, self.suspended.head] {
            let mut next = list;
            while let Some(id) = next {
                next = self.jobs[id.index()].next;
                let held = self.jobs[id.index()].held.list();
                if let Some(node) = self.nodes.touches(held, first, count) {
                    self.interrupt(id, node, sink);
                }
            }
        }
    }

    /// Interrupts `id` because `node` goes out of service.
    pub(in crate::engine) fn interrupt(&mut self, id: JobId, node: u32, sink: &mut dyn Sink) {
        let outages = self.setup.outages;
        self.cut_load(id, sink);
        let done = self.executed(id).up();
        // A chosen size has other work than the requested size, in terms of which kept work
        // is recorded.
        let (asked, work) = (self.exact_work(id).up(), self.work_of(id).up());
        let kept_before = self.kept_part(id).of(work);
        let attempt = self.outages.attempts.get_mut(id.index());
        let mut unknown = Attempt::FIRST;
        let attempt = attempt.unwrap_or(&mut unknown);
        let goes_on =
            outages.interrupted != Interrupted::Killed && attempt.requeues < outages.most_requeues;
        let run = Duration(done.0.saturating_sub(kept_before.0));
        let kept = match outages.checkpoint(id.index()) {
            Some(checkpoint) if goes_on && outages.interrupted == Interrupted::TakenUp => {
                Duration(kept_before.0 + checkpoint.kept(run).0)
            }
            _ => Duration::ZERO,
        };
        let lost = Duration(done.0.saturating_sub(kept.0));
        let fate = match goes_on {
            true => {
                attempt.kept = KeptPart { kept, whole: work }.of(asked);
                attempt.requeues += 1;
                Fate::Requeue
            }
            false => Fate::Drop,
        };
        let nodes = self.jobs[id.index()].nodes;
        let why = KillReason::OutOfService(Interruption {
            node,
            nodes,
            kept,
            lost,
            goes_on,
        });
        // It runs or is suspended, so this cannot fail.
        let _ = self.kill_for(id, fate, why, sink);
        self.unforeseen();
    }

    /// Part of the whole work of `id` that its checkpoints kept.
    #[inline]
    pub(crate) fn kept_part(&self, id: JobId) -> KeptPart {
        match self.kept(id) {
            Duration::ZERO => KeptPart::NOTHING,
            kept => KeptPart {
                kept,
                whole: self.exact_work(id).up(),
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
    pub(crate) fn writing(&self, id: JobId, executed: Duration) -> Duration {
        let checkpoint = self.setup.outages.checkpoint(id.index());
        checkpoint.map_or(Duration::ZERO, |checkpoint| checkpoint.writing(executed))
    }

    /// Whether nothing is left to be simulated but outages.
    #[inline]
    pub(crate) fn is_left_to_chance(&self) -> bool {
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
        if families::OUTAGES && self.nodes.out_of_service() > 0 && self.nodes.loses(held) {
            self.unforeseen();
        }
    }
}
