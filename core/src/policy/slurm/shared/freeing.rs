//! Running jobs being taken away, to find when nodes offer a job enough.

use super::best_fit::OfferedNodes;
use super::node_offers::NodeOffers;
use super::request::{NodeChoice, NodeRequest};
use crate::policy::slurm::selection::{EndingJobs, Freed};
use crate::units::time::Time;

/// Chooses nodes for a job by what they offer, with the CPUs that each gives; returns whether
/// there are enough.
pub(super) fn choose(
    job: &impl NodeOffers,
    request: &NodeRequest,
    choice: NodeChoice,
    offers: &[u32],
    chosen: (&mut [u64], &mut [u32]),
) -> bool {
    offered(job, offers).choose(request, choice, chosen)
}

fn offered<'n>(
    job: &'n impl NodeOffers,
    cpus: &'n [u32],
) -> OfferedNodes<'n, impl Fn(u32) -> (u32, u32), impl Fn(u32) -> u32> {
    OfferedNodes {
        cpus,
        weight_and_size: |node| job.weight_and_size(node),
        weight_end: |node| job.weight_end(node),
    }
}

/// Number of nodes that offer something, and of CPUs that they offer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OfferSum {
    nodes: u32,
    cpus: u64,
}

impl OfferSum {
    pub(super) fn replace(&mut self, before: u32, after: u32) {
        self.nodes = self.nodes + u32::from(after > 0) - u32::from(before > 0);
        self.cpus = self.cpus + u64::from(after) - u64::from(before);
    }

    /// Whether it may be enough: how the CPUs lie on the nodes is not looked at.
    pub(super) fn may_suffice(&self, request: &NodeRequest) -> bool {
        self.cpus >= u64::from(request.cpus) && self.nodes >= request.least
    }
}

/// How it is known that nodes offer enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EnoughTest {
    /// By their sum, without which there is not enough.
    Sum,
    /// By choosing among them.
    Choice,
    /// Fewer running jobs were enough.
    Found,
}

/// Running jobs being taken away for a job.
pub(super) struct Freeing<'s, J> {
    pub(super) job: &'s mut J,
    pub(super) request: NodeRequest,
    pub(super) choice: NodeChoice,
    pub(super) prefers_busy_nodes: bool,
    pub(super) sum: OfferSum,
    pub(super) test: EnoughTest,
    // Whether nodes have been chosen among all that have been given back.
    pub(super) is_chosen: bool,
    pub(super) offers: &'s mut [u32],
    pub(super) usable: &'s [u64],
    pub(super) chosen: (&'s mut [u64], &'s mut [u32]),
}

impl<J: NodeOffers> Freeing<'_, J> {
    pub(super) fn choose(&mut self) -> bool {
        let (chosen, shares) = &mut self.chosen;
        let chosen = (&mut **chosen, &mut **shares);
        self.is_chosen = if self.prefers_busy_nodes {
            let nodes = offered(self.job, self.offers);
            nodes.choose_busy_first(&self.request, |node| self.job.is_busy(node), chosen)
        } else {
            choose(self.job, &self.request, self.choice, self.offers, chosen)
        };
        self.is_chosen
    }
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
