//! Slurm's passes against a slow reference on plain sets, second by second.

use std::collections::{BTreeMap, BTreeSet};

use cosched_core::policy::slurm::{Grid, PassDepth, PassIntervals, PassTimes};
use cosched_core::{Duration, JobSpec, Time};

use super::windows::Plugin;

pub(crate) type Nodes = BTreeSet<u32>;

/// A job of the slow program, in seconds.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(super) submit: u64,
    pub(super) runtime: u64,
    pub(super) limit: u64,
    pub(super) nodes: u32,
    pub(super) start: Option<u64>,
    pub(super) on: Nodes,
}

/// Input of both programs.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) nodes: u32,
    pub(crate) resolution: u64,
    pub(crate) origin: u64,
    pub(crate) window: u64,
    pub(crate) depth: usize,
    pub(super) jobs: Vec<Job>,
    pub(crate) main: Vec<u64>,
    pub(crate) backfill: Vec<u64>,
    pub(crate) plugin: Plugin,
    // Jobs are alone on their nodes because they want to.
    pub(super) exclusive: bool,
    // The user of each job, and how many jobs of each a backfill pass tests.
    pub(super) users: Vec<u32>,
    pub(super) per_user: usize,
    // Number of starts with which a backfill pass ends.
    pub(super) most_starts: usize,
    // How long jobs go on beyond their limits; not told to the policy if absent.
    pub(crate) overrun: Option<u64>,
}

/// The shortest run of consecutive nodes that is long enough, otherwise the longest ones.
pub(crate) fn choose(free: &Nodes, mut count: usize) -> Nodes {
    let (mut free, mut chosen) = (free.clone(), Nodes::new());
    while count > 0 {
        let mut runs: Vec<Vec<u32>> = Vec::new();
        for &node in &free {
            match runs.last_mut() {
                Some(run) if run.last() == Some(&(node - 1)) && node > 0 => run.push(node),
                _ => runs.push(vec![node]),
            }
        }
        let fitting = runs.iter().filter(|run| run.len() >= count);
        let longest = || runs.iter().rev().max_by_key(|run| run.len());
        let run = fitting
            .min_by_key(|run| run.len())
            .or_else(longest)
            .unwrap();
        let taken: Vec<u32> = run.iter().copied().take(count).collect();
        count -= taken.len();
        for node in taken {
            free.remove(&node);
            chosen.insert(node);
        }
    }
    chosen
}

/// Begin, end and nodes of a plan.
pub(crate) type Plan = (u64, u64, Nodes);

impl Case {
    fn down(&self, at: u64) -> u64 {
        ((at + self.origin) / self.resolution * self.resolution).saturating_sub(self.origin)
    }

    /// Begin and end of the nodes' use by a plan.
    pub(crate) fn taken(&self, start: u64, limit: u64) -> (u64, u64) {
        let (from, to) = (self.down(start), self.down(start + limit));
        (
            from,
            if to > from {
                to
            } else {
                from + self.resolution
            },
        )
    }

    /// End of the limit of a running job, by which it is taken away.
    pub(crate) fn known_end(&self, now: u64, end: u64) -> u64 {
        match self.overrun {
            None => end.max(now + 1),
            Some(_) => end,
        }
    }

    /// When a running job with this end is expected to have gone.
    pub(crate) fn expected_end(&self, now: u64, end: u64) -> u64 {
        match self.overrun {
            Some(overrun) if end <= now && self.plugin != Plugin::Linear => {
                (end + overrun).max(now + 1)
            }
            _ if end <= now => now + 1,
            _ => end,
        }
    }

    /// End of the visible plans.
    pub(crate) fn horizon(&self, now: u64) -> u64 {
        self.down(now + self.window)
    }

    fn all(&self) -> Nodes {
        (0..self.nodes).collect()
    }

    /// Spans of time from `now` on with the nodes free of plans, no two neighbours with the
    /// same.
    pub(crate) fn spans(&self, now: u64, plans: &[Plan]) -> Vec<(u64, Nodes)> {
        let mut times: BTreeSet<u64> = [now].into();
        times.extend(
            plans
                .iter()
                .flat_map(|plan| [plan.0, plan.1])
                .filter(|&at| at > now && at < self.horizon(now)),
        );
        let mut spans: Vec<(u64, Nodes)> = Vec::new();
        for at in times {
            let mut free = self.all();
            for (_, _, nodes) in plans.iter().filter(|plan| plan.0 <= at && at < plan.1) {
                free.retain(|node| !nodes.contains(node));
            }
            if spans.last().is_none_or(|(_, before)| *before != free) {
                spans.push((at, free));
            }
        }
        spans
    }

