//! Scheduling policies: they decide which jobs start, where and when.

mod any;
#[cfg(feature = "caps")]
mod capped;
#[cfg(feature = "cluster")]
pub mod cluster;
mod conservative;
#[cfg(feature = "coscheduling")]
pub mod coscheduling;
mod easy;
mod fcfs;
#[cfg(feature = "orders")]
pub mod formula;
mod last_pass;
mod limits;
#[cfg(feature = "moldable")]
pub mod moldable;
mod order;
#[cfg(feature = "placement")]
pub mod placement;
#[cfg(any(feature = "cluster", feature = "outages"))]
pub mod plan;
mod prediction;
#[cfg(feature = "priority")]
pub mod priority;
mod running;
#[cfg(feature = "slicing")]
pub mod slicing;
#[cfg(feature = "slots")]
pub mod slots;
#[cfg(feature = "slurm")]
pub mod slurm;
mod unavailable;

pub use any::AnyPolicy;
pub use conservative::Conservative;
pub use easy::Easy;
pub use fcfs::Fcfs;
pub use last_pass::LastPass;
pub use order::{Order, Rank};
pub use prediction::{LastTwo, Predictions};
pub use running::RunningProfile;

use crate::engine::Policy;
