//! Metrics of a run: sums over all jobs in constant space, and the usual means.

use crate::engine::{EndedJob, Event, KillReason, Sink, View};
use crate::exact::Sum;
use crate::units::time::{Duration, Time};

/// Metrics of a run. A sink: feed it a run, or add jobs by hand.
///
/// Times are summed exactly in nanoseconds, so the order of jobs does not
/// matter; slowdowns are summed as `f64` in the order of completion.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Metrics {
    /// Jobs that ended: completed or killed.
    pub jobs: u64,
    /// Jobs killed before their work was done, including [`Metrics::destroyed`] and
    /// [`Metrics::preempted`].
    pub killed: u64,
    /// Jobs that ended because one of their nodes went out of service, and were not
    /// requeued.
    pub destroyed: u64,
    /// Jobs that were preempted, and not requeued.
    pub preempted: u64,
    /// Jobs that started before one that was ahead of them in the queue.
    pub backfilled: u64,
    /// The first submission of a job that ended; of a run in several eras, by the
    /// clock of the first in which one did.
    pub first_submit: Time,
    /// The last end of a job; of a run in several eras, by the clock of the last in
    /// which one did.
    pub last_completion: Time,
    /// Nanoseconds from submission to the first start.
    pub total_wait: u128,
    /// Nanoseconds from submission to the end.
    pub total_response: u128,
    /// Nanoseconds of useful work times nodes.
    pub work: u128,
    /// The longest wait for a first start.
    pub longest_wait: Duration,
    /// Number of requeues because a node of the job went out of service.
    pub requeues: u64,
    /// Nanoseconds times nodes lost in these interruptions.
    pub lost_work: u128,
    /// Nanoseconds times nodes of [`Metrics::work`] of jobs that completed, without writing
    /// checkpoints.
    pub useful_work: u128,
    /// Cost of the memory of nodes.
    pub overhead: Overhead,
    slowdowns: f64,
    bounded_slowdowns: f64,
    // Nanoseconds by which the clock was set back since the era of the first submission,
    // until now and until the last end.
    set_back: u128,
    set_back_at_last: u128,
}

/// Cost of the memory of nodes for all jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overhead {
    /// Loading, until all of a job's memory was there for the first time.
    pub first_load: Sum,
    /// Loading memory that had been displaced, or whose load was cut short.
    pub reload: Sum,
    /// Work added for being swapped out.
    pub swap_out: Sum,
    /// Sum of the three, each multiplied by the number of nodes of the job.
    pub of_nodes: Sum,
}

impl Overhead {
    /// Sum of the three, each job counted once, in nanoseconds, each rounded up.
    pub fn total(&self) -> u128 {
        let parts = [self.first_load, self.reload, self.swap_out];
        parts.iter().map(Sum::nanoseconds).sum()
    }

    const fn loads(&mut self, first: bool) -> &mut Sum {
        if first {
            &mut self.first_load
        } else {
            &mut self.reload
        }
    }
}

/// Lower bound of the runtime in [`Metrics::mean_bounded_slowdown`].
pub const SLOWDOWN_BOUND: Duration = Duration::from_seconds(10);

impl Metrics {
    /// No job yet.
    pub const fn new() -> Self {
        Self {
            jobs: 0,
            killed: 0,
            destroyed: 0,
            preempted: 0,
            backfilled: 0,
            first_submit: Time::MAX,
            last_completion: Time::ZERO,
            total_wait: 0,
            total_response: 0,
            work: 0,
            longest_wait: Duration::ZERO,
            requeues: 0,
            lost_work: 0,
            useful_work: 0,
            overhead: Overhead {
                first_load: Sum::ZERO,
                reload: Sum::ZERO,
                swap_out: Sum::ZERO,
                of_nodes: Sum::ZERO,
            },
            slowdowns: 0.0,
            bounded_slowdowns: 0.0,
            set_back: 0,
            set_back_at_last: 0,
        }
    }

    /// Adds an ended job.
    pub fn add(&mut self, job: EndedJob) {
        let wait = job.started.since(job.submit);
        let response = job.completed.since(job.submit);
        self.jobs += 1;
        self.killed += u64::from(job.killed);
        if self.set_back == 0 {
            self.first_submit = self.first_submit.min(job.submit);
        }
        if self.set_back_at_last != self.set_back {
            (self.set_back_at_last, self.last_completion) = (self.set_back, Time::ZERO);
        }
        self.last_completion = self.last_completion.max(job.completed);
        self.total_wait += u128::from(wait.0);
        self.total_response += u128::from(response.0);
        self.work += u128::from(job.executed.0) * u128::from(job.nodes);
        if !job.killed {
            let good = job.executed.0 - job.writing.0.min(job.executed.0);
            self.useful_work += u128::from(good) * u128::from(job.nodes);
        }
        self.longest_wait = self.longest_wait.max(wait);
        self.slowdowns += response.0 as f64 / job.executed.0.max(1) as f64;
        self.bounded_slowdowns += Self::bounded_slowdown_of(response, job.executed);
    }

