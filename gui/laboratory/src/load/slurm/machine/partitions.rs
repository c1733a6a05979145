//! Partitions of a `slurm.conf`.

use cosched_core::Duration;
use cosched_core::machine::cluster::{PreemptMode, Preemption};

use super::super::conf::{Conf, Fields, unknown, whole};
use super::ReadingNotes;
use super::nodes::{Nodes, expand_list};
use crate::base::problem::Problem;
use crate::load::slurm::text::Limit;
use crate::load::slurm::text::hosts::Room;
use crate::load::slurm::text::time::span;
use crate::scenario::SpanUnit;
use crate::scenario::cluster::{Partition, check_name};

/// Settings of partitions that do not affect when and where jobs start, once they are in it and
/// have their request.
const WITHOUT_EFFECT: &str = "partitionname nodes allocnodes allowaccounts allowgroups allowqos alternate cpubind \
    defaulttime defcpupergpu defmempercpu defmempergpu defmempernode denyaccounts denyqos \
    disablerootjobs hidden jobdefaults priorityjobfactor rootonly tresbillingweights";

/// Partitions of `conf`, on `nodes`.
///
/// # Errors
/// A partition has unknown nodes, or a value that is not allowed.
pub(super) fn of(
    conf: &Conf,
    nodes: &Nodes,
    notes: &mut ReadingNotes,
) -> Result<Vec<Partition>, Problem> {
    // A node may be in several.
    let (mut all, mut room) = (Vec::new(), Room::of(16));
    for line in conf.all_partitions() {
        let name = line.get("partitionname").cloned().unwrap_or_default();
        let list = line.get("nodes");
        let named = |what: String| {
            let list = list.map_or("", String::as_str);
            conf.list_problem(list, format!("partition {name}: {what}"))
        };
        check_name(&name).map_err(named)?;
        let mut partition = Partition::of(name.clone());
        partition.tier = 1;
        let hosts = hosts(conf, list, nodes, &mut room)?;
        let Some(sets) = nodes.node_sets(&hosts).map_err(named)? else {
            notes.remark(format!("partition {name} is left out: it has no nodes"));
            continue;
        };
        partition.nodes = sets;
        partition.preempt_mode = preempt_mode(conf, &line);
        if partition.preempt_mode != PreemptMode::Off {
            partition.preempt_exempt = exempt_time(conf)?;
        }
        partition.whole_nodes = is_exclusive(&line);
        partition.whole_nodes |= conf.setting("selecttype") == Some("select/linear");
        apply_settings(&mut partition, &line, notes)?;
        // slurmctld reports a duplicate entry and uses the last one.
        let count = all.len();
        all.retain(|earlier: &Partition| earlier.name != name);
        if all.len() < count {
            notes.remark(format!(
                "partition {name} is described twice: the last line counts"
            ));
        }
        all.push(partition);
    }
    // Of several default partitions the last one counts.
    let mut usual = all.iter_mut().rev().filter(|one| one.default);
    if let Some(last) = usual.next() {
        for other in usual {
            other.default = false;
            notes.remark(format!(
                "partition {} is not the default, as {} behind it is",
                other.name, last.name
            ));
        }
    }
    // With the same tier everywhere, tiers order nothing.
    if all.iter().all(|one| one.tier == all[0].tier) {
        all.iter_mut().for_each(|one| one.tier = 0);
    }
    Ok(all)
}

/// Hosts of a list of hosts and sets of nodes.
pub(super) fn hosts(
    conf: &Conf,
    list: Option<&String>,
    nodes: &Nodes,
    room: &mut Room,
) -> Result<Vec<String>, Problem> {
    let is_all = |text: &str| text.eq_ignore_ascii_case("ALL");
    if list.is_some_and(|list| is_all(list)) {
        return Ok(nodes.all());
    }
    let mut hosts = Vec::new();
    for name in expand_list(conf, list, room)? {
        let named = |line: &&Fields| line.get("nodeset") == Some(&name);
        let Some(set) = conf.node_sets.iter().find(named) else {
            hosts.push(name);
            continue;
        };
        if let Some(feature) = set.get("feature") {
            hosts.extend(nodes.with_feature(feature));
        }
        if let Some(list) = set.get("nodes") {
            hosts.extend(expand_list(conf, Some(list), room)?);
        }
    }
    // An empty part of a list means no host.
    hosts.retain(|host| !host.is_empty());
    Ok(hosts)
}

