//! Plans of one backfill pass on nodes that jobs share: the earliest start of each waiting job,
//! and its nodes.

use super::choice::{ChosenNodes, Neighbours, NodeChoice, SwitchState};
use super::free_cores::FreeCores;
use super::node_offers::NodeOffers;
use super::offer_sweep::OfferSweep;
use super::releases::{Release, Released, Releases};
use crate::buffers::buffers;
use crate::error::CapacityError;
use crate::machine::bits::{is_member, members};
use crate::policy::slurm::grid::Grid;
use crate::policy::slurm::pass_plans::PassPlans;
use crate::policy::slurm::selection::Selection;
use crate::policy::slurm::table::Span;
use crate::units::time::{Duration, Time};

buffers! {
    /// Borrowed buffers of a [`SharedPlanner`].
    pub struct SharedPlannerBuffers, SharedPlannerSizes, BoxedSharedPlanner::as_buffers, "" {
        /// One for each begin and each end of a plan, and two.
        spans: [Span; spans] = Span::EMPTY,
        /// The nodes of each span.
        words: [u64; spans.saturating_mul(each)] = 0,
        /// One for each node: CPUs that it offers beside all running jobs.
        free_offers: [u32; nodes as usize] = 0,
        /// One for each node: CPUs that it offers in the try at hand.
        offers: [u32; nodes as usize] = 0,
        /// One for each node: CPUs that it gives the job found last.
        shares: [u32; nodes as usize] = 0,
        /// One for each node: runs of neighbours.
        runs: [Neighbours; nodes as usize] = Neighbours::EMPTY,
        /// One for each switch or base block.
        switches: [SwitchState; switches] = SwitchState::EMPTY,
        /// One for each piece of a node that a running job holds.
        releases: [Release; pieces] = Release::EMPTY,
        /// One for each running job, each of which holds a piece.
        released: [Released; pieces] = Released::EMPTY,
        /// One for each node: CPUs that it offers beside the running jobs not yet listed.
        released_offers: [u32; nodes as usize] = 0,
        /// One for each node: CPUs that it offers by the end of the try at hand.
        swept_offers: [u32; nodes as usize] = 0,
        /// Sets of nodes.
        sets: [u64; SETS * each] = 0,
    }
    with {}
    /// Computes the sizes for `nodes` nodes that are chosen by so many `switches` or base blocks, `plans` plans
    /// at once, and running jobs that hold `pieces` pieces of nodes.
    sizes of(nodes: u32, switches: usize, plans: usize, pieces: usize) {
        let each = (nodes as usize).div_ceil(64);
        let spans = plans.saturating_mul(2).saturating_add(2);
    }
}

/// Number of sets of nodes: large enough, usable, chosen, usable in the try before.
const SETS: usize = 4;

/// Plans of one backfill pass on nodes that jobs share.
///
/// Times are as Slurm sees them, in whole seconds, and limits in whole minutes: the caller rounds
/// them.
#[derive(Debug)]
pub struct SharedPlanner<'a> {
    pub(super) plans: PassPlans<'a>,
    pub(super) selection: Selection,
    pub(super) choice: NodeChoice,
    pub(super) overrun: Duration,
    pub(super) prefers_busy_nodes: bool,
    pub(super) nodes: u32,
    pub(super) free_offers: &'a mut [u32],
    pub(super) offers: &'a mut [u32],
    // Nodes that are large enough for the job, and those of them that it may use in a try.
    pub(super) large: &'a mut [u64],
    pub(super) usable: &'a mut [u64],
    pub(super) chosen: ChosenNodes<'a>,
    pub(super) releases: Releases<'a>,
    pub(super) sweep: OfferSweep<'a>,
}

impl<'a> SharedPlanner<'a> {
    /// For `nodes` nodes that are chosen by so many `switches` or base blocks, `plans` plans at once, and running
    /// jobs that hold `pieces` pieces of nodes.
    ///
    /// # Errors
    /// A buffer is too small.
    pub fn new(
        (nodes, switches, plans, pieces): (u32, usize, usize, usize),
        grid: Grid,
        (selection, choice): (Selection, NodeChoice),
        buffers: SharedPlannerBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = SharedPlannerSizes::of(nodes, switches, plans, pieces);
        buffers.sizes().check(&sizes)?;
        let each = (nodes as usize).div_ceil(64);
        let (large, rest) = buffers.sets[..sizes.sets].split_at_mut(each);
        let (usable, rest) = rest.split_at_mut(each);
        let (chosen, swept) = rest.split_at_mut(each);
        Ok(Self {
            plans: PassPlans::new(grid, &mut buffers.spans[..sizes.spans], buffers.words, each),
            selection,
            choice,
            overrun: Duration::ZERO,
            prefers_busy_nodes: false,
            nodes,
            free_offers: &mut buffers.free_offers[..sizes.free_offers],
            offers: &mut buffers.offers[..sizes.offers],
            large,
            usable,
            chosen: ChosenNodes {
                set: chosen,
                shares: &mut buffers.shares[..sizes.shares],
                runs: &mut buffers.runs[..sizes.runs],
                switches: &mut buffers.switches[..sizes.switches],
            },
            releases: Releases::new(
                (
                    &mut buffers.releases[..sizes.releases],
                    &mut buffers.released[..sizes.released],
                ),
                &mut buffers.released_offers[..sizes.released_offers],
            ),
            sweep: OfferSweep::new(&mut buffers.swept_offers[..sizes.swept_offers], swept),
        })
    }

