//! The thesis's figures 21 and 18 as pages of small charts.

use super::memory;
use super::reported::REDUCTIONS;
use super::tables::Results;
use super::{ALLOCATIONS, BASELINES, CONFIGURATIONS, LANL_CM5, RULES, SETTINGS};
use crate::study::{Estimate, Page, Quantity, Unit};

impl Results {
    /// Figure 21 over each baseline, and figure 18 of LANL-CM5's jobs if they were run.
    pub(super) fn pages(&self) -> Vec<Page> {
        let over = (0..BASELINES).map(|base| self.reduction_page(base));
        over.chain(self.memory_page()).collect()
    }

    /// Page with a row for each configuration and a column for each workload; reported values stand
    /// beside those measured by either rule.
    fn reduction_page(&self, base: usize) -> Page {
        let settings: Vec<_> = self.settings().collect();
        let name = ALLOCATIONS[base].0;
        let cells = CONFIGURATIONS.into_iter().flat_map(|place| {
            let charts = settings.iter();
            charts.flat_map(move |&setting| {
                let reported = Estimate::of(&[REDUCTIONS[place - BASELINES][setting][base]]);
                let measured = (0..RULES.len())
                    .map(move |rule| self.reduction((setting, rule), (place, base)));
                std::iter::once(reported).chain(measured)
            })
        });
        let row = |place: usize| {
            let (first, second) = ALLOCATIONS[place]
                .0
                .split_once('/')
                .unwrap_or((ALLOCATIONS[place].0, ""));
            [format!("{first} fit"), format!("then {second}")]
        };
        let groups = RULES.map(|rule| format!("{}: {}", rule.name, rule.words));
        Page {
            title: format!("Figure 21: per cent of overhead saved over {name} allocation"),
            source: format!("saved over {name}"),
            rows: CONFIGURATIONS.map(row).to_vec(),
            columns: settings
                .iter()
                .map(|&setting| Quantity {
                    name: SETTINGS[setting].name().to_owned(),
                    unit: Unit::Number,
                })
                .collect(),
            groups: std::iter::once("thesis".to_owned()).chain(groups).collect(),
            cells: cells.collect(),
            against: None,
        }
    }

    fn memory_page(&self) -> Option<Page> {
        let sample = self.of(LANL_CM5, 0).next()?;
        let shares = sample.memory.iter().flatten().flatten();
        let column = |name: &str| Quantity {
            name: name.to_owned(),
            unit: Unit::Share,
        };
        Some(Page {
            title: "Figure 18: what LANL-CM5's jobs need of the 32 MiB of each of their nodes"
                .to_owned(),
            source: "memory of LANL-CM5".to_owned(),
            rows: [["jobs", "share of all"], ["node time", "share of all"]]
                .map(|row| row.map(str::to_owned))
                .to_vec(),
            columns: ["all jobs", "short", "medium", "long"].map(column).to_vec(),
            groups: memory::names(),
            cells: shares.map(|share| Estimate::of(&[*share])).collect(),
            against: None,
        })
    }
}
