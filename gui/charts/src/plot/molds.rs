//! Figures of moldable jobs: sizes over time, deadlines against response, the speed-up of a job.

use cosched_core::Time;

use crate::plot::figure::FigureKind;
use crate::plot::figure::{Axis, Curve, Figure, Mark, Note, Scale, Series, curves_having, series};
use crate::plot::series::{Point, steps};
use laboratory::family::moldable::metrics as deadlines;
use laboratory::load::offered_load;
use laboratory::record::Run;
use laboratory::scenario::moldable::mold::Mold;

impl FigureKind {
    /// Sizes of moldable jobs.
    pub const SIZES: Self = Self {
        name: "sizes",
        summary: "Processors of moldable jobs over time",
        draw: Figure::sizes,
    };
    /// Missed deadlines.
    pub const DEADLINES: Self = Self {
        name: "deadlines",
        summary: "Response against missed deadlines",
        draw: Figure::missed,
    };
}

impl Figure {
    /// Returns the processors that running jobs have, and dashed those that their users requested.
    pub fn sizes(curves: &[Curve<'_>]) -> Self {
        let label = "processors of running jobs";
        let mut figure = Self::over_time("Sizes of jobs", label, curves, processors_held);
        for curve in curves.iter().filter(|curve| curve.run.molds().is_some()) {
            let given = series(curve, Mark::Dashes, requested(curve.run));
            figure.series.push(Series {
                label: format!("{}, asked for", curve.label),
                ..given
            });
        }
        figure
    }

    /// Returns mean response against the share of missed deadlines: a point for each run, joined by
    /// policy from the least load to the greatest, and a ring around those to which, of runs that
    /// admitted as many of the same jobs, no other is better in both. Runs without deadlines are
    /// left out.
    pub fn missed(curves: &[Curve<'_>]) -> Self {
        let curves = &curves_having(curves, |run| run.experiment.has_deadlines());
        if curves.is_empty() {
            return Self::deadline_figure(Vec::new(), Vec::new());
        }
        let mut paths: Vec<Vec<&Curve<'_>>> = Vec::new();
        for curve in curves {
            let of = |run: &'_ Run| (run.policy, run.parameters.clone());
            let same = |path: &&mut Vec<&Curve<'_>>| of(path[0].run) == of(curve.run);
            match paths.iter_mut().find(same) {
                Some(path) => path.push(curve),
                None => paths.push(vec![curve]),
            }
        }
        for path in &mut paths {
            path.sort_by(|one, other| load(one.run).total_cmp(&load(other.run)));
        }
        let all = |path: &Vec<&Curve<'_>>| path.iter().map(|curve| against(curve.run)).collect();
        let series = paths
            .iter()
            .map(|path| series(path[0], Mark::Path, all(path)));
        // A policy that refuses more jobs has fewer to be late with.
        let all_jobs = |run: &Run| (run.admitted().count(), run.outcomes.len());
        let same_jobs = |one: &Run, other: &Run| {
            one.experiment.jobs == other.experiment.jobs && all_jobs(one) == all_jobs(other)
        };
        let best = curves.iter().filter(|curve| {
            let peers = curves
                .iter()
                .filter(|other| same_jobs(curve.run, other.run));
            let peers: Vec<_> = peers.map(|other| against(other.run)).collect();
            is_best(against(curve.run), &peers)
        });
        let best = best.map(|curve| against(curve.run)).collect();
        let many = paths.iter().filter(|path| path.len() > 1);
        let notes = many.flatten().map(|curve| Note {
            at: against(curve.run),
            words: format!("load {:.2}", load(curve.run)),
        });
        Self::deadline_figure(series.chain([rings(best)]).collect(), notes.collect())
    }

    /// Returns that figure of any series.
    pub(crate) fn deadline_figure(series: Vec<Series>, notes: Vec<Note>) -> Self {
        Self {
            title: "Response against missed deadlines".into(),
            x: Axis::new("share of jobs that missed their deadlines", Scale::Linear),
            y: Axis::new("mean response", Scale::LogDuration),
            series,
            notes,
            bands: Vec::new(),
        }
    }

    /// Returns how much faster `job` is on more processors, with the sizes it had and the one its
    /// user requested; `None` if that is not known.
    pub fn speedup(run: &Run, job: usize) -> Option<Self> {
        let mold: &Mold = run.experiment.molds.get(job)?.as_ref()?;
        let (speedup, most) = (mold.curve.as_speedup(), run.experiment.nodes);
        let at = |size: u32| [f64::from(size), speedup.at(size)];
        let series = |label: &str, slot, mark, points| Series {
            label: label.into(),
            slot,
            mark,
            points,
        };
        let requested = run.experiment.jobs[job].nodes;
        let moves = run.molds().into_iter().flat_map(|record| record.of(job));
        let sizes = moves.map(|change| change.nodes).filter(|&nodes| nodes > 0);
        let mut sizes: Vec<u32> = sizes.collect();
        sizes.sort_unstable();
        sizes.dedup();
        Some(Self {
            title: "Speed-up".into(),
            x: Axis::new("processors", Scale::Linear),
            y: Axis::new("times as fast as on one", Scale::Linear),
            series: vec![
                series("speed-up", 0, Mark::Line, (1..=most).map(at).collect()),
                series("asked for", 1, Mark::Rings, vec![at(requested)]),
                series("had", 4, Mark::Points, sizes.into_iter().map(at).collect()),
            ],
            notes: Vec::new(),
            bands: Vec::new(),
        })
    }
}

/// Returns rings around the best.
pub(crate) fn rings(points: Vec<Point>) -> Series {
    Series {
        label: "no other is better in both".into(),
        slot: 6,
        mark: Mark::Rings,
        points,
    }
}

/// Whether no other point is as low in both parts and lower in one.
pub(crate) fn is_best([x, y]: Point, all: &[Point]) -> bool {
    let is_better = |&[a, b]: &Point| a <= x && b <= y && (a < x || b < y);
    !all.iter().any(is_better)
}

fn load(run: &Run) -> f64 {
    let experiment = &run.experiment;
    offered_load(&experiment.jobs, experiment.nodes).unwrap_or_default()
}

fn against(run: &Run) -> Point {
    [deadlines::missed(run), run.metrics.mean_response()]
}

/// Returns the processors of running jobs, both tiers, over time, in steps.
fn processors_held(run: &Run) -> Vec<Point> {
    let Some(record) = run.molds() else {
        return requested(run);
    };
    let mut changes = Vec::with_capacity(2 * record.moves.len() + run.outcomes.len());
    let mut sizes = vec![0_i64; run.outcomes.len()];
    for change in &record.moves {
        let size = &mut sizes[change.job as usize];
        changes.push((change.at.0, i64::from(change.nodes) - *size));
        *size = i64::from(change.nodes);
    }
    let ends = run.outcomes.iter().zip(sizes);
    changes.extend(ends.map(|(outcome, size)| (outcome.completed.0, -size)));
    steps(changes)
}

/// Returns the processors that the users of running jobs requested, over time, in steps.
fn requested(run: &Run) -> Vec<Point> {
    let jobs = run.experiment.jobs.iter().zip(&run.outcomes);
    let change = |at: Time, nodes: u32, sign: i64| (at.0, sign * i64::from(nodes));
    let changes = jobs.flat_map(|(spec, outcome)| {
        [(outcome.started, 1), (outcome.completed, -1)]
            .map(|(at, sign)| change(at, spec.nodes, sign))
    });
    steps(changes.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::run::sample::simulated;

    fn curve(run: &Run) -> Curve<'_> {
        Curve {
            run,
            label: "x",
            slot: 2,
        }
    }

    /// fixtures/papers/adasa.md, 5.6, M1: sizes 2, 1 and 1 until 6, 8 and 4; the first job requests
    /// three.
    #[test]
    fn sizes_are_those_of_running_jobs() {
        let run = simulated(
            "(machine: Cluster(nodes: 4), policies: [Adasa], workload: Jobs([
                (submit: 0, runtime: 4, nodes: 3, work: 12, deadline: 6, speedup: Table([1, 2, 3, 4])),
                (submit: 0, runtime: 8, nodes: 1, work: 8, deadline: 10, speedup: Table([1, 2, 3, 4])),
                (submit: 0, runtime: 4, nodes: 1, work: 4, deadline: 20, speedup: Table([1, 2, 3, 4]))]))",
        );
        let figure = Figure::sizes(&[curve(&run)]);
        let [given, requested] = [&figure.series[0], &figure.series[1]];
        assert_eq!(
            given.points,
            [[0.0, 4.0], [4.0, 3.0], [6.0, 1.0], [8.0, 0.0]]
        );
        assert_eq!(
            requested.points,
            [[0.0, 5.0], [4.0, 4.0], [6.0, 1.0], [8.0, 0.0]]
        );
        assert_eq!(
            (requested.label.as_str(), requested.mark),
            ("x, asked for", Mark::Dashes)
        );
        let figure = Figure::speedup(&run, 0).unwrap();
        assert_eq!(figure.series[1].points, [[3.0, 3.0]]);
        assert_eq!(figure.series[2].points, [[2.0, 2.0]]);
    }

    #[test]
    fn the_best_are_beaten_by_none_in_both() {
        let all = [[0.0, 5.0], [0.1, 3.0], [0.1, 4.0], [0.2, 3.0], [0.0, 5.0]];
        let best = all.map(|point| is_best(point, &all));
        assert_eq!(best, [true, true, false, false, true]);
    }

    #[test]
    fn runs_without_deadlines_are_no_points() {
        let run = simulated(
            "(machine: Cluster(nodes: 1), policies: [Easy], workload: Jobs([
                (submit: 0, runtime: 4, nodes: 1)]))",
        );
        assert!(Figure::missed(&[curve(&run)]).series.is_empty());
    }

    /// One processor: the job misses under neither; ADaSA is no worse than EASY.
    #[test]
    fn a_run_is_a_point() {
        let run = simulated(
            "(machine: Cluster(nodes: 1), policies: [Easy], workload: Jobs([
                (submit: 0, runtime: 4, nodes: 1, deadline: 6),
                (submit: 0, runtime: 4, nodes: 1, deadline: 6)]))",
        );
        let figure = Figure::missed(&[curve(&run)]);
        assert_eq!(figure.series[0].points, [[0.5, 6.0]]);
        assert_eq!(figure.series[1].points, [[0.5, 6.0]]);
    }
}
