//! Node memory: a heat map of all nodes, and the residents of one of them over time.

mod heat;
mod picture;
mod stack;
mod tooltip;

pub use heat::{MemoryCache, MemoryOptions, MemoryOutput, show};
pub use stack::stack;
