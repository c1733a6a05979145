//! Results, algorithm by algorithm.

use super::super::trials::{Metric, Treatment, Trials};
use super::super::{Cell, Estimate, Page, Table};
use super::{
    ALGORITHMS, ALTERNATIVES, BY_GROUP, COST, FINISH, FIRST_FIT, MAX_QUALITY, METRICS, MIN_COST,
    MULTIPLE, Model, OF_PAPER, QUALITY, START,
};

/// Reported value of an algorithm (fixtures/papers/slots.md, 4.4).
const REPORTED: [(Treatment, Metric, f64); 7] = [
    (FIRST_FIT, START, 0.0),
    (FIRST_FIT, COST, 628.0),
    (FIRST_FIT, QUALITY, 35.0),
    (MIN_COST, COST, 477.0),
    (MAX_QUALITY, QUALITY, 61.8),
    (MULTIPLE, COST, 575.0),
    (MULTIPLE, QUALITY, 50.7),
];

/// Number of environments of a model in which there is a window.
pub(super) fn values_found(trials: &Trials<Model>, model: Model) -> usize {
    trials.values(model, FIRST_FIT, START).len()
}

/// Per cent of the environments in which an algorithm starts at 0.
pub(super) fn percent_at_zero(
    trials: &Trials<Model>,
    model: Model,
    algorithm: Treatment,
) -> Option<Estimate> {
    let starts = trials.values(model, algorithm, START);
    Estimate::of_share(starts.into_iter().map(|start| start == 0.0))
}

/// Per cent of `more` by which a value is less under `less`, of the means.
pub(super) fn percent_below(
    trials: &Trials<Model>,
    model: Model,
    pair: (Treatment, Treatment),
    metric: Metric,
) -> Option<Estimate> {
    let change = trials.change(model, pair, metric)?;
    Some(Estimate {
        mean: -change.mean,
        ..change
    })
}

pub(super) fn tables(trials: &Trials<Model>) -> Vec<Table> {
    let [whole, real] = Model::ALL.map(|model| table(trials, model));
    vec![whole, shares_table(trials), real]
}

/// Averages of figures 1 and 2.
fn table(trials: &Trials<Model>, model: Model) -> Table {
    let count = values_found(trials, model);
    let title = format!("Means of {count} environments, {}", model.name());
    let algorithms = ALGORITHMS.map(|(name, _)| (name.to_owned(), name));
    let metrics = METRICS.map(|metric| (metric.name, metric));
    Table::of(
        [&title, "algorithm"],
        algorithms,
        metrics,
        |algorithm, metric| {
            let mut reported = REPORTED.into_iter().filter(|_| model == Model::Whole);
            let reported = reported.find(|one| (one.0, one.1) == (algorithm, metric));
            Cell::of(
                reported.map(|(.., value)| value),
                trials.estimate(model, algorithm, metric),
            )
        },
    )
}

/// Shares of environments without a window, and with one that starts at once, and the number of
/// alternatives.
fn shares_table(trials: &Trials<Model>) -> Table {
    let models = Model::ALL.map(|model| (model.name().to_owned(), model));
    let columns = [
        "FirstFit starts at 0, %",
        "by group, %",
        "alternatives of MultipleBest",
        "no window, %",
    ];
    let columns = columns.into_iter().zip(0..);
    Table::of(
        ["How often", "environments"],
        models,
        columns,
        |model, column| {
            let estimate = match column {
                0 => percent_at_zero(trials, model, FIRST_FIT),
                1 => percent_at_zero(trials, model, BY_GROUP),
                2 => trials.estimate(model, MULTIPLE, ALTERNATIVES),
                _ => {
                    let samples = trials.at(model);
                    Estimate::of_share(samples.map(|one| one.value(FIRST_FIT, START).is_none()))
                }
            };
            estimate.into()
        },
    )
}

/// Figures 1 and 2 with the paper's algorithms: a row for each kind of performances.
pub(super) fn page(trials: &Trials<Model>) -> Page {
    let row = |model: Model| {
        let name = model.name().split(' ').next().unwrap_or_default();
        let count = values_found(trials, model);
        ([name.to_owned(), format!("{count} domains")], model)
    };
    let title = "Figures 1 and 2: windows by algorithm, whole and real performances";
    trials
        .page(
            [title, "random domains"],
            Model::ALL.map(row),
            &METRICS,
            &OF_PAPER,
        )
        .with_against([FINISH, COST])
}

#[cfg(test)]
mod tests {
    use super::super::super::trials::Sample;
    use super::*;

    /// Two environments with windows that differ by algorithm and value, and one
    /// without.
    #[test]
    fn an_environment_without_a_window_is_counted_and_left_out() {
        let algorithms = || ALGORITHMS.into_iter().map(|(name, _)| name).zip(0..);
        let sample = |base: Option<u32>| {
            let mut sample = Sample::at(Model::Whole);
            sample.add(MULTIPLE, [(ALTERNATIVES, 3.0)]);
            for (algorithm, ten) in algorithms().filter(|_| base.is_some()) {
                let values = (0..).map(|one| f64::from(base.unwrap_or(0) + 10 * ten + one));
                sample.add(algorithm, METRICS.into_iter().zip(values));
            }
            sample
        };
        let trials = Trials {
            samples: [Some(0), None, Some(2)].map(sample).to_vec(),
        };
        let page = page(&trials);
        for algorithm in 0..OF_PAPER.len() {
            for value in 0..METRICS.len() {
                let mean = Some((10 * algorithm + value + 1) as f64);
                let of = |row| Some(page.value(row, value, algorithm)?.mean);
                assert_eq!((of(0), of(1)), (mean, None));
            }
        }
        let [table, often, _] = &tables(&trials)[..] else {
            panic!("three tables");
        };
        assert_eq!(table.rows[3].1[3].reported, Some(477.0));
        let often = often.rows[0].1.iter().map(|cell| cell.measured);
        let often: Vec<_> = often.map(|one| one.unwrap().mean.round()).collect();
        assert_eq!(often, [50.0, 0.0, 3.0, 33.0]);
    }
}
