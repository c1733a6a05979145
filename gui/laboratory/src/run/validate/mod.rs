//! How well the policy `Slurm` reproduces a real scheduler: by decisions, and over whole runs.

pub mod cycle;
pub mod replay;
pub mod trajectory;
