//! Kinds of nodes of a GPU cluster, those that are alike as one.

use std::path::Path;

use super::nodes::{GpuNode, read_nodes};
use crate::base::format::{count, counted};
use crate::base::problem::Problem;
use crate::scenario::cluster::NodeKind;

/// Kinds of nodes in the table at `path`, in the order of the first node of each, and remarks on
/// them. The model of their GPUs is a feature, and so is each of `wanted` choices of models, as
/// `V100M16|V100M32`, of which it is one.
///
/// # Errors
/// Those of [`read_nodes`].
pub(in crate::load) fn kinds_for(
    wanted: &[String],
    path: &Path,
) -> Result<(Vec<NodeKind>, Vec<String>), Problem> {
    let nodes = read_nodes(path)?;
    let mut kinds = alike(&nodes);
    name_kinds(&mut kinds);
    add_choices(&mut kinds, wanted);
    let remarks = remarks(&nodes, &kinds, path);
    Ok((kinds, remarks))
}

/// Nodes that are alike as one kind, without a name.
fn alike(nodes: &[GpuNode]) -> Vec<NodeKind> {
    let mut kinds: Vec<NodeKind> = Vec::new();
    for node in nodes {
        let kind = NodeKind {
            cores: Some(node.cpu / 1000),
            memory: Some(f64::from(node.memory)),
            gpus: node.gpus,
            features: node.model.clone().into_iter().collect(),
            ..NodeKind::with_count(1)
        };
        let is_alike = |other: &&mut NodeKind| {
            let one = NodeKind {
                count: 1,
                ..(**other).clone()
            };
            one == kind
        };
        match kinds.iter_mut().find(is_alike) {
            Some(alike) => alike.count += 1,
            None => kinds.push(kind),
        }
    }
    kinds
}

/// Calls each kind by the model of its GPUs, with a number from the second one of a model on.
fn name_kinds(kinds: &mut [NodeKind]) {
    for index in 0..kinds.len() {
        let (before, rest) = kinds.split_at_mut(index);
        let own = &mut rest[0];
        let model = own.features.first().map_or("cpu", String::as_str);
        let of_model = before.iter().filter(|other| other.features == own.features);
        own.name = Some(match of_model.count() {
            0 => model.to_owned(),
            before => format!("{model}-{}", before + 1),
        });
    }
}

/// Adds to each kind those choices of models of which its own is one.
fn add_choices(kinds: &mut [NodeKind], wanted: &[String]) {
    for kind in kinds {
        let Some(model) = kind.features.first().cloned() else {
            continue;
        };
        let suits = |one: &&String| **one != model && one.split('|').any(|one| one == model);
        kind.features.extend(wanted.iter().filter(suits).cloned());
    }
}

/// Sentences on the nodes, read from the table at `path`.
fn remarks(nodes: &[GpuNode], kinds: &[NodeKind], path: &Path) -> Vec<String> {
    let sum = |amount: fn(&GpuNode) -> u32| -> u64 {
        nodes.iter().map(|node| u64::from(amount(node))).sum()
    };
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let mut all = vec![format!(
        "the machine is that of {file}: {} of {} with {} cores and {} GPUs",
        counted(nodes.len(), "node"),
        counted(kinds.len(), "kind"),
        count(sum(|node| node.cpu / 1000)),
        count(sum(|node| node.gpus)),
    )];
    let with_part = nodes.iter().filter(|node| node.cpu % 1000 > 0).count();
    if with_part > 0 {
        let nodes = counted(with_part, "node");
        all.push(format!("{nodes} with a part of a core: rounded down"));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::nodes::parse;
    use super::*;

    const LIST: &str = "\
sn,cpu_milli,memory_mib,gpu,model
a,8000,1024,2,P100
b,16000,1024,2,P100
c,8000,1024,2,P100
d,4500,512,0,
e,8000,1024,1,T4
";

    #[test]
    fn nodes_that_are_alike_are_one_kind() {
        let nodes = parse(LIST).unwrap();
        let mut kinds = alike(&nodes);
        name_kinds(&mut kinds);
        let found = kinds.iter().map(|kind| {
            let name = kind.name.as_deref().unwrap();
            (name, kind.count, kind.cores.unwrap(), kind.gpus)
        });
        let found: Vec<_> = found.collect();
        let expected = [
            ("P100", 2, 8, 2),
            ("P100-2", 1, 16, 2),
            ("cpu", 1, 4, 0),
            ("T4", 1, 8, 1),
        ];
        assert_eq!(found, expected);
        assert_eq!(
            remarks(&nodes, &kinds, Path::new("folder/nodes.csv")),
            [
                "the machine is that of nodes.csv: 5 nodes of 4 kinds with 44 cores and 7 GPUs",
                "1 node with a part of a core: rounded down"
            ]
        );
        add_choices(&mut kinds, &["T4|P100", "T4", "A10|T4"].map(str::to_owned));
        let features = kinds.iter().map(|kind| kind.features.join(" "));
        let features: Vec<_> = features.collect();
        let expected = ["P100 T4|P100", "P100 T4|P100", "", "T4 T4|P100 A10|T4"];
        assert_eq!(features, expected);
    }
}