    /// Start and nodes of a job by the plans so far.
    fn earliest(
        &self,
        now: u64,
        free: &Nodes,
        running: &[(u64, Nodes)],
        plans: &[Plan],
        job: &Job,
    ) -> Option<(u64, Nodes)> {
        let limit = job.limit.div_ceil(60) * 60;
        let (spans, count) = (self.spans(now, plans), job.nodes as usize);
        let mut start = now;
        loop {
            let (clear, next) = self.free_throughout(&spans, (start, start + limit), |_| true);
            let without = |gone: usize| -> Nodes {
                let given = running[..gone].iter().flat_map(|(_, nodes)| nodes);
                free.iter()
                    .chain(given)
                    .copied()
                    .filter(|node| clear.contains(node))
                    .collect()
            };
            let ends: Vec<u64> = running.iter().map(|(end, _)| *end).collect();
            let found = if without(0).len() >= count {
                Some((0, start))
            } else {
                let is_usable = |index: usize| !running[index].1.is_disjoint(&clear);
                let is_enough = |gone: usize| without(gone).len() >= count;
                let found = self.plugin.enough(self.origin, &ends, is_usable, is_enough);
                found.map(|(gone, end)| (gone, self.expected_end(now, end)))
            };
            if let Some((gone, end)) = found
                && let begin = start.max(end)
                && next.is_none_or(|next| begin <= next)
            {
                let chosen = choose(&without(gone), count);
                let (from, to) = self.taken(begin, limit);
                let taken = |plan: &&Plan| {
                    plan.0 < plan.1
                        && plan.0.max(now) < to
                        && plan.1 > from.max(now)
                        && !plan.2.is_disjoint(&chosen)
                };
                // Plans from before now count from now on.
                if begin <= now || !plans.iter().any(|plan| taken(&plan) && plan.1 > now) {
                    return Some((begin, chosen));
                }
                if begin > start {
                    start = begin;
                    continue;
                }
            }
            start = next?;
        }
    }

    /// Start of each job.
    pub(super) fn starts(&self) -> Vec<Option<u64>> {
        let mut jobs = self.jobs.clone();
        let last = self
            .backfill
            .iter()
            .chain(&self.main)
            .max()
            .copied()
            .unwrap_or(0);
        for now in 0..=last {
            let waits = |job: &Job| job.submit <= now && job.start.is_none();
            let runs = |job: &Job| job.start.is_some_and(|start| now < start + job.runtime);
            if self.main.contains(&now) {
                for index in 0..jobs.len() {
                    let free = self.free(&jobs, runs);
                    let job = &mut jobs[index];
                    if !waits(job) {
                        continue;
                    }
                    if free.len() < job.nodes as usize {
                        break;
                    }
                    (job.start, job.on) = (Some(now), choose(&free, job.nodes as usize));
                }
            }
            if self.backfill.contains(&now) {
                let mut plans: Vec<Plan> = Vec::new();
                // Spans that plans have cut, including those merged with others.
                let mut made = 1;
                let queue: Vec<usize> = (0..jobs.len())
                    .filter(|&index| waits(&jobs[index]))
                    .collect();
                let (mut tested, mut started) = (BTreeMap::new(), 0);
                for index in queue.into_iter().take(self.depth) {
                    let of_user: &mut usize = tested.entry(self.users[index]).or_default();
                    if *of_user == self.per_user {
                        continue;
                    }
                    *of_user += 1;
                    // Of equal ends the first submitted is first.
                    let mut running: Vec<(u64, Nodes)> = jobs
                        .iter()
                        .filter(|job| runs(job))
                        .map(|job| {
                            let end = job.start.unwrap() + job.limit.div_ceil(60) * 60;
                            (self.known_end(now, end), job.on.clone())
                        })
                        .collect();
                    running.sort_by_key(|(end, _)| *end);
                    let free = self.free(&jobs, runs);
                    let Some((start, nodes)) =
                        self.earliest(now, &free, &running, &plans, &jobs[index])
                    else {
                        continue;
                    };
                    if start > now + self.window {
                        continue;
                    }
                    if start == now {
                        if self.exclusive {
                            let limit = jobs[index].limit.div_ceil(60) * 60;
                            made += self.plan(now, &mut plans, (now, limit), nodes.clone());
                        }
                        (jobs[index].start, jobs[index].on) = (Some(now), nodes);
                        started += 1;
                        if started == self.most_starts {
                            break;
                        }
                    } else {
                        if made >= self.depth {
                            break;
                        }
                        let limit = jobs[index].limit.div_ceil(60) * 60;
                        made += self.plan(now, &mut plans, (start, limit), nodes);
                    }
                }
            }
        }
        jobs.iter().map(|job| job.start).collect()
    }

