//! Arguments of `cosched validate`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Debug, Args)]
pub(in crate::cli) struct Validate {
    /// What is compared.
    pub(in crate::cli) what: Real,
    /// What the files of the run begin with: PREFIX.csv (its jobs: id, submit, start, nodes,
    /// limit), PREFIX.slurm.conf and PREFIX.slurmctld.log.gz (with SlurmctldDebug=debug and
    /// DebugFlags=backfill).
    pub(in crate::cli) prefix: PathBuf,
    /// How often the run is simulated without following the ticks of the log, each time with
    /// other phases of its passes.
    #[arg(long, value_name = "N", default_value_t = 100,
        value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub(in crate::cli) phases: u32,
    /// List every decision that is another, not only how many there are.
    #[arg(long)]
    pub(in crate::cli) differences: bool,
}

/// A scheduler that can be compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Real {
    /// Slurm, with the policy `Slurm`
    Slurm,
}
