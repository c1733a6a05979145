//! A schedule, and what follows from it and the rules of the policy alone, slowly.

use std::collections::{BTreeMap, BTreeSet};

/// The policies whose rules are modelled here.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Rules {
    Fcfs,
    Easy,
    Conservative,
    /// Only jobs ahead and passers, by submission.
    Others,
}

/// The orders of the queue.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Order {
    Submitted,
    ShortestEstimate,
    LongestEstimate,
    FewestNodes,
    MostNodes,
    LargestArea,
    Wfp3,
    Unicef,
}

impl Order {
    pub(crate) const ALL: [Self; 8] = [
        Self::Submitted,
        Self::ShortestEstimate,
        Self::LongestEstimate,
        Self::FewestNodes,
        Self::MostNodes,
        Self::LargestArea,
        Self::Wfp3,
        Self::Unicef,
    ];
}

/// A job of a schedule; times are whole nanoseconds.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) submit: u64,
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) estimate: u64,
    pub(crate) nodes: u64,
    /// Its nodes.
    pub(crate) places: BTreeSet<u32>,
}

impl Job {
    /// Its end by its estimate, as seen once all that happens at `at` has; an exceeded estimate is
    /// doubled.
    fn estimated_end(&self, at: u64) -> u64 {
        let mut estimate = self.estimate;
        while self.start + estimate <= at {
            estimate *= 2;
        }
        self.start + estimate
    }

    /// Whether it ends at `at`, sooner than it looked the moment before.
    pub(crate) fn ends_early(&self, at: u64) -> bool {
        self.end == at && self.estimated_end(at - 1) > at
    }

    fn waits_at(&self, at: u64) -> bool {
        self.submit <= at && at < self.start
    }

    pub(crate) fn runs_at(&self, at: u64) -> bool {
        self.start <= at && at < self.end
    }
}

/// The jobs by submission, on so many nodes.
pub(crate) struct Schedule {
    pub(crate) nodes: u64,
    pub(crate) rules: Rules,
    pub(crate) order: Order,
    /// Order in which EASY tries jobs behind the head.
    pub(crate) behind: Order,
    pub(crate) jobs: Vec<Job>,
}

/// Why a job may pass others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum PassReason {
    /// It ends before the head can start: the head, and when that is.
    InTime(usize, u64),
    /// So many nodes are not needed by the head when it can start.
    Extra(usize, u64, u64),
    /// Its reservation is due; the first job that waits on.
    Reserved(usize),
}

/// When a job can start, as seen from an instant on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Reservation {
    pub(crate) at: u64,
    pub(crate) start: u64,
    pub(crate) holders: Vec<usize>,
    pub(crate) waits_for: Vec<usize>,
    pub(crate) moved_by: ReservationMove,
}

/// Why a reservation moved.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum ReservationMove {
    /// It is new.
    New,
    /// These jobs ended before their estimates.
    Early(Vec<usize>),
    /// These jobs were put ahead by the order of the queue, and started.
    Ahead(Vec<usize>),
    /// These jobs run on beyond their estimates.
    Late(Vec<usize>),
}

impl Schedule {
    /// Whether `one` is ahead of `other` in the queue at `at`.
    pub(crate) fn is_ahead(&self, one: usize, other: usize, at: u64) -> bool {
        self.is_ahead_by(self.order, one, other, at)
    }

    fn is_ahead_by(&self, order: Order, one: usize, other: usize, at: u64) -> bool {
        let (a, b) = (&self.jobs[one], &self.jobs[other]);
        let wide = |number: u64| u128::from(number);
        let area = |job: &Job| wide(job.nodes) * wide(job.estimate);
        // The least is the first; of equals, the job submitted first.
        let compared = match order {
            Order::Submitted => std::cmp::Ordering::Equal,
            Order::ShortestEstimate => a.estimate.cmp(&b.estimate),
            Order::LongestEstimate => b.estimate.cmp(&a.estimate),
            Order::FewestNodes => a.nodes.cmp(&b.nodes),
            Order::MostNodes => b.nodes.cmp(&a.nodes),
            Order::LargestArea => area(b).cmp(&area(a)),
            Order::Wfp3 => {
                // (wait / estimate)³ · nodes, with everything multiplied out: whole seconds.
                let cubed = |time: u64| wide(time / 1_000_000_000).pow(3);
                let own = |job: &Job, other: &Job| {
                    cubed(at - job.submit) * wide(job.nodes) * cubed(other.estimate)
                };
                own(b, a).cmp(&own(a, b))
            }
            Order::Unicef => {
                // A logarithm is no fraction; the published formula as it stands.
                let greatness = |job: &Job| {
                    let width = (job.nodes as f64).log2().max(1.0);
                    (at - job.submit) as f64 / (width * job.estimate as f64)
                };
                greatness(b).total_cmp(&greatness(a))
            }
        };
        compared.then(one.cmp(&other)).is_lt()
    }

