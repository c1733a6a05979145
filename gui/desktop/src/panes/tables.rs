//! Tables of panes for export: of the selected jobs, as the panes have them.

use crate::shared::Shared;
use crate::shared::runs::{Entry, same_jobs};
use laboratory::base::{change, format};
use laboratory::export::{Cell, Table};
use laboratory::metrics::job_metrics::values_of_jobs;
use laboratory::metrics::select::groups::fairness;
use laboratory::metrics::select::paired::{Measure, Pairs};
use laboratory::metrics::select::statistics;
use laboratory::metrics::{self, Values};
use laboratory::record::NameTables;
use laboratory::record::metric::Metric;
use laboratory::record::spread::{PERCENTILES, Spread};
use laboratory::run::whatif::tables::COLUMNS;

/// Returns the cell of a value of `metric`.
fn of_metric(metric: &Metric, value: Option<f64>) -> Cell {
    Cell::number(value, |value| match metric.unit {
        "s" => format::span(value),
        _ => format::number(value),
    })
}

/// Returns the cell of a change in percent.
fn percent(share: Option<f64>) -> Cell {
    Cell::number(share, change::in_words)
}

/// Returns a row for each run: its metrics, and the changes of the means from the baseline.
pub(super) fn comparison(shared: &Shared) -> Table {
    let scope = shared.scope.current();
    let entries: Vec<&Entry> = shared.runs.entries.iter().collect();
    let values: Vec<Values> = entries
        .iter()
        .map(|entry| {
            if scope.is_all() {
                entry.values.clone()
            } else {
                values_of_jobs(&entry.run, &scope.jobs(&entry.run))
            }
        })
        .collect();
    let known = |metric: &&&Metric| {
        let mut values = values.iter();
        values.any(|values| values.value(metric.name).is_some())
    };
    let metrics: Vec<&Metric> = metrics::all().iter().filter(known).copied().collect();
    let baseline = shared.runs.baseline();
    let mut heading = vec!["run".to_owned()];
    for metric in &metrics {
        heading.push(metric.name.to_owned());
        if Measure::of_metric(metric.name).is_some() {
            heading.extend(["change", "low", "high"].map(|end| format!("{}_{end}", metric.name)));
        }
    }
    let row = |(entry, values): (&&Entry, &Values)| {
        let mut cells = vec![Cell::text(&entry.label)];
        let base = baseline.filter(|base| base.id != entry.id);
        let base = base.filter(|base| same_jobs(&base.run, &entry.run));
        for metric in &metrics {
            cells.push(of_metric(metric, values.value(metric.name)));
            let Some(measure) = Measure::of_metric(metric.name) else {
                continue;
            };
            let paired = base.map(|base| {
                let jobs = scope.jobs(&base.run);
                Pairs::of(measure, &base.run, &entry.run, &jobs).summary()
            });
            let interval = paired.as_ref().and_then(|paired| paired.interval);
            cells.push(percent(paired.as_ref().and_then(|paired| paired.change)));
            cells.extend([0, 1].map(|end| percent(interval.map(|ends| ends[end]))));
        }
        cells
    };
    Table {
        title: match baseline {
            Some(base) => format!("Runs compared with {}", base.label),
            None => "Runs compared".to_owned(),
        },
        heading,
        rows: entries.iter().zip(&values).map(row).collect(),
    }
}

/// A quantity of jobs: name, distribution, and format of a value.
type Quantity<'s> = (&'s str, &'s Spread, fn(f64) -> String);

