//! A job's memory on one node, and what it owes for all of it.

use crate::exact::Exact;
use crate::units::ids::JobId;
use crate::units::memory::Memory;

/// A job assigned to a node, from its first start to its end.
#[derive(Clone, Copy, Debug)]
pub struct Resident {
    pub(super) job: Option<JobId>,
    // When it was last loaded, as the number of that load.
    pub(super) loaded: u32,
    pub(super) demand: Memory,
    // Whether its memory counts as used; always, but for `Swapping::Literal`.
    pub(super) counted: bool,
    // All in parts (`MemorySetup::parts`): what it needs; resident, or going to
    // be when the load in progress is done; missing when that load began;
    // displaced since the job's last launch.
    pub(super) need: u64,
    pub(super) resident: u64,
    pub(super) missing: u64,
    pub(super) debt: u64,
}

impl Resident {
    /// Nobody. All zero bytes.
    pub const EMPTY: Self = Self {
        job: None,
        loaded: 0,
        demand: Memory::ZERO,
        counted: false,
        need: 0,
        resident: 0,
        missing: 0,
        debt: 0,
    };

    /// What the job needs on each node.
    pub fn demand(&self) -> Memory {
        self.demand
    }

    /// What of it is on the node, rounded down; what will be there if a load
    /// is in progress.
    pub fn resident(&self) -> Memory {
        let amount = u128::from(self.resident) * u128::from(self.demand.0);
        Memory((amount / u128::from(self.need.max(1))) as u32)
    }
}

/// What a job owes for its memory, and what it is loading.
#[derive(Clone, Copy, Debug)]
pub struct Bill {
    // When its load in progress began.
    pub(super) began: Exact,
    // The most that was displaced on one of its nodes since its last launch.
    pub(super) worst: u64,
    // To be paid.
    pub(super) owed: u64,
    // The load that displaced it last.
    pub(super) load: u32,
    pub(super) has_loaded: bool,
}

impl Bill {
    /// Nothing. All zero bytes.
    pub const EMPTY: Self = Self {
        began: Exact::ZERO,
        worst: 0,
        owed: 0,
        load: 0,
        has_loaded: false,
    };
}
