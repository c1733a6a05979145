//! `cosched sweep`: a scenario run over and over with other values, here or elsewhere.

mod arguments;

use std::path::Path;
use std::time::Instant;

use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::show::bar::follow;
use crate::cli::show::output::{note, print};
pub(super) use arguments::Sweep;
use arguments::{Engine, SweepArguments, SweepSubject};
use laboratory::base::format;
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::metrics::all;
use laboratory::run::sweep::script::SweepCommand;
use laboratory::run::sweep::{
    Plan, Shard, SweepFolder, Tables, Work, check, curves, read_manifest, sentences, slurm, tables,
    work,
};

impl Perform for Sweep {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.reading)
    }

    fn perform(&self) -> Result<(), Problem> {
        sweep(self)
    }
}

/// Runs the subcommand.
fn sweep(arguments: &Sweep) -> Result<(), Problem> {
    match &arguments.about {
        Some(SweepSubject::Status { folder }) => return status(folder),
        Some(SweepSubject::Cancel { folder }) => return cancel(folder),
        None => {}
    }
    let arguments = &arguments.options;
    let (Some(file), Some(out)) = (&arguments.file, &arguments.out) else {
        return Err(Problem::input("a scenario and --out DIR are needed"));
    };
    let plan = Plan::read(file)?;
    if let Some(script) = arguments.print_script {
        let shards = arguments.shards.map_or(16, |shards| shards as usize);
        let call = SweepCommand::new(&program(), file, out, shards.min(plan.pieces()));
        return print(&call.script(script.engine()));
    }
    let store = SweepFolder::open(out, &plan, arguments.renew)?;
    match arguments.engine {
        Engine::Slurm => submit(&plan, &store, arguments),
        Engine::Local => run(&plan, &store, arguments),
    }
}

/// Runs what is missing here, and merges the tables unless this is only a shard.
fn run(plan: &Plan, store: &SweepFolder, arguments: &SweepArguments) -> Result<(), Problem> {
    if !arguments.merge {
        let shard = arguments.shard.unwrap_or(Shard::WHOLE);
        let done = work_on_missing(plan, store, shard, arguments, usize::MAX)?;
        if !arguments.quiet && done.shared > 0 {
            print(&shared_runs(&done))?;
        }
        if !done.is_complete {
            return Err(Problem::output(format!(
                "stopped before the end; `{}` goes on from there",
                resume_command(plan, store)
            )));
        }
    }
    match arguments.shard {
        Some(_) if arguments.quiet => Ok(()),
        Some(shard) => print(&format!("shard {shard} is done\n")),
        None => merge_tables(plan, store, arguments.quiet),
    }
}

/// Works on what is missing of `shard`, at most `most` samples, with a bar, until the end or a
/// signal.
fn work_on_missing(
    plan: &Plan,
    store: &SweepFolder,
    shard: Shard,
    arguments: &SweepArguments,
    most: usize,
) -> Result<Work, Problem> {
    let threads = arguments.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        usize::from,
    );
    follow("sweep", arguments.quiet, |progress| {
        stop_by_signal(progress);
        check(plan, store, shard, progress)?;
        work(plan, store, shard, threads, most, progress)
    })
}

/// Returns a line that says how many of the runs were simulated.
fn shared_runs(done: &Work) -> String {
    format!(
        "{} runs, {} simulated: the others are equal to one of these, as their policies do not heed what is varied\n",
        done.simulated + done.shared,
        done.simulated
    )
}

/// Makes Ctrl-C stop the work and not the program, so that results so far are kept.
fn stop_by_signal(progress: &Progress) {
    let part = progress.part();
    if let Err(error) = ctrlc::set_handler(move || part.cancel()) {
        note(&format!("cosched: it cannot be stopped cleanly: {error}"));
    }
}

/// Returns the command that continues a sweep.
fn resume_command(plan: &Plan, store: &SweepFolder) -> String {
    format!(
        "cosched sweep {} --out {}",
        plan.file.display(),
        store.folder().display()
    )
}

/// Writes the tables and prints the means, and what is missing.
fn merge_tables(plan: &Plan, store: &SweepFolder, quiet: bool) -> Result<(), Problem> {
    let found = tables(plan, store);
    found.write(store)?;
    if !quiet {
        for line in lines(plan, &found) {
            print(&(line + "\n"))?;
        }
        let metric = all().iter().find(|one| one.name == deciding_metric(plan));
        let said = metric.and_then(|metric| {
            let curves = curves(plan, store, metric.name);
            sentences(plan, store, metric, &curves)
        });
        if let Some(said) = said {
            print(&format!("\n{said}\n"))?;
        }
    }
    match missing(&found) {
        None => store.tidy(plan),
        Some(sentence) => Err(Problem::output(format!(
            "{sentence}; `{}` computes them",
            resume_command(plan, store)
        ))
        .in_file(store.folder())),
    }
}

