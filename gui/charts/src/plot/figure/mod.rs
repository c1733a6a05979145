//! Plots without a toolkit: shown in the window, and written as SVG and CSV.

mod axis;
mod distributions;
mod kind;

pub use kind::FigureKind;

use cosched_core::workload::Class;

pub use axis::{Axis, Scale};

use crate::plot::series;
use crate::plot::series::Point;
use laboratory::family::slicing::metrics::has_memory;
use laboratory::record::Run;
use laboratory::record::unit::unit_of;

/// Mark of a series.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Mark {
    /// Steps: each value until the next.
    Step,
    /// Steps, dashed.
    Dashes,
    /// A line from each point to the next.
    Line,
    /// A line with a dot at each point.
    Dots,
    /// A line through points in any order.
    Path,
    /// A dot at each point, in any order.
    Points,
    /// A ring around each point, in any order.
    Rings,
    /// A bar of this width around each point.
    Bars(f64),
}

/// One curve of a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Name in the legend.
    pub label: String,
    /// Slot in the palette of run colours.
    pub slot: usize,
    /// Mark.
    pub mark: Mark,
    /// Points, by x unless the mark is for any order.
    pub points: Vec<Point>,
}

/// A run as shown in a figure.
#[derive(Clone, Copy, Debug)]
pub struct Curve<'a> {
    /// Run.
    pub run: &'a Run,
    /// Name in the legend.
    pub label: &'a str,
    /// Slot in the palette of run colours.
    pub slot: usize,
}

/// A plot.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// Heading.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Curves.
    pub series: Vec<Series>,
    /// Texts at points.
    pub notes: Vec<Note>,
    /// Bands behind the curves.
    pub bands: Vec<Band>,
}

/// Probable range of values along x.
#[derive(Clone, PartialEq, Debug)]
pub struct Band {
    /// Slot in the palette of run colours.
    pub slot: usize,
    /// Values of x with the least and the greatest value there.
    pub points: Vec<[f64; 3]>,
}

/// A word or two at a point.
#[derive(Clone, PartialEq, Debug)]
pub struct Note {
    /// Point.
    pub at: Point,
    /// Text.
    pub words: String,
}

impl FigureKind {
    /// Busy nodes.
    pub const BUSY: Self = Self {
        name: "busy",
        summary: "Busy nodes over time",
        draw: Figure::utilisation,
    };
    /// Waiting jobs.
    pub const QUEUE: Self = Self {
        name: "queue",
        summary: "Waiting jobs over time",
        draw: Figure::queue_length,
    };
    /// Loading and swapping.
    pub const OVERHEAD: Self = Self {
        name: "overhead",
        summary: "What loading and swapping cost over time",
        draw: Figure::overhead,
    };
}

impl Figure {
    /// Returns its title, with the unit if there is one, for plots without axis titles.
    pub fn titled(&self) -> String {
        match self.y.unit {
            Some(unit) => format!("{} in {unit}", self.title),
            None => self.title.clone(),
        }
    }

