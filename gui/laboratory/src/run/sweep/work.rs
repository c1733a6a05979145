//! Samples computed on several threads, each written as soon as it is known.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cosched_core::{Duration, JobSpec, Time};

use super::plan::{Plan, Sample};
use super::queue::SampleQueue;
use super::{ResultStorage, Shard};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::base::system::threads;
use crate::load;
use crate::metrics::job_metrics::values_of_jobs;
use crate::metrics::{Values, values};
use crate::record::Experiment;
use crate::record::choices::choices;
use crate::run::{self, simulate};
use crate::scenario::nanoseconds;
use crate::scenario::policy::registry::Registry;
use crate::scenario::sweep::{Cut, Edge};

/// Checks the plan before anything runs: with the first workload of each point of `shard` that has
/// not been begun.
///
/// # Errors
/// The plan cannot be run.
pub fn check(
    plan: &Plan,
    kept: &dyn ResultStorage,
    shard: Shard,
    progress: &Progress,
) -> Result<(), Problem> {
    for point in 0..plan.points.len() {
        let seeds = (0..plan.seeds.len()).map(|seed| Sample { point, seed });
        let mut ours = seeds
            .filter(|sample| shard.has(plan.piece(*sample)))
            .peekable();
        let Some(&first) = ours.peek() else {
            continue;
        };
        if progress.is_cancelled() || ours.any(|sample| kept.has(plan, sample)) {
            continue;
        }
        let checked = prepare(plan, first, progress).and_then(|experiment| {
            counted_jobs(&experiment.jobs, experiment.first_counted(), plan.cut)?;
            let mut choices = choices(&experiment.scenario).into_iter();
            choices.try_for_each(|choice| run::check(&experiment, &choice))
        });
        checked.map_err(|problem| with_sample_name(plan, first, problem))?;
    }
    Ok(())
}

/// Computes the missing samples of `shard`, at most `most` of them; returns whether those were all.
/// A cancelled sample is computed the next time.
///
/// # Errors
/// A run failed, or a file cannot be written.
pub fn work(
    plan: &Plan,
    kept: &dyn ResultStorage,
    shard: Shard,
    threads: usize,
    most: usize,
    progress: &Progress,
) -> Result<bool, Problem> {
    // Values are kept only where they decide when to stop.
    let decisive = |values: Vec<Values>| if plan.stops() { values } else { Vec::new() };
    let queue = SampleQueue::new(plan, shard, |sample| kept.read(plan, sample).map(decisive));
    let [before, _] = queue.progress();
    let shared = Mutex::new(WorkState {
        queue,
        left: most,
        problem: None,
    });
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let next = |mut shared: MutexGuard<'_, WorkState<'_>>| {
        let is_over = progress.is_cancelled() || shared.problem.is_some() || shared.left == 0;
        let sample = (!is_over).then(|| shared.queue.take()).flatten()?;
        shared.left -= 1;
        Some(sample)
    };
    // Names mean on all threads what they mean here.
    let registry = Registry::current();
    let worker = || {
        while let Some(sample) = next(lock()) {
            let done = compute(plan, sample, progress);
            let Some(values) = done.unwrap_or_else(|problem| {
                lock().fail(sample, with_sample_name(plan, sample, problem));
                None
            }) else {
                continue;
            };
            let is_wanted = lock().queue.add_result(sample, decisive(values.clone()));
            if is_wanted && let Err(problem) = kept.write(plan, sample, &values) {
                lock().fail(sample, problem);
            }
            let [done, total] = lock().queue.progress();
            progress.report(done - before, total - before);
        }
    };
    threads::work_on(threads, || registry.enter(worker));
    let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, problem)) = shared.problem {
        return Err(problem);
    }
    // Superfluous samples of other threads.
    for sample in shared.queue.superfluous() {
        kept.remove(plan, sample);
    }
    let [done, total] = shared.queue.progress();
    Ok(done == total)
}

/// State shared by the threads.
struct WorkState<'p> {
    queue: SampleQueue<'p>,
    /// Number of samples that may still be begun.
    left: usize,
    problem: Option<(Sample, Problem)>,
}

impl WorkState<'_> {
    /// Notes a problem; the one of the first sample is reported.
    fn fail(&mut self, sample: Sample, problem: Problem) {
        if self
            .problem
            .as_ref()
            .is_none_or(|(other, _)| sample < *other)
        {
            self.problem = Some((sample, problem));
        }
    }
}

/// A problem of a sample, with the sample's name.
fn with_sample_name(plan: &Plan, sample: Sample, problem: Problem) -> Problem {
    let sentence = format!("{}: {}", plan.name(sample), problem.sentence);
    Problem {
        sentence,
        ..problem
    }
    .in_file(&plan.file)
}

