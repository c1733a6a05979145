//! `cosched figure`: a figure of every run of a file, for print.

use std::path::{Path, PathBuf};

use super::arguments;
use super::report::notes;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use charts::{
    colour::{ColourBy, WaitScale},
    plot::figure::FigureKind,
    plot::figure::{Curve, Figure},
    write::print::{self, Drawing, Print},
    write::schedule::Schedule,
    write::{csv, picture, svg},
};
use laboratory::base::problem::Problem;
use laboratory::record::Run;
use laboratory::run::fit::LogFit;
use laboratory::run::sweep;
use laboratory::run::whatif::WhatIf;

/// Format of a figure.
#[derive(Clone, Copy)]
enum Format {
    /// A picture.
    Drawn(print::Format),
    /// Values.
    Csv,
}

impl Perform for arguments::Figure {
    fn reading(&self) -> Option<&Reading> {
        Some(&self.subject.scene.reading)
    }

    fn outputs(&self) -> Vec<&PathBuf> {
        vec![&self.out]
    }

    fn perform(&self) -> Result<(), Problem> {
        figure(self)
    }
}

/// Runs the file and draws.
fn figure(requested: &arguments::Figure) -> Result<(), Problem> {
    use laboratory::export;

    format_of(requested)?;
    let folder = requested.out.parent().unwrap_or(&requested.out);
    if folder != std::path::Path::new("") {
        // Checked before the work, not after it.
        export::check_folder(folder)?;
    }
    if matches!(requested.kind, arguments::Kind::Sweep) {
        let figure = sweep_figure(&requested.subject.file, &requested.metric)?;
        return export::write_whole(&requested.out, &of_figure(&figure, requested)?);
    }
    let runs = super::run::run_all(&requested.subject)?;
    let bytes = match (requested.kind, &runs[..]) {
        (arguments::Kind::Plot(kind), _) => {
            of_figure(&plot(kind, &runs).noted(&notes(&requested.note)), requested)?
        }
        (_, [run]) => of_schedule(run, requested)?,
        (_, _) => {
            return Err(Problem::input(format!(
                "--kind schedule: a figure has one schedule, and here are {} runs; --policy chooses one",
                runs.len()
            )));
        }
    };
    export::write_whole(&requested.out, &bytes)
}

/// Returns the figure of the named metric from `folder`, which a sweep has written.
fn sweep_figure(folder: &Path, name: &str) -> Result<Figure, Problem> {
    let in_folder = |problem: Problem| problem.in_file(folder);
    if !folder.is_dir() {
        let sentence = "--kind sweep: the folder is wanted that `cosched sweep --out` has written";
        return Err(in_folder(Problem::input(sentence)));
    }
    let manifest = sweep::read_manifest(folder)?;
    let file = manifest
        .scenario()
        .ok_or_else(|| in_folder(Problem::input("the manifest names no scenario")))?;
    let plan = sweep::Plan::read(file)?;
    let store = sweep::SweepFolder::open_for_reading(folder, &plan)?;
    let known = sweep::defined_metrics(&plan, &store);
    let Some(metric) = known.iter().find(|metric| metric.name == name) else {
        let names: Vec<&str> = known.iter().map(|metric| metric.name).collect();
        return Err(in_folder(Problem::input(format!(
            "--metric {name}: nothing is known of it here; there are {}",
            names.join(", ")
        ))));
    };
    let curves = sweep::curves(&plan, &store, name);
    let along = plan.names.first().map_or("", String::as_str);
    let values = plan.first_values();
    Ok(Figure::swept(&curves, metric, (along, &values), false))
}

/// Checks before the work that a figure can be written to `path`.
///
/// # Errors
/// Its extension is that of no format.
pub(super) fn check(path: &Path) -> Result<(), Problem> {
    format_at(path, false).map(|_| ())
}

/// Draws the distributions of waits before and after a change.
pub(super) fn before_and_after(found: &WhatIf, path: &Path) -> Result<(), Problem> {
    write_usual(&Figure::before_and_after(&found.waits()), path)
}

