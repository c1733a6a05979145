//! Search for the earliest start of a job on nodes that jobs share, beside the plans of a pass.

use super::freeing::{EnoughTest, Freeing, choose};
use super::node_offers::NodeOffers;
use super::planner::SharedPlanner;
use super::releases::OfferSum;
use crate::machine::bits::{bits_in, members};
use crate::units::time::{Duration, Time};

impl<'a> SharedPlanner<'a> {
    /// Earliest start of a job by the plans so far, also beyond the window.
    pub(super) fn search(&mut self, job: &mut impl NodeOffers, limit: Duration) -> Option<Time> {
        self.look_at_nodes(job);
        if job.may_be_closed() {
            // Advance reservations come nearer as time passes.
            self.steady = Time::ZERO;
        }
        let fewest = job.fewest_nodes();
        let soonest = self.releases.soonest(job, self.large);
        self.sweep.begin(self.free_offers);
        let (mut start, mut span) = (self.now, 0);
        self.tries = 0;
        loop {
            self.tries += 1;
            let end = start.after(limit);
            span = self.table.at_from(span, start);
            let given_back = self.table.next_among(span, end, job.partition());
            let edge = job.next_edge(start, end);
            let next = given_back.into_iter().chain(edge).min();
            if let Some(next) = next.filter(|&next| next < soonest) {
                start = next;
                continue;
            }
            let begin =
                if self.table.free(span, end, fewest, self.usable) && self.may_suffice(job, next) {
                    self.first_with(job, (start, end), next)
                } else {
                    None
                };
            // If running jobs take longer than the next plan to end, the next try is then.
            let begin = begin.filter(|&begin| next.is_none_or(|next| begin <= next));
            if start == self.now && (begin.is_some() || next.is_none()) {
                self.steady = self.steady.min(self.table.same_until(span, end, limit));
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
        (begin <= self.now || !self.table.is_planned(from, to, self.chosen.set))
            && (!job.may_be_closed()
                || members(self.chosen.set).all(|node| job.is_open(node, begin, until)))
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
        let (selection, origin) = (self.selection, self.grid.origin);
        let mut freeing = self.freeing(job, sum);
        let found = selection.free_until(origin, limit, &mut freeing);
        // The rest of the window has been taken away since.
        let is_chosen = found.is_some() && (freeing.is_chosen || freeing.choose());
        let found = found.filter(|_| is_chosen);
        let end = selection.expected_end(found?, self.now, self.overrun);
        Some(end.max(start))
    }

    /// Running jobs that can be taken away for `job`, where nodes offer `sum`.
    fn freeing<'s, J>(&'s mut self, job: &'s mut J, sum: OfferSum) -> Freeing<'s, 'a, J>
    where
        J: NodeOffers,
    {
        let request = job.request();
        let test = EnoughTest::of(&request, job.switches());
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
