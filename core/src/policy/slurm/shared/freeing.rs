//! Running jobs being taken away, to find when nodes offer a job enough.

use super::choice::{ChosenNodes, NodeChoice, NodeRequest, OfferedNodes};
use super::node_offers::NodeOffers;
use super::releases::{OfferSum, Releases};
use crate::machine::cluster::have_several_roots;
use crate::policy::slurm::selection::{EndingJobs, Freed};
use crate::units::time::Time;

/// Chooses nodes for a job among the usable ones, by what each offers, with the CPUs that each
/// gives; returns whether there are enough.
pub(super) fn choose(
    job: &impl NodeOffers,
    request: &NodeRequest,
    choice: NodeChoice,
    nodes: (&[u64], &[u32]),
    chosen: ChosenNodes<'_>,
) -> bool {
    offered(job, nodes).choose(request, choice, chosen)
}

fn offered<'n>(
    job: &'n impl NodeOffers,
    (usable, cpus): (&'n [u64], &'n [u32]),
) -> OfferedNodes<'n, impl Fn(u32) -> (u32, u32), impl Fn(u32) -> u32> {
    OfferedNodes {
        usable,
        cpus,
        weight_and_size: |node| job.weight_and_size(node),
        weight_end: |node| job.weight_end(node),
        switches: job.switches(),
        blocks: job.blocks(),
    }
}

/// How it is known that nodes offer enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EnoughTest {
    /// By their sum.
    Sum,
    /// By choosing among them, where the sum may be enough.
    Choice,
    /// Fewer running jobs were enough.
    Found,
}

impl EnoughTest {
    /// The cheapest that decides the request of a job.
    pub(super) fn of(request: &NodeRequest, job: &impl NodeOffers) -> Self {
        // What several trees or blocks have in all is of no use to a job.
        let are_apart = have_several_roots(job.switches()) || !job.blocks().is_empty();
        if request.is_decided_by_sum() && !are_apart {
            Self::Sum
        } else {
            Self::Choice
        }
    }
}

/// Running jobs being taken away for a job.
pub(super) struct Freeing<'s, 'b, J> {
    pub(super) job: &'s mut J,
    pub(super) request: NodeRequest,
    pub(super) choice: NodeChoice,
    pub(super) prefers_busy_nodes: bool,
    pub(super) sum: OfferSum,
    pub(super) test: EnoughTest,
    // Whether nodes have been chosen among all that have been given back.
    pub(super) is_chosen: bool,
    pub(super) releases: &'s mut Releases<'b>,
    pub(super) offers: &'s mut [u32],
    pub(super) large: &'s [u64],
    pub(super) usable: &'s [u64],
    pub(super) chosen: ChosenNodes<'s>,
}

impl<J: NodeOffers> Freeing<'_, '_, J> {
    pub(super) fn choose(&mut self) -> bool {
        let chosen = self.chosen.reborrow();
        let nodes = offered(self.job, (self.usable, self.offers));
        self.is_chosen = if self.prefers_busy_nodes && nodes.are_flat() {
            nodes.choose_busy_first(&self.request, |node| self.job.is_busy(node), chosen)
        } else {
            nodes.choose(&self.request, self.choice, chosen)
        };
        self.is_chosen
    }
}

impl<J: NodeOffers> EndingJobs for Freeing<'_, '_, J> {
    fn end_of(&self, index: usize) -> Option<Time> {
        self.job.end_of(index)
    }

    fn is_still_enough(&mut self) -> bool {
        let is_enough = self.is_chosen || self.choose();
        if !is_enough {
            self.test = EnoughTest::Choice;
        }
        is_enough
    }

    fn take_away(&mut self, index: usize) -> Freed {
        let mut is_usable = false;
        for release in self.releases.of_runner(self.job, self.large, index) {
            if release.is_among(self.usable) {
                is_usable = true;
                let before = release.apply(self.offers);
                self.sum.replace(before, release.offer());
            }
        }
        if !is_usable {
            return Freed::Nothing;
        }
        self.is_chosen = false;
        let is_enough = match self.test {
            EnoughTest::Found => true,
            EnoughTest::Sum => self.sum.may_suffice(&self.request),
            EnoughTest::Choice => self.sum.may_suffice(&self.request) && self.choose(),
        };
        if is_enough {
            self.test = EnoughTest::Found;
            Freed::Enough
        } else {
            Freed::TooLittle
        }
    }
}
