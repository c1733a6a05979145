//! Curves over time of a run, as fine as can be seen, without a point for each change.

use cosched_core::Time;

use super::{BLOCK, Kind, Moment, Timeline, USUAL};
use crate::plot::series::Point;

/// Quantity of a curve over time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CurveKind {
    /// Nodes held.
    Busy,
    /// Jobs in the queue.
    Waiting,
}

impl CurveKind {
    pub(super) const ALL: [Self; 2] = [Self::Busy, Self::Waiting];

    pub(super) fn of(self, moment: Moment) -> f64 {
        match self {
            Self::Busy => moment.busy as f64,
            Self::Waiting => moment.waiting as f64,
        }
    }

    pub(super) fn is_changed_by(self, kind: Kind) -> bool {
        match self {
            Self::Busy => !matches!(kind, Kind::Entered | Kind::Started | Kind::Completed),
            Self::Waiting => matches!(kind, Kind::Entered | Kind::Started | Kind::Begun),
        }
    }
}

impl Timeline {
    /// Returns the number of changes up to that second.
    fn up_to(&self, seconds: f64) -> usize {
        self.before(|at| at.seconds() <= seconds)
    }

    /// Returns the value of a curve at that second; `None` outside its changes.
    pub(crate) fn value(&self, what: CurveKind, at: f64) -> Option<f64> {
        let [first, last] = self.ends[what as usize]?.map(Time::seconds);
        (first <= at && at <= last).then(|| what.of(self.state_before(self.up_to(at))))
    }

    /// Returns the greatest value between two seconds.
    pub(crate) fn most(&self, what: CurveKind, from: f64, until: f64) -> f64 {
        let [first, end] = [from, until].map(|at| self.up_to(at));
        let start = what.of(self.state_before(first));
        // Blocks that lie wholly between, and the parts of those at the ends.
        let whole = first.div_ceil(BLOCK)..(end / BLOCK).max(first.div_ceil(BLOCK));
        let (head, tail) = if whole.is_empty() {
            (first..end, end..end)
        } else {
            (first..BLOCK * whole.start, BLOCK * whole.end..end)
        };
        let peaks = self.peaks[what as usize][whole].iter().copied();
        let few = [head, tail].into_iter().flat_map(|part| {
            let mut now = self.state_before(part.start);
            part.filter_map(move |index| {
                now = self.after(now, self.changes[index]);
                self.is_settled(index).then(|| what.of(now))
            })
        });
        peaks.chain(few).fold(start, f64::max)
    }

    /// Returns the curve between two seconds, with so many points as can be told apart in `columns`
    /// columns: each value until the next, or the means where there are more.
    pub(crate) fn visible_points(
        &self,
        what: CurveKind,
        [from, until]: [f64; 2],
        columns: usize,
    ) -> Vec<Point> {
        let Some([first, last]) = self.ends[what as usize].map(|ends| ends.map(Time::seconds))
        else {
            return Vec::new();
        };
        let (from, until) = (from.max(first), until.min(last));
        if from > until {
            return Vec::new();
        }
        let few = self.steps(what, [from, until], 2 * columns.max(1));
        few.unwrap_or_else(|| self.means(what, [from, until], columns.div_ceil(3).max(1)))
    }

    /// Returns all of a curve: its changes, or means where there are more than so many.
    pub(crate) fn overview(&self, what: CurveKind, columns: usize) -> Vec<Point> {
        let Some(ends) = self.ends[what as usize] else {
            return Vec::new();
        };
        let ends = ends.map(Time::seconds);
        let few = self.steps(what, ends, columns);
        few.unwrap_or_else(|| self.means(what, ends, columns.saturating_sub(2).max(1)))
    }

    /// Returns all changes between two seconds, unless there are more than `most`.
    fn steps(&self, what: CurveKind, [from, until]: [f64; 2], most: usize) -> Option<Vec<Point>> {
        let first = self.up_to(from);
        let end = self.up_to(until);
        if end - first > USUAL * most {
            return None;
        }
        let mut now = self.state_before(first);
        let mut points = vec![[from, what.of(now)]];
        for index in first..end {
            now = self.after(now, self.changes[index]);
            let value = what.of(now);
            if self.is_settled(index) && points.last().is_none_or(|last| last[1] != value) {
                points.push([now.at.seconds(), value]);
            }
        }
        points.push([until, what.of(now)]);
        (points.len() <= most).then_some(points)
    }

    /// Returns the means of `columns` columns, whose edges stay fixed while the view moves. Where
    /// there are more blocks than columns they end where a block begins, as the area up to there is
    /// known.
    pub(crate) fn means(
        &self,
        what: CurveKind,
        [from, until]: [f64; 2],
        columns: usize,
    ) -> Vec<Point> {
        let width = (until - from) / columns as f64;
        if width <= 0.0 {
            return Vec::new();
        }
        let [first, last] = [from, until].map(|at| self.up_to(at));
        let are_many = last - first > BLOCK * columns;
        let start = (from / width).floor() * width;
        let mut means = Vec::with_capacity(columns + 2);
        let mut walk = Walk::new(self, what, from);
        let mut before = (from, walk.area_until(from));
        for column in 1..=columns + 1 {
            let edge = (start + column as f64 * width).min(until);
            let (right, area) = if are_many {
                self.block_from(what, edge, until)
            } else {
                (edge, walk.area_until(edge))
            };
            if right > before.0 {
                means.push([before.0, (area - before.1) / (right - before.0)]);
                before = (right, area);
            }
        }
        means.push([until, what.of(self.state_before(last))]);
        means
    }

