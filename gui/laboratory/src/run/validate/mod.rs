//! How well the policy `Slurm` reproduces a real scheduler: by decisions, and over whole runs.

pub mod agreement;
pub mod clearing;
pub mod cycle;
pub mod decision;
pub mod job_list;
mod logged_cluster;
mod logged_priority;
mod pass_durations;
pub mod replay;
pub mod state;
#[cfg(test)]
mod tests;
pub mod trajectory;
