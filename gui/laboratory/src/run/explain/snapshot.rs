//! The queue at an instant: its order, reservations and expected starts.

use std::collections::HashMap;
use std::sync::Arc;

use cosched_core::engine::{View, WaitReason};
use cosched_core::policy::Order;
use cosched_core::{Duration, Event, JobId, JobSpec, Sink, Time};

use super::order::order_of;
use super::sentences;
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::record::{Experiment, Run};
use crate::run::{Choice, drive, simulate};

/// State of the queue at an instant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct QueueSnapshot {
    /// The instant.
    pub at: Time,
    /// Nodes free then; on a cluster cores of nodes in service.
    pub free: u32,
    /// Number of running jobs.
    pub running: u32,
    /// The waiting jobs, in the order of the queue.
    pub queue: Vec<WaitingJob>,
}

/// A waiting job.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WaitingJob {
    /// Its index in the workload.
    pub job: usize,
    /// Why it waits, if the policy reports it.
    pub why: Option<WaitReason>,
    /// Its priority in the queue; `None` where that is by submission alone.
    pub priority: Option<f64>,
    /// Its latest start, if it has a reservation.
    pub reserved: Option<Time>,
    /// Its start if no further job is submitted and all run as long as estimated; `None` where that
    /// cannot be computed.
    pub expected: Option<Time>,
}

/// Returns the queue of `run` at `at`, once all that happens then has happened; `None` if
/// cancelled.
///
/// # Errors
/// Errors of running the experiment again.
pub fn queue_snapshot(
    run: &Run,
    at: Time,
    progress: &Progress,
) -> Result<Option<QueueSnapshot>, Problem> {
    let Some(mut found) = queue_at(run, at, progress)? else {
        return Ok(None);
    };
    add_expected_starts(run, &choice_of(run), &mut found, progress)?;
    Ok(Some(found))
}

/// Why a job waits, in words, if the policy reports it.
pub fn reason(run: &Run, moment: &QueueSnapshot, waiting: &WaitingJob) -> Option<String> {
    let job = JobId::new(waiting.job);
    let said = |why| sentences::sentence(&run.experiment, moment.at, Event::StillWaiting(job, why));
    waiting.why.map(said)
}

/// The queue without expected starts.
pub(in crate::run) fn queue_at(
    run: &Run,
    at: Time,
    progress: &Progress,
) -> Result<Option<QueueSnapshot>, Problem> {
    let choice = choice_of(run);
    // Reasons are expensive: they are requested at the last instant until then only.
    // Nor does it matter what comes later.
    let end = EarlyEnd::of(progress);
    let mut count = InstantCounter {
        at,
        count: 0,
        end: &end,
    };
    drive(&run.experiment, &choice, &end.own, &mut count, |_| ())?;
    if progress.is_cancelled() {
        return Ok(None);
    }
    let end = EarlyEnd::of(progress);
    let mut look = SnapshotSink {
        end: &end,
        experiment: &run.experiment,
        order: order_of(&choice),
        left: count.count,
        reasons: HashMap::new(),
        // Before the first event everything is free.
        found: QueueSnapshot {
            free: run.experiment.nodes,
            ..QueueSnapshot::default()
        },
    };
    drive(&run.experiment, &choice, &end.own, &mut look, |_| ())?;
    let found = QueueSnapshot { at, ..look.found };
    Ok(Some(found).filter(|_| !progress.is_cancelled()))
}

/// The choice that `run` is of.
pub(in crate::run) fn choice_of(run: &Run) -> Choice {
    Choice {
        policy: run.policy,
        label: run.label.clone(),
        parameters: run.parameters.clone(),
        branch: run.branch.clone(),
    }
}

/// End of a run that is given up once it has shown what it was made for, or is no longer wanted.
struct EarlyEnd<'p> {
    whole: &'p Progress,
    own: Progress,
}

impl<'p> EarlyEnd<'p> {
    fn of(whole: &'p Progress) -> Self {
        let own = Progress::default();
        Self { whole, own }
    }

    fn check(&self, is_enough: bool) {
        self.whole.report(self.own.done(), self.own.total());
        if is_enough || self.whole.is_cancelled() {
            self.own.cancel();
        }
    }
}

/// Counts the instants up to one.
struct InstantCounter<'p> {
    at: Time,
    count: u64,
    end: &'p EarlyEnd<'p>,
}

impl Sink for InstantCounter<'_> {
    fn record(&mut self, _: Time, _: Event) {}

    fn instant(&mut self, view: &View<'_, '_>) {
        self.count += u64::from(view.now() <= self.at);
        self.end.check(view.now() > self.at);
    }
}

