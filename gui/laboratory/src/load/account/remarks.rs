//! Remarks on all jobs of an accounting table: assumptions, and names.

use super::Accounts;
use super::extract::EndExtract;
use crate::base::format;
use crate::scenario::Sizing;
use crate::scenario::cluster::Layout;

/// Remarks on partitions and licences of jobs that the cluster does not have.
pub(super) fn missing(accounts: &Accounts, layout: &Layout) -> Vec<String> {
    let licences = accounts.names.licences.names().iter();
    let licences = licences.filter(|name| !layout.has_licence(name));
    let licences: Vec<&String> = licences.collect();
    let there_is_none = format!("there is no licence {}", first_few(&licences));
    let there_is_none = Some(there_is_none).filter(|_| !licences.is_empty());
    let partitions = missing_partitions(accounts, layout);
    partitions.into_iter().chain(there_is_none).collect()
}

/// Remark on partitions of jobs that the cluster does not have.
fn missing_partitions(accounts: &Accounts, layout: &Layout) -> Option<String> {
    let is_there = |name: &str| layout.partitions.iter().any(|one| one.name == name);
    let names = accounts.names.partitions.names().iter();
    let names: Vec<&str> = names
        .filter(|names| !names.split(',').any(is_there))
        .map(String::as_str)
        .collect();
    let first = first_few(&names);
    (!names.is_empty()).then(|| format!("there is no partition {first}"))
}

/// Assumptions made for all jobs, on a machine of a size that is given or `measured`.
pub(super) fn assumptions(
    accounts: &Accounts,
    extract: Option<EndExtract>,
    size: Option<Sizing>,
    (machine, measured): (u32, bool),
) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(known) = accounts.known_table {
        all.push(format!("read as {known}"));
    }
    all.push(match (size, measured) {
        (None, _) => {
            "each job asks for what it had: nodes or tasks, cores, memory and GPUs".to_owned()
        }
        (Some(size), false) => format!("sizes are {}", size.noun()),
        (Some(size), true) => {
            let noun = size.noun();
            format!(
                "sizes are {noun}; the machine has {}, the most that were in use at once: `nodes` says otherwise",
                format::count(u64::from(machine))
            )
        }
    });
    all.extend(extract.map(|extract| extract.sentence()));
    let partitions = accounts.names.partitions.names();
    all.extend(numbered_list("queues are partitions", partitions));
    all
}

/// The first names of a list, numbered from 1.
pub(in crate::load) fn numbered_list(what: &str, names: &[String]) -> Option<String> {
    let numbered = (1..)
        .zip(names)
        .map(|(index, name)| format!("{index} {name}"));
    let numbered: Vec<_> = numbered.collect();
    (!names.is_empty()).then(|| format!("{what}: {}", first_few(&numbered)))
}

/// The first items of a list, joined.
fn first_few(names: &[impl AsRef<str>]) -> String {
    const MOST: usize = 8;
    let shown: Vec<&str> = names.iter().take(MOST).map(AsRef::as_ref).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("{}{more}", shown.join(", "))
}
