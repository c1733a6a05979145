//! Arguments of `cosched sweep`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::cli::arguments::reading::Reading;
use laboratory::run::sweep::{Shard, script};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(in crate::cli) struct Sweep {
    #[command(subcommand)]
    pub(super) about: Option<SweepSubject>,
    #[command(flatten)]
    pub(super) options: SweepArguments,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
}

#[derive(Debug, Subcommand)]
pub(super) enum SweepSubject {
    /// Say how far the sweep in a folder is
    Status {
        /// The folder of the sweep.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// End the jobs of the sweep in a folder that were submitted to Slurm
    Cancel {
        /// The folder of the sweep.
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Clone, Debug, Args)]
pub(super) struct SweepArguments {
    /// A scenario that says `sweep: (…)`.
    #[arg(required = true)]
    pub(super) file: Option<PathBuf>,
    /// The folder for what comes out: results.csv, results.parquet, summary.csv, and what
    /// is known so far; the same command goes on there if it was stopped.
    #[arg(long, value_name = "DIR", required = true)]
    pub(super) out: Option<PathBuf>,
    /// How many threads work [default: as many as there are processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: Option<u16>,
    /// Work on one part of so many only, as in 2/3; --merge puts them together.
    #[arg(long, value_name = "I/N", conflicts_with = "merge")]
    pub(super) shard: Option<Shard>,
    /// Run nothing, but put together what is there, and say what is missing.
    #[arg(long)]
    pub(super) merge: bool,
    /// Go on in a folder whose results are of another scenario, other files or another
    /// program: what still holds is kept, all else removed.
    #[arg(long)]
    pub(super) renew: bool,
    /// Where to run it: here, or as job arrays of Slurm.
    #[arg(long, default_value = "local", conflicts_with_all = ["shard", "merge"])]
    pub(super) engine: Engine,
    /// With --engine slurm: how many tasks may run at once.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) at_once: u32,
    /// With --engine slurm: how many seconds of work a task has at least.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(super) task_work: f64,
    /// Run nothing, but print a script that has another program do it, shard by shard.
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["shard", "merge", "renew"])]
    pub(super) print_script: Option<Script>,
    /// With --print-script: how many shards [default: 16, or as many as there are].
    #[arg(long, value_name = "N", requires = "print_script", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) shards: Option<u32>,
    /// Show no progress bar and no means.
    #[arg(long)]
    pub(super) quiet: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|seconds| (0.0..=1e6).contains(seconds));
    seconds.ok_or_else(|| "0 to 1000000 is allowed".to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Engine {
    Local,
    Slurm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Script {
    Slurm,
    Pbs,
    Parallel,
    Snakemake,
}

impl Script {
    pub(super) fn engine(self) -> script::Engine {
        match self {
            Self::Slurm => script::Engine::Slurm,
            Self::Pbs => script::Engine::Pbs,
            Self::Parallel => script::Engine::Parallel,
            Self::Snakemake => script::Engine::Snakemake,
        }
    }
}
