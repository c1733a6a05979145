//! `cosched run`: simulate and print one row of metrics per policy.

pub(super) mod slots;
mod stream;

use std::path::Path;
use std::sync::Arc;

use crate::cli::arguments;
use crate::cli::arguments::adjust::{adjust, adjust_run};
use crate::cli::arguments::reading::Reading;
use crate::cli::arguments::scene::{Scene, Subject};
use crate::cli::command::Perform;
use crate::cli::show::bar::follow;
use crate::cli::show::folder::{folder, lock_once, unused};
use crate::cli::show::output::{note, print};
use laboratory::base::format::counted;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::export;
use laboratory::load::{self, Opened, account, cases};
use laboratory::metrics as summary;
use laboratory::metrics::select::Scope;
use laboratory::record::{Experiment, Run};
use laboratory::run::answer::{Question, answer};
use laboratory::run::dominant::dominant;
use laboratory::run::{Choice, check, choices, simulate};
use laboratory::scenario::{Scenario, Workload};

/// Most jobs of a run whose longest wait is explained: that takes another run.
const EXPLAINED: usize = 200_000;

impl Perform for arguments::Run {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.scene.reading)
    }

    fn perform(&self) -> Result<(), Problem> {
        run(self)
    }
}

/// Runs every file under every policy.
fn run(requested: &arguments::Run) -> Result<(), Problem> {
    let (mut folders, mut lock) = (Vec::new(), None);
    for path in &requested.files {
        if requested.stream {
            let out = requested.out.as_ref();
            let out = out.map(|out| folder(out, path, &requested.files, &mut folders));
            stream::run(path, requested, out.as_deref(), &mut lock)?;
            continue;
        }
        let platform = requested.platform.as_deref();
        let (opened, remarks) = open(path, platform, &requested.scene)?;
        for remark in remarks.iter().filter(|_| !requested.quiet) {
            note(&format!("{}: {remark}", path.display()));
        }
        let scenario = match opened {
            Opened::Jobs(scenario) => adjust_run(*scenario, requested)?,
            Opened::Search(search) => {
                let out = requested.out.as_ref();
                let out = out.map(|out| folder(out, path, &requested.files, &mut folders));
                slots::run(*search, path, requested, out.as_deref(), &mut lock)?;
                continue;
            }
        };
        let experiment = prepare(scenario, path, requested.quiet)?;
        for choice in choices(&experiment.scenario) {
            check(&experiment, &choice).map_err(|problem| problem.in_file(path))?;
        }
        let out = requested.out.as_ref();
        let out = out.map(|out| folder(out, path, &requested.files, &mut folders));
        if let Some(out) = &out {
            // Checked before the work, not after it.
            lock_once(&mut lock, requested)?;
            export::check_folder(out)?;
        }
        run_one(&experiment, out.as_deref(), requested)?;
    }
    Ok(())
}

/// Opens the file at `path` on the machine of `platform`, with remarks; a table of jobs whose nodes lie
/// beside it on as many equal ones as `scene` says, if it does.
fn open(
    path: &Path,
    platform: Option<&Path>,
    scene: &Scene,
) -> Result<(Opened, Vec<String>), Problem> {
    let (opened, remarks) = load::open_on(path, platform)?;
    let counts = scene.nodes.is_some() && platform.is_none() && !cases::is_scenario(path);
    Ok(match opened {
        Opened::Jobs(scenario) if counts => match scenario.workload {
            Workload::Table(table) => {
                let scenario = account::table_scenario(table);
                (Opened::Jobs(Box::new(scenario)), Vec::new())
            }
            _ => (Opened::Jobs(scenario), remarks),
        },
        opened => (opened, remarks),
    })
}

/// Returns the experiment of `subject` and the requested runs.
pub(super) fn requested_runs(subject: &Subject) -> Result<(Arc<Experiment>, Vec<Choice>), Problem> {
    let platform = subject.platform.as_deref();
    runs_of(&subject.file, platform, &subject.scene, subject.quiet)
}

/// Returns the experiment of the file at `path`, on the machine of `platform`, and the requested runs.
pub(super) fn runs_of(
    path: &Path,
    platform: Option<&Path>,
    scene: &Scene,
    quiet: bool,
) -> Result<(Arc<Experiment>, Vec<Choice>), Problem> {
    let in_file = |problem: Problem| problem.in_file(path);
    let (Opened::Jobs(scenario), _) = open(path, platform, scene)? else {
        let sentence = "a search for windows of slots; here jobs are to be run";
        return Err(in_file(Problem::input(sentence)));
    };
    let scenario = adjust(*scenario, scene).map_err(in_file)?;
    let experiment = prepare(scenario, path, quiet)?;
    let choices = choices(&experiment.scenario);
    for choice in &choices {
        check(&experiment, choice).map_err(in_file)?;
    }
    Ok((experiment, choices))
}

