//! Scheduling policies: they decide which jobs start, where and when.

mod any;
#[cfg(feature = "cluster")]
pub mod cluster;
mod common;
mod conservative;
#[cfg(feature = "coscheduling")]
pub mod coscheduling;
mod easy;
mod fcfs;
#[cfg(feature = "orders")]
pub mod formula;
#[cfg(feature = "moldable")]
pub mod moldable;
#[cfg(feature = "placement")]
pub mod placement;
#[cfg(any(feature = "cluster", feature = "outages"))]
pub mod plan;
#[cfg(feature = "priority")]
pub mod priority;
#[cfg(feature = "slicing")]
pub mod slicing;
#[cfg(feature = "slots")]
pub mod slots;
#[cfg(feature = "slurm")]
pub mod slurm;

pub use any::AnyPolicy;
pub use common::last_pass::LastPass;
pub use common::order::{Order, Rank};
pub use common::prediction::{LastTwo, Predictions};
pub use common::running::RunningProfile;
pub use conservative::Conservative;
pub use easy::Easy;
pub use fcfs::Fcfs;

use crate::engine::Policy;
