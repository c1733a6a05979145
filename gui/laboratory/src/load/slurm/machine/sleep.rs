//! Nodes of a `slurm.conf` that sleep: by its own settings, and those of nodes and partitions.

use std::collections::{BTreeMap, HashSet};

use super::ReadingNotes;
use super::nodes::{Nodes, expand_list};
use super::partitions::hosts;
use crate::base::problem::Problem;
use crate::load::slurm::conf::{Conf, Fields, whole};
use crate::load::slurm::power_saving;
use crate::load::slurm::text::hosts::Room;
use crate::scenario::cluster::Sleep;

/// Longest `SuspendTimeout` and `ResumeTimeout`, in seconds.
const LONGEST_TIMEOUT: u32 = 65_533;

/// Times of nodes as far as they are set: how long they are idle before, how long they take to fall asleep and to boot.
/// The first is `u32::MAX` where they never sleep.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
struct Times {
    suspend_time: Option<u32>,
    suspend_timeout: Option<u32>,
    resume_timeout: Option<u32>,
}

impl Times {
    /// Those on a line, or of the whole file.
    ///
    /// # Errors
    /// One is not allowed.
    fn of<'t>(setting: impl Fn(&str) -> Option<&'t str>) -> Result<Self, Problem> {
        let timeout = |name: &str| {
            let value = setting(&name.to_lowercase()).filter(|value| !is_endless(value));
            let seconds = value.map(|value| whole(name, value, ..=LONGEST_TIMEOUT));
            seconds.transpose()
        };
        let suspend_time = setting("suspendtime").map(|value| match value {
            _ if is_endless(value) => Ok(u32::MAX),
            _ => whole("SuspendTime", value, ..=Sleep::LONGEST),
        });
        Ok(Self {
            suspend_time: suspend_time.transpose()?,
            suspend_timeout: timeout("SuspendTimeout")?,
            resume_timeout: timeout("ResumeTimeout")?,
        })
    }

    /// Those of a node that is also in a partition with these: the longest of several partitions, but what the node
    /// itself says of when it sleeps.
    fn in_partition(self, partition: Self, own: Self) -> Self {
        Self {
            suspend_time: own
                .suspend_time
                .or(self.suspend_time.max(partition.suspend_time)),
            suspend_timeout: self.suspend_timeout.max(partition.suspend_timeout),
            resume_timeout: self.resume_timeout.max(partition.resume_timeout),
        }
    }
}

/// Nodes of `conf` that sleep; what else is said of it and not simulated is noted.
///
/// # Errors
/// A list is malformed, or a value is not allowed.
pub(super) fn of(
    conf: &Conf,
    nodes: &Nodes,
    notes: &mut ReadingNotes,
) -> Result<Box<[Sleep]>, Problem> {
    if !notes.nodes_sleep {
        return Ok(Box::default());
    }
    let own = own_times(conf)?;
    let mut all: BTreeMap<String, Times> = nodes
        .all()
        .into_iter()
        .map(|host| {
            let times = own.get(&host).copied().unwrap_or_default();
            (host, times)
        })
        .collect();
    let mut excluded = excluded(conf, notes)?;
    let excluded_partitions: Vec<&str> = conf
        .setting("suspendexcparts")
        .map_or(Vec::new(), |list| list.split(',').map(str::trim).collect());
    let mut room = Room::of(16);
    for line in conf.all_partitions() {
        let of_line = Times::of(|name| line.get(name).map(String::as_str))?;
        let hosts = hosts(conf, line.get("nodes"), nodes, &mut room)?;
        for host in &hosts {
            let of_node = own.get(host).copied().unwrap_or_default();
            if let Some(times) = all.get_mut(host) {
                *times = times.in_partition(of_line, of_node);
            }
        }
        let name = line.get("partitionname").map_or("", String::as_str);
        if excluded_partitions.contains(&name) {
            excluded.extend(hosts);
        }
    }
    let of_all = Times::of(|name| conf.setting(name))?;
    let mut alike: BTreeMap<Times, Vec<String>> = BTreeMap::new();
    for (host, times) in all {
        let times = Times {
            suspend_time: times.suspend_time.or(of_all.suspend_time),
            suspend_timeout: times.suspend_timeout.or(of_all.suspend_timeout),
            resume_timeout: times.resume_timeout.or(of_all.resume_timeout),
        };
        let sleeps = times.suspend_time.is_some_and(|time| time < u32::MAX);
        if sleeps && !excluded.contains(&host) {
            alike.entry(times).or_default().push(host);
        }
    }
    let mut found = Vec::new();
    for (times, hosts) in alike {
        let sets = nodes.node_sets(&hosts).map_err(Problem::input)?;
        found.extend(sets.map(|nodes| sleep(nodes, times, notes)));
    }
    if !found.is_empty() {
        note_others(conf, notes);
    }
    Ok(found.into())
}