    /// Returns the start of the first block from `edge` on, and the area up to there; that up to
    /// `until` if none begins before.
    fn block_from(&self, what: CurveKind, edge: f64, until: f64) -> (f64, f64) {
        let block = self.starts.partition_point(|at| at.seconds() < edge);
        match self.starts.get(block).map(|at| at.seconds()) {
            Some(at) if at < until => (at, self.blocks[block].areas[what as usize]),
            _ => (until, self.area(what, until)),
        }
    }

    /// Returns the area under a curve up to that second, in seconds times nodes or jobs.
    pub fn area(&self, what: CurveKind, at: f64) -> f64 {
        Walk::new(self, what, at).area_until(at)
    }
}

/// Area under a curve, summed from change to change.
struct Walk<'a> {
    timeline: &'a Timeline,
    what: CurveKind,
    /// Index of the next change.
    index: usize,
    /// End of the sum, in seconds, the sum, and the state then.
    then: f64,
    area: f64,
    now: Moment,
}

impl<'a> Walk<'a> {
    /// Starts at the last block that begins by that second.
    fn new(timeline: &'a Timeline, what: CurveKind, at: f64) -> Self {
        let blocks = timeline
            .starts
            .partition_point(|start| start.seconds() <= at);
        let block = blocks.saturating_sub(1);
        let (then, area, now) = match (timeline.starts.get(block), timeline.blocks.get(block)) {
            (Some(start), Some(kept)) => (start.seconds(), kept.areas[what as usize], kept.state()),
            _ => (at, 0.0, Moment::default()),
        };
        Self {
            timeline,
            what,
            index: BLOCK * block,
            then,
            area,
            now,
        }
    }

    /// Returns the area up to that second, which is not before the last one.
    fn area_until(&mut self, at: f64) -> f64 {
        while let Some(change) = self.timeline.changes.get(self.index) {
            let next = self.timeline.after(self.now, *change);
            let when = next.at.seconds();
            if when > at {
                break;
            }
            self.area += (when - self.then) * self.what.of(self.now);
            (self.then, self.now, self.index) = (when, next, self.index + 1);
        }
        self.area + (at - self.then) * self.what.of(self.now)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::plot::series;
    use laboratory::run::sample::simulated;

    fn timelines() -> Vec<(CurveKind, Timeline, Vec<Point>)> {
        let run = Arc::new(simulated(
            "(machine: Cluster(nodes: 24), workload: Lublin(jobs: 400, load: 0.9), policies: [Easy])",
        ));
        let of = |what, points| (what, Timeline::new(Arc::clone(&run)), points);
        vec![
            of(CurveKind::Busy, series::utilisation(&run)),
            of(CurveKind::Waiting, series::queue_length(&run)),
        ]
    }

    #[test]
    fn all_steps_are_those_of_the_series() {
        for (what, timeline, points) in timelines() {
            let all = [f64::MIN, f64::MAX];
            let seen = timeline.visible_points(what, all, 10_000);
            // The last is there twice: as a change and as the end.
            assert_eq!(seen[..seen.len() - 1], points[..]);
            assert_eq!(seen.last(), points.last());
            for point in &points {
                assert_eq!(timeline.value(what, point[0]), Some(point[1]));
            }
            assert_eq!(timeline.value(what, points[0][0] - 1.0), None);
            let most = points.iter().map(|point| point[1]).fold(0.0, f64::max);
            assert_eq!(timeline.most(what, all[0], all[1]), most);
        }
    }

    #[test]
    fn means_and_peaks_of_a_part_are_those_of_its_steps() {
        for (what, timeline, points) in timelines() {
            let (first, last) = (points[0][0], points[points.len() - 1][0]);
            for part in 0..40 {
                let from = first + f64::from(part) / 50.0 * (last - first);
                let until = from + 0.17 * (last - first);
                let held = |at: f64| {
                    let after = points.partition_point(|point| point[0] <= at);
                    points[after.saturating_sub(1)][1]
                };
                let inner = points.iter();
                let inner = inner.filter(|point| from < point[0] && point[0] <= until);
                let peak = inner.map(|point| point[1]).fold(held(from), f64::max);
                assert_eq!(timeline.most(what, from, until), peak, "{what:?} {part}");
                let means = timeline.means(what, [from, until], 7);
                let area: f64 = means
                    .windows(2)
                    .map(|pair| pair[0][1] * (pair[1][0] - pair[0][0]))
                    .sum();
                let until = until.min(last);
                let mut edges: Vec<f64> = points.iter().map(|point| point[0]).collect();
                edges.retain(|at| from < *at && *at < until);
                edges.insert(0, from);
                edges.push(until);
                let expected: f64 = edges
                    .windows(2)
                    .map(|pair| held(pair[0]) * (pair[1] - pair[0]))
                    .sum();
                // Sums of many products differ in their last digits alone.
                assert!(
                    (area - expected).abs() <= 1e-9 * expected.max(1.0),
                    "{area} {expected}"
                );
                assert!(means.len() <= 9, "{}", means.len());
            }
        }
    }
}
