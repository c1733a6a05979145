//! Nodes that jobs share, in partitions, under Slurm.

mod buffers;
mod choice;
mod demand;
mod free_cores;
mod freeing;
mod leaving;
mod node_offers;
mod nodes;
mod offer_cache;
mod offer_sweep;
mod offers;
mod planner;
mod preemption;
mod releases;
mod runners;
mod search;
mod sleep;

#[cfg(feature = "alloc")]
pub use buffers::BoxedShared;
pub use buffers::{SharedBuffers, SharedSizes};
pub use choice::{Neighbours, NodeChoice, NodeRequest, SwitchState};
pub use node_offers::NodeOffers;
#[cfg(feature = "alloc")]
pub use offer_cache::BoxedOfferCache;
pub use offer_cache::{OfferCacheBuffers, OfferCacheSizes};
#[cfg(feature = "alloc")]
pub use planner::BoxedSharedPlanner;
pub use planner::{SharedPlanner, SharedPlannerBuffers, SharedPlannerSizes};
pub use releases::{Release, Released};
#[cfg(feature = "alloc")]
pub use runners::BoxedRunners;
pub use runners::{RunnerBuffers, RunnerSizes, RunningJob};
pub use sleep::SleepState;

use self::free_cores::FreeCores;
use self::leaving::Leaving;
use self::offer_cache::OfferCache;
use self::offers::Pass;
use self::runners::Runners;
use self::sleep::Sleepers;
use super::selection::Selection;
use super::{PreemptOutcome, Resources, limit, whole_second};
use crate::engine::{Context, Outlook, Setup, StartReason};
use crate::error::{CapacityError, PolicyError};
use crate::machine::bits::is_member;
use crate::machine::cluster::{Amounts, Cluster, ClusterRequest, UnitCount};
use crate::policy::Order;
use crate::policy::cluster::queue::{Queue, explain_wait_by_rule};
use crate::units::ids::JobId;
use crate::units::time::{Duration, Time};

/// Nodes of several kinds in partitions, which jobs share by cores, memory and GPUs.
///
/// As on [whole nodes](super::WholeNodes), with these differences. In a main pass a job
/// that does not fit blocks the nodes of its partition for those behind it, not others. A
/// plan takes its nodes whole, whatever the job requests there; beside running jobs, jobs
/// start on parts of nodes that no plan takes. Running jobs give back their amounts on each
/// node. Only what a plan gives back in the partition of a job is its next try.
///
/// A job gets the best fit among runs of neighbours ([`NodeRequest`]): nodes of the first kinds
/// come first (`Weight`); of the runs that have what is still wanted the one with the fewest free
/// cores is taken, otherwise the one with the most; one last node is the smallest that suffices.
/// Where that is done, the tier of a partition comes before the order of the queue. Differences
/// from Slurm: kinds of equal weight are told apart, and of a node only whole tasks count. GPUs
/// and features have not been measured.
#[derive(Debug)]
pub struct SharedNodes<'a> {
    planner: SharedPlanner<'a>,
    runners: Runners<'a>,
    rooms: &'a mut [Amounts],
    freed: &'a mut [Amounts],
    held: &'a mut [Time],
    leaving: Leaving<'a>,
    sleepers: Sleepers<'a>,
    blocked: &'a mut [u64],
    plans: &'a mut [usize],
    now: Time,
    free_cores: FreeCores<'a>,
    cache: OfferCache<'a>,
    // Request of the job whose nodes were looked at last, if nothing has changed since.
    looked_at: Option<ClusterRequest>,
}

