//! Jobs of a measured run by number, and their places in the list of the controller.

use std::collections::HashMap;
use std::sync::Arc;

use cosched_core::{Duration, Time};

use super::state::{RunningJob, SECOND, WaitingJob};
use crate::base::problem::Problem;
use crate::load::slurm::decisions::{Event, Instant, Number};
use crate::load::slurm::measured::{Job, MeasuredRun};

/// Jobs by number, with the order of the list of the controller: by submission; the first task of
/// an array that starts has the place of the array, which moves to the end of the list.
#[derive(Clone, Debug)]
pub struct JobList<'m> {
    measured: &'m MeasuredRun,
    by_number: Arc<HashMap<Number, &'m Job>>,
    // Tasks of each array that have not started.
    waiting_tasks: HashMap<Number, usize>,
    // Tasks of each array that run.
    running_tasks: HashMap<Number, usize>,
    orders: HashMap<Number, u64>,
    next: u64,
    // Instants of the decisions about each job, in their order.
    tests: Arc<HashMap<Number, Vec<Instant>>>,
    // When jobs were preempted.
    preempted: HashMap<Number, Instant>,
}

impl<'m> JobList<'m> {
    /// Those of `measured`.
    pub fn new(measured: &'m MeasuredRun) -> Self {
        let mut waiting_tasks = HashMap::new();
        for array in measured.jobs.iter().filter_map(|job| job.array) {
            *waiting_tasks.entry(array).or_default() += 1;
        }
        let jobs = measured.jobs.iter().map(|job| (job.id, job));
        let mut tests: HashMap<Number, Vec<Instant>> = HashMap::new();
        for line in &measured.decisions.lines {
            if let Event::Tested(job)
            | Event::Planned(job, ..)
            | Event::Started(job, _)
            | Event::Allocated(job, _) = &line.event
            {
                tests.entry(*job).or_default().push(line.at);
            }
        }
        Self {
            measured,
            by_number: Arc::new(jobs.collect()),
            waiting_tasks,
            running_tasks: HashMap::new(),
            orders: HashMap::new(),
            next: 0,
            tests: Arc::new(tests),
            preempted: HashMap::new(),
        }
    }

