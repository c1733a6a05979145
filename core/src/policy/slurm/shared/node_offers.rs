//! What nodes that jobs share offer a job.

use super::request::NodeRequest;
use crate::units::time::Time;

/// Nodes that jobs share, as the job whose start is searched sees them.
pub trait NodeOffers {
    /// What the job requests.
    fn request(&self) -> NodeRequest;

    /// Nodes of its partition, a bit each, 64 to a word.
    fn partition(&self) -> &[u64];

    /// Weight of `node`, nodes of less come first, and its number of CPUs.
    fn weight_and_size(&self, node: u32) -> (u32, u32);

    /// End of nodes from `node` on that have its weight.
    fn weight_end(&self, node: u32) -> u32 {
        node + 1
    }

    /// Whether every node offers it what it offered the job whose nodes were looked at last.
    fn is_as_last(&self) -> bool {
        false
    }

    /// Whether a job runs on `node`, taken away or not.
    fn is_busy(&self, node: u32) -> bool;

    /// Whether the job could run on `node`, one of its partition, if the node were idle.
    fn is_usable(&self, node: u32) -> bool;

    /// Whether nothing but jobs and plans keeps it from `node` between `start` and `end`.
    fn is_open(&self, _node: u32, _start: Time, _end: Time) -> bool {
        true
    }

    /// Whether a node may be closed to it.
    fn may_be_closed(&self) -> bool {
        false
    }

    /// Puts all running jobs back that were taken away.
    fn put_back(&mut self);

    /// CPUs that `node` offers beside the running jobs that were not taken away.
    fn offer(&self, node: u32) -> u32;

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
