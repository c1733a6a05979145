//! Jobs made from accounting entries.

use std::collections::HashSet;

use cosched_core::machine::cluster::ClusterRequest;
use cosched_core::{Duration, JobSpec, Time};

use super::entry::Entry;
use super::tally::{Change, Changes, Dropped};
use super::{Accounts, Limit, Stamp};
use crate::record::{JobAttributes, JobLabel};
use crate::scenario::{Sizing, TableWorkload};

/// Job, its changes, and its submission.
pub(super) struct TableJob {
    pub(super) submit: Stamp,
    pub(super) job: JobSpec,
    pub(super) label: JobLabel,
    pub(super) changes: Changes,
    /// Request on nodes that jobs share.
    pub(super) request: Option<Box<ClusterRequest>>,
}

/// Number of each entry and whether it is new: tasks that share the number of their array get one
/// beyond all others.
pub(super) fn unique_numbers(accounts: &Accounts) -> impl Iterator<Item = (u64, bool)> {
    let mut next = accounts.entries.iter().map(|entry| entry.number).max();
    let mut seen = HashSet::new();
    accounts.entries.iter().map(move |entry| {
        // Executions of one job keep its number; tasks of one array are jobs of their own.
        let shares = entry.task.is_some_and(|task| task.array == entry.number);
        if shares && !seen.insert(entry.number) {
            let number = next.unwrap_or_default().saturating_add(1);
            next = Some(number);
            (number, true)
        } else {
            (entry.number, false)
        }
    })
}

/// Makes the job of `entry` on nodes, or cores, of its own.
pub(super) fn whole_node_job(
    entry: &Entry,
    (number, is_new): (u64, bool),
    options: &TableWorkload,
    size: Sizing,
) -> Result<TableJob, Dropped> {
    let mut changes = entry.changes;
    if entry.gpu_share.is_some() {
        changes.add(Change::PartOfOne);
    }
    if is_new {
        changes.add(Change::Renumbered);
    }
    let runtime = entry.executed_for()?;
    let runtime = match (runtime, options.keep_zero_runtimes) {
        (0, false) => return Err(Dropped::ZeroRuntime),
        (0, true) => {
            changes.add(Change::RuntimeRaised);
            1000
        }
        (runtime, _) => runtime,
    };
    let nodes = size_of(entry, options, size, &mut changes).ok_or(Dropped::NoSize)?;
    let estimate = estimate(entry, runtime, options, &mut changes);
    let mut submit = entry.submit;
    if let Some(start) = entry.start.filter(|start| *start < submit) {
        changes.add(Change::Submitted);
        submit = start;
    }
    let wait = entry.start.map(|start| start.since(submit).unsigned_abs());
    // Numbers from 1 on, as in logs.
    let known = |index: Option<u32>| index.map(|index| index + 1);
    Ok(TableJob {
        submit,
        job: JobSpec::exact(Time::ZERO, Duration(nanoseconds(runtime)), nodes)
            .with_estimate(Duration(nanoseconds(estimate))),
        label: JobLabel::new(
            number,
            &JobAttributes {
                user: known(entry.user),
                group: known(entry.account.or(entry.group)),
                qos: known(entry.qos),
                queue: known(entry.partition),
                recorded_wait: wait.map(|wait| Duration(nanoseconds(wait))),
                ..JobAttributes::default()
            },
        ),
        changes,
        request: None,
    })
}

fn size_of(
    entry: &Entry,
    options: &TableWorkload,
    size: Sizing,
    changes: &mut Changes,
) -> Option<u32> {
    let (had, requested) = size.of(entry);
    let (first, second) = if options.prefer_requested {
        (requested, had)
    } else {
        (had, requested)
    };
    if first.is_none() && second.is_some() {
        changes.add(Change::OtherSize);
    }
    first.or(second)
}

/// Estimate of the user, as far as it is known, in milliseconds.
fn estimate(entry: &Entry, runtime: u64, options: &TableWorkload, changes: &mut Changes) -> u64 {
    let estimate = match entry.limit {
        Limit::Within(limit) if limit > 0 => limit,
        Limit::Unlimited => {
            changes.add(Change::Unlimited);
            Limit::PLANNED
        }
        Limit::OfPartition => {
            changes.add(Change::LimitOfPartition);
            runtime
        }
        Limit::Unknown | Limit::Within(_) => {
            changes.add(Change::NoLimit);
            runtime
        }
    };
    if options.exact_estimates && estimate != runtime {
        changes.add(Change::ExactEstimate);
        return runtime;
    }
    match (runtime > estimate, options.raise_estimates) {
        (true, true) => {
            changes.add(Change::LimitRaised);
            runtime
        }
        (true, false) => {
            changes.add(Change::OutranLimit);
            estimate
        }
        (false, _) => estimate,
    }
}

pub(super) const fn nanoseconds(milliseconds: u64) -> u64 {
    milliseconds.saturating_mul(1_000_000)
}
