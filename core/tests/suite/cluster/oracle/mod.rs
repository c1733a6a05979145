//! Slow and simple reference of the policies on a cluster, second by second.
//!
//! It shares nothing with the engine: no timers, no tables, no memory of the last second;
//! free amounts are recounted from the running jobs wherever needed.

mod passes;
mod preemption;
pub(crate) mod sleep;

use std::collections::BTreeMap;

use cosched_core::machine::cluster::Awaited;

use super::draw::{Case, LimitKind};
use super::planned::Planned;
use sleep::Sleeper;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Policy {
    Fcfs,
    Easy,
    Conservative,
}

/// Start, end and nodes of a job; `None` if it never started.
pub(crate) type Schedule = Vec<Option<(u64, u64, Vec<u32>)>>;

pub(crate) const AMOUNTS: usize = 3;

/// A running or future job: nodes, and units on each.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) job: usize,
    pub(super) start: u64,
    /// When its nodes are up.
    pub(super) up: u64,
    pub(super) places: Vec<(usize, u32)>,
    /// Nodes with the index of a GPU there and thousandths of it, where jobs ask for parts.
    pub(super) gpus: Vec<(usize, usize, u32)>,
}

pub(super) struct World<'c> {
    pub(super) case: &'c Case,
    pub(super) now: u64,
    pub(super) running: Vec<Run>,
    pub(super) waiting: Vec<usize>,
    pub(super) planned: Vec<Planned>,
    /// The heads of partitions at the last decision, with their shadow times.
    pub(super) heads: Vec<(usize, u64)>,
    rejected: Vec<bool>,
    begun: Vec<bool>,
    /// Until when each job may not start because it was preempted.
    pub(super) held: Vec<u64>,
    /// When preempted jobs with grace end at the latest.
    pub(super) leaving: BTreeMap<usize, u64>,
    pub(super) done: Schedule,
    sleepers: Vec<Sleeper>,
    /// Whether a backfill pass looks for nodes.
    pub(super) is_planning: bool,
}

/// Runs the case to its end.
pub(crate) fn schedule(policy: Policy, case: &Case) -> Schedule {
    watched(policy, case, |_| ())
}