/// Returns a sentence on what is missing, if anything.
fn missing(found: &Tables) -> Option<String> {
    const NAMED: usize = 3;
    let names = found
        .missing
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    let more = if found.missing.len() > NAMED {
        ", …"
    } else {
        ""
    };
    let least = if found.is_lower_bound {
        "at least "
    } else {
        ""
    };
    let all = found.done + found.missing.len();
    (!found.missing.is_empty()).then(|| {
        format!(
            "{least}{} of {all} are missing: {names}{more}",
            found.missing.len()
        )
    })
}

/// Returns the metric that decides when there are enough samples, or else the mean wait.
fn deciding_metric(plan: &Plan) -> &'static str {
    plan.deciding().unwrap_or("mean_wait")
}

/// Returns the means of the deciding metric as lines.
fn lines(plan: &Plan, found: &Tables) -> Vec<String> {
    let metric = deciding_metric(plan);
    let shown = |cell: &String| match cell.parse::<f64>() {
        Ok(value) if cell.contains('.') => format::number(value),
        _ => cell.clone(),
    };
    let rows: Vec<Vec<String>> = found
        .summary_of(metric)
        .map(|row| row.iter().map(shown).collect())
        .collect();
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        rows.iter()
            .map(|row| row[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

/// Submits what is missing to Slurm, in tasks of a reasonable size: one sample is computed here to
/// measure how long it takes.
fn submit(plan: &Plan, store: &SweepFolder, arguments: &SweepArguments) -> Result<(), Problem> {
    slurm::check_queue(store.folder())?;
    let start = Instant::now();
    let before = tables(plan, store);
    if before.missing.is_empty() {
        return merge_tables(plan, store, arguments.quiet);
    }
    if work_on_missing(
        plan,
        store,
        Shard::WHOLE,
        &SweepArguments {
            threads: Some(1),
            ..arguments.clone()
        },
        1,
    )?
    .is_complete
    {
        return merge_tables(plan, store, arguments.quiet);
    }
    let seconds = start.elapsed().as_secs_f64() * plan.samples_of_piece() as f64;
    let together = slurm::pieces_per_task(seconds, arguments.task_work);
    let submitted = slurm::submit(
        plan,
        store,
        &program(),
        together,
        arguments.at_once as usize,
    )?;
    let [array, merge] = &submitted.jobs;
    let folder = store.folder().display();
    print(&format!(
        "submitted: job array {array} with {} of {} tasks, then job {merge} for the tables\n\
         `cosched sweep status {folder}` says how far it is, `cosched sweep cancel {folder}` ends it\n",
        submitted.tasks, submitted.all_tasks
    ))
}

/// Returns the path by which this program is called again.
fn program() -> String {
    let name = std::env::args().next().unwrap_or_default();
    let path = Path::new(&name);
    match path.components().count() {
        0 | 1 => "cosched".to_owned(),
        _ => std::path::absolute(path)
            .map_or(name.clone(), |path| path.to_string_lossy().into_owned()),
    }
}

fn status(folder: &Path) -> Result<(), Problem> {
    let manifest = read_manifest(folder)?;
    let file = manifest.scenario();
    let file =
        file.ok_or_else(|| Problem::input("the manifest names no scenario").in_file(folder))?;
    let plan = Plan::read(file)?;
    let store = SweepFolder::open_for_reading(folder, &plan)?;
    let found = tables(&plan, &store);
    print(&match missing(&found) {
        None => format!("all {} are there\n", found.done),
        Some(sentence) => sentence + "\n",
    })?;
    for job in slurm::jobs(folder) {
        let states = slurm::states(&job);
        let states = states
            .iter()
            .map(|(state, count)| format!("{count} {}", state.to_lowercase()));
        let states = match &*states.collect::<Vec<_>>().join(", ") {
            "" => "not in the queue any more".to_owned(),
            states => states.to_owned(),
        };
        print(&format!("job {job}: {states}\n"))?;
    }
    Ok(())
}

fn cancel(folder: &Path) -> Result<(), Problem> {
    let jobs = slurm::cancel(folder)?;
    print(&format!(
        "cancelled: {}; what is known is kept\n",
        jobs.join(", ")
    ))
}
