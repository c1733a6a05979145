//! One execution: a file is read, simulated and written, and invariants are asserted.

use std::path::Path;
use std::sync::Arc;

use cosched::base::problem::Problem;
use cosched::base::progress::Progress;
use cosched::export;
use cosched::family::slots::search as slots;
use cosched::family::slots::search::scenario::{CriterionName, DomainSource, SlotSearch};
use cosched::family::slots::search::{Searcher, lines};
use cosched::load::{self, Opened};
use cosched::metrics as summary;
use cosched::record::{Experiment, Run};
use cosched::run::check::compare_with_progress;
use cosched::run::{Choice, check, choices, simulate};
use cosched::scenario::placement::workflow::{Shape, WorkflowWorkload};
use cosched::scenario::{self, Machine, PolicyName, Scenario, Workload};

/// Result of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The input was refused with a sentence, or every run of it was.
    Refused,
    /// Something was simulated or searched to the end.
    Ran,
    /// It is larger than the limits here, or took too long and was cancelled.
    Large,
}

/// Limits of inputs: larger ones would only take long.
const MAX_JOBS: u32 = 2_000;
const MAX_NODES: u32 = 100_000;
const MAX_CELLS: u64 = 4_000_000;

/// Maximum length of a sentence.
const LONGEST: usize = 2_000;

/// Runs everything that the file at `path` allows.
///
/// # Errors
/// The refusal.
///
/// # Panics
/// A bug of the program.
pub(crate) fn execute(
    path: &Path,
    progress: &Progress,
    segments: bool,
) -> Result<Outcome, Problem> {
    match load::open_any(path)? {
        Opened::Jobs(scenario) => jobs(*scenario, path, progress, segments),
        Opened::Search(search) => windows(&search, path, progress),
    }
}

/// Checks that a problem is one sentence that can be shown anywhere.
pub(crate) fn check_sentence(problem: &Problem) {
    let text = problem.to_string();
    assert!(!problem.sentence.is_empty(), "a problem without a sentence");
    assert!(
        !text.contains(char::is_control),
        "a control character in {text:?}"
    );
    let length = text.chars().count();
    assert!(length <= LONGEST, "a sentence of {length} characters");
}

pub(crate) fn jobs(
    scenario: Scenario,
    path: &Path,
    progress: &Progress,
    segments: bool,
) -> Result<Outcome, Problem> {
    let again = scenario::parse(&scenario::to_ron(&scenario), None);
    assert_eq!(
        again.as_ref(),
        Ok(&scenario),
        "a scenario reads back as another one"
    );
    if is_large(&scenario) {
        return Ok(Outcome::Large);
    }
    let experiment = Arc::new(load::prepare(&scenario, Some(path), progress)?);
    if u64::from(experiment.nodes) * experiment.jobs.len() as u64 > MAX_CELLS {
        return Ok(Outcome::Large);
    }
    let (mut became, mut refused) = (Outcome::Refused, None);
    for choice in choices(&scenario) {
        match run(&experiment, &choice, progress, segments) {
            Ok(true) => became = Outcome::Ran,
            Ok(false) => return Ok(Outcome::Large),
            Err(problem) => {
                check_sentence(&problem);
                refused = Some(problem);
            }
        }
    }
    for expectation in &scenario.expect {
        let Some(differences) = compare_with_progress(&experiment, expectation, progress)? else {
            return Ok(Outcome::Large);
        };
        for difference in differences {
            assert!(!difference.to_string().is_empty());
        }
    }
    match (became, refused) {
        (Outcome::Refused, Some(problem)) => Err(problem),
        _ => Ok(became),
    }
}

/// Runs `choice`, and asserts invariants; `false` if it was cancelled.
fn run(
    experiment: &Arc<Experiment>,
    choice: &Choice,
    progress: &Progress,
    segments: bool,
) -> Result<bool, Problem> {
    check(experiment, choice)?;
    let Some(run) = simulate(experiment, choice, segments, progress)? else {
        return Ok(false);
    };
    check_times(&run);
    let values = summary::values(&run);
    assert!(!summary::row(&run, 12).is_empty());
    let below = summary::lines_below(&run, &values);
    assert!(below.iter().all(|line| !line.contains('\n')));
    export::summary_csv(&[values])?;
    export::jobs_csv(&run)?;
    let schedule = export::schedule_swf(&run);
    assert!(schedule.lines().count() > experiment.jobs.len());
    Ok(true)
}

