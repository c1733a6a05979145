//! Arguments of `cosched serve` and `cosched when`.

use std::path::PathBuf;

use ::serve::address::Address;
use clap::{ArgGroup, Args};

use crate::cli::arguments::import::Size;
use crate::cli::arguments::scene::Scene;
use crate::cli::arguments::values::{pace, seconds};

/// Where a service listens unless it is said otherwise.
pub(in crate::cli) const USUAL_ADDRESS: &str = "127.0.0.1:8055";

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("what").required(true))]
pub(in crate::cli) struct Serve {
    /// A log, or accounting, in place of a cluster: its queue at --at.
    #[arg(long, value_name = "FILE", group = "what", requires = "at")]
    pub(super) log: Option<PathBuf>,
    /// Ask the Slurm of this machine: squeue, sinfo, sacct and scontrol, which only read.
    #[arg(long, group = "what")]
    pub(super) slurm: bool,
    /// Write the record of --record, which no service has open, to this .parquet instead of serving.
    #[arg(long, value_name = "FILE.parquet", group = "what", requires = "record")]
    pub(super) copy_out: Option<PathBuf>,
    /// Of a log, the instant: seconds (or as 90m, 5h, 2d) or, where it has dates, as in
    /// 1996-10-10T07:00.
    #[arg(long, value_name = "TIME", requires = "log")]
    pub(super) at: Option<String>,
    /// Of a log, so many seconds go by in a second; at 0 it stands still.
    #[arg(long, value_name = "FACTOR", default_value_t = 0.0, value_parser = pace)]
    pub(super) pace: f64,
    /// Where to listen: loopback, or with --token-file anywhere; at port 0 at any that is free. Or at a
    /// socket, as unix:/run/cosched.sock, which answers its own user and root.
    #[arg(long, value_name = "ADDRESS", default_value = USUAL_ADDRESS)]
    pub(super) listen: Address,
    /// Other users whom a socket answers, by name or number, with commas between them.
    #[arg(long, value_name = "USERS", value_delimiter = ',')]
    pub(super) allow_users: Vec<String>,
    /// A file of one's own (mode 600) with the token that every request must then carry, as
    /// `Authorization: Bearer TOKEN`.
    #[arg(long, value_name = "FILE")]
    pub(super) token_file: Option<PathBuf>,
    /// Serve the window as a page, too: the folder that gui/web/build makes; it opens the queue.
    #[arg(long, value_name = "FOLDER")]
    pub(super) page: Option<PathBuf>,
    /// Name users in answers.
    #[arg(long)]
    pub(super) names: bool,
    /// Keep predictions in this folder, judge them when their jobs start, and learn from that.
    #[arg(long, value_name = "FOLDER")]
    pub(super) record: Option<PathBuf>,
    /// Most predictions that are kept of jobs that wait, and of jobs that have started.
    #[arg(long, value_name = "N", default_value_t = 200_000,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(super) most_recorded: u32,
    /// Seconds between two looks at the queue.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(super) interval: f64,
    /// Longest time in seconds that a command of Slurm may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = seconds)]
    pub(super) command_limit: f64,
    /// Days of Slurm's accounting that runtimes are drawn from.
    #[arg(long, value_name = "N", default_value_t = 30,
        value_parser = clap::value_parser!(u32).range(1..=366))]
    pub(super) history_days: u32,
    /// Seconds between two readings of accounting and configuration.
    #[arg(long, value_name = "SECONDS", default_value_t = 3600.0, value_parser = seconds)]
    pub(super) history_interval: f64,
    /// A slurm.conf, for what `scontrol show config` does not say of the scheduler.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["log", "copy_out"])]
    pub(super) conf: Option<PathBuf>,
    /// Simulate these limits: what `sacctmgr -P show assoc tree`, `sacctmgr -P show qos` or `sacctmgr
    /// dump` has written. May be given more than once.
    #[arg(
        long,
        value_name = "FILE",
        requires = "slurm",
        conflicts_with = "ask_limits"
    )]
    pub(super) limits: Vec<PathBuf>,
    /// Ask sacctmgr for limits of associations and qualities of service, and simulate them.
    #[arg(long, conflicts_with_all = ["log", "copy_out"])]
    pub(super) ask_limits: bool,
    /// What sizes of Slurm's queue count; nodes if they are known to be given whole, or else cores if all are known.
    #[arg(long, value_name = "WHAT")]
    pub(super) size: Option<Size>,
    /// Requests that an address may make in a second; twice as many at once.
    #[arg(long, value_name = "N", default_value_t = 500,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(super) rate: u32,
    /// Connections at once.
    #[arg(long, value_name = "N", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(2..=65_536))]
    pub(super) connections: u32,
    /// Seconds in which a request must come, and each piece of an answer be taken.
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub(super) patience: f64,
    /// How often the future is drawn.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(20..=10_000))]
    pub(super) draws: u32,
    /// At how many earlier instants it is learned where quantiles lie.
    #[arg(long, value_name = "N", default_value_t = laboratory::run::predict::INSTANTS,
        value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(super) instants: u32,
    #[command(flatten)]
    pub(super) scene: Scene,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct When {
    /// A waiting job, as 42 or 42_3.
    pub(super) job: String,
    /// Where `cosched serve` listens, a socket as unix:/run/cosched.sock.
    #[arg(long, value_name = "ADDRESS", default_value = USUAL_ADDRESS)]
    pub(super) at: String,
    /// The token that it asks for.
    #[arg(long, value_name = "FILE")]
    pub(super) token_file: Option<PathBuf>,
}
