//! Marks on bars: killed, loading, to be continued.

use egui::{Color32, Mesh, Pos2, Rect};

use crate::colour;
use crate::gantt::{Bar, Colours, GanttView};

/// Width in points of the mark at the end of a killed job, and of a bar with room for it.
const MARK: f32 = 2.0;
const ROOM_FOR_MARK: f32 = 6.0;
/// Distance of a hatching's lines, their width (whole, to look alike), and its least width.
const HATCH: f32 = 6.0;
const LINE: f32 = 2.0;
const LEAST_HATCH: f32 = 2.0;
/// Size of the arrow at the end of a bar that is continued later, and of a bar with room for it.
const ARROW: f32 = 5.0;
const ROOM_FOR_ARROW: [f32; 2] = [12.0, 7.0];

/// Adds the marks of `bar`, which is at `rect` before that is cut off at the edges of `chart`.
pub(in crate::gantt) fn add(
    mesh: &mut Mesh,
    bar: &Bar,
    view: &GanttView,
    (rect, chart): (Rect, Rect),
    colours: &Colours,
) {
    let ink = colour::text_on(colours.of(bar.job as usize));
    if bar.loaded > bar.from {
        let loading = rect.with_max_x(view.x(chart, bar.loaded).min(rect.right()));
        if loading.width() >= LEAST_HATCH {
            hatch(mesh, loading, chart, ink.gamma_multiply(0.6));
        }
    }
    if bar.late < bar.until {
        let late = rect.with_min_x(view.x(chart, bar.late).max(rect.left()));
        if late.width() >= LEAST_HATCH {
            hatch(mesh, late, chart, colours.late);
        }
    }
    if bar.killed && rect.width() >= ROOM_FOR_MARK {
        let mark = rect.with_min_x(rect.right() - MARK).intersect(chart);
        if mark.is_positive() {
            mesh.add_colored_rect(mark, colours.killed);
        }
    }
    let [width, height] = ROOM_FOR_ARROW;
    if bar.preempted && rect.width() >= width && rect.height() >= height {
        arrow(mesh, rect, chart, ink);
    }
}

/// Adds slanted lines over `rect` that stay where they are on it wherever it is cut off.
pub(in crate::gantt) fn hatch(mesh: &mut Mesh, rect: Rect, chart: Rect, colour: Color32) {
    let seen = rect.intersect(chart);
    if !seen.is_positive() {
        return;
    }
    let anchor = rect.left() + rect.bottom();
    let first = ((seen.left() + seen.top() - LINE - anchor) / HATCH).ceil();
    let mut sum = anchor + first * HATCH;
    // The points of a line have sums of their coordinates from `sum` on, and LINE more.
    while sum < seen.right() + seen.bottom() {
        let corners = [
            seen.left_top(),
            seen.right_top(),
            seen.right_bottom(),
            seen.left_bottom(),
        ];
        let beyond = clipped(&corners, |point| point.x + point.y - sum);
        let line = clipped(&beyond, |point| sum + LINE - point.x - point.y);
        polygon(mesh, &line, colour);
        sum += HATCH;
    }
}

/// Returns the part of a convex polygon where `inside`, which is linear, is not below 0.
fn clipped(corners: &[Pos2], inside: impl Fn(Pos2) -> f32) -> Vec<Pos2> {
    let mut kept = Vec::with_capacity(corners.len() + 2);
    let next = corners.iter().cycle().skip(1);
    for (&here, &there) in corners.iter().zip(next) {
        let (of_here, of_there) = (inside(here), inside(there));
        if of_here >= 0.0 {
            kept.push(here);
        }
        if (of_here < 0.0) != (of_there < 0.0) {
            kept.push(here + (there - here) * (of_here / (of_here - of_there)));
        }
    }
    kept
}

fn polygon(mesh: &mut Mesh, corners: &[Pos2], colour: Color32) {
    let first = mesh.vertices.len() as u32;
    for corner in corners {
        mesh.colored_vertex(*corner, colour);
    }
    for corner in 2..corners.len() as u32 {
        mesh.add_triangle(first, first + corner - 1, first + corner);
    }
}

