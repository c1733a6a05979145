//! Results by load and over-request.

use super::super::trials::{Metric, Treatment, Trials, names};
use super::super::{Cell, Page, Table};
use super::claims::FALLS;
use super::{
    ADASA, JUDGED_SETTING, METRICS, MISSED, PAPER_SERVICES, REQUESTS, RESPONSE, SERVICES, SLOWDOWN,
    Setting, Source, TURNAROUND, USED,
};

/// Tables of ADaSA's differences to the others in the claimed metrics, and of everything that was
/// measured.
pub(super) fn tables(trials: &Trials<Setting>) -> Vec<Table> {
    let changes = FALLS.iter().flat_map(|fall| {
        let also = (fall.1 == RESPONSE).then_some(TURNAROUND);
        let metrics = std::iter::once(fall.1).chain(also);
        metrics.map(|metric| changes(trials, fall, metric))
    });
    let settings = trials.levels(|setting| setting).into_iter();
    changes
        .chain(settings.map(|one| table(trials, one)))
        .collect()
}

/// Table of a claimed fall at all settings: a row for each kind of workload, a column for each
/// load.
fn changes(
    trials: &Trials<Setting>,
    (other, claimed, reported): &(Treatment, Metric, f64),
    metric: Metric,
) -> Table {
    let kinds = Source::ALL.into_iter().flat_map(|source| {
        REQUESTS.map(|times| {
            let name = format!("{}, over-request {times}", source.name());
            (name, (source, times))
        })
    });
    let loads = trials.levels(|setting| setting.load).into_iter();
    let loads = loads.map(|load| (format!("load {load}"), load));
    let title = format!("ADaSA against {}: {} changes by, %", other, metric.name);
    Table::of(
        [&title, "workloads"],
        kinds,
        loads,
        |(source, over_request), load| {
            let setting = Setting::new(source, load, over_request);
            let is_judged = setting == JUDGED_SETTING && metric == *claimed;
            Cell::of(
                Some(*reported).filter(|_| is_judged),
                trials.change(setting, (ADASA, *other), metric),
            )
        },
    )
}

fn table(trials: &Trials<Setting>, setting: Setting) -> Table {
    let title = format!(
        "{}, load {}, users ask for {} times what is of use",
        setting.source.name(),
        setting.load,
        setting.over_request
    );
    trials.table(setting, [&title, "service"], &names(&SERVICES), &METRICS)
}

/// The paper's figure 2, and a page for each source and over-request with a row for each load.
pub(super) fn pages(trials: &Trials<Setting>) -> Vec<Page> {
    let kinds = trials.levels(|setting| (setting.source, setting.over_request));
    let by_load = kinds.into_iter().map(|kind| by_load(trials, kind));
    std::iter::once(figure_2(trials)).chain(by_load).collect()
}

/// Four metrics of the paper's five services, a row for each source.
fn figure_2(trials: &Trials<Setting>) -> Page {
    let loads = trials.levels(|setting| setting.load);
    let load = loads.iter().find(|load| **load == JUDGED_SETTING.load);
    let load = load
        .or(loads.first())
        .copied()
        .unwrap_or(JUDGED_SETTING.load);
    let rows = Source::ALL.map(|source| {
        let row = Setting::new(source, load, JUDGED_SETTING.over_request);
        ([source.name().to_owned(), format!("load {load}")], row)
    });
    let title = format!(
        "Figure 2: four metrics of five services, load {load}, users ask for what is of use"
    );
    let metrics = [RESPONSE, SLOWDOWN, MISSED, USED];
    trials
        .page([&title, "figure 2"], rows, &metrics, &PAPER_SERVICES)
        .with_against([MISSED, RESPONSE])
}

fn by_load(trials: &Trials<Setting>, (source, over_request): (Source, f64)) -> Page {
    let name = format!(
        "{}, asking for {over_request} times what is of use",
        source.name()
    );
    let rows = trials.levels(|setting| setting).into_iter();
    let rows = rows.filter(|row| (row.source, row.over_request) == (source, over_request));
    let rows = rows.map(|row| ([format!("load {}", row.load), String::new()], row));
    let title = format!("Services by load: {name}");
    let metrics = [RESPONSE, TURNAROUND, SLOWDOWN, MISSED, USED];
    trials
        .page([&title, &name], rows, &metrics, &names(&SERVICES))
        .with_against([MISSED, RESPONSE])
}
