//! Plans of one backfill pass: the earliest start of each waiting job, and its nodes.

use super::grid::Grid;
use super::holders::{HeldWord, Holder, Holders, block, blocks};
use super::nodes;
use super::pass_plans::PassPlans;
use super::selection::Selection;
use super::table::{NoStarts, Span};
use crate::buffers::buffers;
use crate::error::CapacityError;
use crate::machine::bits::members;
use crate::units::time::{Duration, Time};

buffers! {
    /// Borrowed buffers of a [`Planner`].
    pub struct PlannerBuffers, PlannerSizes, BoxedPlanner::as_buffers, "" {
        /// One for each begin and each end of a plan, and two.
        spans: [Span; spans] = Span::EMPTY,
        /// The nodes of each span.
        words: [u64; spans.saturating_mul(each)] = 0,
        /// One for each node.
        holders: [Holder; nodes as usize] = Holder::EMPTY,
        /// One for each node.
        held: [HeldWord; nodes as usize] = HeldWord::EMPTY,
        /// Blocks of running jobs.
        blocks: [u32; blocks(nodes)] = 0,
        /// Unions of the nodes of each block and those before.
        unions: [u64; blocks(nodes).saturating_mul(each)] = 0,
        /// Sets of nodes.
        sets: [u64; SETS * each] = 0,
    }
    with {}
    /// Computes the sizes for `nodes` nodes and `plans` plans at once.
    sizes of(nodes: u32, plans: usize) {
        let each = (nodes as usize).div_ceil(64);
        let spans = plans.saturating_mul(2).saturating_add(2);
    }
}

/// Number of node sets of a planner: free now, clear of plans, available, chosen.
const SETS: usize = 4;

/// Decision of a pass for a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision<'p> {
    /// Its start: now, or later.
    pub start: Time,
    /// Its nodes, a bit each, 64 to a word.
    pub nodes: &'p [u64],
}

/// Plans of one backfill pass.
///
/// Times are as Slurm sees them, in whole seconds, and limits in whole minutes: the caller
/// rounds them.
#[derive(Debug)]
pub struct Planner<'a> {
    pub(super) plans: PassPlans<'a>,
    pub(super) selection: Selection,
    pub(super) overrun: Duration,
    has_exclusive_jobs: bool,
    pub(super) holders: Holders<'a>,
    pub(super) free: &'a mut [u64],
    // Number of the free nodes.
    free_nodes: u32,
    pub(super) clear: &'a mut [u64],
    pub(super) available: &'a mut [u64],
    pub(super) chosen: &'a mut [u64],
    nodes: u32,
    pub(super) no_starts: NoStarts,
}

impl<'a> Planner<'a> {
    /// For `nodes` nodes and `plans` plans at once.
    ///
    /// # Errors
    /// A buffer is too small.
    pub fn new(
        nodes: u32,
        plans: usize,
        grid: Grid,
        selection: Selection,
        buffers: PlannerBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = PlannerSizes::of(nodes, plans);
        buffers.sizes().check(&sizes)?;
        let each = (nodes as usize).div_ceil(64);
        let (free, rest) = buffers.sets[..sizes.sets].split_at_mut(each);
        let (clear, rest) = rest.split_at_mut(each);
        let (available, chosen) = rest.split_at_mut(each);
        Ok(Self {
            plans: PassPlans::new(grid, &mut buffers.spans[..sizes.spans], buffers.words, each),
            selection,
            overrun: Duration::ZERO,
            has_exclusive_jobs: false,
            holders: Holders {
                holders: buffers.holders,
                held: buffers.held,
                blocks: buffers.blocks,
                unions: buffers.unions,
                words_per_union: each,
                block: block(nodes),
                count: 0,
                blocked: 0,
                keeps_past_ends: false,
            },
            free_nodes: count(free),
            free,
            clear,
            available,
            chosen,
            nodes,
            no_starts: NoStarts::NONE,
        })
    }