/// The workload of `sample`, which all its policies share.
fn prepare(plan: &Plan, sample: Sample, progress: &Progress) -> Result<Arc<Experiment>, Problem> {
    let scenario = plan.scenario(sample);
    load::prepare(&scenario, Some(&plan.file), &progress.part()).map(Arc::new)
}

/// Result of `sample` under each policy; `None` if cancelled.
fn compute(
    plan: &Plan,
    sample: Sample,
    progress: &Progress,
) -> Result<Option<Vec<Values>>, Problem> {
    let experiment = prepare(plan, sample, progress)?;
    let jobs = counted_jobs(&experiment.jobs, experiment.first_counted(), plan.cut)?;
    let mut found = Vec::new();
    for choice in choices(&experiment.scenario) {
        let Some(run) = simulate(&experiment, &choice, false, &progress.part())? else {
            return Ok(None);
        };
        found.push(match &jobs {
            Some(jobs) => values_of_jobs(&run, jobs),
            None => values(&run),
        });
    }
    Ok(Some(found))
}

/// Indices of the jobs that count, from `first_counted` on, the first after a log's warm-up; `None` if all those do.
fn counted_jobs(
    jobs: &[JobSpec],
    first_counted: usize,
    cut: Option<Cut>,
) -> Result<Option<Vec<u32>>, Problem> {
    let (Some(cut), Some(first), Some(last)) = (cut, jobs.first(), jobs.last()) else {
        return Ok(None);
    };
    let span = |seconds: f64| Duration(nanoseconds(seconds));
    // Jobs are in order of submission.
    let from = match cut.warm_up {
        Edge::Jobs(count) => count as usize,
        Edge::Seconds(0.0) => 0,
        Edge::Seconds(seconds) => {
            let end = Time(first.submit.0.saturating_add(span(seconds).0));
            jobs.partition_point(|job| job.submit < end)
        }
    };
    let from = from.max(first_counted);
    let until = match cut.cool_down {
        Edge::Jobs(count) => jobs.len().saturating_sub(count as usize),
        Edge::Seconds(0.0) => jobs.len(),
        Edge::Seconds(seconds) => {
            let start = Time(last.submit.0.saturating_sub(span(seconds).0));
            jobs.partition_point(|job| job.submit <= start)
        }
    };
    if from < until {
        Ok(Some((from as u32..until as u32).collect()))
    } else {
        Err(Problem::input(format!(
            "`cut` leaves none of {} jobs, which are submitted within {} s",
            jobs.len(),
            last.submit.since(first.submit)
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jobs submitted every 10 s, from 100 s on.
    fn count(warm_up: Edge, cool_down: Edge) -> Option<Vec<u32>> {
        let jobs: Vec<_> = (0..10)
            .map(|job| {
                JobSpec::exact(Time::ZERO, Duration::from_seconds(1), 1)
                    .with_submit(Time::from_seconds(100 + 10 * job))
            })
            .collect();
        counted_jobs(&jobs, 0, Some(Cut { warm_up, cool_down }))
            .ok()
            .flatten()
    }

    #[test]
    fn the_cut_counts_from_the_first_and_the_last_submission() {
        let jobs = |from: u32, until: u32| Some((from..until).collect::<Vec<_>>());
        assert_eq!(count(Edge::Seconds(20.0), Edge::Seconds(10.0)), jobs(2, 9));
        assert_eq!(count(Edge::Seconds(0.0), Edge::Jobs(3)), jobs(0, 7));
        assert_eq!(count(Edge::Jobs(4), Edge::Seconds(0.0)), jobs(4, 10));
        assert_eq!(count(Edge::Jobs(5), Edge::Jobs(5)), None);
        assert_eq!(counted_jobs(&[], 0, None).unwrap(), None);
    }

    /// The workload of a seed is shared not only by the policies of a point.
    #[test]
    fn the_workload_of_a_seed_does_not_depend_on_policies() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = "(machine: Cluster(nodes: 64), workload: Lublin(jobs: 90, load: 0.9, estimates: UpTo(5)),
            sweep: (over: [(depth: [1, 9]), (policy: [Easy, Conservative])], seeds: 3))";
        std::fs::write(file.path(), text).unwrap();
        let plan = Plan::read(file.path()).unwrap();
        let jobs = |point: usize, seed: usize| {
            let experiment = prepare(&plan, Sample { point, seed }, &Progress::default());
            experiment.unwrap().jobs.clone()
        };
        for seed in 0..3 {
            assert_eq!(jobs(0, seed), jobs(1, seed));
            assert_ne!(jobs(0, seed), jobs(0, (seed + 1) % 3));
        }
        let depths = plan.points.iter().map(|point| {
            let variants = point.scenario.variants.iter();
            variants
                .map(|variant| variant.parameters.depth)
                .collect::<Vec<_>>()
        });
        assert_eq!(depths.collect::<Vec<_>>(), [[Some(1); 2], [Some(9); 2]]);
    }
}
