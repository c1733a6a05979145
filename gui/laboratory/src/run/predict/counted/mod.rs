//! EASY on equal nodes or cores, also under limits of their owners, where only numbers count: the decisions of the
//! engine in a small part of its time.
//!
//! The engine looks for nodes, and tries each waiting job at each end of another. Here a search passes over all
//! that cannot start ([`candidates`]), who waits for a limit is not tried before somebody of the same owner has ended
//! ([`owners`]), and who asks for as much as somebody before him or for more is not tried before him ([`kinds`]).

mod candidates;
mod index_set;
mod kinds;
mod owners;
mod segments;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use cosched_core::machine::cluster::{Amounts, ClusterRequest};
use cosched_core::policy::Order;
use cosched_core::{JobSpec, Time};

use self::candidates::{Candidates, Wanted};
use self::kinds::Kinds;
use self::owners::Owners;
use crate::record::Experiment;
use crate::record::choice::Choice;
use crate::record::cluster::ClusterData;
use crate::scenario::PolicyName;
use crate::scenario::moldable::Deadlines;
use crate::scenario::queue::Predictor;

pub(super) use segments::segments;

/// When each of `jobs` starts in `future` under `choice`; `None` if that is more than numbers, or not all
/// of them start.
pub(super) fn starts_of(
    future: &Experiment,
    choice: &Choice,
    jobs: Range<usize>,
) -> Option<Vec<Time>> {
    let mut machine = Machine::of(future, choice)?;
    machine.run(jobs.clone());
    jobs.map(|job| machine.starts[job]).collect()
}

/// Number of the first jobs of `future`, which run at its beginning, if under `choice` nothing but numbers counts in
/// it.
fn running(future: &Experiment, choice: &Choice) -> Option<usize> {
    let parameters = &choice.parameters;
    let is_plain = choice.policy == PolicyName::Easy
        && choice.branch.is_none()
        && parameters.order == Order::Submitted
        && parameters.backfill_order.is_none()
        && parameters.depth.is_none()
        && parameters.predictor == Predictor::Estimate
        && parameters.priority.is_none()
        && parameters.molding.deadlines == Deadlines::Soft
        && parameters.kill_at_estimate;
    let are_plain_jobs = future.jobs.is_sorted_by_key(|job| job.submit)
        && future.jobs.iter().all(|job| fits(job, future.nodes));
    if !is_plain || !are_plain_jobs {
        return None;
    }
    match &future.cluster {
        Some(cluster) => running_on(cluster, future),
        None => {
            let is_first = |job: &JobSpec| job.submit == Time::ZERO;
            Some(future.jobs.partition_point(is_first))
        }
    }
}

/// Number of the first jobs of `future`, which run at its beginning, if its `cluster` leaves nothing to consider but
/// numbers.
fn running_on(cluster: &ClusterData, future: &Experiment) -> Option<usize> {
    let mut limits = cluster.limits.tables.iter().flatten();
    let is_counted = cluster.is_of_units(future.nodes)
        && cluster.limits.licences.is_empty()
        && limits.all(|limits| limits.submitted == u32::MAX);
    let places = cluster.running_places.iter();
    let mut requests = future.jobs.iter().zip(&cluster.requests);
    let are_counted = requests.all(|(job, request)| asks_for_number(job, request))
        && places
            .zip(&future.jobs)
            .all(|(places, job)| places.len() == job.nodes as usize && job.submit == Time::ZERO);
    (is_counted && are_counted).then_some(cluster.running_places.len())
}

/// Whether there are as many `units` as `job` wants for some time.
fn fits(job: &JobSpec, units: u32) -> bool {
    (1..=units).contains(&job.nodes) && job.runtime.0 > 0 && job.estimate.0 > 0
}

/// Whether `job` wants nothing but a number of units.
fn asks_for_number(job: &JobSpec, request: &ClusterRequest) -> bool {
    let plain = ClusterRequest {
        user: request.user,
        account: request.account,
        qos: request.qos,
        user_of_qos: request.user_of_qos,
        ..ClusterRequest::nodes(job.nodes, Amounts::new(1, 0, 0))
    };
    *request == plain
}

/// The machine, and who runs and waits.
struct Machine<'f> {
    jobs: &'f [JobSpec],
    /// Number of jobs that run at the beginning; the others are candidates in this order.
    running: usize,
    free: u32,
    candidates: Candidates,
    kinds: Kinds,
    owners: Owners,
    /// Ends of running jobs.
    ends: BinaryHeap<Reverse<(Time, usize)>>,
    /// Units by the instant at which they are free by the estimates.
    planned: BTreeMap<Time, u32>,
    starts: Vec<Option<Time>>,
    /// Jobs in the order of their starts.
    started: Vec<usize>,
}

