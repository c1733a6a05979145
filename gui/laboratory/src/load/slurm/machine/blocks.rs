//! Blocks of a `topology.conf` beside a `slurm.conf`.

use std::collections::HashSet;

use super::nodes::{Nodes, hosts};
use super::{LISTS_OF_TOPOLOGY, ReadingNotes};
use crate::base::problem::Problem;
use crate::load::slurm::conf::{Conf, unknown};
use crate::load::slurm::text::hosts::Room;
use crate::scenario::cluster::{Block, block_levels, usual_block_sizes};

/// Blocks, and their sizes.
type BlocksAndSizes = (Box<[Block]>, Box<[u32]>);

/// Whether nodes are chosen by blocks.
pub(super) fn are_chosen(conf: &Conf) -> bool {
    let plugin = conf.setting("topologyplugin").unwrap_or_default();
    plugin.eq_ignore_ascii_case("topology/block")
}

/// Blocks of `conf` on `nodes`; none if nodes are not chosen by them, or they are not simulated, which is noted.
///
/// # Errors
/// A list is malformed, or names unknown nodes, or a size is not allowed.
pub(super) fn of(
    conf: &Conf,
    nodes: &Nodes,
    notes: &mut ReadingNotes,
) -> Result<BlocksAndSizes, Problem> {
    if !are_chosen(conf) {
        return Ok(BlocksAndSizes::default());
    }
    let mut room = Room::of(LISTS_OF_TOPOLOGY);
    let (mut all, mut known, mut first) = (Vec::new(), HashSet::new(), None);
    let mut is_twice = false;
    for line in &conf.blocks {
        let name = line.get("blockname").cloned().unwrap_or_default();
        let list = line.get("nodes");
        let hosts = hosts(conf, list, &mut room)?;
        let own: HashSet<String> = hosts.iter().cloned().collect();
        if !own.is_empty() {
            first = first.or(Some(own.len() as u32));
        }
        is_twice |= own.iter().any(|host| known.contains(host));
        known.extend(own);
        let named = |what: String| {
            let list = list.map_or("", String::as_str);
            conf.list_problem(list, format!("block {name}: {what}"))
        };
        let found = nodes.node_sets(&hosts).map_err(named)?;
        // One whose nodes are all left out keeps its place.
        all.push(Block {
            name: name.clone(),
            nodes: found.map_or(Vec::new(), |sets| nodes.named_sets(sets)),
        });
    }
    let has_nodes = all.iter().any(|block| !block.nodes.is_empty());
    if is_twice || !all.is_empty() && !has_nodes {
        notes.note_skipped("topology.conf", "TopologyPlugin", "topology/block");
    }
    let sizes = match conf.setting("blocksizes") {
        Some(value) => sizes_of(value)?,
        None => usual_block_sizes(first.unwrap_or(1)),
    };
    if is_twice || !has_nodes {
        return Ok(BlocksAndSizes::default());
    }
    Ok((all.into(), sizes.into()))
}

/// Sizes of blocks in a list.
fn sizes_of(value: &str) -> Result<Vec<u32>, Problem> {
    let refused = || unknown("BlockSizes", value, "whole numbers from 1 with commas");
    let all = value.split(',').map(|one| one.trim().parse().ok());
    let sizes: Option<Vec<u32>> = all.map(|size| size.filter(|&size| size > 0)).collect();
    let sizes = sizes.ok_or_else(refused)?;
    match block_levels(&sizes) {
        Ok(_) => Ok(sizes),
        Err(sentence) => Err(Problem::input(format!("BlockSizes={value}: {sentence}"))),
    }
}
