//! Results as pages of small charts: makespans by graph and number of servers.

use super::super::{Estimate, Page, Quantity, Unit};
use super::POLICIES;
use super::graphs::Family;
use super::reported::{SERVERS, SIZES};
use super::tables::Results;

impl Results {
    /// Pages of the stored graphs, for the paper's figures 6 to 8, then of each family.
    pub(super) fn pages(&self) -> Vec<Page> {
        let mut pages = vec![self.of_stored()];
        pages.extend(Family::ALL.map(|family| self.of_family(family)));
        pages
    }

    fn of_stored(&self) -> Page {
        let rows = self.stored.iter().zip(SIZES);
        let row =
            |(graph, jobs): (&super::Graph, u32)| [graph.name.clone(), format!("{jobs} jobs")];
        let cells = self.stored.iter().flat_map(|graph| {
            let makespans = graph.makespans.iter().flatten();
            makespans.map(|makespan| Estimate::of(&[*makespan]))
        });
        page(
            "Figures 6 to 8: makespans of the two stored graphs, which were selected".to_owned(),
            "stored graphs",
            rows.map(row).collect(),
            cells.collect(),
        )
    }

    fn of_family(&self, family: Family) -> Page {
        let graphs = self.of(family);
        let row = |(jobs, graphs): (u32, &Vec<super::Graph>)| {
            let of = match graphs.len() {
                1 => "1 graph".to_owned(),
                count => format!("{count} graphs"),
            };
            [format!("{jobs} jobs"), of]
        };
        let charts = graphs
            .iter()
            .flat_map(|graphs| (0..SERVERS.len()).map(move |servers| (graphs, servers)));
        let cells = charts.flat_map(|(graphs, servers)| {
            (0..POLICIES.len()).map(move |policy| {
                let makespans = graphs.iter().map(|graph| graph.makespans[servers][policy]);
                Estimate::of(&makespans.collect::<Vec<_>>())
            })
        });
        page(
            format!("Mean makespans of random {} graphs", family.name()),
            family.name(),
            SIZES.into_iter().zip(graphs).map(row).collect(),
            cells.collect(),
        )
    }
}

fn page(title: String, source: &str, rows: Vec<[String; 2]>, cells: Vec<Option<Estimate>>) -> Page {
    Page {
        title,
        source: source.to_owned(),
        rows,
        columns: SERVERS
            .map(|servers| Quantity {
                name: format!("{servers} servers"),
                unit: Unit::Seconds,
            })
            .to_vec(),
        groups: POLICIES.map(|(_, _, name)| name.to_owned()).to_vec(),
        cells,
        against: None,
    }
}
