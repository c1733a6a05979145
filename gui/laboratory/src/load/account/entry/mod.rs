//! Job in accounting: one row of the table that every reader fills.

mod list;
mod short;

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

pub use list::Entries;
#[cfg(test)]
pub(super) use list::tests::usual;

use super::tally::{Change, Changes};
use crate::load::slurm::text::{Limit, Stamp, State};

/// Accounting data of a job; unknown values are `None`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Line or row in the file, from 1.
    pub line: usize,
    /// Number of the job; that of the array for a task without one of its own.
    pub number: u64,
    /// Task of an array that it is, if any.
    pub task: Option<Task>,
    /// Submission.
    pub submit: Stamp,
    /// Time from which it could have started.
    pub eligible: Option<Stamp>,
    /// Start; `None` if it was cancelled before.
    pub start: Option<Stamp>,
    /// End, or the time the table was written if it still ran.
    pub end: Option<Stamp>,
    /// Runtime in milliseconds.
    pub runtime: Option<u64>,
    /// Time limit.
    pub limit: Limit,
    /// Final state.
    pub state: State,
    /// Allocated nodes, or requested ones if none were allocated.
    pub nodes: Option<u32>,
    /// Allocated cores in all, or requested ones if none were allocated.
    pub cores: Option<u32>,
    /// Requested nodes and cores.
    pub requested: (Option<u32>, Option<u32>),
    /// Memory of the whole job, in KiB.
    pub memory: Option<u64>,
    /// GPUs of the whole job.
    pub gpus: Option<u32>,
    /// Thousandths of its GPU, if it shares one with others.
    pub gpu_share: Option<u16>,
    /// Partition, as an index into [`Names`].
    pub partition: Option<u32>,
    /// Quality of service, likewise.
    pub qos: Option<u32>,
    /// Account, likewise.
    pub account: Option<u32>,
    /// Group of the user, likewise.
    pub group: Option<u32>,
    /// User, likewise.
    pub user: Option<u32>,
    /// Advance reservation that it ran in, likewise.
    pub reservation: Option<u32>,
    /// Nodes that it had, as written, likewise.
    pub hosts: Option<u32>,
    /// Feature that each of its nodes must have, likewise.
    pub features: Option<u32>,
    /// Licences that it held or asked for.
    pub licences: Vec<LicenceCount>,
    /// Dependencies, as written.
    pub dependency: Option<Box<str>>,
    /// Number of earlier starts.
    pub restarts: u32,
    /// Changes made while it was read.
    pub changes: Changes,
}

impl Entry {
    /// Adds the size of another component of the same heterogeneous job.
    pub(super) fn add_component(&mut self, other: &Self, names: &mut Names) {
        let sum = |own: Option<u32>, other: Option<u32>| Some(own?.saturating_add(other?));
        self.nodes = sum(self.nodes, other.nodes);
        self.cores = sum(self.cores, other.cores);
        let ((nodes, cores), (other_nodes, other_cores)) = (self.requested, other.requested);
        self.requested = (sum(nodes, other_nodes), sum(cores, other_cores));
        self.memory = self
            .memory
            .zip(other.memory)
            .map(|(own, more)| own.saturating_add(more));
        self.gpus = match (self.gpus, other.gpus) {
            (Some(own), Some(more)) => Some(own.saturating_add(more)),
            (own, more) => own.or(more),
        };
        for &(licence, count) in &other.licences {
            let mut all = self.licences.iter_mut();
            match all.find(|(own, _)| *own == licence) {
                Some((_, own)) => *own = own.saturating_add(count),
                None => self.licences.push((licence, count)),
            }
        }
        if let (Some(own), Some(more)) = (self.hosts, other.hosts) {
            let [own, more] = [own, more].map(|index| &names.hosts.names()[index as usize]);
            let all = format!("{own},{more}");
            self.hosts = Some(names.hosts.index_of(&all));
        }
        self.changes.add(Change::Heterogeneous);
    }
}

/// Licence, as an index into [`Names`], and how many of it a job holds.
pub type LicenceCount = (u32, u32);

/// Task of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Task {
    /// Number of the array.
    pub array: u64,
    /// Index of the task in the array.
    pub index: u64,
}

/// Distinct names in the order in which they were first seen.
#[derive(Clone, Debug, Default)]
pub struct NameList {
    names: Vec<String>,
    /// Indices of the names, by these.
    indices: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl PartialEq for NameList {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Eq for NameList {}

impl NameList {
    /// Index of `name`, which is added if it is new.
    pub(super) fn index_of(&mut self, name: &str) -> u32 {
        let Self {
            names,
            indices,
            hasher,
        } = self;
        let known = |&index: &u32| &names[index as usize][..];
        let hash = hasher.hash_one(name);
        if let Some(&index) = indices.find(hash, |index| known(index) == name) {
            return index;
        }
        let index = names.len() as u32;
        indices.insert_unique(hash, index, |index| hasher.hash_one(known(index)));
        names.push(name.to_owned());
        index
    }

    /// All names, by index.
    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// Names of partitions, users and the like.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Partitions.
    pub partitions: NameList,
    /// Qualities of service.
    pub qos: NameList,
    /// Accounts.
    pub accounts: NameList,
    /// Groups.
    pub groups: NameList,
    /// Users.
    pub users: NameList,
    /// Advance reservations.
    pub reservations: NameList,
    /// Lists of nodes.
    pub hosts: NameList,
    /// Features of nodes.
    pub features: NameList,
    /// Licences.
    pub licences: NameList,
}
