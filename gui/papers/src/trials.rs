//! Trials of an experiment: samples by point of its factors, with estimates, tables and figures of them.

use std::sync::Arc;

use super::{Estimate, Page, Quantity, Table, Unit, in_parallel};
use laboratory::base::problem::Problem;
use laboratory::base::progress::Progress;
use laboratory::record::metric::Better;
use laboratory::record::{Experiment, Run};
use laboratory::run::{Choice, simulate};
use laboratory::scenario::{Parameters, PolicyName};

/// Metric by which treatments are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Metric {
    /// Name in tables and figures.
    pub(super) name: &'static str,
    /// Unit.
    pub(super) unit: Unit,
    /// Which of two values is better.
    pub(super) better: Better,
}

/// Metrics of one unit.
pub(super) const fn metrics<const N: usize>(
    names: [&'static str; N],
    unit: Unit,
    better: Better,
) -> [Metric; N] {
    let name = "";
    let mut metrics = [Metric { name, unit, better }; N];
    let mut index = 0;
    while index < N {
        metrics[index].name = names[index];
        index += 1;
    }
    metrics
}

/// Metric of which less is better.
pub(super) const fn less(name: &'static str, unit: Unit) -> Metric {
    let [metric] = metrics([name], unit, Better::Less);
    metric
}

/// Metric of which more is better.
pub(super) const fn more(name: &'static str, unit: Unit) -> Metric {
    let [metric] = metrics([name], unit, Better::More);
    metric
}

/// Numbers of which neither more nor less is better.
pub(super) const fn numbers<const N: usize>(names: [&'static str; N], unit: Unit) -> [Metric; N] {
    metrics(names, unit, Better::Neither)
}

/// Treatment, by its name in tables and figures: a policy, an allocation or an algorithm, in one
/// reading.
pub(super) type Treatment = &'static str;

/// Policy as a treatment: its name, and the parameters by which it differs from its usual self.
pub(super) type Reading = (Treatment, PolicyName, fn(&mut Parameters));

/// Parameters of a policy in its usual reading.
pub(super) const USUAL: fn(&mut Parameters) = |_| {};

/// Names of readings.
pub(super) fn names<const N: usize>(readings: &[Reading; N]) -> [Treatment; N] {
    readings.map(|(name, ..)| name)
}

/// Values measured of one workload, which all treatments meet.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Sample<P> {
    /// Levels of the factors.
    pub(super) point: P,
    values: Vec<(Treatment, &'static str, f64)>,
}

impl<P> Sample<P> {
    /// Sample without values.
    pub(super) const fn at(point: P) -> Self {
        let values = Vec::new();
        Self { point, values }
    }

    /// Adds values of `treatment`.
    pub(super) fn add(
        &mut self,
        treatment: Treatment,
        values: impl IntoIterator<Item = (Metric, f64)>,
    ) {
        let values = values.into_iter();
        self.values
            .extend(values.map(|(metric, value)| (treatment, metric.name, value)));
    }

    /// Value of a metric under `treatment`, if it was measured.
    pub(super) fn value(&self, treatment: Treatment, metric: Metric) -> Option<f64> {
        let mut values = self.values.iter();
        let value = values.find(|value| (value.0, value.1) == (treatment, metric.name));
        value.map(|(.., value)| *value)
    }

    /// Part by which a metric is below that under `base`, in per cent.
    pub(super) fn saving(
        &self,
        (treatment, base): (Treatment, Treatment),
        metric: Metric,
    ) -> Option<f64> {
        let [new, old] = [treatment, base].map(|one| self.value(one, metric));
        Some(100.0 * (1.0 - new? / old?.max(f64::MIN_POSITIVE)))
    }
}

/// Samples of an experiment, in the order of its workloads.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Trials<P> {
    pub(super) samples: Vec<Sample<P>>,
}

impl<P: Copy + PartialEq + Send> Trials<P> {
    /// Samples that `work` makes of each task, on all processors; `None` if cancelled.
    pub(super) fn run<T: Sync, S: IntoIterator<Item = Sample<P>> + Send>(
        tasks: &[T],
        progress: &Progress,
        work: impl Fn(&T, &Progress) -> Result<Option<S>, Problem> + Sync,
    ) -> Result<Option<Self>, Problem> {
        let samples = in_parallel(tasks, progress, work)?;
        Ok(samples.map(|samples| Self {
            samples: samples.into_iter().flatten().collect(),
        }))
    }

    /// Samples at a point.
    pub(super) fn at(&self, point: P) -> impl Iterator<Item = &Sample<P>> {
        let samples = self.samples.iter();
        samples.filter(move |sample| sample.point == point)
    }

    /// Levels of a factor, each once, in the order of the samples.
    pub(super) fn levels<F: PartialEq>(&self, factor: impl Fn(P) -> F) -> Vec<F> {
        let mut levels = Vec::new();
        for sample in &self.samples {
            let level = factor(sample.point);
            if !levels.contains(&level) {
                levels.push(level);
            }
        }
        levels
    }

    /// Values of a metric at a point, sample by sample.
    pub(super) fn values(&self, point: P, treatment: Treatment, metric: Metric) -> Vec<f64> {
        let samples = self.at(point);
        samples
            .filter_map(|sample| sample.value(treatment, metric))
            .collect()
    }

    /// Estimate of a metric at a point.
    pub(super) fn estimate(
        &self,
        point: P,
        treatment: Treatment,
        metric: Metric,
    ) -> Option<Estimate> {
        Estimate::of(&self.values(point, treatment, metric))
    }

    /// Mean of a metric at a point; 0 without samples.
    pub(super) fn mean(&self, point: P, treatment: Treatment, metric: Metric) -> f64 {
        let estimate = self.estimate(point, treatment, metric);
        estimate.map_or(0.0, |estimate| estimate.mean)
    }

    /// Change of the mean from `base` to `treatment`, in per cent of that of `base`.
    pub(super) fn change(
        &self,
        point: P,
        (treatment, base): (Treatment, Treatment),
        metric: Metric,
    ) -> Option<Estimate> {
        let [after, before] = [treatment, base].map(|one| self.values(point, one, metric));
        Estimate::of_change(&before, &after)
    }

    /// Parts by which a metric is below that under another treatment, in per cent, sample by sample.
    pub(super) fn savings(
        &self,
        point: P,
        pair: (Treatment, Treatment),
        metric: Metric,
    ) -> Vec<f64> {
        let samples = self.at(point);
        samples
            .filter_map(|sample| sample.saving(pair, metric))
            .collect()
    }

    /// Mean of those parts.
    pub(super) fn saving(
        &self,
        point: P,
        pair: (Treatment, Treatment),
        metric: Metric,
    ) -> Option<Estimate> {
        Estimate::of(&self.savings(point, pair, metric))
    }

    /// Table of the estimates at a point: a row for each treatment, a column for each metric.
    pub(super) fn table(
        &self,
        point: P,
        [title, corner]: [&str; 2],
        treatments: &[Treatment],
        metrics: &[Metric],
    ) -> Table {
        let rows = treatments.iter().map(|one| ((*one).to_owned(), *one));
        let columns = metrics.iter().map(|metric| (metric.name, *metric));
        Table::of([title, corner], rows, columns, |treatment, metric| {
            self.estimate(point, treatment, metric).into()
        })
    }

    /// Charts of the estimates: a row for each point, a column for each metric, a bar for each
    /// treatment.
    pub(super) fn page(
        &self,
        [title, source]: [&str; 2],
        rows: impl IntoIterator<Item = ([String; 2], P)>,
        metrics: &[Metric],
        treatments: &[Treatment],
    ) -> Page {
        let columns = metrics.iter().map(|metric| ((*metric).into(), *metric));
        let groups = treatments.iter().map(|one| ((*one).to_owned(), *one));
        let value = |point, metric, treatment| self.estimate(point, treatment, metric);
        Page::of([title, source], rows, columns, groups, value)
    }
}

impl From<Metric> for Quantity {
    fn from(metric: Metric) -> Self {
        Self {
            name: metric.name.to_owned(),
            unit: metric.unit,
        }
    }
}

/// Runs `experiment` under each reading, with parameters that differ from `common` by it, and hands
/// the runs to `measure`; `None` if cancelled.
pub(super) fn each_run(
    experiment: &Arc<Experiment>,
    readings: &[Reading],
    common: &Parameters,
    with_segments: bool,
    progress: &Progress,
    mut measure: impl FnMut(Treatment, &Run),
) -> Result<Option<()>, Problem> {
    for reading in readings {
        let choice = choice(reading, common);
        let Some(run) = simulate(experiment, &choice, with_segments, progress)? else {
            return Ok(None);
        };
        measure(reading.0, &run);
    }
    Ok(Some(()))
}

/// Choice of a reading.
pub(super) fn choice((_, policy, set): &Reading, common: &Parameters) -> Choice {
    let mut parameters = common.clone();
    set(&mut parameters);
    Choice::plain(*policy, &parameters)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WAIT: Metric = less("wait", Unit::Seconds);
    const USED: Metric = more("used", Unit::Share);

    /// Two workloads at one load, and one at another that was not run under both policies.
    fn trials() -> Trials<f64> {
        let sample = |load, values: &[(Treatment, Metric, f64)]| {
            let mut sample = Sample::at(load);
            for (treatment, metric, value) in values {
                sample.add(treatment, [(*metric, *value)]);
            }
            sample
        };
        Trials {
            samples: vec![
                sample(0.9, &[("FCFS", WAIT, 10.0), ("EASY", WAIT, 5.0)]),
                sample(0.5, &[("FCFS", WAIT, 2.0), ("FCFS", USED, 0.5)]),
                sample(0.9, &[("FCFS", WAIT, 30.0), ("EASY", WAIT, 25.0)]),
            ],
        }
    }

    #[test]
    fn estimates_are_of_the_samples_at_a_point() {
        let trials = trials();
        assert_eq!(trials.levels(|load| load), [0.9, 0.5]);
        assert_eq!(trials.values(0.9, "FCFS", WAIT), [10.0, 30.0]);
        assert_eq!(trials.mean(0.9, "EASY", WAIT), 15.0);
        assert_eq!(trials.estimate(0.5, "EASY", WAIT), None);
        // A change of the means, 15 of 20; savings sample by sample, 1/2 and 1/6.
        let change = trials.change(0.9, ("EASY", "FCFS"), WAIT).unwrap();
        assert_eq!(change.mean, -25.0);
        let saving = trials.saving(0.9, ("EASY", "FCFS"), WAIT).unwrap();
        assert!((saving.mean - 100.0 / 3.0).abs() < 1e-9);
        assert_eq!(trials.saving(0.5, ("EASY", "FCFS"), WAIT), None);
    }

    /// Cells of tables and charts stand where their names say.
    #[test]
    fn tables_and_pages_are_filled_by_name() {
        let trials = trials();
        let treatments = ["FCFS", "EASY"];
        let mean = |one: Estimate| one.mean;
        let table = trials.table(0.5, ["at 0.5", "policy"], &treatments, &[WAIT, USED]);
        assert_eq!(table.columns, ["wait", "used"]);
        let cells = table.rows.iter().flat_map(|(_, cells)| cells);
        let cells: Vec<_> = cells.map(|cell| cell.measured.map(mean)).collect();
        assert_eq!(cells, [Some(2.0), Some(0.5), None, None]);
        let rows = [0.5, 0.9].map(|load| ([load.to_string(), String::new()], load));
        let page = trials.page(["loads", "test"], rows, &[WAIT, USED], &treatments);
        assert_eq!(page.value(1, 0, 1).map(mean), Some(15.0));
        assert_eq!(page.value(0, 1, 0).map(mean), Some(0.5));
        assert_eq!(page.value(0, 1, 1), None);
        assert_eq!(
            page.with_against([USED, WAIT]).compared_columns,
            Some([1, 0])
        );
    }
}
