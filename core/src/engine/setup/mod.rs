//! Description of a simulation: workload, machine and rules.

mod check;
mod with;

use crate::error::PolicyError;
use crate::exact::Exact;
use crate::families;
use crate::machine::cluster::{ClusterSetup, NodeChoice};
use crate::machine::contention::ServerSpec;
use crate::machine::{MemorySetup, Outages, ServerSetup};
use crate::units::ids::JobId;
use crate::units::memory::Memory;
use crate::units::rate::greatest_common_divisor;
use crate::units::time::Duration;
use crate::workload::{JobSpec, MoldSpec, Precedence, ProcessTable};

/// Knowledge of a look-ahead ([`crate::Context::fork`]) about the jobs it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Knowledge {
    /// Only the users' estimates.
    #[default]
    Estimates,
    /// The true runtimes: an upper bound for any policy.
    Exact,
}

/// Description of a simulation.
///
/// More fields may follow: [`Setup::cluster`], [`Setup::servers`] or [`Setup::open`] makes
/// one, also as a constant, and a method for each field changes it.
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
    /// The jobs, in order of submit time; empty where they come one by one.
    pub workload: &'a [JobSpec],
    /// Maximum number of jobs in the system where they come one by one
    /// ([`crate::engine::Stream`], [`crate::engine::Engine`]); 0 where the workload is kept
    /// whole.
    pub slots: u32,
    /// Number of exclusive nodes.
    pub nodes: u32,
    /// Shared servers beside them, and the threads of jobs there.
    pub server_setup: ServerSetup<'a>,
    /// Predecessors of jobs.
    pub precedence: Precedence<'a>,
    /// Whether a job is killed when it has done as much work as estimated.
    pub kill_at_estimate: bool,
    /// How much more than estimated a job may do until it is killed.
    pub overrun: Duration,
    /// Maximum number of suspended jobs; each needs as many intervals as there are nodes in
    /// [`crate::Storage::intervals`]. With node memory, its residents are the bound
    /// instead.
    pub suspended: u32,
    /// Knowledge of a look-ahead.
    pub knowledge: Knowledge,
    /// Memory of the nodes, if it is simulated.
    pub memory: Option<MemorySetup>,
    /// The processes of the jobs, if they are simulated one by one.
    pub processes: Option<ProcessTable<'a>>,
    /// Specifications of moldable jobs, one per job; empty if jobs are not moldable.
    /// Without it no job can run for another time than its runtime.
    pub molds: &'a [MoldSpec<'a>],
    /// Outages of nodes, and their effect on jobs.
    pub outages: Outages<'a>,
    /// Kinds of nodes, partitions and requests of jobs, unless nodes are equal and each for
    /// one job.
    pub cluster: Option<ClusterSetup<'a>>,
}

impl<'a> Setup<'a> {
    /// `workload` on `nodes` equal nodes, jobs being killed at their estimates.
    pub const fn cluster(workload: &'a [JobSpec], nodes: u32) -> Self {
        Self {
            workload,
            slots: 0,
            nodes,
            server_setup: ServerSetup::NONE,
            precedence: Precedence::NONE,
            kill_at_estimate: true,
            overrun: Duration::ZERO,
            suspended: 0,
            knowledge: Knowledge::Estimates,
            memory: None,
            processes: None,
            molds: &[],
            outages: Outages::NONE,
            cluster: None,
        }
    }

    /// Jobs that come one by one, at most `slots` of them at once, on `nodes` equal nodes;
    /// killed at their estimates.
    pub const fn open(slots: u32, nodes: u32) -> Self {
        Self {
            slots,
            ..Self::cluster(&[], nodes)
        }
    }

    /// Number of jobs that buffers must hold: the whole workload, or the maximum in the
    /// system.
    #[inline]
    pub const fn jobs(&self) -> usize {
        match self.slots {
            0 => self.workload.len(),
            slots => slots as usize,
        }
    }

    /// Number of jobs that a profile must hold ([`crate::machine::profile::points_for`]):
    /// the maximum in the system, plus one for each maintenance and each cap.
    pub fn profiled_jobs(&self) -> usize {
        self.jobs() + self.profiled_limits()
    }

    /// Number of jobs that a profile of the running jobs alone must hold, as EASY's: no more
    /// than the nodes have room for at once, plus one for each maintenance and each cap.
    pub fn profiled_running_jobs(&self) -> usize {
        let running = if self.server_setup.servers().is_empty() {
            // Each job holds a node at least.
            let most = (self.nodes as usize).saturating_mul(self.max_jobs_per_node());
            most.min(self.jobs())
        } else {
            self.jobs()
        };
        running + self.profiled_limits()
    }

    /// Number of maintenances and caps that a profile must hold, and one for nodes out of
    /// service.
    fn profiled_limits(&self) -> usize {
        let known = self.outages.maintenance.len() + self.outages.caps().len();
        known + usize::from(self.outages.are_possible())
    }

    /// Checks that all nodes may be busy, for policies that assign nodes themselves.
    #[cfg(any(feature = "coscheduling", feature = "slicing"))]
    pub(crate) const fn check_uncapped(&self) -> Result<(), PolicyError> {
        if self.outages.caps().is_empty() {
            Ok(())
        } else {
            Err(PolicyError::Cap)
        }
    }

