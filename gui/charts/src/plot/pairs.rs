//! Plots of the same jobs in two runs, and of runs by two metrics.

use crate::plot::figure::{Axis, Figure, Mark, Note, Scale, Series};
use crate::plot::series::{Point, distribution};
use laboratory::metrics::Values;
use laboratory::metrics::select::paired::{Measure, Pairs};
use laboratory::record::colour::{AS_RECORDED, POLICIES};
use laboratory::record::metric::{Better, Metric};

/// Most points: more are thinned evenly.
const MOST: usize = 5_000;
/// Value at which 0 is drawn on a logarithmic axis, in seconds or none.
const LEAST: f64 = 1.0;
/// Slot of lines and rings that are of no run.
const NEUTRAL: usize = AS_RECORDED + POLICIES;

/// Returns the name of a measure beside an axis.
fn measure_label(measure: Measure) -> &'static str {
    match measure {
        Measure::Wait => "wait",
        Measure::Response => "response",
        Measure::Slowdown => "bounded slowdown",
    }
}

/// Returns the logarithmic scale of its values.
fn logarithmic_scale(measure: Measure) -> Scale {
    match measure {
        Measure::Wait | Measure::Response => Scale::LogDuration,
        Measure::Slowdown => Scale::Log,
    }
}

impl Figure {
    /// Returns each job by its value in the baseline, across, and in the other run, up; below the
    /// diagonal it has less.
    pub fn scatter(pairs: &Pairs, measure: Measure, names: [&str; 2], slot: usize) -> Self {
        let all = pairs.before.iter().zip(&pairs.after);
        let points = all.map(|(before, after)| [before.max(LEAST), after.max(LEAST)]);
        let every = pairs.before.len().div_ceil(MOST).max(1);
        let points: Vec<Point> = points.step_by(every).collect();
        let most = points.iter().flatten().copied().fold(LEAST, f64::max);
        let title = match every {
            1 => "Every job".to_owned(),
            _ => format!("Every {every}th job"),
        };
        let axis = |name: &str| {
            Axis::new(
                &format!("{} under {name}", measure_label(measure)),
                logarithmic_scale(measure),
            )
        };
        Self {
            title,
            x: axis(names[0]),
            y: axis(names[1]),
            series: vec![
                Series {
                    label: "the same".to_owned(),
                    slot: NEUTRAL,
                    mark: Mark::Line,
                    points: vec![[LEAST, LEAST], [most, most]],
                },
                Series {
                    label: "jobs".to_owned(),
                    slot,
                    mark: Mark::Points,
                    points,
                },
            ],
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }

    /// Returns the share of jobs whose difference to the baseline is at most so much.
    pub fn differences(pairs: &Pairs, measure: Measure, label: &str, slot: usize) -> Self {
        let scale = match measure {
            Measure::Wait | Measure::Response => Scale::Duration,
            Measure::Slowdown => Scale::Near,
        };
        let name = format!("difference in {}", measure_label(measure));
        Self {
            title: "Differences".to_owned(),
            x: Axis::new(&name, scale),
            y: Axis::new("share of jobs", Scale::Linear),
            series: vec![Series {
                label: label.to_owned(),
                slot,
                mark: Mark::Step,
                points: distribution(pairs.differences()),
            }],
            notes: Vec::new(),
            bands: Vec::new(),
        }
    }

    /// Returns a point for each run by two metrics, and a ring around those that no other beats in
    /// both. Runs without a value in one of the two are left out. If `logarithmic`, axes on which
    /// all values are above zero are divided by factors.
    pub fn trade_off(
        runs: &[(&str, usize, &Values)],
        [x, y]: [&'static Metric; 2],
        logarithmic: bool,
    ) -> Self {
        let known = runs.iter().filter_map(|(label, slot, values)| {
            Some((
                *label,
                *slot,
                [values.value(x.name)?, values.value(y.name)?],
            ))
        });
        let known: Vec<(&str, usize, Point)> = known.collect();
        let is_beaten = |point: Point| {
            let mut others = known.iter().map(|(.., other)| *other);
            others.any(|other| beats(other, point, [x.better, y.better]))
        };
        let front: Vec<Point> = known
            .iter()
            .map(|(.., point)| *point)
            .filter(|point| !is_beaten(*point))
            .collect();
        let mut series: Vec<Series> = known
            .iter()
            .map(|(label, slot, point)| Series {
                label: (*label).to_owned(),
                slot: *slot,
                mark: Mark::Points,
                points: vec![*point],
            })
            .collect();
        series.push(Series {
            label: "not beaten in both".to_owned(),
            slot: NEUTRAL,
            mark: Mark::Rings,
            points: front,
        });
        let axis = |metric: &Metric| match metric.unit {
            "" => Axis::new(metric.title, Scale::Near),
            "s" => Axis::new(metric.title, Scale::Duration),
            unit => Axis::new(&format!("{} in {unit}", metric.title), Scale::Near),
        };
        let axis = |metric: &Metric, part: usize| {
            let is_positive = known.iter().all(|(.., point)| point[part] > 0.0);
            axis(metric).logarithmic(logarithmic && is_positive)
        };
        let notes = known.iter().map(|(label, _, at)| Note {
            at: *at,
            words: (*label).to_owned(),
        });
        Self {
            title: format!("{} against {}", y.title, x.title),
            x: axis(x, 0),
            y: axis(y, 1),
            notes: notes.collect(),
            bands: Vec::new(),
            series,
        }
    }
}

/// Whether `one` is at least as good as `other` in both, and better in one.
fn beats(one: Point, other: Point, better: [Better; 2]) -> bool {
    // A metric that is neither better nor worse is judged as if less were better.
    let gains = [0, 1].map(|axis| match better[axis] {
        Better::More => one[axis] - other[axis],
        Better::Less | Better::Neither => other[axis] - one[axis],
    });
    gains.iter().all(|gain| *gain >= 0.0) && gains.iter().any(|gain| *gain > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_beats_another_that_is_nowhere_better() {
        let less = [Better::Less, Better::Less];
        assert!(beats([1.0, 2.0], [2.0, 2.0], less));
        assert!(!beats([2.0, 2.0], [2.0, 2.0], less), "equal ones stay");
        assert!(!beats([1.0, 3.0], [2.0, 2.0], less));
        assert!(beats([1.0, 3.0], [2.0, 2.0], [Better::Less, Better::More]));
    }

    #[test]
    fn jobs_below_the_diagonal_have_less() {
        let pairs = Pairs {
            measure: Measure::Wait,
            jobs: vec![0, 1],
            before: vec![7_200.0, 0.0],
            after: vec![3_600.0, 1_800.0],
        };
        let figure = Figure::scatter(&pairs, Measure::Wait, ["FCFS", "EASY"], 0);
        assert_eq!(
            figure.series[1].points,
            [[7_200.0, 3_600.0], [LEAST, 1_800.0]]
        );
        // The diagonal is of no run: beside EASY it had the colour of Conservative.
        use crate::colour::run_colour;
        for dark in [false, true] {
            let line = run_colour(figure.series[0].slot, dark);
            assert!((0..AS_RECORDED).all(|slot| run_colour(slot, dark) != line));
        }
        let figure = Figure::differences(&pairs, Measure::Wait, "EASY", 0);
        let points = &figure.series[0].points;
        assert_eq!(*points, [[-3_600.0, 0.5], [1_800.0, 1.0]], "in seconds");
    }
}
