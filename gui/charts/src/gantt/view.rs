//! The visible part of a run, one for all charts above one another.

use egui::{Id, Pos2, Rect, pos2};

use super::Rows;
use laboratory::record::Run;

/// Shortest time a chart can be zoomed to, in seconds.
const LEAST_SECONDS: f64 = 1e-3;

/// Most times that a view is as long and as high as the job it goes to, unless that would be less
/// than so many rows; for long jobs, so many times and no less than so many seconds.
const MOST_TIMES: f64 = 40.0;
const LEAST_ROWS: f64 = 64.0;
const MOST_OF_LONG: f64 = 4.0;
const LEAST_OF_LONG: f64 = 3_600.0;
/// Length of a view in multiples of what it goes to, with a margin on both sides.
const WITH_MARGIN: f64 = 1.25;

/// Position of the pointer, for the hair line in every chart of a view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pointer {
    /// Chart under the pointer.
    pub over: Id,
    /// Time under the pointer, in seconds.
    pub at: f64,
}

/// A range of time and a range of nodes.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GanttView {
    /// Time at the left, in seconds.
    pub t0: f64,
    /// Time at the right, in seconds.
    pub t1: f64,
    /// Height at the top, in rows; see [`Rows`].
    pub row0: f64,
    /// Height at the bottom, in rows.
    pub row1: f64,
    /// Pointer; charts keep it up to date themselves.
    pub pointer: Option<Pointer>,
    /// Bounds of everything: `[t0, t1, row0, row1]`.
    pub bounds: [f64; 4],
    /// Selected span of time, in seconds.
    pub span: Option<[f64; 2]>,
    /// Start of a span that is being dragged.
    pub selecting: Option<f64>,
    /// Whether dragging selects without Shift, too.
    pub drags_select: bool,
    /// Instant of a replay, in seconds: later events are not drawn.
    pub until: Option<f64>,
}

impl GanttView {
    /// Returns a view of all of `runs`.
    pub fn fit(runs: &[&Run]) -> Self {
        let outcomes = || runs.iter().flat_map(|run| &run.outcomes);
        let submits = runs.iter().filter_map(|run| run.experiment.jobs.first());
        let first = submits
            .map(|job| job.submit)
            .min()
            .unwrap_or_default()
            .seconds();
        let last = outcomes()
            .map(|outcome| outcome.completed)
            .max()
            .unwrap_or_default()
            .seconds();
        let heights = runs.iter().map(|run| Rows::of(run).height());
        let height = heights.fold(1.0, f64::max);
        Self::of([first, last.max(first + 1.0), 0.0, height])
    }

    /// Returns a view of all of `[t0, t1, row0, row1]`.
    pub fn of(bounds: [f64; 4]) -> Self {
        let mut view = Self {
            bounds,
            ..Self::default()
        };
        view.fit_all();
        view
    }

    /// Returns the view within `span`, in seconds; unchanged without one, or without room in it.
    #[must_use]
    pub fn within(self, span: Option<[f64; 2]>) -> Self {
        match span {
            Some([t0, t1]) if t1 > t0 => Self { t0, t1, ..self },
            _ => self,
        }
    }

    /// Shows everything.
    pub fn fit_all(&mut self) {
        [self.t0, self.t1, self.row0, self.row1] = self.bounds;
    }

    /// Moves to these seconds and rows so that they are in the middle, with a margin, and neither
    /// too small to see nor cut off.
    pub fn go_to(&mut self, [from, until, top, bottom]: [f64; 4]) {
        let (long, high) = ((until - from).max(LEAST_SECONDS), (bottom - top).max(1.0));
        let [_, _, first, end] = self.bounds;
        let most = (MOST_OF_LONG * long)
            .max(LEAST_OF_LONG)
            .min(MOST_TIMES * long);
        let seconds = self.seconds().clamp(WITH_MARGIN * long, most);
        let rows = self
            .rows()
            .clamp(1.5 * high, (MOST_TIMES * high).max(LEAST_ROWS));
        let rows = rows.min(end - first);
        let [low, high, ..] = self.bounds;
        // Nothing before or after everything is shown, unless everything is in sight.
        let latest = (high - seconds).max(low);
        self.t0 = (f64::midpoint(from, until) - seconds / 2.0).clamp(low, latest);
        self.t1 = self.t0 + seconds;
        self.row0 = f64::midpoint(top, bottom) - rows / 2.0;
        self.row1 = self.row0 + rows;
        self.pan(0.0, 0.0);
    }