    /// Nodes that are free of plans in all spans that touch the time from `start` to `end`,
    /// and the time after `start` when a plan gives nodes that `counts` back that no other takes
    /// then: up to the second span behind.
    pub(crate) fn free_throughout(
        &self,
        spans: &[(u64, Nodes)],
        (start, end): (u64, u64),
        counts: impl Fn(u32) -> bool,
    ) -> (Nodes, Option<u64>) {
        let (mut clear, mut next) = (self.all(), None);
        for (index, (begin, nodes)) in spans.iter().enumerate() {
            let after = spans.get(index + 1);
            if after.is_some_and(|(other, _)| *other <= start) {
                continue;
            }
            if let Some((other, then)) = after
                && next.is_none()
                && then.difference(nodes).any(|&node| counts(node))
            {
                next = Some(*other);
            }
            if *begin > end {
                break;
            }
            clear.retain(|node| nodes.contains(node));
        }
        (clear, next)
    }

    /// Plans that `nodes` are taken; returns the number of spans that adds.
    pub(crate) fn plan(
        &self,
        now: u64,
        plans: &mut Vec<Plan>,
        (start, limit): (u64, u64),
        nodes: Nodes,
    ) -> usize {
        let (horizon, mut made) = (self.horizon(now), 0);
        let (from, to) = self.taken(start, limit);
        if from < horizon {
            let cuts = self.spans(now, plans);
            let is_new = |at| cuts.iter().all(|(begin, _)| *begin != at);
            let to = to.min(horizon);
            if from.max(now) < to {
                made += usize::from(is_new(from.max(now)));
                made += usize::from(to < horizon && is_new(to));
            }
            plans.push((from, to, nodes));
        }
        made
    }

    fn free(&self, jobs: &[Job], runs: impl Fn(&Job) -> bool) -> Nodes {
        let mut free = self.all();
        for job in jobs.iter().filter(|job| runs(job)) {
            free.retain(|node| !job.on.contains(node));
        }
        free
    }

    /// Start of each job by the policy.
    pub(super) fn by_policy(&self) -> Vec<Option<u64>> {
        let workload: Vec<JobSpec> = self
            .jobs
            .iter()
            .map(|job| {
                JobSpec::exact(
                    Time::from_seconds(job.submit),
                    Duration::from_seconds(job.runtime),
                    job.nodes,
                )
                .with_estimate(Duration::from_seconds(job.limit))
            })
            .collect();
        let (main, backfill) = (instants(&self.main), instants(&self.backfill));
        let ticks = PassTimes::At {
            main: &main,
            backfill: &backfill,
            clearing: &[],
        };
        super::slurm_runs::run(self, &workload, ticks)
    }

    pub(crate) fn grid(&self) -> Grid {
        Grid {
            resolution: Duration::from_seconds(self.resolution),
            origin: Duration::from_seconds(self.origin),
            window: Duration::from_seconds(self.window),
        }
    }
}

pub(crate) fn instants(seconds: &[u64]) -> Vec<Time> {
    seconds.iter().map(|&at| Time::from_seconds(at)).collect()
}

/// Depth of passes that test `depth` jobs.
pub(crate) fn looking(depth: usize) -> PassDepth {
    PassDepth {
        main: 100,
        backfill: depth,
        starts: usize::MAX,
        plans: usize::MAX,
        least_age: Duration::ZERO,
    }
}

pub(crate) const PACE: PassIntervals = PassIntervals {
    batch_delay: Duration::from_seconds(3),
    full: Duration::from_seconds(60),
    backfill: Duration::from_seconds(30),
};
