//! Requests of accounting jobs on nodes that they share.

use cosched_core::Duration;
use cosched_core::machine::cluster::{Ask, Shape};

use super::Accounts;
use super::Limit;
use super::entry::Entry;
use super::made::Made;
use super::tally::{Change, Changes, Dropped, Tally};
use crate::load::shared::{Names, Shared};
use crate::scenario::TableWorkload;
use crate::scenario::cluster::{Asked, Layout, Refused};

/// Names of users, accounts and qualities of service, by the numbers of the entries.
pub(super) fn names(accounts: &Accounts) -> Names {
    let names = &accounts.names;
    [&names.users, &names.accounts, &names.qos].map(|list| list.names().to_vec())
}

/// Partition of `entry` on the cluster, by name: the one that exists if several are given.
fn partition<'a>(entry: &Entry, accounts: &'a Accounts, layout: &Layout) -> Option<&'a str> {
    let said = &accounts.names.partitions.names()[entry.partition? as usize];
    let is_there = |name: &&str| layout.partitions.iter().any(|one| one.name == *name);
    Some(said.split(',').find(is_there).unwrap_or(said))
}

/// Request of `entry`.
///
/// # Errors
/// Its size is unknown, or the cluster can never satisfy it.
pub(super) fn ask(
    entry: &Entry,
    accounts: &Accounts,
    asked: &TableWorkload,
    layout: &Layout,
    changes: &mut Changes,
) -> Result<Ask, Dropped> {
    let of = |had: Option<u32>, requested: Option<u32>| match asked.prefer_requested {
        true => requested.or(had),
        false => had.or(requested),
    };
    let some = |count: &u32| *count > 0;
    let nodes = of(entry.nodes, entry.requested.0).filter(some);
    let cores = of(entry.cores, entry.requested.1).filter(some);
    let shape = match (nodes, cores) {
        (Some(nodes), _) => Shape::Nodes(nodes),
        (None, Some(cores)) => Shape::Tasks(cores),
        (None, None) => return Err(Dropped::NoSize),
    };
    let units = nodes.or(cores).unwrap_or(1);
    let mut each = |all: u64| {
        if !all.is_multiple_of(u64::from(units)) {
            changes.note(Change::Uneven);
        }
        u32::try_from(all.div_ceil(u64::from(units))).unwrap_or(u32::MAX)
    };
    let gpus = each(u64::from(entry.gpus.unwrap_or(0)));
    let own_cores = cores.map(|cores| each(u64::from(cores)));
    // Memory is hardly ever a whole number of MiB per node or task.
    let memory = entry.memory.unwrap_or(0).div_ceil(1024 * u64::from(units));
    if own_cores.is_none() {
        changes.note(Change::OneCore);
    }
    let partition = partition(entry, accounts, layout);
    if partition.is_none() {
        changes.note(Change::UsualPartition);
    }
    let reservation = entry.reservation.map(|one| {
        let name = &accounts.names.reservations.names()[one as usize];
        let mut all = layout.reservations.iter();
        all.find(|known| known.name == *name)
    });
    if let Some(None) = reservation {
        changes.note(Change::NoReservation);
    }
    let ask = layout.ask(&Asked {
        partition,
        reservation: reservation.flatten().map(|known| &*known.name),
        shape,
        cores: own_cores.unwrap_or(1),
        memory: u32::try_from(memory).unwrap_or(u32::MAX),
        gpus,
        ..Asked::tasks(1)
    });
    let number = |place: Option<u32>| place.unwrap_or(u32::MAX);
    let ask = ask.map_err(|refused| Dropped::of(&refused.why))?;
    Ok(Ask {
        user: number(entry.user),
        account: number(entry.account),
        qos: number(entry.qos),
        ..ask
    })
}

/// Time limit from the partition, for a job without one of its own.
pub(super) fn time_of_partition(
    entry: &Entry,
    ask: &Ask,
    layout: &Layout,
    changes: &mut Changes,
) -> Option<Duration> {
    let most = layout.partitions.get(ask.partition as usize)?.most_time;
    let is_open = matches!(entry.limit, Limit::OfPartition | Limit::Unlimited);
    let found = (is_open && most < Duration::MAX).then_some(most)?;
    changes.note(Change::TimeOfPartition);
    Some(found)
}

/// Drops jobs that a limit never lets start.
pub(super) fn fit(made: &mut Vec<Made>, shared: Shared<'_>, names: &Names, tally: &mut Tally) {
    let tables = shared.tables(names);
    made.retain_mut(|made| {
        let Some(ask) = made.ask else { return true };
        let admitted = shared.admit(&ask, &mut made.job, &tables);
        let dropped = |Refused { why, .. }: Refused| tally.drop(Dropped::of(&why));
        admitted.map_err(dropped).is_ok()
    });
}
