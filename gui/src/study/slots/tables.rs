//! Results, algorithm by algorithm.

use super::super::{Cell, Estimate, Page, Quantity, Table, Unit};
use super::{
    ALGORITHMS, BY_GROUP, COST, FINISH, FIRST_FIT, MAX_QUALITY, MIN_COST, MODELS, MULTIPLE,
    QUALITY, REAL, START, Sample, VALUES, WHOLE,
};

/// All environments.
pub(super) struct Results {
    pub(super) samples: Vec<Sample>,
}

/// Reported value of an algorithm (fixtures/papers/slots.md, 4.4).
const REPORTED: [(usize, usize, f64); 7] = [
    (FIRST_FIT, START, 0.0),
    (FIRST_FIT, COST, 628.0),
    (FIRST_FIT, QUALITY, 35.0),
    (MIN_COST, COST, 477.0),
    (MAX_QUALITY, QUALITY, 61.8),
    (MULTIPLE, COST, 575.0),
    (MULTIPLE, QUALITY, 50.7),
];

impl Results {
    fn of_model(&self, model: usize) -> impl Iterator<Item = &Sample> {
        let samples = self.samples.iter();
        samples.filter(move |sample| sample.model == model)
    }

    /// Values of the environments of a model in which there is a window.
    pub(super) fn found(
        &self,
        model: usize,
    ) -> impl Iterator<Item = &[super::Values; ALGORITHMS.len()]> {
        let samples = self.of_model(model);
        samples.filter_map(|sample| sample.values.as_ref())
    }

    /// One value of one algorithm, environment by environment.
    pub(super) fn values(&self, model: usize, algorithm: usize, value: usize) -> Vec<f64> {
        let found = self.found(model);
        found.map(|values| values[algorithm][value]).collect()
    }

    /// Mean of a value, if there is a window anywhere.
    pub(super) fn mean(&self, model: usize, algorithm: usize, value: usize) -> Option<Estimate> {
        Estimate::of(&self.values(model, algorithm, value))
    }

    /// Per cent of the environments in which an algorithm starts at 0.
    pub(super) fn at_zero(&self, model: usize, algorithm: usize) -> Option<Estimate> {
        let starts = self.values(model, algorithm, START).into_iter();
        let shares = starts.map(|start| if start == 0.0 { 100.0 } else { 0.0 });
        Estimate::of(&shares.collect::<Vec<_>>())
    }

    /// Per cent of `more` by which a value is less under `less`, of the means.
    pub(super) fn below(
        &self,
        model: usize,
        (less, more): (usize, usize),
        value: usize,
    ) -> Option<Estimate> {
        let [less, more] = [less, more].map(|one| self.values(model, one, value));
        let change = Estimate::of_change(&more, &less)?;
        Some(Estimate {
            mean: -change.mean,
            ..change
        })
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        vec![self.table(WHOLE), self.often(), self.table(REAL)]
    }

    /// Averages of figures 1 and 2.
    fn table(&self, model: usize) -> Table {
        let reported = |algorithm, value| {
            let mut reported = REPORTED.into_iter().filter(|_| model == WHOLE);
            let one = reported.find(|one| (one.0, one.1) == (algorithm, value));
            one.map(|(_, _, reported)| reported)
        };
        let rows = ALGORITHMS.iter().enumerate().map(|(algorithm, (_, name))| {
            let cells = (0..VALUES.len()).map(|value| Cell {
                reported: reported(algorithm, value),
                measured: self.mean(model, algorithm, value),
            });
            ((*name).to_owned(), cells.collect())
        });
        let count = self.found(model).count();
        Table {
            title: format!("Means of {count} environments, {}", MODELS[model].1),
            corner: "algorithm".to_owned(),
            columns: VALUES.map(str::to_owned).to_vec(),
            rows: rows.collect(),
        }
    }

