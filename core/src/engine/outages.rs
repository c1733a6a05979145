//! Nodes go out of service and come back, and what becomes of the jobs on them.

use super::event::{Interruption, KillReason};
use super::jobs::Phase;
use super::sink::Sink;
use super::state::{Fate, State};
use super::timers::Owner;
use crate::exact::Exact;
use crate::families;
use crate::ids::JobId;
use crate::machine::{Change, Interrupted, Maintenance, NodeChange, NodeState};
use crate::rate::Rate;
use crate::time::{Duration, Time};

/// What a job has of its starts before the present one.
#[derive(Clone, Copy, Debug)]
pub struct Attempt {
    // Work that its checkpoints kept.
    kept: Duration,
    // How often it was sent back to the queue.
    requeues: u32,
}

impl Attempt {
    /// Nothing. All zero bytes.
    pub const FIRST: Self = Self {
        kept: Duration::ZERO,
        requeues: 0,
    };
}

/// How far the simulation has come with what befalls nodes.
#[derive(Debug)]
pub(crate) struct Outages<'a> {
    // Of each job; empty where all nodes are always in service.
    attempts: &'a mut [Attempt],
    // How often each node has failed and been repaired by chance.
    changes_by_chance: &'a mut [u32],
    // Maintenance that has begun, in the order of the setup.
    begun: usize,
    // Of these, so many from the first on are over.
    over: usize,
    // Changes that have happened.
    happened: usize,
}

impl<'a> Outages<'a> {
    pub(crate) fn new(attempts: &'a mut [Attempt], changes_by_chance: &'a mut [u32]) -> Self {
        attempts.fill(Attempt::FIRST);
        changes_by_chance.fill(0);
        Self {
            attempts,
            changes_by_chance,
            begun: 0,
            over: 0,
            happened: 0,
        }
    }
}

/// Nothing happens by chance any more in the second half of what can be counted, in
/// which jobs must end.
const LAST_FAULT: Time = Time(u64::MAX / 2);