impl Resources for SharedNodes<'_> {
    fn check(&self, setup: &Setup<'_>) -> Result<(), PolicyError> {
        if setup.simulated_cluster().is_none() {
            return Err(PolicyError::NoCluster);
        }
        setup.check_usual_nodes()?;
        let (made_for, machine) = (self.planner.nodes(), setup.nodes);
        if made_for != machine {
            return Err(PolicyError::Nodes {
                expected: made_for,
                machine,
            });
        }
        self.runners.check(setup)?;
        let cluster = setup.simulated_cluster();
        if let Some(job) = cluster.and_then(|cluster| cluster.first_without_tree(setup.jobs())) {
            return Err(PolicyError::NoTree(JobId::new(job)));
        }
        if let Some(job) = cluster.and_then(|cluster| cluster.first_without_block(setup.jobs())) {
            return Err(PolicyError::NoBlock(JobId::new(job)));
        }
        let needed = SharedSizes::of(setup, 0);
        let planner = &self.planner;
        CapacityError::unless("releases", needed.planner.releases, planner.pieces())?;
        CapacityError::unless("switches", needed.planner.switches, planner.switches())?;
        let plans = self.plans.len();
        Ok(CapacityError::unless("plans", needed.plans, plans)?)
    }

    fn order_queue(&mut self, order: Order, context: &mut Context<'_, '_>, kept: bool) {
        if !kept {
            self.cache.forget();
            self.free_cores.forget();
        }
        Queue { order }.apply(context, kept);
    }

    fn begin_main(&mut self, context: &Context<'_, '_>, blocked: &[u64]) {
        self.now = whole_second(context.now());
        self.planner.set_now(self.now);
        self.runners.clear();
        self.looked_at = None;
        self.blocked.fill(0);
        let all = self.blocked.iter_mut().zip(blocked);
        all.for_each(|(all, blocked)| *all = *blocked);
    }

    fn begin_backfill(&mut self, context: &Context<'_, '_>) {
        self.begin_main(context, &[]);
        self.planner.begin(self.now);
        self.plans.fill(0);
        let ends = (&self.leaving, &self.sleepers);
        self.runners.begin(context, self.now, ends);
    }

    fn resume_backfill(&mut self, context: &Context<'_, '_>, given_back: &[u64]) {
        self.begin_main(context, &[]);
        self.planner.plan_away(given_back);
        let ends = (&self.leaving, &self.sleepers);
        self.runners.begin(context, self.now, ends);
    }

    fn tries(&self) -> u32 {
        self.planner.tries()
    }

    fn choose_now(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let end = self.now.after(limit(context, job));
        let chosen = self.of_job((context, job), Pass::Main, |planner, offers, blocked| {
            Some(planner.choose_now(offers, end, blocked))
        });
        chosen.unwrap_or(false)
    }

    fn earliest(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) -> Option<Time> {
        self.of_job((context, job), Pass::Backfill, |planner, offers, _| {
            planner.earliest(offers, limit)
        })
    }

    fn has_chosen(&self, nodes: &[u64]) -> bool {
        // Blocked in a backfill pass are nodes of jobs preempted in it.
        let mut chosen = self.planner.chosen();
        chosen.any(|node| is_member(nodes, node) || is_member(self.blocked, node))
    }

    fn start(&mut self, context: &mut Context<'_, '_>, job: JobId, reason: StartReason) -> bool {
        let setup = context.cluster().map(Cluster::setup);
        let request = setup.map(|setup| setup.request(job.index()));
        let (planner, each) = (
            &self.planner,
            request.map_or(1, |one| one.each.cores().max(1)),
        );
        let is_tasks = request.is_some_and(|one| matches!(one.shape, UnitCount::Tasks(_)));
        let mut usable = |_: &Outlook<'_, '_>, node: u32, units: u32| match planner.share(node) {
            None => 0,
            Some(share) if is_tasks => units.min(share / each),
            Some(_) => units,
        };
        let started = context.start_in_rounds(job, &mut [&mut usable], reason);
        if started.is_err() {
            return false;
        }
        self.looked_at = None;
        self.runners.start(context, job, self.now);
        let up = self.sleepers.wake(context, job);
        context.boot_until(job, up);
        true
    }

    fn restart(&mut self) {
        self.held.fill(Time::ZERO);
        self.leaving.restart();
        self.sleepers.restart();
    }

    fn look_at_sleep(&mut self, context: &mut Context<'_, '_>) -> bool {
        self.sleepers.look(context)
    }

    fn sleep_awaited(&self, context: &Context<'_, '_>, job: JobId) -> Option<Time> {
        self.sleepers.awaited(context, job)
    }

    fn has_preemptable_jobs(&self) -> bool {
        !self.freed.is_empty()
    }

    fn may_preempt(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        self.has_preemptable_jobs() && self.has_preemptable(context, job)
    }

    fn earliest_without_preemptable(
        &mut self,
        context: &Context<'_, '_>,
        job: JobId,
        limit: Duration,
    ) -> Option<Time> {
        self.earliest_if_preempted(context, job, limit)
    }

    fn preempt(&mut self, context: &mut Context<'_, '_>, job: JobId) -> PreemptOutcome {
        let outcome = self.preempt_for(context, job);
        self.sleepers.update(context);
        outcome
    }

    fn end_graces(&mut self, context: &mut Context<'_, '_>) -> bool {
        let has_stopped = self.stop_at_ends_of_graces(context);
        self.sleepers.update(context);
        has_stopped
    }

    fn next_grace_end(&self) -> Time {
        self.leaving.next()
    }

    fn next_preemptable(&self, context: &Context<'_, '_>) -> Time {
        self.first_exempt_end(context)
    }

    fn grace_awaited(&self, context: &Context<'_, '_>, job: JobId) -> Option<Time> {
        let ends = (!self.fits_now(context, job)).then(|| self.last_grace_end(context, job));
        ends.flatten()
    }

    fn held_until(&self, job: JobId) -> Time {
        self.held.get(job.index()).copied().unwrap_or(Time::ZERO)
    }

    fn plan(&mut self, context: &Context<'_, '_>, job: JobId, start: Time, limit: Duration) {
        self.planner.plan_last(start, limit);
        if let Some(plans) = self.plans.get_mut(partition_of(context, job)) {
            *plans += 1;
        }
    }

    fn plan_started(&mut self, context: &Context<'_, '_>, job: JobId, limit: Duration) {
        // `select/linear` gives whole nodes to jobs that do not want to be alone.
        let setup = context.cluster().map(Cluster::setup);
        let setup = setup.filter(|_| self.planner.selection() != Selection::Linear);
        if setup.is_some_and(|setup| setup.gets_whole_nodes(&setup.request(job.index()))) {
            self.planner.plan_last(self.now, limit);
        }
    }

    fn plans(&self, context: &Context<'_, '_>, job: JobId) -> usize {
        let plans = self.plans.get(partition_of(context, job));
        plans.copied().unwrap_or(0)
    }

    fn spans(&self) -> usize {
        self.planner.spans()
    }

    fn count_open(&mut self, context: &Context<'_, '_>) {
        if let Some(cluster) = context.cluster() {
            self.free_cores.update(cluster);
            self.planner.count_open(&self.free_cores);
        }
    }

    fn may_start(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        let setup = context.cluster().map(Cluster::setup);
        let cores = setup.map(|setup| setup.request(job.index()).cores());
        cores.is_none_or(|cores| cores <= self.planner.open_cores(limit(context, job)))
            || self.may_preempt(context, job)
    }

    fn steady_until(&self) -> Time {
        let first = self.runners.end_of(0).unwrap_or(Time::MAX);
        let steady = self.planner.steady_until().min(first);
        steady.min(self.sleepers.next_change())
    }

    fn block(&mut self, context: &Context<'_, '_>, job: JobId) -> bool {
        let Some(setup) = context.cluster().map(Cluster::setup) else {
            return false;
        };
        let (request, now) = (setup.request(job.index()), context.now());
        for (word, blocked) in self.blocked.iter_mut().enumerate() {
            *blocked |= setup.blocked_word(&request, now, word);
        }
        let is_open = |nodes: &[u64]| {
            let mut both = nodes.iter().zip(&*self.blocked);
            both.any(|(nodes, blocked)| nodes & !blocked != 0)
        };
        setup.partitions.iter().any(|one| is_open(one.nodes))
    }

    fn may_fit(&self, context: &Context<'_, '_>, job: JobId) -> bool {
        self.fits_now(context, job) || self.may_preempt(context, job)
    }

    fn is_over(&self, context: &Context<'_, '_>) -> bool {
        let setup = context.cluster().map(Cluster::setup);
        let is_open = setup.is_none_or(|setup| setup.next_edge(context.now()).is_none());
        is_open && !self.sleepers.is_any_suspending()
    }

    fn compete(&self, context: &Context<'_, '_>, one: JobId, other: JobId) -> bool {
        context.share_nodes(one, other)
    }

    fn explain_wait_by_rule(&self, context: &mut Context<'_, '_>, job: JobId) {
        explain_wait_by_rule(context, job);
    }
}

/// Index of the partition of a job.
fn partition_of(context: &Context<'_, '_>, job: JobId) -> usize {
    let setup = context.cluster().map(Cluster::setup);
    setup.map_or(0, |setup| setup.request(job.index()).partition as usize)
}
