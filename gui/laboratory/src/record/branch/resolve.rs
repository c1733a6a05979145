//! Resolution of a scenario's branches: the run that each branches from, and its policies.

use cosched_core::Time;

use super::sentences::{queue_titles, usual_label};
use super::{Branching, PolicySettings, Step};
use crate::base::format::span;
use crate::base::problem::Problem;
use crate::record::choice::Choice;
use crate::scenario::branch::Change;
use crate::scenario::moldable::Deadlines;
use crate::scenario::{Branch, Machine, Scenario, Workload, nanoseconds};

/// Resolves each branch of `scenario`, whose other runs are `plain`; an invalid one affects only
/// those that branch from it.
///
/// # Errors
/// For each branch its fault, in one sentence.
pub(crate) fn resolve(scenario: &Scenario, plain: Vec<Choice>) -> Vec<Result<Choice, Problem>> {
    let (mut all, mut resolved) = (plain, Vec::new());
    for branch in &scenario.branches {
        let choice = resolve_one(scenario, branch, &all).map_err(|problem| {
            let at = span(branch.at);
            Problem::input(format!("the branch at {at}: {}", problem.sentence))
        });
        all.extend(choice.clone());
        resolved.push(choice);
    }
    resolved
}

fn wrong<T>(sentence: impl Into<String>) -> Result<T, Problem> {
    Err(Problem::input(sentence))
}

fn resolve_one(scenario: &Scenario, branch: &Branch, all: &[Choice]) -> Result<Choice, Problem> {
    let original = original(branch, all)?;
    if branch.changes.is_empty() {
        return wrong("nothing is done then; it needs `changes`, as in `[Policy(Conservative)]`");
    }
    let mut decider = PolicySettings {
        policy: original.policy,
        parameters: original.parameters.clone(),
    };
    let before = decider.clone();
    for change in &branch.changes {
        apply_change(&mut decider, change);
    }
    check_machine(scenario, branch)?;
    check_policies(branch, &before, &decider)?;
    let at = Time(nanoseconds(branch.at));
    let mut branched = original.branch.clone().unwrap_or(Branching {
        origin: String::new(),
        first_settings: before,
        steps: Vec::new(),
    });
    if let Some(step) = branched.steps.last().filter(|step| step.at > at) {
        return wrong(format!(
            "{} branches itself only at {}; a branch of it is at that instant or later",
            original.label,
            span(step.at.seconds())
        ));
    }
    branched.origin.clone_from(&original.label);
    branched.steps.push(Step {
        at,
        changes: branch.changes.clone(),
        settings: decider.clone(),
    });
    Ok(Choice {
        policy: decider.policy,
        label: label(branch, original, all)?,
        parameters: decider.parameters,
        branch: Some(branched),
    })
}

/// The run it branches from.
fn original<'c>(branch: &Branch, all: &'c [Choice]) -> Result<&'c Choice, Problem> {
    let labels = || {
        let labels: Vec<_> = all.iter().map(|choice| choice.label.as_str()).collect();
        labels.join(", ")
    };
    let Some(from) = &branch.from else {
        return match all {
            [] => wrong("there is no run it could be beside"),
            [only] => Ok(only),
            _ => wrong(format!("`from` has to say beside which run: {}", labels())),
        };
    };
    let is_named = |choice: &&Choice| choice.label == *from;
    let is_of = |choice: &&Choice| {
        choice.branch.is_none() && [choice.policy.name(), choice.policy.kebab()].contains(&&**from)
    };
    let named = all.iter().find(is_named);
    let known = named.or_else(|| all.iter().find(is_of));
    known.ok_or_else(|| Problem::input(format!("there is no run `{from}`; there are {}", labels())))
}

