//! Scheduling policies: who starts, where and when.

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
#[cfg(feature = "coscheduling")]
pub use coscheduling::{Agile, Flexible, Gang};
pub use easy::Easy;
pub use fcfs::Fcfs;
#[cfg(feature = "orders")]
pub use formula::{Formula, FormulaError, FormulaProblem};
pub use last_pass::LastPass;
#[cfg(feature = "moldable")]
pub use moldable::Moldable;
pub use order::{Order, Rank};
#[cfg(feature = "placement")]
pub use placement::{LoadAverage, LookAhead, Mapping};
pub use prediction::{LastTwo, Predictions};
#[cfg(feature = "priority")]
pub use priority::Prioritised;
pub use running::RunningProfile;
#[cfg(feature = "slicing")]
pub use slicing::ScojoPect;
#[cfg(feature = "slots")]
pub use slots::Slots;
#[cfg(feature = "slurm")]
pub use slurm::Slurm;

pub use crate::engine::Policy;
