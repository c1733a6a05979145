//! States of the cluster by policy and arrived demand, beside those of the artifact.

use super::super::trials::{Metric, Trials};
use super::super::{Cell, Page, Table};
use super::policy::Policy;
use super::reported::reported;
use super::{ALLOCATED, AMOUNT, FRAGMENTED, LEVELS, METRICS};

pub(super) fn tables(trials: &Trials<u32>) -> Vec<Table> {
    let titles = [
        (
            "Figure 7: GPUs of no use, % of those that are left",
            FRAGMENTED,
        ),
        ("Figure 7: GPUs of no use, % of all", AMOUNT),
        ("Figure 9: allocated GPUs, % of all", ALLOCATED),
    ];
    titles
        .map(|(title, metric)| table(trials, title, metric))
        .into()
}

fn table(trials: &Trials<u32>, title: &str, metric: Metric) -> Table {
    let policies = Policy::ALL.map(|policy| (policy.name().to_owned(), policy.name()));
    let levels = LEVELS.map(|level| (format!("{level} % arrived"), level));
    Table::of([title, "policy"], policies, levels, |policy, level| {
        let estimate = trials.estimate(level, policy, metric);
        Cell::of(reported(policy, metric, level), estimate)
    })
}

/// Figures 7 and 9 at some levels: a row for each, a column for each metric, a bar for each policy.
pub(super) fn page(trials: &Trials<u32>) -> Page {
    const SHOWN: [u32; 5] = [20, 50, 80, 100, 130];
    let rows = SHOWN.map(|level| {
        let name = format!("{level} %");
        ([name, "arrived".to_owned()], level)
    });
    let title = "Figures 7 and 9: GPUs of no use and allocated GPUs, by policy and arrived demand";
    let policies = Policy::ALL.map(Policy::name);
    trials.page([title, "openb"], rows, &METRICS, &policies)
}
