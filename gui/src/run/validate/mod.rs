//! How well the policy `Slurm` does what a real one did: decision by decision, and over whole runs.

pub mod cycle;
pub mod replay;
pub mod trajectory;
