//! Switches in a scenario: the tree by which Slurm chooses nodes.

use cosched_core::machine::cluster as core;
use cosched_parameters::parameters;

use crate::scenario::cluster::LayoutError;
use crate::scenario::cluster::kinds::name as optional_name;
use crate::scenario::cluster::reservations::required_name;

/// Switch of the tree that connects the nodes, of which Slurm keeps a job on few leaves (`topology/tree`). Other
/// policies take no notice.
#[parameters(within = Machine, path = "Cluster(switches: [({})])")]
#[derive(Clone, PartialEq, Debug)]
pub struct Switch {
    /// Name.
    #[parameter(needed)]
    #[serde(deserialize_with = "required_name")]
    pub name: String,
    /// Name of the switch that it is connected to; the root of a tree has none. No job of Slurm has nodes of two
    /// trees.
    #[serde(
        skip_serializing_if = "Option::is_none",
        deserialize_with = "optional_name"
    )]
    pub parent: Option<String>,
    /// Nodes that are connected to it, named as those of a partition; none where other switches are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<String>,
}

/// Switch of a layout.
#[derive(Clone, PartialEq, Debug)]
pub struct LayoutSwitch {
    /// Nodes connected to it, a bit each.
    pub nodes: Vec<u64>,
    /// Index of the switch that it is connected to, which stands before it.
    pub parent: Option<u32>,
}

impl LayoutSwitch {
    /// Converts it for the core.
    pub fn as_core(&self) -> core::Switch<'_> {
        core::Switch {
            nodes: &self.nodes,
            parent: self.parent,
        }
    }
}

impl Switch {
    /// Summary in a line.
    pub fn summary(&self) -> String {
        let parent = self.parent.as_ref();
        let parent = parent.map_or(String::new(), |parent| format!(", below {parent}"));
        let nodes = match &*self.nodes.join(", ") {
            "" => "connects switches".to_owned(),
            nodes => nodes.to_owned(),
        };
        format!("Switch {}: {nodes}{parent}", self.name)
    }
}

/// Orders `all` so that each stands behind its parent and those with nodes stay in their order;
/// `bits_of` gives the nodes of names, a bit each.
///
/// # Errors
/// They are no trees, or do not connect each of `count` nodes once.
pub(in crate::scenario::cluster) fn in_order(
    all: &[Switch],
    count: u32,
    bits_of: impl Fn(&[String]) -> Result<Vec<u64>, String>,
) -> Result<Vec<LayoutSwitch>, LayoutError> {
    if all.is_empty() {
        return Ok(Vec::new());
    }
    check_names(all)?;
    let index_of = |name: &str| all.iter().position(|one| one.name == name);
    let parent_of = |index: usize| all[index].parent.as_deref().and_then(index_of);
    // More steps than there are switches go round.
    let depth = |index: usize| {
        let path = std::iter::successors(Some(index), |&index| parent_of(index));
        path.take(all.len() + 1).count()
    };
    if let Some(index) = (0..all.len()).find(|&index| depth(index) > all.len()) {
        return Err(LayoutError::at("switches", index)(format!(
            "switch `{}` is below itself, or below one that is below it in turn",
            all[index].name
        )));
    }
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by_key(|&index| {
        let is_leaf = !all[index].nodes.is_empty();
        (is_leaf, if is_leaf { 0 } else { depth(index) })
    });
    let mut switches: Vec<LayoutSwitch> = Vec::new();
    let mut connected: Vec<u64> = vec![0; count.div_ceil(64) as usize];
    for &index in &order {
        let wrong = LayoutError::at("switches", index);
        let own = &all[index];
        let named = |what: String| wrong(format!("switch `{}`: {what}", own.name));
        let nodes = match &own.nodes[..] {
            [] => vec![0; connected.len()],
            names => bits_of(names).map_err(named)?,
        };
        for (all, own) in connected.iter_mut().zip(&nodes) {
            if *all & own != 0 {
                let what = "a node of it is connected to another switch as well".to_owned();
                return Err(named(what));
            }
            *all |= own;
        }
        let parent =
            parent_of(index).and_then(|parent| order.iter().position(|&one| one == parent));
        let parent = parent.map(|parent| parent as u32);
        switches.push(LayoutSwitch { nodes, parent });
    }
    let missing = count - connected.iter().map(|word| word.count_ones()).sum::<u32>();
    if missing > 0 {
        return LayoutError::of(format!(
            "{missing} of {count} nodes are connected to no switch; each must be connected to one of `switches`"
        ));
    }
    Ok(switches)
}

/// Checks that each has a name of its own, and a parent that has no nodes or none.
fn check_names(all: &[Switch]) -> Result<(), LayoutError> {
    for (index, own) in all.iter().enumerate() {
        let wrong = LayoutError::at("switches", index);
        let name = &own.name;
        if all[..index].iter().any(|other| other.name == *name) {
            return Err(wrong(format!(
                "two switches are called `{name}`; each needs a name of its own"
            )));
        }
        let Some(parent) = &own.parent else { continue };
        match all.iter().find(|other| other.name == *parent) {
            None => {
                let known: Vec<&str> = all.iter().map(|one| &*one.name).collect();
                return Err(wrong(format!(
                    "switch `{name}` is below `{parent}`, which is none; there are: {}",
                    known.join(", ")
                )));
            }
            Some(found) if !found.nodes.is_empty() => {
                return Err(wrong(format!(
                    "switch `{name}` is below `{parent}`, which has nodes: a switch connects nodes or switches"
                )));
            }
            Some(_) => {}
        }
    }
    Ok(())
}