impl State<'_> {
    /// The first timers of what befalls nodes.
    pub(crate) fn expect_outages(&mut self) {
        if !families::OUTAGES {
            return;
        }
        self.set_outage_timer();
        for node in 0..self.outages.changes_by_chance.len() {
            self.set_fault_timer(node as u32);
        }
    }

    fn set_outage_timer(&mut self) {
        let setup = self.setup.outages;
        let begun = setup.maintenance.get(self.outages.over..self.outages.begun);
        let ends = begun.unwrap_or_default().iter().map(|window| window.until);
        let begins = setup.maintenance.get(self.outages.begun);
        let change = setup.changes.get(self.outages.happened);
        let next = ends
            .filter(|&until| until > self.now)
            .chain(begins.map(|window| window.from))
            .chain(change.map(|change| change.at))
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

    /// `node` fails or is repaired by chance.
    pub(super) fn fault_due(&mut self, node: u32, sink: &mut dyn Sink) {
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

    /// What is known beforehand: first maintenance ends, then it begins, then the rest.
    pub(super) fn known_due(&mut self, sink: &mut dyn Sink) {
        let setup = self.setup.outages;
        let now = self.now;
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

    /// Nodes go out of service for one more reason; unless they are drained, whoever is
    /// on them is interrupted.
    fn take_out(&mut self, first: u32, count: u32, why: NodeState, sink: &mut dyn Sink) {
        if why != NodeState::DRAINED {
            self.interrupt_on(first, count, sink);
        }
        self.set_states(first, count, |state| state.with(why), sink);
        if why != NodeState::MAINTENANCE {
            self.unforeseen();
        }
    }

    /// These reasons are gone.
    fn put_back(&mut self, first: u32, count: u32, why: NodeState, sink: &mut dyn Sink) {
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
        // Neighbours in the same state are told of together.
        let mut told: Option<(u32, u32, NodeState)> = None;
        for node in first..first.saturating_add(count) {
            let before = self.nodes.state(node);
            let after = change(before);
            if before == after {
                continue;
            }
            // Only from a drained node are jobs not taken.
            let is_held = before == NodeState::DRAINED && self.is_held(node);
            self.nodes.set_state(node, after, is_held);
            match &mut told {
                Some((first, count, state)) if *state == after && *first + *count == node => {
                    *count += 1;
                }
                _ => {
                    if let Some((first, count, state)) = told.replace((node, 1, after)) {
                        sink.node_state(self.now, first, count, state);
                    }
                }
            }
        }
        if let Some((first, count, state)) = told {
            sink.node_state(self.now, first, count, state);
        }
    }

    /// Whether a job runs on `node`.
    fn is_held(&self, node: u32) -> bool {
        let running = core::iter::successors(self.running.head, |&id| self.jobs[id.index()].next);
        let mut held = running.map(|id| self.jobs[id.index()].held.list());
        held.any(|held| self.nodes.touches(held, node, 1).is_some())
    }

    /// Interrupts who runs on these nodes or is suspended there, in the order of starts.
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

    fn interrupt(&mut self, id: JobId, node: u32, sink: &mut dyn Sink) {
        let outages = self.setup.outages;
        self.cut_load(id, sink);
        let done = self.executed(id).up();
        let attempt = self.outages.attempts.get_mut(id.index());
        let mut unknown = Attempt::FIRST;
        let attempt = attempt.unwrap_or(&mut unknown);
        let goes_on =
            outages.interrupted != Interrupted::Killed && attempt.requeues < outages.most_requeues;
        let run = Duration(done.0.saturating_sub(attempt.kept.0));
        let kept = match outages.checkpoint(id.index()) {
            Some(checkpoint) if goes_on && outages.interrupted == Interrupted::TakenUp => {
                Duration(attempt.kept.0 + checkpoint.kept(run).0)
            }
            _ => Duration::ZERO,
        };
        let lost = Duration(done.0.saturating_sub(kept.0));
        let fate = match goes_on {
            true => {
                (attempt.kept, attempt.requeues) = (kept, attempt.requeues + 1);
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
        // It runs or is suspended, so that is possible.
        let _ = self.kill_for(id, fate, why, sink);
        self.unforeseen();
    }

    /// What the checkpoints of `id` kept of its starts before.
    #[inline]
    pub(crate) fn kept(&self, id: JobId) -> Duration {
        match self.outages.attempts.get(id.index()) {
            Some(attempt) if families::OUTAGES => attempt.kept,
            _ => Duration::ZERO,
        }
    }

    /// Forgets what the job before in this slot has had.
    #[inline]
    pub(crate) fn forget_attempts(&mut self, id: JobId) {
        if families::OUTAGES
            && let Some(attempt) = self.outages.attempts.get_mut(id.index())
        {
            *attempt = Attempt::FIRST;
        }
    }

    /// How much of what `id` has done it wrote checkpoints.
    pub(crate) fn writing(&self, id: JobId, executed: Duration) -> Duration {
        let checkpoint = self.setup.outages.checkpoint(id.index());
        checkpoint.map_or(Duration::ZERO, |checkpoint| checkpoint.writing(executed))
    }

    /// Whether maintenance is still ahead.
    #[inline]
    pub(crate) fn has_maintenance_ahead(&self) -> bool {
        families::OUTAGES && self.outages.begun < self.setup.outages.maintenance.len()
    }

    /// Maintenance that is not over, by its beginning.
    pub(crate) fn maintenance(&self) -> impl Iterator<Item = &Maintenance> + Clone {
        let ahead = self.setup.outages.maintenance.get(self.outages.over..);
        let ahead = ahead.unwrap_or_default().iter();
        ahead.filter(|window| window.until > self.now)
    }

    /// The same of what begins before `end`: nobody who runs until then may use its nodes.
    pub(crate) fn in_the_way(&self, end: Time) -> impl Iterator<Item = &Maintenance> + Clone {
        self.maintenance()
            .take_while(move |window| window.from < end)
    }

    /// Free nodes that are in service until `end`.
    pub(crate) fn room_until(&self, end: Time) -> u32 {
        if !self.has_maintenance_ahead() {
            return self.nodes.free();
        }
        let words = self.nodes.free_words().iter().enumerate();
        let room = words.map(|(word, free)| free & !nodes_of(self.in_the_way(end), word));
        room.map(u64::count_ones).sum()
    }

    /// Takes nodes that are in service until `end`, as many as asked for, from those
    /// first that have maintenance ahead: others need the rest.
    fn allocate_until(&mut self, count: u32, end: Time) -> Option<u32> {
        let now = self.now;
        let ahead = self.setup.outages.maintenance.get(self.outages.over..);
        let ahead = ahead.unwrap_or_default().iter();
        let ahead = ahead.filter(move |window| window.until > now);
        let in_the_way = ahead.clone().take_while(move |window| window.from < end);
        self.nodes.allocate_among(count, |word, free| {
            let usable = free & !nodes_of(in_the_way.clone(), word);
            let first = usable & nodes_of(ahead.clone(), word);
            [first, usable & !first]
        })
    }

    /// Takes nodes for `id`, which will progress at `rate`.
    #[inline]
    pub(crate) fn allocate(&mut self, id: JobId, nodes: u32, rate: Rate) -> Option<u32> {
        if self.has_maintenance_ahead() {
            let end = self.end_by_estimate(id, rate);
            return self.allocate_until(nodes, end);
        }
        self.nodes.allocate(nodes)
    }

    /// Whether all of `nodes` are in service until `id`, started on them now, ends by
    /// its estimate.
    pub(crate) fn are_clear(&self, id: JobId, nodes: &[u32]) -> bool {
        if !self.has_maintenance_ahead() {
            return true;
        }
        let end = self.end_by_estimate(id, Rate::FULL);
        let mut in_the_way = self.in_the_way(end);
        !in_the_way.any(|window| nodes.iter().any(|&node| window.is_of(node)))
    }

    /// Nodes that are in service until `id`, started now, ends by its estimate, among the
    /// 64 of a word.
    pub(crate) fn clear_word(&self, id: JobId, word: usize) -> u64 {
        let end = self.end_by_estimate(id, Rate::FULL);
        !nodes_of(self.in_the_way(end), word)
    }

    /// How long `id` is estimated to run from its start, with what checkpoints kept of
    /// starts before. Who has outrun its estimate by then is expected to need twice as
    /// long, and so on, as it is of who runs.
    pub(crate) fn exact_estimate(&self, id: JobId) -> Exact {
        let spec = self.specs.of(id);
        let (mut estimate, kept) = (spec.estimate, self.kept(id));
        if estimate > kept {
            return self.setup.exact(id, spec, estimate) - Exact::from(kept);
        }
        while estimate <= kept && estimate.0 < u64::MAX / 2 {
            estimate = Duration(estimate.0 * 2);
        }
        Exact::whole(estimate.0.saturating_sub(kept.0).max(1))
    }

    /// When `id` will end by its estimate if it starts now and progresses at `rate`.
    fn end_by_estimate(&self, id: JobId, rate: Rate) -> Time {
        let estimate = self.exact_estimate(id);
        let loads = match &self.memory {
            Some(memory) if families::SLICING => {
                memory.setup().time_to_load(self.specs.of(id).memory)
            }
            _ => Exact::ZERO,
        };
        match rate.is_stopped() {
            true => Time::MAX,
            false => (self.exact_now() + loads + estimate.time_at(rate)).time(),
        }
    }

    /// Nodes that could be used from `from`, now or later, until `end`, by the
    /// estimates of those who run, and if what is out of service for long stays so.
    pub(crate) fn usable(&self, from: Time, end: Time, ends: impl Fn(JobId) -> Time) -> u32 {
        let maintenance = self.setup.outages.maintenance.iter();
        // What has begun by `from` and is not over then is in the way as well.
        let in_the_way = maintenance.filter(|window| window.from < end && window.until > from);
        let usable = |node: u32| {
            let is_clear = !in_the_way.clone().any(|window| window.is_of(node));
            is_clear && !self.nodes.state(node).is_out_for_long()
        };
        let within = |(first, count): (u32, u32)| {
            (first..first + count).filter(|&node| usable(node)).count() as u32
        };
        let mut count = 0;
        for (word, free) in self.nodes.free_words().iter().enumerate() {
            count += (free & !nodes_of(in_the_way.clone(), word)).count_ones();
        }
        let mut next = self.running.head;
        while let Some(id) = next {
            next = self.jobs[id.index()].next;
            if ends(id) <= from {
                let held = self.nodes.intervals(self.jobs[id.index()].held.list());
                count += held.map(within).sum::<u32>();
            }
        }
        // What is in maintenance now, and no longer then.
        let open = self.maintenance().filter(|window| window.from <= self.now);
        let back = open.filter(|window| window.until <= from);
        count
            + back
                .map(|window| within((window.first, window.count)))
                .sum::<u32>()
    }

    /// Whether nothing is left to be simulated but what befalls nodes.
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

    /// A job leaves its nodes: if some of them are out of service they do not become
    /// free, which nobody could foresee.
    #[inline]
    pub(crate) fn note_leaving(&mut self, held: u32) {
        if families::OUTAGES && self.nodes.out_of_service() > 0 && self.nodes.loses(held) {
            self.unforeseen();
        }
    }

    /// How many nodes of `id`, which runs, go out of service when it ends.
    pub(crate) fn nodes_lost_with(&self, id: JobId) -> u32 {
        if !families::OUTAGES || self.nodes.out_of_service() == 0 {
            return 0;
        }
        let job = &self.jobs[id.index()];
        match job.phase {
            Phase::Running | Phase::Loading => {
                let held = self.nodes.intervals(job.held.list());
                let lost = |(first, count): (u32, u32)| {
                    let nodes = first..first + count;
                    nodes
                        .filter(|&node| !self.nodes.state(node).is_up())
                        .count() as u32
                };
                held.map(lost).sum()
            }
            _ => 0,
        }
    }
}

/// The nodes of these, among the 64 of a word.
fn nodes_of<'m>(maintenance: impl Iterator<Item = &'m Maintenance>, word: usize) -> u64 {
    maintenance.fold(0, |nodes, window| nodes | window.word(word))
}
