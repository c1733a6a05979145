//! Tests of the switches and blocks of a `topology.conf`.

use super::tests::CONF;
use super::*;
use crate::load::slurm::settings::Settings;

/// Switches of [`CONF`] with these lines behind it: name, parent and nodes; and the settings of its
/// topology that are not simulated.
fn switches(lines: &str) -> (Vec<(String, String, String)>, Vec<String>) {
    let conf = format!("TopologyPlugin=topology/tree\n{CONF}{lines}");
    let conf = Conf::parse(&conf).unwrap();
    let found = DescribedMachine::of(&conf).unwrap();
    let switches = found.cluster.switches.iter().map(|one| {
        let parent = one.parent.clone().unwrap_or_default();
        (one.name.clone(), parent, one.nodes.join(" "))
    });
    let others = Settings::of(&conf).unwrap().not_simulated;
    let all = found.not_simulated.into_iter().chain(others);
    let of_topology = all.filter(|one| one.to_lowercase().starts_with("topologyplugin"));
    (switches.collect(), of_topology.collect())
}

#[test]
fn trees_of_switches_are_read() {
    let leaves = "SwitchName=s1 Nodes=c[1-5]\nSwitchName=s2 Nodes=c[6-10],g[01-02]\n";
    let (found, others) = switches(&format!("{leaves}SwitchName=top Switches=s[1-2]\n"));
    let row = |name: &str, parent: &str, nodes: &str| {
        (name.to_owned(), parent.to_owned(), nodes.to_owned())
    };
    // c8 is down.
    let expected = [
        row("s1", "top", "c[0-4]"),
        row("s2", "top", "c[5-6] c-2 g"),
        row("top", "", ""),
    ];
    assert_eq!((&found[..], &others[..]), (&expected[..], &[][..]));
    let (found, others) = switches("SwitchName=only Nodes=c[1-10],g[01-02]\n");
    assert_eq!(
        (&found[..], others.len()),
        (&[row("only", "", "c c-2 g")][..], 0)
    );
    let (found, others) = switches(leaves);
    let expected = [row("s1", "", "c[0-4]"), row("s2", "", "c[5-6] c-2 g")];
    assert_eq!((&found[..], others.len()), (&expected[..], 0));
}

#[test]
fn switches_that_are_no_trees_of_all_nodes_are_not_simulated() {
    let leaves = "SwitchName=s1 Nodes=c[1-5]\nSwitchName=s2 Nodes=c[6-10],g[01-02]\n";
    let optional = format!("{leaves}SwitchName=top Switches=s[1-2]\nTopologyParam=TopoOptional\n");
    for (lines, named) in [
        ("", "topologyplugin=topology/tree"),
        (&optional, "topologyplugin=topology/tree"),
        (
            "SwitchName=s1 Nodes=c[1-5]\n",
            "TopologyPlugin=topology/tree of topology.conf",
        ),
    ] {
        let (found, others) = switches(lines);
        assert_eq!(
            (found.len(), &others[..]),
            (0, &[named.to_owned()][..]),
            "{lines}"
        );
    }
}

/// Names and nodes of blocks, their sizes, and settings.
type FoundBlocks = (Vec<(String, String)>, Vec<u32>, Vec<String>);

/// Blocks of [`CONF`] with these lines behind it, name and nodes, their sizes, and the settings of its topology that
/// are not simulated.
fn blocks(lines: &str) -> Result<FoundBlocks, String> {
    let conf = format!("TopologyPlugin=topology/block\n{CONF}{lines}");
    let conf = Conf::parse(&conf).unwrap();
    let found = DescribedMachine::of(&conf).map_err(|problem| problem.sentence)?;
    let blocks = found.cluster.blocks.iter();
    let blocks = blocks.map(|one| (one.name.clone(), one.nodes.join(" ")));
    let others = Settings::of(&conf).unwrap().not_simulated;
    let all = found.not_simulated.into_iter().chain(others);
    let is_of_topology = |one: &String| {
        let one = one.to_lowercase();
        one.starts_with("topologyplugin") || one.starts_with("block")
    };
    Ok((
        blocks.collect(),
        found.cluster.block_sizes.to_vec(),
        all.filter(is_of_topology).collect(),
    ))
}

#[test]
fn blocks_are_read() {
    let lines = "BlockName=b1 Nodes=c[1-4]\nBlockName=b2 Nodes=c8\nBlockName=b3 Nodes=c[5-7]\n\
        BlockName=b4\nSwitchName=s Nodes=c1\n";
    let row = |name: &str, nodes: &str| (name.to_owned(), nodes.to_owned());
    // c8 is down, and its block keeps its place. Of c9, c10 and g they take no notice.
    let expected = vec![
        row("b1", "c[0-3]"),
        row("b2", ""),
        row("b3", "c[4-6]"),
        row("b4", ""),
    ];
    let usual = vec![4, 8, 16, 32, 64];
    assert_eq!(blocks(lines).unwrap(), (expected.clone(), usual, vec![]));
    let sized = format!("{lines}BlockSizes=3,12\n");
    assert_eq!(blocks(&sized).unwrap(), (expected, vec![3, 12], vec![]));
}

#[test]
fn blocks_that_are_not_simulated_or_allowed_are_named() {
    let plugin = vec!["topologyplugin=topology/block".to_owned()];
    assert_eq!(blocks("").unwrap(), (vec![], vec![], plugin));
    let twice = blocks("BlockName=b1 Nodes=c[1-4]\nBlockName=b2 Nodes=c[4-5]\n").unwrap();
    let named = vec!["TopologyPlugin=topology/block of topology.conf".to_owned()];
    assert_eq!(twice, (vec![], vec![], named));
    for (sizes, allowed) in [
        ("4,6", "6 is not a size of blocks"),
        ("4,", "from 1"),
        ("0", "from 1"),
    ] {
        let lines = format!("BlockName=b1 Nodes=c[1-4]\nBlockSizes={sizes}\n");
        let said = blocks(&lines).unwrap_err();
        assert!(said.contains(allowed), "{said}");
    }
    let said = blocks("BlockName=b1 Nodes=x1\n").unwrap_err();
    assert!(said.contains("block b1: there is no node `x1`"), "{said}");
}