/// Checks that all jobs have ended, in order, and rigid ones after their runtimes.
fn check_times(run: &Run) {
    let Run {
        experiment,
        outcomes,
        parameters,
        policy,
        branch,
        ..
    } = run;
    let rigid = policy.is_queue();
    for (job, (spec, outcome)) in experiment.jobs.iter().zip(outcomes).enumerate() {
        assert!(
            outcome.entered >= spec.submit,
            "job {job} entered too early"
        );
        assert!(
            outcome.started >= outcome.entered,
            "job {job} started too early"
        );
        assert!(
            outcome.completed >= outcome.started,
            "job {job} ended too early"
        );
        if rigid && !outcome.refused {
            let to_do = if parameters.kill_at_estimate {
                spec.runtime.min(spec.estimate)
            } else {
                spec.runtime
            };
            let took = outcome.completed.since(outcome.started);
            // With a speed-up both ends may be rounded up to the nanosecond.
            let rounded = u64::from(experiment.molds.iter().any(Option::is_some));
            // A job that was interrupted may have had a part of it before, or have been
            // killed, and one that a branch cancels runs no longer.
            let interrupted = run.outages().map_or(0, |record| record.interrupted[job]);
            let cancelled = branch.is_some() && outcome.killed;
            let as_long = match interrupted {
                0 if !cancelled => took.0.abs_diff(to_do.0) <= rounded,
                _ => took.0 <= to_do.0 + rounded,
            };
            assert!(as_long, "job {job} ran for {took} s instead of {to_do} s");
        }
    }
}

/// Maximum number of passes of Slurm: each takes time, even if nothing happens.
const MAX_PASSES: f64 = 100_000.0;

/// Whether Slurm makes very many passes over its queue before all jobs, one after the
/// other, are done.
fn is_long(scenario: &Scenario) -> bool {
    let slurm = PolicyName::Slurm;
    let Workload::Jobs(jobs) = &scenario.workload else {
        return false;
    };
    let all = choices(scenario);
    let mut chosen = all.iter().filter(|choice| choice.policy == slurm);
    let last = jobs.iter().map(|job| job.submit).fold(0.0, f64::max);
    let worked: f64 = jobs.iter().map(|job| job.runtime).sum();
    chosen.any(|choice| {
        let slurm = &choice.parameters.slurm;
        let every = slurm.bf_interval.min(slurm.sched_interval);
        (last + worked + until(scenario)) / every > MAX_PASSES
    })
}

/// End of the last advance reservation.
fn until(scenario: &Scenario) -> f64 {
    match &scenario.machine {
        Machine::Cluster(cluster) => {
            let all = cluster.reservations.iter().map(|one| one.until);
            all.fold(0.0, f64::max)
        }
        Machine::Servers(_) => 0.0,
    }
}

fn is_large(scenario: &Scenario) -> bool {
    let large_machine = match &scenario.machine {
        Machine::Cluster(cluster) => cluster.count().is_some_and(|nodes| nodes > MAX_NODES),
        Machine::Servers(servers) => {
            let kinds = servers.kinds.iter().map(|kind| kind.count);
            kinds.chain([servers.count]).any(|count| count > 1_000)
        }
    };
    large_machine
        || is_long(scenario)
        || match &scenario.workload {
            Workload::Jobs(jobs) => jobs.len() > MAX_JOBS as usize,
            Workload::Lublin(lublin) => lublin.jobs > MAX_JOBS,
            Workload::Jann(jann) => jann.jobs > MAX_JOBS,
            Workload::Swf(_) | Workload::Table(_) => false,
            Workload::Workflow(workflow) => is_large_workflow(workflow),
        }
}

fn is_large_workflow(workflow: &WorkflowWorkload) -> bool {
    let shape = workflow
        .shape
        .is_some_and(|shape: Shape| shape.to_core().0 > 200);
    let counts = workflow.jobs.iter().flat_map(|task| &task.threads);
    shape || counts.map(|threads| threads.count).sum::<f64>() > 10_000.0
}

fn windows(search: &SlotSearch, path: &Path, progress: &Progress) -> Result<Outcome, Problem> {
    // NaN is not even equal to itself.
    if *search == search.clone() {
        let again = slots::parse(&slots::to_ron(search));
        assert_eq!(
            again.as_ref(),
            Ok(search),
            "a search reads back as another one"
        );
    }
    if is_large_search(search) {
        return Ok(Outcome::Large);
    }
    let data = search.data(Some(path))?;
    let found = slots::run::run(search, &data, &mut Searcher::default(), progress)?;
    assert!(!lines::lines(search, &data, &found).is_empty());
    assert!(!lines::table(search, &data, &found).is_empty());
    Ok(Outcome::Ran)
}

/// MultipleBest tries up to 100 000 windows, which takes long, and cannot be cancelled:
/// only run where few fit.
fn is_large_search(search: &SlotSearch) -> bool {
    let multiple = search.criteria.contains(&CriterionName::MultipleBest);
    match &search.domain {
        DomainSource::Model(model) => {
            multiple || model.nodes > 1_000 || model.draws > 10_000 || model.population > 1_000_000
        }
        DomainSource::Csv(_) => multiple,
        DomainSource::Nodes(nodes) => {
            let time = search.horizon.unwrap_or(1_000.0).max(1_000.0);
            let done = nodes.iter().map(|node| node.performance * time);
            let fit = done.sum::<f64>() / search.request.volume;
            multiple && !(0.0..50_000.0).contains(&fit)
        }
    }
}
