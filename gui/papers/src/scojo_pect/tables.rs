//! Results as the tables of the thesis.

use super::reported::{self, Mix};
use super::{
    ALLOCATIONS, BASELINES, CONFIGURATIONS, FIRST_FREE, INTELLIGENT, LOGS, MIX, MODELS,
    NODE_OVERHEAD, OURS, OVERHEAD, Point, RESPONSES, RULES, SCALED_LOAD, SHARE, Setting,
    SwappingRule, UTILISATION,
};
use crate::trials::{Metric, Treatment, Trials};
use crate::{Cell, Estimate, Extent, Table};

/// Settings whose class mix the thesis prints, and the printed mix.
pub(super) const MIXES: [(Setting, &str, Mix); 3] = [
    (Setting::Mm1, "Lublin, 128 nodes", reported::LUBLIN),
    (Setting::SdscBlue, "SDSC-BLUE", reported::SDSC_BLUE),
    (Setting::LanlCm5, "LANL-CM5", reported::LANL_CM5),
];

/// Those of `settings` that were run.
pub(super) fn run(
    trials: &Trials<Point>,
    settings: impl IntoIterator<Item = Setting>,
) -> impl Iterator<Item = Setting> {
    let settings = settings.into_iter();
    settings.filter(|&setting| trials.at((setting, OURS)).next().is_some())
}

/// Mean over several allocations, workload by workload, of the overhead each saves over first-free
/// allocation.
pub(super) fn mean_reduction(
    trials: &Trials<Point>,
    point: Point,
    allocations: &[Treatment],
) -> Option<Estimate> {
    let means = trials.at(point).map(|sample| {
        let overhead = |one| sample.value(one, OVERHEAD).unwrap_or_default();
        let saved = allocations
            .iter()
            .map(|one| 1.0 - overhead(one) / overhead(FIRST_FREE));
        100.0 * saved.sum::<f64>() / allocations.len() as f64
    });
    Estimate::of(&means.collect::<Vec<_>>())
}

/// Mean per cent of jobs or of work in a class.
pub(super) fn mix(trials: &Trials<Point>, setting: Setting, metric: Metric) -> Option<Estimate> {
    let values = trials.values((setting, OURS), FIRST_FREE, metric);
    if setting.is_model() {
        Estimate::of(&values)
    } else {
        // A log has the same mix whatever memory is drawn.
        Estimate::of(values.get(..1)?)
    }
}

/// Table 2, and a block of tables for each rule.
pub(super) fn tables(trials: &Trials<Point>) -> Vec<Table> {
    let mut tables = vec![mix_table(trials)];
    for rule in RULES {
        let by_rule = ByRule { trials, rule };
        tables.extend(CONFIGURATIONS.map(|one| by_rule.reductions(one)));
        tables.extend([
            by_rule.logs(),
            by_rule.intelligent(),
            by_rule.in_node_time(),
            by_rule.shares(),
        ]);
        tables.extend(CONFIGURATIONS.map(|one| by_rule.responses(one)));
    }
    tables.retain(|table| !table.rows.is_empty());
    tables
}

fn mix_table(trials: &Trials<Point>) -> Table {
    let rows = MIXES.into_iter();
    let rows = rows.filter(|(setting, ..)| trials.at((*setting, OURS)).next().is_some());
    let rows = rows.map(|(setting, name, reported)| (name.to_owned(), (setting, reported)));
    let columns = [
        "short jobs",
        "medium",
        "long",
        "short work",
        "medium",
        "long",
    ];
    let columns = columns.into_iter().zip(0..);
    let title = "Table 2: per cent of jobs and of work by class";
    Table::of(
        [title, "workload"],
        rows,
        columns,
        |(setting, reported), column: usize| {
            let (kind, class) = (column / 3, column % 3);
            Cell::of(
                Some(reported[kind][class]),
                mix(trials, setting, MIX[kind][class]),
            )
        },
    )
}

/// Results by one rule.
pub(super) struct ByRule<'t> {
    pub(super) trials: &'t Trials<Point>,
    pub(super) rule: SwappingRule,
}