/// Adds an arrow to the right, at the right end of `rect` if that is in sight.
fn arrow(mesh: &mut Mesh, rect: Rect, chart: Rect, colour: Color32) {
    let tip = rect.right_center() - egui::vec2(2.0, 0.0);
    let room = Rect::from_min_max(
        tip - egui::vec2(ARROW, ARROW / 2.0),
        tip + egui::vec2(0.0, ARROW / 2.0),
    );
    if chart.contains_rect(room) {
        let first = mesh.vertices.len() as u32;
        for corner in [tip, room.left_bottom(), room.left_top()] {
            mesh.colored_vertex(corner, colour);
        }
        mesh.add_triangle(first, first + 1, first + 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    fn chart() -> Rect {
        Rect::from_min_max(pos2(0.0, 0.0), pos2(100.0, 50.0))
    }

    fn bar() -> Bar {
        Bar {
            from: 10.0,
            until: 60.0,
            job: 0,
            rows: [0.0, 1.0],
            late: f64::INFINITY,
            killed: false,
            loaded: 10.0,
            preempted: false,
        }
    }

    /// Returns the marks of `bar` on a chart of a point a second and twenty a node.
    fn marks(bar: &Bar) -> Mesh {
        let view = GanttView {
            t0: 0.0,
            t1: 100.0,
            row0: 0.0,
            row1: 2.5,
            ..GanttView::default()
        };
        let rect = super::super::mesh::bar_rect(bar, &view, chart());
        let colours = Colours {
            jobs: vec![Color32::RED],
            killed: Color32::BLACK,
            late: Color32::YELLOW,
            least_width: 0.0,
        };
        let mut mesh = Mesh::default();
        add(&mut mesh, bar, &view, (rect, chart()), &colours);
        mesh
    }

    #[test]
    fn an_ordinary_bar_has_none() {
        assert!(marks(&bar()).is_empty());
    }

    #[test]
    fn a_load_is_hatched_from_the_start_to_its_end() {
        let mesh = marks(&Bar {
            loaded: 25.0,
            ..bar()
        });
        let across = || mesh.vertices.iter().map(|vertex| vertex.pos.x);
        assert_eq!(across().fold(f32::MAX, f32::min), 10.0);
        assert_eq!(across().fold(f32::MIN, f32::max), 25.0);
        assert!(mesh.is_valid());
        // The bar is 15 by 19 points, a third of which is lines but for the corners.
        assert!((area(&mesh) - 95.0).abs() < 6.0, "{}", area(&mesh));
    }

    fn area(mesh: &Mesh) -> f32 {
        let corner = |index: &u32| mesh.vertices[*index as usize].pos;
        let triangles = mesh.indices.chunks(3);
        let areas = triangles.map(|triangle| {
            let [one, two, three] = [0, 1, 2].map(|index| corner(&triangle[index]));
            let (along, across) = (two - one, three - one);
            (along.x * across.y - along.y * across.x).abs() / 2.0
        });
        areas.sum()
    }

    /// However narrow the bar is, a third of it is lines: none thins to a triangle.
    #[test]
    fn lines_are_as_wide_on_narrow_bars() {
        for width in [2.0, 3.0, 4.0, 5.0] {
            let mesh = marks(&Bar {
                loaded: 10.0 + width,
                ..bar()
            });
            let expected = width as f32 * 19.0 / 3.0;
            let found = area(&mesh);
            assert!(
                (found - expected).abs() < 0.12 * expected,
                "{width}: {found}"
            );
        }
    }

    #[test]
    fn hatching_ends_at_the_edges_of_the_chart() {
        let mesh = marks(&Bar {
            from: -1000.0,
            until: 2000.0,
            loaded: 1500.0,
            rows: [0.0, 40.0],
            ..bar()
        });
        assert!(!mesh.is_empty());
        for vertex in &mesh.vertices {
            assert!(
                chart().expand(1e-3).contains(vertex.pos),
                "{:?}",
                vertex.pos
            );
        }
    }

    #[test]
    fn a_bar_to_be_continued_has_an_arrow_at_its_end() {
        let mesh = marks(&Bar {
            preempted: true,
            ..bar()
        });
        assert_eq!(mesh.indices.len(), 3);
        let tip = mesh.vertices.iter().map(|vertex| vertex.pos.x);
        // The gap to the next bar, and two points.
        assert_eq!(tip.fold(f32::MIN, f32::max), 57.0);
        let short = Bar {
            preempted: true,
            until: 20.0,
            ..bar()
        };
        assert!(marks(&short).is_empty());
    }
}
