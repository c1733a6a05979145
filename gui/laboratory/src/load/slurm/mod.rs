//! What Slurm writes, and its files besides accounting: its configuration, and the log of its
//! scheduler.

pub mod conf;
pub mod decisions;
pub mod limits;
pub mod machine;
pub mod measured;
mod power_saving;
pub mod priority;
pub mod settings;
pub mod shares_log;
pub mod text;
