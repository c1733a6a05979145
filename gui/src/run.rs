//! From an experiment to runs.

use std::sync::Arc;

use cosched_core::engine::Setup;
use cosched_core::{Digest, Event, JobId, Metrics, Simulation, Sink, Time};

use crate::owned::{OwnedPolicy, OwnedStorage};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::record::{Experiment, Outcome, Run, Segment};
use crate::scenario::{Machine, Parameters, PolicyName, Scenario};

/// A policy with its parameters and the name of its results.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The policy.
    pub policy: PolicyName,
    /// Its name in results.
    pub label: String,
    /// Its parameters.
    pub parameters: Parameters,
}

impl Choice {
    /// `policy` with `parameters`, named after the policy.
    pub fn plain(policy: PolicyName, parameters: &Parameters) -> Self {
        Self {
            policy,
            label: policy.title().to_owned(),
            parameters: parameters.clone(),
        }
    }
}

/// The runs a scenario asks for: its policies, then its variants.
pub fn choices(scenario: &Scenario) -> Vec<Choice> {
    let plain = scenario.policies.iter();
    let plain = plain.map(|&policy| Choice::plain(policy, &scenario.parameters));
    let variants = scenario.variants.iter().enumerate();
    let variants = variants.map(|(index, variant)| Choice {
        policy: variant.policy,
        label: variant
            .label
            .clone()
            .unwrap_or_else(|| format!("{} {}", variant.policy.title(), index + 1)),
        parameters: variant.parameters.clone(),
    });
    plain.chain(variants).collect()
}

/// Runs `choice`; `None` if cancelled. `with_segments` also keeps who ran
/// where and when, which a Gantt chart needs.
///
/// # Errors
/// What the engine says is wrong with the experiment.
pub fn simulate(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    with_segments: bool,
    progress: &Progress,
) -> Result<Option<Run>, Problem> {
    let jobs = experiment.jobs.len();
    let mut metrics = Metrics::new();
    let mut digest = Digest::default();
    let mut segments = Segments::new(if with_segments { jobs } else { 0 });
    let mut outcomes = Vec::new();
    let finished = {
        let mut sink = (&mut metrics, (&mut digest, &mut segments));
        drive(experiment, choice, progress, &mut sink, |simulation| {
            outcomes.extend((0..jobs).map(|job| outcome(simulation, job)));
        })?
    };
    Ok(finished.then(|| Run {
        experiment: Arc::clone(experiment),
        label: choice.label.clone(),
        policy: choice.policy,
        parameters: choice.parameters.clone(),
        outcomes,
        segments: segments.finish(),
        metrics,
        digest: digest.0,
    }))
}

/// Steps between two looks at the wish to stop: some tens of microseconds.
const STEPS: usize = 256;

/// Steps through a whole simulation; whether it came to its end.
pub(crate) fn drive(
    experiment: &Experiment,
    choice: &Choice,
    progress: &Progress,
    sink: &mut dyn Sink,
    at_end: impl FnOnce(&Simulation<'_>),
) -> Result<bool, Problem> {
    let jobs = experiment.jobs.len();
    let setup = Setup {
        kill_at_estimate: choice.parameters.kill_at_estimate,
        ..Setup::cluster(&experiment.jobs, experiment.nodes)
    };
    let mut storage = OwnedStorage::new(jobs, experiment.nodes as usize, 0);
    let mut policy = OwnedPolicy::new(choice.policy, &choice.parameters, jobs);
    let mut policy = policy
        .policy()
        .map_err(|error| Problem::input(error.to_string()))?;
    let mut simulation = Simulation::new(setup, storage.as_storage())
        .map_err(|error| Problem::input(error.to_string()))?;
    loop {
        for _ in 0..STEPS {
            if simulation.step(&mut policy, sink).is_none() {
                at_end(&simulation);
                return Ok(true);
            }
        }
        let view = simulation.view();
        let left = u64::from(view.waiting()) + u64::from(view.running());
        let submitted = view.submitted() as u64;
        progress.report(2 * submitted - left.min(submitted), 2 * jobs as u64);
        if progress.is_cancelled() {
            return Ok(false);
        }
    }
}

fn outcome(simulation: &Simulation<'_>, job: usize) -> Outcome {
    let view = simulation.view();
    let completed = view.completed(JobId::new(job)).unwrap_or(Time::MAX);
    Outcome {
        started: view.started(JobId::new(job)).unwrap_or(Time::MAX),
        completed,
        killed: view.phase(JobId::new(job)) == cosched_core::engine::Phase::Killed,
    }
}

/// A sink that keeps who ran where and when.
#[derive(Debug)]
struct Segments {
    all: Vec<Segment>,
    // Per job, its segments that are still open: the first and how many.
    open: Vec<(usize, usize)>,
    now: Time,
}

impl Segments {
    /// For so many jobs; with none, nothing is kept.
    fn new(jobs: usize) -> Self {
        Self {
            all: Vec::with_capacity(jobs),
            open: vec![(0, 0); jobs],
            now: Time::ZERO,
        }
    }

    fn close(&mut self, job: JobId) {
        if let Some(open) = self.open.get_mut(job.index()) {
            let (first, count) = std::mem::take(open);
            for segment in &mut self.all[first..first + count] {
                segment.until = self.now;
            }
        }
    }

    fn finish(self) -> Vec<Segment> {
        self.all
    }
}

impl Sink for Segments {
    fn record(&mut self, at: Time, event: Event) {
        self.now = at;
        if let Event::Completed(job) | Event::Killed(job, _) | Event::Suspended(job) = event {
            self.close(job);
        }
    }

    fn holds(&mut self, job: JobId, nodes: cosched_core::machine::Intervals<'_>) {
        let Some(open) = self.open.get_mut(job.index()) else {
            return;
        };
        let first = self.all.len();
        self.all.extend(nodes.map(|(first_node, nodes)| Segment {
            from: self.now,
            until: Time::MAX,
            job: job.index() as u32,
            first_node,
            nodes,
        }));
        *open = (first, self.all.len() - first);
    }
}

/// The nodes of a scenario's machine, if it says how many.
pub fn nodes_of(machine: &Machine) -> Option<u32> {
    match machine {
        Machine::Cluster { nodes } => *nodes,
    }
}