/// Draws the distributions of waits as recorded and as simulated.
pub(super) fn recorded_and_simulated(fit: &LogFit, path: &Path) -> Result<(), Problem> {
    write_usual(&Figure::recorded_and_simulated(fit), path)
}

/// Writes a figure at the default size.
fn write_usual(figure: &Figure, path: &Path) -> Result<(), Problem> {
    let usual = Print {
        size: [85.0, 60.0],
        font: 8.0,
    };
    let bytes = match format_at(path, false)? {
        Format::Csv => csv::figure(figure)?.into_bytes(),
        Format::Drawn(format) => Drawing::of_figure(figure, usual)?.bytes(format)?,
    };
    laboratory::export::write_whole(path, &bytes)
}

/// Returns the settings of a picture for print.
fn print_settings(requested: &arguments::Figure) -> Print {
    Print {
        size: requested.size.0,
        font: requested.font.0,
    }
}

/// Returns the file of a plot.
fn of_figure(figure: &Figure, requested: &arguments::Figure) -> Result<Vec<u8>, Problem> {
    let dark = requested.theme == arguments::Theme::Dark;
    match (format_of(requested)?, requested.pixels) {
        (Format::Csv, _) => Ok(csv::figure(figure)?.into_bytes()),
        (Format::Drawn(print::Format::Png), Some(size)) => picture::figure(figure, size.0, dark),
        (Format::Drawn(_), Some(size)) => Ok(svg::figure(figure, size.0, dark).into_bytes()),
        (Format::Drawn(format), None) => {
            Drawing::of_figure(figure, print_settings(requested))?.bytes(format)
        }
    }
}

/// Returns the file of a schedule.
fn of_schedule(run: &Run, requested: &arguments::Figure) -> Result<Vec<u8>, Problem> {
    let schedule = Schedule {
        title: &run.label,
        run,
        notes: &notes(&requested.note),
        span: None,
        colour_by: colour_by(&requested.colour)?,
        waits: WaitScale::of([run]),
    };
    let dark = requested.theme == arguments::Theme::Dark;
    match (format_of(requested)?, requested.pixels) {
        (Format::Csv, _) => {
            let sentence = "a schedule is drawn; `cosched run --out` writes it as a table";
            Err(Problem::input(sentence).in_file(&requested.out))
        }
        (Format::Drawn(print::Format::Png), Some(size)) => picture::gantt(&schedule, size.0, dark),
        (Format::Drawn(_), Some(size)) => Ok(svg::gantt(&schedule, size.0, dark)?.into_bytes()),
        (Format::Drawn(format), None) => {
            Drawing::of_schedule(&schedule, print_settings(requested))?.bytes(format)
        }
    }
}

/// Returns the colouring of that name.
fn colour_by(name: &str) -> Result<ColourBy, Problem> {
    let found = ColourBy::ALL.into_iter().find(|by| by.title() == name);
    found.ok_or_else(|| {
        let names = ColourBy::ALL.map(ColourBy::title).join(", ");
        Problem::input(format!(
            "--colour: there is no colour by {name}; there are {names}"
        ))
    })
}

/// Returns the plot of that kind.
fn plot(kind: &FigureKind, runs: &[Run]) -> Figure {
    use laboratory::record::colour::colours_of;

    let curves: Vec<_> = colours_of(runs.iter().map(|run| run.policy))
        .into_iter()
        .zip(runs)
        .map(|(slot, run)| Curve {
            run,
            label: &run.label,
            slot,
        })
        .collect();
    (kind.draw)(&curves)
}

/// Returns the format of the figure, by the extension of its file.
fn format_of(requested: &arguments::Figure) -> Result<Format, Problem> {
    format_at(&requested.out, requested.pixels.is_some())
}

/// Returns the format of a figure at `path`, on pixels or for print.
fn format_at(path: &Path, has_pixels: bool) -> Result<Format, Problem> {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    match (ending.to_str(), has_pixels) {
        (Some("svg"), _) => Ok(Format::Drawn(print::Format::Svg)),
        (Some("png"), _) => Ok(Format::Drawn(print::Format::Png)),
        (Some("pdf"), false) => Ok(Format::Drawn(print::Format::Pdf)),
        (Some("pdf"), true) => {
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
