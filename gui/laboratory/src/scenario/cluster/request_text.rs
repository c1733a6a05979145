//! Requests on a cluster as text.

use cosched_core::machine::cluster::{ClusterRequest, UnitCount};

use super::Layout;
use super::core_bound::FIRST_OTHER;
use crate::base::format::{counted, listed};

impl Layout {
    /// Text of a request: "2 nodes with 3 cores and 1 GPU each", "4 tasks with 2 cores each", "1
    /// whole node", "4 tasks with 1 core each, and 500 MiB of memory on each of their nodes".
    pub fn request_text(&self, request: &ClusterRequest) -> String {
        let whole = if request.whole_nodes { "whole " } else { "" };
        let count = request.units() as usize;
        let things = counted(count, &format!("{whole}{}", unit_noun(request)));
        // Cores for the bound of a partition are said already.
        let amounts = request
            .each
            .0
            .iter()
            .take(FIRST_OTHER + self.resources.len());
        let amounts = amounts.enumerate();
        let amounts = amounts.filter(|&(_, &amount)| amount > 0);
        let parts = amounts.map(|(index, &amount)| {
            let noun = self.noun(index, amount == 1);
            format!("{amount} {noun}")
        });
        let share = (request.gpu_share > 0)
            .then(|| format!("{} of a GPU", f64::from(request.gpu_share) / 1000.0));
        let features = (0..).zip(&self.features);
        let features = features.filter(|(bit, _)| request.features >> bit & 1 == 1);
        let features = features.map(|(_, name)| format!("the feature `{name}`"));
        let parts: Vec<String> = parts.chain(share).chain(features).collect();
        let each = if count == 1 { "" } else { " each" };
        let text = if parts.is_empty() {
            things
        } else {
            format!("{things} with {}{each}", listed(&parts, "and"))
        };
        let [_, memory, ..] = request.per_node.0;
        if memory == 0 {
            return text;
        }
        let noun = self.noun(1, memory == 1);
        let place = match request.shape {
            UnitCount::Nodes(1) | UnitCount::Tasks(1) => "on its node besides",
            UnitCount::Nodes(_) => "on each besides",
            UnitCount::Tasks(_) => "on each of their nodes",
        };
        format!("{text}, and {memory} {noun} {place}")
    }

    /// For each partition, whether it has a node in common with each other one.
    pub fn shares_nodes(&self) -> Vec<Vec<bool>> {
        let each = self.partitions.iter();
        let share = |one: &[u64], other: &[u64]| one.iter().zip(other).any(|(a, b)| a & b != 0);
        let row = |one: &[u64]| each.clone().map(|other| share(one, &other.nodes)).collect();
        each.clone().map(|one| row(&one.nodes)).collect()
    }
}

/// Unit of a request: "node" or "task".
pub const fn unit_noun(request: &ClusterRequest) -> &'static str {
    match request.shape {
        UnitCount::Nodes(_) => "node",
        UnitCount::Tasks(_) => "task",
    }
}
