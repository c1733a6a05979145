//! Nodes that sleep while no job uses them: which are asleep or on their way, and when those are up that a job gets.

use crate::engine::Context;
use crate::machine::cluster::{Cluster, NodeSleep};
use crate::policy::slurm::whole_second;
use crate::units::ids::JobId;
use crate::units::time::Time;

/// Sleep of a node, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SleepState {
    // Number of its entry in the cluster, from 1 on; 0 if it never sleeps.
    entry: u32,
    is_busy: bool,
    // Whether it has been reported that it sleeps.
    is_reported: bool,
    // Since when it has been up, and if no job has it also idle; in the future while it boots.
    since: Time,
}

impl SleepState {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        entry: 0,
        is_busy: false,
        is_reported: false,
        since: Time::ZERO,
    };
}

/// How awake a node is, the most awake first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Wakefulness {
    Awake,
    Booting,
    Asleep,
    /// It goes to sleep, and is of no use until it sleeps.
    Suspending,
}

/// Nodes that sleep while no job uses them.
#[derive(Debug)]
pub(super) struct Sleepers<'a> {
    // Empty if no node sleeps.
    nodes: &'a mut [SleepState],
    // Number of changes of nodes when they were last looked at; `None` before the first.
    seen: Option<u64>,
    // When the first of those that go to sleep is of use again, and when any node is next in another state.
    next_asleep: Time,
    next_change: Time,
}

impl<'a> Sleepers<'a> {
    pub(super) fn new(nodes: &'a mut [SleepState]) -> Self {
        Self {
            nodes,
            seen: None,
            next_asleep: Time::MAX,
            next_change: Time::MAX,
        }
    }

    /// Whether no node ever sleeps.
    pub(super) const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Forgets all, before another simulation, at whose first pass all nodes are awake.
    pub(super) fn restart(&mut self) {
        self.seen = None;
    }

    /// Notes which nodes jobs have got or left since the last time: now.
    pub(super) fn update(&mut self, context: &Context<'_, '_>) {
        let Some(cluster) = context.cluster().filter(|_| !self.is_empty()) else {
            return;
        };
        let now = context.now();
        if self.seen.is_none() {
            for (state, node) in self.nodes.iter_mut().zip(0..) {
                let entry = cluster.setup().sleep_of(node);
                let entry = entry.map_or(0, |entry| entry as u32 + 1);
                *state = SleepState {
                    entry,
                    since: now,
                    ..SleepState::EMPTY
                };
            }
        }
        match self.seen.and_then(|seen| cluster.changed_since(seen)) {
            Some(changed) => changed.for_each(|node| look_at(self.nodes, cluster, node, now)),
            None => (0..self.nodes.len() as u32)
                .for_each(|node| look_at(self.nodes, cluster, node, now)),
        }
        self.seen = Some(cluster.changes());
    }

    /// Notes the present states, and reports who sleeps; returns whether a node that went to sleep the last time has
    /// come to be of use since.
    pub(super) fn look(&mut self, context: &mut Context<'_, '_>) -> bool {
        self.update(context);
        let now = whole_second(context.now());
        let is_of_use = self.next_asleep <= now;
        (self.next_asleep, self.next_change) = (Time::MAX, Time::MAX);
        for (state, node) in self.nodes.iter_mut().zip(0..) {
            let sleep = context.cluster().and_then(|all| entry_of(all, state));
            let Some((suspends, sleeps)) = sleep.map(|sleep| sleep.falls_asleep(state.since))
            else {
                continue;
            };
            let is_asleep = !state.is_busy && sleeps <= now;
            if is_asleep && !state.is_reported {
                context.report_sleep(node, sleeps);
            }
            state.is_reported = is_asleep;
            let all = [state.since, suspends, sleeps];
            let changes = all.into_iter().take(if state.is_busy { 1 } else { 3 });
            let next = changes.filter(|&at| at > now).min();
            self.next_change = self.next_change.min(next.unwrap_or(Time::MAX));
            if !state.is_busy && suspends <= now && now < sleeps {
                self.next_asleep = self.next_asleep.min(sleeps);
            }
        }
        is_of_use
    }

