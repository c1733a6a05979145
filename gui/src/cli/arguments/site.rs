//! Arguments that say where a log was recorded: the accounting, the slurm.conf, the policy.

use std::path::PathBuf;

use clap::Args;

use super::import::Table;
use super::scene::WARM_UP;
use super::values::policy;
use laboratory::scenario::{PolicyName, WarmUp};

/// A log, and what is known of the machine and the policy that it was recorded on.
#[derive(Debug, Args)]
pub(in crate::cli) struct Site {
    #[command(flatten)]
    pub(in crate::cli) table: Table,
    /// A slurm.conf: what ran, ran under Slurm with its parameters, or under `--policy`, on its
    /// nodes and in its partitions.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) conf: Option<PathBuf>,
    /// Limits of associations and qualities of service: what `sacctmgr -P show assoc`, `sacctmgr -P
    /// show qos` or `sacctmgr dump` writes. May be given more than once.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) limits: Vec<PathBuf>,
    /// The policy under which it ran, where no slurm.conf says it and a scenario does not.
    #[arg(long, value_name = "NAME", value_parser = policy())]
    pub(in crate::cli) policy: Option<PolicyName>,
    #[arg(long, value_name = "SPAN", allow_hyphen_values = true, help = WARM_UP)]
    pub(in crate::cli) warm_up: Option<WarmUp>,
}
