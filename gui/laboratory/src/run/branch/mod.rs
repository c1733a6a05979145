//! Branches in time: which policy decides until when, and how a run is changed at an instant.

mod grow;
mod moved;
mod pending_nodes;
mod resume;

use cosched_core::engine::{Context, Phase, Policy, Setup};
use cosched_core::machine::Change as NodeChange;
use cosched_core::{JobId, ScenarioError, Simulation, Sink, Time};

use crate::base::format::span;
use crate::base::problem::Problem;
use crate::family::ReadyPolicy;
use crate::family::policy_buffers::OwnedPolicy;
use crate::family::recorded::ReplayBuffers;
use crate::record::Experiment;
use crate::record::branch::{Branching, PolicySettings, Step};
use crate::record::choice::Choice;
use crate::run::warm_up;
use crate::scenario::branch::{Change, Place};
use moved::{MovedQueue, QueueMoves};
use resume::resumed;

pub(crate) use grow::grown;
pub(super) use pending_nodes::PendingNodes;

#[cfg(test)]
mod tests;

/// The buffers of a branch's policies, one after another.
pub(super) struct Stages<'e> {
    experiment: &'e Experiment,
    branch: Option<&'e Branching>,
    owned: Vec<StagePolicy>,
    /// Recorded starts, if there is a warm-up.
    recorded: Option<ReplayBuffers>,
}

/// The buffers of a policy, and the jobs moved in its queue.
struct StagePolicy {
    buffers: OwnedPolicy,
    decider: PolicySettings,
    places: QueueMoves,
}

/// A stage of a run: what is changed at its beginning, and the policy from then on.
pub(super) struct Stage<'p> {
    /// The changes at its beginning; `None` at the beginning of the run.
    pub(super) step: Option<&'p Step>,
    /// How many times nodes were added before.
    pub(super) additions: usize,
    /// The policy, if it differs from the one before.
    pub(super) policy: Option<ReadyPolicy<'p>>,
}

impl<'p> Stage<'p> {
    /// The whole run, under `policy`.
    pub(super) fn whole(policy: ReadyPolicy<'p>) -> Self {
        Self {
            step: None,
            additions: 0,
            policy: Some(policy),
        }
    }
}

impl<'e> Stages<'e> {
    /// Makes the stages of `choice`, with buffers for `setup`.
    ///
    /// # Errors
    /// A policy's parameters are invalid, or it branches in the warm-up.
    pub(super) fn new(
        experiment: &'e Experiment,
        choice: &'e Choice,
        setup: &Setup<'_>,
    ) -> Result<Self, Problem> {
        let branch = choice.branch.as_ref();
        check_begin(experiment, choice)?;
        let first = branch.map_or_else(
            || PolicySettings {
                policy: choice.policy,
                parameters: choice.parameters.clone(),
            },
            |branch| branch.first_settings.clone(),
        );
        let policy = |decider: &PolicySettings| {
            let plain = Choice::plain(decider.policy, &decider.parameters);
            super::policy(experiment, &plain, setup)
        };
        let mut owned = vec![StagePolicy {
            buffers: policy(&first)?,
            decider: first,
            places: QueueMoves::default(),
        }];
        let mut places = QueueMoves::default();
        let steps = branch.map_or(&[][..], |branch| &branch.steps);
        for step in steps.iter().filter(|step| step.takes_over()) {
            let decider = step.settings.clone();
            if decider.parameters.priority.is_some() {
                return Err(Problem::input(
                    "`priority` goes by what was used before, of which nobody knows who takes over a queue or moves jobs in it: leave one of the two out",
                ));
            }
            move_jobs(experiment, step, &mut places)?;
            let buffers = if places.is_empty() {
                policy(&decider)?
            } else {
                OwnedPolicy::unsorted_queue(decider.policy, &decider.parameters, setup)?
            };
            owned.push(StagePolicy {
                buffers,
                decider,
                places: places.clone(),
            });
        }
        Ok(Self {
            experiment,
            branch,
            owned,
            recorded: warm_up::recorded(experiment),
        })
    }

    /// Returns the policies on their buffers, each with the changes made as it takes over.
    ///
    /// # Errors
    /// The parameters do not suit the workload.
    pub(super) fn ready<'p>(&'p mut self, setup: &Setup<'p>) -> Result<Vec<Stage<'p>>, Problem> {
        let mut policies = self.owned.iter_mut().map(|owned| owned.ready(setup));
        let first = policies.next().transpose()?;
        let (experiment, recorded) = (self.experiment, self.recorded.as_ref());
        let from_the_beginning =
            |policy| warm_up::behind(experiment, recorded, resumed(experiment, policy));
        let mut stages = vec![Stage {
            step: None,
            additions: 0,
            policy: first.map(from_the_beginning),
        }];
        let steps = self.branch.map_or(&[][..], |branch| &branch.steps);
        let mut new = 0;
        for step in steps.iter().filter(|step| step.changes_run()) {
            let policy = if step.takes_over() {
                policies.next().transpose()?
            } else {
                None
            };
            stages.push(Stage {
                step: Some(step),
                additions: new,
                policy,
            });
            let adds = step
                .changes
                .iter()
                .filter(|change| matches!(change, Change::Add(_)));
            new += adds.count();
        }
        Ok(stages)
    }
}

