//! Claims of the paper and its artifact, with what refutes them (fixtures/papers/rlscheduler.md, 10.7).

use super::super::trials::{Treatment, Trials};
use super::super::{Claim, Estimate, Holds};
use super::heuristic::Heuristic;
use super::reported::{best_reported, reported};
use super::tables::backfilling;
use super::{AGENT, LOGS, Point, SLOWDOWN, Size, Source};

/// Largest difference between means of the artifact's that are rounded to two decimals.
const ROUNDING: f64 = 0.005 + 1e-9;

/// Number of sequences below which little is significant.
const FEW: usize = 10;

/// Heuristics of the artifact's table.
const COLUMNS: usize = 5;

pub(super) fn claims(trials: &Trials<Point>, size: Size) -> Vec<Claim> {
    let both = || [false, true].into_iter();
    let mut claims: Vec<_> = both().filter_map(|one| same_means(trials, one)).collect();
    claims.extend(both().filter_map(|one| same_best(trials, one, size)));
    for source in [Source::HeldOut, Source::HeldOutShort] {
        claims.extend(both().filter_map(|one| learnt(trials, source, one, size)));
    }
    claims
}

/// Points of the logs that have sequences of `source`.
fn points(trials: &Trials<Point>, source: Source, backfills: bool) -> Vec<Point> {
    let mut points = trials.levels(|point| point);
    points.retain(|point| (point.source, point.backfills) == (source, backfills));
    points
}

fn heuristics() -> impl Iterator<Item = Treatment> {
    Heuristic::ALL
        .into_iter()
        .take(COLUMNS)
        .map(Heuristic::name)
}

/// Claim that the heuristics' means are those of the artifact's table.
fn same_means(trials: &Trials<Point>, backfills: bool) -> Option<Claim> {
    let points = points(trials, Source::Artifact, backfills);
    let differences = points.iter().flat_map(|&point| {
        heuristics().filter_map(move |treatment| {
            let said = reported(point.log, backfills, treatment)?;
            Some((trials.mean(point, treatment, SLOWDOWN) - said).abs())
        })
    });
    let differences: Vec<f64> = differences.collect();
    let equal = differences.iter().filter(|one| **one <= ROUNDING).count();
    let largest = differences.iter().copied().max_by(f64::total_cmp)?;
    Some(Claim {
        statement: format!(
            "T-R1: {}, the heuristics' mean slowdowns are those of Table V",
            backfilling(backfills)
        ),
        setting: format!(
            "five heuristics on the artifact's ten sequences of {} logs",
            points.len()
        ),
        reported: "means with two decimals, in the tables above".to_owned(),
        measured: format!(
            "{equal} of {} are equal to two decimals; the largest difference is {largest:.4}",
            differences.len()
        ),
        holds: Holds::of(equal == differences.len(), 2 * equal > differences.len()),
        ..Claim::default()
    })
}

/// Claim that the best heuristic of the artifact's sequences is the best of a log as well.
fn same_best(trials: &Trials<Point>, backfills: bool, size: Size) -> Option<Claim> {
    let points = points(trials, Source::Whole, backfills);
    let mut said = Vec::new();
    let mut is_best = Vec::new();
    for &point in &points {
        let mean = |treatment: Treatment| trials.mean(point, treatment, SLOWDOWN);
        let best = heuristics().min_by(|one, other| mean(one).total_cmp(&mean(other)))?;
        let expected = best_reported(point.log, backfills);
        is_best.push(best == expected);
        let name = LOGS[point.log].1;
        let change = trials.change(point, (best, expected), SLOWDOWN)?;
        said.push(if best == expected {
            format!("{name} {best}")
        } else {
            let change = change.change_words();
            format!("{name} {best} ({change} against {expected})")
        });
    }
    (!points.is_empty()).then(|| Claim {
        statement: format!(
            "T-R2: {}, the best heuristic of Table V has the least mean over the whole log as well",
            backfilling(backfills)
        ),
        setting: format!(
            "at most {} disjoint sequences of {} jobs of each log",
            size.sequences, size.length
        ),
        reported: bests(&points),
        measured: said.join(", "),
        holds: Holds::among(is_best),
        ..Claim::default()
    })
}

/// Best heuristics of the artifact's table, log by log.
fn bests(points: &[Point]) -> String {
    let best = |point: &Point| {
        let best = best_reported(point.log, point.backfills);
        format!("{} {best}", LOGS[point.log].1)
    };
    points.iter().map(best).collect::<Vec<_>>().join(", ")
}

/// Claim that what was learnt is not worse than the best heuristic of the artifact's table.
fn learnt(trials: &Trials<Point>, source: Source, backfills: bool, size: Size) -> Option<Claim> {
    let points = points(trials, source, backfills);
    let change = |point: &Point| {
        let base = best_reported(point.log, backfills);
        let change = trials.change(*point, (AGENT, base), SLOWDOWN)?;
        Some((*point, base, change))
    };
    let changes: Vec<_> = points.iter().filter_map(change).collect();
    let words = |(point, base, change): &(Point, Treatment, Estimate)| {
        let count = trials.at(*point).count();
        let name = LOGS[point.log].1;
        format!(
            "{name} {} against {base} ({count} sequences)",
            change.change_words()
        )
    };
    (!changes.is_empty()).then(|| Claim {
        statement: format!(
            "T-R3: {}, the learnt policy is not significantly worse than the best heuristic of Table V on any log",
            backfilling(backfills)
        ),
        setting: format!(
            "held-out sequences of {} jobs; learnt without backfilling",
            size.length_of(source)
        ),
        reported: format!(
            "of the authors' own network, on the artifact's sequences: {}",
            reported_changes(&points)
        ),
        measured: changes.iter().map(words).collect::<Vec<_>>().join(", "),
        holds: Holds::among(changes.iter().map(|(.., change)| !change.is_gain())),
        explanation: if changes.iter().any(|(point, ..)| trials.at(*point).count() < FEW) {
            format!("where fewer than {FEW} sequences are held out intervals are wide: that nothing is significant says little there")
        } else {
            String::new()
        },
        ..Claim::default()
    })
}

/// Reported changes from the best heuristic to the authors' network, log by log.
fn reported_changes(points: &[Point]) -> String {
    let change = |point: &Point| {
        let base = best_reported(point.log, point.backfills);
        let mean = |treatment| reported(point.log, point.backfills, treatment);
        let percent = 100.0 * (mean(AGENT)? / mean(base)? - 1.0);
        Some(format!(
            "{} {percent:+.1} % against {base}",
            LOGS[point.log].1
        ))
    };
    points
        .iter()
        .filter_map(change)
        .collect::<Vec<_>>()
        .join(", ")
}