/// As `schedule`, with a callback after each decision.
pub(super) fn watched(policy: Policy, case: &Case, mut watch: impl FnMut(&World<'_>)) -> Schedule {
    let jobs = case.jobs.len();
    let mut world = World::of(case);
    let mut arrived = 0;
    while world.now < case.horizon() {
        let now = world.now;
        let ended = world.let_go();
        let edge = |window: &super::draw::Window| window.from == now || window.until == now;
        // Policies are called when anything happens.
        let begins = |one: &super::draw::Reserved| one.from == now || one.until == now;
        let mut happens = !ended.is_empty()
            || case.windows.iter().any(edge)
            || case.reserved.iter().any(begins)
            || world.is_any_job_due();
        while arrived < jobs && case.jobs[arrived].submit <= now {
            world.submit(arrived);
            arrived += 1;
            happens = true;
        }
        if !happens {
            world.now += 1;
            continue;
        }
        let queue = world.queue();
        match policy {
            Policy::Fcfs => world.fcfs(&queue),
            Policy::Easy => world.easy(&queue),
            Policy::Conservative => world.conservative(&queue, &ended),
        }
        watch(&world);
        world.now += 1;
    }
    world.done
}

impl<'c> World<'c> {
    pub(super) fn of(case: &'c Case) -> Self {
        Self {
            case,
            now: 0,
            running: Vec::new(),
            waiting: Vec::new(),
            planned: Vec::new(),
            heads: Vec::new(),
            rejected: vec![false; case.jobs.len()],
            begun: vec![false; case.jobs.len()],
            held: vec![0; case.jobs.len()],
            leaving: BTreeMap::new(),
            done: vec![None; case.jobs.len()],
            // All are awake when the first job comes.
            sleepers: vec![Sleeper::awake(case.jobs[0].submit); case.nodes()],
            is_planning: false,
        }
    }
}

impl World<'_> {
    /// Removes running jobs that end now.
    pub(super) fn let_go(&mut self) -> Vec<Run> {
        let all = std::mem::take(&mut self.running).into_iter();
        let (ended, running) = all.partition(|run| self.end(run) == self.now);
        self.running = running;
        ended
    }

    /// Waiting jobs, in order.
    pub(super) fn queue(&self) -> Vec<usize> {
        let mut queue = self.waiting.clone();
        let tier = |job: usize| self.case.partitions[self.case.jobs[job].partition].tier;
        queue.sort_by_key(|&job| (u32::MAX - tier(job), job));
        queue
    }

    pub(super) fn end(&self, run: &Run) -> u64 {
        let job = &self.case.jobs[run.job];
        run.up
            + if self.case.kills {
                job.runtime.min(job.estimate + self.case.overrun)
            } else {
                job.runtime
            }
    }

    fn expected_end_at(&self, run: &Run, now: u64) -> u64 {
        let mut estimate = self.case.jobs[run.job].estimate;
        while run.start + estimate <= now {
            estimate *= 2;
        }
        run.start + estimate
    }

    pub(super) fn expected_end(&self, run: &Run) -> u64 {
        self.expected_end_at(run, self.now)
    }

    pub(super) fn takes_whole(&self, job: usize) -> bool {
        let job = &self.case.jobs[job];
        job.whole || self.case.partitions[job.partition].whole
    }

    /// Free amounts of `node` if these jobs run there.
    pub(super) fn free<'r>(
        &self,
        node: usize,
        runs: impl Iterator<Item = &'r Run> + Clone,
    ) -> [u32; AMOUNTS] {
        let mut free = self.case.kinds[self.case.kind_of(node)].room;
        for run in runs.clone() {
            for &(other, units) in &run.places {
                if other != node {
                    continue;
                }
                if self.takes_whole(run.job) {
                    free = [0; AMOUNTS];
                }
                free = self.case.jobs[run.job].rest(free, units);
            }
        }
        self.with_whole_gpus(node, free, runs)
    }

    /// Units of `job` that fit on `node` with these free amounts.
    pub(super) fn units(&self, job: usize, node: usize, free: [u32; AMOUNTS]) -> u32 {
        let requested = &self.case.jobs[job];
        let kind = &self.case.kinds[self.case.kind_of(node)];
        if !self.case.partitions[requested.partition].nodes[node]
            || kind.features & requested.features != requested.features
            || (self.takes_whole(job) && free != kind.room)
        {
            return 0;
        }
        requested.fit(free, requested.most_on_a_node())
    }

    /// Whether `node` is in service and not kept from `job` by reservations.
    pub(super) fn is_there(&self, job: usize, node: usize, from: u64, until: u64) -> bool {
        self.is_for(job, node, from, until)
            && self.in_service(node, from, until)
            && !self.is_suspending(node)
    }

    /// Whether reservations leave `node` to `job`.
    pub(super) fn is_for(&self, job: usize, node: usize, from: u64, until: u64) -> bool {
        let own = self.case.jobs[job].reservation;
        for (index, one) in self.case.reserved.iter().enumerate() {
            if own == Some(index) {
                if !one.nodes[node] || from < one.from || one.until < until {
                    return false;
                }
            } else if one.nodes[node] && (from..until).any(|at| (one.from..one.until).contains(&at))
            {
                return false;
            }
        }
        true
    }

    /// Whether maintenance of `node` has not begun, and will not be over at `at`.
    pub(super) fn has_maintenance_after(&self, node: usize, at: u64) -> bool {
        let mut windows = self.case.windows.iter();
        windows.any(|one| one.from > self.now && one.until > at && one.nodes.contains(&node))
    }

    fn in_service(&self, node: usize, from: u64, until: u64) -> bool {
        let windows = &self.case.windows;
        !windows.iter().any(|window| {
            window.nodes.contains(&node) && window.from < until && window.until > from
        })
    }

    /// Running jobs, nodes, cores, jobs waiting or running, and GPUs of whoever this is.
    fn used(&self, who: LimitKind, id: u32) -> [u32; 5] {
        let is_one = |job: usize| self.case.counts_as(who, job, id);
        let mut used = [0; 5];
        for run in self.running.iter().filter(|run| is_one(run.job)) {
            let other = &self.case.jobs[run.job];
            used[0] += 1;
            used[1] += other.spec_nodes;
            used[2] += other.count * other.each[0];
            used[3] += 1;
            used[4] += other.count * other.each[2];
        }
        used[3] += self.waiting.iter().filter(|&&other| is_one(other)).count() as u32;
        used
    }

    /// Puts the job into the queue, or refuses it.
    pub(super) fn submit(&mut self, job: usize) {
        let mut limits = self.case.limits(job).into_iter();
        let may = limits.all(|(who, id, limits)| self.used(who, id)[3] < limits.submitted);
        if may {
            self.waiting.push(job);
        } else {
            self.rejected[job] = true;
        }
    }

    pub(super) fn may_start(&self, job: usize) -> bool {
        let reserved = self.case.jobs[job].reservation;
        let has_its_time = reserved.is_none_or(|one| {
            let one = &self.case.reserved[one];
            (one.from..one.until).contains(&self.now)
        });
        has_its_time && self.may_run(job)
    }

    /// Whether the other job has not started or ended yet, as it must have.
    fn is_awaited(&self, (other, awaited): (usize, Awaited)) -> bool {
        match &self.done[other] {
            None => !self.rejected[other] && (awaited == Awaited::End || !self.begun[other]),
            Some((_, end, _)) => awaited == Awaited::End && *end > self.now,
        }
    }

    /// Whether there are as many licences beside those that running jobs hold.
    fn has_licences(&self, job: usize) -> bool {
        let held = |job: usize, licence: usize| u32::from(self.case.jobs[job].licences[licence]);
        self.case
            .licences
            .iter()
            .enumerate()
            .all(|(licence, &all)| {
                let wanted = held(job, licence);
                let used: u32 = self.running.iter().map(|run| held(run.job, licence)).sum();
                wanted == 0 || used + wanted <= all
            })
    }

    /// Whether dependencies, its partition, licences and limits let it run.
    pub(super) fn may_run(&self, job: usize) -> bool {
        let requested = &self.case.jobs[job];
        let cores = requested.count * requested.each[0];
        self.case.partitions[requested.partition].up
            && !requested.after.iter().any(|&one| self.is_awaited(one))
            && self.has_licences(job)
            && self.case.limits(job).into_iter().all(|(who, id, limits)| {
                let used = self.used(who, id);
                used[0] < limits.running
                    && used[1].saturating_add(requested.spec_nodes) <= limits.nodes
                    && used[2].saturating_add(cores) <= limits.cores
                    && used[4].saturating_add(requested.count * requested.each[2]) <= limits.gpus
            })
    }

    /// Nodes with room now, in the order in which they are chosen, and their free cores.
    fn with_room(&self, job: usize, most_first: bool) -> Vec<(usize, u32)> {
        let until = self.now + self.case.jobs[job].estimate;
        let mut nodes = Vec::new();
        for node in 0..self.case.nodes() {
            let free = self.free(node, self.running.iter());
            let units = self.units(job, node, free);
            let units = units.min(self.gpu_units(job, node, self.running.iter()));
            if units > 0 && self.is_there(job, node, self.now, until) {
                let rank = self.rank(job, node, free, most_first);
                let is_last = !self.has_maintenance_after(node, self.now);
                nodes.push((rank, is_last, node, units));
            }
        }
        nodes.sort();
        nodes
            .iter()
            .map(|&(.., node, units)| (node, units))
            .collect()
    }

    /// Nodes for `job` that `rounds` allow, one after the other.
    pub(super) fn choose(
        &self,
        job: usize,
        rounds: &mut [&mut dyn FnMut(usize, u32) -> u32],
    ) -> Option<Vec<(usize, u32)>> {
        let requested = &self.case.jobs[job];
        let (mut places, mut left) = (Vec::new(), requested.count);
        for usable in rounds {
            if requested.tasks && places.is_empty() {
                let all = self.with_room(job, false);
                let one = all
                    .iter()
                    .find(|&&(node, units)| units >= left && usable(node, left) >= left);
                if let Some(&(node, _)) = one {
                    return Some(vec![(node, left)]);
                }
            }
            for (node, units) in self.with_room(job, requested.tasks) {
                let units = if left == 0 {
                    0
                } else {
                    usable(node, units.min(left))
                };
                if units > 0 {
                    places.push((node, units));
                    left -= units;
                }
            }
        }
        (left == 0).then_some(places)
    }

    pub(super) fn start(&mut self, job: usize, places: Vec<(usize, u32)>) {
        let up = self.wake(&places);
        let run = Run {
            up,
            ..self.run(job, places)
        };
        let mut nodes: Vec<u32> = run.places.iter().map(|&(node, _)| node as u32).collect();
        nodes.sort();
        self.done[job] = Some((self.now, self.end(&run), nodes));
        self.begun[job] = true;
        self.waiting.retain(|&other| other != job);
        self.running.push(run);
    }

    /// Whether jobs behind `job`, which finds no room, must leave it `node`.
    pub(super) fn wants(&self, job: usize, node: usize) -> bool {
        let requested = &self.case.jobs[job];
        let of_another = self.case.reserved.iter().enumerate().any(|(index, one)| {
            requested.reservation != Some(index)
                && one.nodes[node]
                && (one.from..one.until).contains(&self.now)
        });
        let of_its_own = |one: usize| self.case.reserved[one].nodes[node];
        self.case.partitions[requested.partition].nodes[node]
            && match requested.reservation {
                Some(one) => of_its_own(one),
                None => !of_another,
            }
    }
}
