//! Figures of runs and sweeps, as vectors and as files.

use std::path::PathBuf;
use std::sync::Arc;

use charts::colour::{ColourBy, WaitScale};
use charts::plot::figure::{Axis, Figure as Plot, FigureKind, Mark, Scale};
use charts::write::file::{self, Look};
use charts::write::print::Print;
use charts::write::schedule::Schedule;
use charts::write::svg;
use laboratory::base::problem::Problem;
use laboratory::export::write_whole;
use laboratory::record;
use pyo3::prelude::*;

use crate::errors::raised;
use crate::run::Run;

/// Subject of a figure.
enum Subject {
    Plot(Box<Plot>),
    Schedule(Arc<record::Run>, ColourBy),
}

/// A figure that can be shown and written.
#[pyclass(frozen, module = "cosched")]
pub(crate) struct Figure(Subject);

impl Figure {
    pub(crate) fn of_plot(plot: Plot) -> Self {
        Self(Subject::Plot(Box::new(plot)))
    }

    fn of_path(&self, path: &std::path::Path, look: Look) -> Result<Vec<u8>, Problem> {
        match &self.0 {
            Subject::Plot(plot) => file::figure(plot, path, look),
            Subject::Schedule(run, colour_by) => {
                file::schedule(&schedule(run, *colour_by), path, look)
            }
        }
    }
}

/// The whole schedule of `run`.
fn schedule(run: &record::Run, colour_by: ColourBy) -> Schedule<'_> {
    Schedule {
        title: &run.label,
        run,
        notes: &[],
        span: None,
        colour_by,
        waits: WaitScale::of([run]),
    }
}

/// Name of a mark.
const fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Step | Mark::Dashes => "steps",
        Mark::Line | Mark::Path => "line",
        Mark::Dots => "dots",
        Mark::Points | Mark::Rings => "points",
        Mark::Bars(_) => "bars",
    }
}

#[pymethods]
impl Figure {
    /// The plot of that kind of some runs, as `cosched figure --kind`.
    #[staticmethod]
    fn of_runs(kind: &str, runs: Vec<PyRef<'_, Run>>) -> PyResult<Self> {
        let kind = FigureKind::of_name(kind).map_err(|problem| raised(&problem))?;
        let runs: Vec<&record::Run> = runs.iter().map(|run| &**run.inner()).collect();
        Ok(Self::of_plot(kind.of_runs(&runs)))
    }

    /// The schedule of a run, in which colours show that property of jobs.
    #[staticmethod]
    fn of_schedule(run: &Run, colour: &str) -> PyResult<Self> {
        let colour = ColourBy::of_title(colour).map_err(|problem| raised(&problem))?;
        Ok(Self(Subject::Schedule(Arc::clone(run.inner()), colour)))
    }

    /// Title, labels of both axes, whether each is logarithmic, and the curves: label, mark, points.
    #[expect(clippy::type_complexity, reason = "a tuple of Python")]
    fn curves(
        &self,
    ) -> Option<(
        String,
        [(String, bool); 2],
        Vec<(String, &'static str, Vec<[f64; 2]>)>,
    )> {
        let Subject::Plot(plot) = &self.0 else {
            return None;
        };
        let axis = |axis: &Axis| {
            let is_logarithmic = matches!(axis.scale, Scale::Log | Scale::LogDuration);
            (axis.heading(), is_logarithmic)
        };
        let series = plot.series.iter();
        let series = series.map(|one| (one.label.clone(), mark(one.mark), one.points.clone()));
        let axes = [axis(&plot.x), axis(&plot.y)];
        Some((plot.title.clone(), axes, series.collect()))
    }

    /// The kinds of plots, each with what it shows.
    #[staticmethod]
    fn kinds() -> Vec<(&'static str, &'static str)> {
        let kinds = FigureKind::ALL.iter();
        kinds.map(|kind| (kind.name, kind.summary)).collect()
    }

    /// The figure as the window shows it, on so many pixels, as SVG.
    fn svg(&self, width: u32, height: u32, dark: bool) -> PyResult<String> {
        let size = [width, height];
        let drawn = match &self.0 {
            Subject::Plot(plot) => Ok(svg::figure(plot, size, dark)),
            Subject::Schedule(run, colour_by) => svg::gantt(&schedule(run, *colour_by), size, dark),
        };
        drawn.map_err(|problem| raised(&problem))
    }

    /// Writes it for print, with sizes in millimetres and points: .svg, .png, .pdf or .csv.
    fn write(&self, path: PathBuf, width: f64, height: f64, font: f64) -> PyResult<()> {
        let look = Look::Print(Print {
            size: [width, height],
            font,
        });
        let bytes = self.of_path(&path, look);
        let written = bytes.and_then(|bytes| write_whole(&path, &bytes));
        written.map_err(|problem| raised(&problem))
    }
}
