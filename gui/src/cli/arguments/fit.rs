//! Arguments of `cosched fit`.

use std::path::PathBuf;

use clap::Args;

use super::site::Site;

#[derive(Debug, Args)]
pub(in crate::cli) struct Fit {
    #[command(flatten)]
    pub(in crate::cli) site: Site,
    /// Write a scenario with all proposals to this .ron.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Draw how waits are spread as recorded and as simulated with all proposals: .svg, .png or
    /// .pdf; .csv for the values.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) figure: Option<PathBuf>,
    /// Show no progress bar.
    #[arg(long)]
    pub(in crate::cli) quiet: bool,
}