    /// Number of nodes it was made for.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Number of pieces of nodes that running jobs may hold.
    pub fn pieces(&self) -> usize {
        self.releases.capacity()
    }

    /// Number of switches or base blocks by which it chooses nodes.
    pub fn switches(&self) -> usize {
        self.chosen.switches.len()
    }

    /// Rounding and range of plans.
    pub fn grid(&self) -> Grid {
        self.plans.grid
    }

    /// How running jobs are taken away.
    pub fn selection(&self) -> Selection {
        self.selection
    }

    /// Sets how long jobs go on beyond their limits (`KillWait` and `OverTimeLimit`).
    #[must_use]
    pub fn with_overrun(self, overrun: Duration) -> Self {
        Self { overrun, ..self }
    }

    /// Whether plans prefer nodes in use (`bf_busy_nodes`). Starts do not.
    #[must_use]
    pub fn with_busy_nodes(self, prefers_busy_nodes: bool) -> Self {
        Self {
            prefers_busy_nodes,
            ..self
        }
    }

    /// Sets the present; plans stay.
    pub fn set_now(&mut self, now: Time) {
        self.plans.now = now;
    }

    /// Clears all plans and sets the present, before a backfill pass.
    pub fn begin(&mut self, now: Time) {
        self.plans.begin(now, self.nodes);
    }

    /// Time before which another pass over the same jobs decides the same, if all of these have been
    /// planned, nothing happens until then, and no limit of a running job is over: see
    /// [`Planner::steady_until`](super::super::Planner::steady_until).
    pub fn steady_until(&self) -> Time {
        self.plans.steady
    }

    /// [Chooses](Self::chosen) nodes for a job that starts now and ends at `end`, ignoring plans,
    /// on nodes that are not `blocked`; returns whether there are enough.
    pub fn choose_now(&mut self, job: &mut impl NodeOffers, end: Time, blocked: &[u64]) -> bool {
        self.look_at_nodes(job);
        for (usable, blocked) in self.usable.iter_mut().zip(blocked) {
            *usable = !blocked;
        }
        let sum = self.begin_try(job, (self.plans.now, end));
        sum.may_suffice(&job.request()) && self.choose(job)
    }

    /// Earliest start of a job by the plans so far, with its [nodes](Self::chosen); `None` if the
    /// search finds none, or only beyond the window.
    pub fn earliest(&mut self, job: &mut impl NodeOffers, limit: Duration) -> Option<Time> {
        let start = self.search(job, limit)?;
        self.plans.within_window(start)
    }

    /// Number of CPUs that `node` gives the job whose nodes were found last, if it is one of them;
    /// 0 if the others give all.
    pub fn share(&self, node: u32) -> Option<u32> {
        let share = self.chosen.shares.get(node as usize).copied();
        share.filter(|_| is_member(self.chosen.set, node))
    }

    /// Nodes found last, ascending.
    pub fn chosen(&self) -> impl Iterator<Item = u32> + '_ {
        members(self.chosen.set)
    }

    /// Plans that the nodes [found last](Self::chosen) are taken from `start` for the limit.
    pub fn plan_last(&mut self, start: Time, limit: Duration) {
        self.plans.take_for_waiting(start, limit, self.chosen.set);
    }

    /// Plans that `nodes` are taken for the rest of the window.
    pub(super) fn plan_away(&mut self, nodes: &[u64]) {
        self.plans.take_away(Time::MAX, nodes);
    }

    /// Number of instants tried in the last search.
    pub fn tries(&self) -> u32 {
        self.plans.tries
    }

    /// Plans that `nodes` are taken from `start` for the limit.
    pub fn plan(&mut self, start: Time, limit: Duration, nodes: &[u64]) {
        self.plans.take(start, limit, nodes);
    }

    /// Counts the free cores of nodes that no plan takes, for
    /// [`open_cores`](Self::open_cores), of those of all.
    pub(super) fn count_open(&mut self, free: &FreeCores<'_>) {
        self.usable.fill(u64::MAX);
        self.plans
            .table
            .count_open_cores(self.usable, (free.all(), free.sum()));
    }

    /// Number of cores free now on nodes that no plan takes up to the end of a limit that begins
    /// now, at the last count.
    pub fn open_cores(&self, limit: Duration) -> u32 {
        self.plans.open(limit)
    }

    /// Number of spans into which plans have cut the time, including those merged with a
    /// neighbour.
    pub fn spans(&self) -> usize {
        self.plans.table.spans_made()
    }
}
