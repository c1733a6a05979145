//! Geometry of a few bars, each a rectangle, and the numbers written on them.

use egui::{Mesh, Pos2, Rect, pos2};

use super::marks;
use crate::gantt::{Bar, Colours, GanttIndex, GanttView};

/// Least size in points of a row or a job that has a gap to the next.
const ROOM_FOR_GAP: f32 = 6.0;
/// Least height in points of a bar with a number on it.
const LEAST_HEIGHT: f32 = 10.0;
/// Most numbers written at once; the widest bars go first.
const MOST_LABELS: usize = 400;

/// Returns all bars in `view` as one mesh on `chart`, edges on whole pixels.
pub fn build(
    index: &GanttIndex,
    view: &GanttView,
    chart: Rect,
    pixels_per_point: f32,
    colours: &Colours,
) -> Mesh {
    let mut mesh = Mesh::default();
    for bar in index.visible(view) {
        let colour = colours.of(bar.job as usize);
        let whole = bar_rect(&bar, view, chart);
        let rect = snapped(whole, pixels_per_point);
        // A bar under a pixel wide takes the pixel, but only its share of the colour.
        let share = (whole.width() * pixels_per_point).clamp(0.5, 1.0);
        if share < 1.0 {
            mesh.add_colored_rect(rect.intersect(chart), colour.gamma_multiply(share));
            continue;
        }
        mesh.add_colored_rect(rect.intersect(chart), colour);
        marks::add(&mut mesh, &bar, view, (rect, chart), colours);
    }
    mesh
}

/// Returns the rectangle of `bar` on `chart`, without the gaps to the next row and the next job.
pub fn bar_rect(bar: &Bar, view: &GanttView, chart: Rect) -> Rect {
    let [top, bottom] = bar.rows;
    let mut rect = view.rect(chart, bar.from, bar.until, top, bottom);
    if chart.height() / view.rows() as f32 >= ROOM_FOR_GAP {
        rect.max.y -= 1.0;
    }
    if rect.width() >= ROOM_FOR_GAP {
        rect.max.x -= 1.0;
    }
    rect
}

/// A job number and the visible part of the bar it is written on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Label {
    /// The visible part of the bar.
    pub rect: Rect,
    /// Index of the job.
    pub job: usize,
}

/// Returns the bars of `view` with room for a number of `letters` letters.
pub fn labels(
    index: &GanttIndex,
    view: &GanttView,
    chart: Rect,
    letters: impl Fn(usize) -> usize,
) -> Vec<Label> {
    let mut labels: Vec<_> = index
        .visible(view)
        .map(|bar| Label {
            rect: bar_rect(&bar, view, chart).intersect(chart),
            job: bar.job as usize,
        })
        .filter(|label| {
            label.rect.height() >= LEAST_HEIGHT
                && label.rect.width() >= 6.5 * letters(label.job) as f32 + 6.0
        })
        .collect();
    if labels.len() > MOST_LABELS {
        labels.sort_by(|one, other| other.rect.width().total_cmp(&one.rect.width()));
        labels.truncate(MOST_LABELS);
    }
    labels
}

fn snapped(rect: Rect, pixels_per_point: f32) -> Rect {
    let whole = |position: f32| (position * pixels_per_point).round() / pixels_per_point;
    let corner = |position: Pos2| pos2(whole(position.x), whole(position.y));
    let least = 1.0 / pixels_per_point;
    let (min, max) = (corner(rect.min), corner(rect.max));
    Rect::from_min_max(
        min,
        pos2(max.x.max(min.x + least), max.y.max(min.y + least)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use egui::Color32;

    fn chart() -> Rect {
        Rect::from_min_max(pos2(0.0, 0.0), pos2(340.0, 80.0))
    }

    fn colours() -> Colours {
        Colours {
            jobs: vec![Color32::RED; 10],
            killed: Color32::BLACK,
            late: Color32::YELLOW,
            least_width: 0.5,
        }
    }

    #[test]
    fn one_rectangle_a_bar_however_many_nodes() {
        let run = sample::ten_jobs();
        let mesh = build(
            &GanttIndex::new(&run),
            &GanttView::fit(&[&run]),
            chart(),
            1.0,
            &colours(),
        );
        // Ten bars and the mark of the killed one, four corners each.
        assert_eq!(mesh.vertices.len(), 11 * 4);
        assert!(mesh.is_valid());
    }

    #[test]
    fn nothing_leaves_the_chart() {
        let run = sample::ten_jobs();
        let view = GanttView {
            t0: 50.0,
            t1: 120.0,
            row0: 2.5,
            row1: 5.5,
            ..GanttView::fit(&[&run])
        };
        let mesh = build(&GanttIndex::new(&run), &view, chart(), 1.0, &colours());
        assert!(!mesh.is_empty());
        for vertex in &mesh.vertices {
            assert!(chart().contains(vertex.pos), "{:?}", vertex.pos);
        }
    }

    #[test]
    fn numbers_only_where_they_fit() {
        let run = sample::ten_jobs();
        let view = GanttView::fit(&[&run]);
        let index = GanttIndex::new(&run);
        assert_eq!(
            labels(&index, &view, chart(), |_| 2).len(),
            7,
            "one node is 9 points high: three jobs"
        );
        assert!(labels(&index, &view, chart(), |_| 100).is_empty());
    }
}
