//! Search for the earliest start of a job on nodes that jobs share, beside the plans of a pass.

use super::freeing::{EnoughTest, Freeing, choose};
use super::node_offers::NodeOffers;
use super::planner::SharedPlanner;
use super::releases::OfferSum;
use crate::machine::bits::{bits_in, members};
use crate::policy::slurm::pass_plans::{PassPlans, Tries, earliest_start};
use crate::units::time::{Duration, Time};

/// Search for room on nodes that jobs share.
struct SharedSearch<'s, 'a, J> {
    planner: &'s mut SharedPlanner<'a>,
    job: &'s mut J,
    fewest: u32,
}

impl<'a, J: NodeOffers> Tries<'a> for SharedSearch<'_, 'a, J> {
    fn plans(&mut self) -> &mut PassPlans<'a> {
        &mut self.planner.plans
    }

    fn next(&self, span: usize, (start, end): (Time, Time)) -> Option<Time> {
        let partition = self.job.partition();
        let given_back = (self.planner.plans.table).next_among(span, end, partition);
        let edge = self.job.next_edge(start, end);
        given_back.into_iter().chain(edge).min()
    }

    fn begin(&mut self, span: usize, times: (Time, Time), next: Option<Time>) -> Option<Time> {
        let (planner, job) = (&mut *self.planner, &mut *self.job);
        let table = &planner.plans.table;
        let is_clear = table.free(span, times.1, self.fewest, planner.usable);
        if is_clear && planner.may_suffice(job, next) {
            planner.first_with(job, times, next)
        } else {
            None
        }
    }

    /// Advance reservations may be in the way, too.
    fn is_clear(&mut self, begin: Time, limit: Duration) -> bool {
        let (nodes, job) = (&*self.planner.chosen.set, &*self.job);
        let until = begin.after(limit);
        !self.planner.plans.are_planned(nodes, begin, limit)
            && (!job.may_be_closed() || members(nodes).all(|node| job.is_open(node, begin, until)))
    }
}

impl<'a> SharedPlanner<'a> {
    /// Earliest start of a job by the plans so far, also beyond the window.
    pub(super) fn search(&mut self, job: &mut impl NodeOffers, limit: Duration) -> Option<Time> {
        self.look_at_nodes(job);
        if job.may_be_closed() {
            // Advance reservations come nearer as time passes.
            self.plans.steady = Time::ZERO;
        }
        let soonest = self.releases.soonest(job, self.large);
        self.sweep.begin(self.free_offers);
        let mut tries = SharedSearch {
            fewest: job.fewest_nodes(),
            planner: self,
            job,
        };
        earliest_start(&mut tries, soonest, limit)
    }

    /// Notes which nodes are large enough for a job, and what they offer beside running jobs.
    pub(super) fn look_at_nodes(&mut self, job: &mut impl NodeOffers) {
        if job.is_as_last() {
            return;
        }
        job.write_offers(self.free_offers, self.large);
        self.releases.begin(self.free_offers);
        self.sweep.forget();
    }

    /// Whether the nodes in `usable` may offer enough by `limit`.
    fn may_suffice(&mut self, job: &mut impl NodeOffers, limit: Option<Time>) -> bool {
        limit.is_none_or(|limit| {
            let (sets, releases) = ((&*self.usable, &*self.large), &mut self.releases);
            let at = (limit, &*self.free_offers);
            self.sweep.may_suffice((job, releases), sets, at)
        })
    }

    /// Time, not before the `start` of the span, when the nodes in `usable` offer enough beside
    /// running jobs, by `limit`.
    fn first_with(
        &mut self,
        job: &mut impl NodeOffers,
        (start, end): (Time, Time),
        limit: Option<Time>,
    ) -> Option<Time> {
        let sum = self.begin_try(job, (start, end));
        if sum.may_suffice(&job.request()) && self.choose(job) {
            return Some(start);
        }
        let (selection, origin) = (self.selection, self.plans.grid.origin);
        let mut freeing = self.freeing(job, sum);
        let found = selection.free_until(origin, limit, &mut freeing);
        // The rest of the window has been taken away since.
        let is_chosen = found.is_some() && (freeing.is_chosen || freeing.choose());
        let found = found.filter(|_| is_chosen);
        let end = selection.expected_end(found?, self.plans.now, self.overrun);
        Some(end.max(start))
    }

    /// Running jobs that can be taken away for `job`, where nodes offer `sum`.
    fn freeing<'s, J>(&'s mut self, job: &'s mut J, sum: OfferSum) -> Freeing<'s, 'a, J>
    where
        J: NodeOffers,
    {
        let request = job.request();
        let test = EnoughTest::of(&request, job);
        Freeing {
            request,
            job,
            choice: self.choice,
            prefers_busy_nodes: self.prefers_busy_nodes,
            sum,
            test,
            is_chosen: false,
            releases: &mut self.releases,
            offers: self.offers,
            large: self.large,
            usable: self.usable,
            chosen: self.chosen.reborrow(),
        }
    }

    /// Notes what nodes offer beside running jobs; those in `usable` that the job cannot use in the
    /// span are not usable then. Returns what the others offer.
    pub(super) fn begin_try(
        &mut self,
        job: &impl NodeOffers,
        (start, end): (Time, Time),
    ) -> OfferSum {
        self.offers.copy_from_slice(self.free_offers);
        for (word, (usable, large)) in (0..).zip(self.usable.iter_mut().zip(&*self.large)) {
            *usable &= large;
            if job.may_be_closed() {
                let open = bits_in(*usable).filter(|bit| job.is_open(64 * word + bit, start, end));
                *usable = open.fold(0, |open, bit| open | 1 << bit);
            }
        }
        let free = &*self.free_offers;
        self.sweep.free((self.usable, self.large), free)
    }

    /// Chooses among the nodes by what they offer.
    pub(super) fn choose(&mut self, job: &impl NodeOffers) -> bool {
        let chosen = self.chosen.reborrow();
        let nodes = (&*self.usable, &*self.offers);
        choose(job, &job.request(), self.choice, nodes, chosen)
    }
}
