//! Policies of the queue: orders, predictions, and Slurm's passes.

pub(crate) mod long;
pub(crate) mod oracle;
mod orders;
mod predictions;
mod refusals;
pub(crate) mod slurm;
mod slurm_cases;
mod slurm_runs;
pub(crate) mod windows;
mod yields;
