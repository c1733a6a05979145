//! What is to be simulated.

mod check;
mod with;

use crate::error::PolicyError;
use crate::exact::Exact;
use crate::families;
use crate::machine::cluster::ClusterSetup;
use crate::machine::contention::ServerSpec;
use crate::machine::{Hosting, MemorySetup, Outages};
use crate::units::ids::JobId;
use crate::units::memory::Memory;
use crate::units::rate::greatest_common_divisor;
use crate::units::time::Duration;
use crate::workload::{JobSpec, MoldSpec, Precedence, ProcessTable};

/// What a look ahead ([`crate::Context::fork`]) knows of the jobs it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// Only the users' estimates.
    #[default]
    Estimates,
    /// The true runtimes: what a policy could do at best.
    Exact,
}

/// What is to be simulated.
///
/// It may get more fields: [`Setup::cluster`], [`Setup::servers`] or [`Setup::open`] makes one,
/// also as a constant, and a method for each field changes it.
///
/// ```
/// use cosched_core::{Duration, JobSpec, Setup, Time};
/// static JOBS: [JobSpec; 1] = [JobSpec::exact(Time::ZERO, Duration::from_seconds(60), 4)];
/// static SETUP: Setup<'_> = Setup::cluster(&JOBS, 8).with_kill_at_estimate(false);
/// assert_eq!(SETUP.nodes, 8);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Setup<'a> {
    /// The jobs, by submit time; none where they come one by one.
    pub workload: &'a [JobSpec],
    /// How many jobs may be in the system at once where they come one by one
    /// ([`crate::engine::Stream`], [`crate::engine::Engine`]); 0 where the workload is kept whole.
    pub slots: u32,
    /// Exclusive nodes.
    pub nodes: u32,
    /// Shared servers beside them, and what is known of jobs there.
    pub hosting: Hosting<'a>,
    /// Which jobs follow which.
    pub precedence: Precedence<'a>,
    /// Whether a job is killed when it has done as much work as estimated.
    pub kill_at_estimate: bool,
    /// How many jobs may be suspended at once; each needs room for as many
    /// intervals as there are nodes in [`crate::Storage::intervals`]. Where
    /// there is node memory, its residents are the bound instead.
    pub suspended: u32,
    /// What a look ahead knows.
    pub knowledge: Knowledge,
    /// Memory of the nodes, if it is to be simulated.
    pub memory: Option<MemorySetup>,
    /// The processes of the jobs, if they are simulated one by one.
    pub processes: Option<ProcessTable<'a>>,
    /// What is known of moldable jobs, one for each job; empty if none is. Without
    /// it no job can run for another time than its runtime.
    pub molds: &'a [MoldSpec<'a>],
    /// When nodes are out of service, and what becomes of jobs on them.
    pub outages: Outages<'a>,
    /// Kinds of nodes, partitions and what jobs ask for, if the nodes are not simply equal
    /// and each for one job.
    pub cluster: Option<ClusterSetup<'a>>,
}

impl<'a> Setup<'a> {
    /// `workload` on `nodes` equal nodes, jobs being killed at their estimates.
    pub const fn cluster(workload: &'a [JobSpec], nodes: u32) -> Self {
        Self {
            workload,
            slots: 0,
            nodes,
            hosting: Hosting::NONE,
            precedence: Precedence::NONE,
            kill_at_estimate: true,
            suspended: 0,
            knowledge: Knowledge::Estimates,
            memory: None,
            processes: None,
            molds: &[],
            outages: Outages::NONE,
            cluster: None,
        }
    }

    /// Jobs that come one by one, no more than `slots` of them at once, on `nodes`
    /// equal nodes; killed at their estimates.
    pub const fn open(slots: u32, nodes: u32) -> Self {
        Self {
            slots,
            ..Self::cluster(&[], nodes)
        }
    }

    /// How many jobs buffers must have room for: all of the workload, or all that
    /// may be in the system at once.
    #[inline]
    pub const fn jobs(&self) -> usize {
        match self.slots {
            0 => self.workload.len(),
            slots => slots as usize,
        }
    }

    /// How many jobs a profile must have room for ([`crate::machine::profile::points_for`]): all
    /// that may be in the system at once, and each maintenance and each cap as if it
    /// were one more.
    pub fn profiled(&self) -> usize {
        let known = self.outages.maintenance.len() + self.outages.caps().len();
        self.jobs() + known + usize::from(self.outages.are_possible())
    }

