//! Kinds of nodes in a `slurm.conf`: equal nodes, in the order in which Slurm takes them.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::conf::{Conf, Fields, unknown, whole};
use super::ReadingNotes;
use crate::base::problem::Problem;
use crate::load::slurm::text::Availability;
use crate::load::slurm::text::hosts::Room;
use crate::load::slurm::text::tres::Gres;
use crate::scenario::cluster::NodeKind;
use crate::scenario::fields::{MOST_CORES, NODE_MEMORIES};

/// Settings of nodes that do not affect where jobs start.
const WITHOUT_EFFECT: &str =
    "nodename nodeaddr nodehostname bcastaddr port reason tmpdisk boards extra";

/// Largest part of a host's name, in bytes, that becomes the name of its kind.
const LONGEST_STEM: usize = 60;

/// Nodes of a `slurm.conf`.
pub(super) struct Nodes {
    /// Kinds, those of less weight first.
    pub(super) kinds: Vec<NodeKind>,
    /// Kind of each available node, and its index in that.
    kind_indices: HashMap<String, (usize, u32)>,
    /// Nodes that are left out.
    left_out: HashSet<String>,
}

impl Nodes {
    /// Nodes of `conf`.
    ///
    /// # Errors
    /// There are none, or a setting of theirs is not allowed.
    pub(super) fn of(conf: &Conf, notes: &mut ReadingNotes) -> Result<Self, Problem> {
        // A node may be down for several reasons.
        let (mut out, mut room) = (HashSet::new(), Room::of(4));
        let is_out = |state: &String| Availability::is_out(state);
        for line in &conf.down_nodes {
            if line.get("state").is_none_or(is_out) {
                out.extend(expand_list(conf, line.get("downnodes"), &mut room)?);
            }
        }
        let mut room = Room::default();
        let counts_memory = counts_memory(conf, notes);
        // Weights, kinds, and names of the nodes of each kind.
        let mut kinds: Vec<(u32, NodeKind, Vec<String>)> = Vec::new();
        let mut known = HashSet::new();
        for line in conf.all_nodes() {
            let list = line.get("nodename");
            let names = expand_list(conf, list, &mut room)?;
            if line.get("state").is_some_and(is_out) {
                out.extend(names);
                continue;
            }
            let (weight, kind) = kind(&line, counts_memory, notes)?;
            for name in names {
                if !known.insert(name.clone()) {
                    return Err(named_twice(conf, list, &name));
                }
                if out.contains(&name) {
                    continue;
                }
                let alike = kinds.iter_mut();
                match alike
                    .rev()
                    .find(|(other, one, _)| *other == weight && *one == kind)
                {
                    Some((_, _, nodes)) => nodes.push(name),
                    None => kinds.push((weight, kind.clone(), vec![name])),
                }
            }
        }
        if kinds.is_empty() {
            return Err(Problem::input("no line NodeName=… names a node"));
        }
        kinds.sort_by_key(|(weight, ..)| *weight);
        notes.left_out += out.len();
        Ok(Self::name_kinds(kinds, out))
    }

    /// Gives the kinds names and counts.
    fn name_kinds(kinds: Vec<(u32, NodeKind, Vec<String>)>, out: HashSet<String>) -> Self {
        let mut found = Self {
            kinds: Vec::new(),
            kind_indices: HashMap::new(),
            left_out: out,
        };
        // Names in use, and the next number behind each.
        let (mut taken, mut numbers) = (HashSet::new(), HashMap::new());
        for (index, (_, kind, nodes)) in kinds.into_iter().enumerate() {
            let stem = nodes.first().map_or("", String::as_str);
            let stem = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
            let stem = match stem.trim_end_matches(['-', '_', '.']) {
                "" => "node",
                // Names of kinds are shorter than those of hosts may be.
                stem => &stem[..stem.floor_char_boundary(LONGEST_STEM)],
            };
            let next = numbers.entry(stem.to_owned()).or_insert(1_u32);
            let name = loop {
                let name = match *next {
                    1 => stem.to_owned(),
                    number => format!("{stem}-{number}"),
                };
                *next += 1;
                if taken.insert(name.clone()) {
                    break Some(name);
                }
            };
            let count = nodes.len() as u32;
            found.kinds.push(NodeKind {
                name,
                count,
                ..kind
            });
            let all = nodes.into_iter().zip((0..).map(|own| (index, own)));
            found.kind_indices.extend(all);
        }
        found
    }

