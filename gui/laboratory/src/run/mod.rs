//! From an experiment to runs.

pub mod answer;
mod bounds;
pub(crate) mod branch;
pub mod check;
pub mod dominant;
pub mod explain;
pub mod fit;
#[cfg(unix)]
pub mod live;
pub mod predict;
pub mod sample;
pub mod session;
mod setup;
pub mod stream;
pub mod sweep;
pub mod validate;
mod warm_up;
pub mod whatif;

use std::sync::Arc;

use cosched_core::engine::{BoxedStorage, Phase, Policy, Setup};
use cosched_core::{Digest, JobId, ScenarioError, Simulation, Sink, Time};

use crate::base::problem::Problem;
use crate::base::progress::Progress;
use crate::family::FalliblePolicy;
use crate::family::ReadyPolicy;
use crate::family::policy_buffers::{self, OwnedPolicy};
use crate::metrics::features;
use crate::record::details::Details;
use crate::record::segments::sink::SegmentSink;
use crate::record::{Experiment, Outcome, Run};
use bounds::stall::StallDetector;
use bounds::time_bound;
use branch::{PendingNodes, Stage, Stages};

pub use crate::record::choice::Choice;
pub use crate::record::choices::choices;
pub use setup::{molds, processes, setup};

/// Runs `choice`; `None` if cancelled. `with_segments` also keeps where and when each job ran, as
/// Gantt charts need.
///
/// # Errors
/// The engine refuses the experiment.
pub fn simulate(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    with_segments: bool,
    progress: &Progress,
) -> Result<Option<Run>, Problem> {
    simulate_by(experiment, choice, None, with_segments, progress)
}

/// Runs `policy`, given as a value, on the machine and with the parameters of `choice`, which has no
/// branch, and whose own policy decides nothing; `None` if cancelled.
///
/// # Errors
/// The engine refuses the experiment, the policy fails, or the choice has a branch.
pub fn simulate_with<'p>(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    policy: Box<dyn FalliblePolicy + 'p>,
    with_segments: bool,
    progress: &Progress,
) -> Result<Option<Run>, Problem> {
    if choice.branch.is_some() {
        return Err(Problem::input(format!(
            "{}: a policy that is given as a value decides from the beginning to the end, without a branch",
            choice.label
        )));
    }
    simulate_by(experiment, choice, Some(policy), with_segments, progress)
}

fn simulate_by(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    given: Option<Box<dyn FalliblePolicy + '_>>,
    with_segments: bool,
    progress: &Progress,
) -> Result<Option<Run>, Problem> {
    let experiment = &branch::grown(experiment, choice)?;
    let jobs = experiment.jobs.len();
    let mut metrics = warm_up::CountedMetrics::of(experiment);
    let mut digest = Digest::default();
    let mut segments = SegmentSink::of(experiment, with_segments);
    let mut recorders = features::recorders(experiment, choice, with_segments)?;
    let (mut outcomes, mut spun) = (Vec::new(), 0);
    let finished = {
        let mut kept = (&mut segments, &mut recorders);
        let mut sink = ((&mut metrics, &mut digest), &mut kept);
        let at_end = |simulation: &Simulation<'_>| {
            outcomes.extend((0..jobs).map(|job| outcome(simulation, experiment, job)));
            for (job, outcome) in outcomes
                .iter_mut()
                .enumerate()
                .filter(|(_, one)| one.refused)
            {
                if let Some(at) = branch::cancelled_at(choice, experiment, job) {
                    (outcome.started, outcome.completed) = (at, at);
                }
            }
            spun = simulation.view().spinning();
        };
        drive_by(experiment, (choice, given), progress, &mut sink, at_end)?
    };
    if !finished {
        return Ok(None);
    }
    let mut run = Run {
        experiment: Arc::clone(experiment),
        label: choice.label.clone(),
        policy: choice.policy,
        parameters: choice.parameters.clone(),
        branch: choice.branch.clone(),
        outcomes,
        segments: segments.finish(),
        spun: spun as f64 / 1e9,
        classes: experiment.classes(&choice.parameters),
        metrics: metrics.sums,
        digest: digest.0,
        details: Details::default(),
    };
    recorders.finish(&mut run);
    Ok(Some(run))
}

/// Steps between two checks of cancellation: some tens of microseconds.
const STEPS: usize = 256;

