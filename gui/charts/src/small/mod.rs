//! Small pictures of runs, without text, for a gallery of experiments.

mod figure;
mod graph;
mod memory;
mod schedule;
mod turns;

use egui::epaint::Mesh;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

pub use figure::figure;
pub use graph::graph;
pub use memory::memory;
pub use schedule::schedules;
pub use turns::matrix_picture;

/// A colour on light and on dark grounds.
pub type Inks = [Color32; 2];

/// A mark of a picture, with both axes from 0 to 1, from the upper left.
#[derive(Clone, PartialEq, Debug)]
enum Mark {
    /// A filled rectangle from one corner to the other; round, with a frame and room around it if
    /// it is a single item.
    Block {
        ends: [Pos2; 2],
        inks: Inks,
        round: bool,
    },
    /// A line through these points, with its width.
    Line {
        points: Vec<Pos2>,
        inks: Inks,
        width: f32,
    },
}

/// A small picture.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SmallPicture {
    marks: Vec<Mark>,
}

/// Rounding of the block of a single item.
const ROUND: f32 = 2.0;

impl SmallPicture {
    /// Whether it has no marks.
    pub fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// Adds a rectangle.
    fn block(&mut self, [left, top, right, bottom]: [f64; 4], inks: Inks, round: bool) {
        let ends = [(left, top), (right, bottom)].map(|(x, y)| pos2(x as f32, y as f32));
        self.marks.push(Mark::Block { ends, inks, round });
    }

    /// Adds a line.
    fn line(&mut self, points: Vec<Pos2>, inks: Inks, width: f32) {
        self.marks.push(Mark::Line {
            points,
            inks,
            width,
        });
    }

    /// Draws the picture in `room`.
    pub fn paint(&self, painter: &Painter, room: Rect, dark: bool) {
        let position = |point: Pos2| room.lerp_inside(point.to_vec2());
        // Thousands of blocks are one shape.
        let mut mesh = Mesh::default();
        for mark in &self.marks {
            match mark {
                Mark::Block { ends, inks, round } => {
                    let ink = inks[usize::from(dark)];
                    let rect = Rect::from_two_pos(position(ends[0]), position(ends[1]));
                    if *round {
                        own(painter, rect, ink);
                    } else {
                        // A block thinner than a point stays visible.
                        let size = rect.size().max(vec2(0.7, 0.7));
                        mesh.add_colored_rect(Rect::from_min_size(rect.min, size), ink);
                    }
                }
                Mark::Line {
                    points,
                    inks,
                    width,
                } => {
                    let points = points.iter().map(|point| position(*point)).collect();
                    let stroke = Stroke::new(*width, inks[usize::from(dark)]);
                    painter.add(Shape::line(points, stroke));
                }
            }
        }
        if !mesh.is_empty() {
            painter.add(Shape::mesh(mesh));
        }
    }
}

/// Draws the block of a single item.
fn own(painter: &Painter, rect: Rect, ink: Color32) {
    let rect = rect.shrink2(vec2(1.0, 1.0).min(rect.size() / 4.0));
    painter.rect(
        rect,
        ROUND,
        ink,
        Stroke::new(0.5, ink.gamma_multiply(0.6)),
        StrokeKind::Inside,
    );
}

/// Returns the colours of `ink` on a light and a dark ground.
fn inks(ink: impl Fn(bool) -> Color32) -> Inks {
    [false, true].map(ink)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::figure::{Curve, Figure};
    use crate::sample;
    use laboratory::record::Run;
    use laboratory::run::sample::simulated;

    /// Checks that all of `small` lies between 0 and 1.
    fn lies_inside(small: &SmallPicture) {
        assert!(!small.is_empty());
        let unit = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)).expand(1e-4);
        for mark in &small.marks {
            let points = match mark {
                Mark::Block { ends, .. } => ends.as_slice(),
                Mark::Line { points, .. } => points,
            };
            assert!(
                points.iter().all(|point| unit.contains(*point)),
                "{points:?}"
            );
        }
    }

    fn blocks(small: &SmallPicture) -> Vec<[f32; 4]> {
        let of = |mark: &Mark| match mark {
            Mark::Block { ends, .. } => Some([ends[0].x, ends[0].y, ends[1].x, ends[1].y]),
            Mark::Line { .. } => None,
        };
        small.marks.iter().filter_map(of).collect()
    }

    #[test]
    fn a_schedule_has_a_block_where_and_when_each_job_ran() {
        // Four nodes, of which the first job has the upper half until 50 of 100 s.
        let run = sample::run(4, &[(0, 0, 50, 0, 2), (0, 50, 50, 0, 4)]);
        let small = schedules(&[&run], None);
        lies_inside(&small);
        assert_eq!(blocks(&small), [[0.0, 0.0, 0.5, 0.5], [0.5, 0.0, 1.0, 1.0]]);
        let two = blocks(&schedules(&[&run, &run], None));
        assert_eq!(two.len(), 4);
        assert!(two[..2].iter().all(|block| block[3] < 0.5));
        assert!(two[2..].iter().all(|block| block[1] > 0.5));
    }

    #[test]
    fn curves_stay_inside_and_runs_have_colours_of_their_own() {
        let run = sample::ten_jobs();
        let curve = |slot| Curve {
            run: &run,
            label: "a",
            slot,
        };
        let small = figure(&Figure::queue_length(&[curve(0), curve(1)]));
        lies_inside(&small);
        let mut seen = Vec::new();
        for mark in &small.marks {
            if let Mark::Line { inks, .. } = mark {
                seen.push(*inks);
            }
        }
        assert_ne!(seen[0], seen[1]);
    }

    fn workflow() -> Run {
        simulated(
            "(machine: Servers(count: 2, cores: 4, bandwidth: 40), policies: [Slf],
            workload: Workflow(jobs: [
                (id: 0, threads: [(count: 2, demand: 2, bandwidth: 5)]),
                (id: 1, after: [0], threads: [(count: 4, demand: 4, bandwidth: 10)]),
                (id: 2, after: [0], threads: [(count: 2, demand: 10, bandwidth: 5)])]))",
        )
    }

    #[test]
    fn a_graph_has_a_block_for_each_job_and_a_line_for_each_that_follows() {
        let small = graph(&workflow());
        lies_inside(&small);
        let blocks = blocks(&small);
        assert_eq!((blocks.len(), small.marks.len()), (3, 5));
        // From left to right.
        assert!(blocks[1..].iter().all(|after| after[0] > blocks[0][2]));
    }

    #[test]
    fn memory_and_turns_are_drawn_where_there_are_any() {
        lies_inside(&memory(&sample::displacing()));
        assert!(memory(&sample::ten_jobs()).is_empty());
        let taking_turns = simulated(
            "(machine: Cluster(nodes: 4), policies: [Gang], workload: Jobs([
                (submit: 0, runtime: 20, nodes: 3, grain: Fine),
                (submit: 0, runtime: 20, nodes: 2, grain: Fine)]),
            parameters: (coscheduling: (quantum: 1)))",
        );
        let small = matrix_picture(&taking_turns);
        lies_inside(&small);
        assert!(blocks(&small).len() >= 2);
        assert!(matrix_picture(&sample::ten_jobs()).is_empty());
    }
}
