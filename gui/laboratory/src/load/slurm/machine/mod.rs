//! Machine that a `slurm.conf` describes: kinds of nodes and partitions, and settings that are not
//! simulated.

mod blocks;
mod licences;
mod nodes;
mod partitions;
mod sleep;
#[cfg(test)]
mod sleep_tests;
mod switches;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod topology_tests;

pub(super) use self::nodes::in_order as nodes_in_order;
pub use self::partitions::UsualPreemption;
pub(super) use self::partitions::{is_exclusive, preempt_by_qos, preemption, simulated_mode};

use std::path::Path;

use cosched_core::machine::cluster::RESOURCES;

use super::conf::Conf;
use super::{power_saving, priority};
use crate::base::format::counted;
use crate::base::problem::Problem;
use crate::scenario::cluster::{Block, NodeKind, Partition, Sleep, Switch};
use crate::scenario::priority::Priority;
use crate::scenario::{Cluster, Machine, Scenario};

/// The most parts of the lists of all lines of a `topology.conf`.
const LISTS_OF_TOPOLOGY: u32 = 16;

/// Machine and priorities of a `slurm.conf`.
#[derive(Clone, PartialEq, Debug)]
pub struct DescribedMachine {
    /// Kinds of nodes and partitions.
    pub cluster: Cluster,
    /// Priorities that order the queue, if any.
    pub priority: Option<Box<Priority>>,
    /// How jobs are preempted whose quality of service does not say it, where qualities of service
    /// preempt others (`PreemptType=preempt/qos`).
    pub preempt_by_qos: Option<UsualPreemption>,
    /// Settings of nodes, partitions and priorities that are not simulated, as written.
    pub not_simulated: Vec<String>,
    /// Remarks on changes made while reading, a sentence each.
    pub remarks: Vec<String>,
}

impl DescribedMachine {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// Those of [`Conf::read`] and [`DescribedMachine::of`].
    pub fn read(path: &Path) -> Result<Self, Problem> {
        Self::of(&Conf::read(path)?).map_err(|problem| problem.in_file(path))
    }

    /// Sets machine and priorities of `scenario`.
    pub fn apply_to(&self, scenario: &mut Scenario) {
        scenario.machine = Machine::Cluster(self.cluster.clone());
        scenario.parameters.priority.clone_from(&self.priority);
    }

    /// Whether a setting, as written, is simulated by nodes that sleep.
    pub fn simulates(&self, setting: &str) -> bool {
        !self.cluster.sleep.is_empty() && power_saving::is_simulated(setting)
    }

    /// Number of nodes and the name of their only partition, if all are equal and each job gets whole ones
    /// that never sleep.
    pub fn equal_nodes(&self) -> Option<(u32, &str)> {
        let [kind] = &self.cluster.kinds[..] else {
            return None;
        };
        let is_whole = |one: &Partition| {
            let has_all = one.nodes.is_empty() && one.up && self.cluster.sleep.is_empty();
            has_all && one.most_nodes.is_none() && (one.whole_nodes || kind.cores == Some(1))
        };
        match &self.cluster.partitions[..] {
            [only] if is_whole(only) => Some((kind.count, &only.name)),
            _ => None,
        }
    }

    /// Summary of the file at `path`, line by line.
    pub fn summary(&self, path: &Path) -> String {
        let mut text = format!("{}:\n", path.display());
        let kinds = self.cluster.kinds.iter().map(NodeKind::summary);
        let partitions = self.cluster.partitions.iter().map(Partition::summary);
        let switches = self.cluster.switches.iter().map(Switch::summary);
        let blocks = self.cluster.blocks.iter().map(Block::summary);
        let sleep = self.cluster.sleep.iter().map(Sleep::summary);
        let described = kinds.chain(partitions).chain(switches).chain(blocks);
        for line in described.chain(sleep).chain(self.remarks.iter().cloned()) {
            text += &format!("  {line}\n");
        }
        if !self.cluster.block_sizes.is_empty() {
            let sizes: Vec<_> = self
                .cluster
                .block_sizes
                .iter()
                .map(u32::to_string)
                .collect();
            text += &format!("  Blocks of {} nodes\n", sizes.join(", "));
        }
        if !self.not_simulated.is_empty() {
            text += &format!("  not simulated: {}\n", self.not_simulated.join(", "));
        }
        text
    }

    /// Describes the machine of `conf`.
    ///
    /// # Errors
    /// There are no nodes, a list has unknown ones, or a value is not allowed.
    pub fn of(conf: &Conf) -> Result<Self, Problem> {
        let mut notes = ReadingNotes {
            nodes_sleep: power_saving::is_on(conf),
            ..ReadingNotes::default()
        };
        let nodes = nodes::Nodes::of(conf, &mut notes)?;
        let partitions = partitions::of(conf, &nodes, &mut notes)?;
        let switches = switches::of(conf, &nodes, &mut notes)?;
        let (blocks, block_sizes) = blocks::of(conf, &nodes, &mut notes)?;
        let sleep = sleep::of(conf, &nodes, &mut notes)?;
        let ordered = priority::of(conf)?;
        let mut remarks = Vec::new();
        if notes.left_out > 0 {
            let nodes = counted(notes.left_out, "node");
            remarks.push(format!("{nodes} left out, by their state"));
        }
        remarks.extend(notes.remarks);
        let cluster = Cluster {
            kinds: nodes.kinds,
            partitions,
            switches,
            blocks,
            block_sizes,
            sleep,
            licences: Box::new(licences::of(conf)?),
            ..Cluster::default()
        };
        Ok(Self {
            cluster,
            priority: ordered.priority,
            preempt_by_qos: preempt_by_qos(conf)?,
            not_simulated: [notes.not_simulated, ordered.not_simulated].concat(),
            remarks,
        })
    }
}

/// Notes taken while reading.
#[derive(Default)]
struct ReadingNotes {
    not_simulated: Vec<String>,
    remarks: Vec<String>,
    // Whether nodes with a `SuspendTime` go to sleep.
    nodes_sleep: bool,
    // Number of nodes that are left out.
    left_out: usize,
    // Resources besides cores, memory and GPUs.
    resources: Vec<String>,
}

impl ReadingNotes {
    /// Notes that a setting of a node or partition is not simulated.
    fn note_skipped(&mut self, owner: &str, name: &str, value: &str) {
        let text = format!("{name}={value} of {owner}");
        if !self.not_simulated.contains(&text) {
            self.not_simulated.push(text);
        }
    }

    /// Whether a resource of this name is counted: there is room for it, or it is known already.
    fn is_counted(&mut self, name: &str) -> bool {
        const MOST: usize = RESOURCES - 3;
        let is_new = self.resources.iter().all(|known| known != name);
        if is_new && self.resources.len() < MOST {
            self.resources.push(name.to_owned());
        }
        !is_new || self.resources.iter().any(|known| known == name)
    }

    fn remark(&mut self, sentence: String) {
        if !self.remarks.contains(&sentence) {
            self.remarks.push(sentence);
        }
    }
}

/// Whether nodes of `conf` are chosen by switches or blocks as simulated.
///
/// # Errors
/// A list is malformed.
pub(super) fn has_topology(conf: &Conf) -> Result<bool, Problem> {
    if blocks::are_chosen(conf) {
        Ok(!conf.blocks.is_empty())
    } else {
        switches::has_tree(conf)
    }
}

/// Whether the jobs of every partition of `conf` are alone on their nodes.
pub(super) fn has_exclusive_jobs(conf: &Conf) -> bool {
    let lines = conf.all_partitions();
    !lines.is_empty() && lines.iter().all(is_exclusive)
}