    /// `jobs` in the order of the queue at `at`.
    fn in_order(&self, order: Order, mut jobs: Vec<usize>, at: u64) -> Vec<usize> {
        let mut sorted = Vec::new();
        while !jobs.is_empty() {
            let first = (0..jobs.len()).find(|&index| {
                let others = jobs.iter().filter(|&&other| other != jobs[index]);
                others
                    .copied()
                    .all(|other| self.is_ahead_by(order, jobs[index], other, at))
            });
            sorted.push(jobs.remove(first.expect("one is first")));
        }
        sorted
    }

    fn all(&self, such: impl Fn(&Job) -> bool) -> Vec<usize> {
        let places = 0..self.jobs.len();
        places.filter(|&job| such(&self.jobs[job])).collect()
    }

    /// The queue at `at`, after all starts of that instant.
    fn queue(&self, at: u64) -> Vec<usize> {
        self.in_order(self.order, self.all(|job| job.waits_at(at)), at)
    }

    fn free(&self, at: u64) -> u64 {
        let running = self.jobs.iter().filter(|job| job.runs_at(at));
        self.nodes - running.map(|job| job.nodes).sum::<u64>()
    }

    /// The instants at which anything happens, while `job` waits.
    fn instants(&self, job: usize) -> Vec<u64> {
        let waits = self.jobs[job].submit..self.jobs[job].start;
        let all = self
            .jobs
            .iter()
            .flat_map(|job| [job.submit, job.start, job.end]);
        let all: BTreeSet<u64> = all.filter(|at| waits.contains(at)).collect();
        all.into_iter().collect()
    }

    /// Jobs ahead of `job` as it is submitted, before any starts.
    pub(crate) fn ahead(&self, job: usize) -> Vec<usize> {
        let at = self.jobs[job].submit;
        let there = self.all(|other| other.submit <= at && at <= other.start);
        let ahead = there
            .into_iter()
            .filter(|&other| other != job && self.is_ahead(other, job, at));
        self.in_order(self.order, ahead.collect(), at)
    }

    /// Jobs that start while `job` waits: ahead of it, or if `behind`, behind it.
    pub(crate) fn started_meanwhile(&self, job: usize, behind: bool) -> Vec<(u64, usize)> {
        let waits = self.jobs[job].submit..self.jobs[job].start;
        let others = (0..self.jobs.len()).filter(|&other| other != job);
        let meanwhile = others.filter(|&other| waits.contains(&self.jobs[other].start));
        let such =
            meanwhile.filter(|&other| self.is_ahead(job, other, self.jobs[other].start) == behind);
        let mut all: Vec<_> = such.map(|other| (self.jobs[other].start, other)).collect();
        all.sort_unstable();
        all
    }

    /// When `job` became the first in the queue, with the nodes free then.
    pub(crate) fn headed(&self, job: usize) -> Vec<(u64, u64)> {
        let mut all = Vec::new();
        let mut is_head = false;
        for at in self.instants(job) {
            let was_head = std::mem::replace(&mut is_head, self.queue(at)[0] == job);
            if is_head && !was_head {
                all.push((at, self.free(at)));
            }
        }
        all
    }

    /// When the blocked `head` can start by the estimates of the jobs running at `at` other than
    /// `without`; and nodes free then.
    fn shadow(&self, head: usize, at: u64, without: &[usize]) -> (u64, u64) {
        let running = self.all(|job| job.runs_at(at));
        let running = running.into_iter().filter(|job| !without.contains(job));
        let running: Vec<usize> = running.collect();
        let taken_after = |end: u64| {
            let still = running.iter().map(|&job| &self.jobs[job]);
            let still = still.filter(|job| job.estimated_end(at) > end);
            still.map(|job| job.nodes).sum::<u64>()
        };
        let ends = running.iter().map(|&job| self.jobs[job].estimated_end(at));
        let enough = ends.filter(|&end| self.nodes - taken_after(end) >= self.jobs[head].nodes);
        let shadow = enough.min().expect("every job fits the machine");
        (shadow, self.nodes - taken_after(shadow))
    }

