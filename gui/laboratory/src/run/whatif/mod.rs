//! The effect of another setting on the same jobs, and on whom: runs before and after.

pub mod change;
mod names;
pub mod sentence;
mod setting;
pub mod settings;
pub mod tables;
mod walk;

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;

use cosched_core::JobSpec;

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::load;
use crate::metrics::select::batches::Sums;
use crate::metrics::select::groups::{GroupBy, groups};
use crate::metrics::select::paired::{Measure, PairedSummary, Pairs};
use crate::record::{Experiment, Run};
use crate::run::fit::LogFit;
use crate::run::{Choice, check, choices, simulate};
use crate::scenario::Scenario;

use change::changed_scenario;
use tables::{WhatIfReport, report};

pub use names::Names;

/// The same jobs before and after a change, each run once for every phase of the scheduler's
/// passes; once, where it has none.
#[derive(Debug, Default)]
pub struct WhatIf {
    /// Runs before the change.
    pub before: Vec<Arc<Run>>,
    /// Runs after it, with the same phases.
    pub after: Vec<Arc<Run>>,
    /// For the index of each job before, its index after.
    matched: Vec<Option<u32>>,
}

/// Effect of a change on some jobs.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// Key of the group that the jobs are of; `None` if that is unknown, or for all jobs.
    pub key: Option<u64>,
    /// Number of jobs that ran before and after.
    pub jobs: usize,
    /// The mean before, over all phases.
    pub before: f64,
    /// The mean after.
    pub after: f64,
    /// Comparison job by job, each with its mean over all phases; differences between phases widen
    /// the interval.
    pub paired: PairedSummary,
}

impl Effect {
    /// Returns the change of the sum over its jobs: below 0 they win.
    pub fn sum(&self) -> f64 {
        (self.after - self.before) * self.jobs as f64
    }
}

impl WhatIf {
    /// Matches the jobs of runs `before` and `after`, each with the same phases.
    ///
    /// # Errors
    /// There are no runs, or no job is in both.
    pub fn of(
        before: impl IntoIterator<Item = impl Into<Arc<Run>>>,
        after: impl IntoIterator<Item = impl Into<Arc<Run>>>,
    ) -> Result<Self, Problem> {
        let before: Vec<Arc<Run>> = before.into_iter().map(Into::into).collect();
        let after: Vec<Arc<Run>> = after.into_iter().map(Into::into).collect();
        let matched = match (before.first(), after.first()) {
            (Some(before), Some(after)) => match_jobs(before, after),
            _ => Vec::new(),
        };
        if matched.iter().any(Option::is_some) {
            Ok(Self {
                before,
                after,
                matched,
            })
        } else {
            Err(Problem::input(
                "no job is there before and after the change; only the same jobs can be compared",
            ))
        }
    }

    /// Returns the number of jobs that exist before only, as they are too wide for the machine
    /// after, and of those that exist after only.
    pub fn unmatched(&self) -> [usize; 2] {
        let both = self.matched.iter().flatten().count();
        [&self.before, &self.after]
            .map(|runs| runs.first().map_or(0, |run| run.outcomes.len()) - both)
    }

    /// Returns the number of jobs that are others after the change, of another size or runtime: a model
    /// draws them for the machine.
    pub fn drawn_anew(&self) -> usize {
        let (Some(before), Some(after)) = (self.before.first(), self.after.first()) else {
            return 0;
        };
        if before.experiment.scenario.workload.is_log() {
            return 0;
        }
        let [before, after] = [before, after].map(|run| &run.experiment.jobs);
        let differs = |(old, new): (usize, &Option<u32>)| {
            let of = |job: &JobSpec| (job.nodes, job.runtime);
            new.is_some_and(|new| of(&before[old]) != of(&after[new as usize]))
        };
        let all = self.matched.iter().enumerate();
        all.filter(|&pair| differs(pair)).count()
    }

    /// Returns how the first run before the change fits the log, by the jobs that ran before and
    /// after, if that has the starts of all of them.
    pub fn fit(&self) -> Option<LogFit> {
        let run = self.before.first()?;
        let both = self.pairs(Measure::Wait, run, self.after.first()?, self.counted());
        let fit = LogFit::of(run, &both.jobs)?;
        (fit.all.jobs == both.jobs.len()).then_some(fit)
    }

    /// Indices of the jobs before that count.
    fn counted(&self) -> Range<u32> {
        let first = self.before.first();
        let first = first.map_or(0, |run| run.experiment.first_counted());
        first as u32..self.matched.len() as u32
    }

    /// Returns the effect on all jobs.
    pub fn effect_on_all(&self, measure: Measure) -> Effect {
        self.effect_on(measure, None, &self.counted().collect::<Vec<_>>())
    }

    /// Returns the effect on each group by `by`: the largest gain first, the largest loss last.
    pub fn effects_by(&self, measure: Measure, by: GroupBy) -> Vec<Effect> {
        let Some(run) = self.before.first() else {
            return Vec::new();
        };
        let all: Vec<u32> = self.counted().collect();
        let groups = groups(run, &all, by).into_iter();
        let mut effects: Vec<Effect> = groups
            .map(|group| self.effect_on(measure, group.key, &group.jobs))
            .filter(|effect| effect.jobs > 0)
            .collect();
        effects.sort_by(|one, other| one.sum().total_cmp(&other.sum()));
        effects
    }

    /// The pairs of `jobs`, given by their indices before, that ran in both runs.
    fn pairs(
        &self,
        measure: Measure,
        before: &Run,
        after: &Run,
        jobs: impl IntoIterator<Item = u32>,
    ) -> Pairs {
        // The warm-up may be over later after the change, where other jobs are the first.
        let first = after.experiment.first_counted() as u32;
        let both = jobs.into_iter().filter_map(|old| {
            let new = self.matched.get(old as usize).copied().flatten()?;
            (new >= first).then_some((old, new))
        });
        Pairs::matched(measure, before, after, both)
    }

