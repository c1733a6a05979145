//! The families of policies: the names of each, and the parameters of its policies.

pub mod coscheduling;
pub mod families;
pub mod moldable;
pub mod placement;
pub mod queue;
pub mod slicing;
pub mod slots;
pub mod slurm;