    /// Checks that nodes are always in service, for policies that place jobs on servers.
    #[cfg(feature = "placement")]
    pub(crate) const fn check_always_up(&self) -> Result<(), PolicyError> {
        if self.outages.are_possible() {
            Err(PolicyError::Outages)
        } else {
            Ok(())
        }
    }

    /// `workload` on shared servers.
    pub const fn servers(workload: &'a [JobSpec], servers: &'a [ServerSpec]) -> Self {
        Self {
            server_setup: ServerSetup {
                servers,
                ..ServerSetup::NONE
            },
            ..Self::cluster(workload, 0)
        }
    }

    /// Memory of the nodes, if simulated.
    #[inline]
    pub(crate) fn memory(&self) -> Option<MemorySetup> {
        self.memory.filter(|_| families::SLICING)
    }

    /// The cluster, if simulated.
    #[inline]
    pub(crate) fn simulated_cluster(&self) -> Option<ClusterSetup<'a>> {
        self.cluster.filter(|_| families::CLUSTER)
    }

    /// Checks that nodes are equal and each for one job, for policies that count them.
    #[inline]
    pub(crate) fn check_equal_nodes(&self) -> Result<(), PolicyError> {
        match self.simulated_cluster() {
            None => Ok(()),
            Some(_) => Err(PolicyError::Cluster),
        }
    }

    /// Checks that no job asks for a part of a GPU, and that nodes are chosen as usual, for policies
    /// that plan whole GPUs and choose nodes themselves.
    #[cfg_attr(
        not(feature = "cluster"),
        allow(dead_code, reason = "policies ask for it")
    )]
    pub(crate) fn check_usual_nodes(&self) -> Result<(), PolicyError> {
        match self.simulated_cluster() {
            Some(cluster) if cluster.has_gpu_shares() => Err(PolicyError::GpuShares),
            Some(cluster) if cluster.node_choice != NodeChoice::ByCores => {
                Err(PolicyError::NodeChoice)
            }
            _ => Ok(()),
        }
    }

    /// Processes of the jobs, if simulated.
    #[inline]
    pub(crate) fn processes(&self) -> Option<ProcessTable<'a>> {
        self.processes.filter(|_| families::COSCHEDULING)
    }

    /// Specifications of moldable jobs.
    #[inline]
    pub(crate) const fn molds(&self) -> &'a [MoldSpec<'a>] {
        if families::MOLDABLE { self.molds } else { &[] }
    }

    /// Maximum number of jobs, running or suspended, that hold one node at once.
    pub(crate) fn max_jobs_per_node(&self) -> usize {
        match self.memory() {
            Some(memory) => memory.residents as usize,
            None => 1 + self.suspended as usize,
        }
    }

    /// Work that `spec` gets to do.
    #[inline]
    pub(crate) const fn work(&self, spec: &JobSpec) -> Duration {
        let most = spec.estimate.0.saturating_add(self.overrun.0);
        if self.kill_at_estimate && most < spec.runtime.0 {
            Duration(most)
        } else {
            spec.runtime
        }
    }

    /// Exact value of `span`, a runtime or estimate of `job` rounded up to a nanosecond:
    /// where jobs are molded, it may be work divided by a speed-up.
    pub(crate) fn exact(&self, job: JobId, spec: &JobSpec, span: Duration) -> Exact {
        let mold = self.molds().get(job.index());
        let by_speedup = mold.map(|mold| mold.time(spec.nodes));
        let by_speedup = by_speedup.filter(|time| time.round_up() == span);
        by_speedup.unwrap_or(span.into())
    }

    /// Whether times may have fractions of a nanosecond, so that [`crate::Storage::parts`]
    /// is needed: where jobs are molded, and where memory moves at a rate that does not
    /// divide it.
    pub fn has_parts(&self) -> bool {
        !self.molds().is_empty()
            || self
                .memory()
                .is_some_and(|memory| self.has_fractional_loads(&memory))
    }

    /// Whether loading times may have fractions. Amounts of memory are sums and differences
    /// of what jobs need, what nodes have, and what is moved in whole nanoseconds. If the
    /// rate divides all of those, no time to move any of them has a fraction.
    fn has_fractional_loads(&self, memory: &MemorySetup) -> bool {
        let rate = u64::from(memory.transfer.kibibytes());
        let demands = self.workload.iter().map(|spec| spec.memory);
        // The demands of jobs that come later may be any amount.
        let demands = demands.chain((self.slots > 0).then_some(Memory(1)));
        let common = demands.fold(memory.parts(memory.capacity), |common, demand| {
            greatest_common_divisor(common, memory.parts(demand))
        });
        rate > 0 && !common.is_multiple_of(rate)
    }

    /// Whether processes progress by fractions of a nanosecond, so that
    /// [`crate::Storage::progress_parts`] is needed: where some leave a part of their nodes
    /// to others.
    pub fn has_progress_parts(&self) -> bool {
        self.processes()
            .is_some_and(|processes| processes.has_parts())
    }
}