/// Whether jobs of the partition of `line` are alone on their nodes.
pub(in crate::load::slurm) fn is_exclusive(line: &Fields) -> bool {
    let value = line.get("oversubscribe");
    value.is_some_and(|value| value.eq_ignore_ascii_case("EXCLUSIVE"))
}

/// What becomes of jobs of the partition of `line` that are preempted for those of partitions of
/// higher tiers. With modes that are not simulated they are not.
fn preempt_mode(conf: &Conf, line: &Fields) -> PreemptMode {
    if conf.setting("preempttype") != Some("preempt/partition_prio") {
        return PreemptMode::Off;
    }
    let mode = line.get("preemptmode").map(String::as_str);
    let mode = mode.or(conf.setting("preemptmode")).unwrap_or("OFF");
    simulated_mode(mode).unwrap_or_default()
}

/// How jobs of the partition of `line` are preempted for those of partitions of higher tiers.
///
/// # Errors
/// `GraceTime` or `PreemptExemptTime` is not allowed.
pub(in crate::load::slurm) fn preemption(
    conf: &Conf,
    line: &Fields,
) -> Result<Preemption, Problem> {
    let mode = preempt_mode(conf, line);
    if mode == PreemptMode::Off {
        return Ok(Preemption::NONE);
    }
    let grace = line
        .get("gracetime")
        .map_or(Ok(0), |value| grace_time(value))?;
    let exempt = exempt_time(conf)?.unwrap_or(0.0);
    Ok(Preemption {
        mode,
        grace: Duration::from_seconds(grace.into()),
        exempt: Duration::from_seconds(exempt as u64),
    })
}

/// Seconds that preempted jobs go on, as `value` says.
///
/// # Errors
/// The value is not allowed.
fn grace_time(value: &str) -> Result<u32, Problem> {
    whole("GraceTime", value, ..=u32::MAX)
}

/// How jobs are preempted whose quality of service does not say it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UsualPreemption {
    /// Their fate (`PreemptMode`).
    pub mode: PreemptMode,
    /// How many seconds they have run at least before (`PreemptExemptTime`).
    pub exempt: Option<f64>,
}

/// Usual preemption of `conf`, if qualities of service preempt others.
///
/// # Errors
/// `PreemptExemptTime` is not allowed.
pub(in crate::load::slurm) fn preempt_by_qos(
    conf: &Conf,
) -> Result<Option<UsualPreemption>, Problem> {
    if conf.setting("preempttype") != Some("preempt/qos") {
        return Ok(None);
    }
    let mode = conf.setting("preemptmode").unwrap_or("OFF");
    let mode = simulated_mode(mode).unwrap_or_default();
    let exempt = exempt_time(conf)?;
    Ok(Some(UsualPreemption { mode, exempt }))
}

/// Seconds that jobs have run at least before they are preempted (`PreemptExemptTime`), if any.
///
/// # Errors
/// The value is not allowed.
fn exempt_time(conf: &Conf) -> Result<Option<f64>, Problem> {
    let value = conf.setting("preemptexempttime").unwrap_or("-1");
    if value == "-1" {
        return Ok(None);
    }
    let allowed = "-1, minutes, hours:minutes:seconds and days-hours";
    let milliseconds = span(value, SpanUnit::Minutes);
    let milliseconds = milliseconds.ok_or_else(|| unknown("PreemptExemptTime", value, allowed))?;
    Ok(Some(milliseconds as f64 / 1e3).filter(|seconds| *seconds > 0.0))
}

