//! Accounting of a centre: one table for all formats, with counts of what was dropped or changed.

mod anonymise;
mod entry;
mod entry_reader;
pub(super) mod extract;
mod flux;
mod jobs;
mod known_tables;
mod layout;
mod log;
mod machine_size;
mod pbs;
pub mod preview;
mod remarks;
mod rows;
mod shared_nodes;
mod table_job;
mod tally;

use std::path::Path;

use jiff::tz::TimeZone;

pub use super::slurm::text::{Limit, Stamp, State};
pub use entry::{Entries, Entry, LicenceCount, NameList, Names, Task};
pub use known_tables::SACCT_FIELDS;
pub use log::read_log;
pub use tally::{Change, Changes, Dropped, Tally};

pub(super) use jobs::draft;
pub(super) use remarks::numbered_list;
pub(super) use rows::TableFormat;

use super::gpu_cluster::{kinds_for, nodes_beside};
use super::open::{Opened, default_scenario, existing_path};
use crate::base::problem::Problem;
use crate::record::unit::Unit;
use crate::scenario::{Cluster, Machine, Scenario, TableWorkload, Workload};
use entry_reader::EntryReader;
use rows::TableItem;

/// Accounting table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Accounts {
    /// Jobs in the order of the file.
    pub entries: Entries,
    /// Names of partitions, users and the like.
    pub names: Names,
    /// Counts of rows read and dropped; changes are recorded in the entries.
    pub tally: Tally,
    /// Whether instants are of the calendar.
    pub has_calendar: bool,
    /// Name of the published table, if it is one.
    pub known_table: Option<&'static str>,
    /// Name of the time zone, if given.
    pub zone: Option<String>,
    /// Noun for one of its lines.
    pub noun: &'static str,
    /// Unit of sizes, where a header gives it instead of columns: sizes are then stored as cores.
    pub size_unit: Option<Unit>,
}

impl Accounts {
    /// Tally of all entries as they are.
    pub fn tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        for entry in self.entries.iter() {
            tally.keep(entry.changes);
        }
        tally
    }
}

/// Reads the table at `path`.
///
/// # Errors
/// The table cannot be read or parsed, with line and column where they are known.
pub fn read(options: &TableWorkload, path: &Path) -> Result<Accounts, Problem> {
    let accounts = read_until(options, path, |_| false)?;
    if accounts.tally.read == 0 {
        let sentence = "the table has no rows; at least one job is needed";
        return Err(Problem::input(sentence).in_file(path));
    }
    Ok(accounts)
}

/// Whether a job of a table holds a licence, or asks for one.
///
/// # Errors
/// The table cannot be read up to there.
pub(super) fn has_licences(options: &TableWorkload) -> Result<bool, Problem> {
    let has_some = |accounts: &Accounts| !accounts.names.licences.names().is_empty();
    Ok(has_some(&read_until(options, &options.path, has_some)?))
}

/// Whether a job of a table is in another partition than `only`.
///
/// # Errors
/// The table cannot be read up to there.
pub(super) fn has_other_partitions(options: &TableWorkload, only: &str) -> Result<bool, Problem> {
    let has_other = |accounts: &Accounts| {
        let mut partitions = accounts.names.partitions.names().iter();
        partitions.any(|one| one != only)
    };
    Ok(has_other(&read_until(options, &options.path, has_other)?))
}

/// Whether one of the first `most` jobs of a table has a start.
///
/// # Errors
/// The table cannot be read up to there.
pub(super) fn has_starts(options: &TableWorkload, most: usize) -> Result<bool, Problem> {
    let started = |accounts: &Accounts| {
        let last = accounts.entries.last();
        last.is_some_and(|entry| entry.start.is_some())
    };
    let accounts = read_until(options, &options.path, |accounts| {
        accounts.entries.len() >= most || started(accounts)
    })?;
    Ok(started(&accounts))
}