/// Records the queue at the end of the instant at which `left` reaches one.
struct SnapshotSink<'e> {
    end: &'e EarlyEnd<'e>,
    experiment: &'e Experiment,
    order: Order,
    left: u64,
    /// By the job that waits.
    reasons: HashMap<JobId, WaitReason>,
    found: QueueSnapshot,
}

impl Sink for SnapshotSink<'_> {
    fn record(&mut self, _: Time, event: Event) {
        if let Event::StillWaiting(job, why) = event {
            self.reasons.entry(job).or_insert(why);
        }
    }

    fn wants_reasons(&self) -> bool {
        self.left == 1
    }

    fn instant(&mut self, view: &View<'_, '_>) {
        if self.left == 1 {
            self.found = QueueSnapshot {
                at: view.now(),
                free: free_units(view),
                running: view.running(),
                queue: view.queue().map(|job| self.waiting(job, view)).collect(),
            };
        }
        self.end.check(self.left <= 1);
        self.left = self.left.saturating_sub(1);
    }
}

impl SnapshotSink<'_> {
    fn waiting(&self, job: JobId, view: &View<'_, '_>) -> WaitingJob {
        let why = self.reasons.get(&job).copied();
        WaitingJob {
            job: job.index(),
            why,
            priority: priority(&self.order, &self.experiment.jobs[job.index()], view.now()),
            reserved: match why {
                Some(WaitReason::HeadUntil { shadow, .. }) => Some(shadow),
                Some(WaitReason::Reserved { start }) => Some(start),
                _ => None,
            },
            expected: None,
        }
    }
}

/// Free nodes, or cores where jobs share nodes.
pub(super) fn free_units(view: &View<'_, '_>) -> u32 {
    view.cluster()
        .map_or(view.free_nodes(), |cluster| cluster.free_cores() as u32)
}

/// The value by which a queue in `order` sorts `job`.
fn priority(order: &Order, job: &JobSpec, now: Time) -> Option<f64> {
    let (estimate, nodes) = (job.estimate.seconds(), f64::from(job.nodes));
    let wait = now.since(job.submit).seconds();
    Some(match order {
        Order::Submitted => return None,
        Order::ShortestEstimate | Order::LongestEstimate => estimate,
        Order::FewestNodes | Order::MostNodes => nodes,
        Order::LargestArea => nodes * estimate,
        Order::Wfp3 => (wait / estimate).powi(3) * nodes,
        Order::Unicef => wait / (nodes.log2().max(1.0) * estimate),
        Order::Formula(formula) => formula.value(&job.request(), now),
    })
}

/// Whether the future of an instant can be computed by simulating it.
fn is_foreseeable(run: &Run) -> bool {
    let experiment = &run.experiment;
    run.policy.is_queue()
        && experiment.precedents.as_core().is_empty()
        && experiment.molds.iter().all(Option::is_none)
        && !experiment.limits().are_possible()
        // In a branch another policy may have decided before, or will.
        && run.branch.is_none()
}

/// Adds the expected starts, by simulating the same run with no further submissions and every
/// running job ending at its estimate.
fn add_expected_starts(
    run: &Run,
    choice: &Choice,
    found: &mut QueueSnapshot,
    progress: &Progress,
) -> Result<(), Problem> {
    if found.queue.is_empty() || !is_foreseeable(run) {
        return Ok(());
    }
    let mut then = Experiment::clone(&run.experiment);
    let submitted = then.jobs.partition_point(|job| job.submit <= found.at);
    then.jobs.truncate(submitted);
    then.labels.truncate(submitted);
    then.names.truncate(submitted);
    then.molds.truncate(submitted);
    if let Some(cluster) = &mut then.cluster {
        cluster.requests.truncate(submitted);
        cluster.dependencies.truncate(submitted);
    }
    for (job, outcome) in then.jobs.iter_mut().zip(&run.outcomes) {
        if outcome.completed > found.at {
            let ran = found.at.since(outcome.started);
            job.runtime = at_least(job.estimate, ran);
        }
    }
    let Some(foreseen) = simulate(&Arc::new(then), choice, false, progress)? else {
        return Ok(());
    };
    for waiting in &mut found.queue {
        let outcome = foreseen.outcomes.get(waiting.job);
        waiting.expected = outcome.map(|outcome| outcome.started);
    }
    Ok(())
}

/// The estimate, doubled until it exceeds the time that the job `ran` already.
fn at_least(estimate: Duration, ran: Duration) -> Duration {
    let mut longer = estimate.0.max(1);
    while longer <= ran.0 && longer < u64::MAX / 2 {
        longer *= 2;
    }
    Duration(longer)
}
