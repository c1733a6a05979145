//! `cosched figure`: a figure of every run of a file, for print.

use super::arguments;
use crate::base::problem::Problem;

/// Runs the file and draws.
#[cfg(feature = "window")]
pub(super) fn figure(asked: &arguments::Figure) -> Result<(), Problem> {
    use crate::draw::write::print::{Drawing, Print};
    use crate::export;

    let format = format_of(&asked.out)?;
    let folder = asked.out.parent().unwrap_or(&asked.out);
    if folder != std::path::Path::new("") {
        // Before the work, not after it.
        export::check_folder(folder)?;
    }
    let print = Print {
        size: asked.size.0,
        font: asked.font.0,
    };
    let runs = super::run::all(&asked.subject)?;
    let drawing = match plot(asked.kind, &runs) {
        Some(figure) => Drawing::of_figure(&figure, print)?,
        None => match &runs[..] {
            [run] => Drawing::of_schedule(run, print)?,
            _ => {
                return Err(Problem::input(format!(
                    "--kind schedule: a figure has one schedule, and here are {} runs; --policy chooses one",
                    runs.len()
                )));
            }
        },
    };
    export::write_whole(&asked.out, &drawing.bytes(format)?)
}

/// The plot of that kind, unless it is a schedule.
#[cfg(feature = "window")]
fn plot(
    kind: arguments::Kind,
    runs: &[crate::record::Run],
) -> Option<crate::draw::plot::figure::Figure> {
    use crate::draw::plot::figure::{Curve, Figure};
    use arguments::Kind;

    let curves: Vec<_> = (0..)
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
        Kind::Queue => Some(Figure::queue_length(&curves)),
        Kind::Schedule => None,
    }
}

/// How the figure is written, by the end of its name.
#[cfg(feature = "window")]
fn format_of(path: &std::path::Path) -> Result<crate::draw::write::print::Format, Problem> {
    use crate::draw::write::print::Format;

    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match ending.to_str() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("pdf") => Ok(Format::Pdf),
        _ => {
            let sentence = "a figure is written as .svg, .png or .pdf; the name must end so";
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
