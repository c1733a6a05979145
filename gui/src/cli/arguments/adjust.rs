//! Scenarios adjusted by the options of the command line.

use crate::cli::arguments;
use crate::cli::arguments::scene::Scene;
use laboratory::base::problem::Problem;
use laboratory::scenario::placement::servers::Engine;
use laboratory::scenario::{
    MOST_JOBS, Machine, Parameters, PolicyName, ReactingUsers, Scenario, WarmUp, Workload,
};

/// [`adjust`], and the options that only `run` has.
pub(in crate::cli) fn adjust_run(
    scenario: Scenario,
    requested: &arguments::Run,
) -> Result<Scenario, Problem> {
    check_run(&scenario, requested)?;
    let mut scenario = adjust(scenario, &requested.scene)?;
    match &mut scenario.workload {
        Workload::Swf(swf) => swf.feedback |= requested.feedback,
        Workload::Lublin(lublin) => {
            if let Some(count) = requested.users {
                let users = lublin.users.unwrap_or(ReactingUsers::of(count));
                lublin.users = Some(ReactingUsers { count, ..users });
            }
        }
        _ => {}
    }
    Ok(scenario)
}

/// Checks that the options that only `run` has suit `scenario`.
fn check_run(scenario: &Scenario, requested: &arguments::Run) -> Result<(), Problem> {
    let draws = match &scenario.machine {
        Machine::Servers(servers) => servers.engine != Engine::Fluid,
        Machine::Cluster(_) => false,
    };
    if requested.seeds.is_some() && !draws {
        return Err(Problem::input(
            "--seeds: only `engine: Cycle(…)` of `machine: Servers(…)` draws while it runs",
        ));
    }
    if requested.users.is_some() && !matches!(scenario.workload, Workload::Lublin(_)) {
        return Err(Problem::input(
            "--users: only jobs of the Lublin model, `workload: Lublin(…)`, are submitted by users who react",
        ));
    }
    Ok(())
}

/// The options of the command line take precedence over the scenario.
pub(in crate::cli) fn adjust(
    mut scenario: Scenario,
    arguments: &Scene,
) -> Result<Scenario, Problem> {
    if let Some(nodes) = arguments.nodes {
        match &mut scenario.machine {
            Machine::Cluster(cluster) if cluster.kinds.is_empty() => cluster.nodes = Some(nodes),
            Machine::Cluster(_) => {
                return Err(Problem::input(
                    "--nodes: the machine has nodes of several kinds, each with its own count",
                ));
            }
            Machine::Servers(servers) if servers.kinds.is_empty() => servers.count = nodes,
            Machine::Servers(_) => {
                return Err(Problem::input(
                    "--nodes: the machine has servers of several kinds, each with its own count",
                ));
            }
        }
    }
    if let Some(warm_up) = arguments.warm_up {
        set_warm_up(&mut scenario, warm_up)?;
    }
    if let Some(seed) = arguments.seed {
        scenario.seed = seed;
    }
    match &mut scenario.workload {
        Workload::Jobs(jobs) => {
            jobs.truncate(arguments.jobs.map_or(usize::MAX, |jobs| jobs as usize));
            if arguments.load.is_some() {
                return Err(Problem::input(
                    "--load: jobs that are written out have the submit times they have",
                ));
            }
        }
        Workload::Swf(swf) => {
            swf.jobs = arguments.jobs.or(swf.jobs);
            swf.load = arguments.load.or(swf.load);
            swf.dialect = arguments.dialect.map(Into::into).or(swf.dialect);
            swf.rebase |= arguments.rebase;
            swf.keep_zero_runtimes |= arguments.keep_zero_runtimes;
            swf.prefer_requested |= arguments.prefer_requested;
            swf.clip_wide |= arguments.clip_wide;
            swf.raise_estimates |= arguments.raise_estimates;
            swf.exact_estimates |= arguments.exact_estimates;
        }
        Workload::Table(table) => {
            if !arguments.fields.is_empty() {
                table.fields = arguments.fields.clone();
            }
            table.jobs = arguments.jobs.or(table.jobs);
            table.load = arguments.load.or(table.load);
            table.keep_zero_runtimes |= arguments.keep_zero_runtimes;
            table.prefer_requested |= arguments.prefer_requested;
            table.clip_wide |= arguments.clip_wide;
            table.raise_estimates |= arguments.raise_estimates;
            table.exact_estimates |= arguments.exact_estimates;
        }
        Workload::Workflow(workflow) => {
            if arguments.load.is_some() {
                return Err(Problem::input(
                    "--load: the jobs of a workflow enter the queue when others have completed",
                ));
            }
            match (&mut workflow.shape, arguments.jobs) {
                (Some(_), Some(jobs)) if jobs > MOST_JOBS => {
                    return Err(Problem::input(format!(
                        "--jobs: {jobs} jobs of a workflow are too many; up to {MOST_JOBS} are allowed"
                    )));
                }
                (Some(shape), Some(jobs)) => *shape.jobs_mut() = jobs,
                (None, Some(_)) => {
                    return Err(Problem::input(
                        "--jobs: a workflow that is written out or in a file is run whole",
                    ));
                }
                (_, None) => {}
            }
        }
        Workload::Lublin(lublin) => {
            lublin.jobs = arguments.jobs.unwrap_or(lublin.jobs);
            lublin.load = arguments.load.or(lublin.load);
        }
        Workload::Jann(jann) => {
            jann.jobs = arguments.jobs.unwrap_or(jann.jobs);
            jann.load = arguments.load.or(jann.load);
        }
    }
    if !arguments.policies.is_empty() || !arguments.external.is_empty() {
        scenario.policies = [&arguments.policies[..], &arguments.external].concat();
        scenario.variants.clear();
        // Branches and variants are runs beside other runs.
        scenario.branches.clear();
    } else if scenario.policies.is_empty() && scenario.variants.is_empty() {
        scenario.policies = PolicyName::defaults_for(&scenario.machine).to_vec();
    }
    scenario.branches.extend(arguments.branches.iter().cloned());
    adjust_parameters(&mut scenario.parameters, arguments);
    for variant in &mut scenario.variants {
        adjust_parameters(&mut variant.parameters, arguments);
    }
    Ok(scenario)
}

/// Requests a warm-up of the log of `scenario`.
///
/// # Errors
/// It has none.
pub(in crate::cli) fn set_warm_up(scenario: &mut Scenario, warm_up: WarmUp) -> Result<(), Problem> {
    if scenario.workload.set_warm_up(warm_up) {
        Ok(())
    } else {
        Err(Problem::input(
            "--warm-up: only a log or accounting says what ran before; this workload is none",
        ))
    }
}

fn adjust_parameters(parameters: &mut Parameters, arguments: &Scene) {
    if let Some(order) = arguments.order {
        parameters.order = order;
    }
    if let Some(order) = arguments.backfill_order {
        parameters.backfill_order = Some(order);
    }
    parameters.depth = arguments.depth.or(parameters.depth);
    parameters.predictor = arguments.predictor.unwrap_or(parameters.predictor);
    parameters.kill_at_estimate &= !arguments.no_kill;
    parameters.own.extend(arguments.set.iter().cloned());
}
