//! Bounds on the cores of a node that the jobs of a partition have together.
//!
//! Such cores are counted as one more resource, of which each node has as many as the bound allows,
//! and the jobs of the partition as many as they have cores.

use cosched_core::machine::cluster::Amounts;

use super::{Layout, Partition};

/// Index of the first amount that is neither cores, memory nor GPUs.
pub(super) const FIRST_OTHER: usize = 3;

impl Layout {
    /// Adds the bound of `described`, if it has one; returns the index of the amount that counts its
    /// cores.
    ///
    /// # Errors
    /// No amount is left.
    pub(super) fn add_core_bound(
        &mut self,
        described: &Partition,
    ) -> Result<Option<usize>, String> {
        let Some(most) = described.most_cores_on_node else {
            return Ok(None);
        };
        let others = self.partitions.iter();
        let others = others.filter(|one| one.bounded_cores.is_some()).count();
        let index = FIRST_OTHER + self.resources.len() + others;
        for kind in &mut self.kinds {
            let Some(amount) = kind.node.room.0.get_mut(index) else {
                return Err(format!(
                    "the cores on a node that partition `{}` bounds are one more resource than can be counted; {} are allowed besides cores, memory and GPUs",
                    described.name,
                    kind.node.room.0.len() - FIRST_OTHER
                ));
            };
            *amount = most;
        }
        Ok(Some(index))
    }

    /// Counts the cores in `each` for the bound of the partition with this index, if it has one.
    pub(super) fn count_bounded_cores(&self, partition: u32, each: &mut Amounts) {
        let partition = self.partitions.get(partition as usize);
        if let Some(index) = partition.and_then(|one| one.bounded_cores) {
            each.0[index] = each.cores();
        }
    }
}