    /// The job with this number.
    ///
    /// # Errors
    /// There is none.
    pub fn get(&self, job: Number) -> Result<&'m Job, Problem> {
        self.by_number.get(&job).copied().ok_or_else(|| {
            Problem::input(format!(
                "the log speaks of job {job}, which the table of jobs does not have"
            ))
        })
    }

    /// Number of the array that `job` is a task of, else its own.
    pub fn array_of(&self, job: Number) -> Number {
        let array = self.by_number.get(&job).and_then(|job| job.array);
        array.unwrap_or(job)
    }

    /// Gives a submitted job its place.
    pub fn submit(&mut self, job: Number) {
        self.orders.insert(job, self.next);
        self.next += 1;
    }

    /// Starts `task` of `array`, both of which are the job itself if it is no task, on `nodes`.
    pub fn start(&mut self, array: Number, task: Number, now: Time, nodes: &[u32]) -> RunningJob {
        let job = self.by_number.get(&task).or(self.by_number.get(&array));
        let order = self.orders.get(&array).copied().unwrap_or(self.next);
        if let Some(left) = self.waiting_tasks.get_mut(&array) {
            *left = left.saturating_sub(1);
            *self.running_tasks.entry(array).or_default() += 1;
            self.orders.insert(array, self.next);
            self.next += 1;
        }
        RunningJob {
            end: job.map_or(now, |job| start_second(job, now).after(minutes(job.limit))),
            order,
            job: task,
            pieces: job.map_or(Vec::new(), |job| self.pieces(job, nodes)),
            memory: job.map_or(0, |job| job.memory),
            partition: job.map_or(0, |job| job.partition),
            qos: job.and_then(|job| job.qos),
            start: job.map_or(now, |job| start_second(job, now)),
        }
    }

    /// Notes that `job` has ended.
    pub fn end(&mut self, job: Number) {
        if let Some(running) = self.running_tasks.get_mut(&self.array_of(job)) {
            *running = running.saturating_sub(1);
        }
    }

    /// Notes that `job` was preempted at `at` and waits again, in its place; returns the number
    /// under which it waits.
    pub fn requeue(&mut self, job: Number, at: Instant) -> Number {
        self.end(job);
        let array = self.array_of(job);
        if let Some(left) = self.waiting_tasks.get_mut(&array) {
            *left += 1;
        }
        self.preempted.insert(array, at);
        array
    }

    /// Whether all tasks of an array have started; a job that is no task has.
    pub fn have_all_started(&self, array: Number) -> bool {
        self.waiting_tasks.get(&array).is_none_or(|left| *left == 0)
    }

    /// CPUs of `job` on `nodes`: as recorded, if it was given these; else in equal parts.
    fn pieces(&self, job: &Job, nodes: &[u32]) -> Vec<(u32, u32)> {
        let hosts = &self.measured.hosts;
        let recorded = job.allocation.iter().filter_map(|(host, cpus)| {
            let node = hosts.numbers(host).ok()?.first().copied()?;
            nodes.contains(&node).then_some((node, *cpus))
        });
        let recorded: Vec<(u32, u32)> = recorded.collect();
        if recorded.len() == nodes.len() {
            return recorded;
        }
        let each = job.request().cpus.div_ceil(nodes.len().max(1) as u32);
        let of_node = |node: u32| self.measured.machine.nodes[node as usize].cpus;
        let whole = |node: u32| {
            if job.whole_nodes {
                of_node(node)
            } else {
                each.min(of_node(node))
            }
        };
        nodes.iter().map(|&node| (node, whole(node))).collect()
    }

    /// The job or array with this number, as it waits in a pass that ends at the instant `until`;
    /// `None` if it may not start because others must end before.
    ///
    /// # Errors
    /// There is no such job.
    pub fn waiting(&self, job: Number, until: Instant) -> Result<Option<WaitingJob>, Problem> {
        let described = self.get(job)?;
        let running = self.running_tasks.get(&job).copied().unwrap_or(0);
        let tasks = self.waiting_tasks.get(&job).copied().unwrap_or(1);
        let at_once = described.at_once.map_or(usize::MAX, |most| most as usize);
        let may_start = at_once.saturating_sub(running).min(tasks);
        // That what it depends on is over, or that it may start again after it was preempted, shows when
        // a pass tests it.
        let since = match self.preempted.get(&job) {
            None if !described.has_dependency => None,
            None => Some(Instant::MIN),
            Some(at) => Some(*at),
        };
        let tests = self.tests.get(&job).map_or(&[][..], Vec::as_slice);
        let is_tested = |since: Instant| tests.iter().any(|at| (since + 1..=until).contains(at));
        let is_early = since.is_some_and(|since| !is_tested(since));
        // An array of which so many run is not tested at all.
        Ok((may_start > 0 && !is_early).then(|| WaitingJob {
            job,
            submit: Time::from_seconds(described.submit),
            request: described.request(),
            memory: described.memory,
            partition: described.partition,
            qos: described.qos,
            user: described.user.clone(),
            limit: minutes(described.limit),
            tasks,
            may_start,
        }))
    }
}

/// The second at which `job` starts that the log has start at `now`: that of the table, as a pass
/// starts all its jobs in the second in which it begins. A preempted job has a later one there.
fn start_second(job: &Job, now: Time) -> Time {
    let recorded = Time::from_seconds(job.start);
    let apart = now.since(recorded).max(recorded.since(now));
    if apart <= SECOND { recorded } else { now }
}

/// A limit in whole minutes, rounded up.
fn minutes(limit: u64) -> Duration {
    Duration((60 * SECOND.0).saturating_mul(limit.div_ceil(60)))
}
