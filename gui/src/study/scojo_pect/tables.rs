//! Results as the tables of the thesis.

use super::reported::{self, Mix, REDUCTIONS, RESPONSES};
use super::{
    ALLOCATIONS, BASELINES, CONFIGURATIONS, LANL_CM5, LOAD, MODELS, Outcome, RULES, SDSC_BLUE,
    SETTINGS, Sample,
};
use crate::study::{Cell, Estimate, Extent, Table};

/// All runs.
pub(super) struct Results {
    pub(super) samples: Vec<Sample>,
}

/// Settings whose class mix the thesis prints, and the printed mix.
pub(super) const MIXES: [(usize, &str, Mix); 3] = [
    (0, "Lublin, 128 nodes", reported::LUBLIN),
    (SDSC_BLUE, "SDSC-BLUE", reported::SDSC_BLUE),
    (LANL_CM5, "LANL-CM5", reported::LANL_CM5),
];

impl Results {
    /// Samples of `setting` under `rule`.
    pub(super) fn of(&self, setting: usize, rule: usize) -> impl Iterator<Item = &Sample> {
        let samples = self.samples.iter();
        samples.filter(move |sample| sample.setting == setting && sample.rule == rule)
    }

    /// Settings that were run.
    pub(super) fn settings(&self) -> impl Iterator<Item = usize> {
        (0..SETTINGS.len()).filter(|&setting| self.of(setting, 0).next().is_some())
    }

    /// Per cent by which `what` is less under `allocation` than under `base`.
    pub(super) fn less(
        &self,
        (setting, rule): (usize, usize),
        (allocation, base): (usize, usize),
        what: impl Fn(&Outcome) -> f64,
    ) -> Option<Estimate> {
        let change = |sample: &Sample| {
            let [new, old] = [allocation, base].map(|place| what(&sample.outcomes[place]));
            100.0 * (1.0 - new / old.max(f64::MIN_POSITIVE))
        };
        let values: Vec<_> = self.of(setting, rule).map(change).collect();
        Estimate::of(&values)
    }

    /// Per cent by which overhead is less, counted as in the thesis.
    pub(super) fn reduction(
        &self,
        setting: (usize, usize),
        pair: (usize, usize),
    ) -> Option<Estimate> {
        self.less(setting, pair, |outcome| outcome.overhead)
    }

    /// Mean over several allocations, workload by workload, of the overhead each saves over `base`.
    pub(super) fn mean_reduction(
        &self,
        (setting, rule): (usize, usize),
        places: &[usize],
        base: usize,
    ) -> Option<Estimate> {
        let mean = |sample: &Sample| {
            let overhead = |place: usize| sample.outcomes[place].overhead;
            let saved = |place: &usize| 1.0 - overhead(*place) / overhead(base);
            100.0 * places.iter().map(saved).sum::<f64>() / places.len() as f64
        };
        Estimate::of(&self.of(setting, rule).map(mean).collect::<Vec<_>>())
    }

    /// Overhead in per cent of processing time.
    pub(super) fn share(&self, (setting, rule): (usize, usize), place: usize) -> Option<Estimate> {
        let share = |sample: &Sample| sample.outcomes[place].share;
        Estimate::of(&self.of(setting, rule).map(share).collect::<Vec<_>>())
    }

    /// Mean per cent of jobs and of work in each class.
    pub(super) fn mix(&self, setting: usize, kind: usize, class: usize) -> Option<Estimate> {
        let samples = self.of(setting, 0);
        let values: Vec<_> = samples.map(|sample| sample.mix[kind][class]).collect();
        match setting < MODELS {
            true => Estimate::of(&values),
            // A log has the same mix whatever memory is drawn.
            false => values.first().and_then(|first| Estimate::of(&[*first])),
        }
    }