/// Returns all requested runs with their schedules.
pub(super) fn run_all(subject: &Subject) -> Result<Vec<Run>, Problem> {
    let (experiment, choices) = requested_runs(subject)?;
    simulate_all(&experiment, &choices, subject.quiet)
}

/// Returns the runs of `choices`, in their order.
pub(super) fn simulate_all(
    experiment: &Arc<Experiment>,
    choices: &[Choice],
    quiet: bool,
) -> Result<Vec<Run>, Problem> {
    let runs = choices.iter();
    runs.map(|choice| simulate_with_bar(experiment, choice, true, quiet))
        .collect()
}

/// Reads the files that a scenario refers to, with a bar, and prints what was changed.
pub(super) fn prepare(
    scenario: Scenario,
    path: &Path,
    quiet: bool,
) -> Result<Arc<Experiment>, Problem> {
    let experiment = follow("reading", quiet, |progress| {
        load::prepare(&scenario, Some(path), progress)
    });
    let experiment = experiment.map_err(|problem| problem.in_file(path))?;
    if !quiet {
        note(&format!("{}: {}", path.display(), summary(&experiment)));
        for remark in &experiment.remarks {
            note(&format!("  {remark}"));
        }
    }
    Ok(Arc::new(experiment))
}

/// Returns the number of jobs and the machine.
fn summary(experiment: &Experiment) -> String {
    let mut text = counted(experiment.jobs.len(), "job");
    let precedences = experiment.precedents.as_core().len();
    if precedences > 0 {
        text += &format!(" with {}", counted(precedences, "precedence"));
    }
    text += &format!(" on {}", experiment.machine_in_words());
    match load::offered_load_of(experiment) {
        Some(load) if precedences == 0 => text + &format!(", offered load {load:.3}"),
        _ => text,
    }
}

fn run_one(
    experiment: &Arc<Experiment>,
    out: Option<&Path>,
    requested: &arguments::Run,
) -> Result<(), Problem> {
    let (mut rows, mut folders, mut runs) = (Vec::new(), Vec::new(), Vec::new());
    let choices = choices(&experiment.scenario);
    let widest = choices
        .iter()
        .map(|choice| choice.label.chars().count())
        .max();
    let label = widest.unwrap_or_default().max(12);
    print(&(summary::heading(label) + "\n"))?;
    for choice in &choices {
        let run = simulate_with_bar(experiment, choice, out.is_some(), requested.quiet)?;
        // Files have more than the terminal.
        let values = if out.is_some() {
            summary::values(&run)
        } else {
            summary::row_values(&run)
        };
        print(&(summary::row_of(&values, label) + "\n"))?;
        if let Some(branch) = &run.branch {
            print(&format!("  {}\n", branch.sentence(experiment.size_unit)))?;
        }
        for line in summary::lines_below(&run, &values) {
            print(&format!("  {line}\n"))?;
        }
        if let Some(seeds) = requested.seeds {
            print(&best_mapping(experiment, choice, seeds, requested.quiet)?)?;
        }
        if let Some(out) = out {
            if rows.is_empty() {
                // If the run were stopped, an old summary would stand beside new results.
                export::remove_summary(out)?;
            }
            let folder = unused(export::folder_name(&run.label), &mut folders);
            let folder = out.join(folder);
            export::write_run(&folder, &run)?;
            for also in &requested.also {
                export::write_for(&folder, &run, (*also).into())?;
            }
        }
        rows.push(values);
        if !requested.quiet {
            runs.push(run);
        }
    }
    if let Some(out) = out {
        export::write_summary(out, &rows)?;
    }
    print_answer(&runs)
}

/// Prints the answer in words; the first run is what the others are compared with.
fn print_answer(runs: &[Run]) -> Result<(), Problem> {
    let Some(first) = runs.first() else {
        return Ok(());
    };
    // A branch may have other jobs.
    let same = |run: &&Run| Arc::ptr_eq(&run.experiment, &first.experiment);
    let runs: Vec<(&str, &Run)> = runs
        .iter()
        .filter(same)
        .map(|run| (run.label.as_str(), run))
        .collect();
    let question = Question {
        runs: &runs,
        baseline: 0,
        scope: &Scope::default(),
    };
    let Some(mut answer) = answer(&question) else {
        return Ok(());
    };
    if first.experiment.jobs.len() <= EXPLAINED {
        // What cannot be explained is left out of the answer.
        let _ = answer.explain(runs[answer.simulated].1, &Progress::default());
    }
    print("\n")?;
    for line in answer.lines() {
        print(&(line.sentence() + "\n"))?;
    }
    Ok(())
}

/// Returns the mapping that most of the seeds lead to, as a line.
fn best_mapping(
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
