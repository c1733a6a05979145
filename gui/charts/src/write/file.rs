//! Figures and schedules as files, of the format that the extension of the path says.

use std::path::Path;

use super::print::{self, Drawing, Print};
use super::schedule::Schedule;
use super::{csv, picture, svg};
use crate::plot::figure::Figure;
use laboratory::base::problem::Problem;

/// Format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A picture.
    Drawn(print::Format),
    /// Values.
    Csv,
}

/// Look of a picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Look {
    /// For print, without its title.
    Print(Print),
    /// As in the window, with its title.
    Screen {
        /// Width and height in pixels.
        size: [u32; 2],
        /// Whether light on dark.
        dark: bool,
    },
}

impl Default for Look {
    fn default() -> Self {
        Self::Print(Print {
            size: [85.0, 60.0],
            font: 8.0,
        })
    }
}

/// Returns the format of a figure at `path`.
///
/// # Errors
/// Its extension is that of no format, or of none with this look.
pub fn format_at(path: &Path, look: Look) -> Result<Format, Problem> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match (ending.to_str(), look) {
        (Some("svg"), _) => Ok(Format::Drawn(print::Format::Svg)),
        (Some("png"), _) => Ok(Format::Drawn(print::Format::Png)),
        (Some("pdf"), Look::Print(_)) => Ok(Format::Drawn(print::Format::Pdf)),
        (Some("pdf"), Look::Screen { .. }) => {
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

/// Returns the bytes of a file at `path` with a plot.
///
/// # Errors
/// Errors of [`format_at`], and where there is no room.
pub fn figure(figure: &Figure, path: &Path, look: Look) -> Result<Vec<u8>, Problem> {
    match (format_at(path, look)?, look) {
        (Format::Csv, _) => Ok(csv::figure(figure)?.into_bytes()),
        (Format::Drawn(print::Format::Png), Look::Screen { size, dark }) => {
            picture::figure(figure, size, dark)
        }
        (Format::Drawn(_), Look::Screen { size, dark }) => {
            Ok(svg::figure(figure, size, dark).into_bytes())
        }
        (Format::Drawn(format), Look::Print(print)) => {
            Drawing::of_figure(figure, print)?.bytes(format)
        }
    }
}

/// Returns the bytes of a file at `path` with a schedule.
///
/// # Errors
/// Errors of [`format_at`]; a schedule is no table of values; there is no room.
pub fn schedule(schedule: &Schedule<'_>, path: &Path, look: Look) -> Result<Vec<u8>, Problem> {
    match (format_at(path, look)?, look) {
        (Format::Csv, _) => {
            let sentence = "a schedule is drawn; `cosched run --out` writes it as a table";
            Err(Problem::input(sentence).in_file(path))
        }
        (Format::Drawn(print::Format::Png), Look::Screen { size, dark }) => {
            picture::gantt(schedule, size, dark)
        }
        (Format::Drawn(_), Look::Screen { size, dark }) => {
            Ok(svg::gantt(schedule, size, dark)?.into_bytes())
        }
        (Format::Drawn(format), Look::Print(print)) => {
            Drawing::of_schedule(schedule, print)?.bytes(format)
        }
    }
}