/// Applies `change` to the policy, if it is about that.
fn apply_change(decider: &mut PolicySettings, change: &Change) {
    let parameters = &mut decider.parameters;
    match change {
        Change::Policy(policy) => decider.policy = *policy,
        Change::Order(order) => parameters.order = *order,
        Change::BackfillOrder(order) => parameters.backfill_order = Some(*order),
        Change::Depth(depth) => parameters.depth = Some(*depth),
        _ => {}
    }
}

/// Checks that the machine and the workload support the changes.
fn check_machine(scenario: &Scenario, branch: &Branch) -> Result<(), Problem> {
    let Machine::Cluster(cluster) = &scenario.machine else {
        return wrong("on servers there are no branches; nodes are `machine: Cluster(…)`");
    };
    let has = |such: fn(&Change) -> bool| branch.changes.iter().any(such);
    let adds = has(|change| matches!(change, Change::Add(_)));
    let submits = has(|change| matches!(change, Change::Submit(_)));
    if cluster.is_shared() && (adds || submits) {
        return wrong(
            "where jobs share nodes, no nodes are added and no jobs submitted: change `kinds` and the workload instead",
        );
    }
    if adds && !cluster.kinds.is_empty() {
        return wrong("nodes are added only where all are equal, not to `kinds: […]`");
    }
    let outages = cluster.outages.as_ref();
    if adds && outages.is_some_and(|outages| outages.failures.is_some()) {
        return wrong(
            "no nodes are added where nodes fail by chance, as nobody says when those would have failed",
        );
    }
    if submits && matches!(scenario.workload, Workload::Workflow(_)) {
        return wrong("the jobs of a workflow follow one another; none is submitted besides");
    }
    Ok(())
}

/// Checks that the policy from then on can follow the one before.
fn check_policies(
    branch: &Branch,
    before: &PolicySettings,
    then: &PolicySettings,
) -> Result<(), Problem> {
    let needs_queue = branch.changes.iter().any(|change| {
        !matches!(
            change,
            Change::Drain(_) | Change::Add(_) | Change::Submit(_)
        )
    });
    if !needs_queue && !before.policy.replays() {
        return Ok(());
    }
    let starts_on_nodes = before.policy.is_queue() || before.policy.replays();
    if !starts_on_nodes {
        return wrong(format!(
            "nobody can take over the jobs of {} as it has left them; from {}, and from a schedule as recorded, {} and policies of one's own can",
            before.policy.title(),
            queue_titles(),
            queue_titles()
        ));
    }
    let is_own = then.policy.is_of_others();
    if !then.policy.is_queue() && !is_own {
        return wrong(if then.policy.replays() {
            format!(
                "what was recorded is over then: it needs `Policy(…)`, one of {}",
                queue_titles()
            )
        } else {
            format!(
                "{} cannot take over running jobs; {} and policies of one's own can",
                then.policy.title(),
                queue_titles()
            )
        });
    }
    let moves = |change: &Change| matches!(change, Change::Move(_));
    if is_own && branch.changes.iter().any(moves) {
        return wrong(format!(
            "{} orders the queue as it likes; jobs are moved under {}",
            then.policy.title(),
            queue_titles()
        ));
    }
    match then.parameters.molding.deadlines {
        Deadlines::Hard => {
            wrong("where deadlines are hard, nobody else can take over the jobs that were let in")
        }
        _ => Ok(()),
    }
}

/// Label of the branch.
fn label(branch: &Branch, original: &Choice, all: &[Choice]) -> Result<String, Problem> {
    let is_free = |label: &str| all.iter().all(|choice| choice.label != label);
    match &branch.name {
        Some(name) if is_free(name) => Ok(name.clone()),
        Some(name) => wrong(format!(
            "another run is called `{name}`; it needs a name of its own"
        )),
        None => {
            let label = usual_label(&original.label, branch.at);
            let mut numbered = (2..).map(|number| format!("{label} ({number})"));
            Ok(if is_free(&label) {
                label
            } else {
                numbered.find(|label| is_free(label)).unwrap_or(label)
            })
        }
    }
}