    /// Why `passer` was allowed to start before the jobs ahead of it.
    pub(crate) fn allowed(&self, passer: usize) -> PassReason {
        let at = self.jobs[passer].start;
        let head = self.queue(at)[0];
        if self.rules == Rules::Conservative {
            return PassReason::Reserved(head);
        }
        // Jobs that start behind the head, in the order in which they are tried.
        let behind = self.all(|job| job.start == at);
        let behind = behind
            .into_iter()
            .filter(|&job| self.is_ahead(head, job, at));
        let behind = self.in_order(self.behind, behind.collect(), at);
        let (shadow, then_free) = self.shadow(head, at, &behind);
        let mut extra = then_free - self.jobs[head].nodes;
        for job in behind {
            let in_time = at + self.jobs[job].estimate <= shadow;
            if job == passer {
                return if in_time {
                    PassReason::InTime(head, shadow)
                } else {
                    PassReason::Extra(head, shadow, extra)
                };
            }
            extra -= if in_time { 0 } else { self.jobs[job].nodes };
        }
        unreachable!("it starts behind the head")
    }

    /// When `job` can start by the estimates, each time that this becomes known or changes.
    pub(crate) fn reserved(&self, job: usize) -> Vec<Reservation> {
        let plans = match self.rules {
            Rules::Conservative => super::plans::plans(self),
            _ => BTreeMap::new(),
        };
        let mut all: Vec<Reservation> = Vec::new();
        let mut known = None;
        for at in self.instants(job) {
            let none = BTreeMap::new();
            let planned = plans.get(&at).unwrap_or(&none);
            let start = match self.rules {
                Rules::Conservative => Some(planned[&job]),
                _ => (self.queue(at)[0] == job).then(|| self.shadow(job, at, &[]).0),
            };
            if let Some(start) = start.filter(|&start| known != Some(start)) {
                let moved_by = match known {
                    None => ReservationMove::New,
                    Some(before) => self.moved(job, at, start > before),
                };
                let running = self.all(|one| one.runs_at(at) && one.estimated_end(at) <= start);
                let ends_then = |&one: &usize| self.jobs[one].estimated_end(at) == start;
                let mut waits_for: Vec<usize> = running.iter().copied().filter(ends_then).collect();
                let planned = planned.iter().filter(|&(&other, plan)| {
                    other != job && plan + self.jobs[other].estimate == start
                });
                waits_for.extend(planned.map(|(&other, _)| other));
                waits_for.sort_unstable();
                let mut holders = running;
                holders.sort_by_key(|&one| (self.jobs[one].estimated_end(at), one));
                all.push(Reservation {
                    at,
                    start,
                    holders,
                    waits_for,
                    moved_by,
                });
            }
            known = start;
        }
        all
    }

    /// Why the reservation of `job` moved at `at`.
    fn moved(&self, job: usize, at: u64, is_later: bool) -> ReservationMove {
        let started = self.all(|one| one.start == at).into_iter();
        let ahead: Vec<usize> = started.filter(|&one| self.is_ahead(one, job, at)).collect();
        let early = self.all(|one| one.ends_early(at));
        match (is_later && !ahead.is_empty(), early.is_empty()) {
            (true, _) => ReservationMove::Ahead(ahead),
            (false, false) => ReservationMove::Early(early),
            (false, true) => ReservationMove::Late(
                self.all(|one| one.runs_at(at) && one.start + one.estimate <= at),
            ),
        }
    }

    /// The jobs that left the nodes of `job` while it waited, when, and how many nodes.
    pub(crate) fn previous_holders(&self, job: usize) -> Vec<(u64, usize, u64)> {
        let own = &self.jobs[job];
        let mut counts: BTreeMap<(u64, usize), u64> = BTreeMap::new();
        for index in &own.places {
            let before = self.all(|one| one.places.contains(index) && one.end <= own.start);
            let last = before
                .into_iter()
                .map(|one| (self.jobs[one].end, one))
                .max();
            if let Some(last) = last.filter(|&(end, _)| end > own.submit) {
                *counts.entry(last).or_default() += 1;
            }
        }
        let all = counts.into_iter().rev();
        all.map(|((end, job), count)| (end, job, count)).collect()
    }
}
