//! Curves of a metric along the first parameter of a sweep, as far as results are known.

use super::plan::{Plan, Sample};
use super::queue::SampleQueue;
use super::{ResultStorage, Shard};
use crate::metrics::estimate::Estimate;
use crate::metrics::{Values, all};
use crate::record::colour::next_colour;
use crate::record::metric::Metric;

/// A metric under one policy, and one combination of the other parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// The policy, and the other parameters if there are any.
    pub label: String,
    /// Index of the policy's colour.
    pub colour: usize,
    /// The known points, by values of the first parameter.
    pub points: Vec<CurvePoint>,
}

/// Result of a point of the sweep.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// Index of the value of the first parameter.
    pub value: usize,
    /// Index of the point in the plan.
    pub point: usize,
    /// Index of the policy.
    pub policy: usize,
    /// Number of seeds.
    pub seeds: usize,
    /// The mean and its confidence interval.
    pub mean: Estimate,
}

impl Plan {
    /// Returns the values of the first parameter, or a single nameless one.
    pub fn first_values(&self) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for point in &self.points {
            let value = point.values.first().cloned().unwrap_or_default();
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

/// Returns the metrics that are defined for any run in `kept`.
pub fn defined_metrics(plan: &Plan, kept: &dyn ResultStorage) -> Vec<&'static Metric> {
    let samples = (0..plan.points.len()).filter_map(|point| {
        let mut seeds = (0..plan.seeds.len()).map(|seed| Sample { point, seed });
        // Whether a metric is defined does not depend on the seed.
        seeds.find_map(|sample| kept.read(plan, sample))
    });
    let runs: Vec<Values> = samples.flatten().collect();
    let metrics = all().iter().enumerate();
    let metrics = metrics.filter(|(index, _)| runs.iter().any(|run| run.values[*index].is_some()));
    metrics.map(|(_, metric)| *metric).collect()
}

/// Returns the curves of the metric called `name`, from the results in `kept`.
pub fn curves(plan: &Plan, kept: &dyn ResultStorage, name: &str) -> Vec<Curve> {
    let Some(metric) = all().iter().position(|metric| metric.name == name) else {
        return Vec::new();
    };
    let (values, mut curves) = (plan.first_values(), Vec::<Curve>::new());
    let (mut labels, mut slots): (Vec<String>, Vec<usize>) = Default::default();
    let queue = SampleQueue::new(plan, Shard::WHOLE, |sample| kept.read(plan, sample));
    for (number, point) in plan.points.iter().enumerate() {
        let first = point.values.first().cloned().unwrap_or_default();
        let others = plan.names.iter().zip(&point.values).skip(1);
        let others: String = others
            .map(|(name, value)| format!(", {name} {value}"))
            .collect();
        let samples = queue.counted(number);
        for (policy, label) in plan.policies(number).enumerate() {
            let index = labels.iter().position(|known| known == label);
            let index = index.unwrap_or_else(|| {
                let variant = &point.scenario.variants[policy];
                labels.push(label.to_owned());
                slots.push(next_colour(variant.policy, &slots));
                labels.len() - 1
            });
            let slot = slots[index];
            let known = samples.iter().flatten();
            let known: Vec<f64> = known
                .filter_map(|found| found[policy].values[metric])
                .collect();
            let Some(mean) = Estimate::of(&known) else {
                continue;
            };
            let label = format!("{label}{others}");
            let found = CurvePoint {
                value: values.iter().position(|value| *value == first).unwrap_or(0),
                point: number,
                policy,
                seeds: known.len(),
                mean,
            };
            match curves.iter_mut().find(|curve| curve.label == label) {
                Some(curve) => curve.points.push(found),
                None => curves.push(Curve {
                    label,
                    colour: slot,
                    points: vec![found],
                }),
            }
        }
    }
    curves
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::run::sweep::Memory;

    /// Waits of 9, 11 and 10 s: the mean is 10, the deviation 1, and half of the interval 4.30265 /
    /// sqrt(3). Points that have not been run yet are missing.
    #[test]
    fn curves_by_hand() {
        let text = "(machine: Cluster(nodes: 4), workload: Lublin(jobs: 9), sweep: (seeds: 3,
            over: [(load: [0.5, 0.9]), (depth: [1, 2]), (policy: [Easy, Fcfs])]))";
        let plan = Plan::of(text, Path::new("a.ron")).unwrap();
        let index = all().iter().position(|metric| metric.name == "mean_wait");
        let index = index.unwrap();
        let run = |wait: f64| {
            let mut values = vec![None; all().len()];
            values[index] = Some(wait);
            Values {
                label: String::new(),
                values,
                digest: 0,
            }
        };
        let memory = Memory::default();
        // Load 0.9 and depth 1.
        for (seed, wait) in [9.0, 11.0, 10.0].into_iter().enumerate() {
            let found = [run(wait), run(2.0 * wait)];
            memory
                .write(&plan, Sample { point: 2, seed }, &found)
                .unwrap();
        }
        let found = curves(&plan, &memory, "mean_wait");
        let labels: Vec<_> = found
            .iter()
            .map(|curve| (&*curve.label, curve.colour))
            .collect();
        assert_eq!(labels, [("EASY, depth 1", 1), ("FCFS, depth 1", 0)]);
        let [easy, fcfs] = [0, 1].map(|curve: usize| found[curve].points[0]);
        assert_eq!((easy.value, easy.point, easy.seeds), (1, 2, 3));
        assert_eq!((easy.mean.mean, fcfs.mean.mean), (10.0, 20.0));
        let half = easy.mean.half_width.unwrap();
        assert!((half - 4.30265 / 3.0_f64.sqrt()).abs() < 1e-5, "{half}");
        let metrics: Vec<_> = defined_metrics(&plan, &memory)
            .iter()
            .map(|metric| metric.name)
            .collect();
        assert_eq!(metrics, ["mean_wait"]);
    }
}
