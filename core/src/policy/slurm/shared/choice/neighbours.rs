//! Runs of neighbours among the nodes that offer CPUs to a job.

use crate::machine::cluster::{Blocks, Switch};

/// Nodes that offer CPUs to a job, by number.
#[derive(Clone, Copy, Debug)]
pub(in crate::policy::slurm::shared) struct OfferedNodes<'n, W, E> {
    /// The set of those that may be used.
    pub(in crate::policy::slurm::shared) usable: &'n [u64],
    /// Number of CPUs that each offers; 0 if it is of no use.
    pub(in crate::policy::slurm::shared) cpus: &'n [u32],
    /// Weight of a node, and its number of CPUs.
    pub(in crate::policy::slurm::shared) weight_and_size: W,
    /// End of nodes from one on that have its weight.
    pub(in crate::policy::slurm::shared) weight_end: E,
    /// Switches that connect them, by which they are chosen; none if they are not.
    pub(in crate::policy::slurm::shared) switches: &'n [Switch<'n>],
    /// Blocks of them, likewise.
    pub(in crate::policy::slurm::shared) blocks: Blocks<'n>,
}

/// Neighbours of one weight that offer something and are not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbours {
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) weight: u32,
    pub(super) cpus: u32,
}

impl Neighbours {
    /// An unused entry, all zero bytes, for new buffers.
    pub const EMPTY: Self = Self {
        first: 0,
        end: 0,
        weight: 0,
        cpus: 0,
    };

    pub(super) const fn count(&self) -> u32 {
        self.end - self.first
    }
}

impl<W: Fn(u32) -> (u32, u32), E: Fn(u32) -> u32> OfferedNodes<'_, W, E> {
    /// Writes to `runs` all runs of nodes that offer at least so many CPUs and are not `chosen`;
    /// returns their number.
    pub(super) fn list_runs(
        &self,
        (least_offer, chosen): (u32, &[u64]),
        runs: &mut [Neighbours],
    ) -> usize {
        let (mut count, mut begun, mut end) = (0, 0, 0);
        let sets = self.usable.iter().zip(chosen);
        let words = self.cpus.chunks(64).zip(sets);
        for (word, (offers, (usable, chosen))) in (0..).zip(words) {
            let mut open = usable & !chosen;
            if open != 0 {
                open &= offering(offers, least_offer);
            }
            while open != 0 {
                let bit = open.trailing_zeros();
                let length = (open >> bit).trailing_ones();
                let first = 64 * word + bit;
                if first > end {
                    count += self
                        .split_by_weight((begun, end), runs.get_mut(count..).unwrap_or_default());
                    begun = first;
                }
                end = first + length;
                open &= u64::MAX.checked_shl(bit + length).unwrap_or(0);
            }
        }
        count + self.split_by_weight((begun, end), runs.get_mut(count..).unwrap_or_default())
    }

    /// Writes the open nodes from `first` to `end`, by weight, to `runs`; returns the number of
    /// runs.
    fn split_by_weight(&self, (mut first, end): (u32, u32), runs: &mut [Neighbours]) -> usize {
        let mut count = 0;
        while first < end
            && let Some(run) = runs.get_mut(count)
        {
            let weight = (self.weight_and_size)(first).0;
            let mut alike = (self.weight_end)(first);
            while alike < end && (self.weight_and_size)(alike).0 == weight {
                alike = (self.weight_end)(alike);
            }
            let until = alike.min(end);
            let offers = self.cpus.get(first as usize..until as usize);
            let cpus = offers
                .unwrap_or_default()
                .iter()
                .fold(0, |sum: u32, &cpus| sum.saturating_add(cpus));
            *run = Neighbours {
                first,
                end: until,
                weight,
                cpus,
            };
            (first, count) = (until, count + 1);
        }
        count
    }
}

/// Set of the nodes, at most 64, that offer at least so many CPUs.
fn offering(offers: &[u32], least_offer: u32) -> u64 {
    // Halves, as comparisons of 32 bits side by side are faster.
    offers.chunks(32).rev().fold(0, |set, half| {
        let bits = (0..).zip(half);
        let own = bits.fold(0, |set: u32, (bit, &offer)| {
            set | u32::from(offer >= least_offer) << bit
        });
        set << 32 | u64::from(own)
    })
}
