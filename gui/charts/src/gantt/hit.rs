//! The job under the pointer, found in the index and not in the picture.

use cosched_core::Time;
use egui::{Pos2, Rect};

use super::{GanttIndex, GanttView};

/// Distance beside a bar that still counts as a hit, in points.
const REACH: f64 = 1.5;

/// A job under the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Index of the job.
    pub job: usize,
    /// Node.
    pub node: u32,
    /// Instant.
    pub at: Time,
}

/// Returns the job at `position` on `chart`, or the nearest one a hair beside it.
pub fn at(index: &GanttIndex, view: &GanttView, chart: Rect, position: Pos2) -> Option<Hit> {
    if !chart.contains(position) {
        return None;
    }
    let (time, row) = view.at(chart, position);
    if row < 0.0 {
        return None;
    }
    let reach = REACH * view.seconds() / f64::from(chart.width());
    let near = GanttView {
        t0: time - reach,
        t1: time + reach,
        row0: row,
        row1: row.next_up(),
        ..*view
    };
    let away = |from: f64, until: f64| (from - time).max(time - until).max(0.0);
    index
        .visible(&near)
        // A bar ends where the next begins: the later one has that instant.
        .min_by(|one, other| {
            let (here, there) = (away(one.from, one.until), away(other.from, other.until));
            here.total_cmp(&there).then(other.from.total_cmp(&one.from))
        })
        .map(|bar| Hit {
            job: bar.job as usize,
            node: index.rows().node_at(row),
            at: instant(time),
        })
}

/// Returns the instant `seconds` after the start, or the start itself if negative.
pub(crate) fn instant(seconds: f64) -> Time {
    Time((seconds.max(0.0) * 1e9) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::sample::Random;
    use egui::pos2;

    #[test]
    fn a_hit_is_what_a_scan_finds() {
        let run = sample::random(11, 30, 3000);
        let index = GanttIndex::new(&run);
        let view = GanttView {
            t0: 500.0,
            t1: 620.0,
            ..GanttView::fit(&[&run])
        };
        let chart = Rect::from_min_max(pos2(40.0, 10.0), pos2(1240.0, 310.0));
        let mut random = Random(5);
        let mut hits = 0;
        for _ in 0..500 {
            // Middles of tenths of a second, further than the reach from any edge.
            let second = 500 + random.below(120);
            let node = random.below(30) as u32;
            let position = pos2(
                40.0 + (second - 500) as f32 * 10.0 + 5.0,
                15.0 + node as f32 * 10.0,
            );
            let found = at(&index, &view, chart, position);
            let naive = run.segments.iter().find(|part| {
                (part.first_node..part.first_node + part.nodes).contains(&node)
                    && part.from <= Time::from_seconds(second)
                    && part.until > Time::from_seconds(second)
            });
            assert_eq!(
                found.map(|hit| hit.job),
                naive.map(|part| part.job as usize)
            );
            assert!(found.is_none_or(|hit| hit.node == node));
            hits += usize::from(found.is_some());
        }
        assert!((100..500).contains(&hits), "{hits}");
    }

    #[test]
    fn the_instant_is_that_of_the_pointer() {
        let run = sample::ten_jobs();
        let chart = Rect::from_min_max(pos2(0.0, 0.0), pos2(340.0, 80.0));
        let hit = at(
            &GanttIndex::new(&run),
            &GanttView::fit(&[&run]),
            chart,
            pos2(20.0, 5.0),
        );
        let hit = hit.expect("job 0 has nodes 0 to 3 until 100 s");
        assert_eq!((hit.job, hit.node), (0, 0));
        assert!((hit.at.seconds() - 20.0).abs() < 1e-3);
    }

    #[test]
    fn outside_the_chart_is_nothing() {
        let run = sample::ten_jobs();
        let chart = Rect::from_min_max(pos2(0.0, 0.0), pos2(340.0, 80.0));
        assert_eq!(
            at(
                &GanttIndex::new(&run),
                &GanttView::fit(&[&run]),
                chart,
                pos2(-1.0, 5.0)
            ),
            None
        );
    }
}
