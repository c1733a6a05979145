//! Switches of a `topology.conf` beside a `slurm.conf`.

use std::collections::HashSet;

use super::nodes::{Nodes, hosts};
use super::{LISTS_OF_TOPOLOGY, ReadingNotes, blocks};
use crate::base::problem::Problem;
use crate::load::slurm::conf::Conf;
use crate::load::slurm::text::hosts::Room;
use crate::scenario::cluster::Switch;

/// Switches of `conf` on `nodes`; none if they are not simulated, which is noted.
///
/// # Errors
/// A list is malformed, or names unknown nodes.
pub(super) fn of(
    conf: &Conf,
    nodes: &Nodes,
    notes: &mut ReadingNotes,
) -> Result<Box<[Switch]>, Problem> {
    if blocks::are_chosen(conf) {
        return Ok(Box::default());
    }
    let mut room = Room::of(LISTS_OF_TOPOLOGY);
    let (mut all, mut connected) = (Vec::new(), Vec::new());
    for (name, parent, list) in tree(conf)?.unwrap_or_default() {
        let list = list.as_ref();
        let named = |what: String| {
            let list = list.map_or("", String::as_str);
            conf.list_problem(list, format!("switch {name}: {what}"))
        };
        let hosts = hosts(conf, list, &mut room)?;
        let found = nodes.node_sets(&hosts).map_err(named)?;
        if found.is_none() && !hosts.is_empty() {
            // All its nodes are left out.
            continue;
        }
        connected.extend(hosts);
        all.push(Switch {
            name,
            parent,
            nodes: found.map_or(Vec::new(), |sets| nodes.named_sets(sets)),
        });
    }
    let once: HashSet<&String> = connected.iter().collect();
    let is_twice = once.len() < connected.len();
    let is_out = |host: &String| !once.contains(host);
    if !all.is_empty() && (is_twice || nodes.all().iter().any(is_out)) {
        notes.note_skipped("topology.conf", "TopologyPlugin", "topology/tree");
        all.clear();
    }
    Ok(all.into())
}

/// Whether `conf` has a tree of switches that is simulated.
///
/// # Errors
/// A list is malformed.
pub(super) fn has_tree(conf: &Conf) -> Result<bool, Problem> {
    Ok(tree(conf)?.is_some())
}

/// A switch: its name, its parent, and the list of its nodes.
type Line = (String, Option<String>, Option<String>);

/// Switches of `conf`, if they are trees, and jobs keep to them (neither `Dragonfly` nor
/// `TopoOptional`).
fn tree(conf: &Conf) -> Result<Option<Vec<Line>>, Problem> {
    let parameters = conf.setting("topologyparam").unwrap_or_default();
    let parameters = parameters.to_lowercase();
    if ["dragonfly", "topooptional"]
        .iter()
        .any(|one| parameters.contains(one))
    {
        return Ok(None);
    }
    let mut room = Room::of(LISTS_OF_TOPOLOGY);
    let mut all: Vec<Line> = Vec::new();
    for line in &conf.switches {
        let name = line.get("switchname").cloned().unwrap_or_default();
        all.push((name, None, line.get("nodes").cloned()));
    }
    for (line, index) in conf.switches.iter().zip(0..) {
        for below in hosts(conf, line.get("switches"), &mut room)? {
            let parent = all[index].0.clone();
            if let Some(below) = all.iter_mut().find(|one| one.0 == below) {
                below.1 = Some(parent);
            }
        }
    }
    let has_roots = all.iter().any(|one| one.1.is_none());
    let is_new = |(index, one): (usize, &Line)| all[..index].iter().all(|other| other.0 != one.0);
    let is_tree = has_roots && all.iter().enumerate().all(is_new);
    Ok(is_tree.then_some(all))
}
