//! Metrics of runs with moldable jobs or deadlines.

use cosched_core::{Duration, Metrics, Time};

use crate::family::moldable::molds::molds;
use crate::record::Run;
use crate::record::metric::{Better, Metric, Value};
use crate::scenario::reference::sources::{ADASA, OUR_OWN};

/// Whether the policy chooses sizes in `run`, or jobs have a speed-up.
pub fn is_moldable(run: &Run) -> bool {
    run.policy.molds() || run.experiment.molds.iter().any(Option::is_some)
}

fn has_tiers(run: &Run) -> bool {
    run.molds().is_some()
}

/// The metrics.
pub const METRICS: &[Metric] = &[
    Metric {
        name: "missed",
        title: "deadlines missed",
        unit: "",
        decimals: 4,
        better: Better::Less,
        least: 0.0,
        sentence: "The share of jobs that ended after their deadlines, of those that were not refused",
        source: ADASA,
        is_defined: |run| run.experiment.has_deadlines(),
        value: Value::Kept(|run| Some(missed(run))),
    },
    Metric {
        name: "slowdown_at_size",
        title: "slowdown at size",
        unit: "",
        decimals: 4,
        better: Better::Less,
        least: 0.0,
        sentence: "max(1, response / max(runtime at the size asked for, 10 s)), mean of all jobs",
        source: OUR_OWN,
        is_defined: is_moldable,
        value: Value::Kept(|run| Some(slowdown_at_size(run))),
    },
    Metric {
        name: "lost",
        title: "lost by kills",
        unit: "s",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence: "Seconds times processors of work that kills undid",
        source: OUR_OWN,
        is_defined: has_tiers,
        value: Value::Kept(|run| Some(run.molds()?.lost)),
    },
    Metric {
        name: "kills",
        title: "kills",
        unit: "",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence: "How often a job in the background was killed",
        source: OUR_OWN,
        is_defined: has_tiers,
        value: Value::Kept(|run| Some(f64::from(run.molds()?.kills))),
    },
    Metric {
        name: "in_background",
        title: "used in background",
        unit: "",
        decimals: 4,
        better: Better::More,
        least: 0.0,
        sentence: "Processor time used in the background for work that was kept, over all there is in the makespan",
        source: OUR_OWN,
        is_defined: has_tiers,
        value: Value::Kept(|run| {
            let record = run.molds()?;
            Some(share_used(run, |job| record.in_background[job]))
        }),
    },
    Metric {
        name: "refused",
        title: "refused",
        unit: "",
        decimals: 0,
        better: Better::Less,
        least: 0.0,
        sentence: "Jobs refused on arrival, as they could not meet their hard deadlines or found no window",
        source: OUR_OWN,
        is_defined: |run| is_moldable(run) || run.slots().is_some(),
        value: Value::Kept(|run| Some((run.outcomes.len() - run.admitted().count()) as f64)),
    },
];

/// `sum` divided by the number of jobs that were not refused.
fn mean(run: &Run, sum: f64) -> f64 {
    sum / run.admitted().count().max(1) as f64
}

/// Returns the share of jobs that ended after their deadlines, of those not refused.
pub fn missed(run: &Run) -> f64 {
    let missed = run.admitted().filter(|&job| misses(run, job)).count();
    mean(run, missed as f64)
}

/// Returns the mean bounded slowdown against runtimes at the requested sizes, which are the same
/// under all policies (fixtures/papers/adasa.md, 5.4, M-f).
pub fn slowdown_at_size(run: &Run) -> f64 {
    let slowdowns = run.admitted().map(|job| {
        let requested = run.experiment.jobs[job].runtime;
        Metrics::bounded_slowdown_of(run.response(job), requested)
    });
    mean(run, slowdowns.sum())
}

/// Returns the share of all processor time, from the first submission to the last end, that jobs
/// used at their last sizes: the more processors a job has, the less it uses of each.
pub fn utilisation(run: &Run) -> f64 {
    share_used(run, |job| run.outcomes[job].executed)
}

/// Share of all processor time used by so much execution of each job, at full rate.
fn share_used(run: &Run, executed: impl Fn(usize) -> Duration) -> f64 {
    let specs = molds(&run.experiment, run.parameters.molding.loss);
    let used = specs.iter().enumerate().map(|(job, spec)| {
        let record = run.molds();
        let size = record.map_or(spec.size, |record| record.sizes[job]);
        let share = spec.share(size).value();
        share * f64::from(size) * executed(job).seconds()
    });
    let capacity = f64::from(run.experiment.nodes) * run.metrics.makespan().seconds();
    used.sum::<f64>() / capacity.max(f64::MIN_POSITIVE)
}

/// Returns the deadline of `job`, if it has one.
pub fn deadline(run: &Run, job: usize) -> Option<Time> {
    run.experiment.molds.get(job)?.as_ref()?.deadline
}

/// Returns the deadline of `job`, if it has one, with the difference of its end in words and as a
/// span.
pub fn deadline_outcome(run: &Run, job: usize) -> Option<(Time, &'static str, Duration)> {
    let (deadline, completed) = (deadline(run, job)?, run.outcomes[job].completed);
    Some(if misses(run, job) {
        (deadline, "missed by", completed.since(deadline))
    } else {
        (deadline, "slack left", deadline.since(completed))
    })
}

/// Returns the share of the time from the submission of `job` to its deadline that was left when it
/// ended: 1 at most, below 0 if it was late; `None` without a deadline.
pub fn slack(run: &Run, job: usize) -> Option<f64> {
    let (deadline, outcome) = (deadline(run, job)?, &run.outcomes[job]);
    let span = deadline.since(outcome.entered).seconds();
    let left = if misses(run, job) {
        -outcome.completed.since(deadline).seconds()
    } else {
        deadline.since(outcome.completed).seconds()
    };
    (!outcome.refused).then(|| (left / span.max(f64::MIN_POSITIVE)).clamp(-f64::MAX, 1.0))
}

/// Whether `job` ended after its deadline. Ends are rounded up to whole nanoseconds, and so are
/// deadlines: a job that is just in time is not late.
pub fn misses(run: &Run, job: usize) -> bool {
    let outcome = &run.outcomes[job];
    let late = |deadline: Time| outcome.completed > deadline;
    !outcome.refused && deadline(run, job).is_some_and(late)
}
