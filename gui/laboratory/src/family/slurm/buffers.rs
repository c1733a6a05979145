//! Heap buffers of Slurm's scheduler, and its parameters in the core's form.

use std::collections::HashMap;
use std::hash::Hash;

use cosched_core::Duration;
use cosched_core::engine::Setup;
use cosched_core::policy::slurm as core_slurm;
use cosched_core::policy::slurm::{
    BoxedPlanner, BoxedShared, BoxedSharedPlanner, Delays, Grid, NodeChoice, PassDepth,
    PassIntervals, PassTimes, Planner, PlannerSizes, Resources, Selection, SharedBuffers,
    SharedNodes, SharedPlanner, SharedPlannerSizes, SharedSizes, UserLimit, WindowGrowth,
};
use cosched_core::policy::{AnyPolicy, Order};

use super::yields::{OwnedYields, with_yields};
use crate::base::format::counted;
use crate::base::memory::free_memory;
use crate::base::problem::Problem;
use crate::family::ready_policy::ReadyPolicy;
use crate::family::room::{Buffers, problem};
use crate::scenario::nanoseconds;
use crate::scenario::slurm::{Scheduler, Select, Slurm, Version};

/// Buffers of a planner.
#[derive(Debug)]
pub struct OwnedPlanner {
    nodes: u32,
    plans: usize,
    buffers: BoxedPlanner,
}

impl OwnedPlanner {
    /// Allocates for so many nodes, and so many plans at once.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new(nodes: u32, plans: usize) -> Result<Self, Problem> {
        let sizes = PlannerSizes::of(nodes, plans);
        check_memory(bytes(words(&sizes)), nodes, plans, free_memory())?;
        Ok(Self {
            nodes,
            plans,
            buffers: BoxedPlanner::with_sizes(&sizes),
        })
    }

    /// Returns the planner of `settings`, on these buffers, where the clock shows `origin` at the
    /// start.
    ///
    /// # Errors
    /// None: the buffers have the sizes that the planner asks for.
    pub fn planner(&mut self, settings: &Slurm, origin: Duration) -> Result<Planner<'_>, Problem> {
        let (grid, selection) = (grid(settings, origin), selection(settings));
        let buffers = self.buffers.as_buffers();
        let planner = Planner::new(self.nodes, self.plans, grid, selection, buffers);
        let planner = planner.map_err(problem)?;
        let planner = planner.with_exclusive_jobs(settings.exclusive);
        Ok(match overrun(settings) {
            Some(overrun) => planner.with_overrun(overrun),
            None => planner,
        })
    }
}

/// Buffers of a planner on nodes that jobs share.
#[derive(Debug)]
pub struct OwnedSharedPlanner {
    size: (u32, usize, usize, usize),
    buffers: BoxedSharedPlanner,
}

impl OwnedSharedPlanner {
    /// Allocates for so many nodes, which are not chosen by switches, so many plans at once and running
    /// jobs that hold so many pieces of nodes.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn new((nodes, plans, pieces): (u32, usize, usize)) -> Result<Self, Problem> {
        let sizes = SharedPlannerSizes::of(nodes, 0, plans, pieces);
        check_memory(bytes(sizes.words), nodes, plans, free_memory())?;
        Ok(Self {
            size: (nodes, 0, plans, pieces),
            buffers: BoxedSharedPlanner::with_sizes(&sizes),
        })
    }

    /// Returns the planner of `settings`, on these buffers, where the clock shows `origin` at the
    /// start.
    ///
    /// # Errors
    /// None: the buffers have the sizes that the planner asks for.
    pub fn planner(
        &mut self,
        settings: &Slurm,
        origin: Duration,
    ) -> Result<SharedPlanner<'_>, Problem> {
        let selection = (selection(settings), choice(settings));
        let buffers = self.buffers.as_buffers();
        let planner = SharedPlanner::new(self.size, grid(settings, origin), selection, buffers);
        let planner = planner.map_err(problem)?;
        Ok(planner.with_overrun(overrun(settings).unwrap_or(Duration::ZERO)))
    }
}

/// Number of words of its node sets, which are most of it.
fn words(sizes: &PlannerSizes) -> usize {
    let words = [sizes.words, sizes.unions, sizes.sets];
    words.into_iter().fold(0, usize::saturating_add)
}

/// Returns the rounding of plans, where the clock shows `origin` at the start.
pub fn grid(settings: &Slurm, origin: Duration) -> Grid {
    Grid {
        resolution: span(settings.bf_resolution),
        origin,
        window: Duration::from_seconds(60 * u64::from(settings.bf_window)),
    }
}