impl<'f> Machine<'f> {
    fn of(future: &'f Experiment, choice: &Choice) -> Option<Self> {
        let running = running(future, choice)?;
        let jobs = &future.jobs;
        let owners = match &future.cluster {
            Some(cluster) => Owners::new(&cluster.limits, &cluster.requests),
            None => Owners::without_limits(jobs.len()),
        };
        let mut machine = Self {
            jobs,
            running,
            free: future.nodes,
            candidates: Candidates::new(&jobs[running..]),
            kinds: Kinds::new(&jobs[running..], &owners.groups_of_jobs()[running..]),
            owners,
            ends: BinaryHeap::new(),
            planned: BTreeMap::new(),
            starts: vec![None; jobs.len()],
            started: Vec::new(),
        };
        for (index, job) in jobs.iter().enumerate().take(running) {
            machine.free = machine.free.checked_sub(job.nodes)?;
            machine.start(index, Time::ZERO);
        }
        Some(machine)
    }

    /// Lets time pass until all of `awaited` have started, or nothing happens any more.
    fn run(&mut self, awaited: Range<usize>) {
        let mut next = self.running;
        let mut seen = 0;
        let mut left = awaited.len();
        loop {
            left -= self.started[seen..]
                .iter()
                .filter(|job| awaited.contains(job))
                .count();
            seen = self.started.len();
            let submit = self.jobs.get(next).map(|job| job.submit);
            let end = self.ends.peek().map(|Reverse((end, _))| *end);
            let Some(now) = submit.into_iter().chain(end).min().filter(|_| left > 0) else {
                return;
            };
            while let Some(Reverse((end, job))) = self.ends.peek().copied()
                && end == now
            {
                self.ends.pop();
                self.end(job);
            }
            while self.jobs.get(next).is_some_and(|job| job.submit == now) {
                let index = next - self.running;
                if self.kinds.add(index) {
                    self.candidates.add(index);
                }
                next += 1;
            }
            self.pass(now);
        }
    }

    /// Starts whoever may start now.
    fn pass(&mut self, now: Time) {
        self.owners.begin_pass();
        let mut from = 0;
        let head = loop {
            let Some(index) = self.next_allowed(from, &Wanted::ALL) else {
                return;
            };
            from = index + 1;
            let job = self.running + index;
            if self.jobs[job].nodes > self.free {
                break job;
            }
            self.start_waiting(index, now);
        };
        let (shadow, mut extra) = self.reservation(self.jobs[head].nodes, now);
        while self.free > 0 {
            let wanted = Wanted {
                units: self.free,
                estimate: shadow.since(now),
                spared: extra.min(self.free),
            };
            let Some(index) = self.next_allowed(from, &wanted) else {
                return;
            };
            from = index + 1;
            let spec = self.jobs[self.running + index];
            if spec.estimate > wanted.estimate {
                extra -= spec.nodes;
            }
            self.start_waiting(index, now);
        }
    }

    /// The first candidate from `from` on that is among the `wanted`, and whom no limit holds.
    fn next_allowed(&mut self, mut from: usize, wanted: &Wanted) -> Option<usize> {
        loop {
            let listed = if *wanted == Wanted::ALL {
                self.candidates.first_of_all(from)
            } else {
                self.candidates.first(from, wanted)
            };
            let held = self
                .owners
                .first_released(from, wanted, &mut self.candidates);
            let index = listed.into_iter().chain(held).min()?;
            from = index + 1;
            let job = self.running + index;
            match self.owners.reached(job, self.jobs[job].nodes) {
                None => {
                    self.owners.let_go(index, &mut self.candidates);
                    return Some(index);
                }
                Some(owner) => self.owners.hold(index, owner, &mut self.candidates),
            }
        }
    }

    /// When that many `units` are free by the estimates, and how many are left then.
    fn reservation(&self, units: u32, now: Time) -> (Time, u32) {
        let (mut free, mut shadow) = (self.free, now);
        for (&end, &more) in &self.planned {
            if free >= units {
                break;
            }
            (free, shadow) = (free + more, end);
        }
        (shadow, free.saturating_sub(units))
    }

    fn start_waiting(&mut self, index: usize, now: Time) {
        self.candidates.remove(index);
        for other in self.kinds.remove(index) {
            self.candidates.add(other);
        }
        let job = self.running + index;
        self.free -= self.jobs[job].nodes;
        self.start(job, now);
    }

    /// Notes that `job`, whose units are not free any more, runs from `now` on.
    fn start(&mut self, job: usize, now: Time) {
        let spec = self.jobs[job];
        self.starts[job] = Some(now);
        self.started.push(job);
        self.owners.start(job, spec.nodes);
        *self.planned.entry(now.after(spec.estimate)).or_default() += spec.nodes;
        let runtime = spec.runtime.min(spec.estimate);
        self.ends.push(Reverse((now.after(runtime), job)));
    }

    fn end(&mut self, job: usize) {
        let spec = self.jobs[job];
        self.free += spec.nodes;
        self.owners.end(job, spec.nodes);
        let start = self.starts[job].unwrap_or(Time::ZERO);
        let planned = start.after(spec.estimate);
        if let Some(units) = self.planned.get_mut(&planned) {
            *units -= spec.nodes;
            if *units == 0 {
                self.planned.remove(&planned);
            }
        }
    }
}
