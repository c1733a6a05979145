//! Accounting as a log in the Standard Workload Format, and as a table that is read again.

use std::fmt::Write;

use cosched_core::Duration;
use jiff::Timestamp;

use crate::base::sanitize::cell;
use crate::load::account::{Accounts, Entry, Limit, NameList, Names, Stamp};
use crate::scenario::{Sizing, TableWorkload};

/// Milliseconds as the seconds of a log, whole or broken.
fn seconds(milliseconds: u64) -> Duration {
    Duration(milliseconds.saturating_mul(1_000_000))
}

/// Returns `accounts` as a log by submission; jobs that never ran have a run time of -1.
pub fn accounts_swf(accounts: &Accounts, requested: &TableWorkload, nodes: Option<u32>) -> String {
    let size = accounts.sizing(requested);
    let first = accounts.entries.iter().map(|entry| entry.submit).min();
    let first = first.unwrap_or(Stamp(0));
    let mut order: Vec<(usize, u64)> = accounts.numbers().collect();
    let submits: Vec<Stamp> = accounts.entries.iter().map(|entry| entry.submit).collect();
    order.sort_by_key(|&(index, _)| submits[index]);
    let machine = nodes.unwrap_or_else(|| accounts.in_use(requested));
    let start = accounts.has_calendar.then_some(first.0.div_euclid(1000));
    let mut text = super::swf::header(
        order.len() as u64,
        start,
        machine,
        &format!("accounting; sizes are {}", size.noun()),
    );
    for (index, name) in accounts.names.partitions.names().iter().enumerate() {
        // Infallible, into a string.
        let _ = writeln!(text, "; Queue: {} {name}", index + 1);
    }
    for (index, number) in order {
        let entry = accounts.entries.get(index);
        text.extend(entry.map(|entry| line(&entry, number, size, first)));
    }
    text
}

/// Returns a job's line of that log.
fn line(entry: &Entry, number: u64, size: Sizing, first: Stamp) -> String {
    let (had, requested) = size.of(entry);
    let known = |value: Option<u32>| value.map_or(-1, i64::from);
    let index = |value: Option<u32>| value.map_or(-1, |index| i64::from(index) + 1);
    let said = |value: Option<u64>| {
        value.map_or("-1".to_owned(), |milliseconds| {
            seconds(milliseconds).to_string()
        })
    };
    let runtime = entry.executed_for().ok();
    // A job that never ran had no processors.
    let allocated = runtime.and(had);
    let wait = entry
        .start
        .map(|start| start.since(entry.submit).max(0).unsigned_abs());
    let limit = match entry.limit {
        Limit::Within(limit) => Some(limit),
        Limit::Unlimited => Some(Limit::PLANNED),
        Limit::Unknown | Limit::OfPartition => None,
    };
    let memory = entry
        .memory
        .zip(had)
        .map(|(all, size)| all.div_ceil(u64::from(size)));
    let submit = entry.submit.min(entry.start.unwrap_or(entry.submit));
    format!(
        "{number} {} {} {} {} -1 -1 {} {} {} {} {} {} -1 {} -1 -1 -1\n",
        seconds(submit.since(first).max(0).unsigned_abs()),
        said(wait),
        said(runtime),
        known(allocated),
        known(requested.or(had)),
        said(limit),
        memory.map_or(-1, |memory| memory as i64),
        entry.state.status(),
        index(entry.user),
        index(entry.account.or(entry.group)),
        index(entry.partition),
    )
}

/// Columns of the table.
const COLUMNS: &str = "number,array,task,submit,eligible,start,end,runtime,limit,state,nodes,requested_nodes,cores,requested_cores,memory_kib,gpus,partition,qos,account,group,user,reservation,dependency,restarts,features,licences,gpu_share";

/// Returns `accounts` as a table between commas: all that is known of each job, in the order of the
/// file; instants in UTC, spans in seconds.
pub fn accounts_csv(accounts: &Accounts) -> String {
    let mut text = format!("{COLUMNS}\n");
    for entry in accounts.entries.iter() {
        text += &row(&entry, accounts).join(",");
        text.push('\n');
    }
    text
}

fn row(entry: &Entry, accounts: &Accounts) -> Vec<String> {
    let names = &accounts.names;
    let instant = |stamp: Option<Stamp>| {
        stamp.map_or_else(String::new, |stamp| {
            format_stamp(stamp, accounts.has_calendar)
        })
    };
    let limit = match entry.limit {
        Limit::Within(limit) => seconds(limit).to_string(),
        Limit::Unlimited => "UNLIMITED".to_owned(),
        Limit::OfPartition => "Partition_Limit".to_owned(),
        Limit::Unknown => String::new(),
    };
    vec![
        entry.number.to_string(),
        number(entry.task.map(|task| task.array)),
        number(entry.task.map(|task| task.index)),
        instant(Some(entry.submit)),
        instant(entry.eligible),
        instant(entry.start),
        instant(entry.end),
        entry
            .runtime
            .map_or_else(String::new, |runtime| seconds(runtime).to_string()),
        limit,
        entry.state.name().to_owned(),
        number(entry.nodes),
        number(entry.requested.0),
        number(entry.cores),
        number(entry.requested.1),
        number(entry.memory),
        number(entry.gpus),
        name(&names.partitions, entry.partition),
        name(&names.qos, entry.qos),
        name(&names.accounts, entry.account),
        name(&names.groups, entry.group),
        name(&names.users, entry.user),
        name(&names.reservations, entry.reservation),
        quoted(entry.dependency.as_deref().unwrap_or_default()),
        entry.restarts.to_string(),
        name(&names.features, entry.features),
        quoted(&licences(entry, names)),
        number(entry.gpu_share),
    ]
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn name(list: &NameList, index: Option<u32>) -> String {
    let name = index.and_then(|index| list.names().get(index as usize));
    quoted(name.map_or("", String::as_str))
}

/// Its licences as a list, such as `matlab:2,ansys:1`.
fn licences(entry: &Entry, names: &Names) -> String {
    let all = entry.licences.iter().map(|(licence, count)| {
        let name = &names.licences.names()[*licence as usize];
        format!("{name}:{count}")
    });
    all.collect::<Vec<_>>().join(",")
}

/// Returns a text as a cell, in quotation marks where it needs them.
fn quoted(text: &str) -> String {
    let text = cell(text);
    if text.contains([',', '"', '\n', '\r', ';', '\t']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into_owned()
    }
}

fn format_stamp(stamp: Stamp, calendar: bool) -> String {
    match Timestamp::from_millisecond(stamp.0) {
        Ok(date) if calendar => date.to_string(),
        _ => seconds(stamp.0.max(0).unsigned_abs()).to_string(),
    }
}