    /// Whether jobs take whole nodes because they want to be alone (`OverSubscribe=EXCLUSIVE`,
    /// `--exclusive`): from 22.05 on what starts in a backfill pass is then planned, from the
    /// beginning of the pass to the end of its limit, and does not only run.
    #[must_use]
    pub fn with_exclusive_jobs(self, has_exclusive_jobs: bool) -> Self {
        Self {
            has_exclusive_jobs,
            ..self
        }
    }

    /// Sets how long jobs go on beyond their limits, as
    /// [`SharedNodes::with_overrun`](super::SharedNodes::with_overrun) does.
    #[must_use]
    pub fn with_overrun(mut self, overrun: Duration) -> Self {
        self.overrun = overrun;
        self.holders.keeps_past_ends = true;
        self
    }

    /// Number of nodes it was made for.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Rounding and range of plans.
    pub fn grid(&self) -> Grid {
        self.plans.grid
    }

    /// Clears all plans and sets the present: the time `now`, the nodes that are `free`,
    /// and the `running` jobs, each with the end of its limit, its place in the order of
    /// submission, which breaks ties, and a key by which `nodes_of` lists its nodes. Limits
    /// that are over end in a second, unless an [overrun](Self::with_overrun) is set. No node is listed twice.
    pub fn begin<N: Iterator<Item = u32>>(
        &mut self,
        now: Time,
        free: &[u64],
        running: impl Iterator<Item = (Time, u32, u32)>,
        nodes_of: impl Fn(u32) -> N,
    ) {
        self.plans.begin(now, self.nodes);
        self.set_present(now, free, running, nodes_of);
    }

    /// Sets the present likewise; plans stay.
    pub fn set_present<N: Iterator<Item = u32>>(
        &mut self,
        now: Time,
        free: &[u64],
        running: impl Iterator<Item = (Time, u32, u32)>,
        nodes_of: impl Fn(u32) -> N,
    ) {
        self.plans.now = now;
        self.no_starts = NoStarts::NONE;
        self.free.fill(0);
        for (own, free) in self.free.iter_mut().zip(free) {
            *own = *free;
        }
        self.free_nodes = count(self.free);
        self.holders.begin(now, running, nodes_of);
    }

    /// Removes the set `nodes` from the free ones.
    pub fn close(&mut self, nodes: &[u64]) {
        let free = self.free.iter_mut().zip(nodes);
        free.for_each(|(free, closed)| *free &= !closed);
        self.free_nodes = count(self.free);
    }

