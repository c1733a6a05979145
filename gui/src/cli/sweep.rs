//! `cosched sweep`: every combination of some parameters with several seeds, as one table.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use super::arguments::{self, Engine};
use super::bar::follow;
use super::output::{print, say};
use crate::base::problem::Problem;
use crate::export::Lock;
use crate::load::{self, Opened};
use crate::sweep::script::Script;
use crate::sweep::{Prepared, Results, Shard};

/// The most runs that are named where some are missing.
const NAMED: usize = 5;

/// Runs a sweep, a shard of it, or makes the tables of what is there.
pub(super) fn sweep(asked: &arguments::Sweep) -> Result<(), Problem> {
    if let Some(engine) = asked.print_script {
        return print(&script(engine, asked)?);
    }
    let file = &asked.file;
    let Opened::Jobs(scenario) = load::open_any(file)? else {
        let sentence = "a search for slots has no runs to sweep over";
        return Err(Problem::input(sentence).in_file(file));
    };
    let prepared = Prepared::new(&scenario, file, &asked.out);
    let prepared = prepared.map_err(|problem| problem.in_file(file))?;
    if let Some(changed) = &prepared.changed {
        say(&format!("{}: {changed}", asked.out.display()));
    }
    if asked.merge {
        return merge(&prepared, asked);
    }
    let shard = asked.shard.unwrap_or(Shard::WHOLE);
    // Shards write files of their own; tables are one program's at a time.
    let _lock = match asked.shard {
        None => Some(Lock::new(&asked.out)?),
        Some(_) => None,
    };
    let results = run(&prepared, shard, asked)?;
    match asked.shard {
        None => {
            prepared.write_tables(&results)?;
            tell(asked, &counted(&results))
        }
        Some(Shard { part, of }) => {
            let points = prepared.points_of(shard);
            let all = prepared.points();
            tell(
                asked,
                &format!(
                    "shard {part} of {of}: {points} of {all} points are there; `--merge` makes the tables"
                ),
            )
        }
    }
}

/// Runs what is to be run, with a bar, until the end or an interruption.
fn run(prepared: &Prepared, shard: Shard, asked: &arguments::Sweep) -> Result<Results, Problem> {
    let threads = asked.threads.map(usize::from);
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZeroUsize::get));
    let results = follow("sweep", asked.quiet, |progress| {
        let whole = progress.part();
        if let Err(error) = ctrlc::set_handler(move || whole.cancel()) {
            say(&format!("cosched: it cannot be stopped cleanly: {error}"));
        }
        prepared.run(shard, threads, progress)
    });
    let results = results.map_err(|problem| match problem.file {
        // Of files that could not be written, the name is known.
        Some(_) => problem,
        None => problem.in_file(&asked.file),
    })?;
    results.ok_or_else(|| {
        Problem::output("the sweep was stopped; the same command goes on from where it was")
    })
}

/// The tables of what is there, and what is not.
fn merge(prepared: &Prepared, asked: &arguments::Sweep) -> Result<(), Problem> {
    let _lock = Lock::new(&asked.out)?;
    let (results, missing) = prepared.there()?;
    prepared.write_tables(&results)?;
    tell(asked, &counted(&results))?;
    let count = missing.len();
    if count == 0 {
        return Ok(());
    }
    let mut named: Vec<String> = missing.into_iter().take(NAMED).collect();
    if count > NAMED {
        named.push(format!("{} more", count - NAMED));
    }
    Err(Problem::output(format!(
        "{count} of {} points are not complete, of which the next runs are: {}",
        prepared.points(),
        named.join("; ")
    ))
    .in_file(&asked.out))
}

fn counted(results: &Results) -> String {
    let runs: usize = results.iter().flatten().map(Vec::len).sum();
    let points = results.iter().filter(|seeds| !seeds.is_empty()).count();
    format!("{points} points, {runs} runs in results.csv, their means in summary.csv")
}

fn tell(asked: &arguments::Sweep, sentence: &str) -> Result<(), Problem> {
    match asked.quiet {
        true => Ok(()),
        false => print(&format!("{}: {sentence}\n", asked.out.display())),
    }
}

/// The script that runs this sweep elsewhere.
fn script(engine: Engine, asked: &arguments::Sweep) -> Result<String, Problem> {
    let word = |path: &Path| {
        let text = path.to_string_lossy().into_owned();
        let word = shlex::try_quote(&text).map(|word| word.into_owned());
        word.map_err(|_| {
            Problem::input("the name has a sign that no script can have").in_file(path)
        })
    };
    // Snakemake fills in what stands in braces.
    let named = [&asked.file, &asked.out];
    let has_braces = |path: &&&PathBuf| path.to_string_lossy().contains(['{', '}']);
    if engine == Engine::Snakemake
        && let Some(path) = named.iter().find(has_braces)
    {
        let sentence = "the name has braces, which Snakemake would fill in; take another one";
        return Err(Problem::input(sentence).in_file(path));
    }
    let file = word(&asked.file)?;
    let sweep = format!("cosched sweep {file} --out {}", word(&asked.out)?);
    let script = match engine {
        Engine::Slurm => Script::Slurm,
        Engine::Pbs => Script::Pbs,
        Engine::Parallel => Script::Parallel,
        Engine::Snakemake => Script::Snakemake,
    };
    let shards = asked.shards.unwrap_or(8) as usize;
    Ok(script.text(&sweep, &asked.out.to_string_lossy(), shards))
}