    /// Whether all nodes may be busy, as policies need it that keep their own places.
    #[cfg(any(feature = "coscheduling", feature = "slicing"))]
    pub(crate) const fn check_uncapped(&self) -> Result<(), PolicyError> {
        match self.outages.caps().is_empty() {
            true => Ok(()),
            false => Err(PolicyError::Cap),
        }
    }

    /// Whether nodes are always in service, as policies need it that place jobs on servers.
    #[cfg(feature = "placement")]
    pub(crate) const fn check_always_up(&self) -> Result<(), PolicyError> {
        match self.outages.are_possible() {
            true => Err(PolicyError::Outages),
            false => Ok(()),
        }
    }

    /// `workload` on shared servers.
    pub const fn servers(workload: &'a [JobSpec], servers: &'a [ServerSpec]) -> Self {
        Self {
            hosting: Hosting {
                servers,
                ..Hosting::NONE
            },
            ..Self::cluster(workload, 0)
        }
    }

    /// The memory of the nodes that is simulated.
    #[inline]
    pub(crate) fn memory(&self) -> Option<MemorySetup> {
        self.memory.filter(|_| families::SLICING)
    }

    /// The cluster that is simulated.
    #[inline]
    pub(crate) fn simulated_cluster(&self) -> Option<ClusterSetup<'a>> {
        self.cluster.filter(|_| families::CLUSTER)
    }

    /// Whether nodes are equal and each for one job, as policies need it that count them.
    #[inline]
    pub(crate) fn check_equal_nodes(&self) -> Result<(), PolicyError> {
        match self.simulated_cluster() {
            None => Ok(()),
            Some(_) => Err(PolicyError::Cluster),
        }
    }

    /// The processes that are simulated.
    #[inline]
    pub(crate) fn processes(&self) -> Option<ProcessTable<'a>> {
        self.processes.filter(|_| families::COSCHEDULING)
    }

    /// What is known of the jobs that are molded.
    #[inline]
    pub(crate) const fn molds(&self) -> &'a [MoldSpec<'a>] {
        match families::MOLDABLE {
            true => self.molds,
            false => &[],
        }
    }

    /// How many jobs, running or suspended, may hold one node at once.
    pub(crate) fn layers(&self) -> usize {
        match self.memory() {
            Some(memory) => memory.residents as usize,
            None => 1 + self.suspended as usize,
        }
    }

    /// How much work `spec` gets to do.
    #[inline]
    pub(crate) const fn work(&self, spec: &JobSpec) -> Duration {
        if self.kill_at_estimate && spec.estimate.0 < spec.runtime.0 {
            spec.estimate
        } else {
            spec.runtime
        }
    }

    /// What `span`, a runtime or estimate of `job` rounded up to a nanosecond, is
    /// exactly: where jobs are molded, it may be work divided by a speed-up.
    pub(crate) fn exact(&self, job: JobId, spec: &JobSpec, span: Duration) -> Exact {
        let mold = self.molds().get(job.index());
        let by_speedup = mold.map(|mold| mold.time(spec.nodes));
        let by_speedup = by_speedup.filter(|time| time.up() == span);
        by_speedup.unwrap_or(span.into())
    }

    /// Whether times may be no whole nanoseconds, so that
    /// [`crate::Storage::parts`] is needed: where jobs are molded, and where
    /// memory moves at a rate that does not divide it.
    pub fn has_parts(&self) -> bool {
        !self.molds().is_empty()
            || self
                .memory()
                .is_some_and(|memory| self.loads_in_parts(&memory))
    }

    /// Amounts of memory are sums and differences of what jobs need, what nodes
    /// have, and what is moved in whole nanoseconds. If the rate divides all of
    /// those, no time to move any of them has a part.
    fn loads_in_parts(&self, memory: &MemorySetup) -> bool {
        let rate = u64::from(memory.transfer.kibibytes());
        let demands = self.workload.iter().map(|spec| spec.memory);
        // Of jobs that are not known yet it may be anything.
        let demands = demands.chain((self.slots > 0).then_some(Memory(1)));
        let common = demands.fold(memory.parts(memory.capacity), |common, demand| {
            greatest_common_divisor(common, memory.parts(demand))
        });
        rate > 0 && !common.is_multiple_of(rate)
    }

    /// Whether processes progress by parts of a nanosecond, so that
    /// [`crate::Storage::progress_parts`] is needed: where some leave a part of
    /// their nodes to others.
    pub fn has_progress_parts(&self) -> bool {
        self.processes()
            .is_some_and(|processes| processes.has_parts())
    }
}
