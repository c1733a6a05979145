//! Arguments of `cosched whatif`.

use std::path::PathBuf;

use clap::Args;

use super::site::Site;

#[derive(Debug, Args)]
pub(in crate::cli) struct WhatIf {
    #[command(flatten)]
    pub(in crate::cli) site: Site,
    /// What would be another: a parameter of slurm.conf by its name (bf_interval=300,
    /// SchedulerType=sched/builtin), nodes=100, policy=conservative, limits.scale=1.5 for
    /// all limits of users, accounts and qualities of service, or whatever a scenario
    /// can say, by its path. May be given more than once.
    #[arg(long = "set", value_name = "NAME=VALUE", required = true)]
    pub(in crate::cli) changes: Vec<String>,
    /// How often both are simulated under Slurm, each time with other phases of its passes,
    /// the same for both.
    #[arg(long, value_name = "N", default_value_t = 5,
        value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub(in crate::cli) phases: u32,
    /// How many users, accounts and partitions to print; the file has all.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(in crate::cli) most: usize,
    /// Write everything to this .csv as well.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Draw how waits are spread before and after: .svg, .png or .pdf; .csv for the values.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) figure: Option<PathBuf>,
    /// Show no progress bar.
    #[arg(long)]
    pub(in crate::cli) quiet: bool,
}
