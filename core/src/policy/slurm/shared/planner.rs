//! Plans of one backfill pass on nodes that jobs share: the earliest start of each waiting job,
//! and its nodes.

use super::best_fit::{NodeChoice, NodeRequest, OfferedNodes};
use crate::buffers::buffers;
use crate::error::CapacityError;
use crate::policy::slurm::grid::Grid;
use crate::policy::slurm::planner::members;
use crate::policy::slurm::selection::{EndingJobs, Freed, Selection};
use crate::policy::slurm::table::{PlanTable, Span};
use crate::units::time::{Duration, Time};

/// Nodes that jobs share, as the job whose start is searched sees them.
pub trait NodeOffers {
    /// What the job requests.
    fn request(&self) -> NodeRequest;

    /// Nodes of its partition, a bit each, 64 to a word.
    fn partition(&self) -> &[u64];

    /// Weight of `node`, nodes of less come first, and its number of CPUs.
    fn weight_and_size(&self, node: u32) -> (u32, u32);

    /// Whether the job may run on `node`, one of its partition, from `start` until `end`: the node
    /// is big enough, and nothing but jobs and plans is in the way. At the end of time only its
    /// size counts.
    fn is_usable(&self, node: u32, start: Time, end: Time) -> bool;

    /// CPUs that `node` offers beside all running jobs; what was taken away is back.
    fn offer(&mut self, node: u32) -> u32;

    /// End of the limit of a running job, by index in the order in which they are taken away.
    fn end_of(&self, index: usize) -> Option<Time>;

    /// Takes a running job away: calls `freed` with each of its nodes among `usable` and with
    /// what that then offers.
    fn take_away(&mut self, index: usize, usable: &[u64], freed: &mut dyn FnMut(u32, u32));

    /// First time after `start`, and for a job that ends at `end`, when an advance reservation
    /// gives nodes back or begins that the job belongs to.
    fn next_edge(&self, _start: Time, _end: Time) -> Option<Time> {
        None
    }
}