    /// Earliest start of a job with `nodes` nodes and a limit by the plans so far; `None`
    /// if the search finds none, or only beyond the window.
    pub fn earliest(&mut self, nodes: u32, limit: Duration) -> Option<Decision<'_>> {
        let start = self.search(nodes, limit)?;
        let start = self.plans.within_window(start)?;
        let nodes = &*self.chosen;
        Some(Decision { start, nodes })
    }

    /// Whether it is known that a job has no start within the window, so that a search is in vain.
    pub fn is_vain(&mut self, nodes: u32, limit: Duration) -> bool {
        let is_known = self.no_starts.cover((nodes, self.plans.now.after(limit)));
        let is_vain = is_known || self.is_too_wide(nodes);
        self.no_starts.have_served |= is_vain;
        is_vain
    }

    /// Number of spans into which plans have cut the time up to the window's end, including
    /// those merged because the same nodes are free in two neighbours.
    pub fn spans(&self) -> usize {
        self.plans.table.spans_made()
    }

    /// Number of instants tried in the last search.
    pub fn tries(&self) -> u32 {
        self.plans.tries
    }

    /// Plans that `nodes` are taken for the rest of the window.
    pub(super) fn plan_away(&mut self, nodes: &[u64]) {
        self.plans.take_away(self.plans.horizon, nodes);
    }

    /// Plans that `nodes` are taken from `start` for the limit.
    pub fn plan(&mut self, start: Time, limit: Duration, nodes: &[u64]) {
        self.plans.take(start, limit, nodes);
    }

    /// Plans the nodes [found last](Self::earliest).
    pub fn plan_last(&mut self, start: Time, limit: Duration) {
        self.plans.take_for_waiting(start, limit, self.chosen);
    }

    /// Counts the nodes that are free now, by the time until a plan takes them, for
    /// [`may_start`](Self::may_start).
    pub fn count_open(&mut self) {
        self.available.copy_from_slice(self.free);
        self.plans.table.count_open(self.available);
    }

    /// Whether a job could start now by the plans at the last [count](Self::count_open);
    /// later plans and starts only take from it.
    pub fn may_start(&self, nodes: u32, limit: Duration) -> bool {
        let job = (nodes, self.plans.now.after(limit));
        self.plans.open(limit) >= nodes && !self.no_starts.cover(job)
    }

    /// Time before which another pass over the same jobs decides the same, if all of these
    /// have been planned and nothing happens until then.
    ///
    /// If a job is tried at once, plans further behind come into its limit as time
    /// passes, so that it fits less. A job that had to be tried later still has to be, and
    /// there all stays the same until a limit of a running job is over or a plan begins or
    /// ends. The plan of a job that was tried at once stays until one more plan comes into
    /// its limit.
    pub fn steady_until(&self) -> Time {
        let steady = self
            .plans
            .steady
            .min(self.holders.first_end_from(Time::ZERO));
        if !self.no_starts.have_served {
            return steady;
        }
        // A job that was passed over has no start before the first end of a limit beyond the window.
        let end = self
            .holders
            .first_end_from(self.plans.window_end().after(Duration(1)));
        steady.min(Time(end.0.saturating_sub(self.plans.grid.window.0)))
    }

    /// Notes that the job of this order of submission has started now on `nodes`, for the limit.
    pub fn start(&mut self, order: u32, limit: Duration, nodes: &[u64]) {
        for (free, taken) in self.free.iter_mut().zip(nodes) {
            *free &= !taken;
        }
        self.free_nodes = count(self.free);
        let end = self.plans.now.after(limit);
        self.holders.add(end, order, members(nodes));
        if self.ends_at_window_end() {
            self.no_starts = NoStarts::NONE;
        }
    }

    /// Notes such a start on the nodes [found last](Self::earliest).
    pub fn start_last(&mut self, order: u32, limit: Duration) {
        // Moved out because the set is passed to its own owner.
        let chosen = core::mem::take(&mut self.chosen);
        self.start(order, limit, chosen);
        self.chosen = chosen;
    }

    /// Plans a job that a backfill pass has started now on `nodes`, if jobs are alone there.
    pub fn plan_started(&mut self, limit: Duration, nodes: &[u64]) {
        if self.has_exclusive_jobs {
            self.plan(self.plans.now, limit, nodes);
        }
    }

    /// Plans a job started on the nodes [found last](Self::earliest), likewise.
    pub fn plan_started_last(&mut self, limit: Duration) {
        // Moved out because the set is passed to its own owner.
        let chosen = core::mem::take(&mut self.chosen);
        self.plan_started(limit, chosen);
        self.chosen = chosen;
    }

    /// Nodes found last, ascending.
    pub fn chosen(&self) -> impl Iterator<Item = u32> + '_ {
        members(self.chosen)
    }

    /// Number of free nodes.
    pub fn free_nodes(&self) -> u32 {
        self.free_nodes
    }

    /// [Chooses](Self::chosen) nodes for a job with `nodes` nodes that starts now, ignoring
    /// plans; returns whether there are enough.
    pub fn choose_now(&mut self, nodes: u32) -> bool {
        if self.free_nodes < nodes {
            return false;
        }
        self.available.copy_from_slice(self.free);
        nodes::choose(self.available, nodes, self.chosen);
        true
    }
}

/// Number of nodes in a set.
pub(super) fn count(nodes: &[u64]) -> u32 {
    nodes.iter().map(|bits| bits.count_ones()).sum()
}
