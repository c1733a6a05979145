//! The thesis's figures 21 and 18 as pages of small charts.

use super::memory::{BARS, SHARES};
use super::tables::run;
use super::{BASELINES, CONFIGURATIONS, OURS, OVERHEAD, Point, RULES, Setting, reported};
use crate::trials::{Treatment, Trials};
use crate::{Estimate, Page, Quantity, Unit};

/// Figure 21 over each baseline, and figure 18 of LANL-CM5's jobs if they were run.
pub(super) fn pages(trials: &Trials<Point>) -> Vec<Page> {
    let over = BASELINES.iter().map(|base| reduction_page(trials, base));
    over.chain(memory_page(trials)).collect()
}

/// Page with a row for each configuration and a column for each workload; reported values stand
/// beside those measured by either rule.
fn reduction_page(trials: &Trials<Point>, base: Treatment) -> Page {
    let rows = CONFIGURATIONS.map(|configuration| {
        let (first, second) = configuration.split_once('/').unwrap_or((configuration, ""));
        (
            [format!("{first} fit"), format!("then {second}")],
            configuration,
        )
    });
    let columns = run(trials, Setting::all()).map(|setting| {
        let name = setting.name().to_owned();
        let unit = Unit::Number;
        (Quantity { name, unit }, setting)
    });
    let rules = RULES.map(|rule| (format!("{}: {}", rule.name, rule.words), Some(rule)));
    let groups = std::iter::once(("thesis".to_owned(), None)).chain(rules);
    let title = format!("Figure 21: per cent of overhead saved over {base} allocation");
    let source = format!("saved over {base}");
    Page::of(
        [&title, &source],
        rows,
        columns,
        groups,
        |configuration, setting, rule| {
            let pair = (configuration, base);
            match rule {
                None => Estimate::of(&[reported::reduction(setting, pair)]),
                Some(rule) => trials.saving((setting, rule), pair, OVERHEAD),
            }
        },
    )
}

fn memory_page(trials: &Trials<Point>) -> Option<Page> {
    let sample = trials.at((Setting::LanlCm5, OURS)).next()?;
    let rows = ["jobs", "node time"].map(|name| [name, "share of all"].map(str::to_owned));
    let columns = SHARES[0].map(Quantity::from);
    let bars = BARS.map(|(bar, _)| (bar.to_owned(), bar));
    let title = "Figure 18: what LANL-CM5's jobs need of the 32 MiB of each of their nodes";
    let titles = [title, "memory of LANL-CM5"];
    let (rows, columns) = (rows.into_iter().zip(SHARES), columns.into_iter().zip(0..));
    Some(Page::of(
        titles,
        rows,
        columns,
        bars,
        |shares, column: usize, bar| Estimate::of(&[sample.value(bar, shares[column])?]),
    ))
}
