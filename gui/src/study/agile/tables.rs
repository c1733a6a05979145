//! Results, log by log and grain by grain.

use super::super::{Cell, Estimate, Page, Quantity, Table};
use super::{GRAINS, Group, IN_FIGURES, METRICS, POLICIES, Population, Sample};

/// All runs.
pub(super) struct Results {
    pub(super) samples: Vec<Sample>,
    /// Load to which workloads were scaled.
    pub(super) load: f64,
}

impl Results {
    fn of(&self, group: Group) -> impl Iterator<Item = &Sample> {
        let samples = self.samples.iter();
        samples.filter(move |sample| sample.group == group)
    }

    /// Values of a metric under one policy in a group.
    pub(super) fn values(&self, group: Group, policy: usize, metric: usize) -> Vec<f64> {
        let samples = self.of(group);
        samples.map(|one| one.metrics[policy][metric]).collect()
    }

    /// Mean of a metric under one policy in a group.
    pub(super) fn mean(&self, group: Group, policy: usize, metric: usize) -> f64 {
        let values = self.values(group, policy, metric);
        values.iter().sum::<f64>() / values.len().max(1) as f64
    }

    /// Share of the machine that ten jobs of mean size fill, 0 to 1 and above.
    pub(super) fn ten(&self, group: Group) -> f64 {
        let shares = self.of(group).map(|one| 10.0 * one.size[1] / one.size[0]);
        shares.sum::<f64>() / self.of(group).count().max(1) as f64
    }

    /// Groups of a population that were run.
    pub(super) fn groups(&self, population: Population) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for sample in &self.samples {
            if sample.group.population == population && !groups.contains(&sample.group) {
                groups.push(sample.group);
            }
        }
        groups
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        let groups = Population::ALL.map(|one| self.groups(one));
        let tables = groups.iter().flatten().map(|group| self.table(*group));
        std::iter::once(self.sizes()).chain(tables).collect()
    }

    /// The paper's figures 1 to 4, each of them a row or more: of the logs, then of
    /// the random workloads.
    pub(super) fn pages(&self) -> Vec<Page> {
        let pages = Population::ALL.map(|one| self.page(one));
        let pages = pages.into_iter();
        pages.filter(|page| !page.rows.is_empty()).collect()
    }

    fn page(&self, population: Population) -> Page {
        let source = population.words(self.load);
        let groups = self.groups(population);
        let row = |group: &Group| {
            let grain = GRAINS[group.grain].1.to_owned();
            let of = match (group.log, self.of(*group).count()) {
                (Some(_), _) => group.name(),
                (None, 1) => "1 workload".to_owned(),
                (None, count) => format!("{count} workloads"),
            };
            [grain, of]
        };
        let columns = METRICS[..IN_FIGURES].iter().map(|metric| Quantity {
            name: metric.name.to_owned(),
            unit: metric.unit,
        });
        let charts = groups
            .iter()
            .flat_map(|group| (0..IN_FIGURES).map(move |metric| (*group, metric)));
        let cells = charts.flat_map(|(group, metric)| {
            let of = move |policy| self.values(group, policy, metric);
            (0..POLICIES.len()).map(move |policy| Estimate::of(&of(policy)))
        });
        Page {
            title: format!("Figures 1 to 4: policies by grain, {source}"),
            rows: groups.iter().map(row).collect(),
            columns: columns.collect(),
            groups: POLICIES.map(|(_, _, label)| label.to_owned()).to_vec(),
            cells: cells.collect(),
            against: None,
            source,
        }
    }

    /// Table of the share of each machine that ten jobs in a quantum can fill.
    fn sizes(&self) -> Table {
        let groups = Population::ALL.map(|one| self.groups(one));
        // The grain of random workloads makes no difference here.
        let groups = groups.iter().flatten();
        let groups = groups.filter(|group| group.log.is_some() || group.grain == 0);
        let rows = groups.map(|group| {
            let value = |place: usize| {
                let values = self.of(*group).map(|one| one.size[place]);
                Estimate::of(&values.collect::<Vec<_>>())
            };
            let shares = self.of(*group);
            let shares = shares.map(|one| 1000.0 * one.size[1] / one.size[0]);
            let ten = Estimate::of(&shares.collect::<Vec<_>>());
            let cells = [value(0), value(1), value(2), ten].map(|measured| Cell {
                reported: None,
                measured,
            });
            let population = group.population.words(self.load);
            let name = match group.log {
                Some(_) => format!("{}, {population}", group.name()),
                None => population,
            };
            (name, cells.to_vec())
        });
        Table {
            title: "What ten jobs in a quantum can fill of the machine".to_owned(),
            corner: "workload".to_owned(),
            columns: ["processors", "mean size", "load", "ten of mean size, %"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows.collect(),
        }
    }

    fn table(&self, group: Group) -> Table {
        let rows = POLICIES.iter().enumerate().map(|(policy, (_, _, title))| {
            let cells = (0..METRICS.len()).map(|metric| Cell {
                reported: None,
                measured: Estimate::of(&self.values(group, policy, metric)),
            });
            ((*title).to_owned(), cells.collect())
        });
        let (name, population) = (group.name(), group.population.words(self.load));
        let grain = GRAINS[group.grain].1;
        Table {
            title: match group.log {
                Some(_) => format!("{name}, taken to be of {grain} grain, {population}"),
                None => format!("Jobs of {name} grain, {population}"),
            },
            corner: "policy".to_owned(),
            columns: METRICS.map(|metric| metric.name.to_owned()).to_vec(),
            rows: rows.collect(),
        }
    }
}
