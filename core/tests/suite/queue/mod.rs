//! Policies of the queue: orders, predictions, and Slurm's passes.

pub(crate) mod oracle;
mod orders;
mod predictions;
pub(crate) mod slurm;
pub(crate) mod windows;
