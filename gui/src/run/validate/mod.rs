//! How well the policy `Slurm` reproduces a real scheduler: decision by decision, and over whole
//! runs.

pub mod cycle;
pub mod replay;
pub mod trajectory;
