//! Arguments of `cosched report` and `cosched figure`.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::scene::Subject;
use super::{Size, Theme};
use crate::cli::arguments::values::{JobsToMark, Millimetres, Points, millimetres, note, points};
use charts::plot::figure::FigureKind;
use laboratory::metrics::select::filter::Filter;

#[derive(Debug, Args)]
pub(in crate::cli) struct Report {
    #[command(flatten)]
    pub(in crate::cli) subject: Subject,
    /// The page; everything it needs is in it.
    #[arg(long, value_name = "FILE.html")]
    pub(in crate::cli) out: PathBuf,
    /// The run that the others are compared with, by its name or that of its policy; As recorded,
    /// where a log is run so, or else the first, if absent.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) baseline: Option<String>,
    /// What is asked, to stand at its beginning.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) question: Option<String>,
    /// Which jobs it is about, as in `user == 12 && nodes >= 64`; all of them if absent.
    #[arg(
        long,
        value_name = "FILTER",
        default_value = "",
        hide_default_value = true
    )]
    pub(in crate::cli) select: Filter,
    /// A note of an instant or a span, as in `90m=outage` or `2d..3d=the course`; may be
    /// repeated.
    #[arg(long, value_name = "WHEN=TEXT", value_parser = note)]
    pub(in crate::cli) note: Vec<JobsToMark>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct Figure {
    #[command(flatten)]
    pub(in crate::cli) subject: Subject,
    /// What is drawn.
    #[arg(long)]
    pub(in crate::cli) kind: Kind,
    /// Of a sweep: which metric, by its name in summary.csv.
    #[arg(long, value_name = "NAME", default_value = "mean_wait")]
    pub(in crate::cli) metric: String,
    /// The figure: .svg, .png or .pdf; .csv for the values of its curves.
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) out: PathBuf,
    /// Width and height in millimetres.
    #[arg(long, value_name = "WIDTHxHEIGHTmm", default_value = "85x60mm", value_parser = millimetres)]
    pub(in crate::cli) size: Millimetres,
    /// The size of letters in points.
    #[arg(long, value_name = "POINTS", default_value = "8pt", value_parser = points)]
    pub(in crate::cli) font: Points,
    /// Draw it as the window does, with its title, on so many pixels: .svg or .png.
    #[arg(long, value_name = "WIDTHxHEIGHT", conflicts_with_all = ["size", "font"])]
    pub(in crate::cli) pixels: Option<Size>,
    /// The colours of that picture.
    #[arg(long, default_value = "light", requires = "pixels")]
    pub(in crate::cli) theme: Theme,
    /// What the colours of jobs say in a schedule: wait, job, user, queue, class, nodes, runtime,
    /// bounded slowdown or deadline.
    #[arg(long, value_name = "WHAT", default_value = "wait")]
    pub(in crate::cli) colour: String,
    /// A note of an instant or a span, as in `90m=outage` or `2d..3d=the course`, in what is
    /// over time; may be repeated.
    #[arg(long, value_name = "WHEN=TEXT", value_parser = note)]
    pub(in crate::cli) note: Vec<JobsToMark>,
}

/// Subject of a figure for print.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum Kind {
    /// A plot of all runs.
    Plot(&'static FigureKind),
    /// A schedule.
    Schedule,
    /// Curves of a sweep.
    Sweep,
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Kind>> = LazyLock::new(|| {
            let plots = FigureKind::ALL.iter().copied().map(Kind::Plot);
            plots.chain([Kind::Schedule, Kind::Sweep]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, summary) = match self {
            Self::Plot(kind) => (kind.name, kind.summary),
            Self::Schedule => ("schedule", "Who ran where and when, of one run"),
            Self::Sweep => (
                "sweep",
                "A metric along the parameter of a sweep, of the folder that `cosched sweep` has written",
            ),
        };
        Some(PossibleValue::new(name).help(summary))
    }
}
