//! A setup with one thing changed.

use super::{Knowledge, Setup};
use crate::machine::cluster::ClusterSetup;
use crate::machine::{Hosting, MemorySetup, Outages};
use crate::workload::{JobSpec, MoldSpec, Precedence, ProcessTable};

impl<'a> Setup<'a> {
    /// The same with these jobs, by submit time.
    #[inline]
    #[must_use]
    pub const fn with_workload(self, workload: &'a [JobSpec]) -> Self {
        Self { workload, ..self }
    }

    /// The same with at most `slots` jobs in the system at once, which come one by one.
    #[inline]
    #[must_use]
    pub const fn with_slots(self, slots: u32) -> Self {
        Self { slots, ..self }
    }

    /// The same with so many exclusive nodes.
    #[inline]
    #[must_use]
    pub const fn with_nodes(self, nodes: u32) -> Self {
        Self { nodes, ..self }
    }

    /// The same with shared servers beside the nodes.
    #[inline]
    #[must_use]
    pub const fn with_hosting(self, hosting: Hosting<'a>) -> Self {
        Self { hosting, ..self }
    }

    /// The same with jobs that follow others.
    #[inline]
    #[must_use]
    pub const fn with_precedence(self, precedence: Precedence<'a>) -> Self {
        Self { precedence, ..self }
    }

    /// The same, saying whether a job is killed when it has done as much work as estimated.
    #[inline]
    #[must_use]
    pub const fn with_kill_at_estimate(self, kill_at_estimate: bool) -> Self {
        Self {
            kill_at_estimate,
            ..self
        }
    }

    /// The same with at most `suspended` jobs suspended at once.
    #[inline]
    #[must_use]
    pub const fn with_suspended(self, suspended: u32) -> Self {
        Self { suspended, ..self }
    }

    /// The same, saying what a look ahead knows.
    #[inline]
    #[must_use]
    pub const fn with_knowledge(self, knowledge: Knowledge) -> Self {
        Self { knowledge, ..self }
    }

    /// The same with the memory of the nodes.
    #[inline]
    #[must_use]
    pub const fn with_memory(self, memory: MemorySetup) -> Self {
        Self {
            memory: Some(memory),
            ..self
        }
    }

    /// The same with the processes of the jobs, one by one.
    #[inline]
    #[must_use]
    pub const fn with_processes(self, processes: ProcessTable<'a>) -> Self {
        Self {
            processes: Some(processes),
            ..self
        }
    }

    /// The same with what is known of moldable jobs, one for each job.
    #[inline]
    #[must_use]
    pub const fn with_molds(self, molds: &'a [MoldSpec<'a>]) -> Self {
        Self { molds, ..self }
    }

    /// The same with nodes that are out of service at times.
    #[inline]
    #[must_use]
    pub const fn with_outages(self, outages: Outages<'a>) -> Self {
        Self { outages, ..self }
    }

    /// The same with kinds of nodes, partitions and what jobs ask for.
    #[inline]
    #[must_use]
    pub const fn with_cluster(self, cluster: ClusterSetup<'a>) -> Self {
        Self {
            cluster: Some(cluster),
            ..self
        }
    }
}
