//! Buffers of nodes that jobs share under Slurm.

#[cfg(feature = "alloc")]
use super::{BoxedOfferCache, BoxedRunners, BoxedSharedPlanner};
use super::{OfferCacheBuffers, OfferCacheSizes, RunnerBuffers, RunnerSizes, SleepState};
use super::{SharedPlannerBuffers, SharedPlannerSizes};
use crate::buffers::buffers;
use crate::engine::Setup;
use crate::machine::cluster::Amounts;
use crate::units::time::Time;

buffers! {
    /// Borrowed buffers of [`SharedNodes`](super::SharedNodes).
    pub struct SharedBuffers, SharedSizes, BoxedShared::as_buffers, "" {
        /// One for each node: its free amounts.
        rooms: [Amounts; setup.nodes as usize] = Amounts::NONE,
        /// One for each node, if jobs may be preempted: its free amounts without them.
        freed: [Amounts; if preemptable { setup.nodes as usize } else { 0 }] = Amounts::NONE,
        /// One for each job, if jobs may be preempted: when it may start again.
        held: [Time; if preemptable { setup.jobs() } else { 0 }] = Time::ZERO,
        /// One for each job, if jobs may be preempted: when its grace ends; 0 if it has none.
        grace_ends: [Time; if preemptable { setup.jobs() } else { 0 }] = Time::ZERO,
        /// One for each node: its free cores.
        free_cores: [u32; setup.nodes as usize] = 0,
        /// A set of nodes: blocked by jobs ahead in a main pass.
        blocked: [u64; (setup.nodes as usize).div_ceil(64)] = 0,
        /// One for each node, if some may sleep: what is known of its sleep.
        sleep: [SleepState; if sleeps { setup.nodes as usize } else { 0 }] = SleepState::EMPTY,
        /// One for each partition: its number of plans.
        plans: [usize; partitions] = 0,
    }
    with {
        /// Buffers of running jobs.
        runners: RunnerBuffers, RunnerSizes, BoxedRunners = RunnerSizes::of(setup),
        /// Buffers of the plans.
        planner: SharedPlannerBuffers, SharedPlannerSizes, BoxedSharedPlanner
            = SharedPlannerSizes::of(setup.nodes, switches, plans, pieces),
        /// Buffers of what nodes offer.
        offers: OfferCacheBuffers, OfferCacheSizes, BoxedOfferCache
            = OfferCacheSizes::of(setup.nodes),
    }
    /// Computes the sizes for the nodes of `setup` and `plans` plans at once.
    sizes of(setup: &Setup<'_>, plans: usize) {
        let cluster = setup.simulated_cluster();
        let pieces = cluster.map_or(0, |cluster| cluster.pieces());
        let partitions = cluster.map_or(0, |cluster| cluster.partitions.len());
        let switches = cluster.map_or(0, |cluster| {
            cluster.switches.len().max(cluster.blocks.base.len())
        });
        let sleeps = cluster.is_some_and(|cluster| !cluster.sleep.is_empty());
        let preemptable = cluster.is_some_and(|cluster| cluster.has_preemptable_jobs());
    }
}
