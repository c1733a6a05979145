//! `cosched figure`: a figure of every run of a file, for print.

use std::path::{Path, PathBuf};

use crate::cli::arguments;
use crate::cli::arguments::reading::Reading;
use crate::cli::command::Perform;
use crate::cli::report::notes;
use charts::{
    colour::{ColourBy, WaitScale},
    plot::figure::Figure,
    write::file::{self, Look},
    write::print::Print,
    write::schedule::Schedule,
};
use laboratory::base::problem::Problem;
use laboratory::record::Run;
use laboratory::run::fit::LogFit;
use laboratory::run::sweep;
use laboratory::run::whatif::WhatIf;

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

    file::format_at(&requested.out, look(requested))?;
    let folder = requested.out.parent().unwrap_or(&requested.out);
    if folder != std::path::Path::new("") {
        // Checked before the work, not after it.
        export::check_folder(folder)?;
    }
    if matches!(requested.kind, arguments::Kind::Sweep) {
        let figure = sweep_figure(&requested.subject.file, &requested.metric)?;
        return export::write_whole(&requested.out, &of_figure(&figure, requested)?);
    }
    let runs = crate::cli::run::run_all(&requested.subject)?;
    let bytes = match (requested.kind, &runs[..]) {
        (arguments::Kind::Plot(kind), _) => of_figure(
            &kind
                .of_runs(&runs.iter().collect::<Vec<_>>())
                .noted(&notes(&requested.note)),
            requested,
        )?,
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
    let metric =
        |problem: Problem| Problem::input(format!("--metric {name}: {}", problem.sentence));
    Figure::of_sweep(&plan, &store, name)
        .map_err(metric)
        .map_err(in_folder)
}

/// Checks before the work that a figure can be written to `path`.
///
/// # Errors
/// Its extension is that of no format.
pub(in crate::cli) fn check(path: &Path) -> Result<(), Problem> {
    file::format_at(path, Look::default()).map(|_| ())
}

/// Draws the distributions of waits before and after a change.
pub(in crate::cli) fn before_and_after(found: &WhatIf, path: &Path) -> Result<(), Problem> {
    write_usual(&Figure::before_and_after(&found.waits()), path)
}

/// Draws the distributions of waits as recorded and as simulated.
pub(in crate::cli) fn recorded_and_simulated(fit: &LogFit, path: &Path) -> Result<(), Problem> {
    write_usual(&Figure::recorded_and_simulated(fit), path)
}

/// Writes a figure at the default size.
fn write_usual(figure: &Figure, path: &Path) -> Result<(), Problem> {
    let bytes = file::figure(figure, path, Look::default())?;
    laboratory::export::write_whole(path, &bytes)
}

/// Returns the requested look.
fn look(requested: &arguments::Figure) -> Look {
    let print = Print {
        size: requested.size.0,
        font: requested.font.0,
    };
    let screen = |size: arguments::Size| Look::Screen {
        size: size.0,
        dark: requested.theme == arguments::Theme::Dark,
    };
    requested.pixels.map_or(Look::Print(print), screen)
}

/// Returns the file of a plot.
fn of_figure(figure: &Figure, requested: &arguments::Figure) -> Result<Vec<u8>, Problem> {
    file::figure(figure, &requested.out, look(requested))
}

/// Returns the file of a schedule.
fn of_schedule(run: &Run, requested: &arguments::Figure) -> Result<Vec<u8>, Problem> {
    let colour_by = ColourBy::of_title(&requested.colour)
        .map_err(|problem| Problem::input(format!("--colour: {}", problem.sentence)))?;
    let schedule = Schedule {
        title: &run.label,
        run,
        notes: &notes(&requested.note),
        span: None,
        colour_by,
        waits: WaitScale::of([run]),
    };
    file::schedule(&schedule, &requested.out, look(requested))
}
