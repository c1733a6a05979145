//! Blocks of nodes in a scenario, of which Slurm keeps each job to one.

use cosched_core::machine::cluster as core;
use cosched_parameters::parameters;

use crate::scenario::cluster::LayoutError;
use crate::scenario::cluster::reservations::required_name;

/// The largest power of two of base blocks that may be a block.
const MOST_LEVEL: u32 = 15;

/// Base block of nodes, of which Slurm keeps a job to few (`topology/block`). Neighbouring ones are larger blocks by
/// `block_sizes`. Other policies take no notice.
#[parameters(within = Machine, path = "Cluster(blocks: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Name.
    #[parameter(needed)]
    #[serde(deserialize_with = "required_name")]
    pub name: String,
    /// Its nodes, named as those of a partition; none if absent, which keeps the others in their larger blocks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
}

impl Block {
    /// Summary in a line.
    pub fn summary(&self) -> String {
        let nodes = match &*self.nodes.join(", ") {
            "" => "no nodes".to_owned(),
            nodes => nodes.to_owned(),
        };
        format!("Block {}: {nodes}", self.name)
    }
}

/// Blocks of a layout.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LayoutBlocks {
    /// Nodes of each base block, a bit each.
    pub base: Vec<Vec<u64>>,
    /// Number of nodes that each counts as having.
    pub size: u32,
    /// Powers of two of base blocks that are blocks, a bit each.
    pub levels: u16,
}

impl LayoutBlocks {
    /// Converts it for the core, with the nodes of each base block.
    pub const fn as_core<'b>(&self, base: &'b [&'b [u64]]) -> core::Blocks<'b> {
        core::Blocks {
            base,
            size: self.size,
            levels: self.levels,
        }
    }
}

/// Size of a base block and levels of blocks by the `sizes` of blocks.
///
/// # Errors
/// One is not a power of two of the first, from 1 to 2¹⁵ of these.
pub(crate) fn levels(sizes: &[u32]) -> Result<(u32, u16), String> {
    let base = sizes.first().copied().unwrap_or(1);
    let mut levels = 1;
    for &size in sizes {
        let times = size.checked_div(base).filter(|times| times * base == size);
        let level = times.and_then(u32::checked_ilog2);
        let level = level.filter(|level| *level <= MOST_LEVEL && times == Some(1 << level));
        let Some(level) = level else {
            return Err(format!(
                "{size} is not a size of blocks: {} nodes times a power of two up to 2^{MOST_LEVEL} are allowed, as the first size has it",
                base.max(1)
            ));
        };
        levels |= 1 << level;
    }
    Ok((base, levels))
}

/// Sizes of blocks where none are given: a base block of so many nodes, and 2, 4, 8 and 16 of these.
pub(crate) fn usual_sizes(base: u32) -> Vec<u32> {
    (0..5)
        .map(|level| base.saturating_mul(1 << level))
        .collect()
}

/// Layout of `all` blocks with these `sizes`; `bits_of` gives the nodes of names, a bit each, of `words` words.
///
/// # Errors
/// They have names or nodes in common, or no nodes, or a size is not allowed.
pub(in crate::scenario::cluster) fn layout(
    (all, sizes): (&[Block], &[u32]),
    words: usize,
    bits_of: impl Fn(&[String]) -> Result<Vec<u64>, String>,
) -> Result<LayoutBlocks, LayoutError> {
    if all.is_empty() {
        return match sizes {
            [] => Ok(LayoutBlocks::default()),
            _ => LayoutError::of("`block_sizes` are sizes of `blocks`, and there are none"),
        };
    }
    let (mut base, mut taken): (Vec<Vec<u64>>, Vec<u64>) = (Vec::new(), vec![0; words]);
    for (index, own) in all.iter().enumerate() {
        let wrong = LayoutError::at("blocks", index);
        let name = &own.name;
        if all[..index].iter().any(|other| other.name == *name) {
            return Err(wrong(format!(
                "two blocks are called `{name}`; each needs a name of its own"
            )));
        }
        let nodes = match &own.nodes[..] {
            [] => Ok(vec![0; words]),
            names => bits_of(names),
        };
        let nodes = match nodes {
            Ok(nodes) => nodes,
            Err(what) => return Err(wrong(format!("block `{name}`: {what}"))),
        };
        for (all, own) in taken.iter_mut().zip(&nodes) {
            if *all & own != 0 {
                let what = "a node of it is in another block as well";
                return Err(wrong(format!("block `{name}`: {what}")));
            }
            *all |= own;
        }
        base.push(nodes);
    }
    let counts = base
        .iter()
        .map(|own| own.iter().map(|word| word.count_ones()).sum::<u32>());
    let Some(first) = counts.into_iter().find(|&count| count > 0) else {
        return LayoutError::of("`blocks` have no nodes; one of them needs some");
    };
    let usual = usual_sizes(first);
    let sizes = if sizes.is_empty() { &usual } else { sizes };
    let (size, levels) = match levels(sizes) {
        Ok(found) => found,
        Err(sentence) => return LayoutError::of(format!("`block_sizes`: {sentence}")),
    };
    Ok(LayoutBlocks { base, size, levels })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sentence with which blocks of these nodes are refused.
    fn refused(nodes: &[&[u32]], sizes: &[u32]) -> String {
        let names = nodes.iter().zip(1..).map(|(own, number)| Block {
            name: format!("b{number}"),
            nodes: own.iter().map(|node| node.to_string()).collect(),
        });
        let all: Vec<Block> = names.collect();
        let bits = |names: &[String]| {
            let all = names.iter().map(|name| 1 << name.parse::<u32>().unwrap());
            Ok(vec![all.sum()])
        };
        match layout((&all, sizes), 1, bits) {
            Ok(found) => format!("{found:?}"),
            Err(error) => error.sentence,
        }
    }

    #[test]
    fn blocks_that_cannot_be_are_refused_with_what_is_allowed() {
        for (nodes, sizes, sentence) in [
            (&[&[0, 1][..], &[2, 3]][..], &[][..], "size: 2, levels: 31"),
            (&[&[], &[2, 3]], &[], "size: 2, levels: 31"),
            (&[&[0, 1]], &[3, 12, 6], "size: 3, levels: 7"),
            (
                &[&[0, 1]],
                &[2, 1],
                "1 is not a size of blocks: 2 nodes times a power of two",
            ),
            (&[&[0, 1]], &[0], "0 is not a size of blocks"),
            (&[&[0, 1]], &[1, 65_536], "65536 is not a size of blocks"),
            (
                &[&[0, 1], &[1]],
                &[],
                "block `b2`: a node of it is in another block as well",
            ),
            (&[&[]], &[], "`blocks` have no nodes"),
            (
                &[],
                &[2],
                "`block_sizes` are sizes of `blocks`, and there are none",
            ),
        ] {
            let said = refused(nodes, sizes);
            assert!(said.contains(sentence), "{said}");
        }
    }
}
