//! The stopping rule of a point: enough seeds for a mean with a narrow interval.

use crate::metrics::estimate::Estimate;
use crate::metrics::{Values, all, job_metrics};
use crate::scenario::sweep::Until;

/// The stopping rule of a point.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct StoppingRule {
    /// The metric whose mean is to be known.
    pub(super) metric: &'static str,
    index: usize,
    half_width: f64,
    /// Least number of seeds.
    pub(super) least: usize,
    most: usize,
}

/// Least number of seeds, by default: with two or three, an interval is narrow by chance now and
/// then.
const LEAST: u32 = 5;

impl StoppingRule {
    /// Makes the rule of `until`, with the least number of seeds.
    pub(super) fn new(until: &Until, least: Option<u32>, is_cut: bool) -> Result<Self, String> {
        let known = |name: &str| !is_cut || job_metrics::NAMES.contains(&name);
        let found = all()
            .iter()
            .position(|metric| metric.name == until.metric && known(metric.name));
        let index = found.ok_or_else(|| {
            let names: Vec<_> = all()
                .iter()
                .map(|metric| metric.name)
                .filter(|name| known(name))
                .collect();
            let why = if is_cut {
                " where not all jobs count"
            } else {
                ""
            };
            format!(
                "there is no metric `{}`{why}; there are {}",
                until.metric,
                names.join(", ")
            )
        })?;
        Ok(Self {
            metric: all()[index].name,
            index,
            half_width: until.half_width,
            least: least.unwrap_or(LEAST).clamp(2, until.most) as usize,
            most: until.most as usize,
        })
    }

    /// Returns the number of seeds that suffices, if it is among the first ones in `samples`: when
    /// under each policy the interval is as narrow as requested, or at the most.
    pub(super) fn seeds_needed<'v>(
        &self,
        samples: impl Iterator<Item = &'v [Values]>,
    ) -> Option<usize> {
        let mut found: Vec<Vec<f64>> = Vec::new();
        for (index, sample) in samples.enumerate() {
            found.resize(sample.len(), Vec::new());
            for (found, values) in found.iter_mut().zip(sample) {
                // An undefined metric is not known any better with more seeds.
                found.extend(values.values[self.index]);
            }
            let count = index + 1;
            let is_sure = |found: &Vec<f64>| self.is_narrow(found);
            if count == self.most || (count >= self.least && found.iter().all(is_sure)) {
                return Some(count);
            }
        }
        None
    }

    fn is_narrow(&self, values: &[f64]) -> bool {
        let Some(estimate) = Estimate::of(values) else {
            return false;
        };
        let half = estimate.half_width.unwrap_or(f64::INFINITY);
        half <= self.half_width * estimate.mean.abs()
    }

    /// Returns a text that changes with every part of the rule.
    pub(super) fn fingerprint(&self) -> String {
        format!(
            "{} {} {} {}",
            self.metric, self.half_width, self.least, self.most
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(waits: &[f64]) -> Vec<Values> {
        let index = all()
            .iter()
            .position(|metric| metric.name == "mean_wait")
            .unwrap();
        let values = waits.iter().map(|wait| {
            let mut values = vec![None; all().len()];
            values[index] = Some(*wait);
            Values {
                label: String::new(),
                values,
                digest: 0,
            }
        });
        values.collect()
    }

    fn after(waits: &[&[f64]], least: Option<u32>, half_width: f64, most: u32) -> Option<usize> {
        let until = Until {
            metric: "mean_wait".to_owned(),
            half_width,
            most,
        };
        let samples: Vec<_> = waits.iter().map(|waits| sample(waits)).collect();
        let stop = StoppingRule::new(&until, least, true).unwrap();
        stop.seeds_needed(samples.iter().map(Vec::as_slice))
    }

    /// Of 9, 11 and 10 the mean is 10 and the deviation 1: 4.30265 / sqrt(3) = 2.4841. With a
    /// fourth, 10, the deviation is sqrt(2/3): 3.18245 sqrt(2/3) / 2 = 1.2992.
    #[test]
    fn it_is_enough_when_the_interval_is_narrow() {
        let waits: &[&[f64]] = &[&[9.0], &[11.0], &[10.0], &[10.0]];
        assert_eq!(after(waits, Some(2), 0.2485, 9), Some(3));
        assert_eq!(after(waits, Some(2), 0.2483, 9), Some(4));
        assert_eq!(after(waits, Some(4), 0.2485, 9), Some(4));
        assert_eq!(after(waits, Some(2), 0.1299, 9), None);
    }

    #[test]
    fn every_policy_needs_a_narrow_interval_up_to_the_most() {
        let waits: &[&[f64]] = &[&[5.0, 9.0], &[5.0, 11.0], &[5.0, 10.0], &[5.0, 10.0]];
        assert_eq!(after(waits, Some(2), 0.2483, 9), Some(4));
        assert_eq!(after(waits, Some(2), 0.001, 3), Some(3));
        assert_eq!(after(waits, None, 0.9, 3), Some(3));
        // No job waits: that is known at once.
        assert_eq!(after(&[&[0.0], &[0.0], &[0.0]], Some(2), 0.1, 9), Some(2));
    }

    #[test]
    fn an_unknown_metric_is_refused() {
        let until = |metric: &str| Until {
            metric: metric.to_owned(),
            half_width: 0.1,
            most: 9,
        };
        let said = StoppingRule::new(&until("wait"), None, false).unwrap_err();
        assert!(
            said.starts_with("there is no metric `wait`; there are jobs, "),
            "{said}"
        );
        let said = StoppingRule::new(&until("makespan"), None, true).unwrap_err();
        assert!(
            said.contains("`makespan` where not all jobs count"),
            "{said}"
        );
    }
}
