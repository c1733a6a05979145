//! Builder methods of a setup, one for each field.

use super::{Knowledge, Setup};
use crate::machine::cluster::ClusterSetup;
use crate::machine::{MemorySetup, Outages, ServerSetup};
use crate::units::time::Duration;
use crate::workload::{JobSpec, MoldSpec, Precedence, ProcessTable};

impl<'a> Setup<'a> {
    /// Sets the jobs, in order of submit time.
    #[inline]
    #[must_use]
    pub const fn with_workload(self, workload: &'a [JobSpec]) -> Self {
        Self { workload, ..self }
    }

    /// Sets the maximum number of jobs in the system, where they come one by one.
    #[inline]
    #[must_use]
    pub const fn with_slots(self, slots: u32) -> Self {
        Self { slots, ..self }
    }

    /// Sets the number of exclusive nodes.
    #[inline]
    #[must_use]
    pub const fn with_nodes(self, nodes: u32) -> Self {
        Self { nodes, ..self }
    }

    /// Sets the shared servers beside the nodes.
    #[inline]
    #[must_use]
    pub const fn with_server_setup(self, hosting: ServerSetup<'a>) -> Self {
        Self {
            server_setup: hosting,
            ..self
        }
    }

    /// Sets the predecessors of jobs.
    #[inline]
    #[must_use]
    pub const fn with_precedence(self, precedence: Precedence<'a>) -> Self {
        Self { precedence, ..self }
    }

    /// Sets whether a job is killed when it has done as much work as estimated.
    #[inline]
    #[must_use]
    pub const fn with_kill_at_estimate(self, kill_at_estimate: bool) -> Self {
        Self {
            kill_at_estimate,
            ..self
        }
    }

    /// Sets how much more than estimated a job may do until it is killed.
    #[inline]
    #[must_use]
    pub const fn with_overrun(self, overrun: Duration) -> Self {
        Self { overrun, ..self }
    }

    /// Sets the maximum number of suspended jobs.
    #[inline]
    #[must_use]
    pub const fn with_suspended(self, suspended: u32) -> Self {
        Self { suspended, ..self }
    }

    /// Sets the knowledge of a look-ahead.
    #[inline]
    #[must_use]
    pub const fn with_knowledge(self, knowledge: Knowledge) -> Self {
        Self { knowledge, ..self }
    }

    /// Sets the memory of the nodes.
    #[inline]
    #[must_use]
    pub const fn with_memory(self, memory: MemorySetup) -> Self {
        Self {
            memory: Some(memory),
            ..self
        }
    }

    /// Sets the processes of the jobs.
    #[inline]
    #[must_use]
    pub const fn with_processes(self, processes: ProcessTable<'a>) -> Self {
        Self {
            processes: Some(processes),
            ..self
        }
    }

    /// Sets the specifications of moldable jobs, one per job.
    #[inline]
    #[must_use]
    pub const fn with_molds(self, molds: &'a [MoldSpec<'a>]) -> Self {
        Self { molds, ..self }
    }

    /// Sets the outages of nodes.
    #[inline]
    #[must_use]
    pub const fn with_outages(self, outages: Outages<'a>) -> Self {
        Self { outages, ..self }
    }

    /// Sets kinds of nodes, partitions and requests of jobs.
    #[inline]
    #[must_use]
    pub const fn with_cluster(self, cluster: ClusterSetup<'a>) -> Self {
        Self {
            cluster: Some(cluster),
            ..self
        }
    }
}