/// Returns how the start of a plan is found.
pub fn selection(settings: &Slurm) -> Selection {
    let growth = settings
        .bf_window_linear
        .map_or(WindowGrowth::Doubling, |step| {
            WindowGrowth::By(Duration::from_seconds(u64::from(step)))
        });
    match (settings.select, settings.version) {
        (Select::Linear, _) => Selection::Linear,
        (Select::ConsTres, Version::V2205) => Selection::ConsTres(growth),
        (Select::ConsTres, Version::V2605) => Selection::ConsTresTrimmed(growth),
    }
}

/// Returns the order in which nodes that jobs share are taken.
pub fn choice(settings: &Slurm) -> NodeChoice {
    if settings.least_loaded {
        NodeChoice::LeastLoaded
    } else {
        NodeChoice::BestFit
    }
}

/// Returns how long after their limits jobs are killed; `None` if at their limits.
pub fn overrun(settings: &Slurm) -> Option<Duration> {
    let minutes = u64::from(settings.over_time_limit);
    let seconds = settings.kill_wait.map_or(0, u64::from) + 60 * minutes;
    let is_later = settings.kill_wait.is_some() || minutes > 0;
    is_later.then(|| Duration::from_seconds(seconds))
}

/// Returns how often passes run.
pub fn pace(settings: &Slurm) -> PassIntervals {
    PassIntervals {
        batch_delay: span(settings.batch_sched_delay),
        full: span(settings.sched_interval),
        backfill: span(settings.bf_interval),
    }
}

/// Returns how many jobs passes consider.
pub fn depth(settings: &Slurm) -> PassDepth {
    let most = |count: Option<u32>| count.map_or(usize::MAX, |count| count as usize);
    PassDepth {
        main: settings.default_queue_depth as usize,
        backfill: match settings.scheduler {
            Scheduler::Backfill => settings.bf_max_job_test as usize,
            Scheduler::Builtin => 0,
        },
        starts: most(settings.bf_max_job_start),
        plans: most(settings.bf_job_part_count_reserve),
        least_age: span(settings.bf_min_age_reserve),
    }
}

/// Returns passes at random instants.
pub fn ticks(settings: &Slurm) -> PassTimes<'static> {
    PassTimes::Free {
        seed: settings.phase.unwrap_or(0),
        delays: Delays::default(),
        first: None,
    }
}

fn bytes(words: usize) -> u64 {
    (words as u64).saturating_mul(size_of::<u64>() as u64)
}

/// Checks that there are `needed` bytes for the plans of so many jobs: for each span of time that
/// plans make, and for each running job, the set of nodes is stored.
///
/// # Errors
/// Only `free` bytes are there, if that is known.
fn check_memory(needed: u64, nodes: u32, plans: usize, free: Option<u64>) -> Result<(), Problem> {
    match free.filter(|free| *free < needed) {
        None => Ok(()),
        Some(free) => Err(Problem::input(format!(
            "Slurm's plans of {} on {} need about {} MiB of memory, and {} MiB are free: fewer nodes, or a smaller bf_max_job_test, need less",
            counted(plans, "job"),
            counted(nodes as usize, "node"),
            needed >> 20,
            free >> 20
        ))),
    }
}

fn span(seconds: f64) -> Duration {
    Duration(nanoseconds(seconds))
}

/// Buffers of the limit of the jobs of each user.
#[derive(Debug, Default)]
pub struct OwnedUserLimit {
    most: Option<u32>,
    users: Vec<u32>,
    tested: Vec<u32>,
}

impl OwnedUserLimit {
    /// Those of `settings` for `jobs` jobs, whose users are listed; unknown ones are not limited.
    pub fn new<U: Hash + Eq>(
        settings: &Slurm,
        users: impl Iterator<Item = Option<U>>,
        jobs: usize,
    ) -> Self {
        let Some(most) = settings.bf_max_job_user else {
            return Self::default();
        };
        let mut indices = HashMap::new();
        let mut index = |user: U| {
            let next = indices.len() as u32;
            *indices.entry(user).or_insert(next)
        };
        let users = users.map(|user| user.map_or(u32::MAX, &mut index));
        let mut users: Vec<u32> = users.take(jobs).collect();
        users.resize(jobs, u32::MAX);
        Self {
            most: Some(most),
            users,
            tested: vec![0; indices.len()],
        }
    }

    /// The limit, on these buffers.
    pub fn as_limit(&mut self) -> Option<UserLimit<'_>> {
        let most = self.most?;
        Some(UserLimit::new(&self.users, &mut self.tested, most))
    }
}

/// Buffers of passes on any resources.
#[derive(Debug)]
pub(super) struct OwnedPasses {
    pub(super) settings: Slurm,
    pub(super) order: Order,
    pub(super) origin: Duration,
    pub(super) limit: OwnedUserLimit,
    pub(super) yields: OwnedYields,
}

/// Buffers of the policy.
#[derive(Debug)]
pub(super) struct OwnedSlurm {
    passes: OwnedPasses,
    planner: OwnedPlanner,
    list: Vec<u32>,
}

