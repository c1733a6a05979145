//! Subcommands and their arguments.

pub(super) mod adjust;
mod fit;
pub(super) mod import;
mod predict;
mod print;
pub(super) mod reading;
pub(super) mod scene;
mod site;
mod validate;
pub(super) mod values;
mod whatif;

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::cli::Command;
use crate::cli::arguments::reading::Reading;
use crate::cli::arguments::scene::Scene;
#[cfg(unix)]
use crate::cli::arguments::values::live_policy;
use crate::cli::arguments::values::{SizesName, jobs, jobs_to_draw, load, nodes, workloads};
pub(super) use fit::Fit;
pub(super) use import::{Import, Table};
use laboratory::export::Other;
use laboratory::load::formats;
use laboratory::scenario::{JannWorkload, MOST_USERS, PolicyName};
use papers::{PAPERS, Study, help};
pub(super) use predict::Predict;
pub(super) use print::Kind;
pub(super) use print::{Figure, Report};
pub(super) use site::Site;
pub(super) use validate::{Real, Validate};
pub(super) use whatif::WhatIf;

/// A laboratory of batch scheduling: simulates how schedulers run parallel jobs.
///
/// Without a subcommand it opens the window.
#[derive(Debug, Parser)]
#[command(name = "cosched", version, args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) window: Window,
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, Args)]
pub(super) struct Window {
    #[arg(help = format!("To open: {}; the start page if there are none", formats::plural_list()))]
    pub(super) files: Vec<PathBuf>,
    /// Draw the window into this PNG file instead of opening it; needs neither
    /// display nor graphics card.
    #[arg(long, value_name = "OUT.png")]
    pub(super) screenshot: Option<PathBuf>,
    /// The size of that picture.
    #[arg(
        long,
        value_name = "WIDTHxHEIGHT",
        default_value = "1440x900",
        requires = "screenshot"
    )]
    pub(super) size: Size,
    /// A pane to be in front in that picture, by its title; may be given more
    /// than once.
    #[arg(long, value_name = "TITLE", requires = "screenshot")]
    pub(super) pane: Vec<String>,
    /// The number of a job to be in the inspector in that picture, under the last
    /// of the runs.
    #[arg(long, value_name = "NUMBER", requires = "screenshot")]
    pub(super) job: Option<u64>,
    /// The colours of that picture.
    #[arg(long, default_value = "light", requires = "screenshot")]
    pub(super) theme: Theme,
    /// Let scenarios start the programs that they name as policies,
    /// `External(command: […])`; those you trust.
    #[arg(long)]
    pub(super) allow_external: bool,
    #[command(flatten)]
    pub(super) reading: Reading,
}

/// Width and height in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Size(pub(super) [u32; 2]);

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |side: &str| side.parse().ok().filter(|side| (200..=8000).contains(side));
        let sides = text.split_once('x');
        let sides = sides.and_then(|(width, height)| Some([parse(width)?, parse(height)?]));
        sides
            .map(Self)
            .ok_or_else(|| "two numbers from 200 to 8000 are allowed, as in 1440x900".to_owned())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Theme {
    Light,
    Dark,
}

#[cfg(unix)]
#[derive(Debug, Args)]
pub(super) struct Live {
    /// A file with a command to a line: `[@SUBMIT] PROCESSORS ESTIMATE COMMAND`, with
    /// times in seconds or ending in s, m, h or d, as in `2 10m ./solve big.input`.
    #[arg(value_name = "JOBS")]
    pub(super) jobs: PathBuf,
    /// The policy.
    #[arg(long, value_name = "NAME", default_value = "easy", value_parser = live_policy())]
    pub(super) policy: PolicyName,
    /// Processors to give away [default: those of this machine]. Commands find theirs
    /// in COSCHED_PROCESSORS; nothing keeps them there.
    #[arg(long, value_parser = nodes())]
    pub(super) nodes: Option<u32>,
    /// Let commands run on beyond their estimates instead of stopping them there.
    #[arg(long)]
    pub(super) no_kill: bool,
    /// Only say when each would start if all ran as long as they are estimated to.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Write what happened to this file, as a log that `cosched run` can replay.
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Say nothing while commands run.
    #[arg(long)]
    pub(super) quiet: bool,
}

#[derive(Debug, Args)]
pub(super) struct Run {
    #[arg(required = true, help = format!("To run: {}", formats::plural_list()))]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) scene: Scene,
    /// Under the stochastic engine, also find the mapping that most of so many
    /// seeds lead to, and its mean makespan (from 3 to 9).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(3..=9))]
    pub(super) seeds: Option<u64>,
    /// The Lublin model, with --stream: so many users submit its jobs, each the next
    /// one when the last has ended and they have thought, or after a break.
    #[arg(long, value_name = "N", requires = "stream", conflicts_with = "load",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_USERS)))]
    pub(super) users: Option<u32>,
    /// Logs, with --stream: submit a job that names a preceding one its think time
    /// after that has ended in the simulation, not when the log says.
    #[arg(long, requires = "stream")]
    pub(super) feedback: bool,
    /// Write jobs.csv and schedule.swf per policy and summary.csv to this folder.
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// With --out: what else to write of each run, for other programs; several
    /// with commas between them.
    #[arg(
        long,
        value_name = "FORMAT",
        requires = "out",
        value_delimiter = ',',
        conflicts_with = "stream"
    )]
    pub(super) also: Vec<ExtraOutput>,
    /// A workload of Batsim: the platform of SimGrid, in XML, on whose hosts it runs,
    /// instead of as many as it says itself. A table of pods: the table of the nodes,
    /// `openb_node_list….csv`, which is found by its name beside `openb_pod_list….csv`.
    #[arg(long, value_name = "FILE", conflicts_with = "stream")]
    pub(super) platform: Option<PathBuf>,
    /// Keep only the jobs in the system: logs and models of any length, under
    /// policies that need not know the jobs beforehand; `-` is a log on standard
    /// input. No schedule.swf is written, and jobs.csv in the order of completion.
    #[arg(long)]
    pub(super) stream: bool,
    /// With --stream: how many jobs may be in the system at once.
    #[arg(long, value_name = "N", default_value_t = 1 << 16, requires = "stream",
        value_parser = clap::value_parser!(u32).range(1..=1 << 26))]
    pub(super) slots: u32,
    /// Print the rows only.
    #[arg(long)]
    pub(super) quiet: bool,
}