/// Checks that nothing is changed in the warm-up of `experiment`.
fn check_begin(experiment: &Experiment, choice: &Choice) -> Result<(), Problem> {
    let (Some(warm_up), Some(branch)) = (experiment.warm_up, &choice.branch) else {
        return Ok(());
    };
    let mut steps = branch.steps.iter();
    match steps.find(|step| step.at < warm_up.until) {
        None => Ok(()),
        Some(step) => Err(Problem::input(format!(
            "{}: at {} the warm-up is not over, which is as the log has it until {}; a branch is at that instant or later, or `warm_up: 0` leaves the warm-up out",
            choice.label,
            span(step.at.seconds()),
            span(warm_up.until.seconds())
        ))),
    }
}

impl StagePolicy {
    fn ready<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let inner = self.buffers.policy(setup)?;
        if self.places.is_empty() {
            return Ok(inner);
        }
        Ok(ReadyPolicy::Boxed(Box::new(MovedQueue {
            inner,
            places: self.places.clone(),
            order: self.decider.parameters.order,
        })))
    }
}

/// Notes the positions of the jobs that are moved in `step`.
fn move_jobs(experiment: &Experiment, step: &Step, places: &mut QueueMoves) -> Result<(), Problem> {
    let job = |number| grow::submitted_by(experiment, step.at, number).map(JobId::new);
    for change in &step.changes {
        let Change::Move(moved) = change else {
            continue;
        };
        let which = job(moved.job)?;
        match moved.to {
            Place::Front => places.put_first(which),
            Place::Back => places.put_last(which),
            Place::Before(other) => places.put_before(which, job(other)?),
        }
    }
    Ok(())
}

/// Lets `policy` decide after the changes; one that takes over does not inherit the timer that the
/// policy before had set.
///
/// # Errors
/// None: the policy has been found to suit.
pub(super) fn decide(
    policy: &mut ReadyPolicy<'_>,
    takes_over: bool,
    simulation: &mut Simulation<'_>,
    sink: &mut dyn Sink,
) -> Result<(), ScenarioError> {
    let mut once = |context: &mut Context<'_, '_>| {
        if takes_over {
            context.cancel_wake();
        }
        policy.schedule(context);
    };
    simulation.decide(&mut once, sink)
}

/// Takes the nodes that are added later out of service.
///
/// # Errors
/// None, if the setup says that nodes may go out of service.
pub(super) fn drain_added_nodes(
    experiment: &Experiment,
    simulation: &mut Simulation<'_>,
    sink: &mut dyn Sink,
) -> Result<(), Problem> {
    for added in experiment.added() {
        let drained = simulation.change_nodes(added.first, added.count, NodeChange::Drain, sink);
        drained.map_err(|error| Problem::input(error.to_string()))?;
    }
    Ok(())
}

/// Applies the changes of `step`, before which nodes were added `new` times, once all that happens
/// at its instant has happened; the policy is to decide afterwards.
///
/// # Errors
/// A change has become impossible in the course of the run.
pub(super) fn apply_changes(
    experiment: &Experiment,
    label: &str,
    (step, mut new): (&Step, usize),
    simulation: &mut Simulation<'_>,
    sink: &mut dyn Sink,
) -> Result<(), Problem> {
    let at = span(step.at.seconds());
    let refuse = |sentence: String| Err(Problem::input(format!("{label}: {sentence}")));
    if simulation.next_instant().is_none() {
        let end = span(simulation.view().now().seconds());
        return refuse(format!(
            "the run is over at {end}, before anything could be done at {at}"
        ));
    }
    let said = |error: cosched_core::error::EngineError| {
        Problem::input(format!("{label}: at {at}: {error}"))
    };
    simulation.advance_to(step.at, sink).map_err(said)?;
    for change in &step.changes {
        match change {
            Change::Add(_) => {
                if let Some(added) = experiment.added().get(new) {
                    let (first, count) = (added.first, added.count);
                    let up = simulation.change_nodes(first, count, NodeChange::Up, sink);
                    up.map_err(said)?;
                }
                new += 1;
            }
            Change::Drain(nodes) => {
                let first = grow::first_drained(experiment, new, nodes)?;
                let drained = simulation.change_nodes(first, nodes.count, NodeChange::Drain, sink);
                drained.map_err(said)?;
            }
            Change::Cancel(number) => {
                let job = grow::submitted_by(experiment, step.at, *number)?;
                if simulation.cancel(job, sink).is_err() {
                    return refuse(format!(
                        "job {number} has ended by {at}: it cannot be cancelled"
                    ));
                }
            }
            Change::Move(moved) => {
                let number = moved.job;
                let job = JobId::new(grow::submitted_by(experiment, step.at, number)?);
                if simulation.view().phase(job) != Phase::Waiting {
                    return refuse(format!(
                        "job {number} does not wait at {at}: it cannot be moved"
                    ));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns when the job at index `job` was cancelled while it waited, if it was.
pub(super) fn cancelled_at(choice: &Choice, experiment: &Experiment, job: usize) -> Option<Time> {
    let branch = choice.branch.as_ref()?;
    let number = experiment.labels.get(job)?.number();
    let mut changes = branch.changes();
    changes.find_map(|(at, change)| (*change == Change::Cancel(number)).then_some(at))
}
