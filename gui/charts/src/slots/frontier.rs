//! Cost against finish: the cheapest windows by time, and the windows found.

use crate::plot::figure::{Axis, Figure, Mark, Scale, Series};
use crate::plot::series::Point;
use laboratory::family::slots::search::scenario::CriterionName;
use laboratory::family::slots::search::{Answer, FoundWindow};

/// Returns the cheapest windows by when they end, the budget, and the windows found.
pub fn frontier_figure(
    frontier: &[FoundWindow],
    answers: &[(CriterionName, Answer)],
    budget: f64,
) -> Figure {
    let series = |label: &str, slot, mark, points: Vec<Point>| Series {
        label: label.to_owned(),
        slot,
        mark,
        points,
    };
    let mut best: Vec<Point> = frontier.iter().map(point).collect();
    let found = answers.iter().filter_map(|(name, answer)| match answer {
        Answer::Window(window) => {
            let index = CriterionName::ALL.iter().position(|one| one == name)?;
            Some(series(
                name.title(),
                index,
                Mark::Points,
                vec![point(window)],
            ))
        }
        _ => None,
    });
    let found: Vec<_> = found.collect();
    let ends = found.iter().flat_map(|one| &one.points).chain(&best);
    let (first, last) = ends.fold((f64::MAX, 0.0_f64), |(first, last), point| {
        (first.min(point[0]), last.max(point[0]))
    });
    // The cheapest cost is drawn on until the last of those found ends.
    best.extend(best.last().map(|&[_, cost]| [last, cost]));
    let mut all = vec![series("cheapest by then", 6, Mark::Step, best)];
    if first <= last {
        let line = vec![[first, budget], [last, budget]];
        all.push(series("budget", 6, Mark::Dashes, line));
    }
    all.extend(found);
    Figure {
        title: "Cost against finish".to_owned(),
        x: Axis::new("finish", Scale::Duration),
        y: Axis::new("cost", Scale::Near),
        series: all,
        notes: Vec::new(),
        bands: Vec::new(),
    }
}

fn point(window: &FoundWindow) -> Point {
    [window.finish().seconds(), window.cost.units()]
}