/// Returns a row for each run in sight and each quantity: its distribution over the selected jobs.
pub(super) fn statistics(shared: &Shared) -> Table {
    let mut heading: Vec<String> = ["run", "quantity", "jobs", "mean"]
        .map(str::to_owned)
        .into();
    heading.extend(PERCENTILES.map(|percent| format!("p{percent}")));
    heading.extend(["most", "share", "fairness"].map(str::to_owned));
    let mut rows = Vec::new();
    for entry in shared.runs.visible() {
        let jobs = shared.scope.current().jobs(&entry.run);
        let found = statistics::of(&entry.run, &jobs);
        let fairness = fairness(&entry.run, &jobs);
        let Some(spreads) = found.spreads else {
            continue;
        };
        let work = format!("work in {}-seconds", entry.run.experiment.unit().one());
        let quantities: [Quantity<'_>; 4] = [
            ("wait", &spreads.wait, format::span),
            ("response", &spreads.response, format::span),
            ("bounded slowdown", &spreads.slowdown, format::number),
            (&work, &spreads.work, format::number),
        ];
        for (name, spread, shown) in quantities {
            let mut cells = vec![
                Cell::text(&entry.label),
                Cell::text(name),
                Cell::number(Some(found.jobs as f64), format::number),
                Cell::number(Some(spread.mean), shown),
            ];
            let percentiles = spread.percentiles.iter();
            cells.extend(percentiles.map(|value| Cell::number(Some(*value), shown)));
            cells.push(Cell::number(Some(spread.largest), shown));
            cells.push(Cell::number(found.share, |share| {
                format!("{:.1} %", 100.0 * share)
            }));
            cells.push(Cell::number(fairness, format::number));
            rows.push(cells);
        }
    }
    Table {
        title: "Statistics of the selected jobs".to_owned(),
        heading,
        rows,
    }
}

/// Returns a row for each selected job of the current run.
pub(super) fn jobs(shared: &Shared) -> Option<Table> {
    let entry = shared.runs.current()?;
    let run = &*entry.run;
    let instant = |at: f64| run.experiment.clock.instant(at);
    let units = run.experiment.size_unit.many();
    let heading = [
        "job",
        "user",
        "submit",
        "wait",
        "start",
        "end",
        "runtime",
        "estimate",
        units,
        "bounded_slowdown",
    ];
    let row = |job: u32| {
        let job = job as usize;
        let (spec, outcome) = (run.experiment.jobs[job], run.outcomes[job]);
        let label = &run.experiment.labels[job];
        let ran = |value: f64| Some(value).filter(|_| !outcome.refused);
        vec![
            Cell::text(label.number().to_string()),
            Cell::text(label.user().map_or_else(String::new, |user| {
                NameTables::name(&run.experiment.label_names.users, user)
            })),
            Cell::number(Some(spec.submit.seconds()), instant),
            Cell::number(ran(run.wait(job).seconds()), format::span),
            Cell::number(ran(outcome.started.seconds()), instant),
            Cell::number(ran(outcome.completed.seconds()), instant),
            Cell::number(ran(outcome.executed.seconds()), format::span),
            Cell::number(Some(spec.estimate.seconds()), format::span),
            Cell::number(Some(f64::from(spec.nodes)), format::number),
            Cell::number(ran(run.bounded_slowdown(job)), format::number),
        ]
    };
    let jobs = shared.scope.current().jobs(run).into_iter();
    Some(Table {
        title: format!("Jobs under {}", entry.label),
        heading: heading.map(str::to_owned).to_vec(),
        rows: jobs.map(row).collect(),
    })
}

/// Returns the table of the pane *What if*: all jobs, and each user, account and partition.
pub(super) fn what_if(shared: &Shared) -> Option<Table> {
    let report = shared.predicted.change()?;
    let mut heading = vec!["by".to_owned(), "name".to_owned()];
    heading.extend(COLUMNS.map(|(name, _)| name.to_owned()));
    let rows = report.tables.iter().flat_map(|table| {
        let rows = table.rows.iter();
        rows.map(|row| {
            let cells = row.cells.iter().map(Cell::text);
            std::iter::once(Cell::text(table.title)).chain(cells)
        })
    });
    Some(Table {
        title: "Before and after the change".to_owned(),
        heading,
        rows: rows.map(Iterator::collect).collect(),
    })
}
