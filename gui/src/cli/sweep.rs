//! `cosched sweep`: every combination of some parameters with several seeds, as one table.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use clap::{Args, ValueEnum};

use crate::base::problem::Problem;
use crate::cli::arguments::reading::Reading;
use crate::cli::show::bar::follow;
use crate::cli::show::output::{print, say};
use crate::export::Lock;
use crate::load::{self, Opened};
use crate::run::sweep::script::Script;
use crate::run::sweep::{Prepared, Results, Shard};

#[derive(Debug, Args)]
pub(super) struct Sweep {
    /// A scenario with a `sweep` block.
    pub(super) file: PathBuf,
    /// The folder of results.csv, a row for each run, and summary.csv, the means; what is
    /// there of the same sweep is not run again.
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    /// How many runs at once [default: as many as this machine has cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
    /// Run only this part of the points, as 2/5, and make no tables.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(super) shard: Option<Shard>,
    /// Run nothing: make the tables of what is there, and say what is missing.
    #[arg(long, conflicts_with_all = ["shard", "threads"])]
    pub(super) merge: bool,
    /// Run nothing: print a script that runs the shards elsewhere, and then merges.
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["shard", "merge", "threads"])]
    pub(super) print_script: Option<Engine>,
    /// Into how many shards that script divides the points [default: 8].
    #[arg(long, value_name = "N", requires = "print_script",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    pub(super) shards: Option<u32>,
    /// Show no progress bar, and say only what is wrong.
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) reading: Reading,
}

/// The most parts that a sweep is divided into.
const MOST_SHARDS: u32 = 1_000_000;

/// What runs many programs, on one machine or on several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Engine {
    Slurm,
    Pbs,
    Parallel,
    Snakemake,
}

fn shard(text: &str) -> Result<Shard, String> {
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((part, of)) if 1 <= part && part <= of && of <= MOST_SHARDS as usize => {
            Ok(Shard { part, of })
        }
        _ => Err(format!(
            "a part and how many there are, up to {MOST_SHARDS}, is allowed, from 1/5 to 5/5"
        )),
    }
}

/// The most runs that are named where some are missing.
const NAMED: usize = 5;

/// Runs a sweep, a shard of it, or makes the tables of what is there.
pub(super) fn sweep(asked: &Sweep) -> Result<(), Problem> {
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
fn run(prepared: &Prepared, shard: Shard, asked: &Sweep) -> Result<Results, Problem> {
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
fn merge(prepared: &Prepared, asked: &Sweep) -> Result<(), Problem> {
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
    let [points, runs] = [(points, "point"), (runs, "run")].map(|(count, what)| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    });
    format!("{points}, {runs} in results.csv, their means in summary.csv")
}

fn tell(asked: &Sweep, sentence: &str) -> Result<(), Problem> {
    match asked.quiet {
        true => Ok(()),
        false => print(&format!("{}: {sentence}\n", asked.out.display())),
    }
}

/// The script that runs this sweep elsewhere.
fn script(engine: Engine, asked: &Sweep) -> Result<String, Problem> {
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
