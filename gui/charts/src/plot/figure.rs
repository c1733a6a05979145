//! Plots without a toolkit: shown in the window, and written as SVG and CSV.

use cosched_core::workload::Class;

use crate::plot::series;
use crate::plot::series::Point;
use crate::plot::ticks;
use crate::plot::ticks::Tick;
use laboratory::base::format;
use laboratory::family::slicing::metrics::has_memory;
use laboratory::metrics::select::Scope;
use laboratory::record::Run;
use laboratory::record::clock::Clock;
use laboratory::record::unit::unit_of;

/// Division of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Even, from 0 on.
    Linear,
    /// Even, from the least value on.
    Near,
    /// By powers of ten.
    Log,
    /// Even, in seconds, minutes, hours and days.
    Time,
    /// Even, from 0 on, as spans of time; values are seconds.
    Duration,
    /// By factors, as spans of time: a second, a minute, an hour, a day.
    LogDuration,
    /// A position for each class of jobs.
    Class,
}

/// An axis.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    /// Quantity.
    pub label: String,
    /// Unit of its values, where neither the label nor the scale says it.
    pub unit: Option<&'static str>,
    /// Division.
    pub scale: Scale,
    /// Clock that names its instants, if it is an axis of time.
    pub clock: Clock,
}

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

impl Axis {
    /// Returns an axis with that division.
    pub fn new(label: &str, scale: Scale) -> Self {
        Self {
            label: label.into(),
            unit: None,
            scale,
            clock: Clock::default(),
        }
    }

    /// Returns the axis with values in `unit`.
    pub(crate) fn in_unit(self, unit: &'static str) -> Self {
        Self {
            unit: Some(unit),
            ..self
        }
    }

    /// Quantity and unit.
    pub fn name(&self) -> String {
        match self.unit {
            Some(unit) => format!("{} in {unit}", self.label),
            None => self.label.clone(),
        }
    }

    /// Returns the title beside the axis.
    pub fn title(&self) -> String {
        match self.scale {
            Scale::Log | Scale::LogDuration => format!("{}, logarithmic", self.name()),
            _ => self.name(),
        }
    }

    /// Returns the heading of its values in tables of numbers: durations are in seconds.
    pub fn heading(&self) -> String {
        if self.is_duration() {
            format!("{} in s", self.label)
        } else {
            self.name()
        }
    }

    /// Whether its values are spans of time.
    pub fn is_duration(&self) -> bool {
        matches!(self.scale, Scale::Duration | Scale::LogDuration)
    }

    /// Returns the axis divided by factors instead of evenly, if `wanted`; also one that begins
    /// near its least value.
    pub fn logarithmic(self, wanted: bool) -> Self {
        let scale = match self.scale {
            Scale::Duration if wanted => Scale::LogDuration,
            Scale::Linear | Scale::Near if wanted => Scale::Log,
            scale => scale,
        };
        Self { scale, ..self }
    }

    /// Returns the axis divided evenly instead of by factors.
    fn evenly(self) -> Self {
        let scale = match self.scale {
            Scale::LogDuration => Scale::Duration,
            Scale::Log => Scale::Linear,
            scale => scale,
        };
        Self { scale, ..self }
    }

    /// Returns the position of `value` on an even axis; the logarithm of 0 is below all others.
    pub fn even(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Near | Scale::Time | Scale::Duration | Scale::Class => value,
            Scale::Log | Scale::LogDuration => value.max(f64::MIN_POSITIVE).log10(),
        }
    }

    /// Returns the value at the position `even` of an evenly divided axis.
    pub fn value(&self, even: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Near | Scale::Time | Scale::Duration | Scale::Class => even,
            Scale::Log | Scale::LogDuration => 10_f64.powf(even),
        }
    }

    /// Returns ticks between two values, at most about `most`.
    pub fn ticks(&self, low: f64, high: f64, most: usize) -> Vec<Tick> {
        match self.scale {
            Scale::Linear | Scale::Near => ticks::linear(low, high, most),
            Scale::Log => ticks::decades(low, high, most),
            Scale::Time => ticks::time(low, high, most),
            Scale::Duration => ticks::durations(low, high, most),
            Scale::LogDuration => ticks::duration_factors(low, high, most),
            Scale::Class => ticks::classes(low, high),
        }
    }

    /// Returns `value` in words.
    pub fn format(&self, value: f64) -> String {
        match self.scale {
            Scale::Time if self.has_dates() => self.clock.instant_to(value, 1.0),
            Scale::Time => ticks::time_label(value, 1.0),
            Scale::Duration | Scale::LogDuration => format::span(value),
            Scale::Class => ticks::class_name(value),
            Scale::Linear | Scale::Near | Scale::Log => format::number(value),
        }
    }
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

    /// Returns the distributions of waits.
    pub fn wait_distribution(curves: &[Curve<'_>]) -> Self {
        Self::wait_distribution_of(curves, &Scope::default())
    }

    /// Returns the distributions of the waits of the jobs in `scope`.
    pub fn wait_distribution_of(curves: &[Curve<'_>], scope: &Scope) -> Self {
        let wait = |run: &Run, job: usize| run.wait(job).seconds();
        let label = "wait (under 1 s shown at 1 s)";
        let axis = Axis::new(label, Scale::LogDuration);
        Self::spread("Wait", axis, curves, scope, wait)
    }

    /// Returns the distributions of bounded slowdowns.
    pub fn slowdown_distribution(curves: &[Curve<'_>]) -> Self {
        Self::slowdown_distribution_of(curves, &Scope::default())
    }

    /// Returns the distributions of the bounded slowdowns of the jobs in `scope`.
    pub fn slowdown_distribution_of(curves: &[Curve<'_>], scope: &Scope) -> Self {
        let axis = Axis::new("bounded slowdown", Scale::Log);
        Self::spread(
            "Bounded slowdown",
            axis,
            curves,
            scope,
            Run::bounded_slowdown,
        )
    }

    /// Returns the distributions of the waits of the same jobs before and after a change.
    pub fn before_and_after(waits: &[Vec<f64>; 2]) -> Self {
        let series = (0..).zip(["before", "after"]).zip(waits);
        let series = series.map(|((slot, label), waits)| Series {
            label: label.to_owned(),
            slot,
            mark: Mark::Step,
            points: series::distribution(waits.iter().map(|wait| wait.max(1.0))),
        });
        Self {
            series: series.collect(),
            ..Self::wait_distribution(&[])
        }
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

    fn spread(
        title: &str,
        x: Axis,
        curves: &[Curve<'_>],
        scope: &Scope,
        value: impl Fn(&Run, usize) -> f64,
    ) -> Self {
        let points = |run: &Run| {
            let jobs = scope.jobs(run).into_iter().map(|job| job as usize);
            let jobs = jobs.filter(|job| !run.outcomes[*job].refused);
            series::distribution(jobs.map(|job| value(run, job).max(1.0)))
        };
        Self {
            title: title.into(),
            x,
            y: Axis::new("share of jobs", Scale::Linear),
            series: curves
                .iter()
                .map(|curve| series(curve, Mark::Step, points(curve.run)))
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
