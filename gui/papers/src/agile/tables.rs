//! Results, log by log and grain by grain.

use super::super::trials::{Trials, names};
use super::super::{Page, Table};
use super::{Group, METRICS, NUMBERS, PAPER_METRICS, POLICIES, Population, WORKLOAD};
use laboratory::scenario::coscheduling::GrainClass;

/// Groups of a population that were run.
pub(super) fn groups(trials: &Trials<Group>, population: Population) -> Vec<Group> {
    let mut groups = trials.levels(|group| group);
    groups.retain(|group| group.population == population);
    groups
}

pub(super) fn tables(trials: &Trials<Group>) -> Vec<Table> {
    let groups = trials.levels(|group| group).into_iter();
    let tables = groups.map(|group| table(trials, group));
    std::iter::once(ten_job_table(trials))
        .chain(tables)
        .collect()
}

/// The paper's figures 1 to 4, each of them a row or more: of the logs, then of the random
/// workloads.
pub(super) fn pages(trials: &Trials<Group>) -> Vec<Page> {
    let populations = trials.levels(|group| group.population).into_iter();
    populations.map(|one| page(trials, one)).collect()
}

fn page(trials: &Trials<Group>, population: Population) -> Page {
    let row = |group: Group| {
        let of = match (group.log, trials.at(group).count()) {
            (Some(_), _) => group.name(),
            (None, 1) => "1 workload".to_owned(),
            (None, count) => format!("{count} workloads"),
        };
        ([group.grain.name().to_owned(), of], group)
    };
    let source = population.text();
    let title = format!("Figures 1 to 4: policies by grain, {source}");
    let rows = groups(trials, population).into_iter().map(row);
    trials.page(
        [&title, &source],
        rows,
        &METRICS[..PAPER_METRICS],
        &names(&POLICIES),
    )
}

/// Table of the share of each machine that ten jobs in a quantum can fill.
fn ten_job_table(trials: &Trials<Group>) -> Table {
    // The grain of random workloads makes no difference here.
    let groups = trials.levels(|group| group).into_iter();
    let groups = groups.filter(|group| group.log.is_some() || group.grain == GrainClass::Fine);
    let rows = groups.map(|group| {
        let population = group.population.text();
        let name = match group.log {
            Some(_) => format!("{}, {population}", group.name()),
            None => population,
        };
        (name, group)
    });
    let columns = NUMBERS.map(|number| (number.name, number));
    let title = "What ten jobs in a quantum can fill of the machine";
    Table::of([title, "workload"], rows, columns, |group, number| {
        trials.estimate(group, WORKLOAD, number).into()
    })
}

fn table(trials: &Trials<Group>, group: Group) -> Table {
    let (name, population) = (group.name(), group.population.text());
    let title = match group.log {
        Some(_) => {
            let grain = group.grain.name();
            format!("{name}, taken to be of {grain} grain, {population}")
        }
        None => format!("Jobs of {name} grain, {population}"),
    };
    trials.table(group, [&title, "policy"], &names(&POLICIES), &METRICS)
}
