//! The log that a scenario names, as accounting: its jobs, how they are read, and the machine as far as
//! they show it.

use std::path::Path;

use super::account::{self, Accounts};
use super::resolve;
use crate::base::problem::Problem;
use crate::scenario::cluster::NodeKind;
use crate::scenario::{Cluster, Scenario, Sizing, SwfWorkload, TableWorkload, Workload};

/// Reads the log that `scenario` names, relative to the file `path`: its jobs, how they are read, and
/// the size of the machine if known.
pub(crate) fn read(
    scenario: &Scenario,
    path: &Path,
    options: &TableWorkload,
) -> Result<(Accounts, TableWorkload, Option<u32>), Problem> {
    let said = scenario.machine.nodes().and_then(|cluster| cluster.count());
    match &scenario.workload {
        Workload::Swf(log) => {
            let found = resolve(&log.path, Some(path));
            let (accounts, machine) = account::read_log(log, &found)?;
            Ok((accounts, table_options(log), said.or(machine)))
        }
        Workload::Table(table) => {
            let table = TableWorkload {
                path: resolve(&table.path, Some(path)),
                ..table.with_options(options)
            };
            let accounts = account::read(&table, &table.path)?;
            Ok((accounts, table, said))
        }
        _ => {
            let sentence =
                "no log and no accounting: models and written jobs have nothing that was recorded";
            Err(Problem::input(sentence).in_file(path))
        }
    }
}

/// Options of a log that tables have as well.
fn table_options(log: &SwfWorkload) -> TableWorkload {
    TableWorkload {
        keep_zero_runtimes: log.keep_zero_runtimes,
        prefer_requested: log.prefer_requested,
        clip_wide: log.clip_wide,
        raise_estimates: log.raise_estimates,
        exact_estimates: log.exact_estimates,
        ..TableWorkload::with_path(log.path.clone())
    }
}

/// Whether a job of `scenario`, whose paths are relative to the file `source`, is said to hold licences.
///
/// # Errors
/// The log cannot be read.
pub fn has_licences(scenario: &Scenario, source: &Path) -> Result<bool, Problem> {
    match &scenario.workload {
        Workload::Jobs(jobs) => Ok(jobs.iter().any(|job| !job.licences.is_empty())),
        Workload::Table(table) => account::has_licences(&resolved(table, source)),
        _ => Ok(false),
    }
}

/// Whether a job in the table of `scenario`, whose paths are relative to the file `source`, is in another
/// partition than `only`.
///
/// # Errors
/// The table cannot be read.
pub fn has_other_partitions(
    scenario: &Scenario,
    source: &Path,
    only: &str,
) -> Result<bool, Problem> {
    match &scenario.workload {
        Workload::Table(table) => account::has_other_partitions(&resolved(table, source), only),
        _ => Ok(false),
    }
}

/// `table`, its path relative to the file `source` resolved.
fn resolved(table: &TableWorkload, source: &Path) -> TableWorkload {
    TableWorkload {
        path: resolve(&table.path, Some(source)),
        ..table.clone()
    }
}

/// Gives kinds of nodes to a machine with limits, licences or advance reservations that has none, from the log of `scenario`,
/// whose paths are relative to the file `source`: these are of nodes whose cores are known.
///
/// # Errors
/// The log cannot be read, or there is none.
pub fn give_kinds(scenario: &mut Scenario, source: &Path) -> Result<(), Problem> {
    let needs_some = scenario.machine.nodes().is_some_and(needs_kinds);
    if needs_some {
        let (accounts, options, machine) = read(scenario, source, &TableWorkload::default())?;
        let size = machine.unwrap_or_else(|| accounts.in_use(&options));
        add_kinds(scenario, &accounts, &options, size);
    }
    Ok(())
}

/// Whether it has limits, licences or advance reservations, and no kinds of nodes that these could be of.
fn needs_kinds(cluster: &Cluster) -> bool {
    let has_none =
        cluster.limits.is_empty() && cluster.licences.is_empty() && cluster.reservations.is_empty();
    !has_none && cluster.kinds.is_empty()
}

/// Adds the kinds of nodes that `accounts` show, read with `options`, of so many cores or nodes in all,
/// if some are needed.
pub(crate) fn add_kinds(
    scenario: &mut Scenario,
    accounts: &Accounts,
    options: &TableWorkload,
    size: u32,
) {
    let Some(cluster) = scenario.machine.nodes_mut().filter(|one| needs_kinds(one)) else {
        return;
    };
    let cores = if accounts.sizing(options) == Sizing::Nodes {
        1
    } else {
        // As many on a node as any job had on average on its nodes; one node where jobs have none.
        let each = accounts.entries.iter().filter_map(|entry| {
            let nodes = entry.nodes.filter(|nodes| *nodes > 0)?;
            Some(entry.cores?.div_ceil(nodes))
        });
        each.max().unwrap_or(size).max(1)
    };
    cluster.nodes = None;
    cluster.kinds = vec![NodeKind {
        cores: Some(cores),
        ..NodeKind::with_count(size.div_ceil(cores).max(1))
    }];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Machine;
    use crate::scenario::cluster::Limit;

    /// Kinds that accounting of `rows` gets on a machine with limits, whose size is `nodes` if given:
    /// nodes and their cores.
    fn kinds(rows: &str, nodes: Option<u32>) -> (u32, Option<u32>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("jobs.csv");
        std::fs::write(&path, rows).unwrap();
        let mut scenario = crate::load::open(&path).unwrap();
        scenario.machine = Machine::cluster(nodes);
        give_kinds(&mut scenario, &path).unwrap();
        let cluster = scenario.machine.nodes_mut().unwrap();
        assert!(cluster.kinds.is_empty(), "without limits none are needed");
        cluster.limits.users.push(Limit::default());
        give_kinds(&mut scenario, &path).unwrap();
        let [kind] = &scenario.machine.nodes().unwrap().kinds[..] else {
            panic!("one kind")
        };
        (kind.count, kind.cores)
    }

    /// At most six nodes are in use at once, with 2 and 4 cores on each: 20 cores, or five nodes of four.
    #[test]
    fn a_machine_with_limits_gets_the_kind_of_nodes_that_its_log_shows() {
        let rows = "jobid,submit,start,end,nnodes\n1,0,0,100,2\n2,5,5,100,4\n";
        assert_eq!(kinds(rows, None), (6, Some(1)));
        assert_eq!(kinds(rows, Some(9)), (9, Some(1)));
        let rows = "jobid,submit,start,end,nnodes,ncpus\n1,0,0,100,2,4\n2,5,5,100,4,16\n";
        assert_eq!(kinds(rows, None), (5, Some(4)));
        assert_eq!(kinds(rows, Some(24)), (6, Some(4)));
        let rows = "jobid,submit,start,end,ncpus\n1,0,0,100,4\n2,5,5,100,16\n";
        assert_eq!(kinds(rows, None), (1, Some(20)));
    }
}
