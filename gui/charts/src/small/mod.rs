//! Small pictures of runs, without text, for a gallery of experiments.

mod figure;
mod graph;
mod memory;
mod schedule;
mod turns;

pub use crate::picture::Picture as SmallPicture;
pub use figure::figure;
pub use graph::graph;
pub use memory::memory;
pub use schedule::schedules;
pub use turns::matrix_picture;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Item, Picture};
    use crate::plot::figure::{Curve, Figure};
    use crate::sample;
    use laboratory::record::Run;
    use laboratory::run::sample::simulated;

    /// Checks that all of `small` lies between 0 and 1.
    fn lies_inside(small: &Picture) {
        assert!(!small.is_empty());
        let unit = -1e-4..=1.0 + 1e-4;
        for item in &small.items {
            let points = match item {
                Item::Box { corners, .. } => corners.as_slice(),
                Item::Line { points, .. } => points,
                _ => panic!("neither a line nor a box"),
            };
            let mut values = points.iter().flatten();
            assert!(values.all(|value| unit.contains(value)), "{points:?}");
        }
    }

    fn blocks(small: &Picture) -> Vec<[f64; 4]> {
        let of = |item: &Item| match item {
            Item::Box { corners, .. } => corners.as_flattened().first_chunk().copied(),
            _ => None,
        };
        small.items.iter().filter_map(of).collect()
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
        for item in &small.items {
            if let Item::Line { inks, .. } = item {
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
        assert_eq!((blocks.len(), small.items.len()), (3, 5));
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