/// Further output of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ExtraOutput {
    /// Batsim's out_jobs.csv and out_schedule.csv, which Evalys draws
    Batsim,
    /// A trace of Pajé, schedule.trace
    Paje,
}

impl From<ExtraOutput> for Other {
    fn from(also: ExtraOutput) -> Self {
        match also {
            ExtraOutput::Batsim => Self::Batsim,
            ExtraOutput::Paje => Self::Paje,
        }
    }
}

#[derive(Debug, Args)]
pub(super) struct Reproduce {
    /// The study, or `papers`: what of each paper is implemented, and how; without
    /// it, the list of studies.
    #[arg(value_name = "STUDY", value_parser = subject)]
    pub(super) subject: Option<Subject>,
    #[arg(long, value_parser = workloads(), help = help::workloads())]
    pub(super) workloads: Option<u32>,
    #[arg(long, value_parser = jobs(), help = help::jobs())]
    pub(super) jobs: Option<u32>,
    /// Offered load of drawn workloads, instead of the study's own.
    #[arg(long, value_parser = load, allow_negative_numbers = true)]
    pub(super) load: Option<f64>,
    #[arg(long, value_name = "DIR", help = help::logs())]
    pub(super) logs: Option<PathBuf>,
    /// Write every value to this CSV file; of papers, every row.
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = help::figure())]
    pub(super) figure: Option<PathBuf>,
    /// Which page of figures, from 1.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "figure",
        value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) page: u32,
    #[arg(long, requires = "figure", help = help::against())]
    pub(super) against: bool,
    /// Show no progress bar.
    #[arg(long)]
    pub(super) quiet: bool,
}

/// Subject of `cosched reproduce`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Subject {
    /// A study.
    Study(Study),
    /// No study, but what of each paper is implemented, and how.
    Papers,
}

fn subject(text: &str) -> Result<Subject, String> {
    if text == PAPERS {
        return Ok(Subject::Papers);
    }
    let found = Study::by_name(text);
    found.map(Subject::Study).ok_or_else(|| {
        let names: Vec<&str> = Study::ALL.iter().map(|study| study.name).collect();
        format!(
            "there is no such study: {}, {PAPERS} is allowed",
            names.join(", ")
        )
    })
}

#[derive(Debug, Args)]
pub(super) struct Check {
    /// Scenarios with `expect` blocks.
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Print differences only.
    #[arg(long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) reading: Reading,
}

#[derive(Debug, Args)]
pub(super) struct Generate {
    #[command(subcommand)]
    pub(super) model: Model,
}

#[derive(Debug, Subcommand)]
pub(super) enum Model {
    /// The model of Lublin and Feitelson (2003)
    Lublin(Lublin),
    /// The model of Jann and others (1997), re-fitted to the log of the CTC SP2
    #[command(name = JannWorkload::NAME)]
    Jann(Jann),
}

/// What every model is asked for.
#[derive(Debug, Args)]
pub(super) struct ModelArguments {
    /// How many jobs.
    #[arg(long, default_value_t = 10_000, value_parser = jobs_to_draw())]
    pub(super) jobs: u32,
    /// Seed.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Offered load to scale interarrival times to.
    #[arg(long, value_parser = load, allow_negative_numbers = true)]
    pub(super) load: Option<f64>,
}

#[derive(Debug, Args)]
pub(super) struct Lublin {
    #[command(flatten)]
    pub(super) drawn: ModelArguments,
    /// Nodes of the machine.
    #[arg(long, default_value_t = 128, value_parser = nodes())]
    pub(super) nodes: u32,
    /// Batch and interactive jobs as two streams, instead of one class of jobs.
    #[arg(long)]
    pub(super) typed: bool,
    /// Draw and round exactly as the published program does.
    #[arg(long)]
    pub(super) bit_exact: bool,
}

#[derive(Debug, Args)]
pub(super) struct Jann {
    #[command(flatten)]
    pub(super) drawn: ModelArguments,
    /// Nodes of the machine; jobs that are wider get all of it.
    #[arg(long, default_value_t = 322, value_parser = nodes())]
    pub(super) nodes: u32,
    /// The sizes of jobs within their class.
    #[arg(long, default_value = "uniform")]
    pub(super) sizes: SizesName,
}
