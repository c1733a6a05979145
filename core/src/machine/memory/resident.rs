//! Memory of a job on one node, and its debt for all of it.

use crate::exact::Exact;
use crate::units::ids::JobId;
use crate::units::memory::Memory;

/// A job assigned to a node, from its first start to its end.
#[derive(Clone, Copy, Debug)]
pub struct Resident {
    pub(super) job: Option<JobId>,
    // Number of its last load.
    pub(super) loaded: u32,
    pub(super) demand: Memory,
    // Whether its memory counts as used; always, except under `Swapping::Literal`.
    pub(super) counted: bool,
    // All in parts (`MemorySetup::parts`): what it needs; resident, or resident at the end
    // of the load in progress; missing when that load began; displaced since the job's last
    // launch.
    pub(super) need: u64,
    pub(super) resident: u64,
    pub(super) missing: u64,
    pub(super) debt: u64,
}

impl Resident {
    /// An unused entry. All zero bytes.
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

    /// Memory the job needs on each node.
    pub fn demand(&self) -> Memory {
        self.demand
    }

    /// Memory of the job on the node, rounded down; at the end of a load in progress.
    pub fn resident(&self) -> Memory {
        let amount = u128::from(self.resident) * u128::from(self.demand.0);
        Memory((amount / u128::from(self.need.max(1))) as u32)
    }
}

/// Debt of a job for its memory, and its load in progress.
#[derive(Clone, Copy, Debug)]
pub struct Bill {
    // Begin of its load in progress.
    pub(super) began: Exact,
    // Most that was displaced on one of its nodes since its last launch.
    pub(super) worst: u64,
    // Unpaid amount.
    pub(super) owed: u64,
    // Number of the load that displaced it last.
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