/// Nodes that sleep with these times.
fn sleep(nodes: Vec<String>, times: Times, notes: &mut ReadingNotes) -> Sleep {
    let usual = Sleep::usual(times.suspend_time.unwrap_or_default());
    let boot_time = times.resume_timeout.unwrap_or(usual.boot_time);
    notes.remark(
        "nodes that sleep take ResumeTimeout to boot, the longest that Slurm waits: `boot_time` of the machine's `sleep` is how long they take"
            .to_owned(),
    );
    Sleep {
        nodes,
        suspend_timeout: times.suspend_timeout.unwrap_or(usual.suspend_timeout),
        boot_time,
        ..usual
    }
}

/// Notes what is said of sleep and not simulated.
fn note_others(conf: &Conf, notes: &mut ReadingNotes) {
    for name in power_saving::NOT_SIMULATED {
        if let Some(value) = conf.setting(name).filter(|value| *value != "0") {
            notes.not_simulated.push(format!("{name}={value}"));
        }
    }
    let rates = ["resumerate", "suspendrate"];
    if rates.iter().any(|name| conf.setting(name).is_none()) {
        notes.remark(
            "any number of nodes go to sleep and wake up at once: Slurm lets 60 and 300 a minute where SuspendRate and ResumeRate say nothing"
                .to_owned(),
        );
    }
}

/// Times that lines of nodes say of their own nodes.
fn own_times(conf: &Conf) -> Result<BTreeMap<String, Times>, Problem> {
    let (mut all, mut room) = (BTreeMap::new(), Room::default());
    for line in conf.all_nodes() {
        // Lines of nodes say no timeouts.
        let own = line.get("suspendtime").map(String::as_str);
        let times = Times::of(|name| own.filter(|_| name == "suspendtime"))?;
        if times != Times::default() {
            let hosts = expand_list(conf, line.get("nodename"), &mut room)?;
            all.extend(hosts.into_iter().map(|host| (host, times)));
        }
    }
    Ok(all)
}

/// Hosts that never sleep by `SuspendExcNodes`. A number of them that is kept awake is not simulated.
fn excluded(conf: &Conf, notes: &mut ReadingNotes) -> Result<HashSet<String>, Problem> {
    let Some(list) = conf.setting("suspendexcnodes") else {
        return Ok(HashSet::new());
    };
    if list.contains(':') {
        notes.not_simulated.push(format!("suspendexcnodes={list}"));
        return Ok(HashSet::new());
    }
    let hosts = conf.expand(list, &mut Room::default())?;
    let mut all = HashSet::new();
    for host in hosts {
        let named = |line: &&Fields| line.get("nodeset") == Some(&host);
        match conf
            .node_sets
            .iter()
            .find(named)
            .and_then(|set| set.get("nodes"))
        {
            Some(own) => all.extend(conf.expand(own, &mut Room::default())?),
            None => {
                all.insert(host);
            }
        }
    }
    Ok(all)
}

/// Whether a time never ends.
fn is_endless(value: &str) -> bool {
    value.starts_with('-') || value.eq_ignore_ascii_case("INFINITE")
}