    /// Table 2, and a block of tables for each rule.
    pub(super) fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.mix_table()];
        for rule in 0..RULES.len() {
            tables.extend(CONFIGURATIONS.map(|place| self.reductions(rule, place)));
            tables.push(self.logs(rule));
            tables.push(self.intelligent(rule));
            tables.push(self.in_node_time(rule));
            tables.push(self.shares(rule));
            tables.extend(CONFIGURATIONS.map(|place| self.responses(rule, place)));
        }
        tables.retain(|table| !table.rows.is_empty());
        tables
    }

    fn mix_table(&self) -> Table {
        let run = MIXES
            .iter()
            .filter(|(setting, ..)| self.mix(*setting, 0, 0).is_some());
        let rows = run.map(|(setting, name, reported)| {
            let cell = |kind: usize, class: usize| Cell {
                reported: Some([reported.jobs, reported.work][kind][class]),
                measured: self.mix(*setting, kind, class),
            };
            let cells = (0..6).map(|column| cell(column / 3, column % 3));
            ((*name).to_owned(), cells.collect())
        });
        table(
            "Table 2: per cent of jobs and of work by class".to_owned(),
            "workload",
            &[
                "short jobs",
                "medium",
                "long",
                "short work",
                "medium",
                "long",
            ],
            rows.collect(),
        )
    }

    /// A row for each of `settings` that was run.
    fn rows(
        &self,
        settings: impl Iterator<Item = usize>,
        cells: impl Fn(usize) -> Vec<Cell>,
    ) -> Vec<(String, Vec<Cell>)> {
        let rows = settings.filter(|&setting| self.of(setting, 0).next().is_some());
        rows.map(|setting| (SETTINGS[setting].name().to_owned(), cells(setting)))
            .collect()
    }

    /// Savings over both baselines, beside the reported ones.
    fn reduction_cells(&self, setting: usize, rule: usize, place: usize) -> Vec<Cell> {
        let cell = |base: usize| Cell {
            reported: Some(REDUCTIONS[place - BASELINES][setting][base]),
            measured: self.reduction((setting, rule), (place, base)),
        };
        (0..BASELINES).map(cell).collect()
    }

    fn reductions(&self, rule: usize, place: usize) -> Table {
        let title = format!(
            "{}, {}: per cent of overhead saved",
            number(place),
            RULES[rule].name
        );
        let rows = self.rows(0..MODELS, |setting| {
            self.reduction_cells(setting, rule, place)
        });
        table(title, "memory", &OVER_BASELINES, rows)
    }

    /// Table of the savings in the logs.
    fn logs(&self, rule: usize) -> Table {
        let logs = self.settings().filter(|&setting| setting >= MODELS);
        let rows = logs.flat_map(|setting| {
            CONFIGURATIONS.map(|place| {
                let name = format!("{}, {}", SETTINGS[setting].name(), ALLOCATIONS[place].0);
                (name, self.reduction_cells(setting, rule, place))
            })
        });
        table(
            format!(
                "Tables 8 and 9, {}: per cent of overhead saved",
                RULES[rule].name
            ),
            "log",
            &OVER_BASELINES,
            rows.collect(),
        )
    }

    fn intelligent(&self, rule: usize) -> Table {
        let rows = self.rows(0..SETTINGS.len(), |setting| {
            vec![Cell {
                reported: None,
                measured: self.reduction((setting, rule), (1, 0)),
            }]
        });
        table(
            format!(
                "Intelligent allocation, {}: per cent of overhead saved",
                RULES[rule].name
            ),
            "memory",
            &OVER_BASELINES[..1],
            rows,
        )
    }

    fn in_node_time(&self, rule: usize) -> Table {
        let names = CONFIGURATIONS.map(|place| {
            let name = ALLOCATIONS[place].0;
            OVER_BASELINES.map(|base| format!("{name} {base}"))
        });
        let rows = self.rows(0..SETTINGS.len(), |setting| {
            let cells = CONFIGURATIONS.map(|place| {
                let less = |base| {
                    self.less((setting, rule), (place, base), |outcome| {
                        outcome.node_overhead
                    })
                };
                [0, 1].map(|base| Cell {
                    reported: None,
                    measured: less(base),
                })
            });
            cells.into_iter().flatten().collect()
        });
        let columns: Vec<_> = names.iter().flatten().map(String::as_str).collect();
        table(
            format!("Overhead times nodes, {}: per cent saved", RULES[rule].name),
            "memory",
            &columns,
            rows,
        )
    }

    fn shares(&self, rule: usize) -> Table {
        let rows = self.rows(0..SETTINGS.len(), |setting| {
            let cells = (0..ALLOCATIONS.len()).map(|place| Cell {
                reported: None,
                measured: self.share((setting, rule), place),
            });
            cells.collect()
        });
        table(
            format!(
                "Overhead in per cent of processing time, {}",
                RULES[rule].name
            ),
            "memory",
            &ALLOCATIONS.map(|(name, _)| name),
            rows,
        )
    }

    fn responses(&self, rule: usize, place: usize) -> Table {
        let rows = self.rows(0..SETTINGS.len(), |setting| {
            let reported = RESPONSES[place - BASELINES].get(setting);
            let cells = (0..8).map(|column| {
                let (base, class) = (column / 4, column % 4);
                Cell {
                    reported: reported.and_then(|reported| reported[base][class]),
                    measured: self.less((setting, rule), (place, base), |outcome| {
                        outcome.responses[class]
                    }),
                }
            });
            cells.collect()
        });
        table(
            format!(
                "{}, {}: per cent by which the relative response time is less than under first-free, then under intelligent allocation",
                number(place),
                RULES[rule].name
            ),
            "memory",
            &[
                "first-free: long",
                "medium",
                "short",
                "all",
                "intelligent: long",
                "medium",
                "short",
                "all",
            ],
            rows,
        )
    }

    pub(super) fn utilisation_note(&self, extent: &Extent) -> String {
        let load = extent.load.unwrap_or(LOAD);
        let of_models = self.samples.iter().filter(|sample| sample.setting < MODELS);
        let values: Vec<_> = of_models.map(|sample| 100.0 * sample.utilisation).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(0.0, f64::max);
        let mean = Estimate::of(&values).map_or(0.0, |estimate| estimate.mean);
        format!(
            "interarrival times of the model are scaled to a load of {load}: utilisation {mean:.1} % on average, from {low:.1} to {high:.1} % (thesis: 80 to 85 %)"
        )
    }
}

const OVER_BASELINES: [&str; BASELINES] = ["over first-free", "over intelligent"];

/// Title of the thesis's table on a configuration, with the configuration.
fn number(place: usize) -> String {
    format!("Table {}, {}", 4 + place - BASELINES, ALLOCATIONS[place].0)
}

fn table(title: String, corner: &str, columns: &[&str], rows: Vec<(String, Vec<Cell>)>) -> Table {
    Table {
        title,
        corner: corner.to_owned(),
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        rows,
    }
}