    /// These hosts as node sets of a scenario, without those left out: empty if they are all nodes,
    /// `None` if none is available.
    ///
    /// # Errors
    /// A host is on no line of nodes.
    pub(super) fn node_sets(&self, hosts: &[String]) -> Result<Option<Vec<String>>, String> {
        let mut places: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
        for host in hosts {
            match self.kind_indices.get(host) {
                Some(&(kind, index)) => places.entry(kind).or_default().push(index),
                None if self.left_out.contains(host) => {}
                None => return Err(format!("there is no node `{host}`")),
            }
        }
        if places.is_empty() {
            return Ok(None);
        }
        let mut sets = Vec::new();
        for (kind, mut own) in places {
            own.sort_unstable();
            own.dedup();
            let NodeKind { name, count, .. } = &self.kinds[kind];
            let name = name.as_deref().unwrap_or_default();
            sets.push(if own.len() == *count as usize {
                name.to_owned()
            } else {
                format!("{name}[{}]", ranges(&own))
            });
        }
        let names = self.kinds.iter().map(|kind| kind.name.clone());
        Ok(Some(if names.eq(sets.iter().cloned().map(Some)) {
            Vec::new()
        } else {
            sets
        }))
    }

    /// Sets of nodes, or where they are none, which means all nodes, the names of all kinds.
    pub(super) fn named_sets(&self, sets: Vec<String>) -> Vec<String> {
        if sets.is_empty() {
            let names = self.kinds.iter().map(|kind| kind.name.clone());
            names.map(Option::unwrap_or_default).collect()
        } else {
            sets
        }
    }

    /// Hosts of kinds with this feature.
    pub(super) fn with_feature(&self, feature: &str) -> Vec<String> {
        let has = |kind: usize| self.kinds[kind].features.iter().any(|one| one == feature);
        let all = self.kind_indices.iter().filter(|(_, (kind, _))| has(*kind));
        all.map(|(name, _)| name.clone()).collect()
    }

    /// All hosts.
    pub(super) fn all(&self) -> Vec<String> {
        self.kind_indices.keys().cloned().collect()
    }
}

