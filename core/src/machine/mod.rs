//! The machine: exclusive nodes, their memory, and shared servers.

mod allocation;
pub(crate) mod bits;
pub mod cluster;
pub mod contention;
mod memory;
mod nodes;
mod outages;
pub mod processes;
pub mod profile;
mod server_setup;
mod servers;
pub(crate) mod table;
#[cfg(feature = "moldable")]
pub mod tiers;

#[cfg(feature = "slicing")]
pub(crate) use bits::words;
#[cfg(feature = "coscheduling")]
pub(crate) use bits::{bits_of, lowest};

pub use allocation::{Allocation, Candidate, Fit, MemoryAware, Stage, fits_at};
pub use memory::{Bill, Charge, MemorySetup, NodeMemory, Resident, Swapping, residents_for};
pub use nodes::{Interval, Intervals, Nodes};
pub use outages::{
    Cap, Change, Faults, Interrupted, Lifetime, Maintenance, NodeChange, NodeState, Outages,
};
pub use server_setup::ServerSetup;
pub use servers::Server;
