//! Sentences about a metric in a sweep.

use super::curves::{Curve, CurvePoint};
use super::plan::Plan;
use super::queue::SampleQueue;
use super::tables::difference;
use super::{ResultStorage, Shard};
use crate::base::format::{capitalized, counted};
use crate::metrics::all;
use crate::metrics::estimate::Estimate;
use crate::record::metric::Metric;

/// Largest number of curves in sentences; the table is better for more.
const MOST: usize = 8;

/// Returns what `curves` show of `metric`: its value at the first and the last value of the
/// parameter under each policy, the difference from the first policy at the last value, seed by
/// seed, and the intervals. `None` without a point.
pub fn sentences(
    plan: &Plan,
    kept: &dyn ResultStorage,
    metric: &Metric,
    curves: &[Curve],
) -> Option<String> {
    let known = curves.iter().filter(|curve| !curve.points.is_empty());
    let known: Vec<&Curve> = known.collect();
    let (shown, left) = known.split_at(known.len().min(MOST));
    let differ = plan.depends_on_seed();
    let sure = intervals_in_words(&known, differ)?;
    let values = plan.first_values();
    let at = |known: &CurvePoint| match (plan.names.first(), values.get(known.value)) {
        (Some(name), Some(value)) => format!(" at {name} {value}"),
        _ => String::new(),
    };
    let along = shown
        .iter()
        .map(|curve| ends_in_words(metric, curve, differ, at));
    let more = (!left.is_empty()).then(|| {
        let more = counted(left.len(), "more curve");
        format!("{more} in the table")
    });
    let queue = SampleQueue::new(plan, Shard::WHOLE, |sample| kept.read(plan, sample));
    let index = all().iter().position(|one| one.name == metric.name)?;
    let compared = shown.iter().filter_map(|curve| {
        let last = curve.points.last().filter(|last| last.policy > 0)?;
        let samples = queue.counted(last.point);
        let change = difference(&samples, last.policy, index)?;
        let verdict = difference_in_words(metric, change, differ)?;
        let (label, first) = (&curve.label, plan.policies(last.point).next()?);
        Some(format!("{label} against {first}{}: {verdict}", at(last)))
    });
    let said: Vec<String> = along.chain(more).chain(compared).chain([sure]).collect();
    Some(said.join(". ") + ".")
}

/// `metric` at both ends of `curve`, which has a point.
fn ends_in_words(
    metric: &Metric,
    curve: &Curve,
    differ: bool,
    at: impl Fn(&CurvePoint) -> String,
) -> String {
    let at_end = |known: &CurvePoint| in_words(metric, known.mean, differ) + &at(known);
    let ends = match curve.points.as_slice() {
        [first, .., last] => format!("{}, {}", at_end(first), at_end(last)),
        points => points.iter().map(at_end).collect(),
    };
    format!(
        "{} under {}: {ends}",
        capitalized(metric.title),
        curve.label
    )
}

/// The number of seeds, and how intervals are computed; `None` without a point. `differ` if other
/// seeds give other runs.
fn intervals_in_words(curves: &[&Curve], differ: bool) -> Option<String> {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let seeds = points.map(|point| point.seeds);
    let (least, most) = (seeds.clone().min()?, seeds.max()?);
    if most == 1 {
        let more = if differ { ", more seeds say it" } else { "" };
        return Some(format!("One seed: how sure this is cannot be said{more}"));
    }
    if !differ {
        let text = "All seeds come to the same, as nothing is drawn from them: how sure this is cannot be said so, but by comparing the same jobs";
        return Some(text.to_owned());
    }
    let least = if least < most {
        format!("{least} to ")
    } else {
        String::new()
    };
    Some(format!(
        "{least}{} each; ± is half of a 95 % interval over the seeds, by Student's t",
        counted(most, "seed")
    ))
}

/// A mean with the half width of its interval, if seeds differ.
fn in_words(metric: &Metric, Estimate { mean, half_width }: Estimate, differ: bool) -> String {
    let half = half_width
        .filter(|_| differ)
        .map(|half| format!(" ± {}", metric.in_words(half)));
    metric.in_words(mean) + &half.unwrap_or_default()
}