/// Steps through a whole simulation; returns whether it came to its end.
pub(crate) fn drive(
    experiment: &Experiment,
    choice: &Choice,
    progress: &Progress,
    sink: &mut dyn Sink,
    at_end: impl FnOnce(&Simulation<'_>),
) -> Result<bool, Problem> {
    drive_by(experiment, (choice, None), progress, sink, at_end)
}

/// Steps likewise, with a policy that is given as a value, if there is one.
fn drive_by(
    experiment: &Experiment,
    (choice, given): (&Choice, Option<Box<dyn FalliblePolicy + '_>>),
    progress: &Progress,
    sink: &mut dyn Sink,
    at_end: impl FnOnce(&Simulation<'_>),
) -> Result<bool, Problem> {
    let added = experiment.added();
    let mut sink = PendingNodes { added, sink };
    let sink: &mut dyn Sink = match added {
        [] => sink.sink,
        _ => &mut sink,
    };
    let processes = processes(experiment, choice)?;
    let molds = molds(experiment, choice);
    let sets = experiment.node_sets();
    let setup = setup(experiment, choice, processes.as_ref(), &molds, &sets);
    let of_choice = given.is_none();
    let built = of_choice.then(|| Stages::new(experiment, choice, &setup));
    let mut built = built.transpose()?;
    let stages = match (given, &mut built) {
        (Some(policy), _) => vec![Stage::whole(ReadyPolicy::External(policy))],
        (None, built) => built
            .as_mut()
            .map_or(Ok(Vec::new()), |one| one.ready(&setup))?,
    };
    let mut storage = BoxedStorage::new(&setup);
    let refused = |error: ScenarioError| Problem::input(error.to_string());
    let mut simulation = Simulation::new(setup, storage.as_storage()).map_err(refused)?;
    for stage in &stages {
        stage
            .policy
            .iter()
            .try_for_each(|policy| simulation.check(policy))
            .map_err(refused)?;
    }
    branch::drain_added_nodes(experiment, &mut simulation, sink)?;
    let mut steps = StepLoop {
        jobs: experiment.jobs.len(),
        stall: StallDetector::new(experiment, choice),
        progress,
    };
    let mut deciding = None;
    let mut stages = stages.into_iter().peekable();
    while let Some(stage) = stages.next() {
        let takes_over = stage.policy.is_some();
        if takes_over {
            deciding = stage.policy;
        }
        let Some(policy) = &mut deciding else { break };
        if let Some(step) = stage.step {
            let step = (step, stage.additions);
            branch::apply_changes(experiment, &choice.label, step, &mut simulation, sink)?;
            branch::decide(policy, takes_over, &mut simulation, sink).map_err(refused)?;
        }
        let until = stages.peek().and_then(|next| Some(next.step?.at));
        if !steps.run_until(&mut simulation, policy, until, sink)? {
            return Ok(false);
        }
    }
    all_ended(&simulation, experiment)?;
    at_end(&simulation);
    Ok(true)
}

/// Checks that are made every [`STEPS`] steps.
struct StepLoop<'p> {
    jobs: usize,
    stall: StallDetector,
    progress: &'p Progress,
}

impl StepLoop<'_> {
    /// Steps to the first event at `until` or later, or to the end; returns whether it was not
    /// cancelled.
    fn run_until(
        &mut self,
        simulation: &mut Simulation<'_>,
        policy: &mut ReadyPolicy<'_>,
        until: Option<Time>,
        sink: &mut dyn Sink,
    ) -> Result<bool, Problem> {
        loop {
            let stepped = match until {
                None => simulation.steps(policy, sink, STEPS),
                Some(until) => simulation.steps_before(until, policy, sink, STEPS),
            };
            if let Some(failure) = policy.failure() {
                return Err(failure);
            }
            if stepped < STEPS {
                return Ok(true);
            }
            let view = simulation.view();
            let left = [
                view.waiting(),
                view.running(),
                view.placed(),
                view.suspended(),
            ];
            let left: u64 = left.into_iter().map(u64::from).sum();
            let queued = view.queued();
            let done = 2 * queued - left.min(queued);
            self.progress.report(done, 2 * self.jobs as u64);
            self.stall.check(done, view.now())?;
            if self.progress.is_cancelled() {
                return Ok(false);
            }
        }
    }
}

/// Checks that `experiment` can be run under `choice`, before anything is printed or written.
///
/// # Errors
/// The experiment is invalid, or does not suit the policy.
pub fn check(experiment: &Arc<Experiment>, choice: &Choice) -> Result<(), Problem> {
    let experiment = &*branch::grown(experiment, choice)?;
    let processes = processes(experiment, choice)?;
    let molds = molds(experiment, choice);
    let sets = experiment.node_sets();
    let setup = setup(experiment, choice, processes.as_ref(), &molds, &sets);
    let mut stages = Stages::new(experiment, choice, &setup)?;
    for stage in stages.ready(&setup)? {
        let suits = stage.policy.map_or(Ok(()), |policy| policy.check(&setup));
        suits.map_err(|error| Problem::input(error.to_string()))?;
    }
    Ok(())
}

/// Checks that each of the jobs has ended, in whatever way, within the time that can be counted.
///
/// # Errors
/// No event is left, but some jobs have not ended: the run is no result.
fn all_ended(simulation: &Simulation<'_>, experiment: &Experiment) -> Result<(), Problem> {
    let (view, jobs) = (simulation.view(), experiment.jobs.len());
    let has_ended = |job: &usize| {
        if has_missed_reservation(simulation, experiment, *job) {
            return true;
        }
        let ended = [Phase::Completed, Phase::Killed, Phase::Rejected];
        let job = JobId::new(*job);
        let in_time = view.completed(job).is_none_or(|at| at <= time_bound::LAST);
        ended.contains(&view.phase(job)) && in_time
    };
    let waits = |job: &usize| view.phase(JobId::new(*job)) == Phase::Waiting;
    match jobs - (0..jobs).filter(has_ended).count() {
        0 => Ok(()),
        // On nodes in service this program's policies start every job they can; others may not.
        left if view.out_of_service() == 0 && (0..jobs).filter(waits).count() == left => {
            Err(Problem::output(format!(
                "given up at {} s: nobody runs any more, and {left} of {jobs} jobs wait for ever, as the policy starts none of them",
                view.now()
            )))
        }
        left if view.out_of_service() > 0 && (0..jobs).filter(waits).count() == left => {
            Err(Problem::output(format!(
                "given up at {} s: nothing happens any more, but {left} of {jobs} jobs wait for ever, as {} that they need are out of service ({}) and stay so",
                view.now(),
                experiment.size_unit.many(),
                view.out_of_service()
            )))
        }
        left => Err(Problem::output(format!(
            "given up at {} s: nothing happens any more, but {left} of {jobs} jobs have not ended within the {} s that are counted",
            view.now(),
            time_bound::LAST
        ))),
    }
}

/// Returns the policy of `choice` with its buffers, for the `setup` of [`setup`].
///
/// # Errors
/// The setup or a parameter is invalid.
pub fn policy(
    experiment: &Experiment,
    choice: &Choice,
    setup: &Setup<'_>,
) -> Result<OwnedPolicy, Problem> {
    setup
        .check()
        .map_err(|error| Problem::input(error.to_string()))?;
    time_bound::check(experiment, choice)?;
    policy_buffers::check_memory(choice.policy, setup)?;
    OwnedPolicy::new(experiment, choice, setup)
}

/// Whether `job` still waits at the end of a simulation for an advance reservation in which it
/// cannot start any more: too little is left of it, or its nodes do not come back.
fn has_missed_reservation(
    simulation: &Simulation<'_>,
    experiment: &Experiment,
    job: usize,
) -> bool {
    let cluster = experiment.cluster.as_ref();
    let reservation = cluster.and_then(|cluster| {
        let index = cluster.requests.get(job)?.reservation?;
        cluster.layout.reservations.get(index as usize)
    });
    let (view, estimate) = (simulation.view(), experiment.jobs[job].estimate);
    view.phase(JobId::new(job)) == Phase::Waiting
        && reservation.is_some_and(|reservation| {
            let end = view.now().0.saturating_add(estimate.0);
            end > reservation.until.0 || view.out_of_service() > 0
        })
}

fn outcome(simulation: &Simulation<'_>, experiment: &Experiment, job: usize) -> Outcome {
    let never_starts = has_missed_reservation(simulation, experiment, job);
    let (view, job) = (simulation.view(), JobId::new(job));
    let (phase, entered) = (view.phase(job), view.entered(job).unwrap_or(Time::MAX));
    let refused = phase == Phase::Rejected || never_starts;
    let or_entered = |time: Option<Time>| {
        if refused {
            entered
        } else {
            time.unwrap_or(Time::MAX)
        }
    };
    Outcome {
        entered,
        started: or_entered(view.started(job)),
        completed: or_entered(view.completed(job)),
        executed: view.executed(job),
        killed: phase == Phase::Killed,
        refused,
    }
}
