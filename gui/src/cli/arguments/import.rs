//! Arguments of `cosched import`, and of accounting wherever it is read.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::reading::Reading;
use crate::cli::arguments::values::nodes;
use laboratory::base::input_file::STANDARD_INPUT;
use laboratory::base::problem::Problem;
use laboratory::load::account::SACCT_FIELDS;
use laboratory::scenario::{Sizing, TableWorkload};

/// How accounting is read.
#[derive(Debug, Args)]
pub(in crate::cli) struct Table {
    /// What `sacct -P` or jobcomp/filetxt wrote, a log of PBS, jobs of Flux (.json), a table (.csv,
    /// .parquet); for `inspect`, `whatif` and `fit` also a log (.swf) or a scenario. `-` is
    /// standard input, except for what is not text.
    pub(in crate::cli) file: PathBuf,
    /// Accounting without a header: what its fields are, in order, or the name of a list
    /// of them (cosched, xdmod).
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(in crate::cli) fields: Vec<String>,
    /// The time zone of times that do not say theirs, as Europe/Berlin; UTC if absent.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) zone: Option<String>,
    /// What the size of a job counts; cores if all jobs have them.
    #[arg(long, value_name = "WHAT")]
    pub(in crate::cli) size: Option<Size>,
    /// How many of them the machine has; the most that were in use at once if absent.
    #[arg(long, value_parser = nodes())]
    pub(in crate::cli) nodes: Option<u32>,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
}

impl Table {
    /// Refuses standard input, where a scenario is to name the file.
    pub(in crate::cli) fn check_named(&self) -> Result<(), Problem> {
        if self.file == Path::new(STANDARD_INPUT) {
            return Err(Problem::input(
                "--out: a scenario names the file with its jobs, and standard input has no name: save it to a file first",
            ));
        }
        Ok(())
    }

    /// Returns these arguments as the workload of a scenario beside the file.
    pub(in crate::cli) fn workload(&self) -> TableWorkload {
        TableWorkload {
            fields: self.fields.clone(),
            zone: self.zone.clone(),
            size: self.size.map(Size::sizing),
            ..TableWorkload::with_path(self.file.clone())
        }
    }
}

/// Unit of the size of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Size {
    /// Its cores
    Cores,
    /// Its nodes
    Nodes,
    /// Its GPUs
    Gpus,
}

impl Size {
    pub(in crate::cli) const fn sizing(self) -> Sizing {
        match self {
            Self::Cores => Sizing::Cores,
            Self::Nodes => Sizing::Nodes,
            Self::Gpus => Sizing::Gpus,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(in crate::cli) struct Import {
    #[command(flatten)]
    pub(in crate::cli) table: Table,
    /// Where it goes: a log (.swf), a table with all that is known (.csv), or a scenario that
    /// names the file (.ron).
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// A slurm.conf: the machine of the scenario has its nodes and partitions, and the queue its
    /// priorities.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["nodes", "size", "anonymise"])]
    pub(in crate::cli) conf: Option<PathBuf>,
    /// Write numbers for the names of users, groups, accounts, partitions and qualities of
    /// service, and number jobs from 1 on.
    #[arg(long)]
    pub(in crate::cli) anonymise: bool,
}

/// Returns how to obtain accounting, as the end of the help text.
fn after_help() -> String {
    format!(
        "A month of a cluster that Slurm runs, on any of its machines:\n\n  \
         TZ=UTC SLURM_TIME_FORMAT=standard sacct -a -X -P -D -S 2026-02-01 -E 2026-03-01 \
         --format={SACCT_FIELDS} > month.sacct\n\n\
         `sacct --helpformat` lists what your version knows; fields that it lacks may be left out.\n\n\
         Of PBS and Torque the files of server_priv/accounting are read as they are, of Flux \
         what `flux jobs -A -a -c 0 --json` prints."
    )
}