/// Buffers of the policy on nodes that jobs share.
#[derive(Debug)]
pub(super) struct OwnedSharedSlurm {
    passes: OwnedPasses,
    plans: usize,
    buffers: BoxedShared,
}

impl OwnedSharedSlurm {
    pub(super) fn new(passes: OwnedPasses, setup: &Setup<'_>) -> Result<Self, Problem> {
        let plans = depth(&passes.settings).backfill.min(setup.jobs());
        let sizes = SharedSizes::of(setup, plans);
        let words = sizes.planner.words.saturating_add(sizes.planner.sets);
        check_memory(bytes(words), setup.nodes, plans, free_memory())?;
        Ok(Self {
            passes,
            plans,
            buffers: BoxedShared::with_sizes(&sizes),
        })
    }
}

impl Buffers for OwnedSharedSlurm {
    fn policy<'p>(&'p mut self, setup: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let settings = &self.passes.settings;
        let nodes = shared_nodes(
            setup,
            settings,
            self.plans,
            self.passes.origin,
            self.buffers.as_buffers(),
        )?;
        let times = ticks(settings);
        let slurm =
            core_slurm::Slurm::with_resources(nodes, depth(settings), times, pace(settings));
        let slurm = with_limit(slurm, self.passes.limit.as_limit());
        let slurm = with_yields(slurm, self.passes.yields.as_yields()?);
        Ok(ReadyPolicy::Boxed(Box::new(slurm.by(self.passes.order))))
    }
}

/// Nodes that jobs share, on these buffers for so many plans, where the clock shows `origin` at
/// the start.
///
/// # Errors
/// A buffer is too small.
pub fn shared_nodes<'p>(
    setup: &Setup<'_>,
    settings: &Slurm,
    plans: usize,
    origin: Duration,
    buffers: SharedBuffers<'p>,
) -> Result<SharedNodes<'p>, Problem> {
    let selection = (selection(settings), choice(settings));
    let nodes = SharedNodes::new(setup, plans, grid(settings, origin), selection, buffers);
    let nodes = nodes.map_err(problem)?;
    let nodes = nodes.with_busy_nodes(settings.bf_busy_nodes);
    Ok(match overrun(settings) {
        Some(overrun) => nodes.with_overrun(overrun),
        None => nodes,
    })
}

/// The policy with the limit of the jobs of each user, if there is one.
pub fn with_limit<'p, G: Resources>(
    slurm: core_slurm::Slurm<'p, G>,
    limit: Option<UserLimit<'p>>,
) -> core_slurm::Slurm<'p, G> {
    match limit {
        Some(limit) => slurm.with_user_limit(limit),
        None => slurm,
    }
}

impl OwnedSlurm {
    pub(super) fn new(passes: OwnedPasses, setup: &Setup<'_>) -> Result<Self, Problem> {
        let plans = depth(&passes.settings).backfill.min(setup.jobs());
        Ok(Self {
            passes,
            planner: OwnedPlanner::new(setup.nodes, plans)?,
            list: vec![0; setup.nodes as usize],
        })
    }
}

impl Buffers for OwnedSlurm {
    fn policy<'p>(&'p mut self, _: &Setup<'p>) -> Result<ReadyPolicy<'p>, Problem> {
        let settings = &self.passes.settings;
        let planner = self.planner.planner(settings, self.passes.origin)?;
        let (depth, times) = (depth(settings), ticks(settings));
        let slurm = core_slurm::Slurm::new(planner, depth, times, pace(settings), &mut self.list);
        let slurm = slurm.map_err(problem)?.by(self.passes.order);
        let slurm = with_limit(slurm, self.passes.limit.as_limit());
        let slurm = with_yields(slurm, self.passes.yields.as_yields()?);
        Ok(AnyPolicy::Slurm(slurm).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_that_do_not_fit_into_memory_are_refused_before_there_are_any() {
        let needed = bytes(PlannerSizes::of(1 << 24, 1_000_000).words);
        let refused = check_memory(needed, 1 << 24, 1_000_000, Some(8 << 30)).unwrap_err();
        let sentence = "Slurm's plans of 1 000 000 jobs on 16 777 216 nodes need about 4000004 MiB of memory, and 8192 MiB are free: fewer nodes, or a smaller bf_max_job_test, need less";
        assert_eq!(refused.sentence, sentence);
        assert_eq!(check_memory(needed, 1 << 24, 1_000_000, None), Ok(()));
    }

    #[test]
    fn memory_grows_as_nodes_do_and_not_with_their_square() {
        let of = |nodes: u32| words(&PlannerSizes::of(nodes, 500));
        assert!(of(1 << 24) <= 260 * of(1 << 16), "{}", of(1 << 24));
        assert!(bytes(of(1 << 24)) < 3 << 30, "{} bytes", bytes(of(1 << 24)));
    }
}
