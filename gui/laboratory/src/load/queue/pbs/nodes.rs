//! Nodes of `pbsnodes`.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::{Block, node_name, of_json, of_text};
use crate::base::problem::Problem;
use crate::load::queue::job::Queued;
use crate::load::queue::node::Node;
use crate::load::slurm::text::Availability;

/// States of nodes that take no new jobs, or are there for others.
const STATES: [(&str, Availability); 12] = [
    ("resv-exclusive", Availability::Reserved),
    ("reserve", Availability::Reserved),
    ("maintenance", Availability::Reserved),
    ("offline", Availability::Drained),
    ("offline_by_mom", Availability::Drained),
    ("down", Availability::Down),
    ("stale", Availability::Down),
    ("state-unknown", Availability::Down),
    ("unknown", Availability::Down),
    ("unresolvable", Availability::Down),
    ("initializing", Availability::Down),
    ("wait-provisioning", Availability::Drained),
];

/// States of nodes that take jobs, once those that they have have ended.
const UP: [&str; 7] = [
    "free",
    "busy",
    "job-busy",
    "job-exclusive",
    "job-sharing",
    "provisioning",
    "sleep",
];

/// Parses the nodes in `text`; those of no queue have no partition.
///
/// # Errors
/// A value cannot be read.
pub(in crate::load::queue) fn nodes(text: &str) -> Result<Vec<Node>, Problem> {
    let blocks = if text.trim_start().starts_with('{') {
        of_json(text, "nodes", "pbsnodes -av -F json")?.0
    } else {
        of_text(text, node_name)
    };
    // Parts of a node are listed one by one.
    let mut all: BTreeMap<String, Node> = BTreeMap::new();
    for block in &blocks {
        let node = node(block)?;
        match all.get_mut(&node.name) {
            None => {
                all.insert(node.name.clone(), node);
            }
            Some(known) => {
                let sum = known
                    .cores
                    .unwrap_or(0)
                    .saturating_add(node.cores.unwrap_or(0));
                known.cores = Some(sum);
                known.availability = known.availability.max(node.availability);
                known.partitions.extend(node.partitions);
            }
        }
    }
    Ok(all.into_values().collect())
}

fn node(block: &Block<'_>) -> Result<Node, Problem> {
    let all = &block.attributes;
    let wrong = |sentence: &str| {
        let name = &block.name;
        Problem::input(format!("node `{name}`: {sentence}")).at(block.line, 1)
    };
    let count = |name: &str| all.count(name).map_err(|bad| wrong(&bad.sentence));
    let cores = match (count("resources_available.ncpus")?, count("np")?) {
        (Some(cores), _) => Some(cores),
        // Of Torque.
        (None, Some(cores)) => Some(cores),
        (None, None) => count("pcpus")?,
    };
    let states = all.get("state").unwrap_or_default();
    let availability = states.split(',').map(|state| availability(state.trim()));
    let availability: Option<Vec<Availability>> = availability.collect();
    let availability = availability.and_then(|all| all.into_iter().max());
    let availability = availability.ok_or_else(|| {
        wrong(&format!(
            "`state` is `{states}`: states of PBS, as free or down,offline, are allowed"
        ))
    })?;
    let queue = all.get("queue").map(str::to_owned);
    let name = block.name.split('[').next().unwrap_or(&block.name);
    Ok(Node {
        name: name.to_owned(),
        partitions: queue.into_iter().collect(),
        cores,
        limit: None,
        availability,
        is_given_whole: false,
    })
}

fn availability(state: &str) -> Option<Availability> {
    let mut known = STATES.iter();
    let known = known.find(|(name, _)| name.eq_ignore_ascii_case(state));
    let up = UP.contains(&state).then_some(Availability::Up);
    known.map(|(_, availability)| *availability).or(up)
}

/// Gives nodes of no queue to all queues of `jobs` that have no nodes of their own, as PBS does.
pub(in crate::load::queue) fn fill_queues(nodes: &mut [Node], jobs: &[Queued]) {
    let named: BTreeSet<String> = nodes
        .iter()
        .flat_map(|node| node.partitions.clone())
        .collect();
    let queues = jobs.iter().flat_map(|job| &job.partitions);
    let open: BTreeSet<&String> = queues.filter(|queue| !named.contains(*queue)).collect();
    for node in nodes.iter_mut().filter(|node| node.partitions.is_empty()) {
        node.partitions
            .extend(open.iter().map(|queue| (*queue).clone()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_of_pbs_and_of_torque() {
        let text = "\
n1
     Mom = n1.site
     ntype = PBS
     state = job-busy
     pcpus = 16
     resources_available.ncpus = 8

n2[0]
     state = free
     resources_available.ncpus = 4
     queue = short

n2[1]
     state = offline,down
     resources_available.ncpus = 4

n3
     state = job-exclusive
     np = 12
     properties = fast,big
";
        assert!(super::super::is_nodes(text));
        let found = nodes(text).unwrap();
        let shown: Vec<_> = (found.iter())
            .map(|node| {
                (
                    &*node.name,
                    node.cores,
                    node.availability,
                    node.partitions.len(),
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                ("n1", Some(8), Availability::Up, 0),
                ("n2", Some(8), Availability::Down, 1),
                ("n3", Some(12), Availability::Up, 0),
            ]
        );
        let problem = nodes("n1\n     state = tired\n").unwrap_err();
        assert_eq!(
            problem.sentence,
            "node `n1`: `state` is `tired`: states of PBS, as free or down,offline, are allowed"
        );
        assert!(nodes("n1\n     state = free\n     np = x\n").is_err());
    }

    #[test]
    fn json_says_the_same() {
        let text = r#"{"timestamp": 1, "pbs_version": "2022", "nodes": {"n1": {"state": "free",
            "resources_available": {"ncpus": 8, "host": "n1"}}}}"#;
        assert!(super::super::is_nodes(text));
        let found = nodes(text).unwrap();
        assert_eq!((found.len(), found[0].cores), (1, Some(8)));
    }
}
