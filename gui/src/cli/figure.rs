//! `cosched figure`: a figure of every run of a file, for print.

use super::arguments;
#[cfg(feature = "window")]
use super::report::notes;
use crate::base::problem::Problem;
#[cfg(feature = "window")]
use crate::draw::{
    colour::ColourBy,
    plot::figure::{Curve, Figure},
    write::print::{self, Drawing, Print},
    write::{csv, picture, svg},
};
#[cfg(feature = "window")]
use crate::record::Run;

/// How a figure is written.
#[cfg(feature = "window")]
#[derive(Clone, Copy)]
enum Format {
    /// As a picture.
    Drawn(print::Format),
    /// As values.
    Csv,
}

/// Runs the file and draws.
#[cfg(feature = "window")]
pub(super) fn figure(asked: &arguments::Figure) -> Result<(), Problem> {
    use crate::export;

    format_of(asked)?;
    let folder = asked.out.parent().unwrap_or(&asked.out);
    if folder != std::path::Path::new("") {
        // Before the work, not after it.
        export::check_folder(folder)?;
    }
    let runs = super::run::all(&asked.subject)?;
    let bytes = match (plot(asked.kind, &runs), &runs[..]) {
        (Some(figure), _) => of_figure(&figure.noted(&notes(&asked.note)), asked)?,
        (None, [run]) => of_schedule(run, asked)?,
        (None, _) => {
            return Err(Problem::input(format!(
                "--kind schedule: a figure has one schedule, and here are {} runs; --policy chooses one",
                runs.len()
            )));
        }
    };
    export::write_whole(&asked.out, &bytes)
}

/// How what is for print is drawn.
#[cfg(feature = "window")]
fn for_print(asked: &arguments::Figure) -> Print {
    Print {
        size: asked.size.0,
        font: asked.font.0,
    }
}

/// The file of a plot.
#[cfg(feature = "window")]
fn of_figure(figure: &Figure, asked: &arguments::Figure) -> Result<Vec<u8>, Problem> {
    let dark = asked.theme == arguments::Theme::Dark;
    match (format_of(asked)?, asked.pixels) {
        (Format::Csv, _) => Ok(csv::figure(figure)?.into_bytes()),
        (Format::Drawn(print::Format::Png), Some(size)) => picture::figure(figure, size.0, dark),
        (Format::Drawn(_), Some(size)) => Ok(svg::figure(figure, size.0, dark).into_bytes()),
        (Format::Drawn(format), None) => {
            Drawing::of_figure(figure, for_print(asked))?.bytes(format)
        }
    }
}

/// The file of a schedule.
#[cfg(feature = "window")]
fn of_schedule(run: &Run, asked: &arguments::Figure) -> Result<Vec<u8>, Problem> {
    let notes = notes(&asked.note);
    let (Format::Drawn(format), Some(size)) = (format_of(asked)?, asked.pixels) else {
        return match format_of(asked)? {
            Format::Drawn(format) => {
                Drawing::of_schedule(run, &notes, for_print(asked))?.bytes(format)
            }
            Format::Csv => Err(Problem::input(
                "a schedule is drawn; `cosched run --out` writes it as a table",
            )
            .in_file(&asked.out)),
        };
    };
    let by = colour_by(&asked.colour)?;
    let dark = asked.theme == arguments::Theme::Dark;
    match format {
        print::Format::Png => picture::gantt(run, &notes, by, size.0, dark),
        _ => Ok(svg::gantt(run, &notes, by, size.0, dark)?.into_bytes()),
    }
}

/// What colours of that name say.
#[cfg(feature = "window")]
fn colour_by(name: &str) -> Result<ColourBy, Problem> {
    let found = ColourBy::ALL.into_iter().find(|by| by.title() == name);
    found.ok_or_else(|| {
        let names = ColourBy::ALL.map(ColourBy::title).join(", ");
        Problem::input(format!(
            "--colour: there is no colour by {name}; there are {names}"
        ))
    })
}

/// The plot of that kind, unless it is a schedule.
#[cfg(feature = "window")]
fn plot(kind: arguments::Kind, runs: &[Run]) -> Option<Figure> {
    use crate::record::colour::slots_of;
    use arguments::Kind;

    let curves: Vec<_> = slots_of(runs.iter().map(|run| run.policy))
        .into_iter()
        .zip(runs)
        .map(|(slot, run)| Curve {
            run,
            label: &run.label,
            slot,
        })
        .collect();
    match kind {
        Kind::Wait => Some(Figure::wait_distribution(&curves)),
        Kind::Slowdown => Some(Figure::slowdown_distribution(&curves)),
        Kind::Busy => Some(Figure::utilisation(&curves)),
        Kind::SlowdownBySize => Some(Figure::slowdown_by_size(&curves)),
        Kind::Queue => Some(Figure::queue_length(&curves)),
        Kind::Overhead => Some(Figure::overhead(&curves)),
        Kind::Sizes => Some(Figure::sizes(&curves)),
        Kind::Power => Some(Figure::power(&curves)),
        Kind::Fairshare => Some(Figure::fairshare(&curves)),
        Kind::Fragmentation => Some(Figure::fragmentation(&curves)),
        Kind::Deadlines => Some(Figure::missed(&curves)),
        Kind::Schedule => None,
    }
}

/// How the figure is written, by the end of its name.
#[cfg(feature = "window")]
fn format_of(asked: &arguments::Figure) -> Result<Format, Problem> {
    let path = &asked.out;
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match (ending.to_str(), asked.pixels) {
        (Some("svg"), _) => Ok(Format::Drawn(print::Format::Svg)),
        (Some("png"), _) => Ok(Format::Drawn(print::Format::Png)),
        (Some("pdf"), None) => Ok(Format::Drawn(print::Format::Pdf)),
        (Some("pdf"), Some(_)) => {
            let sentence = "--pixels: PDF is for print, in millimetres; .svg and .png have pixels";
            Err(Problem::input(sentence).in_file(path))
        }
        (Some("csv"), _) => Ok(Format::Csv),
        _ => {
            let sentence = "a figure is written as .svg, .png, .pdf or .csv; the name must end so";
            Err(Problem::input(sentence).in_file(path))
        }
    }
}

/// What draws is part of the window.
#[cfg(not(feature = "window"))]
pub(super) fn figure(_: &arguments::Figure) -> Result<(), Problem> {
    Err(Problem::input(
        "figure: this program was built without the window, which draws",
    ))
}