impl ByRule<'_> {
    /// Table with a row for each of `settings` that was run.
    fn table<C: Copy>(
        &self,
        title: &str,
        settings: impl IntoIterator<Item = Setting>,
        columns: impl IntoIterator<Item = (impl Into<String>, C)>,
        cell: impl Fn(Setting, C) -> Cell,
    ) -> Table {
        let rows = run(self.trials, settings).map(|one| (one.name().to_owned(), one));
        Table::of([title, "memory"], rows, columns, cell)
    }

    /// Per cent by which a metric is less under one allocation than under another.
    pub(super) fn saving(
        &self,
        setting: Setting,
        pair: (Treatment, Treatment),
        metric: Metric,
    ) -> Option<Estimate> {
        self.trials.saving((setting, self.rule), pair, metric)
    }

    /// Overhead saved by a configuration over a baseline, beside the reported one.
    fn reduction(&self, setting: Setting, pair: (Treatment, Treatment)) -> Cell {
        Cell::of(
            Some(reported::reduction(setting, pair)),
            self.saving(setting, pair, OVERHEAD),
        )
    }

    fn reductions(&self, configuration: Treatment) -> Table {
        let title = format!(
            "{}, {}: per cent of overhead saved",
            table_title(configuration),
            self.rule.name
        );
        self.table(&title, MODELS, over_baselines(), |setting, base| {
            self.reduction(setting, (configuration, base))
        })
    }

    /// Table of the savings in the logs.
    fn logs(&self) -> Table {
        let rows = run(self.trials, LOGS).flat_map(|log| {
            CONFIGURATIONS.map(|one| (format!("{}, {one}", log.name()), (log, one)))
        });
        let title = format!(
            "Tables 8 and 9, {}: per cent of overhead saved",
            self.rule.name
        );
        Table::of(
            [&title, "log"],
            rows,
            over_baselines(),
            |(log, one), base| self.reduction(log, (one, base)),
        )
    }

    fn intelligent(&self) -> Table {
        let title = format!(
            "Intelligent allocation, {}: per cent of overhead saved",
            self.rule.name
        );
        let columns = over_baselines().take(1);
        self.table(&title, Setting::all(), columns, |setting, base| {
            self.saving(setting, (INTELLIGENT, base), OVERHEAD).into()
        })
    }

    fn in_node_time(&self) -> Table {
        let columns = CONFIGURATIONS.into_iter().flat_map(|one| {
            over_baselines().map(move |(over, base)| (format!("{one} {over}"), (one, base)))
        });
        let title = format!("Overhead times nodes, {}: per cent saved", self.rule.name);
        self.table(&title, Setting::all(), columns, |setting, pair| {
            self.saving(setting, pair, NODE_OVERHEAD).into()
        })
    }

    fn shares(&self) -> Table {
        let title = format!(
            "Overhead in per cent of processing time, {}",
            self.rule.name
        );
        let columns = ALLOCATIONS.map(|(name, ..)| (name, name));
        self.table(&title, Setting::all(), columns, |setting, allocation| {
            let point = (setting, self.rule);
            self.trials.estimate(point, allocation, SHARE).into()
        })
    }

    fn responses(&self, configuration: Treatment) -> Table {
        let columns = BASELINES.into_iter().flat_map(|base| {
            let names = [&format!("{base}: long"), "medium", "short", "all"].map(str::to_owned);
            let classes = names.into_iter().zip(0..);
            classes.map(move |(name, class)| (name, (base, class)))
        });
        let title = format!(
            "{}, {}: per cent by which the relative response time is less than under first-free, then under intelligent allocation",
            table_title(configuration),
            self.rule.name
        );
        self.table(
            &title,
            Setting::all(),
            columns,
            |setting, (base, class): (_, usize)| {
                let pair = (configuration, base);
                Cell::of(
                    reported::responses(setting, pair)[class],
                    self.saving(setting, pair, RESPONSES[class]),
                )
            },
        )
    }
}

pub(super) fn utilisation_note(trials: &Trials<Point>, extent: &Extent) -> String {
    let load = extent.load.unwrap_or(SCALED_LOAD);
    let samples = trials.samples.iter();
    let of_models = samples.filter(|sample| sample.point.0.is_model());
    let values = of_models.filter_map(|sample| sample.value(FIRST_FREE, UTILISATION));
    let values: Vec<_> = values.map(|utilisation| 100.0 * utilisation).collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let mean = Estimate::of(&values).map_or(0.0, |estimate| estimate.mean);
    format!(
        "interarrival times of the model are scaled to a load of {load}: utilisation {mean:.1} % on average, from {low:.1} to {high:.1} % (thesis: 80 to 85 %)"
    )
}

/// A column for each baseline.
fn over_baselines() -> impl Iterator<Item = (String, Treatment)> {
    let bases = BASELINES.into_iter();
    bases.map(|base| (format!("over {base}"), base))
}

/// Title of the thesis's table on a configuration, with the configuration.
fn table_title(configuration: Treatment) -> String {
    let index = CONFIGURATIONS.iter().position(|one| *one == configuration);
    format!("Table {}, {configuration}", 4 + index.unwrap_or(0))
}