    /// Shares of environments without a window, and with one that starts at once, and the number of
    /// alternatives.
    fn often(&self) -> Table {
        let row = |model: usize| {
            let without = self.of_model(model).map(|sample| sample.values.is_none());
            let without: Vec<_> = without.map(|none| if none { 100.0 } else { 0.0 }).collect();
            let alternatives = self.of_model(model);
            let alternatives: Vec<_> = alternatives
                .map(|sample| sample.alternatives as f64)
                .collect();
            [
                self.at_zero(model, FIRST_FIT),
                self.at_zero(model, BY_GROUP),
                Estimate::of(&alternatives),
                Estimate::of(&without),
            ]
            .map(|measured| Cell {
                reported: None,
                measured,
            })
            .to_vec()
        };
        let columns = [
            "FirstFit starts at 0, %",
            "by group, %",
            "alternatives of MultipleBest",
            "no window, %",
        ];
        Table {
            title: "How often".to_owned(),
            corner: "environments".to_owned(),
            columns: columns.map(str::to_owned).to_vec(),
            rows: [WHOLE, REAL]
                .map(|model| (MODELS[model].1.to_owned(), row(model)))
                .to_vec(),
        }
    }

    /// Figures 1 and 2 with the paper's algorithms: a row for each kind of
    /// performances.
    pub(super) fn pages(&self) -> Vec<Page> {
        let units = [
            Unit::Instant,
            Unit::Seconds,
            Unit::Instant,
            Unit::Number,
            Unit::Number,
        ];
        let columns = VALUES.iter().zip(units).map(|(name, unit)| Quantity {
            name: (*name).to_owned(),
            unit,
        });
        let charts = [WHOLE, REAL]
            .into_iter()
            .flat_map(|model| (0..VALUES.len()).map(move |value| (model, value)));
        let cells = charts.flat_map(|(model, value)| {
            (0..BY_GROUP).map(move |algorithm| self.mean(model, algorithm, value))
        });
        let row = |model: usize| {
            let name = MODELS[model].1.split(' ').next().unwrap_or_default();
            let count = self.found(model).count();
            [name.to_owned(), format!("{count} domains")]
        };
        vec![Page {
            title: "Figures 1 and 2: windows by algorithm, whole and real performances".to_owned(),
            source: "random domains".to_owned(),
            rows: [WHOLE, REAL].map(row).to_vec(),
            columns: columns.collect(),
            groups: ALGORITHMS[..BY_GROUP]
                .iter()
                .map(|(_, name)| (*name).to_owned())
                .collect(),
            cells: cells.collect(),
            against: Some([FINISH, COST]),
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two environments with windows that differ by algorithm and value, and one
    /// without.
    #[test]
    fn an_environment_without_a_window_is_counted_and_left_out() {
        let values = |base: usize| {
            let value = |algorithm, value| (base + 10 * algorithm + value) as f64;
            std::array::from_fn(|algorithm| std::array::from_fn(|one| value(algorithm, one)))
        };
        let sample = |values| Sample {
            model: WHOLE,
            values,
            alternatives: 3,
        };
        let samples = [Some(values(0)), None, Some(values(2))].map(sample);
        let results = Results {
            samples: samples.to_vec(),
        };
        let page = &results.pages()[0];
        for algorithm in 0..BY_GROUP {
            for value in 0..VALUES.len() {
                let mean = Some((10 * algorithm + value + 1) as f64);
                let of = |row| Some(page.value(row, value, algorithm)?.mean);
                assert_eq!((of(WHOLE), of(REAL)), (mean, None));
            }
        }
        let [table, often, _] = &results.tables()[..] else {
            panic!("three tables");
        };
        assert_eq!(table.rows[MIN_COST].1[COST].reported, Some(477.0));
        let often = often.rows[WHOLE].1.iter().map(|cell| cell.measured);
        let often: Vec<_> = often.map(|one| one.unwrap().mean.round()).collect();
        assert_eq!(often, [50.0, 0.0, 3.0, 33.0]);
    }
}