/// A difference with the half width of its interval, if there is one.
fn difference_in_words(metric: &Metric, change: Estimate, differ: bool) -> Option<String> {
    let half = change.half_width?;
    if change.mean == 0.0 && half == 0.0 {
        return Some("the same with every seed".to_owned());
    }
    let [size, half] = [change.mean.abs(), half].map(|value| metric.in_words(value));
    let direction = if change.mean < 0.0 { "less" } else { "more" };
    if !differ {
        return Some(format!("{size} {direction} with every seed"));
    }
    let unsure = if change.is_significant() {
        ""
    } else {
        ", which may be chance"
    };
    Some(format!("{size} ± {half} {direction}, seed by seed{unsure}"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::metrics::Values;
    use crate::run::sweep::{Memory, Sample, curves};

    /// The sentences of sweeps with these mean waits, by load, seed and policy.
    fn said(waits: &[&[[f64; 2]]]) -> String {
        said_of("Lublin(jobs: 9)", "load: [0.5, 0.9]", waits)
    }

    /// Those of sweeps of a workload over a parameter.
    fn said_of(workload: &str, over: &str, waits: &[&[[f64; 2]]]) -> String {
        let text = format!(
            "(machine: Cluster(nodes: 4), workload: {workload}, policies: [Fcfs, Easy],
                sweep: (seeds: 3, over: [({over})]))"
        );
        let plan = Plan::of(&text, Path::new("a.ron")).unwrap();
        let index = all().iter().position(|metric| metric.name == "mean_wait");
        let run = |wait: f64| {
            let mut values = vec![None; all().len()];
            values[index.unwrap()] = Some(wait);
            Values {
                label: String::new(),
                values,
                digest: 0,
            }
        };
        let memory = Memory::default();
        for (point, seeds) in waits.iter().enumerate() {
            for (seed, policies) in seeds.iter().enumerate() {
                let sample = Sample { point, seed };
                memory.write(&plan, sample, &policies.map(run)).unwrap();
            }
        }
        let metric = all()[index.unwrap()];
        let curves = curves(&plan, &memory, "mean_wait");
        sentences(&plan, &memory, metric, &curves).unwrap_or_default()
    }

    /// Of three seeds t is 4.303: a deviation of 1 is 2.48 around the mean. The differences at load
    /// 0.9 are -7, -8 and -9, at 0.5 they would not be significant.
    #[test]
    fn three_seeds_by_hand() {
        let low: &[[f64; 2]] = &[[9.0, 4.0], [11.0, 6.0], [10.0, 5.0]];
        let high: &[[f64; 2]] = &[[20.0, 13.0], [20.0, 12.0], [20.0, 11.0]];
        assert_eq!(
            said(&[low, high]),
            "Mean wait under FCFS: 10 s ± 2.48 s at load 0.5, 20 s ± 0 s at load 0.9. \
             Mean wait under EASY: 5 s ± 2.48 s at load 0.5, 12 s ± 2.48 s at load 0.9. \
             EASY against FCFS at load 0.9: 8 s ± 2.48 s less, seed by seed. \
             3 seeds each; ± is half of a 95 % interval over the seeds, by Student's t."
        );
    }

    /// As of a log: what is written out is the same with every seed.
    #[test]
    fn nothing_is_sure_because_seeds_are_the_same() {
        let [low, high] = [[10.0, 5.0], [20.0, 13.0]].map(|waits| [waits; 3]);
        let written = "Jobs([(submit: 0, runtime: 9, nodes: 1)])";
        assert_eq!(
            said_of(written, "nodes: [8, 4]", &[&low, &high]),
            "Mean wait under FCFS: 10 s at nodes 8, 20 s at nodes 4. \
             Mean wait under EASY: 5 s at nodes 8, 13 s at nodes 4. \
             EASY against FCFS at nodes 4: 7 s less with every seed. \
             All seeds come to the same, as nothing is drawn from them: how sure this is cannot be \
             said so, but by comparing the same jobs."
        );
        // What is drawn may come to the same by chance.
        assert!(said(&[&[[0.0, 0.0]; 3], &high]).ends_with("by Student's t."));
    }

    #[test]
    fn a_possible_chance_is_reported() {
        let high: &[[f64; 2]] = &[[20.0, 10.0], [20.0, 30.0], [20.0, 23.0]];
        let said = said(&[&[[1.0, 1.0]], high]);
        assert!(said.contains("1 s ± "), "{said}");
        assert!(
            said.contains("more, seed by seed, which may be chance"),
            "{said}"
        );
    }

    #[test]
    fn one_seed_has_no_interval() {
        let said = said(&[&[[10.0, 5.0]], &[[20.0, 12.0]]]);
        assert!(!said.contains('±') && !said.contains("against"), "{said}");
        assert!(
            said.contains("One seed: how sure this is cannot be said"),
            "{said}"
        );
    }
}
