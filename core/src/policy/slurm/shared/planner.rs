//! Plans of one backfill pass on nodes that jobs share: the earliest start of each waiting job,
//! and its nodes.

use super::freeing::{EnoughTest, Freeing, OfferSum, choose};
use super::node_offers::NodeOffers;
use super::request::NodeChoice;
use crate::buffers::buffers;
use crate::error::CapacityError;
use crate::policy::slurm::grid::Grid;
use crate::policy::slurm::planner::members;
use crate::policy::slurm::selection::Selection;
use crate::policy::slurm::table::{PlanTable, Span};
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

/// Number of sets of nodes: large enough, usable, chosen.
const SETS: usize = 3;

/// Plans of one backfill pass on nodes that jobs share.
///
/// Times are as Slurm sees them, in whole seconds, and limits in whole minutes: the caller rounds
/// them.
#[derive(Debug)]
pub struct SharedPlanner<'a> {
    grid: Grid,
    selection: Selection,
    choice: NodeChoice,
    overrun: Duration,
    prefers_busy_nodes: bool,
    nodes: u32,
    table: PlanTable<'a>,
    free_offers: &'a mut [u32],
    offers: &'a mut [u32],
    shares: &'a mut [u32],
    // Nodes that are large enough for the job, and those of them that it may use in a try.
    large: &'a mut [u64],
    usable: &'a mut [u64],
    chosen: &'a mut [u64],
    now: Time,
    // Time before which passes decide the same if nothing happens.
    steady: Time,
}

impl<'a> SharedPlanner<'a> {
    /// For `nodes` nodes and `plans` plans at once.
    ///
    /// # Errors
    /// A buffer is too small.
    pub fn new(
        (nodes, plans): (u32, usize),
        grid: Grid,
        (selection, choice): (Selection, NodeChoice),
        buffers: SharedPlannerBuffers<'a>,
    ) -> Result<Self, CapacityError> {
        let sizes = SharedPlannerSizes::of(nodes, plans);
        buffers.sizes().check(&sizes)?;
        let each = (nodes as usize).div_ceil(64);
        let (large, rest) = buffers.sets[..sizes.sets].split_at_mut(each);
        let (usable, chosen) = rest.split_at_mut(each);
        Ok(Self {
            grid,
            selection,
            choice,
            overrun: Duration::ZERO,
            prefers_busy_nodes: false,
            nodes,
            table: PlanTable::new(&mut buffers.spans[..sizes.spans], buffers.words, each),
            free_offers: &mut buffers.free_offers[..sizes.free_offers],
            offers: &mut buffers.offers[..sizes.offers],
            shares: &mut buffers.shares[..sizes.shares],
            large,
            usable,
            chosen,
            now: Time::ZERO,
            steady: Time::ZERO,
        })
    }

    /// Number of nodes it was made for.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Rounding and range of plans.
    pub fn grid(&self) -> Grid {
        self.grid
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
        self.now = now;
    }

    /// Clears all plans and sets the present, before a backfill pass.
    pub fn begin(&mut self, now: Time) {
        self.now = now;
        let horizon = self.grid.down(now.after(self.grid.window));
        // From then on the window shows more of the plans.
        self.steady = self.grid.next_horizon(horizon);
        self.table.clear(now, horizon, self.nodes);
    }

    /// Time before which another pass over the same jobs decides the same, if all of these have been
    /// planned, nothing happens until then, and no limit of a running job is over: see
    /// [`Planner::steady_until`](super::super::Planner::steady_until).
    pub fn steady_until(&self) -> Time {
        self.steady
    }

    /// [Chooses](Self::chosen) nodes for a job that starts now and ends at `end`, ignoring plans,
    /// on nodes that are not `blocked`; returns whether there are enough.
    pub fn choose_now(&mut self, job: &mut impl NodeOffers, end: Time, blocked: &[u64]) -> bool {
        self.look_at_nodes(job);
        for (usable, blocked) in self.usable.iter_mut().zip(blocked) {
            *usable = !blocked;
        }
        let sum = self.mask_offers(job, (self.now, end));
        sum.may_suffice(&job.request()) && self.choose(job)
    }