buffers! {
    /// Borrowed buffers of a [`SharedPlanner`].
    pub struct SharedPlannerBuffers, SharedPlannerSizes, BoxedSharedPlanner::as_buffers, "" {
        /// One for each begin and each end of a plan, and two.
        spans: [Span; spans] = Span::EMPTY,
        /// The nodes of each span.
        words: [u64; spans.saturating_mul(each)] = 0,
        /// One for each node: CPUs that it offers.
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

/// Number of sets of nodes: usable, chosen.
const SETS: usize = 2;

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
    nodes: u32,
    table: PlanTable<'a>,
    offers: &'a mut [u32],
    shares: &'a mut [u32],
    usable: &'a mut [u64],
    chosen: &'a mut [u64],
    now: Time,
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
        let (usable, chosen) = buffers.sets[..sizes.sets].split_at_mut(each);
        Ok(Self {
            grid,
            selection,
            choice,
            overrun: Duration::ZERO,
            nodes,
            table: PlanTable::new(&mut buffers.spans[..sizes.spans], buffers.words, each),
            offers: &mut buffers.offers[..sizes.offers],
            shares: &mut buffers.shares[..sizes.shares],
            usable,
            chosen,
            now: Time::ZERO,
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

    /// Sets the present; plans stay.
    pub fn set_now(&mut self, now: Time) {
        self.now = now;
    }

    /// Clears all plans and sets the present, before a backfill pass.
    pub fn begin(&mut self, now: Time) {
        self.now = now;
        let horizon = self.grid.down(now.after(self.grid.window));
        self.table.clear(now, horizon, self.nodes);
    }

    /// [Chooses](Self::chosen) nodes for a job that starts now and ends at `end`, ignoring plans,
    /// on nodes that are not `blocked`; returns whether there are enough.
    pub fn choose_now(&mut self, job: &mut impl NodeOffers, end: Time, blocked: &[u64]) -> bool {
        for (usable, blocked) in self.usable.iter_mut().zip(blocked) {
            *usable = !blocked;
        }
        self.free_offers(job, (self.now, end))
            .may_suffice(&job.request())
            && self.choose(job)
    }

    /// Earliest start of a job by the plans so far, with its [nodes](Self::chosen); `None` if the
    /// search finds none, or only beyond the window.
    pub fn earliest(&mut self, job: &mut impl NodeOffers, limit: Duration) -> Option<Time> {
        let start = self.search(job, limit)?;
        let most = self.now.0.saturating_add(self.grid.window.0);
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
                self.first_with(job, (start, end), (self.selection, next))
            } else {
                None
            };
            // If running jobs take longer than the next plan to end, the next try is then.
            let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
            if let Some(begin) = begin {
                if self.choose(job) && self.is_clear(job, begin, limit) {
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
            && members(self.chosen).all(|node| job.is_usable(node, begin, until))
    }

    /// Time when running jobs give back enough, ignoring plans.
    fn soonest(&mut self, job: &mut impl NodeOffers) -> Time {
        self.usable.fill(u64::MAX);
        // Nodes closed to the job now may open later: only running jobs count.
        let all = (Time::MAX, Time::MAX);
        match self.first_with(job, all, (Selection::Linear, None)) {
            Some(Time::MAX) => Time::ZERO,
            Some(end) => end,
            None => Time::MAX,
        }
    }

    /// Time, not before the `start` of the span, when the nodes in `usable` offer enough beside
    /// running jobs, by `limit`. At the end of time: when running jobs have given back enough.
    fn first_with(
        &mut self,
        job: &mut impl NodeOffers,
        (start, end): (Time, Time),
        (selection, limit): (Selection, Option<Time>),
    ) -> Option<Time> {
        let request = job.request();
        let sum = self.free_offers(job, (start, end));
        if sum.may_suffice(&request) && self.choose(job) {
            return Some(start);
        }
        let mut freeing = Freeing {
            job,
            request,
            choice: self.choice,
            sum,
            offers: self.offers,
            usable: self.usable,
            chosen: (self.chosen, self.shares),
        };
        let found = selection.free_until(self.grid.origin, limit, &mut freeing)?;
        Some(if start == Time::MAX {
            found
        } else {
            self.end_from_now(found).max(start)
        })
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
    /// are not usable then.
    fn free_offers(&mut self, job: &mut impl NodeOffers, (start, end): (Time, Time)) -> OfferSum {
        for (usable, partition) in self.usable.iter_mut().zip(job.partition()) {
            *usable &= partition;
        }
        let mut sum = OfferSum::default();
        for node in 0..self.nodes {
            let (word, bit) = (node as usize / 64, 1 << (node % 64));
            let offer = &mut self.offers[node as usize];
            *offer = 0;
            if self.usable[word] & bit == 0 {
                continue;
            }
            // A node too small for the job does not exist for it, nor for the windows.
            if !job.is_usable(node, start, end) {
                self.usable[word] &= !bit;
                continue;
            }
            *offer = job.offer(node);
            sum.replace(0, *offer);
        }
        sum
    }

    /// Chooses among the nodes by what they offer.
    fn choose(&mut self, job: &impl NodeOffers) -> bool {
        let chosen = (&mut *self.chosen, &mut *self.shares);
        choose(job, &job.request(), self.choice, self.offers, chosen)
    }
}

fn choose(
    job: &impl NodeOffers,
    request: &NodeRequest,
    choice: NodeChoice,
    offers: &[u32],
    chosen: (&mut [u64], &mut [u32]),
) -> bool {
    let nodes = OfferedNodes {
        cpus: offers,
        weight_and_size: |node| job.weight_and_size(node),
    };
    nodes.choose(request, choice, chosen)
}

/// Number of nodes that offer something, and of CPUs that they offer.
#[derive(Clone, Copy, Debug, Default)]
struct OfferSum {
    nodes: u32,
    cpus: u64,
}

impl OfferSum {
    fn replace(&mut self, before: u32, after: u32) {
        self.nodes = self.nodes + u32::from(after > 0) - u32::from(before > 0);
        self.cpus = self.cpus + u64::from(after) - u64::from(before);
    }

    /// Whether it may be enough: how the CPUs lie on the nodes is not looked at.
    fn may_suffice(&self, request: &NodeRequest) -> bool {
        self.cpus >= u64::from(request.cpus) && self.nodes >= request.least
    }
}

/// Running jobs being taken away for a job.
struct Freeing<'s, J> {
    job: &'s mut J,
    request: NodeRequest,
    choice: NodeChoice,
    sum: OfferSum,
    offers: &'s mut [u32],
    usable: &'s [u64],
    chosen: (&'s mut [u64], &'s mut [u32]),
}

impl<J: NodeOffers> EndingJobs for Freeing<'_, J> {
    fn end_of(&self, index: usize) -> Option<Time> {
        self.job.end_of(index)
    }

    fn take_away(&mut self, index: usize) -> Freed {
        let (offers, sum) = (&mut *self.offers, &mut self.sum);
        let mut is_usable = false;
        self.job.take_away(index, self.usable, &mut |node, offer| {
            is_usable = true;
            if let Some(own) = offers.get_mut(node as usize) {
                sum.replace(core::mem::replace(own, offer), offer);
            }
        });
        if !is_usable {
            return Freed::Nothing;
        }
        let (chosen, shares) = &mut self.chosen;
        let is_enough = self.sum.may_suffice(&self.request)
            && choose(
                self.job,
                &self.request,
                self.choice,
                self.offers,
                (chosen, shares),
            );
        if is_enough {
            Freed::Enough
        } else {
            Freed::TooLittle
        }
    }
}