    /// Returns the waits before and after of each job that ran in both, in seconds.
    pub fn waits(&self) -> [Vec<f64>; 2] {
        let all: Vec<u32> = self.counted().collect();
        let (pairs, _) = self.averaged(Measure::Wait, &all);
        [pairs.before, pairs.after]
    }

    /// The pairs of `jobs`, each the mean over the phases, and the sums of each phase.
    fn averaged(&self, measure: Measure, jobs: &[u32]) -> (Pairs, Vec<Sums>) {
        let (mut pairs, mut sums) = (Pairs::default(), Vec::new());
        for (before, after) in self.before.iter().zip(&self.after) {
            // A job refused in one phase is refused in all: its request exceeds the machine.
            let more = self.pairs(measure, before, after, jobs.iter().copied());
            sums.push(more.sums());
            if pairs.jobs.is_empty() {
                pairs = more
            } else {
                add(&mut pairs.before, &more.before);
                add(&mut pairs.after, &more.after);
            }
        }
        let phases = self.before.len().max(1) as f64;
        for value in pairs.before.iter_mut().chain(&mut pairs.after) {
            *value /= phases;
        }
        (pairs, sums)
    }

    fn effect_on(&self, measure: Measure, key: Option<u64>, jobs: &[u32]) -> Effect {
        let (pairs, sums) = self.averaged(measure, jobs);
        Effect {
            key,
            jobs: pairs.jobs.len(),
            before: mean(&pairs.before),
            after: mean(&pairs.after),
            paired: pairs.summary_over(&sums),
        }
    }
}

/// For the index of each job in `before`, the index of the same job in `after`: the one with the
/// same number, and where a log has a number twice, the first with the first.
fn match_jobs(before: &Run, after: &Run) -> Vec<Option<u32>> {
    let mut indices: HashMap<u64, VecDeque<u32>> = HashMap::new();
    for (index, label) in (0..).zip(&after.experiment.labels) {
        indices.entry(label.number()).or_default().push_back(index);
    }
    let labels = before.experiment.labels.iter();
    labels
        .map(|label| indices.get_mut(&label.number())?.pop_front())
        .collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn add(sums: &mut [f64], values: &[f64]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += value;
    }
}

/// Returns how often both are simulated, if `requested` for so many phases: most policies have
/// none.
pub fn phases(before: &Scenario, after: &Scenario, requested: u32) -> u32 {
    let mut policies = before.policies.iter().chain(&after.policies);
    if policies.any(|policy| policy.has_phases()) {
        requested
    } else {
        1
    }
}

/// Returns the first policy of `experiment`.
///
/// # Errors
/// It has none.
pub fn first_policy(experiment: &Experiment) -> Result<Choice, Problem> {
    let choices = choices(&experiment.scenario).into_iter();
    let mut choices = choices.filter(|choice| choice.branch.is_none());
    choices
        .next()
        .ok_or_else(|| Problem::input("no policy is asked for"))
}

/// Runs `choice` once for each phase; `None` if cancelled.
///
/// # Errors
/// The policy does not suit the experiment, or the engine refuses it.
pub fn runs(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    phases: u32,
    progress: &Progress,
) -> Result<Option<Vec<Run>>, Problem> {
    check(experiment, choice)?;
    let phases = (0..phases).map(|phase| {
        let mut choice = choice.clone();
        if phases > 1 {
            choice.parameters.slurm.phase = Some(u64::from(phase));
        }
        simulate(experiment, &choice, false, progress)
    });
    phases.collect()
}

/// What `changes`, which are `said` in words, would have done to the jobs of `run`, in words;
/// nothing if cancelled.
///
/// # Errors
/// Those of [`of_run`].
pub fn report_on_run(
    run: &Run,
    changes: &[String],
    said: &[String],
    requested: u32,
    progress: &Progress,
) -> Result<Option<WhatIfReport>, Problem> {
    let found = of_run(run, changes, requested, progress)?;
    Ok(found.map(|(found, names)| report(&found, &names, said)))
}

/// What `changes` would have done to the jobs of `run`, simulated `requested` times if its policy has
/// phases, with the names of users and groups; nothing if cancelled.
///
/// # Errors
/// A change is not understood; the policy does not suit the changed experiment; no job exists
/// before and after it.
pub fn of_run(
    run: &Run,
    changes: &[String],
    requested: u32,
    progress: &Progress,
) -> Result<Option<(WhatIf, Names)>, Problem> {
    let experiment = run.original_experiment();
    let source = experiment.source.as_deref();
    let before = scenario_of(run);
    let after = changed_scenario(&before, changes)?;
    let phases = phases(&before, &after, requested);
    let after = load::prepare(&after, source, progress)?;
    let names = Names::of(&before, source)?;
    let is_of = Choice {
        policy: run.policy,
        label: run.label.clone(),
        parameters: run.parameters.clone(),
        branch: run.branch.clone(),
    };
    let before = runs(experiment, &is_of, phases, progress)?;
    let choice = first_policy(&after)?;
    let after = runs(&Arc::new(after), &choice, phases, progress)?;
    let Some((before, after)) = before.zip(after) else {
        return Ok(None);
    };
    Ok(Some((WhatIf::of(before, after)?, names)))
}

/// Returns the scenario with `run` as its only run.
pub fn scenario_of(run: &Run) -> Scenario {
    Scenario {
        policies: vec![run.policy],
        variants: Vec::new(),
        branches: Vec::new(),
        parameters: run.parameters.clone(),
        ..run.original_experiment().scenario.clone()
    }
}
