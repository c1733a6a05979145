//! What a Slurm leaves behind besides accounting: its configuration, and what its scheduler wrote.

pub mod conf;
pub mod decisions;
pub mod machine;
pub mod measured;
pub mod priority;
pub mod settings;