/// The `PreemptMode` of this name; `None` if it is not simulated.
pub(in crate::load::slurm) fn simulated_mode(name: &str) -> Option<PreemptMode> {
    let modes = [
        ("OFF", PreemptMode::Off),
        ("REQUEUE", PreemptMode::Requeue),
        ("CANCEL", PreemptMode::Cancel),
    ];
    let mut named = modes
        .into_iter()
        .filter(|(one, _)| name.eq_ignore_ascii_case(one));
    named.next().map(|(_, mode)| mode)
}

/// Sets the settings of `line` in `partition`.
fn apply_settings(
    partition: &mut Partition,
    line: &Fields,
    notes: &mut ReadingNotes,
) -> Result<(), Problem> {
    let owner = format!("partition {}", partition.name);
    let says = |value: &str, one: &str| value.eq_ignore_ascii_case(one);
    for (name, value) in line {
        match name.as_str() {
            "default" => partition.default = says(value, "YES"),
            "maxtime" => partition.most_time = most_time(value)?,
            "maxnodes" if says(value, "UNLIMITED") || says(value, "INFINITE") => {}
            "maxnodes" => {
                let most = whole("MaxNodes", value, ..=u32::MAX)?;
                partition.most_nodes = Some(most).filter(|&most| most > 0);
            }
            "prioritytier" => partition.tier = whole("PriorityTier", value, ..=u32::MAX)?,
            // `Priority` once set both.
            "priority" => partition.tier = whole("Priority", value, ..=u32::MAX)?,
            "state" => {
                partition.up = match value.to_ascii_uppercase().as_str() {
                    "UP" | "DRAIN" => true,
                    "DOWN" | "INACTIVE" => false,
                    _ => return Err(unknown("State", value, "UP, DOWN, DRAIN and INACTIVE")),
                }
            }
            "oversubscribe"
                if ["EXCLUSIVE", "NO", "YES"]
                    .iter()
                    .any(|one| says(value, one)) => {}
            "oversubscribe" if says(value, "FORCE:1") => {}
            "exclusiveuser" | "exclusivetopo" | "lln" | "reqresv" if says(value, "NO") => {}
            "minnodes" if value == "0" || value == "1" => {}
            // Without preemption it has no effect.
            "gracetime" if partition.preempt_mode == PreemptMode::Off => {}
            "gracetime" => {
                let seconds = grace_time(value)?;
                partition.preempt_grace = Some(seconds).filter(|&one| one > 0).map(f64::from);
            }
            "preemptmode" if simulated_mode(value).is_some() => {}
            "maxcpuspernode" | "maxcpuspersocket" | "maxmempercpu" | "maxmempernode"
                if says(value, "UNLIMITED") || value == "0" => {}
            "maxcpuspernode" if !partition.whole_nodes && notes.is_counted(&owner) => {
                let most = whole("MaxCPUsPerNode", value, ..=u32::MAX)?;
                partition.most_cores_on_node = Some(most);
            }
            "qos" if says(value, "N/A") => {}
            // They are read with the nodes that sleep.
            "suspendtime" | "suspendtimeout" | "resumetimeout" => {}
            known if WITHOUT_EFFECT.split(' ').any(|one| one == known) => {}
            _ => notes.note_skipped(&owner, name, value),
        }
    }
    Ok(())
}

/// Time limit in seconds, if any.
fn most_time(text: &str) -> Result<Option<f64>, Problem> {
    let allowed = "minutes, hours:minutes:seconds, days-hours and UNLIMITED";
    let wrong = || unknown("MaxTime", text, allowed);
    match Limit::parse(text, SpanUnit::Minutes).ok_or_else(wrong)? {
        Limit::Within(0) => Err(Problem::input(format!(
            "MaxTime is `{text}`, in which no job can run; a minute or more, or UNLIMITED, is allowed"
        ))),
        Limit::Within(milliseconds) => Ok(Some(milliseconds as f64 / 1e3)),
        Limit::Unlimited => Ok(None),
        Limit::Unknown | Limit::OfPartition => Err(wrong()),
    }
}