    /// Takes over the bounds of `runs` but stays where it is.
    pub fn extend(&mut self, runs: &[&Run]) {
        self.bounds = Self::fit(runs).bounds;
    }

    /// Whether `other` shows the same, wherever the pointer is.
    pub fn shows_the_same(&self, other: &Self) -> bool {
        let pointer = None;
        Self { pointer, ..*self } == Self { pointer, ..*other }
    }

    /// Returns the range of time, in seconds.
    pub fn seconds(&self) -> f64 {
        self.t1 - self.t0
    }

    /// Returns the range of rows.
    pub fn rows(&self) -> f64 {
        self.row1 - self.row0
    }

    /// Moves by so many seconds and rows.
    pub fn pan(&mut self, seconds: f64, rows: f64) {
        let [low, high, top, bottom] = self.bounds;
        // At most half a view beyond the end, and no row that does not exist.
        let margin = self.seconds() / 2.0;
        let left = (self.t0 + seconds).min(high - margin).max(low - margin);
        let above = (self.row0 + rows).min(bottom - self.rows()).max(top);
        (self.t0, self.t1) = (left, left + self.seconds());
        (self.row0, self.row1) = (above, above + self.rows());
    }

    /// Shows `factor` times less time, with the instant `at` fixed.
    pub fn zoom_time(&mut self, at: f64, factor: f64) {
        let all = self.bounds[1] - self.bounds[0];
        let span = (self.seconds() / factor).clamp(LEAST_SECONDS, 2.0 * all.max(LEAST_SECONDS));
        let share = (at - self.t0) / self.seconds();
        self.t0 = at - share * span;
        self.t1 = self.t0 + span;
        self.pan(0.0, 0.0);
    }

    /// Shows `factor` times fewer rows, with the row `at` fixed.
    pub fn zoom_rows(&mut self, at: f64, factor: f64) {
        let all = (self.bounds[3] - self.bounds[2]).max(1.0);
        let rows = (self.rows() / factor).clamp(all.min(2.0), all);
        let share = (at - self.row0) / self.rows();
        self.row0 = at - share * rows;
        self.row1 = self.row0 + rows;
        self.pan(0.0, 0.0);
    }

    /// Returns the part of `chart` before the instant of a replay, if there is one.
    pub fn past(&self, chart: Rect) -> Rect {
        match self.until {
            Some(until) => {
                let end = self.x(chart, until);
                chart.with_max_x(end.clamp(chart.left(), chart.right()))
            }
            None => chart,
        }
    }

    /// Whether the instant `time` is hidden, as it is after that of a replay.
    pub fn hides(&self, time: f64) -> bool {
        self.until.is_some_and(|until| time > until)
    }

    /// Returns the x of the instant `time` on `chart`.
    pub fn x(&self, chart: Rect, time: f64) -> f32 {
        let share = (time - self.t0) / self.seconds();
        (f64::from(chart.left()) + share * f64::from(chart.width())) as f32
    }

    /// Returns the y of the top of `row` on `chart`.
    pub fn y(&self, chart: Rect, row: f64) -> f32 {
        let share = (row - self.row0) / self.rows();
        (f64::from(chart.top()) + share * f64::from(chart.height())) as f32
    }

    /// Returns the instant and the row at `position` on `chart`.
    pub fn at(&self, chart: Rect, position: Pos2) -> (f64, f64) {
        let across = f64::from((position.x - chart.left()) / chart.width());
        let down = f64::from((position.y - chart.top()) / chart.height());
        (
            self.t0 + across * self.seconds(),
            self.row0 + down * self.rows(),
        )
    }

