//! Units: time, rates, memory, and ids.

pub mod ids;
pub mod memory;
pub mod rate;
pub mod time;