    /// Returns busy nodes over time.
    pub fn utilisation(curves: &[Curve<'_>]) -> Self {
        let runs: Vec<&Run> = curves.iter().map(|curve| curve.run).collect();
        let step = |curve| series(curve, Mark::Step, series::utilisation(curve.run));
        Self {
            x: Axis::of_time(curves),
            series: curves.iter().map(step).collect(),
            ..Self::busy(&runs)
        }
    }

    /// Returns its axes alone, named for what `runs` count.
    pub fn busy(runs: &[&Run]) -> Self {
        let title = if runs.iter().any(|run| run.placements().is_some()) {
            "Threads"
        } else {
            unit_of(runs.iter().copied()).busy()
        };
        let label = title.replacen('B', "b", 1).replacen('T', "t", 1);
        Self::over_time(title, &label, &[], series::utilisation)
    }

    /// Returns waiting jobs over time.
    pub fn queue_length(curves: &[Curve<'_>]) -> Self {
        Self::over_time("Queue length", "waiting jobs", curves, series::queue_length)
    }

    /// Returns the figure within `span`, in seconds, if it is over time; others stay as they are.
    #[must_use]
    pub fn within(mut self, span: Option<[f64; 2]>) -> Self {
        let Some([from, until]) = span.filter(|_| self.x.scale == Scale::Time) else {
            return self;
        };
        for series in &mut self.series {
            // The value that holds at the beginning began before.
            let before = series.points.iter().rev().find(|point| point[0] < from);
            let before = before.map(|point| [from, point[1]]);
            let inside = series.points.iter();
            let inside = inside.filter(|point| (from..=until).contains(&point[0]));
            series.points = before.into_iter().chain(inside.copied()).collect();
            let last = series.points.last().map(|point| [until, point[1]]);
            series.points.extend(last.filter(|last| last[0] > from));
        }
        for band in &mut self.bands {
            band.points
                .retain(|point| (from..=until).contains(&point[0]));
        }
        self
    }

    /// Returns seconds of loading and of being swapped out so far, over time; runs without node
    /// memory have no curve, which is not the same as 0.
    pub fn overhead(curves: &[Curve<'_>]) -> Self {
        Self::over_time(
            "Overhead",
            "s of loading and swap-out so far",
            &curves_having(curves, has_memory),
            series::overhead,
        )
    }

    /// Whether one of its axes is divided by factors.
    pub fn is_logarithmic(&self) -> bool {
        let scales = [self.x.scale, self.y.scale];
        scales.contains(&Scale::Log) || scales.contains(&Scale::LogDuration)
    }

    /// Returns the figure with evenly divided axes.
    pub fn evenly(self) -> Self {
        Self {
            x: self.x.evenly(),
            y: self.y.evenly(),
            ..self
        }
    }

    /// Returns the extent of all x and y as values, a little more if that is a single one.
    pub fn extent(&self) -> [[f64; 2]; 2] {
        let ends = |&[x, low, high]: &[f64; 3]| [[x, low], [x, high]];
        let all = || {
            let bands = self.bands.iter().flat_map(|band| &band.points);
            let curves = self.series.iter().flat_map(|series| &series.points);
            curves.copied().chain(bands.flat_map(ends))
        };
        let range = |axis: &Axis, part: usize| {
            let values = || {
                all()
                    .map(|point| point[part])
                    .filter(|value| value.is_finite())
            };
            let (low, high) = (
                values().fold(f64::MAX, f64::min),
                values().fold(f64::MIN, f64::max),
            );
            match axis.scale {
                Scale::Class => [-0.5, Class::COUNT as f64 - 0.5],
                _ if low > high => [1.0, 10.0],
                Scale::Log | Scale::LogDuration => [low, high.max(low * 10.0)],
                Scale::Time => [low, high.max(low + 1.0)],
                Scale::Near if high > low => [low, high],
                Scale::Near => [low - 0.5, high + 0.5],
                Scale::Linear | Scale::Duration => [low.min(0.0), high.max(low.min(0.0) + 1.0)],
            }
        };
        [range(&self.x, 0), range(&self.y, 1)]
    }

    pub(crate) fn over_time(
        title: &str,
        label: &str,
        curves: &[Curve<'_>],
        make: fn(&Run) -> Vec<Point>,
    ) -> Self {
        Self {
            title: title.into(),
            x: Axis::of_time(curves),
            y: Axis::new(label, Scale::Linear),
            series: curves
                .iter()
                .map(|curve| series(curve, Mark::Step, make(curve.run)))
                .collect(),
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }
}

/// Returns those of `curves` whose runs satisfy `wanted`.
pub(crate) fn curves_having<'a>(
    curves: &[Curve<'a>],
    wanted: impl Fn(&Run) -> bool,
) -> Vec<Curve<'a>> {
    let having = curves.iter().filter(|curve| wanted(curve.run));
    having.copied().collect()
}

pub(crate) fn series(curve: &Curve<'_>, mark: Mark, points: Vec<Point>) -> Series {
    Series {
        label: curve.label.into(),
        slot: curve.slot,
        mark,
        points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use laboratory::metrics::select::Scope;

    fn curves(run: &Run) -> [Curve<'_>; 1] {
        [Curve {
            run,
            label: "a & b",
            slot: 2,
        }]
    }

    #[test]
    fn curves_keep_name_and_colour() {
        let run = sample::ten_jobs();
        let figure = Figure::utilisation(&curves(&run));
        assert_eq!(
            (figure.series[0].label.as_str(), figure.series[0].slot),
            ("a & b", 2)
        );
        assert_eq!(figure.extent(), [[0.0, 340.0], [0.0, 8.0]]);
    }

    #[test]
    fn runs_without_node_memory_have_no_overhead_rather_than_none() {
        let (without, with) = (sample::ten_jobs(), sample::displacing());
        assert!(Figure::overhead(&curves(&without)).series.is_empty());
        assert_eq!(Figure::overhead(&curves(&with)).series.len(), 1);
    }

    #[test]
    fn waits_are_spread_by_factors_or_evenly() {
        let run = sample::ten_jobs();
        let figure = Figure::wait_distribution(&curves(&run));
        assert!(figure.is_logarithmic());
        assert_eq!(
            figure.x.title(),
            "wait (under 1 s shown at 1 s), logarithmic"
        );
        let even = figure.evenly();
        assert_eq!(
            [even.x.scale, even.y.scale],
            [Scale::Duration, Scale::Linear]
        );
        assert_eq!(even.x.format(12_347_958.0), "142 d 22 h");
        assert_eq!(even.x.heading(), "wait (under 1 s shown at 1 s) in s");
    }

    #[test]
    fn waits_of_zero_have_a_position_on_the_axis() {
        let run = sample::ten_jobs();
        let figure = Figure::wait_distribution(&curves(&run));
        // Jobs 0, 1, 2 and 8 start as they are submitted.
        assert_eq!(figure.series[0].points[0], [1.0, 0.4]);
    }

    #[test]
    fn only_selected_jobs_are_spread() {
        let run = sample::ten_jobs();
        // Job 8 alone, which starts as it is submitted.
        let scope = Scope {
            filter: "job == 9".parse().unwrap(),
            ..Scope::default()
        };
        let jobs = scope.jobs(&run);
        let figure = Figure::wait_distribution_of(&curves(&run), &scope);
        assert_eq!(jobs.len(), 1, "{jobs:?}");
        assert_eq!(figure.series[0].points.len(), 1);
    }

    #[test]
    fn a_figure_over_time_is_cut_to_a_span() {
        let run = sample::ten_jobs();
        let whole = Figure::utilisation(&curves(&run));
        let cut = whole.clone().within(Some([50.0, 100.0]));
        assert_eq!(cut.extent()[0], [50.0, 100.0]);
        let value = |figure: &Figure, at: f64| {
            let points = figure.series[0].points.iter();
            points.rev().find(|point| point[0] <= at).unwrap()[1]
        };
        for at in [50.0, 75.0, 100.0] {
            assert_eq!(value(&cut, at), value(&whole, at), "at {at}");
        }
        let other = Figure::wait_distribution(&curves(&run));
        assert_eq!(other.clone().within(Some([50.0, 100.0])), other);
    }

    #[test]
    fn an_empty_figure_has_an_extent() {
        let [x, y] = Figure::slowdown_by_size(&[]).extent();
        assert!(x[0] < x[1] && y[0] < y[1]);
    }
}