    /// Returns the part of `chart` that these seconds and rows take.
    pub fn rect(&self, chart: Rect, from: f64, until: f64, first: f64, end: f64) -> Rect {
        Rect::from_min_max(
            pos2(self.x(chart, from), self.y(chart, first)),
            pos2(self.x(chart, until), self.y(chart, end)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_events_lie_beyond_the_past_part() {
        let chart = Rect::from_min_max(pos2(100.0, 0.0), pos2(300.0, 50.0));
        let mut view = GanttView::of([0.0, 100.0, 0.0, 4.0]);
        assert_eq!(view.past(chart), chart);
        assert!(!view.hides(99.0));
        view.until = Some(25.0);
        assert_eq!(view.past(chart), chart.with_max_x(150.0));
        assert!(view.hides(26.0) && !view.hides(25.0));
        // Where all in sight is later, nothing is left; where all is earlier, all is.
        view.until = Some(-5.0);
        assert_eq!(view.past(chart).width(), 0.0);
        view.until = Some(500.0);
        assert_eq!(view.past(chart), chart);
    }
    use crate::sample;

    fn view() -> GanttView {
        GanttView::fit(&[&sample::ten_jobs()])
    }

    #[test]
    fn fit_shows_all() {
        let view = view();
        assert_eq!(
            (view.t0, view.t1, view.row0, view.row1),
            (0.0, 340.0, 0.0, 8.0)
        );
        assert!(GanttView::fit(&[]).seconds() > 0.0);
    }

    #[test]
    fn zoom_keeps_the_instant_under_the_pointer() {
        let chart = Rect::from_min_max(pos2(10.0, 10.0), pos2(350.0, 90.0));
        let mut view = view();
        let (time, row) = view.at(chart, pos2(95.0, 50.0));
        view.zoom_time(time, 3.0);
        view.zoom_rows(row, 2.0);
        let (after, row_after) = view.at(chart, pos2(95.0, 50.0));
        assert!((time - after).abs() < 1e-9 && (row - row_after).abs() < 1e-9);
        assert!((view.seconds() - 340.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn go_to_centres_at_a_visible_size() {
        // Of eleven days on 1024 nodes, ten minutes on two.
        let mut view = GanttView::of([0.0, 1e6, 0.0, 1024.0]);
        let index = [600_000.0, 600_600.0, 500.0, 502.0];
        view.go_to(index);
        assert_eq!([view.t0, view.t1], [598_500.0, 602_100.0]);
        assert_eq!([view.row0, view.row1], [461.0, 541.0]);
        // Of two days, all and not more than as much again on either side.
        view.fit_all();
        view.go_to([600_000.0, 772_800.0, 500.0, 502.0]);
        assert_eq!(view.seconds(), 691_200.0);
        // Deep in, a view zooms out until all of it is in sight.
        view.zoom_time(600_300.0, 1000.0);
        view.go_to(index);
        assert!(view.t0 < 600_000.0 && view.t1 > 600_600.0);
        // At the edge, no row is shown that is not there.
        view.go_to([0.0, 600.0, 0.0, 2.0]);
        assert_eq!(view.row0, 0.0);
        assert!(view.t0 == 0.0 && view.t1 > 600.0);
    }

    #[test]
    fn pan_stops_at_the_edges() {
        let mut view = view();
        view.zoom_rows(4.0, 2.0);
        view.pan(1e9, 1e9);
        assert_eq!((view.row0, view.row1), (4.0, 8.0));
        assert_eq!(view.t0, 340.0 - 170.0);
        view.pan(-1e9, -1e9);
        assert_eq!((view.row0, view.t0), (0.0, -170.0));
    }

    #[test]
    fn zoom_ends_somewhere() {
        let mut view = view();
        for _ in 0..200 {
            view.zoom_time(100.0, 2.0);
        }
        assert!(view.seconds() >= LEAST_SECONDS * 0.99);
        for _ in 0..200 {
            view.zoom_time(100.0, 0.5);
        }
        assert!((view.seconds() - 680.0).abs() < 1e-6);
    }
}