/// Numbers in ascending order as ranges.
fn ranges(numbers: &[u32]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let runs = runs.map(|run| match run {
        [only] => only.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// Expands a list of hosts, within `room`.
pub(super) fn expand_list(
    conf: &Conf,
    list: Option<&String>,
    room: &mut Room,
) -> Result<Vec<String>, Problem> {
    conf.expand(list.map_or("", String::as_str), room)
}

/// Whether memory is a consumable resource, by `SelectTypeParameters`; on whole nodes it only
/// decides where a job has enough.
fn counts_memory(conf: &Conf, notes: &mut ReadingNotes) -> bool {
    let is_linear = conf.setting("selecttype") == Some("select/linear");
    let parameters = conf.setting("selecttypeparameters").unwrap_or("MEMORY");
    let counts = is_linear || parameters.to_ascii_uppercase().contains("MEMORY");
    if !counts {
        notes.remark(format!(
            "memory is not counted, as SelectTypeParameters={parameters} has it"
        ));
    }
    counts
}

/// Problem of a node that two lines name.
fn named_twice(conf: &Conf, list: Option<&String>, name: &str) -> Problem {
    let list = list.map_or("", String::as_str);
    conf.list_problem(list, format!("the node {name} is named twice"))
}

/// Weight and kind of each node of `conf`, in the order of its lines.
///
/// # Errors
/// A setting of theirs is not allowed, or a node is named twice.
pub(in crate::load::slurm) fn in_order(conf: &Conf) -> Result<Vec<(u32, NodeKind)>, Problem> {
    let (mut notes, mut room) = (ReadingNotes::default(), Room::default());
    let counts_memory = counts_memory(conf, &mut notes);
    let (mut nodes, mut known) = (Vec::new(), HashSet::new());
    for line in conf.all_nodes() {
        let list = line.get("nodename");
        let names = expand_list(conf, list, &mut room)?;
        if let Some(name) = names.iter().find(|name| !known.insert((*name).clone())) {
            return Err(named_twice(conf, list, name));
        }
        let own = kind(&line, counts_memory, &mut notes)?;
        nodes.extend(names.iter().map(|_| own.clone()));
    }
    Ok(nodes)
}

/// Kind of the nodes on this line, and their weight.
fn kind(
    line: &Fields,
    counts_memory: bool,
    notes: &mut ReadingNotes,
) -> Result<(u32, NodeKind), Problem> {
    let owner = format!("nodes {}", line.get("nodename").map_or("", String::as_str));
    let (mut kind, mut weight) = (NodeKind::with_count(0), 1);
    kind.cores = Some(cpus(line)?);
    let reserved = number(line, ["MemSpecLimit", "MemSpecLimit"], 0, u32::MAX)?;
    for (name, value) in line {
        match name.as_str() {
            "cpus" | "procs" | "sockets" | "socketsperboard" | "corespersocket"
            | "threadspercore" | "corespeccount" | "memspeclimit" => {}
            "realmemory" => {
                let most = *NODE_MEMORIES.end() as u32;
                let memory = whole("RealMemory", value, ..=most)?;
                let memory = memory.saturating_sub(reserved);
                kind.memory = counts_memory.then_some(f64::from(memory));
            }
            "gres" => gres(value, &mut kind, &owner, notes)?,
            "feature" | "features" => {
                let all = value.split(',').map(str::trim);
                let all = all.filter(|one| !one.is_empty()).map(str::to_owned);
                kind.features = all.collect();
            }
            "weight" => weight = whole("Weight", value, ..=u32::MAX)?,
            "state" => {}
            "suspendtime" => {}
            "suspendtimeout" | "resumetimeout" if !notes.nodes_sleep => {}
            known if WITHOUT_EFFECT.split(' ').any(|one| one == known) => {}
            _ => notes.note_skipped(&owner, name, value),
        }
    }
    Ok((weight, kind))
}

/// Value of the setting of this name, or else of the other, on a line; `usual` without both.
fn number(line: &Fields, names: [&str; 2], usual: u32, most: u32) -> Result<u32, Problem> {
    let value = names.iter().find_map(|name| line.get(&name.to_lowercase()));
    value.map_or(Ok(usual), |value| whole(names[0], value, ..=most))
}

/// CPUs of the nodes on this line that jobs may have: all but those of reserved cores.
fn cpus(line: &Fields) -> Result<u32, Problem> {
    let number = |names: [&str; 2], usual: u32| number(line, names, usual, MOST_CORES);
    let cores = number(["Sockets", "SocketsPerBoard"], 1)?
        .saturating_mul(number(["Boards", "Boards"], 1)?)
        .saturating_mul(number(["CoresPerSocket", "CoresPerSocket"], 1)?);
    let threads = number(["ThreadsPerCore", "ThreadsPerCore"], 1)?;
    let cpus = number(["CPUs", "Procs"], cores.saturating_mul(threads))?;
    if !(1..=MOST_CORES).contains(&cpus) {
        let sentence =
            format!("CPUs is `{cpus}`; a node has one at least, and {MOST_CORES} at most");
        return Err(Problem::input(sentence));
    }
    // CPUs may be the cores of a node although each has several threads.
    let is_of_cores = cores > 1 && cpus <= cores;
    let of_core = if is_of_cores { 1 } else { threads };
    let reserved = number(["CoreSpecCount", "CoreSpecCount"], 0)?;
    match cpus.saturating_sub(reserved.saturating_mul(of_core)) {
        0 => Err(Problem::input(format!(
            "CoreSpecCount is `{reserved}`, which leaves none of {cpus} CPUs; fewer are allowed"
        ))),
        left => Ok(left),
    }
}

/// Adds the resources in the list `value` to `kind`.
fn gres(
    value: &str,
    kind: &mut NodeKind,
    owner: &str,
    notes: &mut ReadingNotes,
) -> Result<(), Problem> {
    for part in Gres::list(value) {
        let gres = Gres::parse(part).filter(|gres| gres.count <= MOST_CORES);
        let allowed = "name:number and name:type:number";
        let gres = gres.ok_or_else(|| unknown("Gres", part, allowed))?;
        if !gres.is_consumed || (gres.name != "gpu" && !notes.is_counted(gres.name)) {
            notes.note_skipped(owner, "gres", part);
            continue;
        }
        let count = if gres.name == "gpu" {
            &mut kind.gpus
        } else {
            kind.resources.entry(gres.name.to_owned()).or_default()
        };
        *count = count.saturating_add(gres.count);
    }
    Ok(())
}

/// Names in a list, none if it is absent.
pub(super) fn hosts(
    conf: &Conf,
    list: Option<&String>,
    room: &mut Room,
) -> Result<Vec<String>, Problem> {
    list.map_or(Ok(Vec::new()), |_| expand_list(conf, list, room))
}
