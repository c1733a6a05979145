//! `cosched run`: simulate and print one row of metrics per policy.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::arguments;
use super::bar::follow;
use super::output::{print, say};
use super::slots;
use super::stream;
use crate::classes;
use crate::export::{self, Lock};
use crate::load::{self, Opened};
use crate::problem::Problem;
use crate::record::{Experiment, Run};
use crate::reproduce::deside::dominant::dominant;
use crate::run::{Choice, check, choices, simulate};
use crate::scenario::servers::Engine;
use crate::scenario::{
    MOST_JOBS, Machine, Parameters, PolicyName, ReactingUsers, Scenario, Workload,
};
use crate::summary::{self, Of};

/// Runs every file under every policy.
pub(super) fn run(asked: &arguments::Run) -> Result<(), Problem> {
    let (mut folders, mut lock) = (Vec::new(), None);
    for path in &asked.files {
        if asked.stream {
            let out = asked.out.as_ref();
            let out = out.map(|out| folder(out, path, &asked.files, &mut folders));
            stream::run(path, asked, out.as_deref(), &mut lock)?;
            continue;
        }
        let scenario = match load::open_any(path)? {
            Opened::Jobs(scenario) => adjust(*scenario, asked)?,
            Opened::Windows(search) => {
                let out = asked.out.as_ref();
                let out = out.map(|out| folder(out, path, &asked.files, &mut folders));
                slots::run(*search, path, asked, out.as_deref(), &mut lock)?;
                continue;
            }
        };
        let experiment = prepare(scenario, path, asked.quiet)?;
        for choice in choices(&experiment.scenario) {
            check(&experiment, &choice).map_err(|problem| problem.in_file(path))?;
        }
        let out = asked.out.as_ref();
        let out = out.map(|out| folder(out, path, &asked.files, &mut folders));
        if let Some(out) = &out {
            // Before the work, not after it.
            lock_once(&mut lock, asked)?;
            export::check_folder(out)?;
        }
        run_one(&experiment, out.as_deref(), asked)?;
    }
    Ok(())
}

/// Keeps others out of the folder that is written into, from now on.
pub(super) fn lock_once(lock: &mut Option<Lock>, asked: &arguments::Run) -> Result<(), Problem> {
    if let (None, Some(out)) = (&lock, &asked.out) {
        *lock = Some(Lock::new(out)?);
    }
    Ok(())
}

/// Reads what a scenario refers to, with a bar, and shows what was changed.
fn prepare(scenario: Scenario, path: &Path, quiet: bool) -> Result<Arc<Experiment>, Problem> {
    let experiment = follow("reading", quiet, |progress| {
        load::prepare(&scenario, Some(path), progress)
    });
    let experiment = experiment.map_err(|problem| problem.in_file(path))?;
    if !quiet {
        say(&format!("{}: {}", path.display(), in_short(&experiment)));
        for remark in &experiment.remarks {
            say(&format!("  {remark}"));
        }
    }
    Ok(Arc::new(experiment))
}

/// How many jobs on what.
fn in_short(experiment: &Experiment) -> String {
    let counted = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let mut text = counted(experiment.jobs.len(), "job");
    let precedences = experiment.precedents.as_precedence().len();
    if precedences > 0 {
        text += &format!(" with {}", counted(precedences, "precedence"));
    }
    let nodes = experiment.nodes as usize;
    text += &match experiment.hosting.servers.len() {
        0 => format!(" on {}", counted(nodes, "node")),
        servers => format!(
            " on {} with {}",
            counted(servers, "server"),
            counted(nodes, "core")
        ),
    };
    match load::offered_load(&experiment.jobs, experiment.nodes) {
        Some(load) if precedences == 0 => text + &format!(", offered load {load:.3}"),
        _ => text,
    }
}

fn run_one(
    experiment: &Arc<Experiment>,
    out: Option<&Path>,
    asked: &arguments::Run,
) -> Result<(), Problem> {
    let (mut rows, mut folders) = (Vec::new(), Vec::new());
    let choices = choices(&experiment.scenario);
    let widest = choices
        .iter()
        .map(|choice| choice.label.chars().count())
        .max();
    let label = widest.unwrap_or_default().max(12);
    print(&(summary::heading(label) + "\n"))?;
    for choice in &choices {
        let run = simulate_with_bar(experiment, choice, out.is_some(), asked.quiet)?;
        print(&(summary::row(&run, label) + "\n"))?;
        if choice.policy.shares_nodes() {
            print(&format!(
                "  {}\n",
                summary::line_of(&run, &[Of::Slices, Of::Memory])
            ))?;
            for line in classes::lines(&run) {
                print(&(line + "\n"))?;
            }
        }
        if choice.policy.has_quanta() {
            print(&format!("  {}\n", summary::line_of(&run, &[Of::Quanta])))?;
        }
        let molds = choice.policy.molds() || experiment.has_deadlines();
        if molds || run.windows.is_some() {
            let of = [
                Of::Deadlines,
                Of::Molds,
                Of::Tiers,
                Of::Windows,
                Of::Refusals,
            ];
            print(&format!("  {}\n", summary::line_of(&run, &of)))?;
        }
        if run.outages.is_some() {
            print(&format!("  {}\n", summary::line_of(&run, &[Of::Outages])))?;
        }
        if let Some(line) = summary::bound_line(&run) {
            print(&format!("  {line}\n"))?;
        }
        if let Some(seeds) = asked.seeds {
            print(&over_seeds(experiment, choice, seeds, asked.quiet)?)?;
        }
        if let Some(out) = out {
            if rows.is_empty() {
                // Were this stopped, it would stand beside what it is not of.
                export::remove_summary(out)?;
            }
            let folder = unused(export::folder_name(&run.label), &mut folders);
            export::write_run(&out.join(folder), &run)?;
        }
        rows.push(summary::values(&run));
    }
    match out {
        Some(out) => export::write_summary(out, &rows),
        None => Ok(()),
    }
}

