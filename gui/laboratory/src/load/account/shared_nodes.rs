//! Requests of accounting jobs on nodes that they share.

use std::collections::BTreeMap;

use cosched_core::Duration;
use cosched_core::machine::cluster::{ClusterRequest, UnitCount};

use super::Accounts;
use super::Limit;
use super::entry::Entry;
use super::table_job::{TableJob, whole_node_job};
use super::tally::{Change, Changes, Dropped, Tally};
use crate::load::shared::{OwnerLists, SharedNodes};
use crate::scenario::cluster::{Layout, NamedRequest, Refusal, array_licence};
use crate::scenario::{Sizing, TableWorkload};

/// Names of users, accounts and qualities of service, by the numbers of the entries.
pub(super) fn names(accounts: &Accounts) -> OwnerLists {
    let names = &accounts.names;
    [&names.users, &names.accounts, &names.qos].map(|list| list.names().to_vec())
}

/// Partition of `entry` on the cluster, by name: the one that exists if several are given.
fn partition<'a>(entry: &Entry, accounts: &'a Accounts, layout: &Layout) -> Option<&'a str> {
    let said = &accounts.names.partitions.names()[entry.partition? as usize];
    let is_there = |name: &&str| layout.partitions.iter().any(|one| one.name == *name);
    Some(said.split(',').find(is_there).unwrap_or(said))
}

/// Licences of `entry` that there are: its own, and that of its array.
fn licences(
    entry: &Entry,
    accounts: &Accounts,
    layout: &Layout,
    changes: &mut Changes,
) -> BTreeMap<String, u32> {
    let mut found = BTreeMap::new();
    for &(licence, count) in &entry.licences {
        let name = &accounts.names.licences.names()[licence as usize];
        if layout.has_licence(name) {
            found.insert(name.clone(), count);
        } else {
            changes.add(Change::NoLicence);
        }
    }
    let array = entry.task.map(|task| array_licence(task.array));
    let array = array.filter(|name| layout.has_licence(name));
    found.extend(array.map(|name| (name, 1)));
    found
}

/// Request of `entry`.
///
/// # Errors
/// Its size is unknown, or the cluster can never satisfy it.
pub(super) fn request(
    entry: &Entry,
    accounts: &Accounts,
    options: &TableWorkload,
    shared: SharedNodes<'_>,
    changes: &mut Changes,
) -> Result<ClusterRequest, Dropped> {
    let layout = shared.layout;
    let of = |had: Option<u32>, requested: Option<u32>| {
        if options.prefer_requested {
            requested.or(had)
        } else {
            had.or(requested)
        }
    };
    let some = |count: &u32| *count > 0;
    let nodes = of(entry.nodes, entry.requested.0).filter(some);
    let cores = of(entry.cores, entry.requested.1).filter(some);
    let shape = match (nodes, cores) {
        (Some(nodes), _) => UnitCount::Nodes(nodes),
        (None, Some(cores)) => UnitCount::Tasks(cores),
        (None, None) => return Err(Dropped::NoSize),
    };
    let units = nodes.or(cores).unwrap_or(1);
    // A part of a GPU is on one node.
    let share = entry.gpu_share.filter(|_| shared.parts_gpus && units == 1);
    if entry.gpu_share.is_some() {
        changes.add(match share {
            Some(_) => Change::PartOfGpu,
            None => Change::PartOfOne,
        });
    }
    let mut each = |all: u64| {
        if !all.is_multiple_of(u64::from(units)) {
            changes.add(Change::Uneven);
        }
        u32::try_from(all.div_ceil(u64::from(units))).unwrap_or(u32::MAX)
    };
    let gpus = match share {
        Some(_) => 0,
        None => each(u64::from(entry.gpus.unwrap_or(0))),
    };
    let own_cores = cores.map(|cores| each(u64::from(cores)));
    // Memory is hardly ever a whole number of MiB per node or task.
    let memory = entry.memory.unwrap_or(0).div_ceil(1024 * u64::from(units));
    if own_cores.is_none() {
        changes.add(Change::OneCore);
    }
    let partition = partition(entry, accounts, layout);
    if partition.is_none() {
        changes.add(Change::UsualPartition);
    }
    let reservation = entry.reservation.map(|one| {
        let name = &accounts.names.reservations.names()[one as usize];
        let mut all = layout.reservations.iter();
        all.find(|known| known.name == *name)
    });
    if let Some(None) = reservation {
        changes.add(Change::NoReservation);
    }
    let features = entry.features.map_or(&[][..], |one| {
        std::slice::from_ref(&accounts.names.features.names()[one as usize])
    });
    let licences = licences(entry, accounts, layout, changes);
    let request = layout.resolve(&NamedRequest {
        partition,
        licences: Some(&licences),
        reservation: reservation.flatten().map(|known| &*known.name),
        shape,
        cores: own_cores.unwrap_or(1),
        memory: u32::try_from(memory).unwrap_or(u32::MAX),
        gpus,
        gpu_share: share.unwrap_or(0),
        features,
        ..NamedRequest::of_tasks(1)
    });
    let number = |index: Option<u32>| index.unwrap_or(u32::MAX);
    let request = request.map_err(|refused| Dropped::of(&refused.reason))?;
    Ok(ClusterRequest {
        user: number(entry.user),
        account: number(entry.account),
        qos: number(entry.qos),
        ..request
    })
}

/// Makes the job of `entry` on nodes that jobs share.
pub(super) fn job(
    entry: Entry,
    number: (u64, bool),
    options: &TableWorkload,
    accounts: &Accounts,
    shared: SharedNodes<'_>,
) -> Result<TableJob, Dropped> {
    let mut changes = entry.changes;
    let layout = shared.layout;
    let request = request(&entry, accounts, options, shared, &mut changes)?;
    let limit = match partition_time_limit(&entry, &request, layout, &mut changes) {
        Some(most) => Limit::Within(most.0 / 1_000_000),
        None => entry.limit,
    };
    let entry = Entry {
        changes,
        limit,
        // The number of nodes is set once the request is known to fit.
        nodes: Some(1),
        // What became of it is said already.
        gpu_share: None,
        ..entry
    };
    let made = whole_node_job(&entry, number, options, Sizing::Nodes)?;
    Ok(TableJob {
        request: Some(Box::new(request)),
        ..made
    })
}

/// Time limit from the partition, for a job without one of its own.
pub(super) fn partition_time_limit(
    entry: &Entry,
    request: &ClusterRequest,
    layout: &Layout,
    changes: &mut Changes,
) -> Option<Duration> {
    let most = layout
        .partitions
        .get(request.partition as usize)?
        .longest_estimate;
    let is_open = matches!(entry.limit, Limit::OfPartition | Limit::Unlimited);
    let found = (is_open && most < Duration::MAX).then_some(most)?;
    changes.add(Change::TimeOfPartition);
    Some(found)
}

/// Drops jobs that a limit never lets start.
pub(super) fn drop_never_starting(
    made: &mut Vec<TableJob>,
    shared: SharedNodes<'_>,
    names: &OwnerLists,
    tally: &mut Tally,
) {
    let tables = shared.owner_limits(names);
    made.retain_mut(|made| {
        let Some(request) = &made.request else {
            return true;
        };
        let admitted = shared.check_admission(request, &mut made.job, &tables);
        let dropped = |Refusal { reason: why, .. }: Refusal| tally.drop(Dropped::of(&why));
        admitted.map_err(dropped).is_ok()
    });
}