    /// max(1, response / max(executed, 10 s)), which keeps very short jobs
    /// from dominating the mean. Feitelson and others, "Theory and practice in
    /// parallel job scheduling", 1997.
    #[inline]
    pub fn bounded_slowdown_of(response: Duration, executed: Duration) -> f64 {
        (response.0 as f64 / executed.max(SLOWDOWN_BOUND).0 as f64).max(1.0)
    }

    /// Mean seconds from submission to the first start; 0 without jobs.
    pub fn mean_wait(&self) -> f64 {
        self.mean_seconds(self.total_wait)
    }

    /// Mean seconds from submission to the end; 0 without jobs.
    pub fn mean_response(&self) -> f64 {
        self.mean_seconds(self.total_response)
    }

    /// Mean of response / executed; 0 without jobs.
    pub fn mean_slowdown(&self) -> f64 {
        self.slowdowns / self.jobs.max(1) as f64
    }

    /// Mean of [`Metrics::bounded_slowdown_of`]; 0 without jobs.
    pub fn mean_bounded_slowdown(&self) -> f64 {
        self.bounded_slowdowns / self.jobs.max(1) as f64
    }

    /// From the first submission to the last end; [`Duration::MAX`] if it was longer.
    pub fn makespan(&self) -> Duration {
        Duration(u64::try_from(self.span()).unwrap_or(u64::MAX))
    }

    /// [`Metrics::makespan`] in nanoseconds, over any number of eras.
    pub fn span(&self) -> u128 {
        let last = self.set_back_at_last + u128::from(self.last_completion.0);
        last.saturating_sub(u128::from(self.first_submit.0))
    }

    /// Useful work over what `nodes` could have done in the makespan, 0 to 1.
    pub fn utilisation(&self, nodes: u32) -> f64 {
        self.share(self.work, nodes)
    }

    fn share(&self, work: u128, nodes: u32) -> f64 {
        let capacity = f64::from(nodes) * self.span() as f64;
        if capacity > 0.0 {
            work as f64 / capacity
        } else {
            0.0
        }
    }

    /// Nanoseconds times nodes of jobs that completed, without checkpoints, over what
    /// `nodes` could have done in the makespan, 0 to 1.
    pub fn goodput(&self, nodes: u32) -> f64 {
        self.share(self.useful_work, nodes)
    }

    fn mean_seconds(&self, total: u128) -> f64 {
        // Whole nanoseconds first: the sum stays exact beyond 2^53.
        let jobs = u128::from(self.jobs.max(1));
        let (whole, part) = (total / jobs, total % jobs);
        whole as f64 / 1e9 + part as f64 / jobs as f64 / 1e9
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Sink for Metrics {
    fn record(&mut self, _: Time, event: Event) {
        match event {
            Event::Started(_, reason) => self.backfilled += u64::from(reason.is_backfilled()),
            Event::Loading(_, load) => {
                self.overhead.loads(load.first).add(load.time, 1);
                self.overhead.of_nodes.add(load.time, load.nodes);
            }
            Event::LoadCut(_, rest) => {
                // The whole load was counted when it began.
                self.overhead.loads(rest.first).take(rest.time, 1);
                self.overhead.of_nodes.take(rest.time, rest.nodes);
            }
            Event::SwappedOut(_, swap) => {
                self.overhead.swap_out.add(swap.time, 1);
                self.overhead.of_nodes.add(swap.time, swap.nodes);
            }
            Event::Killed(_, KillReason::Preempted) => self.preempted += 1,
            Event::Killed(_, KillReason::OutOfService(why)) => {
                self.requeues += u64::from(why.is_requeued);
                self.destroyed += u64::from(!why.is_requeued);
                self.lost_work += u128::from(why.lost.0) * u128::from(why.nodes);
            }
            _ => {}
        }
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        for ended in view.ended() {
            self.add(ended);
        }
    }

    fn era(&mut self, from: Time) {
        // Before the end of a job no time is counted by the clock.
        if self.jobs > 0 {
            self.set_back += u128::from(from.0);
        }
    }
}
