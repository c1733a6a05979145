//! Memory of nodes: capacity, transfer rate, and the cost of displacement.

use crate::exact::Exact;
use crate::units::memory::{Memory, PARTS, TransferRate};

/// Treatment of displaced memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Swapping {
    /// Displaced memory is gone from the node, and its owner pays for exactly that.
    /// Displaced when a load begins.
    #[default]
    Exact,
    /// As the thesis's appendix A does it, at the end of a load: of a job displaced in
    /// part, the amount swapped *out* is noted as still resident, and that rest is not
    /// counted as used; a job displaced wholly pays nothing; payments are whole seconds.
    Literal,
}

/// Number of payments of a job that is displaced on several nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Charge {
    /// Once between two of its launches: its nodes swap at the same time, so the one that
    /// swaps most decides.
    #[default]
    Period,
    /// Once for each job that displaces it, as the thesis's program does. A wide job may
    /// then pay more than it gains and never end.
    Event,
}

/// Memory of all nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemorySetup {
    /// Memory of one node.
    pub capacity: Memory,
    /// Rate of loading and swapping out.
    pub transfer: TransferRate,
    /// Maximum number of jobs assigned to one node.
    pub residents: u32,
    /// Treatment of displaced memory.
    pub swapping: Swapping,
    /// Number of payments of a displaced job.
    pub charge: Charge,
}

impl MemorySetup {
    /// Nodes with `capacity` each, shared by up to `residents` jobs.
    pub const fn new(capacity: Memory, transfer: TransferRate, residents: u32) -> Self {
        Self {
            capacity,
            transfer,
            residents,
            swapping: Swapping::Exact,
            charge: Charge::Period,
        }
    }

    /// Time to load `memory`; infinite if the rate is 0.
    pub fn time_to_load(&self, memory: Memory) -> Exact {
        self.time_for(self.parts(memory))
    }

    /// Converts to parts, of which as many are moved in a nanosecond as there are KiB in
    /// the transfer rate.
    pub(crate) fn parts(&self, memory: Memory) -> u64 {
        memory
            .parts()
            .saturating_mul(u64::from(self.transfer.seconds()))
    }

    /// Converts parts to memory, rounded down.
    pub(super) fn memory(&self, parts: u64) -> Memory {
        Memory((parts / PARTS / u64::from(self.transfer.seconds())) as u32)
    }

    /// Time to move `parts` parts.
    pub(super) fn time_for(&self, parts: u64) -> Exact {
        let moved = u64::from(self.transfer.kibibytes());
        match parts.checked_rem(moved) {
            _ if parts == 0 => Exact::ZERO,
            Some(0) => Exact::whole(parts / moved),
            _ => Exact::ratio(u128::from(parts), moved),
        }
    }
}
