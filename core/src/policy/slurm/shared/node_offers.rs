//! Offers to a job of nodes that jobs share.

use super::choice::NodeRequest;
use crate::machine::cluster::{Blocks, Switch};
use crate::units::time::Time;

/// Nodes that jobs share, as the job whose start is searched sees them.
pub trait NodeOffers {
    /// Request of the job.
    fn request(&self) -> NodeRequest;

    /// Fewest nodes that may suffice if they are idle.
    fn fewest_nodes(&self) -> u32 {
        1
    }

    /// Nodes of its partition, a bit each, 64 to a word.
    fn partition(&self) -> &[u64];

    /// Weight of `node`, nodes of less come first, and its number of CPUs.
    fn weight_and_size(&self, node: u32) -> (u32, u32);

    /// End of nodes from `node` on that have its weight.
    fn weight_end(&self, node: u32) -> u32 {
        node + 1
    }

    /// Switches by which nodes are chosen; none if they are not chosen so.
    fn switches(&self) -> &[Switch<'_>] {
        &[]
    }

    /// Blocks by which nodes are chosen; none if they are not chosen so.
    fn blocks(&self) -> Blocks<'_> {
        Blocks::NONE
    }

    /// Whether every node offers it what it offered the job whose nodes were looked at last, and the
    /// same jobs run.
    fn is_as_last(&self) -> bool {
        false
    }

    /// Whether a job runs on `node`, taken away or not.
    fn is_busy(&self, node: u32) -> bool;

    /// Writes to `offers` the CPUs that each node offers beside all running jobs, and to `large` the
    /// nodes of its partition that would suffice if they were idle: others do not exist for it.
    fn write_offers(&mut self, offers: &mut [u32], large: &mut [u64]);

    /// Whether nothing but jobs and plans keeps it from `node` between `start` and `end`.
    fn is_open(&self, _node: u32, _start: Time, _end: Time) -> bool {
        true
    }

    /// Whether a node may be closed to it.
    fn may_be_closed(&self) -> bool {
        false
    }

    /// End of the limit of a running job, by index in the order in which they are taken away.
    fn end_of(&self, index: usize) -> Option<Time>;

    /// Takes a running job away: calls `freed` with each of its nodes among those that are `large`
    /// and with what that then offers. One after the other is taken away, from the first on; the
    /// first puts the others back.
    fn take_away(&mut self, index: usize, large: &[u64], freed: &mut dyn FnMut(u32, u32));

    /// First time after `start`, and for a job that ends at `end`, when an advance reservation
    /// gives nodes back or begins that the job belongs to.
    fn next_edge(&self, _start: Time, _end: Time) -> Option<Time> {
        None
    }
}