    /// Earliest start of a job by the plans so far, with its [nodes](Self::chosen); `None` if the
    /// search finds none, or only beyond the window.
    pub fn earliest(&mut self, job: &mut impl NodeOffers, limit: Duration) -> Option<Time> {
        let start = self.search(job, limit)?;
        let most = self.now.0.saturating_add(self.grid.window.0);
        if start.0 > most {
            self.steady = self.steady.min(Time(start.0 - self.grid.window.0));
        }
        (start.0 <= most).then_some(start)
    }

    /// Number of CPUs that `node` gives the job whose nodes were found last, if it is one of them;
    /// 0 if the others give all.
    pub fn share(&self, node: u32) -> Option<u32> {
        let word = self.chosen.get(node as usize / 64).copied().unwrap_or(0);
        let share = self.shares.get(node as usize).copied();
        share.filter(|_| word >> (node % 64) & 1 == 1)
    }

    /// Nodes found last, ascending.
    pub fn chosen(&self) -> impl Iterator<Item = u32> + '_ {
        members(self.chosen)
    }

    /// Plans that the nodes [found last](Self::chosen) are taken from `start` for the limit.
    pub fn plan_last(&mut self, start: Time, limit: Duration) {
        let (from, to) = self.grid.taken_span(start, limit);
        for edge in [from, to] {
            if edge > self.now {
                self.steady = self.steady.min(edge);
            }
        }
        self.table.take(from, to, self.chosen);
    }

    /// Plans that `nodes` are taken from `start` for the limit.
    pub fn plan(&mut self, start: Time, limit: Duration, nodes: &[u64]) {
        let (from, to) = self.grid.taken_span(start, limit);
        self.table.take(from, to, nodes);
    }

    /// Number of spans into which plans have cut the time, including those merged with a
    /// neighbour.
    pub fn spans(&self) -> usize {
        self.table.spans_made()
    }

    fn search(&mut self, job: &mut impl NodeOffers, limit: Duration) -> Option<Time> {
        self.look_at_nodes(job);
        if job.may_be_closed() {
            // Advance reservations come nearer as time passes.
            self.steady = Time::ZERO;
        }
        let soonest = self.soonest(job);
        let (mut start, mut span) = (self.now, 0);
        loop {
            let end = start.after(limit);
            span = self.table.at_from(span, start);
            let given_back = self.table.next_among(span, end, job.partition());
            let edge = job.next_edge(start, end);
            let next = given_back.into_iter().chain(edge).min();
            if let Some(next) = next.filter(|&next| next < soonest) {
                start = next;
                continue;
            }
            let begin = if self.table.free(span, end, 1, self.usable) {
                self.first_with(job, (start, end), next)
            } else {
                None
            };
            // If running jobs take longer than the next plan to end, the next try is then.
            let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
            if start == self.now && (begin.is_some() || next.is_none()) {
                // A later try gives the same up to the next plan behind the limit's end.
                let plan = self.table.first_after(span, end);
                let until = plan.map_or(Time::MAX, |plan| Time(plan.0 - limit.0));
                self.steady = self.steady.min(until);
            }
            if let Some(begin) = begin {
                if self.is_clear(job, begin, limit) {
                    return Some(begin);
                }
                if begin > start {
                    start = begin;
                    continue;
                }
            }
            start = next?;
        }
    }

    /// Whether neither plans nor advance reservations are in the way on the chosen nodes.
    fn is_clear(&self, job: &impl NodeOffers, begin: Time, limit: Duration) -> bool {
        let (from, to) = self.grid.taken_span(begin, limit);
        let until = begin.after(limit);
        // No plan can be in the way of a job that starts now.
        (begin <= self.now || !self.table.is_planned(from, to, self.chosen))
            && (!job.may_be_closed()
                || members(self.chosen).all(|node| job.is_open(node, begin, until)))
    }

    /// Notes which nodes are large enough for a job, and what they offer beside running jobs.
    fn look_at_nodes(&mut self, job: &mut impl NodeOffers) {
        if job.is_as_last() {
            return;
        }
        job.put_back();
        self.large.fill(0);
        for (large, partition) in self.large.iter_mut().zip(job.partition()) {
            *large = *partition;
        }
        for node in 0..self.nodes {
            let (word, bit) = (node as usize / 64, 1 << (node % 64));
            let offer = &mut self.free_offers[node as usize];
            *offer = 0;
            if self.large[word] & bit == 0 {
                continue;
            }
            *offer = job.offer(node);
            // A node too small for the job does not exist for it, nor for the windows.
            if *offer == 0 && !job.is_usable(node) {
                self.large[word] &= !bit;
            }
        }
    }

    /// Time before which running jobs do not give back enough, ignoring plans.
    fn soonest(&mut self, job: &mut impl NodeOffers) -> Time {
        // Nodes closed to the job now may open later: only running jobs count.
        self.usable.copy_from_slice(self.large);
        self.offers.copy_from_slice(self.free_offers);
        let mut sum = OfferSum::default();
        self.offers.iter().for_each(|&offer| sum.replace(0, offer));
        let request = job.request();
        if sum.may_suffice(&request) {
            return Time::ZERO;
        }
        let mut freeing = self.freeing(job, sum, EnoughTest::Sum);
        let found = Selection::Linear.free_until(Duration::ZERO, None, &mut freeing);
        job.put_back();
        found.unwrap_or(Time::MAX)
    }

    /// Time, not before the `start` of the span, when the nodes in `usable` offer enough beside
    /// running jobs, by `limit`.
    fn first_with(
        &mut self,
        job: &mut impl NodeOffers,
        (start, end): (Time, Time),
        limit: Option<Time>,
    ) -> Option<Time> {
        let sum = self.mask_offers(job, (start, end));
        if sum.may_suffice(&job.request()) && self.choose(job) {
            return Some(start);
        }
        let (selection, origin) = (self.selection, self.grid.origin);
        let mut freeing = self.freeing(job, sum, EnoughTest::Choice);
        let found = selection.free_until(origin, limit, &mut freeing);
        // The rest of the window has been taken away since.
        let is_chosen = found.is_some() && (freeing.is_chosen || freeing.choose());
        job.put_back();
        let found = found.filter(|_| is_chosen);
        Some(self.end_from_now(found?).max(start))
    }

    /// Running jobs that can be taken away for `job`, where nodes offer `sum`.
    fn freeing<'s, J>(
        &'s mut self,
        job: &'s mut J,
        sum: OfferSum,
        test: EnoughTest,
    ) -> Freeing<'s, J>
    where
        J: NodeOffers,
    {
        Freeing {
            request: job.request(),
            job,
            choice: self.choice,
            prefers_busy_nodes: self.prefers_busy_nodes,
            sum,
            test,
            is_chosen: false,
            offers: self.offers,
            usable: self.usable,
            chosen: (self.chosen, self.shares),
        }
    }

    /// When a job ends whose limit ends at `end`: one that is over it is expected to be killed.
    fn end_from_now(&self, end: Time) -> Time {
        let soon = self.now.after(Duration::from_seconds(1));
        match self.selection {
            _ if end > self.now => end,
            Selection::Linear => soon,
            _ => end.after(self.overrun).max(soon),
        }
    }

    /// Notes what the nodes in `usable` offer beside running jobs; those that the job cannot use
    /// in the span are not usable then.
    fn mask_offers(&mut self, job: &impl NodeOffers, (start, end): (Time, Time)) -> OfferSum {
        let (mut sum, may_be_closed) = (OfferSum::default(), job.may_be_closed());
        self.offers.fill(0);
        for (word, (usable, large)) in self.usable.iter_mut().zip(&*self.large).enumerate() {
            *usable &= large;
            let mut rest = *usable;
            while rest != 0 {
                let node = 64 * word as u32 + rest.trailing_zeros();
                rest &= rest - 1;
                if may_be_closed && !job.is_open(node, start, end) {
                    *usable &= !(1 << (node % 64));
                    continue;
                }
                let offer = self.free_offers[node as usize];
                self.offers[node as usize] = offer;
                sum.replace(0, offer);
            }
        }
        sum
    }

    /// Chooses among the nodes by what they offer.
    fn choose(&mut self, job: &impl NodeOffers) -> bool {
        let chosen = (&mut *self.chosen, &mut *self.shares);
        choose(job, &job.request(), self.choice, self.offers, chosen)
    }
}
