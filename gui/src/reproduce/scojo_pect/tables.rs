//! What was measured, as the tables of the thesis.

use super::reported::{LANL_CM5, LUBLIN, Mix, REDUCTIONS, RESPONSES, SDSC_BLUE};
use super::{ALLOCATIONS, BASELINES, LOAD, MODELS, Outcome, SETTINGS, Sample};
use crate::reproduce::{Cell, Estimate, Extent, Table};

/// Everything that was run.
pub(super) struct Results {
    pub(super) samples: Vec<Sample>,
}

impl Results {
    pub(super) fn of(&self, setting: usize) -> impl Iterator<Item = &Sample> {
        let samples = self.samples.iter();
        samples.filter(move |sample| sample.setting == setting)
    }

    /// Per cent by which `what` is less under `allocation` than under `base`.
    pub(super) fn less(
        &self,
        setting: usize,
        allocation: usize,
        base: usize,
        what: impl Fn(&Outcome) -> f64,
    ) -> Option<Estimate> {
        let change = |sample: &Sample| {
            let [new, old] = [allocation, base].map(|place| what(&sample.outcomes[place]));
            100.0 * (1.0 - new / old.max(f64::MIN_POSITIVE))
        };
        let values: Vec<_> = self.of(setting).map(change).collect();
        Estimate::of(&values)
    }

    pub(super) fn reduction(
        &self,
        setting: usize,
        allocation: usize,
        base: usize,
    ) -> Option<Estimate> {
        self.less(setting, allocation, base, |outcome| outcome.overhead)
    }

    pub(super) fn mix_table(&self) -> Table {
        let rows = [
            (0, LUBLIN, "Lublin, 128 nodes"),
            (5, SDSC_BLUE, "SDSC-BLUE"),
            (6, LANL_CM5, "LANL-CM5"),
        ];
        let rows = rows
            .into_iter()
            .map(|(setting, reported, name)| (name.to_owned(), self.mix_cells(setting, &reported)));
        Table {
            title: "Table 2: per cent of jobs and of work by class".to_owned(),
            corner: "workload".to_owned(),
            columns: [
                "short jobs",
                "medium",
                "long",
                "short work",
                "medium",
                "long",
            ]
            .map(str::to_owned)
            .to_vec(),
            rows: rows.collect(),
        }
    }

    fn mix_cells(&self, setting: usize, reported: &Mix) -> Vec<Cell> {
        let cells = (0..6).map(|column| {
            let (kind, class) = (column / 3, column % 3);
            let values: Vec<_> = self
                .of(setting)
                .map(|sample| sample.mix[kind][class])
                .collect();
            Cell {
                reported: match kind {
                    0 => Some(reported.jobs[class]),
                    _ => reported.work.map(|work| work[class]),
                },
                // A log is the same whatever memory is drawn.
                measured: match setting < MODELS {
                    true => Estimate::of(&values),
                    false => values.first().and_then(|first| Estimate::of(&[*first])),
                },
            }
        });
        cells.collect()
    }

    fn table(
        &self,
        title: String,
        columns: Vec<String>,
        cells: impl Fn(usize) -> Vec<Cell>,
    ) -> Table {
        let rows = SETTINGS.iter().enumerate();
        let rows = rows.map(|(setting, which)| (which.name().to_owned(), cells(setting)));
        Table {
            title,
            corner: "memory".to_owned(),
            columns,
            rows: rows.collect(),
        }
    }

    pub(super) fn reductions(&self, allocation: usize, name: &str) -> Table {
        let number = 4 + allocation - BASELINES;
        let title = format!("Table {number}: {name}, per cent of overhead saved");
        let columns = ["over first-free", "over intelligent"].map(str::to_owned);
        self.table(title, columns.to_vec(), |setting| {
            let cell = |base| Cell {
                reported: Some(REDUCTIONS[allocation - BASELINES][setting][base]),
                measured: self.reduction(setting, allocation, base),
            };
            vec![cell(0), cell(1)]
        })
    }

    pub(super) fn baselines(&self) -> Table {
        let title = "Intelligent allocation, per cent of overhead saved".to_owned();
        let columns = vec!["over first-free".to_owned()];
        self.table(title, columns, |setting| {
            vec![Cell {
                reported: None,
                measured: self.reduction(setting, 1, 0),
            }]
        })
    }

    pub(super) fn shares(&self) -> Table {
        let title = "Overhead in per cent of processing time".to_owned();
        let columns = ALLOCATIONS.map(|(name, _)| name.to_owned());
        self.table(title, columns.to_vec(), |setting| {
            let cells = (0..ALLOCATIONS.len()).map(|place| Cell {
                reported: None,
                measured: self.share(setting, place),
            });
            cells.collect()
        })
    }

    pub(super) fn share(&self, setting: usize, allocation: usize) -> Option<Estimate> {
        let share = |sample: &Sample| sample.outcomes[allocation].share;
        Estimate::of(&self.of(setting).map(share).collect::<Vec<_>>())
    }

    pub(super) fn responses(&self, allocation: usize, name: &str) -> Table {
        let number = 4 + allocation - BASELINES;
        let title = format!(
            "Table {number}: {name}, per cent by which the relative response time is less than under first-free"
        );
        let columns = ["long", "medium", "short", "all"].map(str::to_owned);
        self.table(title, columns.to_vec(), |setting| {
            let reported = RESPONSES[allocation - BASELINES].get(setting);
            let cells = (0..4).map(|class| Cell {
                reported: reported.and_then(|reported| reported[class]),
                measured: self.less(setting, allocation, 0, |outcome| outcome.responses[class]),
            });
            cells.collect()
        })
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
