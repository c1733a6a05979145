//! What may be asked of reports and figures.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::scene::Subject;
use crate::cli::arguments::values::{Millimetres, Points, millimetres, points};

#[derive(Debug, Args)]
pub(in crate::cli) struct Report {
    #[command(flatten)]
    pub(in crate::cli) subject: Subject,
    /// The page; everything it needs is in it.
    #[arg(long, value_name = "FILE.html")]
    pub(in crate::cli) out: PathBuf,
    /// What is asked, to stand at its beginning.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) question: Option<String>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Figure {
    #[command(flatten)]
    pub(in crate::cli) subject: Subject,
    /// What is drawn.
    #[arg(long)]
    pub(in crate::cli) kind: Kind,
    /// The figure: .svg, .png or .pdf.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: PathBuf,
    /// Width and height in millimetres.
    #[arg(long, value_name = "WIDTHxHEIGHTmm", default_value = "85x60mm", value_parser = millimetres)]
    pub(in crate::cli) size: Millimetres,
    /// The size of letters in points.
    #[arg(long, value_name = "POINTS", default_value = "8pt", value_parser = points)]
    pub(in crate::cli) font: Points,
}

/// What a figure for print shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Kind {
    /// How waits are spread
    Wait,
    /// How bounded slowdowns are spread
    Slowdown,
    /// Busy nodes over time
    Busy,
    /// Waiting jobs over time
    Queue,
    /// Who ran where and when, of one run
    Schedule,
}
