//! Running and waiting jobs at an instant, and what follows from it as an experiment of its own.

use std::collections::HashMap;

use cosched_core::machine::cluster::NodeUnits;
use cosched_core::{Duration, JobSpec, Time};

use crate::record::cluster::DependencyLists;
use crate::record::held_nodes::held_nodes_at;
use crate::record::{Experiment, JobLabel, Run};

/// Submit time of waiting jobs in a future, whose time zero is the instant: behind the running
/// jobs, which have started by then.
pub(super) const NEXT: Time = Time(1);

/// State of a run at an instant.
pub(super) struct State {
    pub(super) at: Time,
    /// Running jobs, in the order of starts.
    pub(super) running: Vec<usize>,
    /// Waiting jobs, in the order of submission.
    pub(super) waiting: Vec<usize>,
    // The experiment without jobs.
    bare: Experiment,
    // Where each running job is, if that matters.
    placed: Vec<Vec<NodeUnits>>,
    /// Number of jobs submitted so far: the first of all.
    pub(super) submitted: usize,
}

impl State {
    /// The state of `run` at `at`, once all that happens then has happened.
    pub(super) fn of(run: &Run, at: Time) -> Self {
        let experiment = &run.experiment;
        let submitted = experiment.jobs.partition_point(|job| job.submit <= at);
        let here = |job: &usize| {
            let outcome = &run.outcomes[*job];
            !outcome.refused && outcome.entered <= at && outcome.completed > at
        };
        let has_started = |job: &usize| run.outcomes[*job].started <= at;
        let here: Vec<usize> = (0..submitted).filter(here).collect();
        let (mut running, waiting): (Vec<_>, Vec<_>) = here.into_iter().partition(has_started);
        running.sort_by_key(|&job| (run.outcomes[job].started, job));
        let placed = match &experiment.cluster {
            Some(cluster) if run.segments.is_empty() && cluster.has_equal_cores() => {
                side_by_side(run, &running)
            }
            Some(_) => placed(run, at, &running),
            None => Vec::new(),
        };
        let mut bare = Experiment::clone(experiment);
        bare.jobs = Vec::new();
        bare.labels = Vec::new();
        bare.names = Vec::new();
        bare.molds = Vec::new();
        // Of the run, not of its future.
        bare.warm_up = None;
        if let Some(cluster) = &mut bare.cluster {
            cluster.requests = Vec::new();
            cluster.dependencies = DependencyLists::default();
        }
        Self {
            at,
            running,
            waiting,
            bare,
            placed,
            submitted,
        }
    }

    /// Replaces the waiting jobs by those in another order.
    pub(super) fn in_order(self, waiting: Vec<usize>) -> Self {
        Self { waiting, ..self }
    }

    /// Returns the future without further submissions in which all jobs run as long as estimated:
    /// the running jobs, then the waiting ones.
    pub(super) fn by_estimates(&self, run: &Run) -> Experiment {
        let jobs = &run.experiment.jobs;
        let running = self.running.iter().map(|&job| {
            let age = self.at.since(run.outcomes[job].started);
            let left = Duration(doubled_beyond(jobs[job].estimate, age).0 - age.0);
            JobSpec::exact(Time::ZERO, left, jobs[job].nodes).with_memory(jobs[job].memory)
        });
        let waiting = self
            .waiting
            .iter()
            .map(|&job| jobs[job].with_submit(NEXT).with_runtime(jobs[job].estimate));
        let who = self.running.iter().chain(&self.waiting).copied();
        self.experiment(run, who.zip(running.chain(waiting)).collect())
    }

    /// Makes an experiment of these jobs, each with its index in `run`; the running jobs are first.
    pub(super) fn experiment(&self, run: &Run, jobs: Vec<(usize, JobSpec)>) -> Experiment {
        let mut made = Experiment {
            labels: (1..).map(JobLabel::numbered).take(jobs.len()).collect(),
            ..self.bare.clone()
        };
        if let Some((own, requested)) = made.cluster.as_mut().zip(run.experiment.cluster.as_ref()) {
            own.requests = jobs
                .iter()
                .map(|&(job, _)| requested.requests[job])
                .collect();
            own.running_places.clone_from(&self.placed);
        }
        made.jobs = jobs.into_iter().map(|(_, spec)| spec).collect();
        made
    }
}

/// Where each job of `running`, which run in `run` at `at`, is then.
fn placed(run: &Run, at: Time, running: &[usize]) -> Vec<Vec<NodeUnits>> {
    let held = held_nodes_at(run, at).into_iter();
    let mut places: HashMap<usize, Vec<NodeUnits>> = held
        .map(|held| {
            let places = held.places.into_iter();
            let places = places.map(|(node, _, units)| NodeUnits { node, units });
            (held.job, places.collect())
        })
        .collect();
    let each = running.iter();
    each.map(|job| places.remove(job).unwrap_or_default())
        .collect()
}

/// Where each job of `running` may as well be, as nodes are equal: beside those before it. Who finds no
/// room has no places, and begins once there is some.
fn side_by_side(run: &Run, running: &[usize]) -> Vec<Vec<NodeUnits>> {
    let mut used = 0;
    let each = running.iter().map(|&job| {
        let from: u32 = used;
        let until = from.saturating_add(run.experiment.jobs[job].nodes);
        if until > run.experiment.nodes {
            return Vec::new();
        }
        used = until;
        let nodes = from..until;
        nodes.map(|node| NodeUnits { node, units: 1 }).collect()
    });
    each.collect()
}

/// The estimate, doubled until it exceeds the time passed.
pub(super) fn doubled_beyond(estimate: Duration, age: Duration) -> Duration {
    let mut longer = estimate.0.max(1);
    while longer <= age.0 && longer < u64::MAX / 2 {
        longer *= 2;
    }
    Duration(longer)
}
