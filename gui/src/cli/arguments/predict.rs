//! Arguments of `cosched predict`.

use std::path::PathBuf;

use clap::Args;

use super::import::Size;
use super::scene::Subject;
use laboratory::load::queue::{FORMAT, NODES_FORMAT, PBSNODES_OPTIONS, QSTAT_OPTIONS};
use laboratory::run::predict::INSTANTS;
use laboratory::scenario::Sizing;

#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(in crate::cli) struct Predict {
    #[command(flatten)]
    pub(in crate::cli) subject: Subject,
    /// Of a log, an instant in seconds (or as 90m, 5h, 2d) or, where it has dates, as in
    /// 1996-10-10T07:00: when who waits then will start, by what is known then. Of a queue,
    /// when it was written, if nothing in it says so.
    #[arg(long, value_name = "TIME", conflicts_with = "calibrate")]
    pub(in crate::cli) at: Option<String>,
    /// How often such predictions hold: at instants of the later half of the log, or of the
    /// history of a queue, against when jobs actually started.
    #[arg(long)]
    pub(in crate::cli) calibrate: bool,
    /// Of a log that says when jobs started: begin with what runs and waits in a simulation of
    /// it, not in the log, and compare with when jobs start there.
    #[arg(long)]
    pub(in crate::cli) simulated: bool,
    /// Beside a queue: what sinfo or pbsnodes prints, or JSON of nodes.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) sinfo: Option<PathBuf>,
    /// Beside a queue: a log or accounting of what ran before.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) history: Option<PathBuf>,
    /// What the sizes of a queue count; nodes if they are known to be given whole, or else cores if all are known.
    #[arg(long, value_name = "WHAT")]
    size: Option<Size>,
    /// The time zone of a queue's times, as Europe/Berlin; UTC if absent.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) zone: Option<String>,
    /// How often the future is drawn.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(20..=10_000))]
    pub(in crate::cli) draws: u32,
    /// At how many instants predictions are held against what happened, to learn where
    /// quantiles lie [default: 60]; with --calibrate, in the later half as well [default: 240].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    instants: Option<u32>,
    /// Write what is printed to this file as well: .csv or .json.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// With --calibrate: draw how many held against how many were to, into this .svg.
    #[arg(long, value_name = "FILE", requires = "calibrate")]
    pub(in crate::cli) figure: Option<PathBuf>,
}

impl Predict {
    /// Number of instants at which predictions are compared with what happened.
    pub(in crate::cli) fn instants(&self) -> u32 {
        self.instants
            .unwrap_or(if self.calibrate { 240 } else { INSTANTS })
    }

    /// Whether an option is given that only a queue has.
    pub(in crate::cli) const fn is_of_queue(&self) -> bool {
        self.sinfo.is_some() || self.history.is_some() || self.size.is_some() || self.zone.is_some()
    }

    /// Returns the unit of sizes, if given.
    pub(in crate::cli) fn sizing(&self) -> Option<Sizing> {
        self.size.map(Size::sizing)
    }
}

/// Returns how to obtain a queue, as the end of the help text.
fn after_help() -> String {
    format!(
        "A queue as it stands now, on any machine of a cluster that Slurm runs:\n\n  \
         TZ=UTC SLURM_TIME_FORMAT=standard squeue {FORMAT} > queue.txt\n  \
         sinfo {NODES_FORMAT} > nodes.txt\n  \
         cosched predict queue.txt --sinfo nodes.txt --history month.sacct\n\n\
         `cosched import --help` has the command for the history. `squeue -l`, `squeue --json` and \
         what slurmrestd gives at /slurm/v0.0.40/jobs and /nodes are read as well.\n\n\
         Of one that PBS or Torque runs:\n\n  \
         TZ=UTC qstat {QSTAT_OPTIONS} > queue.txt\n  \
         pbsnodes {PBSNODES_OPTIONS} > nodes.txt"
    )
}