/// Reads the table at `path` until `is_enough`.
fn read_until(
    options: &TableWorkload,
    path: &Path,
    is_enough: impl Fn(&Accounts) -> bool,
) -> Result<Accounts, Problem> {
    if pbs::is_log(path)? {
        return pbs::read(options, path, is_enough);
    }
    if flux::is_list(path)? {
        return flux::read(options, path, is_enough);
    }
    let named = |problem: Problem| problem.in_file(path);
    let Some(form) = TableFormat::detect(path)? else {
        return Err(named(Problem::input(
            "no accounting: a table with a header is wanted, what `sacct -P` or jobcomp/filetxt wrote, Parquet, a list of `flux jobs -a --json`, or a log of PBS (its lines begin as in `03/02/2026 10:00:00;E;42.server;`)",
        )));
    };
    let zone = zone(options).map_err(named)?;
    let mut accounts = Accounts {
        has_calendar: true,
        zone: options.zone.clone(),
        noun: form.noun(),
        ..Accounts::default()
    };
    let mut maker = EntryReader::new(zone);
    let mut has_enough = false;
    let read = form.each(path, options, &mut |found| match found {
        TableItem::Row(layout, row, changes) => {
            accounts.known_table = layout.known_table;
            maker.take(layout, row, changes, &mut accounts)?;
            has_enough = is_enough(&accounts);
            if has_enough {
                // Ends the reading; this problem is never shown.
                Err(Problem::input("enough is read"))
            } else {
                Ok(())
            }
        }
        TableItem::Dropped(why, line) => {
            accounts.tally.read += 1;
            accounts.tally.drop_line(why, line);
            Ok(())
        }
    });
    if !has_enough {
        read.map_err(named)?;
    }
    Ok(accounts)
}

/// The requested time zone, or UTC.
pub(super) fn zone(options: &TableWorkload) -> Result<TimeZone, Problem> {
    let Some(name) = &options.zone else {
        return Ok(TimeZone::UTC);
    };
    TimeZone::get(name).map_err(|_| {
        Problem::input(format!(
            "there is no time zone `{name}`; names such as Europe/Berlin and UTC are allowed"
        ))
    })
}

/// Opens a table as a scenario with every default policy.
pub(super) fn open(path: &Path) -> Result<Opened, Problem> {
    let (opened, _) = open_on(path, None)?;
    Ok(opened)
}

/// Opens a table as a scenario with every default policy; pods on the nodes of the table at `nodes`,
/// or of the one that lies beside theirs, if any, with remarks on these.
pub(super) fn open_on(path: &Path, nodes: Option<&Path>) -> Result<(Opened, Vec<String>), Problem> {
    let options = TableWorkload::with_path(existing_path(path)?);
    let (accounts, list) = match nodes {
        Some(nodes) => (read(&options, path)?, nodes.to_path_buf()),
        None => {
            // What is wrong in the table is told when its jobs are read.
            let found = nodes_beside(&options.path);
            let Some(found) = found.and_then(|list| Some((read(&options, path).ok()?, list)))
            else {
                return Ok((opened(table_scenario(options)), Vec::new()));
            };
            found
        }
    };
    let (kinds, remarks) = kinds_for(accounts.names.features.names(), &list)?;
    let machine = Machine::Cluster(Cluster {
        kinds,
        ..Cluster::default()
    });
    let scenario = default_scenario(path, machine, Workload::Table(options));
    Ok((opened(scenario), remarks))
}

/// Scenario of a table with every default policy, on as many nodes as were in use at once.
pub fn table_scenario(options: TableWorkload) -> Scenario {
    let path = options.path.clone();
    default_scenario(&path, Machine::cluster(None), Workload::Table(options))
}

fn opened(scenario: Scenario) -> Opened {
    Opened::Jobs(Box::new(scenario))
}

/// Whether the file at `path` was written by Slurm.
pub(crate) fn is_slurm(path: &Path) -> bool {
    matches!(
        TableFormat::detect(path),
        Ok(Some(TableFormat::Sacct | TableFormat::Jobcomp))
    )
}

/// Whether the file at `path` was written by PBS or Torque.
pub(super) fn is_pbs(path: &Path) -> bool {
    pbs::is_log(path).unwrap_or(false)
}

/// Whether the file at `path` is a list of Flux.
pub(super) fn is_flux(path: &Path) -> bool {
    flux::is_list(path).unwrap_or(false)
}

/// Whether the file at `path` is another table.
pub(super) fn is_table(path: &Path) -> bool {
    matches!(
        TableFormat::detect(path),
        Ok(Some(TableFormat::Delimited | TableFormat::Parquet))
    )
}
