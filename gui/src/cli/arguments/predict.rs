//! What may be asked of predictions of starts.

use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::scene::Subject;

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("asked").required(true))]
pub(in crate::cli) struct Predict {
    #[command(flatten)]
    pub(in crate::cli) subject: Subject,
    /// An instant, in seconds (or as 90m, 5h, 2d) or, where a log has dates, as in
    /// 1996-10-10T07:00: when who waits then will start, by what is known then.
    #[arg(long, value_name = "TIME", group = "asked")]
    pub(in crate::cli) at: Option<String>,
    /// How often such predictions hold: at instants of the later half of the log, against
    /// when jobs start in the run of it.
    #[arg(long, group = "asked")]
    pub(in crate::cli) calibrate: bool,
    /// How often the future is drawn.
    #[arg(long, value_name = "N", default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(20..=10_000))]
    pub(in crate::cli) draws: u32,
    /// At how many instants predictions are held against what happened: before --at, to
    /// learn how wide intervals must be; with --calibrate, in the later half as well.
    #[arg(long, value_name = "N", default_value_t = 60,
        value_parser = clap::value_parser!(u32).range(2..=10_000))]
    pub(in crate::cli) instants: u32,
    /// Write what is printed to this file as well: .csv or .json.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// With --calibrate: draw how many held against how many were to, into this .svg.
    #[arg(long, value_name = "FILE", requires = "calibrate")]
    pub(in crate::cli) figure: Option<PathBuf>,
}