    /// Whether a node goes to sleep, by the last [look](Self::look).
    pub(super) fn is_any_suspending(&self) -> bool {
        self.next_asleep < Time::MAX
    }

    /// When the first node is asleep that goes to sleep, by the last [look](Self::look), if `job` has no room now
    /// beside such nodes.
    pub(super) fn awaited(&self, context: &Context<'_, '_>, job: JobId) -> Option<Time> {
        let cluster = context.cluster().filter(|_| self.is_any_suspending())?;
        let (request, now) = (cluster.setup().request(job.index()), context.now());
        let awake = (0..self.nodes.len() as u32)
            .filter(|&node| self.wakefulness(cluster, node, now) != Wakefulness::Suspending);
        let units = awake.map(|node| cluster.units_now(node, &request));
        let has_room = units.fold(0, u32::saturating_add) >= request.units();
        (!has_room).then_some(self.next_asleep)
    }

    /// When any node is next in another state, by the last [look](Self::look).
    pub(super) const fn next_change(&self) -> Time {
        self.next_change
    }

    /// How awake `node` is now.
    pub(super) fn wakefulness(&self, cluster: &Cluster<'_>, node: u32, now: Time) -> Wakefulness {
        let state = self.nodes.get(node as usize);
        let sleep = state.and_then(|state| Some((state, entry_of(cluster, state)?)));
        let Some((state, sleep)) = sleep else {
            return Wakefulness::Awake;
        };
        let (suspends, sleeps) = sleep.falls_asleep(state.since);
        match whole_second(now) {
            _ if now < state.since => Wakefulness::Booting,
            second if state.is_busy || second < suspends => Wakefulness::Awake,
            second if second < sleeps => Wakefulness::Suspending,
            _ => Wakefulness::Asleep,
        }
    }

    /// Wakes the nodes of `job`, which has just started; returns when all are up.
    pub(super) fn wake(&mut self, context: &Context<'_, '_>, job: JobId) -> Time {
        let Some(cluster) = context.cluster().filter(|_| !self.is_empty()) else {
            return Time::ZERO;
        };
        let now = context.now();
        let mut up = Time::ZERO;
        for node in nodes_of(context, job) {
            let wakefulness = self.wakefulness(cluster, node, now);
            let Some(state) = self.nodes.get_mut(node as usize) else {
                continue;
            };
            let Some(sleep) = entry_of(cluster, state) else {
                continue;
            };
            if wakefulness == Wakefulness::Asleep {
                state.since = now.after(sleep.boot_time);
            }
            state.is_busy = true;
            up = up.max(state.since);
        }
        up
    }

    /// Since when the limit of the running `job` counts: its start, or once its nodes have booted, the end of that.
    pub(super) fn runs_since(&self, context: &Context<'_, '_>, job: JobId) -> Time {
        let started = context.started(job);
        if self.is_empty() {
            return started;
        }
        let all = nodes_of(context, job).filter_map(|node| self.nodes.get(node as usize));
        let up = all.filter(|state| state.entry > 0).map(|state| state.since);
        let up = up.max().unwrap_or(started).max(started);
        if up <= context.now() { up } else { started }
    }
}

/// Times of the sleep of a node, if it ever sleeps.
fn entry_of<'c>(cluster: &'c Cluster<'_>, state: &SleepState) -> Option<&'c NodeSleep<'c>> {
    let index = state.entry.checked_sub(1)?;
    cluster.setup().sleep.get(index as usize)
}

/// Notes whether a job has `node` now, after a change.
fn look_at(nodes: &mut [SleepState], cluster: &Cluster<'_>, node: u32, now: Time) {
    let Some(state) = nodes.get_mut(node as usize) else {
        return;
    };
    let is_busy = cluster.jobs_on(node).next().is_some();
    if state.is_busy && !is_busy {
        state.since = state.since.max(now);
    }
    state.is_busy = is_busy;
}

/// Nodes of the running `job`.
fn nodes_of<'c>(context: &'c Context<'_, '_>, job: JobId) -> impl Iterator<Item = u32> + 'c {
    let held = context.held(job);
    held.flat_map(|(first, count)| first..first + count)
}
