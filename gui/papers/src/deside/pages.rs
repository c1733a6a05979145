//! Results as pages of small charts: makespans by graph and number of servers.

use super::super::Page;
use super::super::trials::{Trials, names};
use super::graphs::{Family, STORED};
use super::reported::{ON_SERVERS, SIZES};
use super::{Graphs, POLICIES};

/// Pages of the stored graphs, for the paper's figures 6 to 8, then of each family.
pub(super) fn pages(trials: &Trials<Graphs>) -> Vec<Page> {
    let rows = (0..SIZES.len()).map(|graph| {
        let name = [STORED[graph].0.to_owned(), format!("{} jobs", SIZES[graph])];
        (name, Graphs::Stored(graph))
    });
    let title = "Figures 6 to 8: makespans of the two stored graphs, which were selected";
    let stored = trials.page(
        [title, "stored graphs"],
        rows,
        &ON_SERVERS,
        &names(&POLICIES),
    );
    let families = Family::ALL.map(|family| of_family(trials, family));
    std::iter::once(stored).chain(families).collect()
}

fn of_family(trials: &Trials<Graphs>, family: Family) -> Page {
    let rows = (0..SIZES.len()).map(|size| {
        let graphs = Graphs::Drawn(family, size);
        let count = match trials.at(graphs).count() {
            1 => "1 graph".to_owned(),
            count => format!("{count} graphs"),
        };
        ([format!("{} jobs", SIZES[size]), count], graphs)
    });
    let title = format!("Mean makespans of random {} graphs", family.name());
    trials.page(
        [&title, family.name()],
        rows,
        &ON_SERVERS,
        &names(&POLICIES),
    )
}
