//! Samples computed on several threads, each written as soon as it is known.

mod cut;
mod durations;
mod equal_runs;
#[cfg(test)]
mod heeded_tests;
mod run_table;
mod sample;
mod state;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, PoisonError};

use super::plan::{Plan, Sample};
use super::{ResultStorage, Shard};
use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::base::system::threads;
use crate::load::Drafts;
use crate::metrics::Values;
use crate::record::choices::choices;
use crate::run;
use crate::scenario::policy::registry::Registry;
use cut::counted_jobs;
use sample::Computation;
use state::{Next, WorkState};

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
    let drafts = Drafts::new(DRAFTS);
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
        let checked = sample::prepare(plan, &drafts, first, progress).and_then(|experiment| {
            counted_jobs(&experiment.jobs, experiment.first_counted(), plan.cut)?;
            let mut choices = choices(&experiment.scenario).into_iter();
            choices.try_for_each(|choice| run::check(&experiment, &choice))
        });
        checked.map_err(|problem| with_sample_name(plan, first, problem))?;
    }
    Ok(())
}

/// Number of workloads that a thread keeps for further samples.
const DRAFTS: usize = 2;

/// Outcome of [`work`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Work {
    /// Whether no sample of the shard is missing any more.
    pub is_complete: bool,
    /// Number of runs that were simulated.
    pub simulated: u64,
    /// Number of runs whose results were those of a run that another sample has as well.
    pub shared: u64,
}

/// Computes the missing samples of `shard`, at most `most` of them, the longest first as far as that
/// is known. A run that several samples have is simulated once. Samples that another program
/// computes in the same storage are left to it. A cancelled sample is computed the next time.
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
) -> Result<Work, Problem> {
    let drafts = Drafts::new(DRAFTS * threads.max(1));
    let computation = Computation::new(plan, kept, &drafts, progress);
    let state = Mutex::new(WorkState::new(&computation, shard, threads, most));
    let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
    let [before, _] = lock().progress();
    let finish = |sample: Sample, values: Option<Vec<Values>>| {
        let Some(values) = values else { return };
        let is_wanted = lock().add_result(sample, &values);
        if is_wanted && let Err(problem) = kept.write(plan, sample, &values) {
            lock().fail(sample, problem);
        }
        computation.runs.stored(sample);
        let [done, total] = lock().progress();
        progress.report(done - before, total - before);
    };
    // Names mean on all threads what they mean here.
    let registry = Registry::current();
    let worker = || {
        loop {
            let next = lock().next();
            let (sample, claimed) = match next {
                Next::Sample(sample, claimed) => (sample, claimed),
                Next::Later => {
                    threads::sleep(state::LATER);
                    continue;
                }
                Next::Nothing => break,
            };
            let done = computation.values(sample);
            finish(
                sample,
                done.unwrap_or_else(|problem| {
                    lock().fail(sample, with_sample_name(plan, sample, problem));
                    None
                }),
            );
            kept.release(&claimed);
        }
    };
    threads::work_on(threads, || registry.enter(worker));
    let is_complete = state
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .end()?;
    let (simulated, shared) = computation.runs.counts();
    Ok(Work {
        is_complete,
        simulated,
        shared,
    })
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