/// What most of so many seeds lead to, as a line.
fn over_seeds(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    seeds: u64,
    quiet: bool,
) -> Result<String, Problem> {
    let found = follow(&choice.label, quiet, |progress| {
        dominant(experiment, choice, seeds, progress)
    })?;
    let found = found.ok_or_else(|| Problem::output("the run was cancelled"))?;
    Ok(format!(
        "  dominant mapping: {} of {} seeds lead to it; fixed, its makespan is {:.3} s on average\n",
        found.count, found.seeds, found.makespan
    ))
}

/// Runs `choice` with a bar.
pub(super) fn simulate_with_bar(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    with_segments: bool,
    quiet: bool,
) -> Result<Run, Problem> {
    let run = follow(&choice.label, quiet, |progress| {
        simulate(experiment, choice, with_segments, progress)
    });
    let source = experiment.source.as_deref().unwrap_or(Path::new(""));
    let run = run.map_err(|problem| problem.in_file(source))?;
    run.ok_or_else(|| Problem::output("the run was cancelled"))
}

/// With several files each has a folder of its own.
fn folder(out: &Path, file: &Path, files: &[PathBuf], used: &mut Vec<String>) -> PathBuf {
    if let [_] = files {
        return out.to_path_buf();
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').next().unwrap_or_default();
    out.join(unused(export::folder_name(stem), used))
}

/// `name`, or `name-2` and so on if that is in use.
pub(super) fn unused(name: String, used: &mut Vec<String>) -> String {
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    // The names never end, so there always is one.
    let free = names.find(|name| !used.contains(name)).unwrap_or(name);
    used.push(free.clone());
    free
}

/// What the command line says goes before what the scenario says.
pub(super) fn adjust(mut scenario: Scenario, asked: &arguments::Run) -> Result<Scenario, Problem> {
    if let Some(nodes) = asked.nodes {
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
    if let Some(seed) = asked.seed {
        scenario.seed = seed;
    }
    let draws = match &scenario.machine {
        Machine::Servers(servers) => servers.engine != Engine::Fluid,
        Machine::Cluster(_) => false,
    };
    if asked.seeds.is_some() && !draws {
        return Err(Problem::input(
            "--seeds: only `engine: Cycle(…)` of `machine: Servers(…)` draws while it runs",
        ));
    }
    if asked.users.is_some() && !matches!(scenario.workload, Workload::Lublin(_)) {
        return Err(Problem::input(
            "--users: only jobs of the Lublin model, `workload: Lublin(…)`, are submitted by users who react",
        ));
    }
    match &mut scenario.workload {
        Workload::Jobs(jobs) => {
            jobs.truncate(asked.jobs.map_or(usize::MAX, |jobs| jobs as usize));
            if asked.load.is_some() {
                return Err(Problem::input(
                    "--load: jobs that are written out have the submit times they have",
                ));
            }
        }
        Workload::Swf(swf) => {
            swf.jobs = asked.jobs.or(swf.jobs);
            swf.load = asked.load.or(swf.load);
            swf.rebase |= asked.rebase;
            swf.keep_zero_runtimes |= asked.keep_zero_runtimes;
            swf.prefer_requested |= asked.prefer_requested;
            swf.clip_wide |= asked.clip_wide;
            swf.raise_estimates |= asked.raise_estimates;
            swf.exact_estimates |= asked.exact_estimates;
            swf.feedback |= asked.feedback;
        }
        Workload::Workflow(workflow) => {
            if asked.load.is_some() {
                return Err(Problem::input(
                    "--load: the jobs of a workflow enter the queue when others have completed",
                ));
            }
            match (&mut workflow.shape, asked.jobs) {
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
            lublin.jobs = asked.jobs.unwrap_or(lublin.jobs);
            lublin.load = asked.load.or(lublin.load);
            if let Some(count) = asked.users {
                let users = lublin.users.unwrap_or(ReactingUsers::of(count));
                lublin.users = Some(ReactingUsers { count, ..users });
            }
        }
        Workload::Jann(jann) => {
            jann.jobs = asked.jobs.unwrap_or(jann.jobs);
            jann.load = asked.load.or(jann.load);
        }
    }
    if !asked.policies.is_empty() {
        scenario.policies.clone_from(&asked.policies);
        scenario.variants.clear();
    } else if scenario.policies.is_empty() && scenario.variants.is_empty() {
        scenario.policies = PolicyName::usual(&scenario.machine).to_vec();
    }
    adjust_parameters(&mut scenario.parameters, asked);
    for variant in &mut scenario.variants {
        adjust_parameters(&mut variant.parameters, asked);
    }
    Ok(scenario)
}

fn adjust_parameters(parameters: &mut Parameters, asked: &arguments::Run) {
    if let Some(order) = asked.order {
        parameters.order = order;
    }
    if let Some(order) = asked.backfill_order {
        parameters.backfill_order = Some(order);
    }
    parameters.depth = asked.depth.or(parameters.depth);
    parameters.kill_at_estimate &= !asked.no_kill;
}
